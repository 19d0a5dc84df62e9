//! How downloads end, for those who watch.

use std::time::SystemTime;

/// A download that has ended, or that was refused as it began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Downloaded {
    /// When.
    pub at: SystemTime,
    /// Where it came from, after all redirects; at most 16 KiB of it. For log and audit only, and covered there.
    pub address: String,
    /// The host of that address, without its port; of a `blob:` address that of its page, and of what a page brought itself,
    /// such as `data:`, the scheme.
    pub host: String,
    /// What its site calls it, at most 200 bytes of that. Nothing is named so.
    pub name: String,
    /// What came of it.
    pub ending: Result<KeptDownload, Unkept>,
}

/// A download that was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptDownload {
    /// The file's name in the download directory, which is ours.
    pub file: String,
    /// Its size in bytes.
    pub bytes: u64,
}

/// Why a download was not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unkept {
    /// Nothing is downloaded here.
    TurnedOff,
    /// As many as may run at once ran already.
    TooManyAtOnce,
    /// The browser has kept as many files as it may.
    TooMany,
    /// It is larger than one may be.
    TooLarge,
    /// The browser has kept as many bytes as it may.
    TooMuch,
    /// It took longer than one may.
    TooSlow,
    /// It broke off.
    BrokeOff,
    /// It is no file that could be kept, or the disk failed.
    NotSaved,
}

impl Unkept {
    /// A word for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::TurnedOff => "downloads-off",
            Self::TooManyAtOnce => "too-many-at-once",
            Self::TooMany => "too-many",
            Self::TooLarge => "too-large",
            Self::TooMuch => "too-much",
            Self::TooSlow => "too-slow",
            Self::BrokeOff => "broke-off",
            Self::NotSaved => "not-saved",
        }
    }

    /// What happened, as a phrase that an agent reads.
    pub const fn phrase(self) -> &'static str {
        match self {
            Self::TurnedOff => {
                "downloads are turned off, nothing was saved; the operator turns them on with --downloads DIR"
            }
            Self::TooManyAtOnce => "too many downloads run at the same time",
            Self::TooMany => "this browser has downloaded as many files as it may",
            Self::TooLarge => "it is larger than a download may be",
            Self::TooMuch => "this browser has downloaded as much as it may",
            Self::TooSlow => "it took too long",
            Self::BrokeOff => "it broke off",
            Self::NotSaved => "it could not be saved",
        }
    }

    /// Whether it was refused, and did not just fail.
    pub const fn is_refusal(self) -> bool {
        !matches!(self, Self::BrokeOff | Self::NotSaved)
    }

    /// What an operator can do, as a sentence; empty for what only failed.
    pub const fn hint(self) -> &'static str {
        match self {
            Self::TurnedOff => {
                "Start with --downloads DIR, and what pages download is kept in that directory."
            }
            Self::TooManyAtOnce => "Ten may run at the same time; begin it again when others have ended.",
            Self::TooMany | Self::TooMuch => "A new session begins to count at nothing.",
            Self::TooLarge | Self::TooSlow => "No option lifts this limit.",
            Self::BrokeOff | Self::NotSaved => "",
        }
    }
}

/// The host of an address as Chromium writes it, for people to read. Nothing is decided by it.
pub(super) fn host(address: &str) -> &str {
    let address = address.strip_prefix("blob:").unwrap_or(address);
    let Some((_, rest)) = address.split_once("://") else {
        let scheme = address.find(':').map_or(address.len(), |at| at + 1);
        return &address[..scheme];
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let place = authority.rsplit('@').next().unwrap_or_default();
    match place.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|b| b.is_ascii_digit()) => host,
        _ => place,
    }
}

#[cfg(test)]
mod tests {
    use super::host;

    #[test]
    fn a_host_is_read_out_of_each_kind_of_address() {
        for (address, expected) in [
            ("https://files.example.com/a?b=https://c/", "files.example.com"),
            ("http://kim:pw@127.0.0.1:8931/a", "127.0.0.1"),
            ("https://[2001:db8::1]/a", "[2001:db8::1]"),
            ("https://[2001:db8::1]:8443/a", "[2001:db8::1]"),
            ("blob:https://example.com/9f-1", "example.com"),
            ("blob:null/9f-1", "null/9f-1"),
            ("data:text/plain,a", "data:"),
            ("", ""),
        ] {
            assert_eq!(host(address), expected, "{address}");
        }
    }
}
