//! What the browser is answered with in a server's place: a certificate for each host, and one that vouches for them.

use std::sync::Arc;

use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer,
    KeyPair, KeyUsagePurpose,
};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// An authority for one browser. It is gone as soon as its few certificates are made: nothing can be vouched for after.
pub(super) struct Authority(Issuer<'static, KeyPair>, CertificateDer<'static>);

/// A certificate and its key.
pub(super) type Minted = (CertificateDer<'static>, PrivateKeyDer<'static>);

impl Authority {
    pub(super) fn new() -> Result<Self, rcgen::Error> {
        let mut params = named("Ringfence, for one browser");
        params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        let key = KeyPair::generate()?;
        let certificate = params.self_signed(&key)?.der().clone();
        Ok(Self(Issuer::new(params, key), certificate))
    }

    /// What a browser has to trust.
    pub(super) fn certificate(&self) -> CertificateDer<'static> {
        self.1.clone()
    }

    /// A certificate for one host alone: one for several would let a browser take a tunnel of one for another.
    pub(super) fn mint(&self, host: &str) -> Result<Minted, rcgen::Error> {
        let mut params = named(host);
        params.subject_alt_names = CertificateParams::new([host.to_owned()])?.subject_alt_names;
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        let key = KeyPair::generate()?;
        let certificate = params.signed_by(&key, &self.0)?.der().clone();
        Ok((certificate, PrivateKeyDer::Pkcs8(key.serialize_der().into())))
    }
}

fn named(name: &str) -> CertificateParams {
    let mut names = DistinguishedName::new();
    names.push(DnType::CommonName, name);
    let mut params = CertificateParams::default();
    params.distinguished_name = names;
    params
}

/// The cryptography in use.
pub(super) fn provider() -> Arc<CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}
