//! Values of a page's world, as Chromium tells of them.

use ringfence_cdp::protocol::runtime::{RemoteObject, RemoteObjectSubtype};

/// A value that is told as it stands: text as it is, everything else as JSON or, where JSON has no word, as a script
/// would write it. None for an object that is only referred to.
pub(crate) fn plain(value: &RemoteObject) -> Option<String> {
    if let Some(json) = &value.value {
        return Some(json.decode::<String>().unwrap_or_else(|_| json.get().to_owned()));
    }
    if let Some(special) = &value.unserializable_value {
        return Some(special.as_str().to_owned());
    }
    // Its value, null, reads like none.
    (value.subtype == Some(RemoteObjectSubtype::Null)).then(|| "null".to_owned())
}

/// What stands for a value that can't be told: its description, or the name of its type.
pub(crate) fn described(value: &RemoteObject) -> String {
    value.description.clone().unwrap_or_else(|| value.r#type.as_str().to_owned())
}
