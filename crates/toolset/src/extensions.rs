//! What we add to the members' inputs beyond the API's own contract.

/// An addition of ours to an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extension {
    /// `until` of `wait`: wait for something instead of for a time.
    Until,
    /// `accept_dialog` of acts that can open a dialog: accept one that was reported.
    AcceptDialog,
}

impl Extension {
    /// The name by which configuration turns [`Extension::AcceptDialog`] on, and by which it is approved.
    pub const ACCEPT_DIALOG: &'static str = "accept_dialog";
}

/// The additions that are honoured. One that isn't is an unknown field: dropped, and in no schema. But where others are
/// honoured, `accept_dialog` is an error while it is off: an agent that gives it must not believe in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Extensions {
    /// [`Extension::Until`].
    pub until: bool,
    /// [`Extension::AcceptDialog`].
    pub accept_dialog: bool,
}

impl Extensions {
    /// The API's own contract and nothing more.
    pub const NONE: Self = Self { until: false, accept_dialog: false };

    /// Tells whether an addition is off only because the operator has not turned it on. Where none is honoured, the
    /// API's own contract holds, and they are unknown fields.
    pub(crate) const fn could_have(self, extension: Extension) -> bool {
        matches!(extension, Extension::AcceptDialog) && self.until && !self.accept_dialog
    }

    /// Tells whether an addition is honoured.
    pub const fn has(self, extension: Extension) -> bool {
        match extension {
            Extension::Until => self.until,
            Extension::AcceptDialog => self.accept_dialog,
        }
    }
}
