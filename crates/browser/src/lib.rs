//! One contained Chromium: launch, tabs, events, and the driver of the toolset.
//!
//! [`Browser::start`] brings up the exit (an egress proxy of its own), starts Chromium behind it and judges every
//! request in the browser before the first page exists. The result is a [`ringfence_toolset::Driver`].

#[cfg(all(feature = "barrier-switches", not(debug_assertions)))]
compile_error!("barrier-switches takes barriers away: it is for tests, and no release has it");

mod acts;
mod approved;
mod authorities;
mod browser;
mod canary;
mod crash;
mod diagnostics;
mod dialogs;
mod downloads;
mod driver;
mod error;
mod exit;
mod explain;
mod failure;
mod flags;
mod frames;
mod given;
mod hang;
mod intercept;
mod launch;
mod local;
mod locate;
mod logins;
mod look;
mod nagging;
mod navigate;
mod network_error;
mod options;
mod preferences;
mod probe;
mod process;
mod pump;
mod reading;
mod refusals;
mod remote;
mod removed;
mod report;
mod script;
mod setup;
mod state;
mod tab_members;
mod tabs;
mod waiting;
mod witness;

pub use authorities::{Authorities, AuthorityError};
pub use browser::Browser;
pub use canary::CanaryError;
pub use downloads::{Downloaded, KeptDownload, Unkept};
pub use error::StartError;
pub use logins::{Login, LoginError};
pub use look::{ColourScheme, Look, LookError};
pub use options::{BrowserOptions, FileOptions, Timeouts, Viewport, ViewportError, Watch};
pub use probe::{Missing, Probe, Tried, check, probe};
#[cfg(feature = "barrier-switches")]
pub use removed::Removed;
pub use ringfence_jail::{JailError, Level};
pub use witness::{Judged, Layer, Witness};
