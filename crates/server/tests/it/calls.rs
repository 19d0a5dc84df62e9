//! The JSON-lines face, line by line.

use ringfence_server::calls::{Tally, run};
use serde_json::{Value, json};

use crate::fake::Fake;

async fn answers(input: &[u8], fake: &Fake) -> (Vec<Value>, Tally, Vec<String>) {
    let mut output = Vec::new();
    let mut told = Vec::new();
    let tally = run(input, &mut output, fake, "default", |line| told.push(line.to_owned())).await.unwrap();
    let text = String::from_utf8(output).unwrap();
    (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), tally, told)
}

fn result(id: &str, member: &str) -> Value {
    let tabs = json!([{"tab_id": "t1", "title": "T", "url": "https://a.test/", "active": true}]);
    json!({"type": "tool_result", "tool_use_id": id, "toolset_name": "browser", "content": [
        {"type": "text", "text": format!("{member} done.")}, {"type": "browser_state", "tabs": tabs},
    ]})
}

fn error(id: &str, text: &str) -> Value {
    json!({"type": "tool_result", "tool_use_id": id, "toolset_name": "browser", "is_error": true,
           "content": [{"type": "text", "text": text}]})
}

fn bad(line: u32, id: &str, what: &str) -> Value {
    error(
        id,
        &format!(
            "Line {line} is no call: {what}. Write one JSON object a line: \
             {{\"id\":\"1\",\"name\":\"navigate\",\"input\":{{\"url\":\"https://example.com\"}}}}."
        ),
    )
}

#[tokio::test]
async fn d13_answers_come_in_order_under_the_lines_id_or_number() {
    let fake = Fake::with_notice("contained: proxy-only");
    let input = br#"{"id":"a","name":"key","input":{"text":"x"}}
{"name":"list_tabs"}

{"id":7,"name":"type","input":null}"#;
    let (answers, tally, told) = answers(input, &fake).await;
    assert_eq!(answers, [result("a", "key"), result("2", "list_tabs"), result("7", "type")]);
    assert_eq!(tally, Tally { done: 3, failed: 0 });
    assert_eq!(told, ["contained: proxy-only"]);
    assert_eq!(
        fake.asked(),
        [
            ("default".into(), "key".into(), json!({"text": "x"})),
            ("default".into(), "list_tabs".into(), Value::Null),
            ("default".into(), "type".into(), Value::Null),
        ]
    );
}

/// An agent chooses the ids, and a person's terminal shows them. Seen to fail with the id told as it is.
#[tokio::test]
async fn what_is_told_beside_an_answer_names_its_call_in_one_short_line() {
    let long = "y".repeat(1000);
    let lines = [
        json!({"id": "\u{1b}[31mX\nringfence: all is well", "name": "zoom"}),
        json!({"id": long, "name": "zoom"}),
    ];
    let input = lines.each_ref().map(ToString::to_string).join("\n");
    let (answers, _, told) = answers(input.as_bytes(), &Fake::new()).await;
    assert_eq!(answers[0]["tool_use_id"], lines[0]["id"]);
    assert!(!told[0].contains(char::is_control) && told[0].starts_with("call "), "{told:?}");
    assert!(told[0].ends_with(": zoom takes no \"x\".") && told[1].len() < 100, "{told:?}");
}

#[tokio::test]
async fn d13_a_bad_line_is_answered_in_its_place_and_the_stream_goes_on() {
    let input = b"{\n[1]\n{\"id\":\"x\"}\n{\"id\":{},\"name\":\"key\"}\n\xff\xfe\n{\"name\":\"fail\"}\n{\"name\":\"key\"}\n\
        {\"id\":\"y\",\"name\":\"key\",\"inptu\":{}}\n{\"name\":\"key\",\"zzz\":1}\n\
        {\"type\":\"tool_use\",\"id\":\"z\",\"name\":\"key\",\"toolset_name\":\"browser\",\"input\":{}}\n";
    let (answers, tally, _) = answers(input, &Fake::new()).await;
    assert_eq!(
        answers,
        [
            bad(1, "1", "it is not JSON (EOF while parsing an object at column 1)"),
            bad(2, "2", "it is JSON, but no object"),
            bad(3, "x", "it has no name, or one that is no string"),
            bad(4, "4", "its id is neither a number nor a string with something in it"),
            bad(5, "5", "it is not JSON (expected value at column 1)"),
            error("6", "4 sessions are open, no more are allowed. Use one of them."),
            result("7", "key"),
            bad(8, "y", "it has a key \"inptu\", which a call doesn't have (did you mean input?)"),
            bad(9, "9", "it has a key \"zzz\", which a call doesn't have"),
            result("z", "key"),
        ]
    );
    assert_eq!(tally, Tally { done: 2, failed: 8 });
}
