// Generated from protocol/protocol.json by examples/generate. Don't edit: change protocol/subset.toml.

use crate::text::text_enum;
use serde::Serialize;

text_enum!(ScreenOrientationType {
    PortraitPrimary = "portraitPrimary",
    PortraitSecondary = "portraitSecondary",
    LandscapePrimary = "landscapePrimary",
    LandscapeSecondary = "landscapeSecondary",
});

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ScreenOrientation {
    pub r#type: ScreenOrientationType,
    pub angle: i64,
}

impl ScreenOrientation {
    #[must_use]
    pub fn new(r#type: ScreenOrientationType, angle: i64) -> Self {
        Self { r#type, angle }
    }
}

text_enum!(SetDeviceMetricsOverrideScrollbarType {
    Overlay = "overlay",
    Default = "default",
});

text_enum!(SetDeviceMetricsOverrideViewportMeta {
    Enable = "enable",
    Default = "default",
});

text_enum!(SetDeviceMetricsOverrideTextLayoutMode {
    Mobile = "mobile",
    Default = "default",
});

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetDeviceMetricsOverride {
    pub width: i64,
    pub height: i64,
    pub device_scale_factor: f64,
    pub mobile: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen_width: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen_height: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position_x: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position_y: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dont_set_visible_size: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen_orientation: Option<ScreenOrientation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub viewport: Option<super::page::Viewport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scrollbar_type: Option<SetDeviceMetricsOverrideScrollbarType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen_orientation_lock_emulation: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub viewport_meta: Option<SetDeviceMetricsOverrideViewportMeta>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_layout_mode: Option<SetDeviceMetricsOverrideTextLayoutMode>,
}

impl SetDeviceMetricsOverride {
    #[must_use]
    pub fn new(width: i64, height: i64, device_scale_factor: f64, mobile: bool) -> Self {
        Self {
            width,
            height,
            device_scale_factor,
            mobile,
            scale: None,
            screen_width: None,
            screen_height: None,
            position_x: None,
            position_y: None,
            dont_set_visible_size: None,
            screen_orientation: None,
            viewport: None,
            scrollbar_type: None,
            screen_orientation_lock_emulation: None,
            viewport_meta: None,
            text_layout_mode: None,
        }
    }
}

impl crate::Command for SetDeviceMetricsOverride {
    const METHOD: &'static str = "Emulation.setDeviceMetricsOverride";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetFocusEmulationEnabled {
    pub enabled: bool,
}

impl SetFocusEmulationEnabled {
    #[must_use]
    pub fn new(enabled: bool) -> Self {
        Self { enabled }
    }
}

impl crate::Command for SetFocusEmulationEnabled {
    const METHOD: &'static str = "Emulation.setFocusEmulationEnabled";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetLocaleOverride {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locale: Option<String>,
}

impl crate::Command for SetLocaleOverride {
    const METHOD: &'static str = "Emulation.setLocaleOverride";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetScriptExecutionDisabled {
    pub value: bool,
}

impl SetScriptExecutionDisabled {
    #[must_use]
    pub fn new(value: bool) -> Self {
        Self { value }
    }
}

impl crate::Command for SetScriptExecutionDisabled {
    const METHOD: &'static str = "Emulation.setScriptExecutionDisabled";
    type Response = crate::Empty;
}
