//! Preferences that Chromium finds in its fresh profile.

use serde_json::{Value, json};

/// The `Preferences` file of the profile. What reaches out by itself, or asks, is off.
pub(crate) fn preferences() -> Value {
    json!({
        // 2 is "never": no speculative resolving, connecting or loading. The flag for it has no effect any more.
        "net": { "network_prediction_options": 2 },
        "webrtc": { "ip_handling_policy": "disable_non_proxied_udp" },
        "credentials_enable_service": false,
        "profile": { "password_manager_enabled": false },
        "autofill": { "profile_enabled": false, "credit_card_enabled": false },
        "translate": { "enabled": false },
        "signin": { "allowed": false, "allowed_on_next_startup": false },
        "safebrowsing": { "enabled": false },
        "search": { "suggest_enabled": false },
        "alternate_error_pages": { "enabled": false },
    })
}
