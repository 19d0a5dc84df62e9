//! Certificate authorities of the operator's own.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rustls_pki_types::CertificateDer;
use rustls_pki_types::pem::PemObject as _;

/// Certificate authorities that one browser trusts besides those of the system. Whatever they vouch for is trusted for
/// every host that the policy allows; a certificate that nobody vouches for is an error as before.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Authorities(Vec<CertificateDer<'static>>);

/// Why something is no certificate of an authority.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AuthorityError {
    /// Not PEM.
    #[error(
        "it is no PEM ({0}); a certificate in PEM starts with a line -----BEGIN CERTIFICATE-----, and openssl x509 -inform der makes one from DER"
    )]
    NotPem(String),
    /// PEM with something else in it, such as a key.
    #[error("it holds no certificate; a certificate in PEM starts with a line -----BEGIN CERTIFICATE-----")]
    NoCertificate,
    /// One that can't be read.
    #[error("its certificate number {number} can't be read: {reason}; make the file anew")]
    Unreadable {
        /// Which, counted from 1.
        number: usize,
        /// What is wrong with it.
        reason: String,
    },
}

impl Authorities {
    /// Reads one or more certificates in PEM, as `--ca-cert` takes them.
    ///
    /// # Errors
    /// When there is none, or one of them can't be read.
    pub fn from_pem(pem: &[u8]) -> Result<Self, AuthorityError> {
        let read: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
        let certificates = read.map_err(|error| AuthorityError::NotPem(error.to_string()))?;
        if certificates.is_empty() {
            return Err(AuthorityError::NoCertificate);
        }
        for (at, certificate) in certificates.iter().enumerate() {
            if let Err(error) = webpki::anchor_from_trusted_cert(certificate) {
                return Err(AuthorityError::Unreadable { number: at + 1, reason: error.to_string() });
            }
        }
        Ok(Self(certificates))
    }

    /// These and those.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// These and one more.
    #[must_use]
    pub(crate) fn and_one(mut self, other: &CertificateDer<'static>) -> Self {
        self.0.push(other.clone());
        self
    }

    /// Each in DER.
    pub(crate) fn as_der(&self) -> &[CertificateDer<'static>] {
        &self.0
    }

    /// As Chromium's managed policy takes them.
    pub(crate) fn as_policy(&self) -> Vec<String> {
        self.0.iter().map(|certificate| STANDARD.encode(certificate)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn authority() -> rcgen::Certificate {
        rcgen::generate_simple_self_signed(["ca.example".to_owned()]).unwrap().cert
    }

    #[test]
    fn a_file_may_hold_several_certificates() {
        let (one, two) = (authority(), authority());
        let both = format!("a comment\n{}\n{}", one.pem(), two.pem());
        let expected = Authorities(vec![one.der().clone(), two.der().clone()]);
        assert_eq!(Authorities::from_pem(both.as_bytes()), Ok(expected.clone()));
        let read = |certificate: &rcgen::Certificate| Authorities::from_pem(certificate.pem().as_bytes());
        assert_eq!(read(&one).unwrap().and(read(&two).unwrap()), expected);
    }

    #[test]
    fn what_is_no_certificate_is_an_error_that_says_so() {
        let key = rcgen::KeyPair::generate().unwrap().serialize_pem();
        for nothing in ["", "hello", &key] {
            assert_eq!(Authorities::from_pem(nothing.as_bytes()), Err(AuthorityError::NoCertificate));
        }
        let cut = authority().pem().replace("-----END CERTIFICATE-----", "");
        assert!(matches!(Authorities::from_pem(cut.as_bytes()), Err(AuthorityError::NotPem(_))));
        let other =
            format!("{}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", authority().pem());
        let wrong = Authorities::from_pem(other.as_bytes());
        assert!(matches!(wrong, Err(AuthorityError::Unreadable { number: 2, .. })), "{wrong:?}");
    }
}
