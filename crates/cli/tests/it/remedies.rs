//! A hint is followed: what it says to write is written where it says so, and then the address is allowed, and whatever was
//! allowed before still is (D1).

use std::fs;

use tempfile::TempDir;

use crate::run::{Ran, in_home};

const BEFORE: &str = "https://example.com/";

/// Judges an address.
fn check(home: &TempDir, options: &[String], address: &str) -> Ran {
    let args = ["check".to_owned()].into_iter().chain(options.iter().cloned()).chain([address.to_owned()]);
    let args: Vec<String> = args.collect();
    in_home(home, &args.iter().map(String::as_str).collect::<Vec<_>>(), "")
}

/// The words of the hint after one of these, up to the sentence's end or to what it says in brackets.
fn remedy(ran: &Ran) -> &str {
    let hint = ran.stdout.lines().last().unwrap().trim();
    let (_, rest) = ["operator for ", "this one with ", "private origin with "]
        .iter()
        .find_map(|words| hint.split_once(words))
        .unwrap();
    rest.split(" (").next().unwrap().trim_end_matches('.')
}

/// Writes what the hint says into a home's file, or adds it to the options.
fn follow(home: &TempDir, options: &mut Vec<String>, remedy: &str) {
    let file = home.path().join(".config/ringfence/ringfence.toml");
    if let Some(entry) = remedy.strip_suffix(", in the configuration file") {
        let lines = entry.strip_prefix("[[policy.allow]] with ").unwrap();
        let (lines, _) = lines.rsplit_once(" on ").unwrap();
        let lines = lines.replace(" and ", "\n");
        let text = format!("{}\n[[policy.allow]]\n{lines}\n", fs::read_to_string(&file).unwrap());
        fs::write(&file, text).unwrap();
    } else {
        let (words, beside) =
            remedy.strip_suffix(" beside --public").map_or((remedy, false), |words| (words, true));
        options.extend(words.split(' ').map(ToOwned::to_owned));
        if beside && !options.iter().any(|option| option == "--public") {
            options.push("--public".to_owned());
        }
    }
}

fn home(file: &str) -> TempDir {
    let home = TempDir::new().unwrap();
    let directory = home.path().join(".config/ringfence");
    fs::create_dir_all(&directory).unwrap();
    fs::write(directory.join("ringfence.toml"), file).unwrap();
    home
}

#[test]
fn d1_a_hint_that_is_followed_allows_and_takes_nothing_away() {
    let listed = "[policy]\n[[policy.allow]]\nhost = \"example.com\"\n";
    let starts = [
        ("", "--allow example.com"),
        ("", "--public"),
        ("", "--public --allow-local http://127.0.0.1:1"),
        (listed, ""),
        ("[policy]\nmode = \"allowlist\"\nallow = [{ host = \"example.com\" }]\n", "--allow example.com"),
        ("[policy]\nmode = \"public\"\n", ""),
        ("[policy]\nmode = \"public\"\n", "--allow-local http://127.0.0.1:1"),
        ("[policy]\nmode = \"denylist\"\n[[policy.deny]]\nhost = \"ads.example.com\"\n", ""),
    ];
    let addresses = [
        "https://example.org/",
        "http://example.com/",
        "https://example.org:8443/x",
        "http://127.0.0.1:8931/",
        "10.0.0.1:3000",
        "http://localhost:3000",
        "https://wiki.internal/",
        "https://github.io/",
    ];
    let mut followed = 0;
    for (file, options) in starts {
        for address in addresses {
            let home = home(file);
            let mut options: Vec<String> = options.split_whitespace().map(ToOwned::to_owned).collect();
            assert_eq!(check(&home, &options, BEFORE).code, 0, "{file} {options:?}");
            let refused = check(&home, &options, address);
            if refused.code == 0 {
                continue;
            }
            // A local server is rarely behind TLS, and that is what the hint is about.
            let meant =
                if address.contains("://") { address.to_owned() } else { format!("http://{address}") };
            follow(&home, &mut options, remedy(&refused));
            let now = check(&home, &options, &meant);
            assert_eq!(now.code, 0, "{file:?} {options:?} {address}: {refused:?} {now:?}");
            assert_eq!(check(&home, &options, BEFORE).code, 0, "{file:?} {options:?} {address}");
            followed += 1;
        }
    }
    assert_eq!(followed, 54);
}

#[test]
fn d1_a_closed_file_is_said_to_be_closed_and_the_option_opens_it() {
    let home = home("[policy]\nmode = \"closed\"\n");
    let refused = check(&home, &[], BEFORE);
    assert_eq!(
        refused.stdout.lines().last().unwrap().trim(),
        "No address is allowed, because the configuration file's mode is \"closed\". The operator can allow this one with \
         --allow example.com."
    );
    let mut options = Vec::new();
    follow(&home, &mut options, remedy(&refused));
    assert_eq!(check(&home, &options, BEFORE).code, 0);
}

#[test]
fn d1_whoever_replaces_what_a_file_allows_is_told() {
    let home = home("[[policy.allow]]\nhost = \"example.com\"\n[[policy.allow]]\nhost = \"example.org\"\n");
    let ran = in_home(&home, &["check", "--allow", "example.net", "https://example.net/"], "");
    assert_eq!(ran.code, 0);
    assert_eq!(
        ran.stderr,
        "ringfence: --allow, --allow-local, --load and --public replace the entries that the configuration file allows (2); to \
         add to the file's, write into it instead\n"
    );
    assert_eq!(in_home(&home, &["check", "--deny", "example.net", "https://example.com/"], "").stderr, "");
}

/// What is said of a host entry with a local server's port can be used as it stands.
#[test]
fn d1_a_local_server_in_the_wrong_option_is_answered_with_the_right_one() {
    for (written, right) in [
        ("127.0.0.1:8941", "--allow-local http://127.0.0.1:8941"),
        ("localhost:3000", "--allow-local http://localhost:3000"),
        ("[::1]:3000", "--allow-local http://[::1]:3000"),
    ] {
        let home = TempDir::new().unwrap();
        let ran = in_home(&home, &["check", "--allow", written, BEFORE], "");
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.contains(&format!("on the command line {right},")), "{}", ran.stderr);
        let options: Vec<String> = right.split(' ').map(ToOwned::to_owned).collect();
        assert_eq!(check(&home, &options, &format!("{}/", options[1])).code, 0);
    }
}
