//! The options of every command that starts a browser.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum, ValueHint};
use ringfence_browser::{BrowserOptions, Level, Viewport, check};
use ringfence_egress::Settings;
use ringfence_policy::config::FileConfig;
use ringfence_policy::{Mode, Policy, WrittenIn};
use ringfence_server::Note;
use ringfence_session::{FileSetup, Observer, Offered, OptionsError, Sessions, SessionsOptions};
use ringfence_toolset::{Member, MemberConfig, MemberConfigs};

use crate::approvals::approvals;
use crate::config_file::{self, Read};
use crate::exit_options::ExitOptions;
use crate::failure::Failure;
use crate::file_options::{FileArgs, warnings};
use crate::look_options::LookArgs;
use crate::member_name::MemberName;
use crate::policy_options::{PolicyOptions, built};
use crate::policy_told::PolicyTold;
use crate::terminal;
use crate::trust_files::{authorities, certificates, logins, open_secrets};

#[derive(Debug, Clone, Args)]
pub(crate) struct StartOptions {
    #[command(flatten)]
    pub(crate) policy: PolicyOptions,

    #[command(flatten)]
    pub(crate) exit: ExitOptions,

    /// The viewport in CSS pixels, each edge at most 1568
    #[arg(long, value_name = "WxH", default_value = "1280x800", help_heading = "Browser")]
    pub(crate) viewport: Viewport,

    /// Turn on a member (one of the tools) that is off by default, or accept_dialog; adds to the configuration file;
    /// may be given more than once
    #[arg(long, value_name = "MEMBER", value_parser = MemberName, hide_possible_values = true, help_heading = "Members")]
    pub(crate) enable: Vec<String>,

    /// Approve every call of a member that needs approval, or accept_dialog; may be given more than once
    #[arg(long, value_name = "MEMBER", value_parser = MemberName, hide_possible_values = true, help_heading = "Members")]
    pub(crate) yes: Vec<String>,

    /// Ask on the terminal before each call of a member, everywhere or on a host; may be given more than once
    #[arg(long, value_name = "MEMBER[@HOST]", value_parser = MemberName, hide_possible_values = true, help_heading = "Members")]
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

/// What is said when nothing is allowed, behind the reason: with the first answer, and with each that is a refusal.
const NO_POLICY: &str = "so every address is refused. Tell the person: Ringfence has to be started with \
                         --allow HOST for a host and its subdomains, --allow-local ORIGIN for a site on their own machine, \
                         such as http://127.0.0.1:8931, or --public for every public host. `ringfence config init` makes a \
                         file to write it into instead.";

/// The same in short, with every other answer.
const NO_POLICY_SHORT: &str = "every address is refused until Ringfence is started with --allow HOST, \
                               --allow-local ORIGIN or --public.";

/// All that the options and the configuration file say.
pub(crate) struct Setup {
    pub(crate) policy: Policy,
    pub(crate) told: PolicyTold,
    pub(crate) offered: Offered,
    /// That what the file allows or denies doesn't count.
    replaced: Vec<String>,
    /// What the operator should know about files with secrets.
    open_secrets: Vec<String>,
    sessions: SessionsOptions,
}

impl StartOptions {
    /// Reads the configuration file and makes everything that a browser is started with.
    pub(crate) fn setup(&self) -> Result<Setup, Failure> {
        self.setup_with(config_file::read_recovering(self.policy.config.as_deref())?)
    }

    /// The same with a file that was read. Whatever is wrong with it and with the options is told at once.
    pub(crate) fn setup_with(&self, Read { said: file, mut mistakes }: Read) -> Result<Setup, Failure> {
        mistakes.add_all(config_file::unknown_members(&file));
        mistakes.add_all(self.enable.iter().filter_map(|name| config_file::unknown_member(name)));
        let mut members = self.members(&file);
        members.retain(|name, _| config_file::unknown_member(name).is_none());
        let egress = mistakes.kept(self.exit.settings(&file.egress));
        let (place, replaced) = (self.policy.written_in(&file.policy), self.policy.replaced(&file.policy));
        let config = self.policy.merged(file.policy);
        let told = PolicyTold::of(&config);
        let policy = mistakes.kept_all(built(config, place));
        let operate = file.operate;
        let approvals = mistakes.kept_all(approvals(&self.yes, &self.ask, operate.confirm));
        let files = mistakes.kept(self.files.setup(operate.files));
        let authorities = mistakes.kept_all(authorities(&self.ca_cert));
        let look = mistakes.kept_all(self.look.look(operate.look));
        let open_secrets = open_secrets(&operate.credentials, &operate.client_certificates);
        let logins = mistakes.kept_all(logins(operate.credentials));
        let certificates = mistakes.kept_all(certificates(&operate.client_certificates));
        // What is on depends on members, approvals and files alone.
        let may_be_told = approvals.is_some() && files.is_some();
        let mut browser = BrowserOptions::new(policy.clone().unwrap_or_else(Policy::closed));
        browser.viewport = self.viewport;
        browser.egress = egress.unwrap_or_default();
        browser.min_level = self.min_level.into();
        browser.authorities = authorities.unwrap_or_default();
        browser.look = look.unwrap_or_default();
        browser.logins = logins.unwrap_or_default();
        browser.certificates = certificates.unwrap_or_default();
        let (approvals, files) = (approvals.unwrap_or_default(), files.unwrap_or_default());
        let sessions = SessionsOptions { members, approvals, files, ..SessionsOptions::new(browser) };
        let offered = sessions.offered().map_err(|error| unusable(&error));
        let offered = if may_be_told { mistakes.kept(offered) } else { None };
        // Nothing is started with a part that is missing.
        match (policy, offered, mistakes.is_empty()) {
            (Some(policy), Some(offered), true) => {
                Ok(Setup { policy, told, offered, replaced, open_secrets, sessions })
            }
            _ => Err(mistakes.into_failure()),
        }
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
                "{name} is turned on and needs the operator's approval; add --yes {name} or --ask {name}, or leave it off"
            )
        }
        OptionsError::Config(_) | OptionsError::Places(_) => error.to_string(),
    }
}

/// Says at the start that nobody will answer, and what to do.
fn unanswerable(why: &str) -> String {
    format!(
        "{why}: each call that you want to be asked about will be refused. Start this at a terminal, or approve every call of a \
         member with --yes MEMBER instead"
    )
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

    /// Where downloads are kept; none where none are.
    pub(crate) fn download_directory(&self) -> Option<PathBuf> {
        self.sessions.files.places.downloads.clone()
    }

    /// What its browsers go out by, and which files they may see.
    pub(crate) fn reach(&self) -> (&Settings, &FileSetup) {
        (&self.sessions.browser.egress, &self.sessions.files)
    }

    /// What the operator should know about directories that are used, a line each.
    pub(crate) fn directory_warnings(&self) -> Vec<String> {
        warnings(&self.sessions.files, self.offered.members.contains(Member::FileUpload))
    }

    /// Tells before anything starts that no browser could, for want of a directory.
    pub(crate) fn check_directories(&self) -> Result<(), Failure> {
        match self.sessions.files.places.downloads.as_deref().filter(|directory| !directory.is_dir()) {
            Some(directory) => Err(Failure::Usage(format!(
                "{} is no directory, so downloads can't be kept there; make it, or name another",
                directory.display()
            ))),
            None => Ok(()),
        }
    }

    /// What the operator should know before it starts, a line each.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let files = self.directory_warnings();
        let unasked = self.sessions.approvals.asks().then(terminal::cant_be_asked_on).flatten();
        let unasked = unasked.map(|why| unanswerable(&why));
        self.replaced
            .iter()
            .cloned()
            .chain(files)
            .chain(unasked)
            .chain(self.open_secrets.iter().cloned())
            .collect()
    }

    /// What the operator should know before a client starts it, in a place of its own.
    pub(crate) fn warnings_for_a_client(&self) -> Option<String> {
        const UNASKED: &str = "questions are asked on the terminal that the client was started in; where it has none, each \
                               call that you want to be asked about is refused";
        self.sessions.approvals.asks().then(|| UNASKED.to_owned())
    }

    /// Says how to give a policy, when there is none. The model reads it.
    pub(crate) fn note(&self) -> Option<Note> {
        let why = match self.policy.written_in() {
            WrittenIn::Options => "No policy was given",
            WrittenIn::File => "The configuration file's mode is \"closed\"",
        };
        let note =
            || Note { whole: format!("{why}, {NO_POLICY}"), short: format!("{why}: {NO_POLICY_SHORT}") };
        (self.policy.mode() == Mode::Closed).then(note)
    }
}
