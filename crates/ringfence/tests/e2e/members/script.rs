//! `javascript_exec`.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ringfence::toolset::{Approval, ConfirmRequest, Driver, Toolset, ToolsetOptions};
use ringfence::toolset::{ConfigError, MemberConfig};
use ringfence_testkit::Site;
use serde_json::{Value, json};

use crate::agent::{Agent, Setup, allowing};

const PAGE: &str = r#"<!doctype html><title>Page</title><p id=p>Text</p><script>window.count = 1; Array.prototype.toJSON = undefined</script>"#;

async fn at_page() -> (Site, Agent) {
    let site = Site::builder().page("/page", PAGE).page("/other", PAGE).probed().start().unwrap();
    let agent = Setup::at(&site).on("javascript_exec").approved().start().await;
    agent.go(&site.url("/page")).await;
    (site, agent)
}

fn text(script: &str) -> Value {
    json!({ "text": script })
}

fn gave(text: &str) -> String {
    format!(
        "[page text from http://127.0.0.1:PORT]\n{text}\n[state]\n* t1 \"Page\" http://127.0.0.1:PORT/page"
    )
}

#[tokio::test]
async fn the_last_expressions_value_is_given_from_the_pages_own_world() {
    let (site, agent) = at_page().await;
    for (script, value) in [
        ("1 + 1", "2"),
        ("window.count", "1"),
        ("const twice = window.count * 2; twice", "2"),
        // Names can be declared again, as in a console.
        ("const twice = 'again'; twice", "again"),
        ("document.title", "Page"),
        ("({ a: [1, 'two', null, true], b: { c: 3.5 } })", r#"{"a":[1,"two",null,true],"b":{"c":3.5}}"#),
        ("[]", "[]"),
        ("null", "null"),
        ("undefined", "undefined"),
        ("NaN", "NaN"),
        ("-0", "-0"),
        ("10n ** 20n", "100000000000000000000n"),
        ("new Promise((done) => setTimeout(() => done('later'), 50))", "later"),
        ("await Promise.resolve(7)", "7"),
        ("'a\\nb'", "a\nb"),
    ] {
        agent.call("javascript_exec", text(script)).await.shows(&gave(value));
    }
    agent
        .call("javascript_exec", text("p.textContent = 'Changed'; window.count += 1"))
        .await
        .shows(&gave("2"));
    assert_eq!(site.ask("/page", "[p.textContent, count]").await.unwrap(), json!(["Changed", 2]));
    agent.end().await;
}

#[tokio::test]
async fn n2_an_empty_text_says_so_and_lone_surrogates_are_replaced() {
    let (_site, agent) = at_page().await;
    agent.call("javascript_exec", text("''")).await.shows(
        r#"
        [text] The script gave an empty text.
        [state]
        * t1 "Page" http://127.0.0.1:PORT/page
        "#,
    );
    agent.call("javascript_exec", text("'a\\ud800b'")).await.shows(&gave("a\u{fffd}b"));
    agent.end().await;
}

#[tokio::test]
async fn what_fails_is_an_error_in_one_line_and_the_next_call_works() {
    let (_site, agent) = at_page().await;
    for (script, said) in [
        ("throw new TypeError('not\\nthis')", "Uncaught TypeError: not"),
        ("throw 'a word'", "Uncaught a word"),
        ("throw { a: 1 }", "Uncaught Object"),
        ("Promise.reject(new Error('later'))", "Uncaught (in promise) Error: later"),
        ("nothing.there", "Uncaught ReferenceError: nothing is not defined"),
        ("1 +", "Uncaught SyntaxError: Unexpected end of input"),
    ] {
        agent.call("javascript_exec", text(script)).await.shows(&format!(
            "
            [error failed]
            [text] The script failed: {said}
            "
        ));
    }
    agent.call("javascript_exec", text("1")).await.shows(&gave("1"));
    agent.end().await;
}

#[tokio::test]
async fn what_can_not_be_put_as_json_is_an_error() {
    let (_site, agent) = at_page().await;
    for script in ["const ring = {}; ring.ring = ring; ring", "window"] {
        agent.call("javascript_exec", text(script)).await.shows(
            "
            [error not_suited]
            [text] The result can't be put as JSON. Return text, numbers or plain objects.
            ",
        );
    }
    agent.call("javascript_exec", text("1")).await.shows(&gave("1"));
    agent.end().await;
}

#[tokio::test]
async fn t12_a_long_result_is_cut_and_says_how_to_get_less() {
    let (_site, agent) = at_page().await;
    let seen = agent.call("javascript_exec", text("'x'.repeat(99).concat('\\n').repeat(600)")).await;
    let last = seen.lines().find(|line| line.starts_with('…'));
    assert_eq!(
        last,
        Some("… 102 more lines (10200 characters) left out. Have the script return less."),
        "{seen:?}"
    );
    agent.end().await;
}

#[tokio::test]
async fn d17_a_script_that_never_ends_is_stopped_and_the_page_can_be_read() {
    let site = Site::builder().page("/page", PAGE).probed().start().unwrap();
    let setup = Setup::at(&site).on("javascript_exec").approved().within(Duration::from_secs(3));
    let agent = setup.start().await;
    agent.go(&site.url("/page")).await;
    let hung = "
        [error page_hung, about t1]
        [text] The page did not answer in time, so its scripts were stopped. What it shows can be read; navigate or reload to use it again.
        ";
    agent.call("javascript_exec", text("for (;;) {}")).await.shows(hung);
    agent.call("get_page_text", json!({})).await.shows(&gave("Text"));
    agent.go(&site.url("/page")).await;
    assert_eq!(site.ask("/page", "window.count").await.unwrap(), 1);
    agent.end().await;
}

#[tokio::test]
async fn a_promise_that_never_settles_is_given_up_and_the_page_stays_as_it_is() {
    let site = Site::builder().page("/page", PAGE).probed().start().unwrap();
    let setup = Setup::at(&site).on("javascript_exec").approved().within(Duration::from_secs(3));
    let agent = setup.start().await;
    agent.go(&site.url("/page")).await;
    agent.call("javascript_exec", text("new Promise(() => {})")).await.shows(
        "
        [error timed_out]
        [text] The script did not end within 3 s; what it awaits may still come. The page was left as it is.
        ",
    );
    agent.call("javascript_exec", text("window.count += 1")).await.shows(&gave("2"));
    assert_eq!(site.ask("/page", "window.count").await.unwrap(), 2);
    agent.end().await;
}

#[tokio::test]
async fn p6_it_can_not_be_turned_on_without_somebody_who_approves() {
    let site = Site::builder().start().unwrap();
    let agent = Agent::start(&site).await;
    let driver = Arc::clone(&agent.browser) as Arc<dyn Driver>;
    let mut options = ToolsetOptions::default();
    options.configs.insert("javascript_exec".to_owned(), MemberConfig::enabled(true));
    assert_eq!(Toolset::new(driver, options).unwrap_err(), ConfigError::NeedsConfirm("javascript_exec"));
    agent.call("javascript_exec", text("1")).await.shows(
        "
        [error turned_off, about javascript_exec]
        [text] javascript_exec is turned off; the operator can turn it on with --enable javascript_exec --ask javascript_exec. Use one of: navigate, screenshot, zoom, left_click, right_click, middle_click, double_click, triple_click, hover, left_click_drag, left_mouse_down, left_mouse_up, mouse_move, scroll, scroll_to, type, key, hold_key, wait, read_page, find, get_page_text, form_input, new_tab, list_tabs, switch_tab, close_tab.
        ",
    );
    agent.end().await;
}

#[tokio::test]
async fn p6_only_a_yes_lets_a_script_run_and_who_approves_sees_script_and_page() {
    let site = Site::builder().page("/page", PAGE).probed().start().unwrap();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&seen);
    let confirm = move |request: ConfirmRequest| {
        let script = request.member.name() == "javascript_exec";
        if script {
            noted.lock().unwrap().push(request);
        }
        async move { Ok(if script { Approval::No } else { Approval::YesOnAnyPage }) }
    };
    let agent = Setup::at(&site).on("javascript_exec").confirming(confirm).start().await;
    agent.go(&site.url("/page")).await;
    agent.call("javascript_exec", text("window.count = 99")).await.shows(
        "
        [error not_approved, about javascript_exec]
        [text] javascript_exec was not approved, so nothing was done.
        ",
    );
    assert_eq!(site.ask("/page", "window.count").await.unwrap(), 1);
    let told: Vec<_> = seen
        .lock()
        .unwrap()
        .iter()
        .map(|request| (format!("{:?}", request.input), request.tab_url.clone()))
        .collect();
    assert_eq!(told.len(), 1);
    assert!(told[0].0.contains("window.count = 99"), "{told:?}");
    assert_eq!(told[0].1, Some(site.url("/page")));
    agent.end().await;
}

/// The page goes elsewhere while somebody thinks about the approval: `localhost` is another origin than `127.0.0.1`.
///
/// Seen to fail with the driver's comparison out: the script runs in the page that was never shown.
#[tokio::test]
async fn p6_an_approval_holds_for_the_origin_that_was_shown_and_no_other() {
    let site = Arc::new(Site::builder().page("/page", PAGE).page("/other", PAGE).probed().start().unwrap());
    let moving = Arc::new(Mutex::new(None::<String>));
    let (shared, target) = (Arc::clone(&site), Arc::clone(&moving));
    let confirm = move |request: ConfirmRequest| {
        let (site, to) = (Arc::clone(&shared), target.lock().unwrap().clone());
        async move {
            if let Some(to) = to.filter(|_| request.member.name() == "javascript_exec") {
                site.ask("/page", &format!("setTimeout(() => {{ location.href = '{to}' }}, 0); 0"))
                    .await
                    .unwrap();
                // It is there once its script answers.
                site.ask("/other", "0").await.unwrap();
            }
            Ok(Approval::Yes)
        }
    };
    let policy = allowing(&[&site]).build().unwrap();
    let setup = Setup::with_policy(policy, &[(&site, "PORT")]).on("javascript_exec").confirming(confirm);
    let agent = setup.start().await;
    let script = "window.count = 99; location.href";
    // To another page of the same origin: the approval holds.
    agent.go(&site.url("/page")).await;
    *moving.lock().unwrap() = Some(site.url("/other"));
    agent.call("javascript_exec", text(script)).await.shows(
        r#"
        [page text from http://127.0.0.1:PORT]
        http://127.0.0.1:PORT/other
        [state]
        * t1 "Page" http://127.0.0.1:PORT/other
        "#,
    );
    assert_eq!(site.ask("/other", "window.count").await.unwrap(), 99);
    // To another origin: it doesn't.
    agent.go(&site.url("/page")).await;
    *moving.lock().unwrap() = Some(format!("{}/other", site.localhost_origin()));
    agent.call("javascript_exec", text(script)).await.shows(
        "
        [error page_moved, about t1]
        [text] The page has moved on since the call was approved; nothing was done. Read the page and ask again.
        ",
    );
    assert_eq!(
        site.ask("/other", "[location.hostname, window.count]").await.unwrap(),
        json!(["localhost", 1])
    );
    agent.end().await;
}

#[tokio::test]
async fn t11_a_script_runs_in_the_tab_that_is_named() {
    let (site, agent) = at_page().await;
    agent.outcome("new_tab", json!({})).await;
    agent.call("javascript_exec", json!({ "text": "location.pathname", "tab_id": "t1" })).await.shows(
        r#"
        [page text from http://127.0.0.1:PORT]
        /page
        [state]
        - t1 "Page" http://127.0.0.1:PORT/page
        * t2 "about:blank" about:blank
        "#,
    );
    assert_eq!(site.ask("/page", "window.count").await.unwrap(), 1);
    agent.end().await;
}
