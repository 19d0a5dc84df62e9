//! The session's proxy credential.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::HeaderMap;
use http::header::PROXY_AUTHORIZATION;
use subtle::ConstantTimeEq as _;

/// Random bytes in a password.
const PASSWORD_BYTES: usize = 32;

/// A user name and a random password, made for one [`Egress`](crate::Egress). It keeps other
/// programs of the machine from using the proxy. `Debug` does not print the password.
#[derive(Clone)]
pub struct Credential {
    password: String,
    /// The one right value of `Proxy-Authorization` after the scheme.
    encoded: String,
}

impl Credential {
    const USER: &str = "ringfence";

    pub(crate) fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0_u8; PASSWORD_BYTES];
        getrandom::fill(&mut bytes)?;
        let password: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let encoded = STANDARD.encode(format!("{}:{password}", Self::USER));
        Ok(Self { password, encoded })
    }

    /// The user name.
    pub fn user(&self) -> &str {
        Self::USER
    }

    /// The password, 64 hexadecimal digits.
    pub fn password(&self) -> &str {
        &self.password
    }

    /// Whether a request carries it: one `Proxy-Authorization`, scheme `Basic`, compared in constant
    /// time.
    pub(crate) fn is_carried_by(&self, headers: &HeaderMap) -> bool {
        let mut values = headers.get_all(PROXY_AUTHORIZATION).iter();
        let (Some(value), None) = (values.next(), values.next()) else { return false };
        let Some((scheme, sent)) = value.to_str().ok().and_then(|text| text.split_once(' ')) else {
            return false;
        };
        let same = sent.trim().as_bytes().ct_eq(self.encoded.as_bytes());
        scheme.eq_ignore_ascii_case("basic") && bool::from(same)
    }
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credential").field("user", &Self::USER).finish_non_exhaustive()
    }
}
