//! The project's own case file: every row with its configuration, by every door.

use ringfence_policy::config::FileConfig;
use ringfence_policy::{List, Policy, RequestTarget};
use serde::Deserialize;

#[derive(Deserialize)]
struct File {
    row: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    policy: String,
    url: String,
    list: Option<String>,
    code: String,
    rule: Option<u32>,
    wire: Option<String>,
    why: String,
}

impl Row {
    fn policy(&self) -> Policy {
        let text = format!("[policy]\n{}\n", self.policy);
        let config = FileConfig::parse(&text, "cases.toml").unwrap_or_else(|e| panic!("{}: {e:?}", self.why));
        config.policy.builder().build().unwrap()
    }

    fn list(&self) -> List {
        match self.list.as_deref() {
            Some("load") => List::Load,
            None => List::Navigate,
            Some(other) => panic!("no list {other:?}"),
        }
    }

    fn wire(&self) -> &str {
        self.wire.as_deref().unwrap_or(&self.code)
    }

    /// What the browser would send in a CONNECT for an https address of plain ASCII.
    fn tunnel(&self) -> Option<(&str, u16)> {
        let authority = self.url.strip_prefix("https://")?.split(['/', '?', '#']).next()?;
        let plain = self.url.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b'@' | b'%'));
        match authority.rsplit_once(':') {
            _ if !plain || authority.is_empty() => None,
            Some((host, port)) if !port.ends_with(']') => Some((host, port.parse().ok()?)),
            _ => Some((authority, 443)),
        }
    }
}

fn rows() -> Vec<Row> {
    let file: File = toml::from_str(include_str!("../cases/configured.toml")).unwrap();
    assert!(file.row.len() >= 120, "{}", file.row.len());
    file.row
}

/// Asserts that no row gives something else than it says; tells all that do.
fn each(mut wrong: impl FnMut(&Row) -> Option<String>) {
    let found: Vec<String> = rows()
        .iter()
        .filter_map(|row| Some(format!("{:?} with {:?}: {} ({})", row.url, row.policy, wrong(row)?, row.why)))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn differs<T: PartialEq + std::fmt::Debug>(found: T, expected: T) -> Option<String> {
    (found != expected).then(|| format!("{found:?}, expected {expected:?}"))
}

#[test]
fn every_row_gets_its_verdict_code_and_rule() {
    each(|row| {
        let verdict = row.policy().verdict(&row.url, row.list());
        let expected =
            (row.code == "ok", row.code.as_str(), row.rule.map(|line| format!("cases.toml:{line}")));
        differs((verdict.allow, verdict.code, verdict.rule), expected)
    });
}

/// The browser's own requests are judged like what the agent wrote, as far as they are web addresses.
#[test]
fn every_row_gets_the_same_code_as_a_request() {
    let mut tried = 0;
    each(|row| {
        if !["https://", "http://"].iter().any(|scheme| row.url.starts_with(scheme)) {
            return None;
        }
        tried += 1;
        let code = match row.policy().judge_request(&row.url, row.list()) {
            Ok(RequestTarget::Network(_)) => "ok",
            Ok(RequestTarget::Local) => "local",
            Err(refusal) => refusal.code.as_str(),
        };
        differs(code, row.code.as_str())
    });
    assert!(tried >= 150, "{tried}");
}

#[test]
fn every_https_row_gets_its_code_as_a_tunnel() {
    let mut tried = 0;
    each(|row| {
        let (host, port) = row.tunnel()?;
        tried += 1;
        let code = row.policy().judge_connect(host, port).map_or_else(|r| r.code.as_str(), |_| "ok");
        differs(code, row.wire())
    });
    assert!(tried >= 100, "{tried}");
}

/// An https row that is allowed is reached by the tunnel that its normalised host asks for.
#[test]
fn every_allowed_https_row_gets_a_tunnel_for_tls() {
    let mut tried = 0;
    each(|row| {
        let policy = row.policy();
        let judged = policy.judge(&row.url, row.list()).ok()?;
        let host = judged.host().filter(|_| judged.as_str().starts_with("https://"))?;
        let port = judged.origin().rsplit_once(':').and_then(|(_, port)| port.parse().ok()).unwrap_or(443);
        tried += 1;
        let target = policy.judge_connect(host, port).map(|t| (t.host(), t.port(), t.tls()));
        differs(target, Ok((host.to_owned(), port, true)))
    });
    assert!(tried >= 50, "{tried}");
}

#[test]
fn every_http_row_gets_its_code_as_a_plain_request() {
    let mut tried = 0;
    each(|row| {
        if !row.url.starts_with("http://") {
            return None;
        }
        tried += 1;
        let code = row.policy().judge_plain(&row.url).map_or_else(|r| r.code.as_str(), |_| "ok");
        differs(code, row.wire())
    });
    assert!(tried >= 30, "{tried}");
}
