use std::collections::HashMap;

use proptest::prelude::*;

use super::{HostTable, labels, last_labels};
use crate::entry::Lists;
use crate::host::{Host, suffixes};
use crate::rules::{Rule, Scheme, Scope};
use crate::source::Source;

fn name(text: &str) -> Host {
    Host::Name(text.to_owned())
}

fn sources(table: &HostTable, host: &str) -> Vec<String> {
    let host = name(host);
    table.matching(&host).iter().map(|found| table.source(found).unwrap().to_string()).collect()
}

#[test]
fn matches_come_nearest_first_and_then_in_their_order() {
    let mut table = HostTable::default();
    let tree = Rule::host(Scope::Tree, Lists::BOTH);
    for (line, (host, rule)) in (1..).zip([
        ("example.com", tree),
        ("a.example.com", Rule::origin(Scheme::Http, 8080, true, Lists::LOAD)),
        ("example.com", Rule::host(Scope::Below, Lists::NAVIGATE)),
        ("a.example.com", tree),
        ("other.com", tree),
        // The same again: the first one's line counts.
        ("example.com", tree),
    ]) {
        table.insert(&name(host), rule, &Source::file("f", line)).unwrap();
    }
    table.shrink();
    assert_eq!(sources(&table, "a.example.com"), ["f:2", "f:4", "f:1", "f:3"]);
    assert_eq!(sources(&table, "x.y.z.a.example.com"), ["f:4", "f:1", "f:3"]);
    assert_eq!(sources(&table, "example.com"), ["f:1"]);
    assert_eq!(sources(&table, "com"), [""; 0]);
}

#[test]
fn a_name_is_looked_up_from_as_many_labels_as_the_longest_key_has() {
    assert_eq!(["a", "a.b", "a.b.c"].map(labels), [1, 2, 3]);
    let ends = [1, 2, 3, 4].map(|count| last_labels("ab.c.d", count));
    assert_eq!(ends, ["d", "c.d", "ab.c.d", "ab.c.d"]);
}

#[test]
fn every_entry_keeps_its_own_place() {
    let mut table = HostTable::default();
    let tree = Rule::host(Scope::Tree, Lists::BOTH);
    let places = [
        Source::option("--allow", "a.com"),
        Source::file("one.toml", 7),
        Source::file("one.toml", 9),
        Source::file("two.toml", 1),
        Source::option("--allow", "e.com"),
        Source::option("--load", "f.com"),
        Source::file("one.toml", 11),
    ];
    for (host, source) in ["a.com", "b.com", "c.com", "d.com", "e.com", "f.com", "g.com"].iter().zip(&places)
    {
        table.insert(&name(host), tree, source).unwrap();
    }
    let found: Vec<String> = ["a.com", "b.com", "c.com", "d.com", "e.com", "f.com", "g.com"]
        .iter()
        .flat_map(|host| sources(&table, host))
        .collect();
    assert_eq!(found, places.map(|place| place.to_string()));
}

#[test]
fn an_ip_literal_is_its_own_key_and_has_no_parents() {
    let mut table = HostTable::default();
    let rule = Rule::origin(Scheme::Http, 80, true, Lists::BOTH);
    let ip = Host::Ip("127.0.0.1".parse().unwrap());
    table.insert(&ip, rule, &Source::file("f", 1)).unwrap();
    table.insert(&name("0.0.1"), Rule::host(Scope::Tree, Lists::BOTH), &Source::file("f", 2)).unwrap();
    assert_eq!(table.matching(&ip).iter().map(|found| found.rule).collect::<Vec<_>>(), [rule]);
    assert!(table.matching(&Host::Ip("127.0.0.2".parse().unwrap())).is_empty());
}

fn rules() -> impl Strategy<Value = Rule> {
    let scope = prop_oneof![Just(Scope::Exact), Just(Scope::Tree), Just(Scope::Below)];
    let lists = prop_oneof![Just(Lists::BOTH), Just(Lists::LOAD), Just(Lists::NAVIGATE)];
    (scope, any::<bool>(), any::<u16>(), any::<bool>(), lists).prop_map(
        |(scope, http, port, private, lists)| Rule {
            scope,
            scheme: if http { Scheme::Http } else { Scheme::Https },
            port,
            private,
            lists,
        },
    )
}

proptest! {
    /// The table against the plainest way of doing the same: a map from a host to its rules.
    #[test]
    fn a_table_finds_what_a_map_finds(
        entries in prop::collection::vec(("[ab](\\.[ab]){0,3}", rules()), 0..40),
        asked in "[ab](\\.[ab]){0,5}",
    ) {
        let mut table = HostTable::default();
        let mut map: HashMap<String, Vec<Rule>> = HashMap::new();
        table.reserve(entries.len());
        for (line, (host, rule)) in (1..).zip(&entries) {
            table.insert(&name(host), *rule, &Source::file("f", line)).unwrap();
            let known = map.entry(host.clone()).or_default();
            if !known.contains(rule) {
                known.push(*rule);
            }
        }
        table.shrink();
        let expected: Vec<Rule> = suffixes(&asked)
            .enumerate()
            .flat_map(|(depth, key)| map.get(key).into_iter().flatten().map(move |rule| (depth == 0, *rule)))
            .filter(|(is_the_key, rule)| rule.scope.covers(*is_the_key))
            .map(|(_, rule)| rule)
            .collect();
        let found: Vec<Rule> = table.matching(&name(&asked)).iter().map(|found| found.rule).collect();
        prop_assert_eq!(found, expected);
    }
}
