// Generated from protocol/protocol.json by examples/generate. Don't edit: change protocol/subset.toml.

use crate::text::{number_id, text_enum, text_id};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallArgument {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<crate::Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unserializable_value: Option<UnserializableValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<RemoteObjectId>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallFrame {
    pub function_name: String,
    pub script_id: ScriptId,
    pub url: String,
    pub line_number: i64,
    pub column_number: i64,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EntryPreview {
    pub key: Option<ObjectPreview>,
    pub value: ObjectPreview,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExceptionDetails {
    pub exception_id: i64,
    pub text: String,
    pub line_number: i64,
    pub column_number: i64,
    pub script_id: Option<ScriptId>,
    pub url: Option<String>,
    pub stack_trace: Option<StackTrace>,
    pub exception: Option<RemoteObject>,
    pub execution_context_id: Option<ExecutionContextId>,
    pub exception_meta_data: Option<serde_json::Map<String, serde_json::Value>>,
}

number_id!(ExecutionContextId);

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InternalPropertyDescriptor {
    pub name: String,
    pub value: Option<RemoteObject>,
}

text_enum!(ObjectPreviewType {
    Object = "object",
    Function = "function",
    Undefined = "undefined",
    String = "string",
    Number = "number",
    Boolean = "boolean",
    Symbol = "symbol",
    Bigint = "bigint",
});

text_enum!(ObjectPreviewSubtype {
    Array = "array",
    Null = "null",
    Node = "node",
    Regexp = "regexp",
    Date = "date",
    Map = "map",
    Set = "set",
    Weakmap = "weakmap",
    Weakset = "weakset",
    Iterator = "iterator",
    Generator = "generator",
    Error = "error",
    Proxy = "proxy",
    Promise = "promise",
    Typedarray = "typedarray",
    Arraybuffer = "arraybuffer",
    Dataview = "dataview",
    Webassemblymemory = "webassemblymemory",
    Wasmvalue = "wasmvalue",
    Deferredmodule = "deferredmodule",
    Trustedtype = "trustedtype",
});

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ObjectPreview {
    pub r#type: ObjectPreviewType,
    pub subtype: Option<ObjectPreviewSubtype>,
    pub description: Option<String>,
    pub overflow: bool,
    pub properties: Vec<PropertyPreview>,
    pub entries: Option<Vec<EntryPreview>>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PrivatePropertyDescriptor {
    pub name: String,
    pub value: Option<RemoteObject>,
    pub get: Option<RemoteObject>,
    pub set: Option<RemoteObject>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PropertyDescriptor {
    pub name: String,
    pub value: Option<RemoteObject>,
    pub writable: Option<bool>,
    pub get: Option<RemoteObject>,
    pub set: Option<RemoteObject>,
    pub configurable: bool,
    pub enumerable: bool,
    pub was_thrown: Option<bool>,
    pub is_own: Option<bool>,
    pub symbol: Option<RemoteObject>,
}

text_enum!(PropertyPreviewType {
    Object = "object",
    Function = "function",
    Undefined = "undefined",
    String = "string",
    Number = "number",
    Boolean = "boolean",
    Symbol = "symbol",
    Accessor = "accessor",
    Bigint = "bigint",
});

text_enum!(PropertyPreviewSubtype {
    Array = "array",
    Null = "null",
    Node = "node",
    Regexp = "regexp",
    Date = "date",
    Map = "map",
    Set = "set",
    Weakmap = "weakmap",
    Weakset = "weakset",
    Iterator = "iterator",
    Generator = "generator",
    Error = "error",
    Proxy = "proxy",
    Promise = "promise",
    Typedarray = "typedarray",
    Arraybuffer = "arraybuffer",
    Dataview = "dataview",
    Webassemblymemory = "webassemblymemory",
    Wasmvalue = "wasmvalue",
    Deferredmodule = "deferredmodule",
    Trustedtype = "trustedtype",
});

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PropertyPreview {
    pub name: String,
    pub r#type: PropertyPreviewType,
    pub value: Option<String>,
    pub value_preview: Option<ObjectPreview>,
    pub subtype: Option<PropertyPreviewSubtype>,
}

text_enum!(RemoteObjectType {
    Object = "object",
    Function = "function",
    Undefined = "undefined",
    String = "string",
    Number = "number",
    Boolean = "boolean",
    Symbol = "symbol",
    Bigint = "bigint",
});

text_enum!(RemoteObjectSubtype {
    Array = "array",
    Null = "null",
    Node = "node",
    Regexp = "regexp",
    Date = "date",
    Map = "map",
    Set = "set",
    Weakmap = "weakmap",
    Weakset = "weakset",
    Iterator = "iterator",
    Generator = "generator",
    Error = "error",
    Proxy = "proxy",
    Promise = "promise",
    Typedarray = "typedarray",
    Arraybuffer = "arraybuffer",
    Dataview = "dataview",
    Webassemblymemory = "webassemblymemory",
    Wasmvalue = "wasmvalue",
    Deferredmodule = "deferredmodule",
    Trustedtype = "trustedtype",
});

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemoteObject {
    pub r#type: RemoteObjectType,
    pub subtype: Option<RemoteObjectSubtype>,
    pub class_name: Option<String>,
    pub value: Option<crate::Json>,
    pub unserializable_value: Option<UnserializableValue>,
    pub description: Option<String>,
    pub object_id: Option<RemoteObjectId>,
    pub preview: Option<ObjectPreview>,
}

text_id!(RemoteObjectId);

text_id!(ScriptId);

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StackTrace {
    pub description: Option<String>,
    pub call_frames: Vec<CallFrame>,
    pub parent: Option<Box<StackTrace>>,
    pub parent_id: Option<StackTraceId>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StackTraceId {
    pub id: String,
    pub debugger_id: Option<UniqueDebuggerId>,
}

pub type TimeDelta = f64;

pub type Timestamp = f64;

text_id!(UniqueDebuggerId);

text_id!(UnserializableValue);

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallFunctionOn {
    pub function_declaration: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<RemoteObjectId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<CallArgument>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silent: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_by_value: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_preview: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_gesture: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub await_promise: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution_context_id: Option<ExecutionContextId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_group: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw_on_side_effect: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique_context_id: Option<String>,
}

impl CallFunctionOn {
    #[must_use]
    pub fn new(function_declaration: impl Into<String>) -> Self {
        Self {
            function_declaration: function_declaration.into(),
            object_id: None,
            arguments: None,
            silent: None,
            return_by_value: None,
            generate_preview: None,
            user_gesture: None,
            await_promise: None,
            execution_context_id: None,
            object_group: None,
            throw_on_side_effect: None,
            unique_context_id: None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallFunctionOnResponse {
    pub result: RemoteObject,
    pub exception_details: Option<ExceptionDetails>,
}

impl crate::Command for CallFunctionOn {
    const METHOD: &'static str = "Runtime.callFunctionOn";
    type Response = CallFunctionOnResponse;
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Enable {}

impl crate::Command for Enable {
    const METHOD: &'static str = "Runtime.enable";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Evaluate {
    pub expression: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_group: Option<String>,
    #[serde(rename = "includeCommandLineAPI")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_command_line_api: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silent: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_id: Option<ExecutionContextId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_by_value: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_preview: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_gesture: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub await_promise: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw_on_side_effect: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<TimeDelta>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disable_breaks: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repl_mode: Option<bool>,
    #[serde(rename = "allowUnsafeEvalBlockedByCSP")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_unsafe_eval_blocked_by_csp: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique_context_id: Option<String>,
}

impl Evaluate {
    #[must_use]
    pub fn new(expression: impl Into<String>) -> Self {
        Self {
            expression: expression.into(),
            object_group: None,
            include_command_line_api: None,
            silent: None,
            context_id: None,
            return_by_value: None,
            generate_preview: None,
            user_gesture: None,
            await_promise: None,
            throw_on_side_effect: None,
            timeout: None,
            disable_breaks: None,
            repl_mode: None,
            allow_unsafe_eval_blocked_by_csp: None,
            unique_context_id: None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EvaluateResponse {
    pub result: RemoteObject,
    pub exception_details: Option<ExceptionDetails>,
}

impl crate::Command for Evaluate {
    const METHOD: &'static str = "Runtime.evaluate";
    type Response = EvaluateResponse;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetProperties {
    pub object_id: RemoteObjectId,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_properties: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accessor_properties_only: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_preview: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub non_indexed_properties_only: Option<bool>,
}

impl GetProperties {
    #[must_use]
    pub fn new(object_id: RemoteObjectId) -> Self {
        Self {
            object_id,
            own_properties: None,
            accessor_properties_only: None,
            generate_preview: None,
            non_indexed_properties_only: None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetPropertiesResponse {
    pub result: Vec<PropertyDescriptor>,
    pub internal_properties: Option<Vec<InternalPropertyDescriptor>>,
    pub private_properties: Option<Vec<PrivatePropertyDescriptor>>,
    pub exception_details: Option<ExceptionDetails>,
}

impl crate::Command for GetProperties {
    const METHOD: &'static str = "Runtime.getProperties";
    type Response = GetPropertiesResponse;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseObjectGroup {
    pub object_group: String,
}

impl ReleaseObjectGroup {
    #[must_use]
    pub fn new(object_group: impl Into<String>) -> Self {
        Self { object_group: object_group.into() }
    }
}

impl crate::Command for ReleaseObjectGroup {
    const METHOD: &'static str = "Runtime.releaseObjectGroup";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunIfWaitingForDebugger {}

impl crate::Command for RunIfWaitingForDebugger {
    const METHOD: &'static str = "Runtime.runIfWaitingForDebugger";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TerminateExecution {}

impl crate::Command for TerminateExecution {
    const METHOD: &'static str = "Runtime.terminateExecution";
    type Response = crate::Empty;
}

text_enum!(ConsoleApiCalledType {
    Log = "log",
    Debug = "debug",
    Info = "info",
    Error = "error",
    Warning = "warning",
    Dir = "dir",
    Dirxml = "dirxml",
    Table = "table",
    Trace = "trace",
    Clear = "clear",
    StartGroup = "startGroup",
    StartGroupCollapsed = "startGroupCollapsed",
    EndGroup = "endGroup",
    Assert = "assert",
    Profile = "profile",
    ProfileEnd = "profileEnd",
    Count = "count",
    TimeEnd = "timeEnd",
});

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ConsoleApiCalled {
    pub r#type: ConsoleApiCalledType,
    pub args: Vec<RemoteObject>,
    pub execution_context_id: ExecutionContextId,
    pub timestamp: Timestamp,
    pub stack_trace: Option<StackTrace>,
    pub context: Option<String>,
}

impl crate::Event for ConsoleApiCalled {
    const METHOD: &'static str = "Runtime.consoleAPICalled";
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExceptionThrown {
    pub timestamp: Timestamp,
    pub exception_details: ExceptionDetails,
}

impl crate::Event for ExceptionThrown {
    const METHOD: &'static str = "Runtime.exceptionThrown";
}
