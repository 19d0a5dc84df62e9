//! `navigate` to an address.

use std::time::Duration;

use ringfence::browser::BrowserOptions;
use ringfence_testkit::Site;
use serde_json::json;

use crate::agent::{Agent, allowing, asked, at, at_fixtures};

#[tokio::test]
async fn n1_the_line_has_address_title_and_status() {
    let (site, agent) = at_fixtures().await;
    let outcome = agent.outcome("navigate", json!({ "url": site.url("/form.html") })).await;
    // The blocks as they go over the wire.
    let origin = site.origin();
    assert_eq!(
        outcome.result.to_api("toolu_1"),
        json!({
            "type": "tool_result",
            "tool_use_id": "toolu_1",
            "toolset_name": "browser",
            "content": [
                { "type": "text", "text": format!("Now at {origin}/form.html \"Sign up form\" (HTTP 200)") },
                {
                    "type": "browser_state",
                    "tabs": [{
                        "tab_id": "t1", "title": "Sign up form", "url": format!("{origin}/form.html"), "active": true,
                    }],
                },
            ],
        })
    );
    assert_eq!(site.ask("/form.html", "document.title").await.unwrap(), "Sign up form");
    assert_eq!(asked(&site), ["GET /form.html"]);
    agent.end().await;
}

#[tokio::test]
async fn n1_a_status_that_is_no_success_is_shown_and_the_page_stands() {
    let (site, agent) = at_fixtures().await;
    agent.call("navigate", json!({ "url": site.url("/missing") })).await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/missing "Not found" (HTTP 404)
        [state]
        * t1 "Not found" http://127.0.0.1:PORT/missing
        "#,
    );
    agent.call("navigate", json!({ "url": site.url("/status?code=503") })).await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/status?code=503 "Status" (HTTP 503)
        [state]
        * t1 "Status" http://127.0.0.1:PORT/status?code=503
        "#,
    );
    let heading = site.ask("/status", "document.querySelector('h1').textContent").await.unwrap();
    assert_eq!(heading, "Status 503");
    assert_eq!(asked(&site), ["GET /missing", "GET /status?code=503"]);
    agent.end().await;
}

#[tokio::test]
async fn n1_the_line_tells_where_redirects_led() {
    let (site, agent) = at_fixtures().await;
    let to = format!("/redirect?code=301&to={}/article.html", site.localhost_origin());
    agent.call("navigate", json!({ "url": site.url(&to) })).await.shows(
        r#"
        [text] Now at http://localhost:PORT/article.html "A long article" (HTTP 200)
        [state]
        * t1 "A long article" http://localhost:PORT/article.html
        "#,
    );
    assert_eq!(asked(&site), [format!("GET {to}"), "GET /article.html".to_owned()]);
    agent.end().await;
}

#[tokio::test]
async fn d8_a_page_that_goes_on_loading_is_used_and_the_line_says_so() {
    let (site, agent) = at(Site::builder().page(
        "/half",
        "<title>Half</title><h1>Half</h1><img src=/never><button onclick=\"document.title='Clicked'\">Go</button>",
    ))
    .await;
    agent.call("navigate", json!({ "url": site.url("/half") })).await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/half "Half" (HTTP 200, still loading)
        [state]
        * t1 "Half" http://127.0.0.1:PORT/half
        "#,
    );
    let go = agent.find("button").await;
    agent.click(&go).await.shows(&format!(
        r#"
        [text] Clicked (left) {go}.
        [text] It is button "Go".
        [state]
        * t1 "Clicked" http://127.0.0.1:PORT/half
        "#,
    ));
    assert_eq!(
        site.ask("/half", "[document.title, document.readyState]").await.unwrap(),
        json!(["Clicked", "interactive"])
    );
    agent.end().await;
}

#[tokio::test]
async fn d8_a_site_that_never_answers_is_given_up_and_the_tab_stays_usable() {
    let site = Site::builder().probed().start().unwrap();
    let mut options = BrowserOptions::new(allowing(&[&site]).build().unwrap());
    // The pages that do come have this time, too.
    options.timeouts.navigate = Duration::from_secs(5);
    let agent = Agent::with_options(options, &[(&site, "PORT")]).await;
    agent.go(&site.url("/article.html")).await;
    agent.call("navigate", json!({ "url": site.url("/never") })).await.shows(
        "
        [error timed_out, about 127.0.0.1]
        [text] 127.0.0.1 did not load within 5 s; the load was stopped.
        ",
    );
    assert_eq!(site.ask("/article.html", "document.title").await.unwrap(), "A long article");
    agent.call("navigate", json!({ "url": site.url("/form.html") })).await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/form.html "Sign up form" (HTTP 200)
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    agent.end().await;
}

#[tokio::test]
async fn d8_a_slow_site_is_waited_for() {
    let (site, agent) = at_fixtures().await;
    agent.call("navigate", json!({ "url": site.url("/slow?ms=1500") })).await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/slow?ms=1500 "Slow" (HTTP 200)
        [state]
        * t1 "Slow" http://127.0.0.1:PORT/slow?ms=1500
        "#,
    );
    agent.end().await;
}

#[tokio::test]
async fn a_page_that_moves_on_at_once_is_told_by_where_it_ends() {
    let (site, agent) = at_fixtures().await;
    agent.call("navigate", json!({ "url": site.url("/goto?to=/form.html") })).await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/form.html "Sign up form" (HTTP 200)
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    assert_eq!(site.ask("/form.html", "document.title").await.unwrap(), "Sign up form");
    agent.end().await;
}

#[tokio::test]
async fn t10_an_address_must_be_a_string_and_every_bad_field_is_named() {
    let (site, agent) = at_fixtures().await;
    agent.call("navigate", json!({ "url": 7, "tab_id": {} })).await.shows(
        "
        [error bad_input, about navigate]
        [text] The input of navigate is not right: url: expected string, got 7; tab_id: expected a tab's id, such as one that list_tabs shows, got an object.
        ",
    );
    assert!(site.requests().is_empty());
    agent.end().await;
}
