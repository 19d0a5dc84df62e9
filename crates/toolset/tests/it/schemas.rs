//! The inputs' JSON schemas.

use ringfence_toolset::{Extensions, Member};
use serde_json::json;

#[test]
fn a_schema_says_what_the_reader_checks() {
    assert_eq!(
        Member::Scroll.input_schema(Extensions::NONE),
        json!({
            "type": "object",
            "properties": {
                "target": {
                    "type": "object",
                    "properties": {
                        "type": {"type": "string", "enum": ["coordinate"]},
                        "x": {"type": "integer"},
                        "y": {"type": "integer"},
                    },
                    "required": ["type", "x", "y"],
                },
                "scroll_direction": {"type": "string", "enum": ["up", "down", "left", "right"], "description": "Where to."},
                "scroll_amount": {"type": "integer", "minimum": 1, "maximum": 10, "description": "Notches; default 3."},
                "tab_id": {"type": "string"},
            },
            "required": ["target", "scroll_direction"],
        })
    );
    assert_eq!(Member::ListTabs.input_schema(Extensions::NONE), json!({"type": "object", "properties": {}}));
}

#[test]
fn every_schema_is_small() {
    for member in Member::ALL {
        let size = member.input_schema(Extensions::NONE).to_string().len();
        assert!(size <= 600, "{member}: {size}");
    }
}
