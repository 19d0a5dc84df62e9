//! The policy value: what it holds and how it is asked.

use std::sync::Arc;

use crate::builder::PolicyBuilder;
use crate::remedy::WrittenIn;
use crate::table::HostTable;

/// What the operator allows. Immutable; a clone is a reference-count step.
#[derive(Debug, Clone)]
pub struct Policy {
    pub(crate) inner: Arc<Inner>,
}

#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) mode: Mode,
    pub(crate) written_in: WrittenIn,
    pub(crate) allow: HostTable,
    /// Of these only the scope counts: a deny entry covers every scheme, port and list.
    pub(crate) deny: HostTable,
}

/// What holds for a host that no entry names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Only what an entry allows.
    Allowlist,
    /// Any public host over https on 443, except denied ones.
    Denylist,
    /// Any public host over https on 443; entries for single origins are added to that.
    Public,
    /// Nothing.
    Closed,
}

impl Mode {
    /// The mode's name in configuration files and messages.
    pub const fn as_str(self) -> &'static str {
        match self {
            Mode::Allowlist => "allowlist",
            Mode::Denylist => "denylist",
            Mode::Public => "public",
            Mode::Closed => "closed",
        }
    }

    /// Whether a public host needs no entry.
    pub(crate) fn allows_public(self) -> bool {
        matches!(self, Mode::Denylist | Mode::Public)
    }
}

/// Which of the two lists an address is judged by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum List {
    /// Where a document may be.
    Navigate,
    /// What a page may load.
    Load,
}

impl Policy {
    /// Starts an empty policy.
    pub fn builder() -> PolicyBuilder {
        PolicyBuilder::default()
    }

    /// The policy that refuses every address (D1: what holds when no policy is given).
    pub fn closed() -> Policy {
        Policy::from_parts(Mode::Closed, WrittenIn::default(), HostTable::default(), HostTable::default())
    }

    /// The mode it was built with.
    pub fn mode(&self) -> Mode {
        self.inner.mode
    }

    /// Where its hints tell the operator to write.
    pub fn written_in(&self) -> WrittenIn {
        self.inner.written_in
    }

    pub(crate) fn from_parts(mode: Mode, written_in: WrittenIn, allow: HostTable, deny: HostTable) -> Policy {
        Policy { inner: Arc::new(Inner { mode, written_in, allow, deny }) }
    }
}
