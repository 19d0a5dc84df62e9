//! Windows by the hundred.

use ringfence_testkit::Site;
use serde_json::json;

use super::{answered, facing, goes_on};
use crate::agent::{Agent, allowing};
use crate::seen::Seen;

fn tabs(seen: &Seen) -> usize {
    seen.lines().filter(|line| line.starts_with("- t") || line.starts_with("* t")).count()
}

#[tokio::test]
async fn a_hundred_windows_of_one_click_are_few_and_none_of_a_timer() {
    let page = "<!doctype html><title>Storm</title><button onclick=\"for (let i = 0; i < 100; i += 1) window.open('/fresh?' + i)\">Press</button><script>window.opened = 0; for (let i = 0; i < 100; i += 1) if (window.open('/fresh')) opened += 1</script>";
    let (site, agent) = facing(Site::builder().page("/storm", page)).await;
    agent.go(&site.url("/storm")).await;
    let seen = answered(&agent, "list_tabs", json!({})).await;
    assert_eq!(tabs(&seen), 1, "{seen:?}");
    assert_eq!(site.ask("/storm", "opened").await.unwrap(), 0);
    let press = agent.find("button").await;
    // Each click of a user opens one window at most.
    for clicks in 1..=3 {
        answered(&agent, "left_click", json!({ "target": { "type": "ref", "ref": press } }))
            .await
            .lines()
            .for_each(drop);
        let seen = answered(&agent, "list_tabs", json!({})).await;
        assert_eq!(tabs(&seen), 1 + clicks, "{seen:?}");
    }
    goes_on(&site, &agent).await;
    agent.end().await;
}

#[tokio::test]
async fn windows_that_open_windows_end_where_clicks_end() {
    let page = "<!doctype html><title>Storm</title><button onclick=\"window.open('/storm')\">Press</button><script>window.open('/storm')</script>";
    let (site, agent) = facing(Site::builder().page("/storm", page)).await;
    agent.go(&site.url("/storm")).await;
    let press = agent.find("button").await;
    answered(&agent, "left_click", json!({ "target": { "type": "ref", "ref": press } }))
        .await
        .lines()
        .for_each(drop);
    let seen = answered(&agent, "list_tabs", json!({})).await;
    assert_eq!(tabs(&seen), 2, "{seen:?}");
    goes_on(&site, &agent).await;
    agent.end().await;
}

#[tokio::test]
async fn d16_a_storm_of_refused_windows_leaves_none_and_asks_nobody() {
    let other = Site::builder().start().unwrap();
    let page = format!(
        "<!doctype html><title>Storm</title><button onclick=\"for (let i = 0; i < 100; i += 1) window.open('{}')\">Press</button>",
        other.url("/secret")
    );
    let site = Site::builder()
        .page("/storm", &page)
        .page("/fresh", "<!doctype html><title>Fresh</title><p>A fresh page.</p>")
        .probed()
        .start()
        .unwrap();
    let agent = Agent::with_policy(allowing(&[&site]).build().unwrap(), &[(&site, "PORT")]).await;
    agent.go(&site.url("/storm")).await;
    let press = agent.find("button").await;
    for _ in 0..3 {
        answered(&agent, "left_click", json!({ "target": { "type": "ref", "ref": press } })).await.shows(
            &format!(
                r#"
            [text] Clicked (left) {press}.
            [text] It is button "Press".
            [text] A page tried to go to an address that the policy refuses; it was stopped.
            [state]
            * t1 "Storm" http://127.0.0.1:PORT/storm
            "#
            ),
        );
    }
    assert_eq!(other.request_lines(), Vec::<String>::new());
    goes_on(&site, &agent).await;
    agent.end().await;
}
