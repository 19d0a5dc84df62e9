//! What the lab's sites serve.
//!
//! | path | what it does |
//! |---|---|
//! | `/fire?v=` | a page that tries vector `v`, or several with commas between them, when it is clicked, and tells how that went |
//! | `/agent?v=` | the page for an agent's calls |
//! | `/frame?v=&h=` | a page that tries vector `v` against host `h` at once, and tells nobody |
//! | `/told?v=&how=&why=` | takes what `/fire` tells |
//! | `/redir?to=&code=` | redirects |
//! | `/refresh?to=`, `/linkhdr?v=`, `/earlyhints?v=`, `/spechdr?h=`, `/altsvc?h=` | headers that name another host |
//! | `/csp?h=`, `/csprt?h=`, `/nel?h=`, `/dep?h=`, `/coep?h=`, `/ppol?h=` | pages of which something is reported to `h` |
//! | `/xslt?h=`, `/pdf?h=` | documents that name another host |
//! | `/w.js?c=`, `/sw.js?c=` | a script |
//! | `/page?b=` | a page with this in its body |
//! | `/dl` | a download |
//! | anything else | something that is a page, a script or a style sheet, by its name |

use crate::lab::names::Names;
use crate::lab::page;
use crate::{Answer, Request};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How a vector went, as its page tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// It was begun; nothing is known of its end, because the page was gone.
    Begun,
    /// It was done.
    Tried,
    /// It broke off with this error: it was not tried.
    Threw(String),
}

/// The sites, and what their pages have told.
#[derive(Debug)]
pub(crate) struct Routes {
    names: Arc<Names>,
    told: Mutex<BTreeMap<String, Told>>,
}

impl Routes {
    pub(crate) fn new(names: Arc<Names>) -> Self {
        Self { names, told: Mutex::default() }
    }

    pub(crate) fn told(&self) -> BTreeMap<String, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What is sent ahead of an answer.
    pub(crate) fn early_hint(&self, request: &Request) -> Option<String> {
        if request.path == "/earlyhints" { request.parameter("v") } else { None }
    }

    pub(crate) fn answer(&self, host: &str, request: &Request) -> Answer {
        let parameter = |name| request.parameter(name).unwrap_or_default();
        let h = parameter("h");
        match request.path.as_str() {
            _ if request.method == "OPTIONS" => Answer::html("").with_status(204),
            "/fire" => self.page(&parameter("v"), page::fire),
            "/agent" => self.page(&parameter("v"), page::agent),
            "/frame" => self.page(&parameter("v"), page::frame),
            "/told" => self.note(request),
            "/redir" => Answer::redirect(parameter("code").parse().unwrap_or(302), &parameter("to")),
            "/refresh" => page("").with_header("refresh", &format!("0;url={}", parameter("to"))),
            "/linkhdr" => page("").with_header("link", &parameter("v")),
            "/spechdr" => page("").with_header("speculation-rules", &format!("\"https://{h}/rules.json\"")),
            "/altsvc" => {
                page("").with_header("alt-svc", &format!("h2=\"{h}:443\"; ma=99, h3=\"{h}:443\"; ma=99"))
            }
            "/xslt" => Answer::of(
                "text/xml",
                format!("<?xml-stylesheet type=\"text/xsl\" href=\"https://{h}/a.xsl\"?><r/>"),
            ),
            "/pdf" => Answer::of("application/pdf", pdf(&h)),
            "/w.js" | "/sw.js" => Answer::of("text/javascript", parameter("c")),
            "/page" => page(&parameter("b")),
            "/dl" => Answer::of("application/octet-stream", "file")
                .with_header("content-disposition", "attachment; filename=f"),
            path => reporting(path, &h).unwrap_or_else(|| by_name(host, path)),
        }
    }

    fn page(&self, vector: &str, make: impl Fn(&Names, &str) -> Option<String>) -> Answer {
        make(&self.names, vector).map_or_else(|| page("").with_status(404), Answer::html)
    }

    fn note(&self, request: &Request) -> Answer {
        let vector = request.parameter("v").unwrap_or_default();
        let told = match request.parameter("how").as_deref() {
            Some("tried") => Told::Tried,
            Some("threw") => Told::Threw(request.parameter("why").unwrap_or_default()),
            _ => Told::Begun,
        };
        self.told.lock().unwrap_or_else(PoisonError::into_inner).insert(vector, told);
        page("")
    }
}

/// Pages of which the browser reports something to `h`.
fn reporting(path: &str, h: &str) -> Option<Answer> {
    let endpoint = format!("default=\"https://{h}/r\"");
    let group =
        format!("{{\"group\":\"default\",\"max_age\":999,\"endpoints\":[{{\"url\":\"https://{h}/r\"}}]}}");
    let violating = page("<img src=\"https://other.test/a.png\">");
    Some(match path {
        "/csp" => violating
            .with_header("content-security-policy", &format!("img-src 'none'; report-uri https://{h}/r")),
        "/csprt" => violating
            .with_header("content-security-policy", "img-src 'none'; report-to default")
            .with_header("reporting-endpoints", &endpoint)
            .with_header("report-to", &group),
        "/nel" => page("<img src=\"/missing.png\">").with_header("report-to", &group).with_header(
            "nel",
            "{\"report_to\":\"default\",\"max_age\":999,\"success_fraction\":1,\"failure_fraction\":1}",
        ),
        "/dep" => page("<script>new XMLHttpRequest().open('GET','/ok',false)</script>")
            .with_header("reporting-endpoints", &endpoint),
        "/coep" => page("<iframe src=\"https://other.test/ok\"></iframe>")
            .with_header("reporting-endpoints", &endpoint)
            .with_header("cross-origin-embedder-policy", "require-corp; report-to=\"default\""),
        "/ppol" => page("<script>navigator.geolocation.getCurrentPosition(()=>{},()=>{})</script>")
            .with_header("reporting-endpoints", &endpoint)
            .with_header("permissions-policy", "geolocation=();report-to=default"),
        _ => return None,
    })
}

fn by_name(host: &str, path: &str) -> Answer {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("js") => Answer::of("text/javascript", "export default 1"),
        Some("css") => Answer::of("text/css", "p{color:red}"),
        Some("json") => Answer::of("application/json", "{}"),
        Some("png") => Answer::of("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
        _ if path.starts_with("/missing") => page("").with_status(404),
        _ => page(&format!("<h1>{}</h1>", host.replace('<', ""))),
    }
}

fn page(body: &str) -> Answer {
    Answer::html(format!("<!doctype html><meta charset=utf-8><title>Lab</title><body>{body}"))
}

/// A document with one page, all of which is a link.
fn pdf(host: &str) -> String {
    format!(
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj \
         3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 600]/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 600 600]\
         /A<</S/URI/URI(https://{host}/pdf)>>>>]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"
    )
}
