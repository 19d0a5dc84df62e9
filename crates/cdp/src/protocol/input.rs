// Generated from protocol/protocol.json by examples/generate. Don't edit: change protocol/subset.toml.

use crate::text::text_enum;
use serde::Serialize;

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DragData {
    pub items: Vec<DragDataItem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<Vec<String>>,
    pub drag_operations_mask: i64,
}

impl DragData {
    #[must_use]
    pub fn new(items: Vec<DragDataItem>, drag_operations_mask: i64) -> Self {
        Self { items, files: None, drag_operations_mask }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DragDataItem {
    pub mime_type: String,
    pub data: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(rename = "baseURL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
}

impl DragDataItem {
    #[must_use]
    pub fn new(mime_type: impl Into<String>, data: impl Into<String>) -> Self {
        Self { mime_type: mime_type.into(), data: data.into(), title: None, base_url: None }
    }
}

text_enum!(MouseButton {
    None = "none",
    Left = "left",
    Middle = "middle",
    Right = "right",
    Back = "back",
    Forward = "forward",
});

pub type TimeSinceEpoch = f64;

text_enum!(DispatchDragEventType {
    DragEnter = "dragEnter",
    DragOver = "dragOver",
    Drop = "drop",
    DragCancel = "dragCancel",
});

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DispatchDragEvent {
    pub r#type: DispatchDragEventType,
    pub x: f64,
    pub y: f64,
    pub data: DragData,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modifiers: Option<i64>,
}

impl DispatchDragEvent {
    #[must_use]
    pub fn new(r#type: DispatchDragEventType, x: f64, y: f64, data: DragData) -> Self {
        Self { r#type, x, y, data, modifiers: None }
    }
}

impl crate::Command for DispatchDragEvent {
    const METHOD: &'static str = "Input.dispatchDragEvent";
    type Response = crate::Empty;
}

text_enum!(DispatchKeyEventType {
    KeyDown = "keyDown",
    KeyUp = "keyUp",
    RawKeyDown = "rawKeyDown",
    Char = "char",
});

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DispatchKeyEvent {
    pub r#type: DispatchKeyEventType,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modifiers: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<TimeSinceEpoch>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unmodified_text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_identifier: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub windows_virtual_key_code: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub native_virtual_key_code: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_repeat: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_keypad: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_system_key: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commands: Option<Vec<String>>,
}

impl DispatchKeyEvent {
    #[must_use]
    pub fn new(r#type: DispatchKeyEventType) -> Self {
        Self {
            r#type,
            modifiers: None,
            timestamp: None,
            text: None,
            unmodified_text: None,
            key_identifier: None,
            code: None,
            key: None,
            windows_virtual_key_code: None,
            native_virtual_key_code: None,
            auto_repeat: None,
            is_keypad: None,
            is_system_key: None,
            location: None,
            commands: None,
        }
    }
}

impl crate::Command for DispatchKeyEvent {
    const METHOD: &'static str = "Input.dispatchKeyEvent";
    type Response = crate::Empty;
}

text_enum!(DispatchMouseEventType {
    MousePressed = "mousePressed",
    MouseReleased = "mouseReleased",
    MouseMoved = "mouseMoved",
    MouseWheel = "mouseWheel",
});

text_enum!(DispatchMouseEventPointerType {
    Mouse = "mouse",
    Pen = "pen",
});

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DispatchMouseEvent {
    pub r#type: DispatchMouseEventType,
    pub x: f64,
    pub y: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modifiers: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<TimeSinceEpoch>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub button: Option<MouseButton>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buttons: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub click_count: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tangential_pressure: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tilt_x: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tilt_y: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub twist: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta_x: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta_y: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer_type: Option<DispatchMouseEventPointerType>,
}

impl DispatchMouseEvent {
    #[must_use]
    pub fn new(r#type: DispatchMouseEventType, x: f64, y: f64) -> Self {
        Self {
            r#type,
            x,
            y,
            modifiers: None,
            timestamp: None,
            button: None,
            buttons: None,
            click_count: None,
            force: None,
            tangential_pressure: None,
            tilt_x: None,
            tilt_y: None,
            twist: None,
            delta_x: None,
            delta_y: None,
            pointer_type: None,
        }
    }
}

impl crate::Command for DispatchMouseEvent {
    const METHOD: &'static str = "Input.dispatchMouseEvent";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InsertText {
    pub text: String,
}

impl InsertText {
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into() }
    }
}

impl crate::Command for InsertText {
    const METHOD: &'static str = "Input.insertText";
    type Response = crate::Empty;
}
