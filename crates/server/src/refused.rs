//! What pages were refused, for those who read more than the contract's fixed line (N7): which hosts, why, and what the
//! operator can do.

use ringfence_toolset::{List, PageRefusal};
use serde_json::{Value, json};

/// How many of a kind get a line of their own.
const TOLD: usize = 3;

/// How many programs get at most.
const LISTED: usize = 10;

/// What pages tried and were refused, as texts of a few lines; none for nothing.
pub(crate) fn texts(refused: &[PageRefusal]) -> Vec<String> {
    let kinds = [
        (List::Navigate, "What a page tried to go to was refused:"),
        (List::Load, "What a page tried to load was refused:"),
    ];
    let text = |(list, heading): (List, &str)| {
        let of_kind: Vec<_> = refused.iter().filter(|one| one.list == list).collect();
        let more = of_kind.len().saturating_sub(TOLD);
        let more = (more > 0).then(|| format!("- and at least {more} more"));
        let lines = of_kind.iter().take(TOLD).map(|one| format!("- {}", one.refusal.for_model()));
        let lines: Vec<_> = lines.chain(more).collect();
        (!lines.is_empty()).then(|| format!("{heading}\n{}", lines.join("\n")))
    };
    kinds.into_iter().filter_map(text).collect()
}

/// The same for programs, the first of them: a page can try as many hosts as it likes, and clients show this to models.
pub(crate) fn json(refused: &[PageRefusal]) -> Option<Value> {
    let one = |one: &PageRefusal| {
        let what = match one.list {
            List::Navigate => "navigation",
            List::Load => "load",
        };
        let refusal = &one.refusal;
        json!({ "what": what, "code": refusal.code.as_str(), "subject": refusal.subject, "hint": refusal.hint })
    };
    (!refused.is_empty()).then(|| refused.iter().take(LISTED).map(one).collect())
}
