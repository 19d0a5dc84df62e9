// Generated from protocol/protocol.json by examples/generate. Don't edit: change protocol/subset.toml.

use crate::text::text_enum;

text_enum!(MixedContentType {
    Blockable = "blockable",
    OptionallyBlockable = "optionally-blockable",
    None = "none",
});

text_enum!(SecurityState {
    Unknown = "unknown",
    Neutral = "neutral",
    Insecure = "insecure",
    Secure = "secure",
    Info = "info",
    InsecureBroken = "insecure-broken",
});
