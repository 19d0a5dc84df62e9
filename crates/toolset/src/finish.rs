//! The way back of one call: what it came to and the state become a result (P9, N1–N7).

use crate::contract::ContractError;
use crate::driver::{DriverError, MemberOutput};
use crate::error_code::ErrorCode;
use crate::input::MemberInput;
use crate::ledger::Ledger;
use crate::member::{Member, ResultKind};
use crate::render;
use crate::result::{Block, Outcome, ToolResult};
use crate::toolset::LONGEST_EDGE;

/// Renders a success.
pub(crate) fn finish(
    ledger: &mut Ledger,
    input: &MemberInput,
    output: MemberOutput,
) -> Result<Outcome, ContractError> {
    let member = input.member();
    if member.result_kind() != output.kind() {
        return Err(ContractError::WrongOutput { member });
    }
    if let MemberOutput::Image { width, height, .. } = output
        && width.max(height) > LONGEST_EDGE
    {
        return Err(ContractError::OversizeImage { width, height });
    }
    let only = match (member, ledger.new_tab()) {
        (Member::NewTab, Ok(tab)) => Some(tab),
        (Member::NewTab, Err(_)) => {
            let text = "The new tab did not become the active one. List the tabs to see what is open.";
            return Ok(failed(ledger, Some(member), &DriverError::new(ErrorCode::Failed, text)));
        }
        _ => None,
    };
    let mut content = render::success(input, output);
    let mut refused = Vec::new();
    if member.result_kind() != ResultKind::Tabs {
        content.extend(ledger.take_notes().map(Block::Text));
        refused = ledger.take_refused();
    }
    let changes = ledger.take_changes(only.as_ref());
    let changed = ledger.differs() || !changes.is_empty();
    ledger.mark_shown();
    let tabs = ledger.tabs().to_vec();
    content.push(Block::BrowserState { tabs: tabs.clone(), changes });
    let result = ToolResult { content, is_error: false };
    Ok(Outcome { member: Some(member), result, failure: None, tabs, changed, refused, ignored: Vec::new() })
}

/// Renders a failure: text blocks only (N6). Changes go on waiting (S4).
pub(crate) fn failed(ledger: &mut Ledger, member: Option<Member>, error: &DriverError) -> Outcome {
    let text = Block::Text(render::failure_text(error));
    let content = std::iter::once(text).chain(ledger.take_notes().map(Block::Text)).collect();
    Outcome {
        member,
        result: ToolResult { content, is_error: true },
        failure: Some(render::failure(error)),
        tabs: ledger.tabs().to_vec(),
        changed: ledger.differs(),
        refused: ledger.take_refused(),
        ignored: Vec::new(),
    }
}
