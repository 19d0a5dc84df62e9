//! `ringfence config show`: what the file says, or what holds with the options.

use std::fmt::Write as _;
use std::io::Write as _;

use clap::Args;
use ringfence_policy::config::{DenyEntry, FileConfig, PolicyConfig};
use ringfence_policy::{Entry, Lists, Source};
use ringfence_toolset::{Extension, Member};
use serde_json::{Value, json};

use super::tables;
use crate::browser_options::{Setup, StartOptions};
use crate::config_file::{self, Read};
use crate::failure::{Done, Failure};

/// Show what the configuration file says, or, with --effective, what holds
///
/// Takes the options of the commands that start a browser. What is printed is TOML, with where each entry was written
/// behind it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ringfence config show
  ringfence config show --effective --allow example.com")]
pub(crate) struct ShowArgs {
    /// Show what holds: the file, the options that replace parts of it, and the defaults
    #[arg(long)]
    effective: bool,

    #[command(flatten)]
    start: StartOptions,
}

/// What is shown.
struct Shown {
    file: Option<String>,
    mode: Option<&'static str>,
    policy: PolicyConfig,
    members: Vec<ShownMember>,
    /// Everything else, by its tables.
    rest: toml::Table,
    /// What only options say.
    options: toml::Table,
}

/// Where a member's state comes from when nothing is said about it.
const DEFAULT: &str = "default";

struct ShownMember {
    name: String,
    enabled: bool,
    from: String,
}

pub(super) fn run(args: &ShowArgs, json: bool) -> Result<Done, Failure> {
    let found = config_file::find(args.start.policy.config.as_deref())?;
    let file = found.as_ref().map(|found| found.path.display().to_string());
    let shown = if args.effective {
        effective(file, found.map(|found| found.parse_recovering()).unwrap_or_default(), &args.start)?
    } else {
        in_file(file, found.map_or_else(|| Ok(FileConfig::default()), |found| found.parse())?)
    };
    let text = if json { format!("{}\n", shown.to_json()) } else { shown.to_toml() };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(Done::Well)
}

fn in_file(file: Option<String>, said: FileConfig) -> Shown {
    let members = said.members.iter().filter_map(|(name, member)| {
        let (name, enabled) = (name.clone(), member.enabled?);
        Some(ShownMember { name, enabled, from: member.source.to_string() })
    });
    Shown {
        file,
        rest: tables::in_file(&said.egress, &said.operate),
        options: toml::Table::new(),
        mode: said.policy.mode.map(|mode| mode.as_str()),
        members: members.collect(),
        policy: said.policy,
    }
}

fn effective(file: Option<String>, mut read: Read, start: &StartOptions) -> Result<Shown, Failure> {
    let in_file = read.said.members.clone();
    let config = start.policy.merged(read.said.policy.clone());
    let operate = read.said.operate.clone();
    // Passwords and keys are not shown, so that it doesn't matter whether they can be read here.
    read.said.operate.credentials.clear();
    read.said.operate.client_certificates.clear();
    let setup = start.setup_with(read)?;
    let rest = tables::effective(&setup, start, operate);
    let Setup { policy, offered, .. } = setup;
    let from = |name: &str| {
        if start.enable.iter().any(|named| named == name) {
            return format!("--enable {name}");
        }
        in_file
            .get(name)
            .filter(|member| member.enabled.is_some())
            .map_or(DEFAULT.to_owned(), |member| member.source.to_string())
    };
    let member = |name: &str, enabled| ShownMember { name: name.to_owned(), enabled, from: from(name) };
    let members = Member::ALL.iter().map(|known| member(known.name(), offered.members.contains(*known)));
    let dialog = member(Extension::ACCEPT_DIALOG, offered.extensions.accept_dialog);
    Ok(Shown {
        file,
        rest,
        options: tables::by_options(start),
        mode: Some(policy.mode().as_str()),
        policy: config,
        members: members.chain([dialog]).collect(),
    })
}

impl Shown {
    fn to_toml(&self) -> String {
        let mut text = match &self.file {
            Some(file) => format!("# {file}\n"),
            None => "# no configuration file\n".to_owned(),
        };
        if let Some(mode) = self.mode {
            // Writing to a String never fails.
            let _never = write!(text, "\n[policy]\nmode = {}\n", quoted(mode));
        }
        self.policy.allow.iter().for_each(|entry| text.push_str(&allow_toml(entry)));
        self.policy.deny.iter().for_each(|entry| text.push_str(&deny_toml(entry)));
        for ShownMember { name, enabled, from } in self.members.iter().filter(|member| member.from != DEFAULT)
        {
            let _never = write!(text, "\n[members.{name}]\nenabled = {enabled}  # {from}\n");
        }
        if !self.rest.is_empty() {
            let _never = write!(text, "\n{}", self.rest);
        }
        if !self.options.is_empty() {
            text.push_str("\n# By options alone:\n");
            for line in self.options.to_string().lines() {
                let _never = writeln!(text, "# {line}");
            }
        }
        for (what, enabled) in [("on", true), ("off", false)] {
            let by_default =
                self.members.iter().filter(|member| member.from == DEFAULT && member.enabled == enabled);
            let names: Vec<_> = by_default.map(|member| member.name.as_str()).collect();
            if !names.is_empty() {
                let _never = write!(text, "\n# {what} by default: {}\n", names.join(", "));
            }
        }
        text
    }

    fn to_json(&self) -> Value {
        let members = self
            .members
            .iter()
            .map(|member| (member.name.clone(), json!({ "enabled": member.enabled, "from": member.from })));
        let mut shown = json!({
            "file": self.file,
            "policy": {
                "mode": self.mode,
                "allow": self.policy.allow.iter().map(allow_json).collect::<Value>(),
                "deny": self.policy.deny.iter().map(deny_json).collect::<Value>(),
            },
            "members": members.collect::<serde_json::Map<_, _>>(),
        });
        if !self.options.is_empty() {
            shown["options"] = json!(self.options);
        }
        for (name, table) in &self.rest {
            shown[name] = json!(table);
        }
        shown
    }
}

fn allow_toml(entry: &Entry) -> String {
    let (text, source) = (quoted(entry.text()), comment(entry.source()));
    let what = match entry.private() {
        None => format!("host = {text}{source}\n"),
        Some(private) => format!("origin = {text}{source}\nprivate = {private}\n"),
    };
    let lists = entry.lists();
    let lists =
        if lists == Lists::BOTH { String::new() } else { format!("lists = {}\n", json!(names(lists))) };
    format!("\n[[policy.allow]]\n{what}{lists}")
}

fn deny_toml(entry: &DenyEntry) -> String {
    format!("\n[[policy.deny]]\nhost = {}{}\n", quoted(&entry.host), comment(&entry.source))
}

fn allow_json(entry: &Entry) -> Value {
    let key = if entry.private().is_none() { "host" } else { "origin" };
    let mut shown =
        json!({ key: entry.text(), "lists": names(entry.lists()), "from": entry.source().to_string() });
    if let (Some(private), Some(fields)) = (entry.private(), shown.as_object_mut()) {
        fields.insert("private".to_owned(), private.into());
    }
    shown
}

fn deny_json(entry: &DenyEntry) -> Value {
    json!({ "host": entry.host, "from": entry.source.to_string() })
}

fn names(lists: Lists) -> Vec<&'static str> {
    [("navigate", lists.navigate), ("load", lists.load)]
        .into_iter()
        .filter_map(|(name, on)| on.then_some(name))
        .collect()
}

fn comment(source: &Source) -> String {
    // What was given on the command line may hold anything; a line break would end the comment.
    format!("  # {}", source.to_string().escape_debug())
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
