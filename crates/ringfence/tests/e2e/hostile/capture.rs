//! Pages that want the whole screen, the pointer, or a device; and documents that are no pages.

use ringfence_testkit::{Answer, Site};
use serde_json::json;

use super::{answered, facing, goes_on};

/// Presses a page's only button, which starts something; the page's title says what came of it.
async fn pressed(script: &str) -> String {
    let page = format!(
        "<!doctype html><title>Waiting</title><button>Press</button><script>const said = (text) => {{ document.title = text }}; document.querySelector('button').onclick = async () => {{ try {{ said(String(await ({script}))) }} catch (error) {{ said(error.name) }} }}</script>"
    );
    let (site, agent) = facing(Site::builder().page("/wants", &page)).await;
    agent.go(&site.url("/wants")).await;
    let press = agent.find("button").await;
    let seen = answered(&agent, "left_click", json!({ "target": { "type": "ref", "ref": press } })).await;
    let first = format!("[text] Clicked (left) {press}.");
    assert_eq!(seen.lines().find(|line| !line.is_empty()), Some(first.as_str()), "{seen:?}");
    let until = json!({ "duration": 2 });
    let mut title = String::new();
    for _ in 0..5 {
        title = site.ask("/wants", "document.title").await.unwrap().as_str().unwrap_or_default().to_owned();
        if title != "Waiting" {
            break;
        }
        answered(&agent, "wait", until.clone()).await.lines().for_each(drop);
    }
    // Whatever came of it, the page is read and left like any other.
    let read = answered(&agent, "read_page", json!({})).await;
    assert!(read.lines().any(|line| line.starts_with("button \"Press\"")), "{read:?}");
    goes_on(&site, &agent).await;
    agent.end().await;
    title
}

#[tokio::test]
async fn a_page_that_takes_the_whole_screen() {
    assert_eq!(pressed("document.documentElement.requestFullscreen().then(() => 'full')").await, "full");
}

#[tokio::test]
async fn a_page_that_takes_the_pointer() {
    assert_eq!(pressed("document.body.requestPointerLock().then(() => 'taken')").await, "taken");
}

#[tokio::test]
async fn a_page_that_asks_for_what_a_person_would_be_asked_for() {
    for (script, said) in [
        ("'Notification' in window", "false"),
        (
            "new Promise((yes, no) => navigator.geolocation.getCurrentPosition(() => yes('here'), (error) => yes('code ' + error.code)))",
            "code 1",
        ),
        (
            "navigator.mediaDevices ? navigator.mediaDevices.getUserMedia({ audio: true }) : 'no devices'",
            "NotFoundError",
        ),
        ("navigator.clipboard ? navigator.clipboard.readText() : 'no clipboard'", "NotAllowedError"),
    ] {
        assert_eq!(pressed(script).await, said, "{script}");
    }
}

const PDF: &str = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 300 300]/A<</S/URI/URI(http://127.0.0.1/)>>>>]>>endobj\ntrailer<</Root 1 0 R>>\n";

/// What can't be read is not said to be empty.
#[tokio::test]
async fn a_pdf_file_is_said_to_be_one() {
    let link = "<!doctype html><title>Link</title><a href=/file.pdf>The file</a>";
    let site = Site::builder()
        .page("/link", link)
        .route("/file.pdf", |_| Answer::of("application/pdf", PDF.as_bytes()));
    let (site, agent) = facing(site).await;
    answered(&agent, "navigate", json!({ "url": site.url("/file.pdf") })).await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/file.pdf (HTTP 200, a PDF file, which can't be read or shown here)
        [state]
        * t1 "127.0.0.1:PORT/file.pdf" http://127.0.0.1:PORT/file.pdf
        "#,
    );
    for (member, input) in
        [("read_page", json!({})), ("get_page_text", json!({})), ("find", json!({ "query": "text" }))]
    {
        answered(&agent, member, input).await.shows(
            "
            [error not_suited, about t1]
            [text] The page is a PDF file, which can't be read or shown here. Look for the same as a web page.
            ",
        );
    }
    agent.go(&site.url("/link")).await;
    let link = agent.find("link").await;
    answered(&agent, "left_click", json!({ "target": { "type": "ref", "ref": link } })).await.shows(&format!(
        r#"
        [text] Clicked (left) {link}.
        [text] It is link "The file". The tab is now at http://127.0.0.1:PORT/file.pdf (HTTP 200). It is a PDF file, which can't be read or shown here.
        [state]
        * t1 "127.0.0.1:PORT/file.pdf" http://127.0.0.1:PORT/file.pdf
        "#
    ));
    goes_on(&site, &agent).await;
    agent.end().await;
}
