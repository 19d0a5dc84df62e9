//! The lab's certificate authority, and certificates for whatever name is asked for.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, KeyUsagePurpose};
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

/// Vouches for every name.
pub(crate) struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    /// One key for every name: making keys takes time.
    key: KeyPair,
    made: Mutex<HashMap<String, Arc<CertifiedKey>>>,
}

impl std::fmt::Debug for Authority {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Authority").finish_non_exhaustive()
    }
}

impl Authority {
    pub(crate) fn new() -> io::Result<Self> {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
        params.distinguished_name.push(DnType::CommonName, "Lab");
        let key = || KeyPair::generate().map_err(io::Error::other);
        let issuer = CertifiedIssuer::self_signed(params, key()?).map_err(io::Error::other)?;
        Ok(Self { issuer, key: key()?, made: Mutex::default() })
    }

    /// Its own certificate.
    pub(crate) fn pem(&self) -> String {
        let text = STANDARD.encode(self.issuer.der());
        let mut pem = "-----BEGIN CERTIFICATE-----\n".to_owned();
        for line in text.as_bytes().chunks(64) {
            pem.push_str(&String::from_utf8_lossy(line));
            pem.push('\n');
        }
        pem.push_str("-----END CERTIFICATE-----\n");
        pem
    }

    /// The SHA-256 of the public key of every certificate, as Chromium takes it.
    pub(crate) fn key_hash(&self) -> String {
        use rcgen::PublicKeyData as _;
        STANDARD.encode(ring::digest::digest(&ring::digest::SHA256, &self.key.subject_public_key_info()))
    }

    fn certificate(&self, name: &str) -> io::Result<Arc<CertifiedKey>> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = made.get(name) {
            return Ok(Arc::clone(known));
        }
        // Refused hosts stand in the allowed site's certificate, too, so that a connection could be shared.
        let names = [name, "site.test", "*.site.test", "evil.test", "*.evil.test"].map(ToOwned::to_owned);
        let mut params = CertificateParams::new(names.to_vec()).map_err(io::Error::other)?;
        params.distinguished_name.push(DnType::CommonName, "Lab site");
        params.extended_key_usages = vec![rcgen::ExtendedKeyUsagePurpose::ServerAuth];
        let certificate = params.signed_by(&self.key, &self.issuer).map_err(io::Error::other)?;
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(self.key.serialize_der()));
        let key = rustls::crypto::ring::sign::any_supported_type(&key).map_err(io::Error::other)?;
        let certified = Arc::new(CertifiedKey::new(vec![certificate.der().clone()], key));
        made.insert(name.to_owned(), Arc::clone(&certified));
        Ok(certified)
    }
}

impl ResolvesServerCert for Authority {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        self.certificate(hello.server_name().unwrap_or("site.test")).ok()
    }
}
