//! What a site was asked.

use bytes::Bytes;

/// A request as it reached the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The method, such as `GET`.
    pub method: String,
    /// The path without the query, as it was sent.
    pub path: String,
    /// The query without its `?`, as it was sent; empty when there was none.
    pub query: String,
    /// The header fields in the order in which they came; names in lower case. Bytes that are no UTF-8 are replaced.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Bytes,
}

impl Request {
    /// The first header field of that name (in lower case).
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The first parameter of that name in the query, decoded.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<String> {
        let mut parameters = url::form_urlencoded::parse(self.query.as_bytes());
        parameters.find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
    }

    /// Method, path and query on one line, such as `GET /redirect?to=/form.html`.
    #[must_use]
    pub fn line(&self) -> String {
        let question_mark = if self.query.is_empty() { "" } else { "?" };
        format!("{} {}{question_mark}{}", self.method, self.path, self.query)
    }
}
