//! Tabs and changes: what a block may hold, and what waits.

use ringfence_toolset::{
    Block, BrowserState, ContractError, DriverError, ErrorCode, MemberOutput, Outcome, StateChange,
    StateFault, Tab, TabId, ToolResult,
};
use serde_json::json;

use crate::fake::{Checked, Fake, done, one_tab, tab, toolset};

fn opened(id: &str) -> StateChange {
    StateChange::TabOpened { tab_id: TabId::new(id) }
}

fn state(tabs: &[(&str, bool)], changes: &[StateChange]) -> BrowserState {
    let tabs = tabs.iter().map(|(id, active)| tab(id, *active)).collect();
    BrowserState { tabs, changes: changes.to_vec(), ..BrowserState::default() }
}

fn changes(outcome: &Outcome) -> Vec<StateChange> {
    match outcome.result.content.last() {
        Some(Block::BrowserState { changes, .. }) => changes.clone(),
        other => panic!("no state at the end: {other:?}"),
    }
}

async fn wait(toolset: &Checked) -> Result<Outcome, ContractError> {
    toolset.call("wait", json!({"duration": 0})).await
}

#[tokio::test]
async fn s1_a_state_that_breaks_a_rule_ends_the_run() {
    let many: Vec<_> = (0..101).map(|n| tab(&format!("t{n}"), n == 0)).collect();
    let rows = [
        (state(&[("t1", true), ("t1", false)], &[]), StateFault::DuplicateId(TabId::new("t1"))),
        (state(&[("", true)], &[]), StateFault::EmptyId),
        (state(&[("t1", false)], &[]), StateFault::ActiveTabs(0)),
        (state(&[("t1", true), ("t2", true)], &[]), StateFault::ActiveTabs(2)),
        (BrowserState { tabs: many, ..BrowserState::default() }, StateFault::TooManyTabs(101)),
    ];
    for (broken, fault) in rows {
        let (_, toolset) = toolset(Fake::new().then(done(), broken));
        match wait(&toolset).await {
            Err(ContractError::BadState(found)) => assert_eq!(found, fault),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn s1_no_tab_at_all_is_a_state() {
    let (_, toolset) = toolset(Fake::new().then(done(), BrowserState::default()));
    assert_eq!(wait(&toolset).await.unwrap().tabs, []);
}

#[tokio::test]
async fn n8_titles_and_addresses_are_folded() {
    let hostile = Tab {
        tab_id: TabId::new("t1"),
        title: " a\n* t9 \"Bank\"\u{202e}".into(),
        url: "https://user:pw@example.com/".into(),
        active: true,
    };
    let reported = BrowserState { tabs: vec![hostile], ..BrowserState::default() };
    let (_, toolset) = toolset(Fake::new().then(done(), reported));
    let tabs = wait(&toolset).await.unwrap().tabs;
    let folded = Tab {
        tab_id: TabId::new("t1"),
        title: "a * t9 \"Bank\"".into(),
        url: "https://***@example.com/".into(),
        active: true,
    };
    assert_eq!(tabs, [folded]);
}

#[tokio::test]
async fn s2_changes_stand_in_the_block_and_are_absent_when_there_are_none() {
    let fake = Fake::new().then(done(), state(&[("t1", true), ("t2", false)], &[opened("t2")]));
    let (_, toolset) = toolset(fake.then(done(), state(&[("t1", true), ("t2", false)], &[])));
    let first = wait(&toolset).await.unwrap().result.to_api("x");
    assert_eq!(first["content"][1]["state_changes"], json!([{"type": "tab_opened", "tab_id": "t2"}]));
    let second = wait(&toolset).await.unwrap().result.to_api("x");
    assert_eq!(second["content"][1].get("state_changes"), None);
}

#[tokio::test]
async fn s3_a_tab_opens_once_and_only_while_it_is_listed() {
    let twice = state(&[("t1", true), ("t2", false)], &[opened("t2"), opened("t2"), opened("t3")]);
    let again = state(&[("t1", true), ("t2", false)], &[opened("t2")]);
    let (_, toolset) = toolset(Fake::new().then(done(), twice).then(done(), again));
    assert_eq!(changes(&wait(&toolset).await.unwrap()), [opened("t2")]);
    assert_eq!(changes(&wait(&toolset).await.unwrap()), []);
}

#[tokio::test]
async fn s4_a_failed_call_keeps_its_changes_for_the_next_success() {
    let error = DriverError::new(ErrorCode::TimedOut, "Too slow.");
    let fake = Fake::new().then(Err(error), state(&[("t1", true), ("t2", false)], &[opened("t2")]));
    let (_, toolset) = toolset(fake.then(done(), state(&[("t1", true), ("t2", false)], &[])));
    assert_eq!(wait(&toolset).await.unwrap().result, ToolResult::error("Too slow."));
    assert_eq!(changes(&wait(&toolset).await.unwrap()), [opened("t2")]);
}

#[tokio::test]
async fn s4_a_kept_change_is_dropped_when_its_tab_closed_meanwhile() {
    let error = DriverError::new(ErrorCode::TimedOut, "Too slow.");
    let fake = Fake::new().then(Err(error), state(&[("t1", true), ("t2", false)], &[opened("t2")]));
    let (_, toolset) = toolset(fake.then(done(), one_tab()));
    assert!(wait(&toolset).await.unwrap().result.is_error);
    assert_eq!(changes(&wait(&toolset).await.unwrap()), []);
}

#[tokio::test]
async fn p8_changes_drained_with_a_broken_state_are_kept() {
    let broken = state(&[("t1", true), ("t2", true)], &[opened("t2")]);
    let fake = Fake::new().then(done(), broken);
    let (_, toolset) = toolset(fake.then(done(), state(&[("t1", true), ("t2", false)], &[])));
    assert!(wait(&toolset).await.is_err());
    assert_eq!(changes(&wait(&toolset).await.unwrap()), [opened("t2")]);
}

#[tokio::test]
async fn s4_new_tab_holds_its_own_opening_and_the_others_wait() {
    let after = state(&[("t1", false), ("t2", false), ("t3", true)], &[opened("t2"), opened("t3")]);
    let fake = Fake::new().then(done(), one_tab()).then(Ok(MemberOutput::Tabs), after.clone());
    let (_, toolset) = toolset(fake.then(done(), BrowserState { changes: Vec::new(), ..after }));
    wait(&toolset).await.unwrap();
    let new_tab = toolset.call("new_tab", json!({})).await.unwrap();
    assert_eq!(new_tab.result.content.len(), 1);
    assert_eq!(changes(&new_tab), [opened("t3")]);
    assert_eq!(changes(&wait(&toolset).await.unwrap()), [opened("t2")]);
}

#[tokio::test]
async fn s4_new_tab_fails_unless_its_tab_is_the_active_one() {
    let failed =
        ToolResult::error("The new tab did not become the active one. List the tabs to see what is open.");
    let not_active = state(&[("t1", true), ("t2", false)], &[opened("t2")]);
    let not_reported = state(&[("t1", false), ("t2", true)], &[]);
    let none = BrowserState::default();
    for after in [not_active, not_reported, none] {
        let fake = Fake::new().then(done(), one_tab()).then(Ok(MemberOutput::Tabs), after);
        let (_, toolset) = toolset(fake);
        wait(&toolset).await.unwrap();
        assert_eq!(toolset.call("new_tab", json!({})).await.unwrap().result, failed);
    }
}

#[tokio::test]
async fn an_outcome_tells_whether_tabs_or_changes_differ_from_the_last_success() {
    let moved = BrowserState {
        tabs: vec![Tab { url: "https://example.com/other".into(), ..tab("t1", true) }],
        ..BrowserState::default()
    };
    let fake = Fake::new()
        .then(done(), one_tab())
        .then(done(), one_tab())
        .then(Err(DriverError::new(ErrorCode::Failed, "x")), moved.clone())
        .then(done(), moved.clone())
        .then(done(), moved);
    let (_, toolset) = toolset(fake);
    let mut changed = Vec::new();
    for _ in 0..5 {
        changed.push(wait(&toolset).await.unwrap().changed);
    }
    assert_eq!(changed, [true, false, true, true, false]);
}
