//! `find`.

use ringfence_testkit::Site;
use serde_json::{Value, json};

use crate::agent::{Agent, allowing, at, at_fixtures};

fn query(text: &str) -> Value {
    json!({ "query": text })
}

#[tokio::test]
async fn t7_words_for_what_is_meant_find_the_line_that_read_page_shows() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    for (text, lines) in [
        (
            "email field",
            "textbox \"Email\" [ref_8] type=\"email\" required=true placeholder=\"you@example.com\"",
        ),
        ("accept the terms", "checkbox \"I agree to the terms\" [ref_13] checked=false"),
    ] {
        let found = agent.call("find", query(text)).await;
        assert_eq!(found.lines().nth(1), Some(lines), "{found:?}");
    }
    agent.end().await;
}

const SHOP: &str = r#"<!doctype html><title>Shop</title><h1>Garden shop</h1><input type=search aria-label="Search products"><button>Search</button>
    <h2>Checkout</h2><label>Delivery address <input></label><label>E-mail <input placeholder="you@example.com"></label>
    <button title="Sends the order">Buy now</button><a href=/deep>Shipping costs</a><select aria-label=Country><option>Estonia<option>Japan</select>
    <p>Orders are delivered within three days.</p><button hidden>Buy now, hidden</button>"#;

#[tokio::test]
async fn t7_stems_typos_roles_titles_and_headings_count() {
    let (site, agent) = at(Site::builder().page("/shop", SHOP)).await;
    agent.go(&site.url("/shop")).await;
    for (text, first) in [
        ("search box", "searchbox \"Search products\""),
        ("search button", "button \"Search\""),
        ("adress", "textbox \"Delivery address\""),
        ("delivering", "text \"Orders are delivered within three days.\""),
        ("email", "textbox \"E-mail\""),
        ("send order", "button \"Buy now\""),
        ("shiping cost", "link \"Shipping costs\""),
        ("country dropdown", "combobox \"Country\""),
    ] {
        let found = agent.call("find", query(text)).await;
        let line = found.lines().nth(1).unwrap_or_default();
        assert!(line.starts_with(first), "{text}: {found:?}");
    }
    agent.end().await;
}

#[tokio::test]
async fn r1_a_ref_that_was_found_is_the_one_that_is_read_and_can_be_used() {
    let (site, agent) = at(Site::builder().page("/shop", SHOP)).await;
    agent.go(&site.url("/shop")).await;
    let read = agent.find("textbox \"E-mail\"").await;
    agent.call("find", query("email")).await.shows(&format!(
        r#"
        [page text from http://127.0.0.1:PORT]
        textbox "E-mail" [{read}] placeholder="you@example.com"
        [state]
        * t1 "Shop" http://127.0.0.1:PORT/shop
        "#
    ));
    agent.set(&read, json!("a@example.com")).await.shows(&format!(
        r#"
        [text] Set {read} to a text of 13 characters.
        [text] textbox "E-mail" now holds "a@example.com".
        [state]
        * t1 "Shop" http://127.0.0.1:PORT/shop
        "#
    ));
    assert_eq!(
        site.ask("/shop", "document.querySelectorAll('input')[2].value").await.unwrap(),
        "a@example.com"
    );
    agent.end().await;
}

#[tokio::test]
async fn t7_frames_of_every_origin_and_shadow_roots_of_every_kind_are_searched() {
    let site = Site::builder().probed().start().unwrap();
    let agent = Agent::with_policy(allowing(&[&site]).build().unwrap(), &[(&site, "PORT")]).await;
    agent.go(&site.url("/frames.html")).await;
    for (text, name, path, state, now) in [
        (
            "frame one button",
            "Frame one button",
            "/frame1.html",
            "document.querySelector('button').textContent",
            "f1 clicked",
        ),
        (
            "frame two button",
            "Frame two button",
            "/frame2.html",
            "document.querySelector('button').textContent",
            "f2 clicked",
        ),
        ("pay", "Pay now", "/framex.html", "document.querySelector('button').textContent", "pay clicked"),
        (
            "shadow button",
            "Shadow button",
            "/frames.html",
            "card.shadowRoot.getElementById('sb').textContent",
            "shadow clicked",
        ),
    ] {
        let found = agent.call("find", query(text)).await;
        let line = found.lines().nth(1).unwrap_or_default();
        assert!(line.starts_with(&format!("button \"{name}\" [ref_")), "{text}: {found:?}");
        let at = line.split(['[', ']']).nth(1).unwrap().to_owned();
        agent.click(&at).await.shows(&format!(
            r#"
            [text] Clicked (left) {at}.
            [text] It is button "{name}".
            [state]
            * t1 "Frames and shadow DOM" http://127.0.0.1:PORT/frames.html
            "#
        ));
        assert_eq!(site.ask(path, state).await.unwrap(), now);
    }
    let found = agent.call("find", query("closed shadow")).await;
    let line = found.lines().nth(1).unwrap_or_default();
    assert!(line.starts_with("button \"Closed shadow button\" [ref_"), "{found:?}");
    agent.end().await;
}

#[tokio::test]
async fn t7_at_most_twenty_the_rest_is_counted_and_the_same_words_give_the_same_lines() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/table.html")).await;
    let found = agent.call("find", query("refund button")).await;
    let lines: Vec<_> = found.lines().collect();
    assert_eq!(lines.len(), 1 + 20 + 1 + 2, "{found:?}");
    assert!(lines[1..21].iter().all(|line| line.starts_with("button \"Refund\" [ref_")), "{found:?}");
    assert_eq!(lines[21], "… 980 more match; add words to narrow it down");
    assert_eq!(agent.call("find", query("refund button")).await, found);
    // Also what lies far outside the viewport is found.
    let far = agent.call("find", query("1500")).await;
    let line = far.lines().nth(1).unwrap_or_default();
    assert!(line.starts_with("link \"1500\"") || line.starts_with("row \"1500 "), "{far:?}");
    agent.end().await;
}

#[tokio::test]
async fn n2_words_that_find_nothing_say_so_and_none_are_an_error() {
    let (site, agent) = at(Site::builder().page("/shop", SHOP)).await;
    agent.go(&site.url("/shop")).await;
    for text in ["giraffe", "🦒"] {
        agent.call("find", query(text)).await.shows(
            r#"
            [text] Nothing on the page matches. Try other words, or read_page.
            [state]
            * t1 "Shop" http://127.0.0.1:PORT/shop
            "#,
        );
    }
    agent.call("find", query("")).await.shows(
        r#"
        [error bad_input, about find]
        [text] The input of find is not right: query: expected a string that isn't empty, got string "".
        "#,
    );
    agent.call("find", json!({})).await.shows(
        r#"
        [error bad_input, about find]
        [text] The input of find is not right: query: expected a string that isn't empty, got nothing.
        "#,
    );
    agent.end().await;
}
