//! The target of a CONNECT request.

/// Reads the target of a CONNECT request, `HOST:PORT` (RFC 9112 3.2.3): the host as it was sent and the
/// port.
///
/// The host is what stands before the last colon; whether it is one is for the policy to judge. None
/// without a host, or without a port of 1 to 65535 in digits alone that does not start with a zero:
/// readers differ on what else they take for a number.
pub fn connect_target(target: &[u8]) -> Option<(&str, u16)> {
    let (host, port) = std::str::from_utf8(target).ok()?.rsplit_once(':')?;
    let digits = port.bytes().all(|byte| byte.is_ascii_digit()) && !port.starts_with('0');
    if host.is_empty() || !digits {
        return None;
    }
    Some((host, port.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::connect_target;

    #[test]
    fn a_host_and_a_port_are_told_apart_at_the_last_colon() {
        for (target, expected) in [
            ("example.com:443", ("example.com", 443)),
            ("[::1]:8443", ("[::1]", 8443)),
            ("a:1", ("a", 1)),
            ("a:65535", ("a", 65535)),
            // No host; the policy says so.
            ("user@example.com:443", ("user@example.com", 443)),
            ("::1:443", ("::1", 443)),
        ] {
            assert_eq!(connect_target(target.as_bytes()), Some(expected), "{target}");
        }
    }

    #[test]
    fn what_has_no_plain_port_is_no_target() {
        for target in [
            "",
            ":",
            "example.com",
            "example.com:",
            ":443",
            "[::1]",
            "a:0",
            "a:0443",
            "a:+443",
            "a:-1",
            "a:65536",
            "a: 443",
            "a:443 ",
            "a:443/",
            "a:0x1bb",
            "a:\u{664}\u{664}\u{663}",
            "a:99999999999999999999",
        ] {
            assert_eq!(connect_target(target.as_bytes()), None, "{target:?}");
        }
        assert_eq!(connect_target(b"\xff:443"), None);
    }

    proptest! {
        #[test]
        fn what_is_read_is_what_was_written(host in "[a-z0-9.\\[\\]:@-]{1,30}", port in 1_u16..) {
            let target = format!("{host}:{port}");
            prop_assert_eq!(connect_target(target.as_bytes()), Some((host.as_str(), port)));
        }
    }
}
