//! The options of every command that starts a browser.

use std::path::PathBuf;
use std::sync::Arc;
use std::{fmt, fs};

use clap::{Args, ValueEnum, ValueHint};
use ringfence_browser::{Authorities, BrowserOptions, Level, Viewport, check};
use ringfence_egress::Settings;
use ringfence_policy::config::FileConfig;
use ringfence_policy::{Mode, Policy};
use ringfence_session::{FileSetup, Observer, Offered, OptionsError, Sessions, SessionsOptions};
use ringfence_toolset::{Member, MemberConfig, MemberConfigs};

use crate::approvals::approvals;
use crate::config_file;
use crate::exit_options::ExitOptions;
use crate::failure::Failure;
use crate::file_options::{FileArgs, warnings};
use crate::look_options::LookArgs;
use crate::policy_options::{PolicyOptions, built};
use crate::policy_told::PolicyTold;
use crate::secret_files;

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

    /// Ask on the terminal before each call of a member, everywhere or on a host; may be given more than once
    #[arg(long, value_name = "MEMBER[@HOST]", help_heading = "Members")]
    pub(crate) ask: Vec<String>,

    #[command(flatten)]
    pub(crate) files: FileArgs,

    #[command(flatten)]
    pub(crate) look: LookArgs,

    /// Trust the certificate authorities in this PEM file, too, in this browser only; may be given more than once
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Browser")]
    pub(crate) ca_cert: Vec<PathBuf>,

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
            ask: Vec::new(),
            files: FileArgs::default(),
            look: LookArgs::default(),
            ca_cert: Vec::new(),
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
    /// What the operator should know about files with secrets.
    open_secrets: Vec<String>,
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
        let operate = file.operate;
        let approvals = approvals(&self.yes, &self.ask, operate.confirm)?;
        let files = self.files.setup(operate.files)?;
        let mut browser = BrowserOptions::new(policy.clone());
        browser.viewport = self.viewport;
        browser.egress = egress;
        browser.min_level = self.min_level.into();
        browser.authorities = authorities(&self.ca_cert)?;
        browser.look = self.look.look(operate.look)?;
        browser.logins = secret_files::logins(&operate.credentials)?;
        browser.certificates = secret_files::certificates(&operate.client_certificates)?;
        let open_secrets = secret_files::warnings(&operate.credentials, &operate.client_certificates);
        let sessions = SessionsOptions { members, approvals, files, ..SessionsOptions::new(browser) };
        let offered = sessions.offered().map_err(|error| Failure::Usage(unusable(&error)))?;
        Ok(Setup { policy, told, offered, open_secrets, sessions })
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
                "{name} is turned on and needs the operator's approval; add --yes {name} or --ask {name}, or leave it off"
            )
        }
        OptionsError::Config(_) | OptionsError::Places(_) => error.to_string(),
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

    /// What its browsers go out by, and which files they may see.
    pub(crate) fn reach(&self) -> (&Settings, &FileSetup) {
        (&self.sessions.browser.egress, &self.sessions.files)
    }

    /// What the operator should know before it starts, a line each.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let files = warnings(&self.sessions.files, self.offered.members.contains(Member::FileUpload));
        files.into_iter().chain(self.open_secrets.iter().cloned()).collect()
    }

    /// Says how to give a policy, when there is none. The model reads it.
    pub(crate) fn note(&self) -> Option<String> {
        (self.policy.mode() == Mode::Closed).then(|| NO_POLICY.to_owned())
    }
}
