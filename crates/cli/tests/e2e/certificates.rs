//! Client certificates, from the configuration file to a server.

use std::fs;

use ringfence_testkit::tls::{Authority, Clients, TlsPages};
use serde_json::json;

use crate::command::Running;

#[tokio::test(flavor = "multi_thread")]
async fn a_client_certificate_of_the_file_is_shown_to_its_server() {
    let authority = Authority::new().unwrap();
    let site = authority.site(TlsPages::new(&["127.0.0.1"], Clients::Needed)).await.unwrap();
    let (origin, client) = (site.origin("127.0.0.1"), authority.client("ada").unwrap());
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let trusted = write("ca.pem", authority.pem());
    let (certificate, key) = (write("ada.pem", &client.certificate), write("ada.key", &client.key));
    let configuration = write(
        "my.toml",
        &format!(
            "[[client_certificates]]\norigin = \"{origin}\"\ncertificate_file = \"{certificate}\"\nkey_file = \"{key}\"\n"
        ),
    );
    let options = ["calls", "--config", &configuration, "--allow-local", &origin, "--ca-cert", &trusted];
    let mut running = Running::start(&options);
    running.write(&json!({ "name": "navigate", "input": { "url": origin } }).to_string());
    let answer = running.read();
    assert_eq!(answer["content"][0]["text"], format!("Now at {origin}/ \"ada\" (HTTP 200)"), "{answer}");
    assert_eq!(running.end_of_input().code, Some(0));
}
