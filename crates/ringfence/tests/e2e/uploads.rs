//! `file_upload`: copies of what was checked, into fields, through buttons, onto drop zones.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ringfence::browser::Level;
use ringfence_testkit::Site;
use serde_json::{Value, json};

use crate::agent::{Agent, Setup};
use crate::seen::Seen;

const PAGE: &str = r#"<!doctype html><title>Files</title>
  <label>One <input type=file id=one accept=".png"></label><label>Many <input type=file id=many multiple></label>
  <label>Folder <input type=file id=folder webkitdirectory></label><label>Off <input type=file id=off disabled></label>
  <input type=file id=behind hidden><button onclick="behind.click()">Choose</button><button>Nothing</button>
  <button onclick="showOpenFilePicker().catch((e) => picker = e.name)">Picker</button>
  <div id=zone role=region aria-label="Drop here" style="width:300px;height:100px">Drop</div>
  <div role=region aria-label="Not here" style="width:300px;height:100px">No</div>
  <script>
    window.got = []; window.picker = '';
    const note = async (where, files) => {
      for (const file of files) got.push([where, file.webkitRelativePath || file.name, await file.text()]);
    };
    for (const field of document.querySelectorAll('input')) field.onchange = () => note(field.id, [...field.files]);
    zone.ondragover = (event) => event.preventDefault();
    zone.ondrop = (event) => { event.preventDefault(); note('zone', [...event.dataTransfer.files]) };
  </script>"#;

/// How long a page may take to read what it was given, and how often is looked.
const PATIENCE: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(10);

struct Desk {
    _directory: tempfile::TempDir,
    root: PathBuf,
    site: Site,
    agent: Agent,
}

/// A root with files, a staging directory, and an agent at a page with every kind of field.
async fn desk() -> Desk {
    let directory = tempfile::tempdir().unwrap();
    let base = directory.path().canonicalize().unwrap();
    let (root, staging) = (base.join("root"), base.join("staging"));
    for place in [&root.join("tree/deep"), &staging] {
        fs::create_dir_all(place).unwrap();
    }
    for (name, text) in [("a.txt", "A"), ("b.txt", "B"), ("tree/c.txt", "C"), ("tree/deep/d.txt", "D")] {
        fs::write(root.join(name), text).unwrap();
    }
    fs::write(base.join("outside.txt"), "outside").unwrap();
    fs::write(staging.join("doc-1"), "staged").unwrap();
    let site = Site::builder().probed().page("/files", PAGE).start().unwrap();
    let agent = Setup::at(&site).uploading(&root, &staging).start().await;
    agent.go(&site.url("/files")).await;
    Desk { _directory: directory, root, site, agent }
}

impl Desk {
    /// Gives files to the element on this line of the page. Paths are meant from the root on.
    async fn give(&self, line: &str, paths: &[&str], documents: &[&str]) -> (String, Seen) {
        let reference = self.agent.find(line).await;
        let paths: Vec<_> = paths.iter().map(|path| self.root.join(path)).collect();
        let input = json!({
            "target": { "type": "ref", "ref": reference }, "paths": paths, "document_ids": documents,
        });
        (reference, self.agent.call("file_upload", input).await)
    }

    /// It must work, and this is what the page has then got.
    async fn gives(&self, line: &str, paths: &[&str], documents: &[&str], said: &str, got: Value) {
        let (reference, seen) = self.give(line, paths, documents).await;
        let count = paths.len() + documents.len();
        let files = if count == 1 { "1 file".to_owned() } else { format!("{count} files") };
        seen.shows(&format!(
            "[text] Set {reference} to {files}.\n[text] {said}\n[state]\n* t1 \"Files\" http://127.0.0.1:PORT/files"
        ));
        let began = Instant::now();
        let mut has = self.site.ask("/files", "got").await.unwrap();
        // The page reads what it has got a moment later.
        while has.as_array().map(Vec::len) < got.as_array().map(Vec::len) && began.elapsed() < PATIENCE {
            tokio::time::sleep(PAUSE).await;
            has = self.site.ask("/files", "got").await.unwrap();
        }
        assert_eq!(has, got, "{line}");
        self.site.ask("/files", "got.splice(0).length").await.unwrap();
    }

    /// It must fail with this, and the page has got nothing.
    async fn refuses(&self, line: &str, paths: &[&str], code: &str, said: &str) {
        let (reference, seen) = self.give(line, paths, &[]).await;
        seen.shows(&format!("[error {code}, about {reference}]\n[text] {reference} {said}"));
        assert_eq!(self.site.ask("/files", "got").await.unwrap(), json!([]), "{line}");
    }
}

#[tokio::test]
async fn t9_a_file_field_is_given_files_by_path_and_by_id() {
    let desk = desk().await;
    // What a field says that it accepts is the page's wish; the operator's roots decide.
    let said = r#"file "One": its file field holds "a.txt" (1 bytes)."#;
    desk.gives("file \"One", &["a.txt"], &[], said, json!([["one", "a.txt", "A"]])).await;
    let said =
        r#"file "Many": its file field holds "a.txt" (1 bytes), "b.txt" (1 bytes), "doc-1" (6 bytes)."#;
    let got = json!([["many", "a.txt", "A"], ["many", "b.txt", "B"], ["many", "doc-1", "staged"]]);
    desk.gives("file \"Many", &["a.txt", "b.txt"], &["doc-1"], said, got).await;
    let said = r#"file "Folder": its file field holds "c.txt" (1 bytes), "d.txt" (1 bytes)."#;
    let got = json!([["folder", "tree/c.txt", "C"], ["folder", "tree/deep/d.txt", "D"]]);
    desk.gives("file \"Folder", &["tree"], &[], said, got).await;
    fs::create_dir(desk.root.join("empty")).unwrap();
    let said = "file \"Folder\": its file field holds no file: the directory is empty, or the page took what was in it.";
    desk.gives("file \"Folder", &["empty"], &[], said, json!([])).await;
    desk.agent.end().await;
}

#[tokio::test]
async fn t9_a_field_hidden_behind_a_button_and_a_drop_zone_are_given_files() {
    let desk = desk().await;
    let said = r#"button "Choose" opened a file chooser: its file field holds "a.txt" (1 bytes)."#;
    desk.gives("button \"Choose", &["a.txt"], &[], said, json!([["behind", "a.txt", "A"]])).await;
    let said = r#"They were dropped on region "Drop here"."#;
    let got = json!([["zone", "a.txt", "A"], ["zone", "b.txt", "B"]]);
    desk.gives("region \"Drop here", &["a.txt", "b.txt"], &[], said, got).await;
    desk.agent.end().await;
}

#[tokio::test]
async fn t9_what_takes_no_such_files_says_so() {
    let desk = desk().await;
    let one = "(its file field) takes one file, and several were given; nothing was done.";
    desk.refuses("file \"One", &["a.txt", "b.txt"], "not_suited", one).await;
    let files = "(its file field) takes files, not a directory; nothing was done.";
    desk.refuses("file \"One", &["tree"], "not_suited", files).await;
    let directory = "(its file field) takes a directory, not files; nothing was done.";
    desk.refuses("file \"Folder", &["a.txt"], "not_suited", directory).await;
    desk.refuses("file \"Off", &["a.txt"], "disabled", "(file \"Off\") is disabled; nothing was done.").await;
    let nothing = "(button \"Nothing\") was pressed and opened no file chooser, so no file was given to the page; name its file field, or what opens it.";
    desk.refuses("button \"Nothing", &["a.txt"], "not_suited", nothing).await;
    let foreign = "(button \"Picker\") opened a file chooser without a file field, which this browser refuses; no file was given to the page.";
    let (reference, seen) = desk.give("button \"Picker", &["a.txt"], &[]).await;
    // The policy refuses such a chooser before it opens; either way no file is given.
    let refused = format!("{seen:?}");
    assert!(
        refused.contains(foreign) || refused.contains("opened no file chooser"),
        "{reference}: {refused}"
    );
    let no_zone =
        "(region \"Not here\") took no file that was dropped on it; name the file field, or what opens it.";
    desk.refuses("region \"Not here", &["a.txt"], "not_suited", no_zone).await;
    // Nor does the browser open it by itself: seen to fail with `wantsDrop` always true and `noteDrop` without its
    // `preventDefault`.
    let tabs = desk.agent.call("list_tabs", json!({})).await;
    assert_eq!(tabs.lines().filter(|line| line.contains(" t")).count(), 1, "{tabs:?}");
    desk.agent.end().await;
}

/// Whoever clicks a file field, or sets it like any other, is told what it needs: where files may be given, the member that
/// gives them, and where not, the options that turn it on.
#[tokio::test]
async fn t9_a_file_field_says_what_it_needs() {
    const OFF: &str = "file_upload is off, or has no directory to take files from: the operator turns it on with --enable \
                       file_upload --ask file_upload --upload-root DIR (--yes instead of --ask to approve every call).";
    let on = desk().await;
    let off = Agent::start(&on.site).await;
    off.go(&on.site.url("/files")).await;
    for (agent, how) in [(&on.agent, "Use file_upload."), (&off, OFF)] {
        let reference = agent.find("file \"One").await;
        agent.set(&reference, json!("a.txt")).await.shows(&format!(
            "[error not_suited, about {reference}]\n[text] {reference} (file \"One\") takes files, which form_input can't give \
             it; nothing was done. {how}"
        ));
        agent.click(&reference).await.shows(&format!(
            "[text] Clicked (left) {reference}.\n[text] It is file \"One\". It takes files, and no file chooser opens here. \
             {how}\n[state]\n* t1 \"Files\" http://127.0.0.1:PORT/files"
        ));
    }
    off.end().await;
    on.agent.end().await;
}

#[tokio::test]
async fn f1_nothing_outside_the_roots_reaches_a_page() {
    let desk = desk().await;
    std::os::unix::fs::symlink("/etc/hostname", desk.root.join("link")).unwrap();
    for path in ["/etc/hostname", "link", "none.txt", "../outside.txt"] {
        let (_, seen) = desk.give("file \"One", &[path], &[]).await;
        let why = match path {
            "../outside.txt" => "has a `..` in it; write the path without it",
            _ => "may not be uploaded; ask the operator for a file that may",
        };
        let path = desk.root.join(path);
        seen.shows(&format!(
            "[error denied]\n[text] file_upload was refused: {path:?} {why}. Nothing was uploaded."
        ));
    }
    assert_eq!(desk.site.ask("/files", "got").await.unwrap(), json!([]));
    desk.agent.end().await;
}

/// What is changed after the check is not what is sent: the page reads the copy, however late.
#[tokio::test]
async fn f1_a_page_reads_what_was_checked_however_late() {
    let desk = desk().await;
    let (_, _seen) = desk.give("file \"One", &["a.txt"], &[]).await;
    fs::write(desk.root.join("a.txt"), "changed").unwrap();
    let read = desk.site.ask("/files", "one.files[0].text()").await.unwrap();
    assert_eq!(read, "A");
    desk.agent.end().await;
}

/// Whoever approves reads the page's address, not that of a frame in it. A button there may open a chooser, too.
#[tokio::test]
async fn p6_what_was_approved_for_a_page_is_not_given_to_a_frame_of_another_site() {
    let directory = tempfile::tempdir().unwrap();
    let base = directory.path().canonicalize().unwrap();
    let (root, staging) = (base.join("root"), base.join("staging"));
    for place in [&root, &staging] {
        fs::create_dir(place).unwrap();
    }
    fs::write(root.join("a.txt"), "A").unwrap();
    let around = "<!doctype html><title>Around</title><script>document.write(`<iframe src=http://localhost:${location.port}/files width=900 height=600></iframe>`)</script>";
    let site = Site::builder().probed().page("/files", PAGE).page("/around", around).start().unwrap();
    let agent = Setup::at(&site).uploading(&root, &staging).approved().start().await;
    agent.go(&site.url("/around")).await;
    let foreign = "is in a frame of another site than the page that was approved, so no file was given to it; nothing was done.";
    for (line, what) in [
        ("file \"One", "file \"One\""),
        ("button \"Choose", "button \"Choose\""),
        ("region \"Drop", "region \"Drop here\""),
    ] {
        let reference = agent.find(line).await;
        let target = json!({ "type": "ref", "ref": reference });
        let seen =
            agent.call("file_upload", json!({ "target": target, "paths": [root.join("a.txt")] })).await;
        seen.shows(&format!("[error not_suited, about {reference}]\n[text] {reference} ({what}) {foreign}"));
    }
    assert_eq!(site.ask("/files", "got").await.unwrap(), json!([]));
    agent.go(&site.url("/files")).await;
    let reference = agent.find("file \"One").await;
    let target = json!({ "type": "ref", "ref": reference });
    let seen = agent.call("file_upload", json!({ "target": target, "paths": [root.join("a.txt")] })).await;
    assert!(seen.lines().any(|line| line == format!("[text] Set {reference} to 1 file.")), "{seen:?}");
    agent.end().await;
}

/// The jail shows the copies alone: at a level without a network of its own, too.
#[tokio::test]
async fn f1_a_file_is_uploaded_at_every_level() {
    for level in Level::STARTED {
        let directory = tempfile::tempdir().unwrap();
        let base = directory.path().canonicalize().unwrap();
        fs::write(base.join("a.txt"), "A").unwrap();
        let site = Site::builder().probed().page("/files", PAGE).start().unwrap();
        let mut setup = Setup::at(&site).uploading(&base, &base.join("none"));
        (setup.browser.min_level, setup.browser.max_level) = (level, level);
        let agent = setup.start().await;
        agent.go(&site.url("/files")).await;
        let reference = agent.find("file \"One").await;
        let target = json!({ "type": "ref", "ref": reference });
        let _seen =
            agent.call("file_upload", json!({ "target": target, "paths": [base.join("a.txt")] })).await;
        assert_eq!(site.ask("/files", "one.files[0].text()").await.unwrap(), "A", "{level}");
        agent.end().await;
    }
}

/// What opens no file chooser may be something else, such as a button that sends a form.
#[tokio::test]
async fn t9_a_press_that_opened_no_chooser_tells_where_it_led() {
    let directory = tempfile::tempdir().unwrap();
    let base = directory.path().canonicalize().unwrap();
    fs::write(base.join("a.txt"), "A").unwrap();
    let form = "<!doctype html><title>Form</title><form action=/sent><button>Send</button></form>";
    let sent = "<!doctype html><title>Sent</title>";
    let site = Site::builder().page("/form", form).page("/sent", sent).start().unwrap();
    let agent = Setup::at(&site).uploading(&base, &base.join("none")).start().await;
    agent.go(&site.url("/form")).await;
    let reference = agent.find("button \"Send\"").await;
    let target = json!({ "type": "ref", "ref": reference });
    let seen = agent.call("file_upload", json!({ "target": target, "paths": [base.join("a.txt")] })).await;
    seen.shows(&format!(
        "
        [error not_suited, about {reference}]
        [text] {reference} (button \"Send\") was pressed and opened no file chooser, so no file was given to the page; \
         name its file field, or what opens it. The tab is now at http://127.0.0.1:PORT/sent? \"Sent\" (HTTP 200)."
    ));
    agent.end().await;
}

/// A frame that was clicked shortly before may open a chooser of its own when the page around it tells it to. Seen to fail
/// without the comparison in `press_and_choose`.
#[tokio::test]
async fn p6_a_chooser_of_a_frame_of_another_site_is_not_answered_with_what_was_approved_for_the_page() {
    let directory = tempfile::tempdir().unwrap();
    let base = directory.path().canonicalize().unwrap();
    fs::write(base.join("a.txt"), "A").unwrap();
    let around = r#"<!doctype html><title>Around</title><button onclick="frames[0].postMessage('', '*')">Attach</button>
        <script>document.write(`<iframe src=http://localhost:${location.port}/inner></iframe>`)</script>"#;
    let inner = r#"<!doctype html><title>Inner</title><button>Warm up</button><input type=file hidden><script>
        window.got = [];
        const field = document.querySelector('input');
        field.onchange = () => got.push(field.files[0].name);
        onmessage = () => field.click();</script>"#;
    let site = Site::builder().probed().page("/around", around).page("/inner", inner).start().unwrap();
    let agent = Setup::at(&site).uploading(&base, &base.join("none")).approved().start().await;
    agent.go(&site.url("/around")).await;
    let warm = agent.find("button \"Warm up\"").await;
    let attach = agent.find("button \"Attach\"").await;
    let _warmed = agent.click(&warm).await;
    let target = json!({ "type": "ref", "ref": attach });
    let seen = agent.call("file_upload", json!({ "target": target, "paths": [base.join("a.txt")] })).await;
    seen.shows(&format!(
        "[error not_suited, about {attach}]\n[text] {attach} (button \"Attach\") is in a frame of another site than the page \
         that was approved, so no file was given to it; nothing was done."
    ));
    assert_eq!(site.ask("/inner", "got").await.unwrap(), json!([]));
    agent.end().await;
}
