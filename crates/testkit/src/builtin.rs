//! The routes that every site has.
//!
//! | path | what it does |
//! |---|---|
//! | `/` | links to the pages |
//! | `/<name>.html` | one of [`PAGES`] |
//! | `/redirect?to=&code=` | redirects to `to` with `code` (302) |
//! | `/status?code=` | a page with that status |
//! | `/slow?ms=` | a page, after `ms` milliseconds (1,000) |
//! | `/never` | no answer; the connection stays open |
//! | `/popup?to=` | a page with a button (`#open`, `window.open`) and a link (`#link`, `target=_blank`) to `to` |
//! | `/goto?to=&on=` | a page that goes to `to` by script: when it has loaded, or with `on=click` by its button `#go` |
//! | `/dialog?kind=&on=` | a page that opens an `alert` (default), `confirm` or `prompt`, and writes the answer into `#out`; or that asks before it is left (`beforeunload`). `on=click`: by its button `#ask` |
//! | `/echo` | the request as JSON: `{method, path, query, headers: [[name, value]…], body}` |
//! | `/order/…`, `/ref/…`, `/deep` | where the pages' links lead: a page whose heading is its path |

use crate::{Answer, PAGES, Request};
use serde_json::json;
use std::time::Duration;

/// The answer of the routes above; 404 for all else.
#[must_use]
pub fn answer(request: &Request) -> Answer {
    let parameter = |name| request.parameter(name).unwrap_or_default();
    let number =
        |name, otherwise| request.parameter(name).and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let clicked = parameter("on") == "click";
    match request.path.as_str() {
        "/" => index(),
        "/redirect" => Answer::redirect(status(number("code", 302)), &parameter("to")),
        "/status" => {
            let code = status(number("code", 200));
            page("Status", &format!("<h1>Status {code}</h1>")).with_status(code)
        }
        "/slow" => {
            page("Slow", "<h1>Slow page</h1>").delayed(Duration::from_millis(number("ms", 1000).into()))
        }
        "/never" => Answer::never(),
        "/popup" => popup(&parameter("to")),
        "/goto" => go_to(&parameter("to"), clicked),
        "/dialog" => dialog(&parameter("kind"), clicked),
        "/echo" => echo(request),
        path => file(path).unwrap_or_else(|| linked(path)),
    }
}

fn file(path: &str) -> Option<Answer> {
    let name = path.strip_prefix('/')?;
    PAGES.iter().find(|(known, _)| *known == name).map(|(_, page)| Answer::html(*page))
}

fn linked(path: &str) -> Answer {
    let heading = format!("<h1>{}</h1>", escape(path));
    if path.starts_with("/order/") || path.starts_with("/ref/") || path == "/deep" {
        page("Linked page", &heading)
    } else {
        page("Not found", "<h1>Not found</h1>").with_status(404)
    }
}

fn index() -> Answer {
    let links: String =
        PAGES.iter().map(|(name, _)| format!("<li><a href=\"/{name}\">{name}</a></li>")).collect();
    page("Test site", &format!("<h1>Test site</h1><ul>{links}</ul>"))
}

fn popup(to: &str) -> Answer {
    page(
        "Popup",
        &format!(
            "<h1>Popup</h1><button id=\"open\" onclick=\"window.open({})\">Open window</button> \
             <a id=\"link\" target=\"_blank\" href=\"{}\">Open link</a>",
            escape(&script_text(to)),
            escape(to)
        ),
    )
}

fn go_to(to: &str, clicked: bool) -> Answer {
    let act = format!("location.href = {}", script_text(to));
    page("Goto", &format!("<h1>Goto</h1>{}", when(clicked, "go", "Go", &act)))
}

fn dialog(kind: &str, clicked: bool) -> Answer {
    let act = match kind {
        "beforeunload" => "addEventListener('beforeunload', event => event.preventDefault())",
        "confirm" => "out.textContent = confirm('Are you sure?')",
        "prompt" => "out.textContent = prompt('Your name?', 'nobody')",
        _ => "alert('Hello'); out.textContent = 'closed'",
    };
    let body = when(clicked, "ask", "Ask", act);
    page("Dialog", &format!("<h1>Dialog</h1><p id=\"out\" role=\"status\"></p>{body}"))
}

/// A script that runs when the page has loaded, or when its button is clicked.
fn when(clicked: bool, id: &str, label: &str, act: &str) -> String {
    if clicked {
        format!("<button id=\"{id}\" onclick=\"{}\">{label}</button>", escape(act))
    } else {
        format!("<script>addEventListener('load', () => {{ {act} }})</script>")
    }
}

fn echo(request: &Request) -> Answer {
    Answer::json(&json!({
        "method": request.method,
        "path": request.path,
        "query": request.query,
        "headers": request.headers,
        "body": String::from_utf8_lossy(&request.body),
    }))
}

fn page(title: &str, body: &str) -> Answer {
    Answer::html(format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title></head>\
         <body>{body}</body></html>"
    ))
}

/// A code that HTTP can carry.
fn status(code: u16) -> u16 {
    if (200..=999).contains(&code) { code } else { 500 }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A script's string that can't end the script element around it.
fn script_text(text: &str) -> String {
    json!(text).to_string().replace('<', "\\u003c")
}
