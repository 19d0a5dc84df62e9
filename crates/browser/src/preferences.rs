//! Preferences that Chromium finds in its fresh profile, and policies that no page or profile can change.

use serde_json::{Value, json};

use crate::authorities::Authorities;

/// The `Preferences` file of the profile. What reaches out by itself, or asks, is off.
pub(crate) fn preferences() -> Value {
    json!({
        // 2 is "never": no speculative resolving, connecting or loading. The flag for it has no effect any more.
        "net": { "network_prediction_options": 2 },
        "webrtc": { "ip_handling_policy": "disable_non_proxied_udp" },
        "credentials_enable_service": false,
        "profile": { "password_manager_enabled": false, "password_manager_leak_detection": false },
        "autofill": { "profile_enabled": false, "credit_card_enabled": false },
        "translate": { "enabled": false },
        "signin": { "allowed": false, "allowed_on_next_startup": false },
        "safebrowsing": { "enabled": false },
        "search": { "suggest_enabled": false },
        "alternate_error_pages": { "enabled": false },
    })
}

/// What the policies on permissions call "nobody may".
const BLOCK: u8 = 2;

/// Managed policies, which only exist inside the jail. They are about schemes and trust: hosts are judged elsewhere.
///
/// A page that goes to an address of a scheme that Chromium doesn't know makes it ask a person whether to open another
/// program. Nobody sees the question, and until it is answered the tab takes no input any more.
pub(crate) fn policies(authorities: &Authorities) -> Value {
    json!({
        "URLBlocklist": ["*"],
        "URLAllowlist": [
            "http://*", "https://*", "ws://*", "wss://*", "about:*", "data:*", "blob:*",
            // Chromium hands these on without a question, and finds nobody to hand them to: the page stays.
            "mailto:*", "tel:*", "sms:*",
        ],
        "CACertificates": authorities.as_policy(),
        // Nobody goes on in spite of a certificate.
        "SSLErrorOverrideAllowed": false,
        // Would ask a server whether a password that was sent is known.
        "PasswordManagerEnabled": false,
        "PasswordLeakDetectionEnabled": false,
        // What would ask a person is answered with no, at once: nobody is there to answer, and a page would wait for ever.
        "DefaultWebUsbGuardSetting": BLOCK,
        "DefaultSerialGuardSetting": BLOCK,
        "DefaultWebHidGuardSetting": BLOCK,
        "DefaultWebBluetoothGuardSetting": BLOCK,
        "DefaultFileSystemReadGuardSetting": BLOCK,
        "DefaultFileSystemWriteGuardSetting": BLOCK,
        "DefaultGeolocationSetting": BLOCK,
        "DefaultNotificationsSetting": BLOCK,
        "DefaultSensorsSetting": BLOCK,
        "DefaultWindowManagementSetting": BLOCK,
        "ScreenCaptureAllowed": false,
        "AudioCaptureAllowed": false,
        "VideoCaptureAllowed": false,
        "PaymentMethodQueryEnabled": false,
        // These would fetch a model first.
        "TranslatorAPIAllowed": false,
        "BuiltInAIAPIsEnabled": false,
        "GenAILocalFoundationalModelSettings": 1,
    })
}
