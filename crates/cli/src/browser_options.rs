//! The options of every command that starts a browser.

use std::path::PathBuf;
use std::sync::Arc;
use std::{fmt, fs};

use clap::{Args, ValueEnum};
use ringfence_browser::{Authorities, BrowserOptions, Viewport};
use ringfence_policy::config::{FileConfig, PolicyConfig};
use ringfence_policy::{Mode, Policy, Source};
use ringfence_session::{Observer, Offered, OptionsError, Sessions, SessionsOptions, StandingApprovals};
use ringfence_toolset::{MemberConfig, MemberConfigs};

use crate::config_file;
use crate::failure::Failure;
use crate::policy_options::{PolicyOptions, built};

#[derive(Debug, Clone, Args)]
pub(crate) struct StartOptions {
    #[command(flatten)]
    pub(crate) policy: PolicyOptions,

    /// The viewport in CSS pixels, each edge at most 1568
    #[arg(long, value_name = "WxH", default_value = "1280x800", help_heading = "Browser")]
    pub(crate) viewport: Viewport,

    /// Turn on a member that is off by default, or accept_dialog; adds to the configuration file
    #[arg(long, value_name = "MEMBER", help_heading = "Members")]
    pub(crate) enable: Vec<String>,

    /// Approve every call of a member that needs approval, or accept_dialog
    #[arg(long, value_name = "MEMBER", help_heading = "Members")]
    pub(crate) yes: Vec<String>,

    /// Trust the certificate authorities in this PEM file, too, in this browser only; may be given more than once
    #[arg(long, value_name = "FILE", help_heading = "Browser")]
    pub(crate) ca_cert: Vec<PathBuf>,

    /// The weakest containment accepted
    #[arg(long, value_name = "LEVEL", default_value = "proxy-only", help_heading = "Browser")]
    pub(crate) min_level: MinLevel,
}

/// What holds when no option is given.
impl Default for StartOptions {
    fn default() -> Self {
        Self {
            policy: PolicyOptions::default(),
            viewport: Viewport::default(),
            enable: Vec::new(),
            yes: Vec::new(),
            ca_cert: Vec::new(),
            min_level: MinLevel::ProxyOnly,
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
    /// What the policy was made from.
    pub(crate) config: PolicyConfig,
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
        self.check_level()?;
        let members = self.members(&file);
        let config = self.policy.merged(file.policy);
        let policy = built(&config)?;
        let approvals = StandingApprovals::of(self.yes.iter().map(String::as_str));
        let approvals = approvals.map_err(|error| Failure::Usage(format!("--yes: {error}")))?;
        let mut browser = BrowserOptions::new(policy.clone());
        browser.viewport = self.viewport;
        browser.authorities = authorities(&self.ca_cert)?;
        let sessions = SessionsOptions { members, approvals, ..SessionsOptions::new(browser) };
        let offered = sessions.offered().map_err(|error| Failure::Usage(unusable(&error)))?;
        Ok(Setup { policy, config, offered, sessions })
    }

    /// What the file says about members, and what the command line turns on.
    fn members(&self, file: &FileConfig) -> MemberConfigs {
        let in_file = file.members.iter().map(|(name, member)| {
            (name.clone(), MemberConfig { enabled: member.enabled, ..MemberConfig::default() })
        });
        let named = self.enable.iter().map(|name| (name.clone(), MemberConfig::enabled(true)));
        in_file.chain(named).collect()
    }

    /// Refuses to go on below the level that the operator asks for.
    fn check_level(&self) -> Result<(), Failure> {
        match self.min_level {
            MinLevel::ProxyOnly => Ok(()),
            MinLevel::Full | MinLevel::Reduced => Err(Failure::Environment(
                "this version contains a browser at level proxy-only, which is weaker than --min-level asks for; \
                 leave the option out to accept that"
                    .to_owned(),
            )),
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
    pub(crate) fn sessions(&self, observer: Option<Arc<dyn Observer>>) -> Sessions {
        Sessions::new(SessionsOptions { observer, ..self.sessions.clone() })
    }

    /// The policy as a report tells it, a line each.
    pub(crate) fn policy_lines(&self) -> Vec<String> {
        if self.policy.mode() == Mode::Closed {
            return Vec::new();
        }
        let mode = format!("mode {}", self.policy.mode().as_str());
        let allowed = self.config.allow.iter().map(|entry| told("allow", entry.text(), entry.source()));
        let denied = self.config.deny.iter().map(|entry| told("deny", &entry.host, &entry.source));
        [mode].into_iter().chain(allowed).chain(denied).collect()
    }

    /// Says how to give a policy, when there is none. The model reads it.
    pub(crate) fn note(&self) -> Option<String> {
        (self.policy.mode() == Mode::Closed).then(|| NO_POLICY.to_owned())
    }
}

/// An entry with where it was written: an option says all itself.
fn told(what: &str, entry: &str, source: &Source) -> String {
    let source = source.to_string();
    if source.starts_with("--") { source } else { format!("{what} {entry} ({source})") }
}
