//! The connection to a shared store: TLS where the server wants it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::address::Address;
use super::client::Client;
use super::error::SharedError;

/// No question takes longer, so that people are told within ten seconds that the store is away.
const PATIENCE: Duration = Duration::from_secs(6);

/// Connects.
pub fn connect(address: &Address) -> Result<Client, SharedError> {
    let tls = match address.config.get_ssl_mode() {
        SslMode::Disable => None,
        _ => Some(MakeRustlsConnect::new(tls(address)?)),
    };
    let connected = Client::connect(&address.config, tls, PATIENCE);
    connected.map_err(|failure| SharedError::of(&failure, address))
}

fn tls(address: &Address) -> Result<ClientConfig, SharedError> {
    let refused = |problem: String| SharedError::Refused {
        store: address.to_string(),
        problem,
        advice: "check sslmode and sslrootcert in the address",
    };
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()
        .map_err(|error| refused(error.to_string()))?;
    // As with PostgreSQL's own programs: whoever names certificates, or verify-full, wants to know with whom he speaks.
    if !address.verified && address.root_certificates.is_none() {
        let unverified = Arc::new(Unverified(provider));
        let builder = builder.dangerous().with_custom_certificate_verifier(unverified);
        return Ok(builder.with_no_client_auth());
    }
    let mut roots = RootCertStore::empty();
    match &address.root_certificates {
        Some(path) => add_from(&mut roots, path)
            .map_err(|problem| refused(format!("cannot use {} ({problem})", path.display())))?,
        None => {
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
    }
    if roots.is_empty() {
        return Err(refused("there are no certificates that are trusted".to_owned()));
    }
    Ok(builder.with_root_certificates(roots).with_no_client_auth())
}

fn add_from(roots: &mut RootCertStore, path: &Path) -> Result<(), String> {
    let certificates = CertificateDer::pem_file_iter(path).map_err(|error| error.to_string())?;
    for certificate in certificates {
        let certificate = certificate.map_err(|error| error.to_string())?;
        roots.add(certificate).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Encrypts, but asks nobody who the server is: `sslmode=prefer` and `require` mean that.
#[derive(Debug)]
struct Unverified(Arc<CryptoProvider>);

impl ServerCertVerifier for Unverified {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
