//! What a person is asked.

use ringfence_toolset::{ConfirmRequest, Member, Subject};

use super::escape::visible;

/// The most characters of a call that a person is asked to read. What is not shown whole can't be approved.
const LONGEST: usize = 4_000;

/// The question about a call: its member, the page that it is for, and its whole input, in which everything can be seen.
/// The error says why it can't be asked.
pub(super) fn text(request: &ConfirmRequest) -> Result<String, String> {
    let page = match (&request.tab_url, &request.tab_id) {
        (Some(url), _) => visible(url),
        (None, Some(tab)) => format!("the tab {}, of which nothing is known", visible(tab.as_str())),
        (None, None) => "no page".to_owned(),
    };
    let fields = request.input.shown();
    let input: String =
        fields.iter().map(|(name, value)| format!("    {name}: {}\n", visible(value))).collect();
    let input = input + &subjects(request);
    let length = input.chars().count() + page.chars().count();
    if length > LONGEST {
        return Err(format!("its input is too long to be shown to whoever approves ({length} characters)"));
    }
    let member = request.member;
    Ok(format!(
        "\nringfence: the agent asks to do this:\n  {member}\n  on {page}\n{input}Do it, once? Only \"y\" is yes (120 s): "
    ))
}

/// What the call would act on, in the page's own words; in a frame, of which origin; and where it leads by itself.
fn subjects(request: &ConfirmRequest) -> String {
    let ends: &[&str] = match request.member {
        Member::LeftClickDrag => &["drags from", "drags to"],
        _ => &["acts on"],
    };
    let line = |(subject, end): (&Subject, &&str)| {
        let what = match subject.what.as_str() {
            "" => "nothing in particular".to_owned(),
            what => visible(what),
        };
        let place = match (subject.in_frame, &subject.origin) {
            (false, _) => String::new(),
            (true, Some(origin)) => format!(", in a frame of {}", visible(origin)),
            (true, None) => ", in a frame that is an origin by itself".to_owned(),
        };
        let leads = match subject.leads.as_str() {
            "" => String::new(),
            address => format!("    leads to: {}\n", visible(address)),
        };
        format!("    {end}: {what}{place}\n{leads}")
    };
    request.subjects.iter().zip(ends.iter().cycle()).map(line).collect()
}

#[cfg(test)]
mod tests {
    use ringfence_toolset::input::{
        ClickInput, ElementRef, JavascriptExecInput, LeftClickDragInput, Point, Target,
    };
    use ringfence_toolset::{MemberInput, TabId};

    use super::*;

    fn request(input: MemberInput, at: Option<&str>) -> ConfirmRequest {
        let tab_url = at.map(str::to_owned);
        ConfirmRequest { member: input.member(), input, tab_id: None, tab_url, subjects: Vec::new() }
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
            "\nringfence: the agent asks to do this:\n  left_click\n  on no page\n    target: ref_7\n\
             Do it, once? Only \"y\" is yes (120 s): "
        );
    }

    #[test]
    fn p6_a_person_reads_on_what_and_in_whose_frame() {
        let target = Target::Ref(ElementRef(7));
        let click = ClickInput { target, modifiers: Default::default(), accept_dialog: None, tab_id: None };
        let mut asked = request(MemberInput::LeftClick(click), Some("https://shop.example/basket"));
        let subject = |what: &str, origin: Option<&str>, in_frame| Subject {
            what: what.to_owned(),
            leads: if what.is_empty() { String::new() } else { "https://pay.example/\u{200b}now".to_owned() },
            detail: String::new(),
            origin: origin.map(str::to_owned),
            in_frame,
        };
        asked.subjects = vec![
            subject("button \"Pay\u{202e}\"", Some("https://shop.example"), false),
            subject("button \"Pay\"", Some("https://pay.example:8443"), true),
            subject("", None, true),
        ];
        assert_eq!(
            text(&asked).unwrap(),
            "\nringfence: the agent asks to do this:\n  left_click\n  on https://shop.example/basket\n    \
             target: ref_7\n    acts on: button \"Pay\\u{202e}\"\n    leads to: https://pay.example/\\u{200b}now\n    \
             acts on: button \"Pay\", in a frame of https://pay.example:8443\n    leads to: \
             https://pay.example/\\u{200b}now\n    acts on: nothing in particular, in a frame that is an origin by itself\n\
             Do it, once? Only \"y\" is yes (120 s): "
        );
    }

    #[test]
    fn p6_a_person_reads_from_where_to_where_a_drag_goes() {
        let (from, target) = (Point { x: 1, y: 2 }, Point { x: 3, y: 4 });
        let drag = LeftClickDragInput { from, target, tab_id: Some(TabId::new("t2")) };
        let mut asked = request(MemberInput::LeftClickDrag(drag), Some("https://board.example/"));
        let subject = |what: &str| Subject {
            what: what.to_owned(),
            leads: String::new(),
            detail: String::new(),
            origin: Some("https://board.example".to_owned()),
            in_frame: false,
        };
        asked.subjects = vec![subject("listitem \"Card\""), subject("list \"Done\"")];
        assert_eq!(
            text(&asked).unwrap(),
            "\nringfence: the agent asks to do this:\n  left_click_drag\n  on https://board.example/\n    from: (1, 2)\n    \
             target: (3, 4)\n    tab_id: t2\n    drags from: listitem \"Card\"\n    drags to: list \"Done\"\n\
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
