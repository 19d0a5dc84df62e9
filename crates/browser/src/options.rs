use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use ringfence_egress::{ClientCertificate, Presenter, PresenterError, Resolver, Settings, SystemResolver};
use ringfence_files::Limits;
use ringfence_jail::Level;
use ringfence_policy::Policy;

use crate::authorities::Authorities;
use crate::logins::Login;
use crate::look::Look;
use crate::witness::Witness;

/// How a browser is started and how long it may take for what.
#[derive(Clone)]
pub struct BrowserOptions {
    /// What it may reach.
    pub policy: Policy,
    /// How names are resolved. Only allowed names are.
    pub resolver: Arc<dyn Resolver>,
    /// How its exit works: deadlines, limits, and an upstream proxy.
    pub egress: Settings,
    /// Chromium's binary; none to look in the usual places.
    pub chromium: Option<PathBuf>,
    /// The weakest containment accepted. The browser gets the strongest that this machine has.
    pub min_level: Level,
    /// The strongest containment that is tried.
    pub max_level: Level,
    /// The viewport of every tab.
    pub viewport: Viewport,
    /// Deadlines.
    pub timeouts: Timeouts,
    /// What is noted for the members that read it.
    pub watch: Watch,
    /// Certificate authorities that are trusted besides the system's.
    pub authorities: Authorities,
    /// What pages are told of the browser and its user.
    pub look: Look,
    /// Passwords for sites that ask by HTTP authentication.
    pub logins: Vec<Login>,
    /// Client certificates, at most one for an origin. The exit shows them; the browser never has them.
    pub certificates: Vec<ClientCertificate>,
    /// What may go in and out as files.
    pub files: FileOptions,
    /// Who is told of every decision; none for nobody.
    pub witness: Option<Arc<dyn Witness>>,
    /// Barriers that are taken away, for tests that see what the others keep.
    #[cfg(feature = "barrier-switches")]
    pub removed: crate::removed::Removed,
}

/// What may go in and out of a browser as files. By default nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileOptions {
    /// Where the directory for copies of uploads is made; none when nothing is uploaded. It is gone with the browser.
    pub inbox: Option<PathBuf>,
    /// Limits on uploads.
    pub upload_limits: Limits,
    /// Where downloads go; none when nothing is downloaded.
    pub downloads: Option<PathBuf>,
    /// Limits on downloads.
    pub download_limits: Limits,
}

/// What of a page's doings is noted: what `read_console` and `read_network` tell. Watching costs a little at every
/// request and message, and a page could notice it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Watch {
    /// Console messages and uncaught errors.
    pub console: bool,
    /// Requests.
    pub network: bool,
}

impl BrowserOptions {
    /// The defaults with this policy: Chromium from the usual places, level full, the system's resolver, 1280×800.
    pub fn new(policy: Policy) -> Self {
        Self {
            policy,
            resolver: Arc::new(SystemResolver),
            egress: Settings::default(),
            chromium: None,
            min_level: Level::Full,
            max_level: Level::Full,
            viewport: Viewport::default(),
            timeouts: Timeouts::default(),
            watch: Watch::default(),
            authorities: Authorities::default(),
            look: Look::default(),
            logins: Vec::new(),
            certificates: Vec::new(),
            files: FileOptions::default(),
            witness: None,
            #[cfg(feature = "barrier-switches")]
            removed: crate::removed::Removed::default(),
        }
    }
}

impl BrowserOptions {
    /// What shows the client certificates. Each browser has one of its own.
    pub(crate) fn presenter(&self) -> Result<Presenter, PresenterError> {
        Presenter::new(&self.certificates, self.authorities.as_der())
    }
}

impl fmt::Debug for BrowserOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BrowserOptions")
            .field("egress", &self.egress)
            .field("chromium", &self.chromium)
            .field("min_level", &self.min_level)
            .field("max_level", &self.max_level)
            .field("viewport", &self.viewport)
            .field("timeouts", &self.timeouts)
            .field("watch", &self.watch)
            .field("look", &self.look)
            .field("certificates", &self.certificates)
            .field("files", &self.files)
            .finish_non_exhaustive()
    }
}

/// A viewport in CSS pixels, at one device pixel each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Viewport {
    width: u32,
    height: u32,
}

/// The longest edge that a picture may have without being scaled (N3), and so a viewport, too.
const LONGEST_EDGE: u32 = 1568;
/// Below this no page can be used.
const SHORTEST_EDGE: u32 = 100;

impl Viewport {
    /// A viewport of this size.
    ///
    /// # Errors
    /// An edge below 100 or above 1,568 pixels: pictures must never need scaling.
    pub fn new(width: u32, height: u32) -> Result<Self, ViewportError> {
        let fits = |edge| (SHORTEST_EDGE..=LONGEST_EDGE).contains(&edge);
        if fits(width) && fits(height) {
            Ok(Self { width, height })
        } else {
            Err(ViewportError::Edge { width, height })
        }
    }

    /// Across.
    pub fn width(self) -> u32 {
        self.width
    }

    /// Down.
    pub fn height(self) -> u32 {
        self.height
    }
}

impl Default for Viewport {
    fn default() -> Self {
        Self { width: 1280, height: 800 }
    }
}

/// Why something is no viewport.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ViewportError {
    /// An edge out of range.
    #[error(
        "a viewport of {width}×{height} can't be used: each edge must have {SHORTEST_EDGE} to {LONGEST_EDGE} pixels, so that pictures never need scaling"
    )]
    Edge {
        /// Across.
        width: u32,
        /// Down.
        height: u32,
    },
    /// Not of the form WIDTHxHEIGHT.
    #[error("write a viewport as WIDTHxHEIGHT, such as 1280x800")]
    Form,
}

impl FromStr for Viewport {
    type Err = ViewportError;

    fn from_str(text: &str) -> Result<Self, ViewportError> {
        let (width, height) = text.split_once(['x', 'X']).ok_or(ViewportError::Form)?;
        let edge = |digits: &str| digits.parse::<u32>().map_err(|_| ViewportError::Form);
        Self::new(edge(width)?, edge(height)?)
    }
}

/// Deadlines. Every wait has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// From starting Chromium to its first answer.
    pub start: Duration,
    /// A navigation, to its commit and DOMContentLoaded.
    pub navigate: Duration,
    /// An act: a click, typing, a scroll.
    pub act: Duration,
    /// Reading the page, or taking a picture.
    pub read: Duration,
    /// From asking Chromium to quit to killing it.
    pub close: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self {
            start: seconds(20),
            navigate: seconds(30),
            act: seconds(10),
            read: seconds(10),
            close: seconds(3),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Viewport, ViewportError};

    #[test]
    fn d11_a_viewport_never_needs_scaling() {
        assert_eq!("1280x800".parse(), Viewport::new(1280, 800));
        assert_eq!("1568x1568".parse::<Viewport>().map(Viewport::width), Ok(1568));
        assert_eq!("1569x800".parse::<Viewport>(), Err(ViewportError::Edge { width: 1569, height: 800 }));
        assert_eq!("1280x99".parse::<Viewport>(), Err(ViewportError::Edge { width: 1280, height: 99 }));
        for wrong in ["1280", "1280x", "x800", "1280*800", "-1x800", "1280x800x1"] {
            assert_eq!(wrong.parse::<Viewport>(), Err(ViewportError::Form), "{wrong}");
        }
    }
}
