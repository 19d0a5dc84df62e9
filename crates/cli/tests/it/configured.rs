//! `ringfence check` gives the policy's own answer for every case with a configuration (D2, D4).

use std::collections::BTreeMap;
use std::fs;

use serde::Deserialize;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::run::in_home;

#[derive(Deserialize)]
struct File {
    row: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    policy: String,
    url: String,
    list: Option<String>,
    code: String,
    rule: Option<u32>,
}

/// Rows by configuration, so that the command runs once for each. `check` judges where a document may be, so the
/// rows of the other list are not for it.
fn rows() -> BTreeMap<String, Vec<Row>> {
    let file: File = toml::from_str(include_str!("../../../policy/tests/cases/configured.toml")).unwrap();
    let mut rows: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for row in file.row.into_iter().filter(|row| row.list.is_none()) {
        rows.entry(row.policy.clone()).or_default().push(row);
    }
    rows
}

#[test]
fn d4_every_case_with_its_configuration() {
    let home = TempDir::new().unwrap();
    let mut answered = 0;
    for (policy, rows) in rows() {
        fs::write(home.path().join("mine.toml"), format!("[policy]\n{policy}\n")).unwrap();
        let input: String = rows.iter().map(|row| format!("{}\n", json!(row.url))).collect();
        let ran = in_home(&home, &["check", "--config", "mine.toml", "--json", "-"], &input);
        let refused = rows.iter().any(|row| row.code != "ok");
        assert_eq!((ran.code, ran.stderr.as_str()), (i32::from(refused), ""), "{policy}");
        let answers: Vec<Value> =
            ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let parts = |answer: &Value| {
            json!([
                answer["url"].clone(),
                answer["verdict"].clone(),
                answer["code"].clone(),
                answer["rule"].clone()
            ])
        };
        let expected: Vec<Value> = rows
            .iter()
            .map(|row| {
                let verdict = if row.code == "ok" { "allow" } else { "refuse" };
                json!([row.url, verdict, row.code, row.rule.map(|line| format!("mine.toml:{line}"))])
            })
            .collect();
        assert_eq!(answers.iter().map(parts).collect::<Vec<_>>(), expected, "{policy}");
        answered += rows.len();
    }
    assert!(answered >= 120, "{answered}");
}
