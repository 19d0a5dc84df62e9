//! An origin that an operator writes for something else than a policy.

use crate::entry::Entry;
use crate::policy::{List, Policy};
use crate::source::Source;

/// An origin in its standard form, as [`JudgedUrl::origin`](crate::JudgedUrl::origin) gives it: read by the judge, like an
/// entry for one origin. None for what is no origin.
///
/// ```
/// use ringfence_policy::standard_origin;
///
/// assert_eq!(standard_origin("https://Wiki.Example.com:443"), Some("https://wiki.example.com".to_owned()));
/// assert_eq!(standard_origin("https://wiki.example.com/page"), None);
/// ```
pub fn standard_origin(text: &str) -> Option<String> {
    let entry = Entry::origin(text, true, Source::option("origin", text));
    let policy = Policy::builder().allow(entry).build().ok()?;
    Some(policy.judge(text.trim(), List::Navigate).ok()?.origin())
}
