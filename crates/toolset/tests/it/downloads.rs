//! Downloads in the state (S2, S3, S5, N8).

use std::path::PathBuf;

use ringfence_toolset::{
    BrowserState, ContractError, DownloadView, DriverError, ErrorCode, MemberOutput, StateChange, StateFault,
    TabId, ToolsetOptions,
};
use serde_json::{Value, json};

use crate::fake::{Checked, Fake, done, one_tab, tab, toolset, with_options};

fn started(id: &str, url: &str) -> StateChange {
    StateChange::DownloadStarted { download_id: id.into(), url: url.into() }
}

fn completed(id: &str, url: &str, path: Option<&str>, size_bytes: Option<u64>) -> StateChange {
    let path = path.map(PathBuf::from);
    StateChange::DownloadCompleted { download_id: id.into(), url: url.into(), path, size_bytes }
}

fn failed(id: &str, url: &str, error: Option<&'static str>) -> StateChange {
    StateChange::DownloadFailed { download_id: id.into(), url: url.into(), error }
}

fn with(changes: Vec<StateChange>) -> BrowserState {
    BrowserState { changes, ..one_tab() }
}

/// Makes one act and returns the changes in its result, as they go over the wire.
async fn changes(toolset: &Checked) -> Value {
    let outcome = toolset.call("wait", json!({"duration": 0})).await.unwrap();
    let result = outcome.result.to_api("x");
    let state = result["content"].as_array().unwrap().last().unwrap();
    state.get("state_changes").cloned().unwrap_or(json!("absent"))
}

#[tokio::test]
async fn s2_each_kind_of_change_has_its_own_fields_only() {
    let state = with(vec![
        started("d1", "https://a.test/1"),
        completed("d2", "https://a.test/2", None, Some(7)),
        completed("d3", "https://a.test/3", None, None),
        failed("d4", "https://a.test/4", Some("cancelled")),
        failed("d5", "https://a.test/5", None),
    ]);
    let (_, toolset) = toolset(Fake::new().then(done(), state));
    assert_eq!(
        changes(&toolset).await,
        json!([
            {"type": "download_started", "download_id": "d1", "url": "https://a.test/1"},
            {"type": "download_completed", "download_id": "d2", "url": "https://a.test/2", "size_bytes": 7},
            {"type": "download_completed", "download_id": "d3", "url": "https://a.test/3"},
            {"type": "download_failed", "download_id": "d4", "url": "https://a.test/4", "error": "cancelled"},
            {"type": "download_failed", "download_id": "d5", "url": "https://a.test/5"},
        ])
    );
}

#[tokio::test]
async fn s3_a_download_has_one_entry_its_newest() {
    let url = "https://a.test/f";
    let first = with(vec![started("d1", url), started("d2", url), completed("d1", url, None, Some(1))]);
    let error = DriverError::new(ErrorCode::Failed, "It failed.");
    let fake = Fake::new()
        .then(done(), first)
        // A failed call's changes wait, and are overtaken.
        .then(Err(error), with(vec![started("d3", url)]))
        .then(done(), with(vec![failed("d3", url, None), completed("d2", url, None, None)]))
        .then(done(), with(vec![]));
    let (_, toolset) = toolset(fake);
    assert_eq!(
        changes(&toolset).await,
        json!([
            {"type": "download_started", "download_id": "d2", "url": url},
            {"type": "download_completed", "download_id": "d1", "url": url, "size_bytes": 1},
        ])
    );
    assert!(toolset.call("wait", json!({"duration": 0})).await.unwrap().result.is_error);
    assert_eq!(
        changes(&toolset).await,
        json!([
            {"type": "download_failed", "download_id": "d3", "url": url},
            {"type": "download_completed", "download_id": "d2", "url": url},
        ])
    );
    assert_eq!(changes(&toolset).await, json!("absent"));
}

#[tokio::test]
async fn s2_at_most_200_changes_go_into_a_block_and_the_rest_wait() {
    let many = (0..450).map(|n| started(&format!("d{n}"), "https://a.test/")).collect();
    let fake = Fake::new().then(done(), with(many)).then_done(2);
    let (_, toolset) = toolset(fake);
    let mut sizes = Vec::new();
    for _ in 0..3 {
        sizes.push(changes(&toolset).await.as_array().unwrap().len());
    }
    assert_eq!(sizes, [200, 200, 50]);
}

#[tokio::test]
async fn s4_a_new_tab_is_told_even_when_200_other_changes_wait() {
    let many = (0..300).map(|n| started(&format!("d{n}"), "https://a.test/"));
    let opened = StateChange::TabOpened { tab_id: TabId::new("t2") };
    let after = BrowserState {
        tabs: vec![tab("t1", false), tab("t2", true)],
        changes: many.chain([opened.clone()]).collect(),
        ..BrowserState::default()
    };
    let (_, toolset) = toolset(Fake::new().then_done(1).then(Ok(MemberOutput::Tabs), after));
    toolset.call("wait", json!({"duration": 0})).await.unwrap();
    let outcome = toolset.call("new_tab", json!({})).await.unwrap();
    let block = outcome.result.to_api("x")["content"][0].clone();
    assert_eq!(block["state_changes"][0], json!({"type": "tab_opened", "tab_id": "t2"}));
    assert_eq!(block["state_changes"].as_array().unwrap().len(), 200);
}

#[tokio::test]
async fn s2_a_download_without_a_usable_id_breaks_the_contract() {
    for id in ["", "a\nb", &"x".repeat(201)] {
        let (_, toolset) = toolset(Fake::new().then(done(), with(vec![started(id, "https://a.test/")])));
        match toolset.call("wait", json!({"duration": 0})).await {
            Err(ContractError::BadState(fault)) => assert_eq!(fault, StateFault::BadDownloadId),
            other => panic!("{other:?}"),
        }
    }
}

async fn shown(view: DownloadView, change: StateChange) -> Value {
    let options = ToolsetOptions { downloads: view, ..ToolsetOptions::default() };
    let (_, toolset) = with_options(Fake::new().then(done(), with(vec![change])), options);
    changes(&toolset).await[0].clone()
}

#[tokio::test]
async fn n8_a_downloads_query_is_cut_unless_the_options_say_otherwise() {
    let queries = DownloadView { show_queries: true, ..DownloadView::default() };
    for (url, cut, whole) in [
        ("https://u:p@a.test/f?token=1#x", "https://***@a.test/f?…", "https://***@a.test/f?token=1#x"),
        ("https://a.test/f#token", "https://a.test/f", "https://a.test/f#token"),
        ("https://a.test/f\nx", "https://a.test/f x", "https://a.test/f x"),
        ("data:text/csv,secret?", "data:text/csv,…", "data:text/csv,…"),
    ] {
        assert_eq!(shown(DownloadView::default(), started("d1", url)).await["url"], cut);
        assert_eq!(shown(queries.clone(), started("d1", url)).await["url"], whole);
    }
}

/// Fails when any of the conditions is left out of `Changes::may_show`: seen by taking out that of one line.
#[tokio::test]
async fn s5_a_path_is_shown_only_when_asked_for_inside_the_directory_and_on_one_line() {
    let view = |expose_paths| DownloadView {
        directory: Some("/data/downloads".into()),
        expose_paths,
        show_queries: false,
    };
    let of = |path: &str| completed("d1", "https://a.test/", Some(path), None);
    let path = |shown: Value| shown.get("path").cloned();
    let good = "/data/downloads/a/report.pdf";
    assert_eq!(path(shown(DownloadView::default(), of(good)).await), None);
    assert_eq!(path(shown(view(false), of(good)).await), None);
    assert_eq!(path(shown(view(true), of(good)).await), Some(json!(good)));
    for bad in [
        "/data/downloads",
        "/data/downloads/",
        "/data/downloads-2/a",
        "/data/downloads/../secret",
        "/data/downloads/a/../../secret",
        "/etc/passwd",
        "downloads/a",
        "/data/downloads/a\nb",
        "/data/downloads/a\u{202e}b",
        "/data/downloads/a ",
        &format!("/data/downloads/{}", "x".repeat(4_096)),
    ] {
        assert_eq!(path(shown(view(true), of(bad)).await), None, "{bad:?}");
    }
}
