//! The options of every command that starts a browser.

use std::collections::BTreeMap;

use clap::{Args, ValueEnum};
use ringfence_browser::{Browser, BrowserOptions, Viewport};
use ringfence_policy::config::FileConfig;
use ringfence_policy::{Mode, Policy};
use ringfence_session::{Sessions, SessionsOptions};
use ringfence_toolset::{Extensions, MemberConfig, MemberSet, ToolsetOptions};

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

    /// The weakest containment accepted
    #[arg(long, value_name = "LEVEL", default_value = "proxy-only", help_heading = "Browser")]
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
    pub(crate) members: MemberSet,
    pub(crate) extensions: Extensions,
    viewport: Viewport,
    configs: BTreeMap<String, MemberConfig>,
}

impl StartOptions {
    /// Reads the configuration file and makes everything that a browser is started with.
    pub(crate) fn setup(&self) -> Result<Setup, Failure> {
        self.check_level()?;
        let file = config_file::read(self.policy.config.as_deref())?;
        let configs = member_configs(&file);
        let toolset =
            ToolsetOptions { configs: configs.clone(), extensions: true, ..ToolsetOptions::default() };
        let members =
            toolset.enabled(Browser::served()).map_err(|error| Failure::Usage(error.to_string()))?;
        let extensions = toolset.honoured();
        Ok(Setup { policy: self.policy.policy(file)?, members, extensions, viewport: self.viewport, configs })
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

fn member_configs(file: &FileConfig) -> BTreeMap<String, MemberConfig> {
    let config = |(name, member): (&String, &ringfence_policy::config::MemberConfig)| {
        (name.clone(), MemberConfig { enabled: member.enabled })
    };
    file.members.iter().map(config).collect()
}

impl Setup {
    /// Makes the sessions; their browsers start with their first call.
    pub(crate) fn sessions(&self) -> Sessions {
        let mut browser = BrowserOptions::new(self.policy.clone());
        browser.viewport = self.viewport;
        Sessions::new(SessionsOptions { members: self.configs.clone(), ..SessionsOptions::new(browser) })
    }

    /// Says how to give a policy, when there is none. The model reads it.
    pub(crate) fn note(&self) -> Option<String> {
        (self.policy.mode() == Mode::Closed).then(|| {
            "No policy was given, so every address is refused until the operator starts Ringfence with --allow HOST."
                .to_owned()
        })
    }
}
