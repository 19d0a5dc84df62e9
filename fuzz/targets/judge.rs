//! Addresses. The first byte picks a policy, the rest is what an agent wrote.
//!
//! An allowed address could be allowed by what the policy says in plain words; it stays allowed, and
//! the same, when it is judged again, by the request door, by the wire, and with its host in capitals
//! and with a dot at its end. A refusal is one bounded line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ringfence_fuzz::{KNOWN, Known, code, split_origin};
use ringfence_policy::{JudgedUrl, List, Refusal, RequestTarget};

fuzz_target!(|data: &[u8]| {
    let Some((pick, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let known = &KNOWN[usize::from(*pick) % KNOWN.len()];
    match known.policy.judge(text, List::Navigate) {
        Ok(judged) if judged.as_str() == "about:blank" => {}
        Ok(judged) => allowed(known, &judged),
        Err(refusal) => refused(known, text, &refusal),
    }
});

fn allowed(known: &Known, judged: &JudgedUrl) {
    let policy = &known.policy;
    let (origin, url) = (judged.origin(), judged.as_str());
    let (scheme, host, port) = split_origin(&origin);
    assert!((known.could_allow)(scheme, host, port), "{url}");
    assert_eq!(judged.host(), Some(host), "{url}");
    assert_eq!(policy.judge(url, List::Navigate).as_ref(), Ok(judged), "judged again");
    assert_eq!(
        policy.judge_request(url, List::Navigate),
        Ok(RequestTarget::Network(judged.clone())),
        "as a request"
    );

    let rest = url.strip_prefix(&origin).expect("an address begins with its origin");
    let dot = if host.starts_with('[') || host.ends_with(|c: char| c.is_ascii_digit()) { "" } else { "." };
    let other = format!("{}://{}{dot}:{port}{rest}", scheme.to_uppercase(), host.to_uppercase());
    assert_eq!(policy.judge(&other, List::Navigate).as_ref(), Ok(judged), "{other}");

    let target = policy.judge_connect(host, port).expect("a tunnel to an allowed address");
    assert_eq!((target.host().as_str(), target.port()), (host, port), "{url}");
    assert!(if scheme == "https" { target.tls() } else { target.plain() }, "{url}");
    if scheme == "http" {
        let target = policy.judge_plain(url).expect("a plain request for an allowed address");
        assert_eq!((target.host().as_str(), target.port(), target.plain()), (host, port, true), "{url}");
    }
}

fn refused(known: &Known, text: &str, refusal: &Refusal) {
    let line = refusal.for_model();
    assert!(!line.contains(|c: char| c.is_control() || c == '\u{2028}' || c == '\u{2029}'), "{line:?}");
    assert!(refusal.subject.chars().count() <= 200, "{line:?}");
    if ["https://", "http://"].iter().any(|scheme| text.starts_with(scheme)) {
        let request = known.policy.judge_request(text, List::Navigate);
        assert_eq!(code(&request), refusal.code.as_str(), "{text:?} as a request");
    }
}
