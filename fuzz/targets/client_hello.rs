//! TLS hellos. The first two bytes choose where the message is cut into records, the rest is what a
//! client sent.
//!
//! Once something is no hello it stays none whatever follows; once it is whole nothing that follows
//! changes its name; the same message in other records says the same; and where rustls reads a name,
//! ours is that name or the hello is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rustls::server::Acceptor;

#[path = "../../crates/egress/src/judge/hello.rs"]
#[allow(dead_code)]
mod hello;

use hello::{Progress, inspect};

fuzz_target!(|data: &[u8]| {
    let Some((cuts, sent)) = data.split_first_chunk::<2>() else { return };
    is_settled_once(sent);
    reads_no_other_name_than_rustls(sent);
    // The rest as a whole message, in one record and in three.
    let message = framed(&[1, 0, (sent.len() >> 8) as u8, sent.len() as u8], sent);
    if message.len() > 8000 {
        return;
    }
    let whole = record(&message);
    let (first, second) = (usize::from(cuts[0]) % message.len(), usize::from(cuts[1]) % message.len());
    let (first, second) = (first.min(second), first.max(second));
    let parts = [&message[..first], &message[first..second], &message[second..]];
    let split: Vec<u8> = parts.iter().filter(|part| !part.is_empty()).flat_map(|part| record(part)).collect();
    assert_eq!(inspect(&whole), inspect(&split), "in other records");
    is_settled_once(&split);
    reads_no_other_name_than_rustls(&split);
});

fn framed(header: &[u8], body: &[u8]) -> Vec<u8> {
    [header, body].concat()
}

fn record(part: &[u8]) -> Vec<u8> {
    framed(&[22, 3, 1, (part.len() >> 8) as u8, part.len() as u8], part)
}

/// Looks at what comes in piece by piece, as the proxy does.
fn is_settled_once(sent: &[u8]) {
    let step = (sent.len() / 64).max(1);
    let mut settled: Option<Progress> = None;
    for end in (0..=sent.len()).step_by(step) {
        let now = inspect(&sent[..end]);
        match &settled {
            Some(before) => assert_eq!(&now, before, "after {end} bytes"),
            None if now != Progress::More => settled = Some(now),
            None => {}
        }
    }
}

fn reads_no_other_name_than_rustls(sent: &[u8]) {
    let Progress::Hello(ours) = inspect(sent) else { return };
    let mut acceptor = Acceptor::default();
    let mut rest = sent;
    while !rest.is_empty() {
        if acceptor.read_tls(&mut rest).is_err() {
            return;
        }
        match acceptor.accept() {
            Ok(None) => {}
            Ok(Some(accepted)) => {
                let hello = accepted.client_hello();
                if let Some(theirs) = hello.server_name() {
                    // rustls leaves out the dot at a name's end. The proxy compares names with it, and refuses.
                    let same = ours.as_deref().is_some_and(|name| {
                        name.strip_suffix('.').unwrap_or(name).eq_ignore_ascii_case(theirs)
                    });
                    assert!(same, "{ours:?}, rustls {theirs:?}");
                }
                return;
            }
            Err(_) => return,
        }
    }
}
