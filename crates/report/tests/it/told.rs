//! A recording in which every text is the same one, or one of its own.

use std::time::{Duration, SystemTime};

use ringfence_report::{
    DownloadRecord, HostRecord, Layer, Omitted, Part, Picture, Recording, RefusalRecord, SessionRecord, Step,
    Trouble,
};

/// A GIF of one pixel.
pub(crate) const PIXEL: &[u8] =
    b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;";

pub(crate) fn at(milliseconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(1_796_067_085_000 + milliseconds)
}

/// A recording with something of every kind; `text` makes its texts of what stands there by rights.
pub(crate) fn recording(text: impl Fn(&str) -> String) -> Recording {
    let step = |number: usize, from: u64, took: u64, member: &str, parts: Vec<Part>| Step {
        number,
        session: text("default"),
        at: at(from),
        took: Duration::from_millis(took),
        why: (number == 1).then(|| text("Open the shop")),
        member: text(member),
        input: text("{\"url\":\"https://shop.example.com/\"}"),
        parts,
        failure: None,
    };
    let read = |words: &str, length| Part::Read {
        text: words.to_owned(),
        length,
        source: Some(text("https://shop.example.com")),
    };
    let refused = Step {
        failure: Some(Trouble { code: text("not-listed"), subject: Some(text("example.org")) }),
        ..step(3, 400, 2, "navigate", vec![Part::Said(text("not-listed: example.org: ask the operator"))])
    };
    let other = SessionRecord {
        name: text("other"),
        product: text("Chrome/156.0.8078.114"),
        contained: text("proxy-only: by the proxy alone"),
    };
    let download = |ending| DownloadRecord {
        at: at(300),
        session: text("default"),
        step: Some(2),
        host: text("shop.example.com"),
        name: text("receipt.pdf"),
        ending,
    };
    Recording {
        title: text("A lamp"),
        policy: vec![text("--allow shop.example.com")],
        began: at(0),
        ended: at(61_500),
        sessions: vec![SessionRecord { name: text("default"), ..other.clone() }, other],
        steps: vec![
            step(
                1,
                20,
                130,
                "navigate",
                vec![
                    Part::Said(text("Now at https://shop.example.com/ \"Shop\" (HTTP 200)")),
                    Part::Tabs(vec![(true, text("t1"), text("Shop"), text("https://shop.example.com/"))]),
                ],
            ),
            step(2, 200, 9, "read_page", vec![read(&text("heading \"Shop\" [ref_1] level=1"), 400)]),
            refused,
            step(4, 500, 40, "read_page", vec![read(&text("heading").repeat(80), 90_000)]),
            step(
                5,
                900,
                50,
                "screenshot",
                vec![Part::Picture(Picture { data: PIXEL.to_vec(), media_type: "image/gif" }), Part::LeftOut],
            ),
        ],
        refusals: vec![
            RefusalRecord {
                at: at(400),
                session: text("default"),
                steps: vec![3],
                layer: Layer::Call,
                subject: text("example.org"),
                code: text("not-listed"),
                rule: None,
                hint: text("Ask the operator for --allow example.org."),
                times: 1,
            },
            RefusalRecord {
                at: at(600),
                session: text("default"),
                steps: vec![3, 4],
                layer: Layer::Proxy,
                subject: text("ads.example.com"),
                code: text("denied"),
                rule: Some(text("ringfence.toml:12")),
                hint: String::new(),
                times: 12,
            },
            RefusalRecord {
                at: at(950),
                session: text("default"),
                steps: vec![5],
                layer: Layer::Download,
                subject: text("files.example.net"),
                code: text("downloads-off"),
                rule: None,
                hint: text("Start with --downloads DIR."),
                times: 1,
            },
        ],
        downloads: vec![download(Ok((text("download-9f-1"), 14_200))), download(Err(text("it broke off")))],
        hosts: [
            (
                (text("shop.example.com"), 443),
                HostRecord { allowed: 3, failed: 1, refused: 0, bytes_up: 812, bytes_down: 14_200 },
            ),
            ((text("wss.example.net"), 0), HostRecord { refused: 12, ..HostRecord::default() }),
        ]
        .into(),
        other_hosts: HostRecord { allowed: 2, failed: 0, refused: 1_200, bytes_up: 70, bytes_down: 900 },
        omitted: Omitted { steps: 1, pictures: 1, refusals: 2, downloads: 5, events: 4 },
    }
}
