//! What became of a navigation, in words for the agent.

use ringfence_egress::Stopped;
use ringfence_page::Facts;
use ringfence_toolset::text::{address_line, one_line, quoted};
use ringfence_toolset::{DriverError, ErrorCode};

use crate::downloads::Unkept;
use crate::hang::Shows;
use crate::logins::NoLogin;
use crate::network_error::phrase;
use crate::state::StoppedDocument;

/// Chromium's word for a navigation that led to no document: a 204, a download, another navigation, a stop.
pub(crate) const BROKEN_OFF: &str = "net::ERR_ABORTED";

impl Shows {
    /// As a sentence for the agent.
    pub(crate) fn told(self) -> &'static str {
        match self {
            Self::Before => "The tab still shows the page that it showed before.",
            Self::Nothing => "The tab is empty: the page before hung, and was put away.",
            Self::Part => "The tab shows what has come of it.",
            Self::Error => "The tab shows an error page.",
        }
    }
}

/// A document that never came into the browser.
pub(crate) fn stopped(document: &StoppedDocument, shows: Shows) -> DriverError {
    let mut error = by_proxy(&document.host, &document.why);
    if document.redirected {
        error.text = format!("The address redirects. {}", error.text);
    }
    with(error, shows)
}

/// A document that the judge or the proxy did not let through.
pub(crate) fn by_proxy(host: &str, why: &Stopped) -> DriverError {
    match why {
        Stopped::Refused(refusal) => DriverError::from(refusal),
        Stopped::Failed(what) => {
            let host = one_line(host);
            DriverError::new(ErrorCode::NavigationFailed, format!("{host}: {what}.")).about(host)
        }
    }
}

/// As [`by_proxy`], for a document whose place an error page has taken.
pub(crate) fn behind_error_page(host: &str, why: &Stopped) -> DriverError {
    with(by_proxy(host, why), Shows::Error)
}

/// Says what the tab shows, too.
pub(crate) fn with(mut error: DriverError, shows: Shows) -> DriverError {
    error.text = format!("{} {}", error.text, shows.told());
    error
}

/// A document that the network did not give. The tab shows Chromium's error page,
/// or what it showed before (`otherwise`) where the navigation was broken off.
pub(crate) fn network(host: &str, error: &str, status: Option<i64>, otherwise: Shows) -> DriverError {
    let host = one_line(host);
    let shows = if error == BROKEN_OFF { otherwise } else { Shows::Error };
    let text = format!("{host}: {}.", network_phrase(error, status));
    let told = DriverError::new(ErrorCode::NavigationFailed, text).about(host).caused_by(error.to_owned());
    with(told, shows)
}

/// What an error page means: an answer without content whose status is an error has one, too.
pub(crate) fn network_phrase(error: &str, status: Option<i64>) -> String {
    match status {
        Some(status @ 400..) => format!("the server answered with an error and no page (HTTP {status})"),
        _ => phrase(error).to_owned(),
    }
}

/// A document that turned out to be a download, where downloads are kept.
pub(crate) const DOWNLOADED: &str =
    "the address given is a download, which has begun; the tab shows what it showed before";

/// A document that turned out to be a download, where none is kept.
pub(crate) fn download(host: &str) -> DriverError {
    let host = one_line(host);
    let text = format!("{host}: that address is a download, and {}.", Unkept::TurnedOff.phrase());
    DriverError::new(ErrorCode::NavigationFailed, text).about(host)
}

/// Chromium's word for a load that broke off because the machine's interfaces changed, as they do when a jail has just been
/// made: the network that it is in is the same as before.
pub(crate) const NETWORK_CHANGED: &str = "net::ERR_NETWORK_CHANGED";

/// What is said of a PDF file.
pub(crate) const PDF: &str = "a PDF file, which can't be read or shown here";

/// Where an act has led.
pub(crate) fn landing(facts: &Facts, no_login: Option<NoLogin>) -> String {
    let url = address_line(&facts.url);
    let title = one_line(&facts.title);
    let title = if title.is_empty() { String::new() } else { format!(" {}", quoted(&title)) };
    let status = facts.status.map(|status| format!(" (HTTP {status})")).unwrap_or_default();
    let pdf = if facts.is_pdf() { format!(" It is {PDF}.") } else { String::new() };
    let login = no_login.map(|why| format!(" There {}.", why.phrase())).unwrap_or_default();
    format!("The tab is now at {url}{title}{status}.{pdf}{login}")
}

/// A navigation that an act began and that failed on the way.
pub(crate) fn landing_failed(host: &str, what: &str) -> String {
    format!("A navigation that this began failed: {}: {what}.", one_line(host))
}
