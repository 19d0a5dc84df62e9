//! One certificate with its key, as an operator hands it over.

use std::fmt;
use std::sync::Arc;

use ringfence_policy::standard_origin;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::CertifiedKey;

use super::mint::provider;

/// A certificate and its key for the servers of one https origin that ask their clients for one. `Debug` shows the origin
/// alone.
#[derive(Clone)]
pub struct ClientCertificate {
    origin: String,
    pub(super) identity: Arc<CertifiedKey>,
}

/// Why something is no client certificate. No text repeats what was in a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClientCertificateError {
    /// Not an https origin.
    #[error("{0:?} is no https origin; write one such as https://intranet.example.com")]
    Origin(String),
    /// No certificate in PEM.
    #[error(
        "it holds no certificate in PEM, which starts with a line -----BEGIN CERTIFICATE-----; openssl pkcs12 -in FILE.p12 \
         -nodes -out FILE.pem makes a file with certificate and key from PKCS#12"
    )]
    NoCertificate,
    /// No key in PEM, or one under a password.
    #[error(
        "it holds no private key in PEM that can be read without a password; openssl pkey -in KEY -out FILE.pem takes a \
         password away, and openssl pkcs12 -in FILE.p12 -nodes -out FILE.pem makes a file with certificate and key from \
         PKCS#12"
    )]
    NoKey,
    /// The key of another certificate.
    #[error("the key is not that of the certificate, which must be the first in its file")]
    OtherKey,
    /// A key that can't sign here.
    #[error(
        "the key or the certificate can't be used ({0}); what can be is RSA, ECDSA on P-256 or P-384, and Ed25519"
    )]
    Unusable(String),
}

impl ClientCertificate {
    /// A certificate for one origin, `https://HOST[:PORT]`. In PEM: the certificate itself and what leads from it to its
    /// authority, in this order, and the key. Both may be in one file; what else is in it is passed over.
    ///
    /// # Errors
    /// What is no https origin, no certificate, no key, or not that certificate's key.
    pub fn from_pem(origin: &str, certificate: &[u8], key: &[u8]) -> Result<Self, ClientCertificateError> {
        let whole = standard_origin(origin).filter(|whole| whole.starts_with("https://"));
        let origin = whole.ok_or_else(|| ClientCertificateError::Origin(origin.to_owned()))?;
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(certificate).collect();
        let chain = chain.ok().filter(|chain| !chain.is_empty());
        let chain = chain.ok_or(ClientCertificateError::NoCertificate)?;
        let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| ClientCertificateError::NoKey)?;
        let identity = CertifiedKey::from_der(chain, key, &provider()).map_err(|error| match error {
            rustls::Error::InconsistentKeys(_) => ClientCertificateError::OtherKey,
            other => ClientCertificateError::Unusable(other.to_string()),
        })?;
        Ok(Self { origin, identity: Arc::new(identity) })
    }

    /// The origin that it is for, in its standard form.
    pub fn origin(&self) -> &str {
        &self.origin
    }
}

impl fmt::Debug for ClientCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientCertificate").field("origin", &self.origin).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made() -> (String, String) {
        let made = rcgen::generate_simple_self_signed(["agent".to_owned()]).unwrap();
        (made.cert.pem(), made.signing_key.serialize_pem())
    }

    fn error(origin: &str, certificate: &str, key: &str) -> ClientCertificateError {
        ClientCertificate::from_pem(origin, certificate.as_bytes(), key.as_bytes()).unwrap_err()
    }

    #[test]
    fn certificate_and_key_may_be_in_one_file_and_neither_is_printed() {
        let (certificate, key) = made();
        let both = format!("Bag Attributes\n{key}\n{certificate}");
        let read = ClientCertificate::from_pem("https://A.example:443", both.as_bytes(), both.as_bytes());
        assert_eq!(format!("{:?}", read.unwrap()), "ClientCertificate { origin: \"https://a.example\", .. }");
    }

    #[test]
    fn what_is_no_client_certificate_is_an_error_that_says_so() {
        let (certificate, key) = made();
        for origin in ["a.example", "http://a.example", "https://a.example/x", "https://*.example", ""] {
            assert_eq!(
                error(origin, &certificate, &key),
                ClientCertificateError::Origin(origin.to_owned()),
                "{origin}"
            );
        }
        let origin = "https://a.example";
        assert_eq!(error(origin, &key, &key), ClientCertificateError::NoCertificate);
        assert_eq!(error(origin, "", &key), ClientCertificateError::NoCertificate);
        assert_eq!(error(origin, &certificate, &certificate), ClientCertificateError::NoKey);
        let locked = key.replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY");
        assert_eq!(error(origin, &certificate, &locked), ClientCertificateError::NoKey);
        assert_eq!(error(origin, &certificate, &made().1), ClientCertificateError::OtherKey);
        let broken = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
        assert!(matches!(error(origin, &certificate, broken), ClientCertificateError::Unusable(_)));
    }
}
