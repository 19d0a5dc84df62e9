//! What a field holds after the page has had its say: that is told, not what was wanted.

use ringfence_testkit::Site;
use serde_json::{Value, json};

use crate::agent::{Agent, at};

const PAGE: &str = r#"<!doctype html><title>Held</title>
<label>Short <input id=short maxlength=3></label> <label>Count <input id=count type=number></label>
<label>Plain <input id=plain value="a-"></label> <label>Secret <input id=secret type=password maxlength=2></label>
<label>Upper <input id=upper oninput="this.value = this.value.toUpperCase()"></label>
<label>Lines <textarea id=lines></textarea></label> <div id=rich contenteditable aria-label=Rich>x</div>
<label>Away <input id=away onfocus="this.remove()"></label>
<label>Back <select id=back onchange="setTimeout(() => { this.value = 'a' })"><option>a<option>b</select></label>
<label>Later <input id=later value=old oninput="setTimeout(() => { this.value = 'old' })"></label>
<label>Mail <input id=mail type=email></label> <label>Web <input id=web type=url></label>
<label>Code <input id=code pattern="[A-Z]{3}"></label> <label>Day <input id=day type=date></label>
<label>When <input id=when type=datetime-local></label>"#;

async fn held() -> (Site, Agent) {
    let (site, agent) = at(Site::builder().page("/held", PAGE)).await;
    agent.go(&site.url("/held")).await;
    (site, agent)
}

/// The line that the driver says of itself, or the whole error.
async fn line(agent: &Agent, member: &str, input: Value) -> String {
    let seen = agent.call(member, input).await;
    let told: Vec<&str> = seen.lines().filter(|line| line.starts_with("[text]")).collect();
    told.last().unwrap().trim_start_matches("[text] ").to_owned()
}

/// Seen to fail with `typed_into` returning none.
#[tokio::test]
async fn n4_typing_tells_what_a_field_holds_that_did_not_take_the_text() {
    let (site, agent) = held().await;
    for (field, id, text, told, holds) in [
        ("Short", "short", "abcdef", ", which now holds \"abc\", not what was typed.", "abc"),
        ("Count", "count", "1x2", ", which now holds \"12\", not what was typed.", "12"),
        ("Plain", "plain", "bc", ".", "a-bc"),
        ("Secret", "secret", "hunter2", ", which now holds \"(hidden)\", not what was typed.", "hu"),
        ("Upper", "upper", "up", ", which now holds \"UP\", not what was typed.", "UP"),
        ("Lines", "lines", "one\ntwo", ".", "one\ntwo"),
    ] {
        let focus = format!(
            "(() => {{ const field = document.getElementById('{id}'); field.focus(); if (field.type === 'text') field.setSelectionRange(9, 9); return 'focused' }})()"
        );
        assert_eq!(site.ask("/held", &focus).await.unwrap(), "focused");
        let said = line(&agent, "type", json!({ "text": text })).await;
        let what = if field == "Count" { "spinbutton" } else { "textbox" };
        let hidden = if field == "Secret" { " (hidden)" } else { "" };
        assert_eq!(said, format!("Into {what} \"{field}\"{hidden}{told}"));
        let value = format!("document.getElementById('{id}').value");
        assert_eq!(site.ask("/held", &value).await.unwrap(), holds, "{field}");
    }
    assert_eq!(site.ask("/held", "(rich.focus(), 'focused')").await.unwrap(), "focused");
    let said = line(&agent, "type", json!({ "text": "two words" })).await;
    assert!(said.starts_with("Into ") && said.ends_with("\"Rich\"."), "{said}");
    agent.end().await;
}

/// Seen to fail with `held` in `form.rs` answering what was set.
#[tokio::test]
async fn t8_a_page_that_takes_a_value_back_or_the_field_away_is_told() {
    let (site, agent) = held().await;
    for (field, value, told) in [
        ("combobox \"Back\"", "b", "(combobox \"Back\") did not take the value; it now holds \"a\"."),
        ("textbox \"Later\"", "new", "(textbox \"Later\") did not take the value; it now holds \"old\"."),
        (
            "textbox \"Away\"",
            "gone",
            "textbox \"Away\" took \"gone\", and then the page took it away or put another in its place; read the page again.",
        ),
    ] {
        let at = agent.find(field).await;
        let said =
            line(&agent, "form_input", json!({ "target": { "type": "ref", "ref": at }, "value": value }))
                .await;
        assert_eq!(said.trim_start_matches(&format!("{at} ")), told);
    }
    assert_eq!(
        site.ask("/held", "[back.value, later.value, document.getElementById('away')]").await.unwrap(),
        json!(["a", "old", null])
    );
    agent.end().await;
}

#[tokio::test]
async fn t8_what_a_field_takes_is_told_when_it_did_not_get_that() {
    let (_site, agent) = held().await;
    for (field, value, told) in [
        (
            "Mail",
            "nobody",
            "now holds \"nobody\", which the field itself calls invalid (it takes an email address, such as a@example.com).",
        ),
        (
            "Web",
            "example.com",
            "now holds \"example.com\", which the field itself calls invalid (it takes an address with its scheme, such as https://example.com).",
        ),
        (
            "Code",
            "abc",
            "now holds \"abc\", which the field itself calls invalid (it takes the pattern [A-Z]{3}).",
        ),
        ("Code", "ABC", "now holds \"ABC\"."),
        (
            "Day",
            "tomorrow",
            "did not take the value; it now holds \"\" (it takes a date, such as 2026-02-28).",
        ),
        (
            "When",
            "14:30",
            "did not take the value; it now holds \"\" (it takes a date and time, such as 2026-02-28T14:30).",
        ),
    ] {
        let at = agent.find(&format!("textbox \"{field}\"")).await;
        let said =
            line(&agent, "form_input", json!({ "target": { "type": "ref", "ref": at }, "value": value }))
                .await;
        assert!(said.ends_with(told), "{field}: {said}");
    }
    agent.end().await;
}
