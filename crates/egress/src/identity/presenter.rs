//! Which server is shown which certificate.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use http::Uri;
use http::uri::InvalidUri;
use ringfence_policy::JudgedTarget;
use rustls::client::Resumption;
use rustls::pki_types::CertificateDer;
use rustls::sign::SingleCertAndKey;
use rustls::{ClientConfig, RootCertStore, ServerConfig};

use super::certificate::ClientCertificate;
use super::mint::{Authority, provider};

/// Shows each server the certificate of its own origin. The browser in front of the proxy must trust
/// [`authority`](Self::authority). One that holds nothing changes nothing.
#[derive(Clone, Default)]
pub struct Presenter {
    authority: Option<CertificateDer<'static>>,
    by_origin: Arc<HashMap<String, Identity>>,
}

/// Why certificates can't be shown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PresenterError {
    /// Two for one origin.
    #[error("there are two client certificates for {0}, and a server is shown one; take one of them out")]
    Twice(String),
    /// A certificate authority that can't be read.
    #[error("one of the certificate authorities that servers are checked by can't be used: {0}")]
    Authority(String),
    /// No key or certificate for the browser could be made.
    #[error("no certificate could be made for the browser to be answered with: {0}")]
    Mint(String),
}

/// How both ends of one origin's tunnels are spoken to.
pub(crate) struct Identity {
    /// Towards the server, with the operator's certificate.
    pub(super) outward: ClientConfig,
    /// Towards the browser, with one of ours.
    pub(super) inward: ServerConfig,
}

impl Presenter {
    /// Makes ready to show these. A server is trusted whose certificate one of Mozilla's public authorities vouches for, or
    /// one of `trusted`, each in DER.
    ///
    /// # Errors
    /// Two certificates for one origin, or an authority that can't be used.
    pub fn new(
        certificates: &[ClientCertificate],
        trusted: &[CertificateDer<'static>],
    ) -> Result<Self, PresenterError> {
        if certificates.is_empty() {
            return Ok(Self::default());
        }
        let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        for authority in trusted {
            roots.add(authority.clone()).map_err(|error| PresenterError::Authority(error.to_string()))?;
        }
        let roots = Arc::new(roots);
        let authority = Authority::new().map_err(|error| PresenterError::Mint(error.to_string()))?;
        let mut by_origin = HashMap::new();
        for certificate in certificates {
            let identity = Identity::new(certificate, &authority, &roots)?;
            if by_origin.insert(certificate.origin().to_owned(), identity).is_some() {
                return Err(PresenterError::Twice(certificate.origin().to_owned()));
            }
        }
        Ok(Self { authority: Some(authority.certificate()), by_origin: Arc::new(by_origin) })
    }

    /// Who vouches to the browser for what it is answered with, in DER; none when nothing is shown to anybody. Its key is
    /// gone, so that it never vouches for anything else.
    pub fn authority(&self) -> Option<&CertificateDer<'static>> {
        self.authority.as_ref()
    }

    /// What the server of a target is shown: that of exactly its origin.
    pub(crate) fn identity_for(&self, target: &JudgedTarget) -> Option<&Identity> {
        if self.by_origin.is_empty() || !target.tls() {
            return None;
        }
        self.by_origin.get(&target.tls_origin())
    }
}

impl Identity {
    fn new(
        certificate: &ClientCertificate,
        authority: &Authority,
        roots: &Arc<RootCertStore>,
    ) -> Result<Self, PresenterError> {
        let unmade = |error: &dyn fmt::Display| PresenterError::Mint(error.to_string());
        let origin: Uri = certificate.origin().parse().map_err(|error: InvalidUri| unmade(&error))?;
        let host = origin.host().unwrap_or_default().trim_matches(['[', ']']).to_owned();
        let (minted, key) = authority.mint(&host).map_err(|error| unmade(&error))?;
        let inward = ServerConfig::builder_with_provider(provider())
            .with_safe_default_protocol_versions()
            .and_then(|server| server.with_no_client_auth().with_single_cert(vec![minted], key))
            .map_err(|error| unmade(&error))?;
        let shown = SingleCertAndKey::from(Arc::clone(&certificate.identity));
        let mut outward = ClientConfig::builder_with_provider(provider())
            .with_safe_default_protocol_versions()
            .map_err(|error| unmade(&error))?
            .with_root_certificates(Arc::clone(roots))
            .with_client_cert_resolver(Arc::new(shown));
        // Each tunnel proves itself anew: nothing of one is in another.
        outward.resumption = Resumption::disabled();
        Ok(Self { outward, inward })
    }
}

impl fmt::Debug for Presenter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut origins: Vec<_> = self.by_origin.keys().collect();
        origins.sort_unstable();
        f.debug_struct("Presenter").field("origins", &origins).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use ringfence_policy::{Policy, Source};

    use super::*;

    fn certificate(origin: &str) -> ClientCertificate {
        let made = rcgen::generate_simple_self_signed(["agent".to_owned()]).unwrap();
        let (certificate, key) = (made.cert.pem(), made.signing_key.serialize_pem());
        ClientCertificate::from_pem(origin, certificate.as_bytes(), key.as_bytes()).unwrap()
    }

    /// Seen to fail with `identity_for` looking for the host alone, and with any identity for every target.
    #[test]
    fn a_certificate_is_for_exactly_its_origin() {
        let presenter = Presenter::new(&[certificate("https://a.example.com:8443")], &[]).unwrap();
        let source = || Source::option("--allow", "test");
        let origins = ["https://a.example.com:8443", "https://b.a.example.com:8443", "http://c.example:8443"];
        let policy =
            origins.iter().fold(Policy::builder().allow_host("example.com", source()), |policy, origin| {
                policy.allow_origin(origin, true, source())
            });
        let policy = policy.build().unwrap();
        let shown =
            |host: &str, port| presenter.identity_for(&policy.judge_connect(host, port).unwrap()).is_some();
        assert!(shown("a.example.com", 8443) && shown("A.EXAMPLE.com.", 8443));
        for (host, port) in
            [("a.example.com", 443), ("b.a.example.com", 8443), ("example.com", 443), ("c.example", 8443)]
        {
            assert!(!shown(host, port), "{host}:{port}");
        }
    }

    #[test]
    fn two_for_one_origin_are_an_error_and_none_change_nothing() {
        let twice = [certificate("https://a.example"), certificate("https://a.example:443")];
        let error = Presenter::new(&twice, &[]).unwrap_err();
        assert_eq!(error, PresenterError::Twice("https://a.example".to_owned()));
        assert_eq!(Presenter::new(&[], &[]).unwrap().authority(), None);
        let one = Presenter::new(&twice[..1], &[]).unwrap();
        assert!(one.authority().is_some());
        assert_eq!(format!("{one:?}"), "Presenter { origins: [\"https://a.example\"], .. }");
    }
}
