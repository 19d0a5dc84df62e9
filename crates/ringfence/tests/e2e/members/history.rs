//! `navigate` back, forward and reload.

use serde_json::json;

use crate::agent::{asked, at_fixtures};
use crate::seen::Seen;

const FORM: &str = r#"
    [text] Now at http://127.0.0.1:PORT/form.html "Sign up form" (HTTP 200)
    [state]
    * t1 "Sign up form" http://127.0.0.1:PORT/form.html
    "#;

async fn go(agent: &crate::agent::Agent, word: &str) -> Seen {
    agent.call("navigate", json!({ "url": word })).await
}

#[tokio::test]
async fn p4_back_forward_and_reload_are_words_not_addresses() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    agent.go(&site.url("/article.html")).await;
    go(&agent, " Back ").await.shows(FORM);
    assert_eq!(site.ask("/form.html", "document.title").await.unwrap(), "Sign up form");
    go(&agent, "FORWARD").await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/article.html "A long article" (HTTP 200)
        [state]
        * t1 "A long article" http://127.0.0.1:PORT/article.html
        "#,
    );
    go(&agent, "back").await.shows(FORM);
    site.ask("/form.html", "document.getElementById('name').value = 'typed'").await.unwrap();
    go(&agent, "reload").await.shows(FORM);
    assert_eq!(site.ask("/form.html", "document.getElementById('name').value").await.unwrap(), "");
    let form = "GET /form.html".to_owned();
    let article = "GET /article.html".to_owned();
    assert_eq!(asked(&site), [&form, &article, &form, &article, &form, &form].map(Clone::clone));
    agent.end().await;
}

#[tokio::test]
async fn the_ends_of_the_history_are_errors() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    go(&agent, "forward").await.shows(
        "
        [error no_history]
        [text] The tab has no page to go forward to.
        ",
    );
    go(&agent, "back").await.shows(
        r#"
        [text] Now at about:blank
        [state]
        * t1 "about:blank" about:blank
        "#,
    );
    go(&agent, "back").await.shows(
        "
        [error no_history]
        [text] The tab has no page to go back to.
        ",
    );
    assert_eq!(asked(&site), ["GET /form.html"]);
    agent.end().await;
}

#[tokio::test]
async fn d9_steps_within_one_document_keep_page_and_refs() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    site.ask("/form.html", "window.mark = 'same document'").await.unwrap();
    let before = agent.find("button \"Sign up\"").await;
    go(&agent, &site.url("/form.html#email")).await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/form.html#email "Sign up form" (HTTP 200)
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html#email
        "#,
    );
    go(&agent, "back").await.shows(FORM);
    go(&agent, "forward").await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/form.html#email "Sign up form" (HTTP 200)
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html#email
        "#,
    );
    assert_eq!(agent.find("button \"Sign up\"").await, before);
    assert_eq!(
        site.ask("/form.html", "[window.mark, location.hash]").await.unwrap(),
        json!(["same document", "#email"])
    );
    assert_eq!(asked(&site), ["GET /form.html"]);
    agent.end().await;
}
