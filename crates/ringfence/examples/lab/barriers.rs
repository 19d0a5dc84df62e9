//! The barriers that can be taken away one by one, and what each is there for.

/// What a flag of Chromium, or a feature that is off, is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Claim {
    /// It holds these vectors, or helps to.
    Vectors(&'static [&'static str]),
    /// It keeps the browser from asking somebody by itself.
    Idle,
    /// Hygiene, or how the browser is run at all: nothing that the lab could see.
    None,
}

use Claim::{Idle, Vectors};

const RTC: &[&str] = &[
    "rtc-stun",
    "rtc-stun-ip",
    "rtc-turn-udp",
    "rtc-turn-tcp-ip",
    "rtc-candidate-ip",
    "rtc-candidate-name",
    "rtc-candidate-tcp",
    "lo-rtc",
];
const LOOKING_AROUND: &[&str] = &["remote-playback", "presentation", "cast-source"];
const RESOLVED: &[&str] = &[
    "dns-prefetch",
    "link-hdr-dns",
    "preconnect",
    "link-hdr-preconnect",
    "rtc-stun",
    "rtc-candidate-name",
    "webtransport",
    "fetch",
];
const LOCAL: &[&str] = &[
    "lo-fetch-127",
    "lo-img-localhost",
    "lo-nav-127",
    "lo-ws",
    "lo-ipv6",
    "lo-sub",
    "lo-beacon",
    "lo-preconnect",
    "lan-10",
];
const LOADS: &[&str] = &[
    "nav-http",
    "iframe",
    "img",
    "img-http",
    "fetch",
    "beacon",
    "wss",
    "worker-ws",
    "preconnect",
    "spec-prefetch",
    "link-hdr-preload",
    "lo-fetch-127",
];

/// Listed local servers, from other pages.
const LISTED: &[&str] =
    &["listed-fetch", "listed-img", "listed-ws", "listed-iframe", "listed-form", "listed-worker"];
/// Allowed names whose addresses are not, and hosts behind an allowed one's address.
const ANSWERS: &[&str] = &["name-private", "name-mixed", "name-rebind", "shared-address"];

/// Every flag and every feature that is off, by name.
pub(crate) const FLAGS: &[(&str, Claim)] = &[
    ("--proxy-server", Vectors(LOADS)),
    ("--host-resolver-rules", Vectors(RESOLVED)),
    ("--proxy-bypass-list", Vectors(LOCAL)),
    ("--webrtc-ip-handling-policy", Vectors(RTC)),
    ("--disable-quic", Vectors(&["webtransport", "webtransport-ip", "webtransport-hash", "alt-svc"])),
    ("--no-pings", Vectors(&["a-ping"])),
    ("--deny-permission-prompts", Vectors(&["geolocation", "sw-push", "protocol-handler"])),
    ("--disable-notifications", Vectors(&["sw-push"])),
    ("--disable-speech-api", Vectors(&["speech-recognition"])),
    ("--disable-background-networking", Idle),
    ("--disable-component-update", Idle),
    ("--component-updater", Idle),
    ("--gaia-url", Idle),
    ("--disable-sync", Idle),
    ("--disable-default-apps", Idle),
    ("--disable-extensions", Idle),
    ("--disable-component-extensions-with-background-pages", Idle),
    ("--disable-domain-reliability", Idle),
    ("--disable-client-side-phishing-detection", Vectors(&["form-post", "form-multipart"])),
    ("--disable-field-trial-config", Idle),
    ("--disable-breakpad", Idle),
    ("--disable-crash-reporter", Idle),
    ("--metrics-recording-only", Idle),
    ("MediaRouter", Vectors(LOOKING_AROUND)),
    ("DialMediaRouteProvider", Vectors(LOOKING_AROUND)),
    ("WebRtcHideLocalIpsWithMdns", Vectors(RTC)),
    ("FedCm", Vectors(&["fedcm"])),
    ("NetworkTimeServiceQuerying", Idle),
    ("Translate", Vectors(&["translate-api"])),
    ("OptimizationHints", Idle),
    ("OptimizationGuideModelDownloading", Vectors(&["prompt-api", "summarizer", "language-detector"])),
    ("AutofillServerCommunication", Vectors(&["form-post", "form-multipart"])),
    ("CertificateTransparencyComponentUpdater", Idle),
    ("ServiceWorkerAutoPreload", Vectors(&["sw-respond-other-host", "sw-redirect", "sw-navigation"])),
    ("BackgroundFetch", Vectors(&["sw-bgfetch"])),
    ("HttpsUpgrades", Vectors(&["nav-http", "img-http"])),
    ("DeferRendererTasksAfterInput", Claim::None),
    ("BackForwardCache", Claim::None),
    ("WebUIOmniboxPopup", Claim::None),
    ("WebUIOmniboxAimPopup", Claim::None),
    ("--headless", Claim::None),
    ("--remote-debugging-pipe", Claim::None),
    ("--no-startup-window", Claim::None),
    ("--no-first-run", Claim::None),
    ("--no-default-browser-check", Claim::None),
    ("--no-service-autorun", Claim::None),
    ("--disable-search-engine-choice-screen", Claim::None),
    ("--password-store", Claim::None),
    ("--use-mock-keychain", Claim::None),
    ("--disable-smooth-scrolling", Claim::None),
    ("--disable-background-timer-throttling", Claim::None),
    ("--disable-backgrounding-occluded-windows", Claim::None),
    ("--disable-renderer-backgrounding", Claim::None),
    ("--user-data-dir", Claim::None),
    ("--disable-features", Claim::None),
    ("--disable-blink-features", Claim::None),
    ("--enable-features", Claim::None),
];

/// Flags and features of a browser that the table doesn't know.
pub(crate) fn unknown(flags: &[String]) -> Vec<String> {
    let known = |name: &str| FLAGS.iter().any(|(known, _)| *known == name);
    let mut unknown = Vec::new();
    for flag in flags {
        let (name, value) = flag.split_once('=').unwrap_or((flag, ""));
        if !known(name) {
            unknown.push(name.to_owned());
        }
        if name == "--disable-features" {
            unknown.extend(value.split(',').filter(|feature| !known(feature)).map(ToOwned::to_owned));
        }
    }
    unknown
}

/// The vectors that need the WebRTC rules.
pub(crate) fn rtc() -> Vec<String> {
    owned(RTC)
}

/// The vectors that whole barriers are tried with when they are taken away: some of every kind that one of them holds.
pub(crate) fn claimed_by_barriers() -> Vec<String> {
    let all = [LOADS, LOCAL, RESOLVED, RTC, LISTED, ANSWERS].concat();
    let each: std::collections::BTreeSet<&str> = all.into_iter().collect();
    owned(&each.into_iter().collect::<Vec<_>>())
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_that_is_claimed_is_one() {
        let all: Vec<String> =
            ringfence_testkit::lab::vectors().unwrap().into_iter().map(|vector| vector.name).collect();
        let of_flags = FLAGS.iter().filter_map(|(_, claim)| match claim {
            Vectors(vectors) => Some(owned(vectors)),
            Idle | Claim::None => None,
        });
        let claimed = of_flags.flatten().chain(claimed_by_barriers());
        assert_eq!(claimed.filter(|name| !all.contains(name)).collect::<Vec<_>>(), Vec::<String>::new());
    }

    #[test]
    fn what_the_table_does_not_know_is_told() {
        let flags = ["--no-pings", "--new=1", "--disable-features=Translate,New"].map(ToOwned::to_owned);
        assert_eq!(unknown(&flags), ["--new", "New"]);
    }
}
