//! A judgement as plain values, for printing.

use serde::Serialize;

use crate::policy::{List, Policy};
use crate::stages::Refused;

/// What `check` prints about one address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// Whether it is allowed.
    pub allow: bool,
    /// `ok`, or the refusal's code.
    pub code: &'static str,
    /// The normalised host, where the address has one.
    pub host: Option<String>,
    /// The entry that decided, as its source displays.
    pub rule: Option<String>,
    /// What to do, or what is still to be decided.
    pub hint: Option<String>,
}

/// Said of a name that no entry vouches for: judging resolves nothing.
const UNRESOLVED: &str = "Public by name. It is still refused on connecting if it resolves to any address that is \
                          not public.";

impl Policy {
    /// [`Policy::judge`] as plain values. In the modes that allow any public host a name is allowed
    /// with a hint that its addresses are judged later.
    pub fn verdict(&self, input: &str, list: List) -> Verdict {
        match self.judgement(input, list) {
            Ok(judged) => Verdict {
                allow: true,
                code: "ok",
                rule: judged.rule().map(ToString::to_string),
                hint: (judged.rule().is_none() && judged.host().is_some()).then(|| UNRESOLVED.to_owned()),
                host: judged.host().map(ToOwned::to_owned),
            },
            Err(Refused { host, refusal }) => Verdict {
                allow: false,
                code: refusal.code.as_str(),
                host,
                rule: refusal.rule.map(|source| source.to_string()),
                hint: Some(refusal.hint),
            },
        }
    }
}
