//! Host and port of a CONNECT request's target.

/// Splits `HOST:PORT`. There is no port where none is written, or where what is written is more than
/// digits: a sign would be read as a number, too.
pub(crate) fn host_and_port(authority: &str) -> (&str, Option<u16>) {
    match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => {
            let digits = port.bytes().all(|byte| byte.is_ascii_digit());
            (host, port.parse().ok().filter(|_| digits))
        }
        _ => (authority, None),
    }
}

#[cfg(test)]
mod tests {
    use super::host_and_port;

    #[test]
    fn a_port_is_what_follows_the_last_colon_outside_brackets() {
        for (authority, expected) in [
            ("example.com:443", ("example.com", Some(443))),
            ("example.com", ("example.com", None)),
            ("example.com:", ("example.com", None)),
            ("example.com:+443", ("example.com", None)),
            ("example.com:65536", ("example.com", None)),
            ("[::1]:8080", ("[::1]", Some(8080))),
            ("[::1]", ("[::1]", None)),
            ("user@example.com:443", ("user@example.com", Some(443))),
            ("", ("", None)),
        ] {
            assert_eq!(host_and_port(authority), expected, "{authority}");
        }
    }
}
