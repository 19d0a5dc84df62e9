//! What a site answers.

use bytes::Bytes;
use serde_json::Value;
use std::time::Duration;

/// An answer to one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The status code, 100 to 999.
    pub status: u16,
    /// Header fields; names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Bytes,
    /// How long the site waits before it answers; none means that it never does.
    pub after: Option<Duration>,
}

impl Answer {
    /// Answers 200 with a body of the given type.
    #[must_use]
    pub fn of(content_type: &str, body: impl Into<Bytes>) -> Self {
        let headers = vec![("content-type".to_owned(), content_type.to_owned())];
        Self { status: 200, headers, body: body.into(), after: Some(Duration::ZERO) }
    }

    /// Answers 200 with an HTML page.
    #[must_use]
    pub fn html(page: impl Into<Bytes>) -> Self {
        Self::of("text/html; charset=utf-8", page)
    }

    /// Answers 200 with a JSON value.
    #[must_use]
    pub fn json(value: &Value) -> Self {
        Self::of("application/json", value.to_string())
    }

    /// Redirects to `to`, which goes into `Location` as it stands.
    #[must_use]
    pub fn redirect(code: u16, to: &str) -> Self {
        Self::html("").with_status(code).with_header("location", to)
    }

    /// Never answers; the connection stays open.
    #[must_use]
    pub fn never() -> Self {
        Self { after: None, ..Self::html("") }
    }

    /// The same with another status code.
    #[must_use]
    pub fn with_status(self, status: u16) -> Self {
        Self { status, ..self }
    }

    /// The same with one more header field.
    #[must_use]
    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The same, but only after a while.
    #[must_use]
    pub fn delayed(self, after: Duration) -> Self {
        Self { after: Some(after), ..self }
    }
}
