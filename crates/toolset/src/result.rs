//! What a call gives: the blocks for the model, and the facts that a face needs to show them its own way.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::entry::TOOLSET_NAME;
use crate::error_code::ErrorCode;
use crate::member::Member;
use crate::state::{PageRefusal, StateChange, Tab};

/// One block of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// Text of ours. Page-supplied values in it are folded to one line.
    Text(String),
    /// The page's own text, bounded, as a reading member read it. On the API's wire it is a text block.
    PageText {
        /// The text.
        text: String,
        /// The origin it was read from, when known; one line.
        source: Option<String>,
    },
    /// A picture.
    Image {
        /// The file's bytes.
        data: Vec<u8>,
        /// The file's media type.
        media_type: &'static str,
    },
    /// The browser's state. Titles and addresses are folded to one line each.
    BrowserState {
        /// Every open tab.
        tabs: Vec<Tab>,
        /// What happened beside the calls' own effects since the last block.
        changes: Vec<StateChange>,
    },
}

impl Block {
    /// Makes the block as it goes to the Messages API.
    pub fn to_api(&self) -> Value {
        match self {
            Self::Text(text) | Self::PageText { text, .. } => json!({ "type": "text", "text": text }),
            Self::Image { data, media_type } => json!({
                "type": "image",
                "source": { "type": "base64", "media_type": media_type, "data": STANDARD.encode(data) },
            }),
            Self::BrowserState { tabs, changes } => state_to_api(tabs, changes),
        }
    }
}

fn state_to_api(tabs: &[Tab], changes: &[StateChange]) -> Value {
    let mut block = json!({ "type": "browser_state", "tabs": tabs_to_json(tabs) });
    // Nothing to report is said by leaving the field out, never by an empty list (S2).
    if let (false, Some(fields)) = (changes.is_empty(), block.as_object_mut()) {
        fields.insert("state_changes".to_owned(), changes_to_json(changes));
    }
    block
}

/// Sets a field that is known; one that isn't is left out.
fn set(object: &mut Value, field: &str, value: Option<Value>) {
    if let (Some(fields), Some(value)) = (object.as_object_mut(), value) {
        fields.insert(field.to_owned(), value);
    }
}

/// Makes the list of tabs as JSON.
pub fn tabs_to_json(tabs: &[Tab]) -> Value {
    let tab = |tab: &Tab| json!({ "tab_id": tab.tab_id.as_str(), "title": tab.title, "url": tab.url, "active": tab.active });
    tabs.iter().map(tab).collect()
}

/// Makes the list of changes as JSON.
pub fn changes_to_json(changes: &[StateChange]) -> Value {
    let change = |change: &StateChange| match change {
        StateChange::TabOpened { tab_id } => json!({ "type": "tab_opened", "tab_id": tab_id.as_str() }),
        StateChange::DownloadStarted { download_id, url } => {
            json!({ "type": "download_started", "download_id": download_id, "url": url })
        }
        StateChange::DownloadCompleted { download_id, url, path, size_bytes } => {
            let mut change = json!({ "type": "download_completed", "download_id": download_id, "url": url });
            set(&mut change, "path", path.as_deref().and_then(Path::to_str).map(Value::from));
            set(&mut change, "size_bytes", size_bytes.map(Value::from));
            change
        }
        StateChange::DownloadFailed { download_id, url, error } => {
            let mut change = json!({ "type": "download_failed", "download_id": download_id, "url": url });
            set(&mut change, "error", error.map(Value::from));
            change
        }
    };
    changes.iter().map(change).collect()
}

/// The answer to one call, ready for the Messages API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolResult {
    /// The blocks. An error's are text only, and at least one (N6).
    pub content: Vec<Block>,
    /// Whether the call failed or was refused.
    pub is_error: bool,
}

impl ToolResult {
    /// Makes an error result of one text.
    pub fn error(text: impl Into<String>) -> Self {
        Self { content: vec![Block::Text(text.into())], is_error: true }
    }

    /// Makes the `tool_result` block that answers the `tool_use` with this id.
    pub fn to_api(&self, tool_use_id: &str) -> Value {
        let mut block = json!({
            "type": "tool_result",
            "tool_use_id": tool_use_id,
            "toolset_name": TOOLSET_NAME,
            "content": self.content.iter().map(Block::to_api).collect::<Vec<_>>(),
        });
        if let (true, Some(fields)) = (self.is_error, block.as_object_mut()) {
            fields.insert("is_error".to_owned(), true.into());
        }
        block
    }
}

/// Why a call failed, for programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The code.
    pub code: ErrorCode,
    /// What the failure is about, one line.
    pub subject: Option<String>,
    /// What to do.
    pub hint: Option<String>,
}

/// A call's result with the facts behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The member; `None` when the name is no member's.
    pub member: Option<Member>,
    /// The rendered result.
    pub result: ToolResult,
    /// Why the call failed; `None` for a success.
    pub failure: Option<Failure>,
    /// Every open tab after the call, after a failed one, too.
    pub tabs: Vec<Tab>,
    /// Whether tabs or changes differ from those in the last successful result.
    pub changed: bool,
    /// What pages were refused, of a kind on a host the first, each once: what stands behind N7's line, and loads.
    pub refused: Vec<PageRefusal>,
    /// Sentences on fields of the input that the member doesn't have, which were dropped (T10). An error's text has them
    /// itself.
    pub ignored: Vec<String>,
}
