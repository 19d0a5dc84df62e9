//! Chromium's own sandbox inside the jail, as Chromium itself reports it.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;

use ringfence_jail::{Jail, Level};
use serde_json::{Value, json};

use super::end;

const CHROMIUM: [&str; 2] = ["/usr/lib/chromium/chromium", "/opt/google/chrome/chrome"];

/// Chromium's pipes: messages with a zero byte after each.
struct Pipes {
    writer: File,
    reader: BufReader<File>,
    sent: u64,
}

impl Pipes {
    /// Sends a command and returns its result.
    fn call(&mut self, method: &str, params: Value, session: Option<&str>) -> Value {
        self.sent += 1;
        let mut message = json!({ "id": self.sent, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = json!(session);
        }
        self.writer.write_all(format!("{message}\0").as_bytes()).unwrap();
        loop {
            let mut message = Vec::new();
            self.reader.read_until(0, &mut message).unwrap();
            message.pop();
            let message: Value = serde_json::from_slice(&message).unwrap();
            if message["id"] == json!(self.sent) {
                return message["result"].clone();
            }
        }
    }
}

/// Seen to fail with `--no-sandbox` among the arguments: "You are NOT adequately sandboxed."
#[test]
fn chromiums_own_sandbox_is_on_at_every_level() {
    let chromium = CHROMIUM.into_iter().find(|path| Path::new(path).is_file()).unwrap();
    for level in Level::STARTED {
        let (theirs, ours) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).unwrap();
        let (from, to) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).unwrap();
        let mut jail = Jail::new(level, chromium);
        jail.descriptors = vec![theirs, to];
        jail.environment = vec![("HOME".into(), "/profile".into())];
        let flags =
            ["--headless=new", "--remote-debugging-pipe", "--user-data-dir=/profile", "--no-first-run"];
        let jailed = jail.start(|_| flags.iter().map(Into::into).collect()).unwrap();
        let mut pipes = Pipes { writer: ours.into(), reader: BufReader::new(from.into()), sent: 0 };
        let target = pipes.call("Target.createTarget", json!({ "url": "chrome://sandbox" }), None);
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session =
            pipes.call("Target.attachToTarget", attach, None)["sessionId"].as_str().unwrap().to_owned();
        // The page's own script fills it in.
        let said =
            "new Promise(done => { const look = () => { const said = document.getElementById('evaluation');
            if (said && said.innerText) done(said.innerText); else setTimeout(look, 20); }; look(); })";
        let evaluate = json!({ "expression": said, "awaitPromise": true, "returnByValue": true });
        let answer = pipes.call("Runtime.evaluate", evaluate, Some(&session));
        assert_eq!(answer["result"]["value"], json!("You are adequately sandboxed."), "{level}: {answer}");
        end(jailed);
    }
}
