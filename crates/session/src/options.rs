//! How sessions are made.

use std::sync::Arc;

use ringfence_browser::{Browser, BrowserOptions, Watch, Witness};
use ringfence_files::{Inbox, PlacesError};
use ringfence_toolset::{ConfigError, Extensions, Member, MemberConfigs, MemberSet, ToolsetOptions, config};

use crate::approvals::Approvals;
use crate::files::FileSetup;
use crate::name::SessionName;
use crate::observer::{Observer, SessionWitness};

/// How sessions are made.
#[derive(Debug, Clone)]
pub struct SessionsOptions {
    /// The browser of each.
    pub browser: BrowserOptions,
    /// Members turned on or off by name, and `accept_dialog`.
    pub members: MemberConfigs,
    /// Who approves which calls.
    pub approvals: Approvals,
    /// Files that may go in and out.
    pub files: FileSetup,
    /// How many there may be at once.
    pub max: usize,
    /// Who is told what the sessions do; none for nobody.
    pub observer: Option<Arc<dyn Observer>>,
}

/// What is on in a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offered {
    /// The members.
    pub members: MemberSet,
    /// The additions of ours to their inputs.
    pub extensions: Extensions,
}

/// Why sessions can't be made with these options.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// What is said about members.
    #[error("{0}")]
    Config(#[from] ConfigError),
    /// Something is on that needs approval, and the operator gave none.
    #[error(
        "{0} is turned on and needs the operator's approval, which isn't given: approve it, or leave it off"
    )]
    NotApproved(&'static str),
    /// Directories for files that don't go together.
    #[error("{0}")]
    Places(#[from] PlacesError),
}

impl SessionsOptions {
    /// How many sessions there may be when nothing else is said (D12).
    pub const MAX: usize = 4;

    /// Sessions with such browsers, all members at their defaults, nothing approved, four at most.
    pub fn new(browser: BrowserOptions) -> Self {
        let (members, approvals) = (MemberConfigs::new(), Approvals::default());
        let files = FileSetup::default();
        Self { browser, members, approvals, files, max: Self::MAX, observer: None }
    }

    /// Works out what will be on in each session.
    ///
    /// # Errors
    /// What keeps a session from being made with these options.
    pub fn offered(&self) -> Result<Offered, OptionsError> {
        self.files.places.check()?;
        let (members, extensions) = self.toolset(None).resolve(Browser::served())?;
        match config::gated(members, extensions).find(|name| !self.approvals.covers(name)) {
            Some(name) => Err(OptionsError::NotApproved(name)),
            None => Ok(Offered { members, extensions }),
        }
    }

    /// The options of a session's browser: what nobody may read isn't watched.
    pub(crate) fn browser(&self, session: &SessionName) -> Result<BrowserOptions, ConfigError> {
        let (members, _) = self.toolset(None).resolve(Browser::served())?;
        let on = |member| members.contains(member);
        let watch = Watch { console: on(Member::ReadConsole), network: on(Member::ReadNetwork) };
        let witness = self.observer.clone().map(|observer| {
            Arc::new(SessionWitness { session: session.clone(), observer }) as Arc<dyn Witness>
        });
        let files = self.files.browser(on(Member::FileUpload));
        Ok(BrowserOptions { watch, witness, files, ..self.browser.clone() })
    }

    /// The options of a session's toolset, for a browser with this inbox.
    pub(crate) fn toolset(&self, inbox: Option<Arc<Inbox>>) -> ToolsetOptions {
        ToolsetOptions {
            configs: self.members.clone(),
            confirm: Some(Arc::new(self.approvals.clone())),
            file_policy: self.files.policy(inbox),
            downloads: self.files.view(),
            extensions: true,
            ..ToolsetOptions::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use ringfence_policy::Policy;
    use ringfence_toolset::MemberConfig;

    use crate::approvals::StandingApprovals;

    use super::*;

    fn options(on: &str, yes: &[&str]) -> SessionsOptions {
        let members = [(on.to_owned(), MemberConfig::enabled(true))].into();
        let approvals = StandingApprovals::of(yes.iter().copied()).unwrap().into();
        let browser = BrowserOptions::new(Policy::closed());
        SessionsOptions { members, approvals, ..SessionsOptions::new(browser) }
    }

    #[test]
    fn p6_what_needs_approval_is_offered_only_with_it() {
        let refused = Err(OptionsError::NotApproved("accept_dialog"));
        assert_eq!(options("accept_dialog", &[]).offered(), refused);
        assert_eq!(options("accept_dialog", &["left_click", "javascript_exec"]).offered(), refused);
        let offered = options("accept_dialog", &["accept_dialog"]).offered().unwrap();
        assert_eq!(offered.extensions, Extensions { until: true, accept_dialog: true });
        let offered = options("wait", &[]).offered().unwrap();
        assert_eq!(offered.extensions, Extensions { until: true, accept_dialog: false });
    }
}
