//! `form_input`.

use ringfence_testkit::Site;
use serde_json::json;

use crate::agent::{Agent, at, at_fixtures};
use crate::seen::Seen;

/// Fields of every kind, and a record of every event on them.
const FIELDS: &str = r#"<!doctype html><title>Fields</title>
<label>Text <input id=text></label> <label>Age <input id=age type=number></label> <label>Day <input id=day type=date></label>
<label>Level <input id=level type=range min=0 max=10></label> <label>Short <input id=short maxlength=3></label>
<label>Fixed <input id=fixed readonly value=fixed></label> <label>Off <input id=off disabled></label>
<label>Notes <textarea id=notes></textarea></label>
<label>Tags <select id=tags multiple><option value=a selected>Red<option value=b>Green<option value=c>Blue</select></label>
<label>Size <select id=size><option value=1>Small<option value=2>Large<option value=3 disabled>Huge</select></label>
<div id=rich contenteditable role=textbox aria-label=Rich>old <b>text</b></div>
<div id=switch role=switch aria-label=Dark aria-checked=false tabindex=0 onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')">Dark</div>
<div id=stuck role=checkbox aria-label=Stuck aria-checked=false tabindex=0>Stuck</div>
<button id=press>Press</button>
<script>window.seen = [];
for (const type of ['input', 'change', 'click']) document.addEventListener(type, (event) => seen.push(`${event.target.id} ${type}`), true);
</script>"#;

async fn fields() -> (Site, Agent) {
    let (site, agent) = at(Site::builder().page("/fields", FIELDS)).await;
    agent.go(&site.url("/fields")).await;
    (site, agent)
}

/// The whole of a success on the fields' page.
fn set(seen: &Seen, reference: &str, value: &str, line: &str) {
    seen.shows(&format!(
        r#"
        [text] Set {reference} to {value}.
        [text] {line}
        [state]
        * t1 "Fields" http://127.0.0.1:PORT/fields
        "#
    ));
}

#[tokio::test]
async fn t8_a_whole_form_is_filled_in_and_sent() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    for (field, value, said, holds) in [
        (
            "textbox \"Full name\"",
            json!("Ada Lovelace"),
            "a text of 12 characters",
            r#"textbox "Full name" now holds "Ada Lovelace"."#,
        ),
        (
            "textbox \"Email\"",
            json!("ada@example.com"),
            "a text of 15 characters",
            r#"textbox "Email" now holds "ada@example.com"."#,
        ),
        (
            "textbox \"Password\"",
            json!("hunter2"),
            "a text of 7 characters",
            r#"textbox "Password" now holds "(hidden)"."#,
        ),
        (
            "combobox \"Country\"",
            json!("fi"),
            "a text of 2 characters",
            r#"combobox "Country" now holds "Finland"."#,
        ),
        (
            "combobox \"Country\"",
            json!("Estonia"),
            "a text of 7 characters",
            r#"combobox "Country" now holds "Estonia"."#,
        ),
        ("radio \"Pro\"", json!(true), "true", r#"radio "Pro" now holds true."#),
        ("checkbox", json!(true), "true", r#"checkbox "I agree to the terms" now holds true."#),
        (
            "textbox \"Comments\"",
            json!("one\ntwo"),
            "a text of 7 characters",
            r#"textbox "Comments" now holds "one\ntwo"."#,
        ),
    ] {
        let at = agent.find(field).await;
        agent.set(&at, value).await.shows(&format!(
            r#"
            [text] Set {at} to {said}.
            [text] {holds}
            [state]
            * t1 "Sign up form" http://127.0.0.1:PORT/form.html
            "#
        ));
    }
    let state =
        "[signup.name.value, email.value, pw.value, country.value, signup.plan.value, tos.checked, c.value]";
    assert_eq!(
        site.ask("/form.html", &state.replace("signup.name", "document.getElementById('name')"))
            .await
            .unwrap(),
        json!(["Ada Lovelace", "ada@example.com", "hunter2", "ee", "pro", true, "one\ntwo"])
    );
    let send = agent.find("button \"Sign up\"").await;
    agent.click(&send).await.shows(&format!(
        r#"
        [text] Clicked (left) {send}.
        [text] It is button "Sign up".
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#
    ));
    assert_eq!(
        site.ask("/form.html", "out.textContent").await.unwrap(),
        "Thanks, Ada Lovelace (ada@example.com)"
    );
    agent.end().await;
}

#[tokio::test]
async fn t8_every_kind_of_field_takes_its_kind_of_value_and_tells_the_page() {
    let (site, agent) = fields().await;
    for (field, value, said, holds) in [
        ("textbox \"Text\"", json!("ü"), "a text of 1 character", r#"textbox "Text" now holds "ü"."#),
        (
            "spinbutton \"Age\"",
            json!(42.5),
            "a number",
            r#"spinbutton "Age" now holds "42.5", which the field itself calls invalid (it takes in steps of 1)."#,
        ),
        (
            "textbox \"Day\"",
            json!("2026-02-28"),
            "a text of 10 characters",
            r#"textbox "Day" now holds "2026-02-28"."#,
        ),
        ("slider \"Level\"", json!(7), "a number", r#"slider "Level" now holds "7"."#),
        ("textbox \"Short\"", json!("abc"), "a text of 3 characters", r#"textbox "Short" now holds "abc"."#),
        ("listbox \"Tags\"", json!("Blue"), "a text of 4 characters", r#"listbox "Tags" now holds "Blue"."#),
        ("combobox \"Size\"", json!(2), "a number", r#"combobox "Size" now holds "Large"."#),
        ("textbox \"Rich\"", json!("new"), "a text of 3 characters", r#"textbox "Rich" now holds "new"."#),
        ("switch \"Dark\"", json!(true), "true", r#"switch "Dark" now holds true."#),
    ] {
        let at = agent.find(field).await;
        set(&agent.set(&at, value).await, &at, said, holds);
    }
    let state = "[text.value, age.value, day.value, level.value, short.value, [...tags.selectedOptions].map((o) => o.value).join(), size.value, rich.textContent, document.getElementById('switch').getAttribute('aria-checked')]";
    assert_eq!(
        site.ask("/fields", state).await.unwrap(),
        json!(["ü", "42.5", "2026-02-28", "7", "abc", "c", "2", "new", "true"])
    );
    assert_eq!(
        site.ask("/fields", "seen").await.unwrap(),
        json!([
            "text input",
            "text change",
            "age input",
            "age change",
            "day input",
            "day change",
            "level input",
            "level change",
            "short input",
            "short change",
            "tags input",
            "tags change",
            "size input",
            "size change",
            "rich input",
            "switch click",
        ])
    );
    agent.end().await;
}

#[tokio::test]
async fn t8_what_a_field_can_not_take_is_an_error_and_changes_nothing() {
    let (site, agent) = fields().await;
    let before = site.ask("/fields", "document.body.innerHTML").await.unwrap();
    for (field, value, code, problem) in [
        ("textbox \"Text\"", json!(true), "not_suited", r#"(textbox "Text") takes text, not true or false"#),
        (
            "textbox \"Short\"",
            json!("abcd"),
            "not_suited",
            r#"(textbox "Short") takes at most 3 characters; nothing was done"#,
        ),
        (
            "textbox \"Fixed\"",
            json!("x"),
            "not_suited",
            r#"(textbox "Fixed") is read-only; nothing was done"#,
        ),
        ("textbox \"Off\"", json!("x"), "disabled", r#"(textbox "Off") is disabled; nothing was done"#),
        (
            "spinbutton \"Age\"",
            json!("many"),
            "not_suited",
            r#"(spinbutton "Age") did not take the value; it now holds "" (it takes a number, such as 12.5)"#,
        ),
        (
            "combobox \"Size\"",
            json!("Huge"),
            "not_suited",
            r#"(combobox "Size") has that option, but it is disabled; nothing was done"#,
        ),
        (
            "listbox \"Tags\"",
            json!("Black"),
            "not_found",
            r#"(listbox "Tags") has no such option. Its options: "Red", "Green", "Blue""#,
        ),
        ("switch \"Dark\"", json!("on"), "not_suited", r#"(switch "Dark") takes true or false"#),
        (
            "checkbox \"Stuck\"",
            json!(true),
            "not_suited",
            r#"(checkbox "Stuck") did not take the value; it now holds "false""#,
        ),
        (
            "button \"Press\"",
            json!("x"),
            "not_suited",
            r#"(button "Press") is not a form field; click it, or pick a field from read_page"#,
        ),
    ] {
        let at = agent.find(field).await;
        agent.set(&at, value).await.shows(&format!("[error {code}, about {at}]\n[text] {at} {problem}."));
    }
    assert_eq!(site.ask("/fields", "document.body.innerHTML").await.unwrap(), before);
    let values = "[text.value, short.value, fixed.value, off.value, size.value, [...tags.selectedOptions].map((o) => o.value).join()]";
    assert_eq!(site.ask("/fields", values).await.unwrap(), json!(["", "", "fixed", "", "1", "a"]));
    agent.end().await;
}

#[tokio::test]
async fn t8_radio_and_checkbox_take_booleans_alone() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    let pro = agent.find("radio \"Pro\"").await;
    agent.set(&pro, json!("true")).await.shows(&format!(
        r#"
        [error not_suited, about {pro}]
        [text] {pro} (radio "Pro") takes true or false.
        "#
    ));
    agent.set(&pro, json!(false)).await.shows(&format!(
        r#"
        [error not_suited, about {pro}]
        [text] {pro} (radio "Pro") takes only true; to clear it, set another button of its group.
        "#
    ));
    let terms = agent.find("checkbox").await;
    let terms_set = |to: bool| {
        format!(
            r#"
            [text] Set {terms} to {to}.
            [text] checkbox "I agree to the terms" now holds {to}.
            [state]
            * t1 "Sign up form" http://127.0.0.1:PORT/form.html
            "#
        )
    };
    // Setting is no toggling.
    for (to, checked) in [(true, true), (true, true), (false, false), (false, false)] {
        agent.set(&terms, json!(to)).await.shows(&terms_set(to));
        assert_eq!(site.ask("/form.html", "tos.checked").await.unwrap(), checked);
    }
    assert_eq!(site.ask("/form.html", "document.querySelector('[value=free]').checked").await.unwrap(), true);
    agent.end().await;
}

#[tokio::test]
async fn t8_a_page_that_keeps_its_own_value_is_told_as_by_a_person() {
    // What React does: it patches `value` on the instance, and takes an input event for news only when the value that
    // the browser holds differs from the one that was last set through the patch.
    let page = r#"<!doctype html><title>Controlled</title><label>Name <input id=n></label><script>
        const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
        let tracked = ''; window.state = '';
        Object.defineProperty(n, 'value', { configurable: true, get() { return native.get.call(this) }, set(v) { tracked = String(v); native.set.call(this, v) } });
        n.addEventListener('input', () => { const now = native.get.call(n); if (now !== tracked) { tracked = now; window.state = now } });
        </script>"#;
    let (site, agent) = at(Site::builder().page("/controlled", page)).await;
    agent.go(&site.url("/controlled")).await;
    let name = agent.find("textbox").await;
    agent.set(&name, json!("Grace")).await.shows(&format!(
        r#"
        [text] Set {name} to a text of 5 characters.
        [text] textbox "Name" now holds "Grace".
        [state]
        * t1 "Controlled" http://127.0.0.1:PORT/controlled
        "#
    ));
    assert_eq!(site.ask("/controlled", "[window.state, n.value]").await.unwrap(), json!(["Grace", "Grace"]));
    agent.end().await;
}

#[tokio::test]
async fn a_change_that_leads_elsewhere_is_waited_for() {
    let page = r#"<!doctype html><title>Jump</title><select aria-label=Jump onchange="location.href = this.value"><option value="">Choose<option value=/form.html>Form</select>"#;
    let (site, agent) = at(Site::builder().page("/jump", page)).await;
    agent.go(&site.url("/jump")).await;
    let jump = agent.find("combobox").await;
    agent.set(&jump, json!("Form")).await.shows(&format!(
        r#"
        [text] Set {jump} to a text of 4 characters.
        [text] combobox "Jump" now holds "Form". The tab is now at http://127.0.0.1:PORT/form.html "Sign up form" (HTTP 200).
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#
    ));
    agent.end().await;
}

/// Editors of the page's own making. Seen to fail with the wanted text told instead of what is there.
#[tokio::test]
async fn t8_rich_text_is_told_as_the_page_keeps_it() {
    let page = "<!doctype html><title>Editors</title>\
        <div contenteditable role=textbox aria-label=Plain>old</div>\
        <div contenteditable role=textbox aria-label=Upper oninput='this.textContent = this.textContent.toUpperCase()'>old</div>\
        <div contenteditable role=textbox aria-label=Back oninput='this.textContent = \"old\"'>old</div>\
        <div contenteditable role=textbox aria-label=Own id=own>old</div>\
        <label>Area <textarea></textarea></label>\
        <script>own.addEventListener('beforeinput', (event) => event.preventDefault())</script>";
    let (site, agent) = crate::agent::at(ringfence_testkit::Site::builder().page("/editors", page)).await;
    agent.go(&site.url("/editors")).await;
    for (name, told) in [
        ("Plain", "textbox \"Plain\" now holds \"new\"."),
        ("Upper", "textbox \"Upper\" now holds \"NEW\"."),
        ("Back", "did not take the value; it now holds \"old\""),
        ("Own", "did not take the value; it now holds \"old\""),
    ] {
        let field = agent.find(&format!("textbox \"{name}\"")).await;
        let seen = agent.set(&field, json!("new")).await;
        assert!(seen.lines().any(|line| line.contains(told)), "{name}: {seen:?}");
    }
    for name in ["Plain", "Area"] {
        let field = agent.find(&format!("textbox \"{name}\"")).await;
        let seen = agent.set(&field, json!("one\n two\nthree")).await;
        let told = format!("[text] textbox \"{name}\" now holds \"one\\ntwo\\nthree\".");
        assert!(seen.lines().any(|line| line == told), "{name}: {seen:?}");
    }
    agent.end().await;
}
