//! Chromium's network errors, in words of ours.

/// What a failed navigation means, for a model: a phrase that goes on after the host.
pub(crate) fn phrase(error: &str) -> &'static str {
    let name = error.strip_prefix("net::").unwrap_or(error);
    match name {
        "ERR_NAME_NOT_RESOLVED" | "ERR_NAME_RESOLUTION_FAILED" => "no such host is known",
        "ERR_CONNECTION_REFUSED" => "the server refused the connection",
        "ERR_CONNECTION_RESET"
        | "ERR_CONNECTION_CLOSED"
        | "ERR_CONNECTION_ABORTED"
        | "ERR_SOCKET_NOT_CONNECTED" => "the server broke the connection off",
        "ERR_CONNECTION_TIMED_OUT" | "ERR_TIMED_OUT" => "the server did not answer in time",
        "ERR_EMPTY_RESPONSE" => "the server closed the connection without an answer",
        "ERR_TUNNEL_CONNECTION_FAILED" => {
            "the server could not be reached (unknown host, refused or no answer)"
        }
        "ERR_PROXY_CONNECTION_FAILED" => "the egress proxy of this session is gone",
        "ERR_TOO_MANY_REDIRECTS" => "it redirects in a circle",
        "ERR_SSL_PROTOCOL_ERROR" | "ERR_SSL_VERSION_OR_CIPHER_MISMATCH" => "its TLS can't be used",
        "ERR_INVALID_RESPONSE" | "ERR_INVALID_HTTP_RESPONSE" | "ERR_RESPONSE_HEADERS_TRUNCATED" => {
            "its answer is not HTTP"
        }
        "ERR_UNSAFE_PORT" => "the browser never opens that port",
        "ERR_ABORTED" => "the navigation led to no page",
        "ERR_BLOCKED_BY_RESPONSE" => "its own headers forbid showing it here",
        "ERR_BAD_SSL_CLIENT_AUTH_CERT" | "ERR_SSL_CLIENT_AUTH_CERT_NEEDED" => {
            "it wants a client certificate, and none is configured for it; the operator can name one under [[client_certificates]]"
        }
        _ if name.starts_with("ERR_CERT_") => "its certificate is not trusted",
        _ if name.starts_with("ERR_SSL_") => "its TLS failed",
        _ => "the browser could not load it",
    }
}

#[cfg(test)]
mod tests {
    use super::phrase;

    #[test]
    fn known_errors_have_words_of_their_own() {
        assert_eq!(phrase("net::ERR_CERT_AUTHORITY_INVALID"), "its certificate is not trusted");
        assert_eq!(phrase("net::ERR_EMPTY_RESPONSE"), "the server closed the connection without an answer");
        assert_eq!(phrase("net::ERR_SOMETHING_NEW"), "the browser could not load it");
    }
}
