//! What a report is made of.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use ringfence_browser::Judged;
use ringfence_policy::List;
use ringfence_toolset::Failure;

/// What happened in some sessions, in bounds. Values are as they were told; whoever shows them escapes them.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    /// What it is about, in a line.
    pub title: String,
    /// What was to be allowed, a line each, such as `--allow example.com`.
    pub policy: Vec<String>,
    /// When recording began.
    pub began: SystemTime,
    /// When this was put together.
    pub ended: SystemTime,
    /// The browsers, in the order in which they started.
    pub sessions: Vec<SessionRecord>,
    /// The calls, in the order in which they came.
    pub steps: Vec<Step>,
    /// What was refused, the same things counted, in the order in which they first were.
    pub refusals: Vec<RefusalRecord>,
    /// Downloads that ended and were not refused, in the order in which they ended.
    pub downloads: Vec<DownloadRecord>,
    /// What came to the exit, by host and port.
    pub hosts: BTreeMap<(String, u16), HostRecord>,
    /// The same of all hosts that are not among them, as there were too many.
    pub other_hosts: HostRecord,
    /// What was left out.
    pub omitted: Omitted,
}

/// A browser that was started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRecord {
    /// The session's name.
    pub name: String,
    /// What the browser calls itself.
    pub product: String,
    /// How it was contained: the level, and what that means.
    pub contained: String,
}

/// One call and what the agent read.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// From 1.
    pub number: usize,
    /// The session.
    pub session: String,
    /// When the call came.
    pub at: SystemTime,
    /// How long it took.
    pub took: Duration,
    /// Why it was made, where that was said.
    pub why: Option<String>,
    /// The member, as the agent wrote it.
    pub member: String,
    /// The input as JSON on one line, with what looks like a credential covered.
    pub input: String,
    /// What the agent read.
    pub parts: Vec<Part>,
    /// Why it failed or was refused.
    pub failure: Option<Trouble>,
}

/// Why a call failed or was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// The code.
    pub code: String,
    /// What it is about.
    pub subject: Option<String>,
}

impl From<&Failure> for Trouble {
    fn from(failure: &Failure) -> Self {
        Self { code: failure.code.to_string(), subject: failure.subject.clone() }
    }
}

/// A part of what the agent read.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// Words of ours.
    Said(String),
    /// The page's words.
    Read {
        /// The words, or their beginning.
        text: String,
        /// How many characters there were.
        length: usize,
        /// The origin that they were read from, when known.
        source: Option<String>,
    },
    /// A picture.
    Picture(Picture),
    /// The open tabs, when they changed: whether active, id, title, address.
    Tabs(Vec<(bool, String, String, String)>),
    /// A picture that was left out, as there were too many.
    LeftOut,
}

/// A picture's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The file's bytes.
    pub data: Vec<u8>,
    /// Its media type.
    pub media_type: &'static str,
}

/// Who refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layer {
    /// The rules on members: what is off, what needs approval.
    Member,
    /// The judge of the address that the agent asked for.
    Call,
    /// The judge inside the browser, of where a document may be.
    Browser,
    /// The same, of what a page may load.
    Load,
    /// The exit.
    Proxy,
    /// The rules on downloads.
    Download,
}

impl Layer {
    /// The layer's name in the audit.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Member => "member",
            Self::Call => "call",
            Self::Browser | Self::Load => "browser",
            Self::Proxy => "proxy",
            Self::Download => "download",
        }
    }

    /// What happened, in words for people: who tried, and who stopped it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Member => "the agent called it, and it was refused before anything was done",
            Self::Call => "the agent asked for it, and it was refused before anything was sent",
            Self::Browser => {
                "a page or a redirect led there, and the browser stopped it before anything was sent"
            }
            Self::Load => {
                "a page tried to load something from there, and the browser stopped it before anything was sent"
            }
            Self::Proxy => "the browser tried to connect, and the proxy stopped it",
            Self::Download => "a download from there began, and nothing was saved",
        }
    }

    /// Whether it is the policy's entries that could allow what was refused.
    pub fn is_by_entries(self) -> bool {
        matches!(self, Self::Call | Self::Browser | Self::Load | Self::Proxy)
    }
}

impl From<&Judged> for Layer {
    fn from(judged: &Judged) -> Self {
        match (judged.layer, judged.list) {
            (ringfence_browser::Layer::Call, _) => Self::Call,
            (ringfence_browser::Layer::Browser, List::Navigate) => Self::Browser,
            (ringfence_browser::Layer::Browser, List::Load) => Self::Load,
        }
    }
}

/// Something that was refused, once or several times in the same way.
#[derive(Debug, Clone, PartialEq)]
pub struct RefusalRecord {
    /// When first.
    pub at: SystemTime,
    /// The session.
    pub session: String,
    /// The steps during or after which it was, without doubles; none for before the first. Not all of them when it was very
    /// often.
    pub steps: Vec<usize>,
    /// By whom.
    pub layer: Layer,
    /// What it is about: a host as the asker wrote it, or a member.
    pub subject: String,
    /// The code.
    pub code: String,
    /// The entry that decided, if one did.
    pub rule: Option<String>,
    /// What to do; of a member what the agent was told.
    pub hint: String,
    /// How often.
    pub times: u64,
}

/// A download that was kept, or that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DownloadRecord {
    /// When it ended.
    pub at: SystemTime,
    /// The session.
    pub session: String,
    /// The step during or after which it ended; none before the first.
    pub step: Option<usize>,
    /// The host that it came from, or the scheme of what a page brought itself.
    pub host: String,
    /// What its site calls it.
    pub name: String,
    /// The file's name in the download directory and its size in bytes, or why nothing was kept.
    pub ending: Result<(String, u64), String>,
}

/// What came to the exit for one host and port, or for several.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HostRecord {
    /// Tunnels and requests that were allowed.
    pub allowed: u64,
    /// Of those, the ones that did not come about.
    pub failed: u64,
    /// Tunnels and requests that were refused.
    pub refused: u64,
    /// Bytes sent over the connections, heads among them.
    pub bytes_up: u64,
    /// Bytes received, heads among them.
    pub bytes_down: u64,
}

/// How much was left out, as there was too much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Omitted {
    /// Calls.
    pub steps: u64,
    /// Pictures.
    pub pictures: u64,
    /// Different refusals.
    pub refusals: u64,
    /// Downloads that were not refused.
    pub downloads: u64,
    /// Events of the exit that came faster than they were told.
    pub events: u64,
}
