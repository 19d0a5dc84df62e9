//! The options of every command that starts a browser.

use std::sync::Arc;

use clap::{Args, ValueEnum};
use ringfence_browser::{BrowserOptions, Level, Viewport, check};
use ringfence_policy::config::FileConfig;
use ringfence_policy::{Mode, Policy};
use ringfence_session::{Observer, Offered, OptionsError, Sessions, SessionsOptions, StandingApprovals};
use ringfence_toolset::{MemberConfig, MemberConfigs};

use crate::config_file;
use crate::exit_options::ExitOptions;
use crate::failure::Failure;
use crate::policy_options::{PolicyOptions, built};
use crate::policy_told::PolicyTold;

#[derive(Debug, Clone, Args)]
pub(crate) struct StartOptions {
    #[command(flatten)]
    pub(crate) policy: PolicyOptions,

    #[command(flatten)]
    pub(crate) exit: ExitOptions,

    /// The viewport in CSS pixels, each edge at most 1568
    #[arg(long, value_name = "WxH", default_value = "1280x800", help_heading = "Browser")]
    pub(crate) viewport: Viewport,

    /// Turn on a member (one of the tools) that is off by default, or accept_dialog; adds to the configuration file
    #[arg(long, value_name = "MEMBER", help_heading = "Members")]
    pub(crate) enable: Vec<String>,

    /// Approve every call of a member that needs approval, or accept_dialog
    #[arg(long, value_name = "MEMBER", help_heading = "Members")]
    pub(crate) yes: Vec<String>,

    /// The weakest containment accepted
    #[arg(long, value_name = "LEVEL", default_value = "full", help_heading = "Browser")]
    pub(crate) min_level: MinLevel,
}

/// What holds when no option is given.
impl Default for StartOptions {
    fn default() -> Self {
        Self {
            policy: PolicyOptions::default(),
            exit: ExitOptions::default(),
            viewport: Viewport::default(),
            enable: Vec::new(),
            yes: Vec::new(),
            min_level: MinLevel::Full,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MinLevel {
    /// Network and file namespaces around Chromium's own sandbox
    Full,
    /// Landlock and seccomp around Chromium's own sandbox
    Reduced,
    /// Our proxy and the browser's own judging, without a kernel boundary for the network
    ProxyOnly,
}

/// What is said with each answer when nothing is allowed.
const NO_POLICY: &str = "No policy was given, so every address is refused. Tell the person: Ringfence has to be started with \
                         --allow HOST for a host and its subdomains, --allow-local ORIGIN for a site on their own machine, \
                         such as http://127.0.0.1:8931, or --public for every public host. `ringfence config init` makes a \
                         file to write it into instead.";

/// All that the options and the configuration file say.
pub(crate) struct Setup {
    pub(crate) policy: Policy,
    pub(crate) told: PolicyTold,
    pub(crate) offered: Offered,
    sessions: SessionsOptions,
}

impl StartOptions {
    /// Reads the configuration file and makes everything that a browser is started with.
    pub(crate) fn setup(&self) -> Result<Setup, Failure> {
        self.setup_with(config_file::read(self.policy.config.as_deref())?)
    }

    /// The same with a file that was read.
    pub(crate) fn setup_with(&self, file: FileConfig) -> Result<Setup, Failure> {
        for (name, member) in &file.members {
            let named = [(name.clone(), MemberConfig::default())].into();
            config_file::check_members(&named)
                .map_err(|error| Failure::Usage(format!("{}: {error}", member.source)))?;
        }
        let members = self.members(&file);
        config_file::check_members(&members)?;
        let egress = self.exit.settings(&file.egress)?;
        let config = self.policy.merged(file.policy);
        let told = PolicyTold::of(&config);
        let policy = built(config)?;
        let approvals = StandingApprovals::of(self.yes.iter().map(String::as_str));
        let approvals = approvals.map_err(|error| Failure::Usage(format!("--yes: {error}")))?;
        let mut browser = BrowserOptions::new(policy.clone());
        browser.viewport = self.viewport;
        browser.egress = egress;
        browser.min_level = self.min_level.into();
        let sessions = SessionsOptions { members, approvals, ..SessionsOptions::new(browser) };
        let offered = sessions.offered().map_err(|error| Failure::Usage(unusable(&error)))?;
        Ok(Setup { policy, told, offered, sessions })
    }

    /// What the file says about members, and what the command line turns on.
    fn members(&self, file: &FileConfig) -> MemberConfigs {
        let in_file = file.members.iter().map(|(name, member)| {
            (name.clone(), MemberConfig { enabled: member.enabled, ..MemberConfig::default() })
        });
        let named = self.enable.iter().map(|name| (name.clone(), MemberConfig::enabled(true)));
        in_file.chain(named).collect()
    }
}

impl From<MinLevel> for Level {
    fn from(level: MinLevel) -> Self {
        match level {
            MinLevel::Full => Self::Full,
            MinLevel::Reduced => Self::Reduced,
            MinLevel::ProxyOnly => Self::ProxyOnly,
        }
    }
}

/// Says what is wrong with the members, with the option that mends it.
fn unusable(error: &OptionsError) -> String {
    match error {
        OptionsError::NotApproved(name) => {
            format!(
                "{name} is turned on and needs the operator's approval; add --yes {name}, or leave it off"
            )
        }
        OptionsError::Config(_) => error.to_string(),
    }
}

impl Setup {
    /// Tells before the first call that no browser would start at a level that is accepted.
    pub(crate) async fn check(&self) -> Result<(), Failure> {
        let checked = check(&self.sessions.browser).await;
        checked.map(drop).map_err(|error| Failure::Environment(error.to_string()))
    }

    /// Makes the sessions; their browsers start with their first call.
    pub(crate) fn sessions(&self, observer: Option<Arc<dyn Observer>>) -> Sessions {
        Sessions::new(SessionsOptions { observer, ..self.sessions.clone() })
    }

    /// Says how to give a policy, when there is none. The model reads it.
    pub(crate) fn note(&self) -> Option<String> {
        (self.policy.mode() == Mode::Closed).then(|| NO_POLICY.to_owned())
    }
}
