//! How many files the process may have open.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// More than the proxies of all sessions of one process need; a limit without end would make programs that
/// close every descriptor they might have slow.
const ENOUGH: u64 = 65_536;

/// Raises the soft limit, as far as the hard one allows. Each tunnel takes two descriptors, and the usual limit
/// of 1,024 was made for programs of another time. That it can't be raised shows, if ever, where a connection
/// is turned down.
pub(crate) fn raise() {
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.map_or(ENOUGH, |most| most.min(ENOUGH));
    if limit.current.is_some_and(|current| current < wanted)
        && let Err(error) =
            setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum: limit.maximum })
    {
        tracing::warn!(%error, "the limit of open files can't be raised");
    }
}
