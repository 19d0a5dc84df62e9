//! The options of every command that starts a browser.

use std::path::PathBuf;
use std::{fmt, fs};

use clap::{Args, ValueEnum};
use ringfence_browser::{Authorities, BrowserOptions, Level, Viewport};
use ringfence_policy::config::FileConfig;
use ringfence_policy::{Mode, Policy};
use ringfence_session::{Offered, OptionsError, Sessions, SessionsOptions, StandingApprovals};
use ringfence_toolset::{MemberConfig, MemberConfigs};

use crate::config_file;
use crate::failure::Failure;
use crate::policy_options::PolicyOptions;

#[derive(Debug, Clone, Args)]
pub(crate) struct StartOptions {
    #[command(flatten)]
    policy: PolicyOptions,

    /// The viewport in CSS pixels, each edge at most 1568
    #[arg(long, value_name = "WxH", default_value = "1280x800", help_heading = "Browser")]
    viewport: Viewport,

    /// Turn on a member that is off by default, or accept_dialog; adds to the configuration file
    #[arg(long, value_name = "MEMBER", help_heading = "Members")]
    enable: Vec<String>,

    /// Approve every call of a member that needs approval, or accept_dialog
    #[arg(long, value_name = "MEMBER", help_heading = "Members")]
    yes: Vec<String>,

    /// Trust the certificate authorities in this PEM file, too, in this browser only; may be given more than once
    #[arg(long, value_name = "FILE", help_heading = "Browser")]
    ca_cert: Vec<PathBuf>,

    /// The weakest containment accepted
    #[arg(long, value_name = "LEVEL", default_value = "full", help_heading = "Browser")]
    min_level: MinLevel,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MinLevel {
    /// Network and file namespaces around Chromium's own sandbox
    Full,
    /// Landlock and seccomp around Chromium's own sandbox
    Reduced,
    /// Our proxy and the browser's own judging, without a kernel boundary for the network
    ProxyOnly,
}

/// All that the options and the configuration file say.
pub(crate) struct Setup {
    pub(crate) policy: Policy,
    pub(crate) offered: Offered,
    sessions: SessionsOptions,
}

impl StartOptions {
    /// Reads the configuration file and makes everything that a browser is started with.
    pub(crate) fn setup(&self) -> Result<Setup, Failure> {
        let file = config_file::read(self.policy.config.as_deref())?;
        let members = self.members(&file);
        let policy = self.policy.policy(file)?;
        let approvals = StandingApprovals::of(self.yes.iter().map(String::as_str));
        let approvals = approvals.map_err(|error| Failure::Usage(format!("--yes: {error}")))?;
        let mut browser = BrowserOptions::new(policy.clone());
        browser.viewport = self.viewport;
        browser.authorities = authorities(&self.ca_cert)?;
        browser.min_level = self.min_level.into();
        let sessions = SessionsOptions { members, approvals, ..SessionsOptions::new(browser) };
        let offered = sessions.offered().map_err(|error| Failure::Usage(unusable(&error)))?;
        Ok(Setup { policy, offered, sessions })
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

/// Reads the operator's own certificate authorities.
fn authorities(files: &[PathBuf]) -> Result<Authorities, Failure> {
    files.iter().try_fold(Authorities::default(), |known, file| {
        let unusable = |why: &dyn fmt::Display| {
            Failure::Usage(format!("--ca-cert {}: the file can't be used: {why}", file.display()))
        };
        let pem = fs::read(file).map_err(|error| unusable(&error))?;
        Ok(known.and(Authorities::from_pem(&pem).map_err(|error| unusable(&error))?))
    })
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
    /// Makes the sessions; their browsers start with their first call.
    pub(crate) fn sessions(&self) -> Sessions {
        Sessions::new(self.sessions.clone())
    }

    /// Says how to give a policy, when there is none. The model reads it.
    pub(crate) fn note(&self) -> Option<String> {
        (self.policy.mode() == Mode::Closed).then(|| {
            "No policy was given, so every address is refused until the operator starts Ringfence with --allow HOST."
                .to_owned()
        })
    }
}
