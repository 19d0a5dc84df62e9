//! The target of a CONNECT line, read as the proxy reads it: by the HTTP parser, by the URI type, and
//! split into host and port.
//!
//! An allowed tunnel could be allowed by what the policy says in plain words; its host and port, put
//! together again, give the same tunnel; and the judge of addresses says the same of it.
#![no_main]

use http::uri::PathAndQuery;
use http::{Request, Uri};
use libfuzzer_sys::fuzz_target;
use ringfence_fuzz::{KNOWN, code};
use ringfence_policy::List;

#[path = "../../crates/egress/src/judge/target.rs"]
mod target;

fuzz_target!(|data: &[u8]| {
    let Some((pick, target)) = data.split_first() else { return };
    let Some((host, port)) = read(target) else { return };
    let known = &KNOWN[usize::from(*pick) % KNOWN.len()];
    let policy = &known.policy;
    let tunnel = policy.judge_connect(&host, port);
    let address = format!("https://{host}:{port}/");
    let judged = policy.judge(&address, List::Navigate);
    match &tunnel {
        Ok(target) => {
            let name = target.host();
            assert_eq!(target.port(), port);
            let schemes = [("https", target.tls()), ("http", target.plain())];
            assert!(target.tls() || target.plain(), "{address}");
            for (scheme, allowed) in schemes {
                assert!(!allowed || (known.could_allow)(scheme, &name, port), "{scheme} {address}");
            }
            assert_eq!(policy.judge_connect(&name, port).as_ref(), Ok(target), "{address}");
            assert_eq!(judged.is_ok(), target.tls(), "{address}");
            assert_eq!(read(format!("{name}:{port}").as_bytes()), Some((name, port)), "{address}");
        }
        // The wire takes no writings that a browser does not send; where both read a host they agree.
        Err(refusal) if refusal.code.as_str() != "parse" => {
            assert_eq!(code(&judged), refusal.code.as_str(), "{address}");
        }
        Err(_) => {}
    }
});

/// As hyper and then the proxy do.
fn read(target: &[u8]) -> Option<(String, u16)> {
    let line = [b"CONNECT ", target, b" HTTP/1.1\r\n\r\n"].concat();
    let mut headers = [httparse::EMPTY_HEADER; 4];
    let mut request = httparse::Request::new(&mut headers);
    let complete = request.parse(&line).ok()?.is_complete();
    let path = request.path.filter(|_| complete && request.method == Some("CONNECT"))?;
    let uri: Uri = path.parse().ok()?;
    let request = Request::builder().method("CONNECT").uri(uri).body(()).ok()?;
    let only_authority = request.uri().path_and_query().map(PathAndQuery::as_str).is_none_or(|p| p == "/");
    let (host, port) = target::connect_target(request.uri().authority()?.as_str().as_bytes())?;
    only_authority.then(|| (host.to_owned(), port))
}
