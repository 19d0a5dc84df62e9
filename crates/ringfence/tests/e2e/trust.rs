//! Whom the browser trusts: an operator's own certificate authority, and nobody else.

use ringfence::browser::{Authorities, BrowserOptions, Login};
use ringfence::policy::{Entry, Policy, Source};
use ringfence_testkit::tls::{Authority, Clients, TlsPages, TlsSite};
use ringfence_testkit::{Answer, Site};
use serde_json::json;

use crate::agent::{Agent, Setup};

/// A site on 127.0.0.1 whose certificate is for this name and good until this year.
async fn site(authority: &Authority, name: &str, until: i32) -> TlsSite {
    authority.site(TlsPages { until, ..TlsPages::new(&[name], Clients::NotAsked) }).await.unwrap()
}

fn trusting(authority: &Authority) -> Authorities {
    Authorities::from_pem(authority.pem().as_bytes()).unwrap()
}

/// Goes to a site with these authorities trusted, and shows what came of it.
async fn visited(site: &TlsSite, trusted: Authorities, expected: &str) {
    let origin = site.origin("127.0.0.1");
    let source = Source::option("--allow-local", origin.clone());
    let policy = Policy::builder().allow(Entry::origin(origin.clone(), true, source)).build().unwrap();
    let options = BrowserOptions { authorities: trusted, ..BrowserOptions::new(policy) };
    let agent = Agent::with_options(options, &[]).await;
    let seen = agent.call("navigate", json!({ "url": origin })).await;
    seen.shows(&expected.replace("SITE", &site.address().to_string()));
    agent.end().await;
}

const NOT_TRUSTED: &str = "
    [error navigation_failed, about 127.0.0.1]
    [text] 127.0.0.1: its certificate is not trusted. The tab shows an error page.
    ";

/// Seen to fail with `CACertificates` taken out of the managed policies.
#[tokio::test]
async fn an_authority_of_the_operators_own_is_trusted() {
    let authority = Authority::new().unwrap();
    let site = site(&authority, "127.0.0.1", 2040).await;
    let trusted = trusting(&Authority::new().unwrap()).and(trusting(&authority));
    visited(
        &site,
        trusted,
        r#"
        [text] Now at https://SITE/ "nobody" (HTTP 200)
        [state]
        * t1 "nobody" https://SITE/
        "#,
    )
    .await;
}

#[tokio::test]
async fn an_authority_that_the_operator_did_not_name_is_not_trusted() {
    let site = site(&Authority::new().unwrap(), "127.0.0.1", 2040).await;
    visited(&site, Authorities::default(), NOT_TRUSTED).await;
    visited(&site, trusting(&Authority::new().unwrap()), NOT_TRUSTED).await;
}

/// Seen to fail with `--ignore-certificate-errors` among the flags.
#[tokio::test]
async fn what_is_wrong_with_a_certificate_is_wrong_whoever_vouches_for_it() {
    let authority = Authority::new().unwrap();
    visited(&site(&authority, "127.0.0.1", 2025).await, trusting(&authority), NOT_TRUSTED).await;
    visited(&site(&authority, "other.example", 2040).await, trusting(&authority), NOT_TRUSTED).await;
}

/// A site that asks for a password, and notes what it was given: `user:password` in base64, or nothing.
fn asking() -> Site {
    Site::builder()
        .probed()
        .route("/private", |request| match request.header("authorization") {
            Some("Basic YWRhOnMzY3JldA==") => Answer::html("<!doctype html><title>Private</title>"),
            Some("Basic YWRhOmRlbmllZA==") => {
                Answer::html("<!doctype html><title>Wrong</title>").with_status(403)
            }
            _ => Answer::html("<!doctype html><title>Who?</title>")
                .with_status(401)
                .with_header("www-authenticate", "Basic realm=\"Private\""),
        })
        .page("/link", "<!doctype html><title>Link</title><a href=/private>Private</a>")
        .route("/own", |_| Answer::html("<!doctype html><title>Own</title>").with_status(401))
        .start()
        .unwrap()
}

#[tokio::test]
async fn a_password_is_given_to_its_own_origin_and_to_no_other() {
    let site = asking();
    let mut setup = Setup::at(&site);
    setup.browser.logins = vec![Login::new(&site.origin(), "ada", "s3cret").unwrap()];
    let agent = setup.start().await;
    agent.call("navigate", json!({ "url": site.url("/private") })).await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/private "Private" (HTTP 200)
        [state]
        * t1 "Private" http://127.0.0.1:PORT/private
        "#,
    );
    let other = format!("{}/private", site.localhost_origin());
    agent.call("navigate", json!({ "url": other })).await.shows(
        r#"
        [text] Now at http://localhost:PORT/private "Who?" (HTTP 401, it asks for a password, and the operator has given none for this origin ([[credentials]] in the configuration file))
        [state]
        * t1 "Who?" http://localhost:PORT/private
        "#,
    );
    agent.go(&format!("{}/link", site.localhost_origin())).await;
    let link = agent.find("link").await;
    agent.click(&link).await.shows(&format!(
        r#"
        [text] Clicked (left) {link}.
        [text] It is link "Private". The tab is now at http://localhost:PORT/private "Who?" (HTTP 401). There it asks for a password, and the operator has given none for this origin ([[credentials]] in the configuration file).
        [state]
        * t1 "Who?" http://localhost:PORT/private
        "#
    ));
    agent.call("navigate", json!({ "url": format!("{}/own", site.localhost_origin()) })).await.shows(
        r#"
        [text] Now at http://localhost:PORT/own "Own" (HTTP 401)
        [state]
        * t1 "Own" http://localhost:PORT/own
        "#,
    );
    agent.end().await;
}

/// A password that is not taken is not given again and again.
#[tokio::test]
async fn a_password_that_is_wrong_ends_in_the_sites_own_answer() {
    let site = asking();
    let not_taken =
        "(HTTP 401, it asks for a password, and did not take the one that the operator gave for this origin)";
    for (password, title, told) in [("denied", "Wrong", "(HTTP 403)"), ("wrong", "Who?", not_taken)] {
        let mut setup = Setup::at(&site);
        setup.browser.logins = vec![Login::new(&site.origin(), "ada", password).unwrap()];
        let agent = setup.start().await;
        agent.call("navigate", json!({ "url": site.url("/private") })).await.shows(&format!(
            r#"
            [text] Now at http://127.0.0.1:PORT/private "{title}" {told}
            [state]
            * t1 "{title}" http://127.0.0.1:PORT/private
            "#
        ));
        agent.end().await;
    }
}
