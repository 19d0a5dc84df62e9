//! Host rules. The first line is an entry, the second another, the third a denied one, the rest hosts
//! that are asked for.
//!
//! An entry that is taken covers what it says and nothing beside it; two entries allow what either
//! allows; what a deny entry covers is refused and nothing else is; a host that is allowed is allowed
//! by an entry of its own name; the configuration file gives the same policy as the builder.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ringfence_fuzz::{code, of_entries};
use ringfence_policy::config::FileConfig;
use ringfence_policy::{List, Policy};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut lines = text.split('\n');
    let (one, other, denied) = (
        lines.next().unwrap_or_default(),
        lines.next().unwrap_or_default(),
        lines.next().unwrap_or_default(),
    );
    let asked: Vec<&str> = lines.take(8).collect();
    if let Some(policy) = of_entries(&[one], &[]) {
        covers_what_it_says(one, &policy);
        is_the_same_in_other_writing(one, &policy, &asked);
    }
    let (Some(first), Some(second)) = (of_entries(&[one], &[]), of_entries(&[other], &[])) else { return };
    let both = of_entries(&[one, other], &[]).expect("two good entries");
    let narrowed = of_entries(&[one, other], &[denied]);
    let file = FileConfig::parse(&config(&[one, other]), "f").expect("the same entries").policy;
    let file = file.builder().build().expect("the same entries");
    for host in asked {
        let either = allows(&first, host) || allows(&second, host);
        assert_eq!(allows(&both, host), either, "{one:?} {other:?} {host:?}");
        assert_eq!(allows(&file, host), either, "{one:?} {other:?} {host:?} from a file");
        if either {
            is_allowed_by_its_own_name(&both, host);
        }
        if let Some(narrowed) = &narrowed {
            let denied_alone = of_entries(&[denied.trim()], &[]).map(|policy| allows(&policy, host));
            let found = address_code(narrowed, host);
            assert!(either || found != "ok", "{denied:?} widened {host:?}");
            // What may not be allowed so wide may be denied, so that the question can't always be asked.
            if let (true, Some(covered)) = (either, denied_alone) {
                assert_eq!(found, if covered { "denied" } else { "ok" }, "{denied:?} {host:?}");
            }
        }
    }
});

fn address_code(policy: &Policy, host: &str) -> &'static str {
    code(&policy.judge(&format!("https://{host}/"), List::Navigate))
}

fn allows(policy: &Policy, host: &str) -> bool {
    address_code(policy, host) == "ok"
}

fn config(entries: &[&str]) -> String {
    let quote = |text: &&str| {
        let escaped: String = text.chars().map(|c| format!("\\U{:08x}", u32::from(c))).collect();
        format!("[[policy.allow]]\nhost = \"{escaped}\"\n")
    };
    entries.iter().map(quote).collect()
}

fn covers_what_it_says(entry: &str, policy: &Policy) {
    let entry = entry.trim();
    let (name, itself, below) = match (entry.strip_prefix('='), entry.strip_prefix("*.")) {
        (Some(name), _) => (name, true, false),
        (None, Some(name)) => (name, false, true),
        (None, None) => (entry, true, true),
    };
    assert_eq!(allows(policy, name), itself, "{entry:?} itself");
    // A label put before a long name makes one that no host can have.
    if name.len() < 200 && name.is_ascii() {
        assert_eq!(allows(policy, &format!("a.{name}")), below, "{entry:?} below");
        assert!(!allows(policy, &format!("a{name}")), "{entry:?} at a label border");
        // An entry for the other host would cover this one for another reason.
        let other = ["other.test", "a.other.test"];
        if !other.iter().any(|host| allows(policy, host)) {
            let longer = format!("{}.other.test", name.trim_end_matches(['.', '。', '．', '｡']));
            assert!(!allows(policy, &longer), "{entry:?} as a prefix");
        }
    }
}

fn is_the_same_in_other_writing(entry: &str, policy: &Policy, asked: &[&str]) {
    // A second dot would leave an empty label. Outside ASCII there are other dots, and characters that are left out of a
    // name, so that one may end with a dot unseen (UTS 46).
    let dotted = if entry.is_ascii() && !entry.trim().ends_with('.') { "." } else { "" };
    let capitals = format!(" {}{dotted} ", entry.trim().to_ascii_uppercase());
    let same = of_entries(&[&capitals], &[]).expect("the same entry in capitals and with a dot");
    for host in asked {
        assert_eq!(address_code(policy, host), address_code(&same, host), "{entry:?} {host:?}");
    }
}

fn is_allowed_by_its_own_name(policy: &Policy, host: &str) {
    let judged = policy.judge(&format!("https://{host}/"), List::Navigate).expect("allowed");
    let name = judged.host().expect("a host");
    let alone = of_entries(&[&format!("={name}")], &[]).expect("the name of an allowed host is an entry");
    assert_eq!(address_code(&alone, name), "ok", "{name}");
    assert!(
        name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-._".contains(&b)),
        "{name}"
    );
}
