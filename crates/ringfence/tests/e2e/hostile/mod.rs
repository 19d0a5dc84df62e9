//! Pages and servers that mean harm or do it unawares. Whatever they do: the call that meets them has an answer with a
//! name within its deadline, and the next page works.

mod capture;
mod deceit;
mod dom;
mod downloads;
mod endless;
mod exhaust;
mod floods;
mod leaving;
mod loading;
mod popups;
mod size;

use std::time::Duration;

use ringfence::toolset::Block;
use ringfence_testkit::{Site, SiteBuilder};
use serde_json::{Value, json};

use crate::agent::{Agent, Setup};
use crate::seen::Seen;

/// The deadline of every call in these tests.
const DEADLINE: Duration = Duration::from_millis(1500);
/// What a navigation may take more: it is several steps.
const NAVIGATE_MORE: Duration = Duration::from_millis(1500);
/// Every answer is there by then, on a machine that is busy, too: the deadline, and freeing a page that hangs.
const LONGEST: Duration = Duration::from_secs(40);

/// A site with such pages, a page that is as it should be, and an agent that is given little time.
async fn facing(site: SiteBuilder) -> (Site, Agent) {
    facing_within(DEADLINE, site).await
}

/// As [`facing`], with another deadline.
async fn facing_within(deadline: Duration, site: SiteBuilder) -> (Site, Agent) {
    let site = site
        .page("/fresh", "<!doctype html><title>Fresh</title><p>A fresh page.</p>")
        .probed()
        .start()
        .unwrap();
    let agent = Setup::at(&site).within(deadline).navigating_within(deadline + NAVIGATE_MORE).start().await;
    (site, agent)
}

/// The next page works: it is gone to and read, both at once.
async fn goes_on(site: &Site, agent: &Agent) {
    let calls = async {
        let went = agent.outcome("navigate", json!({ "url": site.url("/fresh") })).await;
        assert!(!went.result.is_error, "{went:?}");
        agent.outcome("read_page", json!({})).await
    };
    let read = tokio::time::timeout(LONGEST, calls).await.expect("the next page takes too long");
    let [Block::PageText { text, .. }, ..] = &read.result.content[..] else { panic!("{read:?}") };
    assert_eq!(text, "text \"A fresh page.\"");
    assert_eq!(site.ask("/fresh", "document.title").await.unwrap(), "Fresh");
}

/// Makes a call that must be answered long before a person would give up, whatever it answers.
async fn answered(agent: &Agent, member: &str, input: Value) -> Seen {
    let call = agent.call(member, input);
    tokio::time::timeout(LONGEST, call).await.unwrap_or_else(|_| panic!("{member} hangs"))
}

/// How many more dialogs there were is the machine's to say.
fn without_numbers(seen: &Seen) -> String {
    let more = |line: &str| line.ends_with(" more dialogs were dismissed.");
    let lines = seen.lines().map(|line| if more(line) { "N more dialogs were dismissed." } else { line });
    lines.collect::<Vec<_>>().join("\n")
}
