//! What a person is asked.

use ringfence_toolset::ConfirmRequest;

use super::escape::visible;

/// The most characters of a call that a person is asked to read. What is not shown whole can't be approved.
const LONGEST: usize = 4_000;

/// The question about a call: its member, the page that it is for, and its whole input, in which everything can be seen.
/// The error says why it can't be asked.
pub(super) fn text(request: &ConfirmRequest) -> Result<String, String> {
    let page = request.tab_url.as_deref().map_or("a page that is not known".to_owned(), visible);
    let fields = request.input.shown();
    // What was left out is no part of what is asked for.
    let given = fields.iter().filter(|(_, value)| !value.is_empty() && value != "None");
    let input: String = given.map(|(name, value)| format!("    {name}: {}\n", visible(value))).collect();
    let length = input.chars().count() + page.chars().count();
    if length > LONGEST {
        return Err(format!("its input is too long to be shown to whoever approves ({length} characters)"));
    }
    let member = request.member;
    Ok(format!(
        "\nringfence: the agent asks to do this:\n  {member}\n  on {page}\n{input}Do it, once? Only \"y\" is yes (120 s): "
    ))
}

#[cfg(test)]
mod tests {
    use ringfence_toolset::MemberInput;
    use ringfence_toolset::input::{ClickInput, ElementRef, JavascriptExecInput, Target};

    use super::*;

    fn request(input: MemberInput, at: Option<&str>) -> ConfirmRequest {
        ConfirmRequest { member: input.member(), input, tab_id: None, tab_url: at.map(str::to_owned) }
    }

    fn script(text: &str) -> MemberInput {
        MemberInput::JavascriptExec(JavascriptExecInput { text: text.into(), tab_id: None })
    }

    #[test]
    fn p6_a_person_reads_member_page_and_the_whole_input_with_nothing_hidden() {
        let asked =
            request(script("pay(\"\u{202e}001\")\n// \u{e0041}"), Some("https://bank.example/\u{200b}"));
        assert_eq!(
            text(&asked).unwrap(),
            "\nringfence: the agent asks to do this:\n  javascript_exec\n  on https://bank.example/\\u{200b}\n    \
             text: \"pay(\\\"\\u{202e}001\\\")\\n// \\u{e0041}\"\n\
             Do it, once? Only \"y\" is yes (120 s): "
        );
        let target = Target::Ref(ElementRef(7));
        let click = ClickInput { target, modifiers: Default::default(), accept_dialog: None, tab_id: None };
        let asked = text(&request(MemberInput::LeftClick(click), None)).unwrap();
        assert_eq!(
            asked,
            "\nringfence: the agent asks to do this:\n  left_click\n  on a page that is not known\n    target: ref_7\n\
             Do it, once? Only \"y\" is yes (120 s): "
        );
    }

    #[test]
    fn what_can_not_be_shown_whole_is_not_asked_about() {
        let refused = text(&request(script(&"x".repeat(5_000)), Some("https://a.example/")));
        let said = "its input is too long to be shown to whoever approves (5031 characters)";
        assert_eq!(refused, Err(said.to_owned()));
    }
}
