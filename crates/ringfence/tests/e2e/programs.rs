//! Addresses that another program would open.

use ringfence_testkit::Site;
use serde_json::json;

use crate::agent::at;

const KEYS: &str = "<title>Keys</title><input aria-label=Field><script>seen = []; onkeydown = (e) => seen.push(e.key)</script>";

/// Without the managed policy Chromium asks a person, whom it doesn't have, whether to open another program; and until
/// that is answered the tab takes no input, on every page after it, too.
///
/// Seen to fail with `URLBlocklist` taken out of `preferences::policies`: no key reaches the next page.
#[tokio::test]
async fn an_address_of_another_program_does_not_deaden_the_tab() {
    for asks in [
        "<title>Asks</title><iframe src='foo:bar'></iframe>",
        "<title>Asks</title><script>setTimeout(() => { location = 'foo:bar' })</script>",
    ] {
        let (site, agent) = at(Site::builder().page("/asks", asks).page("/keys", KEYS)).await;
        // It may be gone elsewhere before it is there; that is told or not, as it comes.
        agent.call("navigate", json!({ "url": site.url("/asks") })).await.lines().count();
        agent.call("wait", json!({ "duration": 0.5 })).await.lines().count();
        agent.go(&site.url("/keys")).await;
        let field = agent.find("textbox").await;
        agent.click(&field).await.lines().count();
        agent.call("type", json!({ "text": "abc" })).await.lines().count();
        assert_eq!(site.ask("/keys", "seen").await.unwrap(), json!(["a", "b", "c"]), "{asks}");
        agent.end().await;
    }
}
