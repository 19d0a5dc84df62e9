//! `read_page` and `get_page_text`.

use ringfence_testkit::Site;
use serde_json::{Value, json};

use crate::agent::{at, at_fixtures};

#[tokio::test]
async fn d5_read_page_of_a_form() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    agent.call("read_page", json!({})).await.shows(
        r#"
        [page text from http://127.0.0.1:PORT]
        banner [ref_1]
          heading "Create an account" [ref_2] level=1
          navigation [ref_3]
            link "Help" [ref_4]
            link "Orders" [ref_5]
        main [ref_6]
          textbox "Full name" [ref_7] required=true
          textbox "Email" [ref_8] type="email" required=true placeholder="you@example.com"
          textbox "Password" [ref_9] type="password"
          combobox "Country" [ref_10] value="Choose" options=["Choose", "Estonia", "Finland", "Japan"]
          group "Plan"
            radio "Free" [ref_11] checked=true
            radio "Pro" [ref_12] checked=false
          checkbox "I agree to the terms" [ref_13] checked=false
          textbox "Comments" [ref_14]
          file "Avatar" [ref_15]
          button "Sign up" [ref_16]
          button "Not yet" [ref_17] disabled=true
          clickable "Div that acts like a button" [ref_18]
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    agent.end().await;
}

#[tokio::test]
async fn t7_the_interactive_filter_leaves_what_can_be_acted_on() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    agent.call("read_page", json!({ "filter": "interactive" })).await.shows(
        r#"
        [page text from http://127.0.0.1:PORT]
        link "Help" [ref_1]
        link "Orders" [ref_2]
        textbox "Full name" [ref_3] required=true
        textbox "Email" [ref_4] type="email" required=true placeholder="you@example.com"
        textbox "Password" [ref_5] type="password"
        combobox "Country" [ref_6] value="Choose" options=["Choose", "Estonia", "Finland", "Japan"]
        radio "Free" [ref_7] checked=true
        radio "Pro" [ref_8] checked=false
        checkbox "I agree to the terms" [ref_9] checked=false
        textbox "Comments" [ref_10]
        file "Avatar" [ref_11]
        button "Sign up" [ref_12]
        button "Not yet" [ref_13] disabled=true
        clickable "Div that acts like a button" [ref_14]
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    agent.end().await;
}

#[tokio::test]
async fn a_reading_shows_what_the_page_holds_now() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    site.ask(
        "/form.html",
        "document.getElementById('name').value = 'Ada'; pw.value = 'hunter2'; country.value = 'jp'; tos.checked = true; \
         c.value = 'a\\nb'; out.textContent = 'Saved'; email.focus()",
    )
    .await
    .unwrap();
    agent.call("read_page", json!({ "ref": agent.find("main").await })).await.shows(
        r#"
        [page text from http://127.0.0.1:PORT]
        main [ref_6]
          textbox "Full name" [ref_7] value="Ada" required=true
          textbox "Email" [ref_8] type="email" required=true focused=true placeholder="you@example.com"
          textbox "Password" [ref_9] type="password" value="(hidden)"
          combobox "Country" [ref_10] value="Japan" options=["Choose", "Estonia", "Finland", "Japan"]
          group "Plan"
            radio "Free" [ref_11] checked=true
            radio "Pro" [ref_12] checked=false
          checkbox "I agree to the terms" [ref_13] checked=true
          textbox "Comments" [ref_14] value="a b"
          file "Avatar" [ref_15]
          button "Sign up" [ref_16]
          button "Not yet" [ref_17] disabled=true
          clickable "Div that acts like a button" [ref_18]
          text "Saved"
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    agent.end().await;
}

/// The rows of the table that lie at least partly in the viewport, cell by cell, as the page itself knows them.
const ROWS_IN_VIEW: &str = "[...document.querySelectorAll('tr')].filter((row) => { const box = row.getBoundingClientRect(); \
     return box.top < innerHeight && box.bottom > 0 }).map((row) => [...row.cells].map((cell) => cell.textContent))";

#[tokio::test]
async fn d5_read_page_of_a_table_is_a_line_a_row_with_its_controls_below() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/table.html")).await;
    let rows: Vec<Vec<String>> =
        serde_json::from_value(site.ask("/table.html", ROWS_IN_VIEW).await.unwrap()).unwrap();
    let mut expected =
        "[page text from http://127.0.0.1:PORT]\nheading \"Orders\" [ref_1] level=1\ntable".to_owned();
    expected.push_str(&format!("\n  row \"{}\" [ref_2]", rows[0].join(" | ")));
    for (at, row) in rows[1..].iter().enumerate() {
        let first = 3 + 3 * at;
        expected.push_str(&format!(
            "\n  row \"{}\" [ref_{first}]\n    link \"{}\" [ref_{}]\n    button \"Refund\" [ref_{}]",
            row.join(" | "),
            row[1],
            first + 1,
            first + 2
        ));
    }
    // The table has 501 rows, all but the first with three lines.
    let left_out = 3 * (501 - rows.len());
    expected.push_str(&format!(
        "\n… lines left out: {left_out} outside the viewport (filter \"all\" reads them, scroll brings them in)\n\
         [state]\n* t1 \"Orders (500 rows)\" http://127.0.0.1:PORT/table.html"
    ));
    assert!(rows.len() > 20, "{rows:?}");
    agent.call("read_page", json!({})).await.shows(&expected);
    agent.end().await;
}

#[tokio::test]
async fn t12_a_reading_that_is_too_long_is_cut_at_a_line_and_says_how_to_get_the_rest() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/table.html")).await;
    let read = agent.call("read_page", json!({ "filter": "all" })).await;
    let text: Vec<&str> = read.lines().collect();
    let characters: usize = text.iter().map(|line| line.chars().count() + 1).sum();
    assert!((49_000..50_200).contains(&characters), "{characters}");
    let lines = 1 + 1 + 501 + 1000;
    let kept = text.len() - "[page text], the note, [state] and the tab".split(", ").count() - 1;
    let note = text[text.len() - 3];
    let (start, end) = (
        format!("… {} more lines (", lines - kept),
        ") left out. Read a part of the page with ref, or fewer levels with a smaller depth.",
    );
    assert!(note.starts_with(&start) && note.ends_with(end), "{kept} {note}");
    assert_eq!(text[text.len() - 1], "* t1 \"Orders (500 rows)\" http://127.0.0.1:PORT/table.html");
    agent.end().await;
}

#[tokio::test]
async fn t7_depth_and_ref_read_a_part() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    agent.call("read_page", json!({ "depth": 1 })).await.shows(
        r#"
        [page text from http://127.0.0.1:PORT]
        banner [ref_1]
        main [ref_6]
        … lines left out: 17 deeper than depth (a greater depth, or ref of a part, reads them)
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    agent.call("read_page", json!({ "ref": "ref_3" })).await.shows(
        r#"
        [page text from http://127.0.0.1:PORT]
        navigation [ref_3]
          link "Help" [ref_4]
          link "Orders" [ref_5]
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    agent.end().await;
}

#[tokio::test]
async fn d5_frames_and_shadow_roots_stand_where_they_are_drawn() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/frames.html")).await;
    agent.call("read_page", json!({ "filter": "all" })).await.shows(
        r#"
        [page text from http://127.0.0.1:PORT]
        heading "Outer page" [ref_1] level=1
        button "Outer button" [ref_2]
        heading "Same-origin frame (holds a second frame)" [ref_3] level=2
        iframe "frame one" [ref_4]
          text "Frame one text"
          textbox "Frame one input" [ref_14]
          button "Frame one button" [ref_15]
          iframe "frame two" [ref_16]
            text "Frame two text"
            textbox "Frame two input" [ref_17]
            button "Frame two button" [ref_18]
        heading "Cross-origin frame" [ref_5] level=2
        iframe "cross origin frame" [ref_6]
          text "Cross frame text"
          textbox "Card number" [ref_19]
          button "Pay now" [ref_20]
        heading "Open shadow root" [ref_7] level=2
        textbox "Shadow name" [ref_8]
        button "Shadow button" [ref_9]
        link "Deep shadow link" [ref_10]
        clickable "Deep div button" [ref_11]
        heading "Closed shadow root" [ref_12] level=2
        button "Closed shadow button" [ref_13]
        [state]
        * t1 "Frames and shadow DOM" http://127.0.0.1:PORT/frames.html
        "#,
    );
    agent.call("get_page_text", json!({})).await.shows(
        r#"
        [page text from http://127.0.0.1:PORT]
        Outer page
        Outer button
        Same-origin frame (holds a second frame)
        Frame one text
        Frame one button
        Frame two text
        Frame two button
        Cross-origin frame
        Cross frame text
        Pay now
        Open shadow root
        Shadow name Shadow button Deep shadow link
        Deep div button
        Closed shadow root
        Closed shadow button
        [state]
        * t1 "Frames and shadow DOM" http://127.0.0.1:PORT/frames.html
        "#,
    );
    agent.end().await;
}

/// The article's blocks, as the page itself knows them.
const BLOCKS: &str = "[...document.querySelectorAll('h1, h2, p')].map((block) => block.textContent.replace(/\\s+/g, ' ').trim())";

#[tokio::test]
async fn get_page_text_of_an_article_is_a_line_a_block() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/article.html")).await;
    let blocks: Vec<String> =
        serde_json::from_value(site.ask("/article.html", BLOCKS).await.unwrap()).unwrap();
    assert!(blocks.len() > 50);
    agent.call("get_page_text", json!({})).await.shows(&format!(
        "[page text from http://127.0.0.1:PORT]\n{}\n[state]\n* t1 \"A long article\" http://127.0.0.1:PORT/article.html",
        blocks.join("\n")
    ));
    agent.end().await;
}

#[tokio::test]
async fn get_page_text_of_a_form_shows_labels_and_values() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    site.ask("/form.html", "document.getElementById('name').value = 'Ada'; pw.value = 'hunter2'")
        .await
        .unwrap();
    agent.call("get_page_text", json!({})).await.shows(
        r#"
        [page text from http://127.0.0.1:PORT]
        Create an account
        Help Orders
        Full name Ada
        Email
        Password
        Country Choose
        Plan
        Free
        Pro
        I agree to the terms
        Comments
        Avatar
        Sign up Not yet
        Div that acts like a button
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    agent.end().await;
}

#[tokio::test]
async fn what_is_not_drawn_is_not_read() {
    let page = r#"<!doctype html><title>Hidden</title><h1>Seen</h1><p hidden>Gone 1</p><p style="visibility:hidden">Gone 2</p>
        <p style="opacity:0">Gone 3</p><p style="position:absolute;width:1px;height:1px;overflow:hidden">Gone 4</p>
        <div style="width:100px;height:20px;overflow:auto"><p style="margin-top:300px">Below</p></div>
        <button style="visibility:hidden">Gone 5</button><button aria-hidden=true>Drawn, but hidden from readers</button>
        <script>"Gone 6"</script><template>Gone 7</template><noscript>Gone 8</noscript>"#;
    let (site, agent) = at(Site::builder().page("/hidden", page)).await;
    agent.go(&site.url("/hidden")).await;
    agent.call("read_page", json!({ "filter": "all" })).await.shows(
        r#"
        [page text from http://127.0.0.1:PORT]
        heading "Seen" [ref_1] level=1
        text "Below"
        [state]
        * t1 "Hidden" http://127.0.0.1:PORT/hidden
        "#,
    );
    agent.call("get_page_text", json!({})).await.shows(
        r#"
        [page text from http://127.0.0.1:PORT]
        Seen
        Below
        Drawn, but hidden from readers
        [state]
        * t1 "Hidden" http://127.0.0.1:PORT/hidden
        "#,
    );
    agent.end().await;
}

#[tokio::test]
async fn a_paragraph_that_is_cut_by_the_viewport_is_read_as_far_as_it_shows() {
    let page = r#"<!doctype html><title>Cut</title><style>body{margin:0}#gap{height:760px}p{margin:0;font:16px/40px sans-serif}br{display:block}</style>
        <div id=gap></div><p>First <a href=/order/1>one</a><br>Second <a href=/order/2>two</a><br>Third</p>"#;
    let (site, agent) = at(Site::builder().page("/cut", page)).await;
    agent.go(&site.url("/cut")).await;
    agent.call("read_page", json!({})).await.shows(
        r#"
        [page text from http://127.0.0.1:PORT]
        text "First"
        link "one" [ref_1]
        … lines left out: 3 outside the viewport (filter "all" reads them, scroll brings them in)
        [state]
        * t1 "Cut" http://127.0.0.1:PORT/cut
        "#,
    );
    agent.end().await;
}

/// Terminal codes, characters that turn text round, and tag characters, which spell out a text that nobody sees.
///
/// Seen to fail with `readable` taken out of `Page::text`.
#[tokio::test]
async fn get_page_text_has_nothing_that_turns_or_hides_it() {
    let page = "<!doctype html><title>Hidden</title><p id=p>Before</p><script>\
                p.textContent = 'a\\x1b[31mb\\u202ec\\u2066d\\xade' + [...'obey'].map((c) => String.fromCodePoint(0xe0000 + c.codePointAt())).join('') + 'f'</script>";
    let (site, agent) = at(Site::builder().page("/hidden", page)).await;
    agent.go(&site.url("/hidden")).await;
    agent.call("get_page_text", json!({})).await.shows(
        r#"
        [page text from http://127.0.0.1:PORT]
        a [31mbcdef
        [state]
        * t1 "Hidden" http://127.0.0.1:PORT/hidden
        "#,
    );
    agent.end().await;
}

#[tokio::test]
async fn n2_a_page_with_nothing_to_read_says_so() {
    let (site, agent) = at(Site::builder().page("/empty", "<title>Empty</title>")).await;
    agent.go(&site.url("/empty")).await;
    agent.call("get_page_text", json!({})).await.shows(
        r#"
        [text] The page has no visible text.
        [state]
        * t1 "Empty" http://127.0.0.1:PORT/empty
        "#,
    );
    agent.call("read_page", json!({})).await.shows(
        r#"
        [text] There is nothing to show here.
        [state]
        * t1 "Empty" http://127.0.0.1:PORT/empty
        "#,
    );
    assert_eq!(site.ask("/empty", "document.body.innerText").await.unwrap(), Value::from(""));
    agent.end().await;
}
