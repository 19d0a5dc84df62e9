//! What a member may be called by somebody who knows other tools.

use ringfence_policy::config::nearest;

/// The words of others for what a member does.
const OTHER_WORDS: [(&str, &[&str]); 17] = [
    ("navigate", &["goto", "go", "open", "visit", "navigate_to", "load", "back", "forward", "reload"]),
    ("left_click", &["click", "tap"]),
    ("form_input", &["fill", "fill_form", "select", "select_option", "check", "set_value"]),
    ("type", &["insert_text", "keyboard_type"]),
    ("key", &["press", "press_key", "keypress"]),
    ("screenshot", &["shot", "capture", "take_screenshot"]),
    ("read_page", &["snapshot", "take_snapshot", "accessibility_tree", "dom"]),
    ("get_page_text", &["text", "get_text", "content", "extract"]),
    ("find", &["search", "query", "locate"]),
    ("wait", &["sleep", "wait_for"]),
    ("file_upload", &["upload", "upload_file", "set_files"]),
    ("javascript_exec", &["eval", "evaluate", "evaluate_script", "execute_script", "js", "javascript"]),
    ("read_console", &["console", "console_messages", "list_console_messages"]),
    ("read_network", &["network", "network_requests", "list_network_requests"]),
    ("left_click_drag", &["drag", "drag_and_drop"]),
    ("list_tabs", &["tabs", "pages", "list_pages"]),
    ("new_tab", &["new_page", "open_tab", "tab_new"]),
];

/// The name among `known` that somebody may have meant who wrote another: by what other tools call it, or by how similar it
/// is; none when nothing fits.
pub fn meant<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known: Vec<_> = known.into_iter().collect();
    let word = name.to_lowercase().replace('-', "_");
    let word = word.strip_prefix("browser_").unwrap_or(&word);
    let other = OTHER_WORDS.iter().find(|(_, words)| words.contains(&word)).map(|(member, _)| *member);
    let same = known.iter().find(|member| **member == word || Some(**member) == other);
    same.copied().or_else(|| nearest(word, known))
}

#[cfg(test)]
mod tests {
    use super::{OTHER_WORDS, meant};
    use crate::Member;

    fn all() -> impl Iterator<Item = &'static str> {
        Member::ALL.iter().map(|member| member.name())
    }

    #[test]
    fn words_of_others_and_misspellings_are_understood() {
        for (word, member) in [
            ("click", Some("left_click")),
            ("left_clik", Some("left_click")),
            ("browser_navigate", Some("navigate")),
            ("browser_click", Some("left_click")),
            ("take-screenshot", Some("screenshot")),
            ("Screenshoot", Some("screenshot")),
            ("foo", None),
            ("", None),
        ] {
            assert_eq!(meant(word, all()), member, "{word}");
        }
        // Nobody is sent to a member that is off.
        assert_ne!(meant("eval", ["navigate", "find"]), Some("javascript_exec"));
    }

    #[test]
    fn every_word_leads_to_a_member_and_is_none_itself() {
        for (member, words) in OTHER_WORDS {
            assert!(all().any(|name| name == member), "{member}");
            assert!(words.iter().all(|word| all().all(|name| name != *word)), "{member}");
        }
    }
}
