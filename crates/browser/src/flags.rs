//! Chromium's command line.
//!
//! What is not called hygiene has its row in `docs/containment.md`, where it is taken away: the lab
//! (`crates/ringfence/examples/lab/barriers.rs`) must know what each flag is for, and says so when it doesn't.

/// Where the profile is, as Chromium sees it.
pub(crate) const PROFILE: &str = "/profile";

/// Features that are off. Only the last `--disable-features` counts, so there is one list.
const DISABLED_FEATURES: &[&str] = &[
    // Look for devices on the local network.
    "MediaRouter",
    "DialMediaRouteProvider",
    // Joins multicast DNS's group, to give out names instead of addresses; WebRTC finds no addresses here.
    "WebRtcHideLocalIpsWithMdns",
    // Sign-in by an identity provider, through the browser's own network stack.
    "FedCm",
    // Asks a time server at every start.
    "NetworkTimeServiceQuerying",
    "Translate",
    "OptimizationHints",
    "OptimizationGuideModelDownloading",
    "AutofillServerCommunication",
    "CertificateTransparencyComponentUpdater",
    // Would race a service worker's answer with a request that the worker never made.
    "ServiceWorkerAutoPreload",
    // Downloads that outlive their page.
    "BackgroundFetch",
    // Would turn a listed http origin into an https address that is not listed.
    "HttpsUpgrades",
    // Hygiene: after a click or a key it holds every timer back until the next frame: whoever waits for what a page does at once
    // would wait for the frame.
    "DeferRendererTasksAfterInput",
    // Hygiene: a page from the cache has no new document: going back would look like nothing happened.
    "BackForwardCache",
    // Hygiene, both: pages behind the address bar, made anew for each window, which take more of the processor than all else
    // of a start and are never shown.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
];

/// Features of pages that ask a person, or look for a device, and would wait for ever: with them off, asking ends in an
/// error that says so.
const DISABLED_PAGE_FEATURES: &[&str] = &["EyeDropperAPI", "WebIdentityDigitalCredentials", "WebOTP"];

/// No security key and no passkey is ever used: without it asking for one waits for as long as the page says. The
/// characters that divide features and their parameters are escaped; others must not be.
const NO_SECURITY_KEYS: &str = "WebAuthenticationFilter:json/\
    {\"filters\"%3A[{\"operation\"%3A\"*\"%2C\"rp_id\"%3A\"*\"%2C\"action\"%3A\"block\"}]}";

/// Flags that need no value of ours.
const FLAGS: &[&str] = &[
    // Hygiene, with the next one: how it is run at all.
    "--headless=new",
    "--remote-debugging-pipe",
    // No page exists before requests are judged.
    "--no-startup-window",
    // Hygiene, with the next three.
    "--no-first-run",
    "--no-default-browser-check",
    "--no-service-autorun",
    "--disable-search-engine-choice-screen",
    // Loopback goes through the proxy, too.
    "--proxy-bypass-list=<-loopback>",
    // Whatever does not use the proxy finds no address.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",
    "--no-pings",
    "--deny-permission-prompts",
    "--disable-notifications",
    "--disable-speech-api",
    "--disable-background-networking",
    "--disable-component-update",
    // Chromium calls these servers even so; now they are where nobody listens.
    "--component-updater=url-source=http://127.0.0.1:1/",
    "--gaia-url=http://127.0.0.1:1/",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-component-extensions-with-background-pages",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--disable-field-trial-config",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--metrics-recording-only",
    // Hygiene, with the next one.
    "--password-store=basic",
    "--use-mock-keychain",
    // Hygiene: a wheel moves the page at once, so that a scroll is over when it says so.
    "--disable-smooth-scrolling",
    // Hygiene: pages in the background run at full speed; tabs other than the active one are used, too.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
];

/// The whole command line after the binary, for a proxy on this loopback port.
pub(crate) fn flags(proxy_port: u16) -> Vec<String> {
    let mut flags: Vec<String> = FLAGS.iter().map(|flag| (*flag).to_owned()).collect();
    flags.push(format!("--user-data-dir={PROFILE}"));
    flags.push(format!("--proxy-server=http://127.0.0.1:{proxy_port}"));
    flags.push(format!("--disable-features={}", DISABLED_FEATURES.join(",")));
    flags.push(format!("--disable-blink-features={}", DISABLED_PAGE_FEATURES.join(",")));
    flags.push(format!("--enable-features={NO_SECURITY_KEYS}"));
    flags
}

#[cfg(test)]
mod tests {
    use super::flags;

    #[test]
    fn only_one_list_of_features_and_none_of_the_flags_that_open_the_box() {
        let flags = flags(4711);
        assert_eq!(flags.iter().filter(|flag| flag.starts_with("--disable-features")).count(), 1);
        assert!(flags.contains(&"--proxy-server=http://127.0.0.1:4711".to_owned()));
        for never in [
            "--no-sandbox",
            "--disable-web-security",
            "--remote-debugging-port",
            "--ignore-certificate-errors",
            "--single-process",
        ] {
            assert!(!flags.iter().any(|flag| flag.starts_with(never)), "{never}");
        }
    }
}
