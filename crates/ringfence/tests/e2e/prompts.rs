//! What would ask a person, or look for a device: each ends in an answer, at once.

use std::time::Duration;

use ringfence::browser::{BrowserOptions, ColourScheme, Look};
use ringfence_testkit::Site;
use serde_json::{Value, json};

use crate::agent::{Setup, at};

/// A page whose script asks for something when its button is pressed, and keeps the name of what came of it.
const PAGE: &str = r#"<!doctype html><title>Asking</title><button onclick="ask()">Ask</button><script>
  window.said = {};
  const key = { challenge: new Uint8Array(16), timeout: 600000 };
  const user = { id: new Uint8Array(8), name: 'a', displayName: 'a' };
  const wishes = {
    passkey: () => navigator.credentials.create({ publicKey: { ...key, rp: { name: 'x' }, user, pubKeyCredParams: [{ type: 'public-key', alg: -7 }] } }),
    login: () => navigator.credentials.get({ publicKey: key }),
    digital: () => navigator.credentials.get({ digital: { requests: [{ protocol: 'openid4vp', data: {} }] } }),
    code: () => navigator.credentials.get({ otp: { transport: ['sms'] } }),
    usb: () => navigator.usb.requestDevice({ filters: [] }),
    serial: () => navigator.serial.requestPort(),
    hid: () => navigator.hid.requestDevice({ filters: [] }).then((found) => { throw new DOMException(String(found.length), 'NoDevices') }),
    screen: () => navigator.mediaDevices.getDisplayMedia(),
    camera: () => navigator.mediaDevices.getUserMedia({ video: true }),
    place: () => new Promise((_, no) => navigator.geolocation.getCurrentPosition(() => {}, (e) => no(new DOMException('', 'Code' + e.code)))),
    midi: () => navigator.requestMIDIAccess({ sysex: true }),
    open: () => showOpenFilePicker(),
    save: () => showSaveFilePicker(),
    directory: () => showDirectoryPicker(),
    colour: () => new EyeDropper().open(),
    translation: () => Translator.create({ sourceLanguage: 'en', targetLanguage: 'fr' }),
    payment: () => new PaymentRequest([{ supportedMethods: 'https://pay.test/' }], { total: { label: 'a', amount: { currency: 'USD', value: '1' } } }).show(),
  };
  async function ask() {
    for (const [name, wish] of Object.entries(wishes)) {
      said[name] = 'waits';
      try { await wish(); said[name] = 'done' } catch (error) { said[name] = error.name }
    }
    said.all = true;
  }
</script>"#;

/// In a Chromium without the filter of security keys, with the page features on, and without the managed policies on
/// permissions, these were seen to wait: passkey, login, digital, code, usb, serial, hid, screen, colour, translation.
#[tokio::test]
async fn what_would_ask_a_person_ends_in_a_named_error_and_not_in_a_wait() {
    let (site, agent) = at(Site::builder().page("/asking", PAGE)).await;
    // No passkey belongs to an IP address.
    agent.go(&format!("{}/asking", site.localhost_origin())).await;
    let button = agent.find("button").await;
    let _clicked = agent.click(&button).await;
    let mut said = Value::Null;
    for _ in 0..100 {
        said = site.ask("/asking", "said").await.unwrap();
        if said["all"] == true {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(
        said,
        json!({
            "passkey": "NotAllowedError",
            "login": "NotAllowedError",
            "digital": "NotSupportedError",
            "code": "NotSupportedError",
            "usb": "NotFoundError",
            "serial": "NotFoundError",
            "hid": "NoDevices",
            "screen": "NotAllowedError",
            "camera": "NotFoundError",
            "place": "Code1",
            "midi": "NotAllowedError",
            "open": "NotAllowedError",
            "save": "NotAllowedError",
            "directory": "NotAllowedError",
            "colour": "ReferenceError",
            "translation": "NotSupportedError",
            "payment": "NotSupportedError",
            "all": true,
        })
    );
    agent.end().await;
}

const LOOK: &str = "JSON.stringify([navigator.userAgent, navigator.language, \
    Intl.DateTimeFormat().resolvedOptions().timeZone, (1234.5).toLocaleString(), \
    matchMedia('(prefers-color-scheme: dark)').matches, navigator.webdriver])";

#[tokio::test]
async fn pages_are_told_what_the_operator_says_and_that_it_is_automation() {
    let site = Site::builder().probed().page("/look", "<!doctype html><title>Look</title>").start().unwrap();
    let mut setup = Setup::at(&site);
    let look = Look::default().user_agent("Agent/1").unwrap().locale("de-DE").unwrap();
    let look = look.time_zone("Asia/Tokyo").unwrap().colour_scheme(ColourScheme::Dark);
    setup.browser = BrowserOptions { look, ..setup.browser };
    let agent = setup.start().await;
    agent.go(&site.url("/look")).await;
    let seen = site.ask("/look", LOOK).await.unwrap();
    assert_eq!(seen, json!(r#"["Agent/1","de-DE","Asia/Tokyo","1.234,5",true,true]"#));
    let asked = site.requests().into_iter().find(|request| request.path == "/look").unwrap();
    assert_eq!(asked.header("user-agent"), Some("Agent/1"));
    assert_eq!(asked.header("accept-language"), Some("de-DE,de;q=0.9"));
    agent.end().await;
}
