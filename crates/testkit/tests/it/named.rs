//! The pages that promise something name the tests that show it: each must be there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const PAGES: [&str; 2] = ["SECURITY.md", "SPECIFICATION.md"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Words in backticks that only a test is called by: names with three underscores or more.
fn named(page: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let quoted = text.split('`').skip(1).step_by(2);
    let is_name = |word: &&str| {
        let plain = word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
        plain && word.matches('_').count() >= 3
    };
    quoted.map(|word| word.rsplit("::").next().unwrap_or(word)).filter(is_name).map(str::to_owned).collect()
}

/// The functions under a directory that are marked as tests.
fn tests_under(directory: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") {
            tests_under(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            tests_in(&fs::read_to_string(&path).unwrap(), found);
        }
    }
}

fn tests_in(source: &str, found: &mut BTreeSet<String>) {
    let mut marked = false;
    for line in source.lines().map(str::trim) {
        if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
            marked = true;
        } else if let Some((_, rest)) = line.split_once("fn ")
            && marked
        {
            marked = false;
            found.extend(rest.split_once('(').map(|(name, _)| name.to_owned()));
        }
    }
}

#[test]
fn every_test_that_a_page_names_is_there() {
    let mut tests = BTreeSet::new();
    tests_under(&root().join("crates"), &mut tests);
    for page in PAGES {
        let named = named(page);
        assert!(!named.is_empty(), "{page} names no test");
        let missing: Vec<_> = named.difference(&tests).collect();
        assert!(missing.is_empty(), "{page} names tests that are not there: {missing:?}");
    }
}
