// Generated from protocol/protocol.json by examples/generate. Don't edit: change protocol/subset.toml.

use crate::text::text_enum;
use serde::{Deserialize, Serialize};

text_enum!(LogEntrySource {
    Xml = "xml",
    Javascript = "javascript",
    Network = "network",
    Storage = "storage",
    Appcache = "appcache",
    Rendering = "rendering",
    Security = "security",
    Deprecation = "deprecation",
    Worker = "worker",
    Violation = "violation",
    Intervention = "intervention",
    Recommendation = "recommendation",
    Other = "other",
});

text_enum!(LogEntryLevel {
    Verbose = "verbose",
    Info = "info",
    Warning = "warning",
    Error = "error",
});

text_enum!(LogEntryCategory {
    Cors = "cors",
});

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LogEntry {
    pub source: LogEntrySource,
    pub level: LogEntryLevel,
    pub text: String,
    pub category: Option<LogEntryCategory>,
    pub timestamp: super::runtime::Timestamp,
    pub url: Option<String>,
    pub line_number: Option<i64>,
    pub stack_trace: Option<super::runtime::StackTrace>,
    pub network_request_id: Option<super::network::RequestId>,
    pub worker_id: Option<String>,
    pub args: Option<Vec<super::runtime::RemoteObject>>,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Enable {}

impl crate::Command for Enable {
    const METHOD: &'static str = "Log.enable";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EntryAdded {
    pub entry: LogEntry,
}

impl crate::Event for EntryAdded {
    const METHOD: &'static str = "Log.entryAdded";
}
