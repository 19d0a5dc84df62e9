//! Files with secrets that a configuration names.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};

use ringfence_testkit::tls::Authority;
use tempfile::TempDir;

use crate::run::{Ran, in_home};

/// A home with a certificate, its key and another's key, which nobody else can read, and this configuration, in which `@`
/// stands for the home.
fn home(configuration: &str) -> TempDir {
    let home = TempDir::new().unwrap();
    let authority = Authority::new().unwrap();
    let (client, other) = (authority.client("ada").unwrap(), authority.client("bob").unwrap());
    let locked = client.key.replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY");
    for (name, text) in [
        ("ada.pem", &client.certificate),
        ("ada.key", &client.key),
        ("both.pem", &format!("{}{}", client.key, client.certificate)),
        ("bob.key", &other.key),
        ("locked.key", &locked),
    ] {
        let path = home.path().join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    }
    let place = home.path().to_str().unwrap();
    fs::write(home.path().join("my.toml"), configuration.replace("@/", &format!("{place}/"))).unwrap();
    home
}

/// Runs the command there; what it says of the home is `@` again.
fn run_in(home: &TempDir, args: &[&str]) -> Ran {
    let place = format!("{}/", home.path().to_str().unwrap());
    let Ran { code, stdout, stderr } = in_home(home, args, "");
    Ran { code, stdout: stdout.replace(&place, "@/"), stderr: stderr.replace(&place, "@/") }
}

fn certificate(origin: &str, file: &str, key: &str) -> String {
    let key = if key.is_empty() { String::new() } else { format!("key_file = \"@/{key}\"\n") };
    format!("[[client_certificates]]\norigin = \"{origin}\"\ncertificate_file = \"@/{file}\"\n{key}")
}

fn checked(configuration: &str) -> Ran {
    run_in(&home(configuration), &["config", "check", "my.toml"])
}

fn ran(code: i32, stdout: &str) -> Ran {
    Ran { code, stdout: stdout.to_owned(), stderr: String::new() }
}

#[test]
fn client_certificates_are_read_from_the_files_that_are_named() {
    let two = certificate("https://a.example", "ada.pem", "ada.key")
        + &certificate("https://b.example:8443", "both.pem", "");
    let used = "my.toml: can be used\nmode closed, 0 allowed, 0 denied, 27 members on\n";
    assert_eq!(checked(&two), ran(0, used));
}

#[test]
fn a_client_certificate_that_can_not_be_used_is_told_with_its_line_before_anything_starts() {
    let no_key = "it holds no private key in PEM that can be read without a password; openssl pkey -in KEY -out FILE.pem takes \
                  a password away, and openssl pkcs12 -in FILE.p12 -nodes -out FILE.pem makes a file with certificate and \
                  key from PKCS#12";
    let no_certificate = "it holds no certificate in PEM, which starts with a line -----BEGIN CERTIFICATE-----; openssl pkcs12 \
                          -in FILE.p12 -nodes -out FILE.pem makes a file with certificate and key from PKCS#12";
    for (origin, file, key, why) in [
        ("https://a.example", "no.pem", "", "@/no.pem: No such file or directory (os error 2)"),
        ("https://a.example", "ada.pem", "no.key", "@/no.key: No such file or directory (os error 2)"),
        ("https://a.example", "ada.pem", "locked.key", no_key),
        ("https://a.example", "ada.pem", "", no_key),
        ("https://a.example", "ada.key", "ada.key", no_certificate),
        (
            "https://a.example",
            "ada.pem",
            "bob.key",
            "the key is not that of the certificate, which must be the first in its file",
        ),
        (
            "http://a.example",
            "both.pem",
            "",
            "\"http://a.example\" is no https origin; write one such as https://intranet.example.com",
        ),
    ] {
        let told = format!("my.toml:2: the client certificate can't be used: {why}\n");
        assert_eq!(checked(&format!("\n{}", certificate(origin, file, key))), ran(1, &told));
    }
    let two = certificate("https://a.example", "ada.pem", "ada.key")
        + &certificate("https://A.example:443", "both.pem", "");
    let told = "my.toml:5: the client certificate can't be used: there are two client certificates for https://a.example, and \
                a server is shown one; take one of them out\n";
    assert_eq!(checked(&two), ran(1, told));
    let home = home(&two);
    let stderr = format!("error: {told}");
    let expected = Ran { code: 2, stdout: String::new(), stderr };
    assert_eq!(run_in(&home, &["mcp", "--config", "my.toml"]), expected);
}

#[test]
fn what_is_shown_of_the_configuration_is_where_the_secrets_are() {
    let text = certificate("https://a.example", "ada.pem", "ada.key");
    let home = home(&text);
    let key = fs::read_to_string(home.path().join("ada.key")).unwrap();
    for more in [&[][..], &["--effective"]] {
        let shown = run_in(&home, &[&["config", "show", "--config", "my.toml"], more].concat());
        assert_eq!((shown.code, shown.stderr.as_str()), (0, ""));
        for line in text.lines() {
            assert!(shown.stdout.contains(line), "{line}: {}", shown.stdout);
        }
        assert!(!shown.stdout.contains("PRIVATE KEY"));
        assert!(key.lines().all(|line| !shown.stdout.contains(line)), "{}", shown.stdout);
    }
    // Keys aren't shown, so that what holds can be told where they can't be read.
    fs::remove_file(home.path().join("ada.key")).unwrap();
    let shown = run_in(&home, &["config", "show", "--effective", "--config", "my.toml"]);
    assert_eq!((shown.code, shown.stderr.as_str()), (0, ""));
}

#[test]
fn a_secret_that_others_can_read_is_told_of() {
    let text = certificate("https://a.example", "ada.pem", "ada.key")
        + "[[credentials]]\norigin = \"https://b.example\"\nuser = \"ada\"\npassword_file = \"@/password\"\n";
    let home = home(&text);
    let password = home.path().join("password");
    fs::write(&password, "s3cret\n").unwrap();
    fs::set_permissions(&password, fs::Permissions::from_mode(0o640)).unwrap();
    let started = |warned: &str| Ran {
        code: 0,
        stdout: String::new(),
        stderr: format!("{warned}ringfence: serving MCP on stdio, policy closed\n"),
    };
    let run = || run_in(&home, &["mcp", "--config", "my.toml"]);
    let group =
        "ringfence: its group can read @/password, in which a secret is; take that right away (chmod go-r)\n";
    assert_eq!(run(), started(group));
    // The certificate is no secret.
    for (name, mode) in [("ada.pem", 0o644), ("ada.key", 0o604), ("password", 0o600)] {
        fs::set_permissions(home.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    }
    let all =
        "ringfence: everybody can read @/ada.key, in which a secret is; take that right away (chmod go-r)\n";
    assert_eq!(run(), started(all));
}

/// An agent may write into the working directory. Seen to be taken with the files read as they are named.
#[test]
fn a_secret_is_not_read_from_the_working_directory() {
    let text = certificate("https://a.example", "ada.pem", "ada.key").replace("@/", "");
    let whole = "it must be a whole path, from / on; ~ is not replaced";
    let told = format!(
        "my.toml:3:20: `client_certificates.certificate_file`: {whole}\nmy.toml:4:12: `client_certificates.key_file`: {whole}\n"
    );
    assert_eq!(checked(&text), ran(1, &told));
    let text =
        "[[credentials]]\norigin = \"https://b.example\"\nuser = \"ada\"\npassword_file = \"ada.key\"\n";
    assert_eq!(checked(text), ran(1, &format!("my.toml:4:17: `credentials.password_file`: {whole}\n")));
}

/// Seen to hang, and to fill the memory, with the files read by `fs::read`.
#[test]
fn a_secret_that_never_ends_is_given_up() {
    let login = |file: &str| {
        format!(
            "[[credentials]]\norigin = \"https://b.example\"\nuser = \"ada\"\npassword_file = \"{file}\"\n"
        )
    };
    let began = Instant::now();
    let told = "my.toml:1: the credentials can't be used: /dev/zero: it is larger than 4 MiB\n";
    assert_eq!(checked(&login("/dev/zero")), ran(1, told));
    let home = home(&login("@/pipe"));
    rustix::fs::mknodat(
        rustix::fs::CWD,
        home.path().join("pipe"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR,
        0,
    )
    .unwrap();
    let told = "my.toml:1: the credentials can't be used: @/pipe: nothing whole came from it within 10 s\n";
    assert_eq!(run_in(&home, &["config", "check", "my.toml"]), ran(1, told));
    assert!(began.elapsed() < Duration::from_secs(25));
}

#[test]
fn a_password_that_is_empty_or_given_twice_is_told() {
    let login = |origin: &str, file: &str| {
        format!("[[credentials]]\norigin = \"{origin}\"\nuser = \"ada\"\npassword_file = \"{file}\"\n")
    };
    let empty = "my.toml:1: the credentials can't be used: /dev/null: its first line, which is the password, is empty\n";
    assert_eq!(checked(&login("https://b.example", "/dev/null")), ran(1, empty));
    let twice = login("https://b.example", "@/ada.key") + &login("https://B.example:443", "@/bob.key");
    let told = "my.toml:5: the credentials can't be used: there are two for https://b.example, and one is used; take one of them out\n";
    assert_eq!(checked(&twice), ran(1, told));
}

/// Seen to be shown with the origin told as it is written.
#[test]
fn a_password_in_an_origin_is_not_shown() {
    let text = "[[credentials]]\norigin = \"https://ada:s3cret@b.example\"\nuser = \"ada\"\npassword_file = \"@/ada.key\"\n";
    let told = "my.toml:1: the credentials can't be used: \"https://***@b.example\" is no origin; write one such as \
                https://wiki.example.com\n";
    assert_eq!(checked(text), ran(1, told));
    let shown = run_in(&home(text), &["config", "show", "--config", "my.toml"]);
    assert!(shown.stdout.contains("https://***@b.example") && !shown.stdout.contains("s3cret"), "{shown:?}");
}
