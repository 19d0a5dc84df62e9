//! Client certificates: which server is shown which.

use ringfence::browser::{Authorities, BrowserOptions, Level};
use ringfence::egress::ClientCertificate;
use ringfence::policy::Policy;
use ringfence_testkit::tls::{Authority, Clients, TlsPages, TlsSite};
use serde_json::json;

use crate::agent::{Agent, local};

/// An authority of the test's own, with sites and clients.
struct World(Authority);

impl World {
    fn new() -> Self {
        Self(Authority::new().unwrap())
    }

    /// A site on 127.0.0.1 and localhost.
    async fn site(&self, clients: Clients) -> TlsSite {
        self.site_with(TlsPages::new(&["127.0.0.1", "localhost"], clients)).await
    }

    async fn site_with(&self, pages: TlsPages) -> TlsSite {
        self.0.site(pages).await.unwrap()
    }

    /// A certificate for this client, for one origin.
    fn certificate(&self, name: &str, origin: &str) -> ClientCertificate {
        let client = self.0.client(name).unwrap();
        ClientCertificate::from_pem(origin, client.certificate.as_bytes(), client.key.as_bytes()).unwrap()
    }

    /// An agent that may go to these sites and has these certificates.
    async fn agent(&self, sites: &[&TlsSite], certificates: Vec<ClientCertificate>) -> Agent {
        self.agent_at(Level::Full, sites, certificates).await
    }

    async fn agent_at(
        &self,
        level: Level,
        sites: &[&TlsSite],
        certificates: Vec<ClientCertificate>,
    ) -> Agent {
        let hosts = ["127.0.0.1", "localhost"];
        let origins = sites.iter().flat_map(|site| hosts.map(|host| site.origin(host)));
        let policy = origins.fold(Policy::builder(), |policy, origin| policy.allow(local(&origin)));
        let authorities = Authorities::from_pem(self.0.pem().as_bytes()).unwrap();
        let options = BrowserOptions::new(policy.build().unwrap());
        let (min_level, max_level) = (level, level);
        let options = BrowserOptions { authorities, certificates, min_level, max_level, ..options };
        Agent::with_options(options, &[]).await
    }
}

/// What is shown of a page whose title is the name of the client that the site saw.
fn page(url: &str, who: &str) -> String {
    format!("[text] Now at {url}/ \"{who}\" (HTTP 200)\n[state]\n* t1 \"{who}\" {url}/")
}

const NONE_CONFIGURED: &str = "[error navigation_failed, about 127.0.0.1]\n[text] 127.0.0.1: it wants a client certificate, \
                               and none is configured for it; the operator can name one under [[client_certificates]]. The \
                               tab shows an error page.";

/// What a site was asked over connections that came about. Chromium breaks the first one off when it is asked for a
/// certificate, and goes on without one.
fn asked(site: &TlsSite) -> Vec<String> {
    site.seen().into_iter().filter(|line| line != "turned away").collect()
}

/// Goes to an address, and compares what the agent sees.
async fn goes(agent: &Agent, url: &str, expected: &str) {
    agent.call("navigate", json!({ "url": url })).await.shows(expected);
}

/// Nobody is asked for one, which would be a wait without end: there is none to offer.
#[tokio::test]
async fn no_site_is_offered_a_client_certificate() {
    let world = World::new();
    let (asks, needs) = (world.site(Clients::Asked).await, world.site(Clients::Needed).await);
    let agent = world.agent(&[&asks, &needs], Vec::new()).await;
    let url = asks.origin("127.0.0.1");
    goes(&agent, &url, &page(&url, "nobody")).await;
    goes(&agent, &needs.origin("127.0.0.1"), NONE_CONFIGURED).await;
    agent.end().await;
}

/// Seen to fail with `Presenter::identity_for` (egress) giving any identity for every target, and with it looking for the
/// host alone.
#[tokio::test]
async fn each_origin_is_shown_its_own_client_certificate_and_others_none() {
    let world = World::new();
    let [one, two, asks, needs] = [Clients::Needed, Clients::Asked, Clients::Asked, Clients::Needed];
    let (one, two) = (world.site(one).await, world.site(two).await);
    let (asks, needs) = (world.site(asks).await, world.site(needs).await);
    let certificates = vec![
        world.certificate("ada", &one.origin("127.0.0.1")),
        world.certificate("bob", &two.origin("127.0.0.1")),
    ];
    let agent = world.agent(&[&one, &two, &asks, &needs], certificates).await;
    for (site, who) in [(&one, "ada"), (&two, "bob"), (&asks, "nobody")] {
        let url = site.origin("127.0.0.1");
        goes(&agent, &url, &page(&url, who)).await;
    }
    goes(&agent, &needs.origin("127.0.0.1"), NONE_CONFIGURED).await;
    // The same server by another name is another origin.
    let url = two.origin("localhost");
    goes(&agent, &url, &page(&url, "nobody")).await;
    assert_eq!((asked(&one), asked(&two)), (vec!["ada /".into()], vec!["bob /".into(), "nobody /".into()]));
    assert_eq!(asked(&asks), ["nobody /"]);
    assert_eq!(asked(&needs), Vec::<String>::new());
    agent.end().await;
}

/// Seen to fail with `Presenter::identity_for` (egress) giving any identity for every target.
#[tokio::test]
async fn a_client_certificate_does_not_follow_a_redirect_to_another_origin() {
    let world = World::new();
    let (asks, needs) = (world.site(Clients::Asked).await, world.site(Clients::Needed).await);
    let pages = TlsPages::new(&["127.0.0.1"], Clients::Needed)
        .redirect("/asks", &asks.origin("127.0.0.1"))
        .redirect("/needs", &needs.origin("127.0.0.1"));
    let mine = world.site_with(pages).await;
    let url = mine.origin("127.0.0.1");
    let agent = world.agent(&[&mine, &asks, &needs], vec![world.certificate("ada", &url)]).await;
    goes(&agent, &format!("{url}/asks"), &page(&asks.origin("127.0.0.1"), "nobody")).await;
    goes(&agent, &format!("{url}/needs"), NONE_CONFIGURED).await;
    assert_eq!(
        (asked(&mine), asked(&asks)),
        (vec!["ada /asks".into(), "ada /needs".into()], vec!["nobody /".into()])
    );
    assert_eq!(asked(&needs), Vec::<String>::new());
    agent.end().await;
}

/// A page of the configured origin's puts others into frames and fetches from them, as it may; then it tells what it got.
/// Seen to fail with `Presenter::identity_for` (egress) giving any identity for every target.
#[tokio::test]
async fn a_client_certificate_is_not_shown_to_what_a_page_embeds_or_fetches() {
    let world = World::new();
    let (asks, needs) = (world.site(Clients::Asked).await, world.site(Clients::Needed).await);
    let html = format!(
        "<!doctype html><title>Outer</title><iframe src=\"{asks}/framed\"></iframe><iframe src=\"{needs}/framed\"></iframe>\
         <script>
           const get = (url) => fetch(url).then((answer) => answer.text(), (error) => error.name);
           Promise.all([get('{asks}/fetched'), get('{needs}/fetched')]).then(([asks, needs]) =>
             fetch('/got?' + asks.includes('>nobody<') + '+' + needs));
         </script>",
        asks = asks.origin("127.0.0.1"),
        needs = needs.origin("127.0.0.1"),
    );
    let mine = world.site_with(TlsPages::new(&["127.0.0.1"], Clients::Needed).page("/outer", &html)).await;
    let url = mine.origin("127.0.0.1");
    let agent = world.agent(&[&mine, &asks, &needs], vec![world.certificate("ada", &url)]).await;
    agent.go(&format!("{url}/outer")).await;
    let seen = mine.seen_with("ada /got").await.unwrap();
    assert_eq!(seen, ["ada /outer", "ada /got?true+TypeError"]);
    asks.seen_with("nobody /framed").await.unwrap();
    let mut seen = asked(&asks);
    seen.sort();
    assert_eq!(seen, ["nobody /fetched", "nobody /framed"]);
    assert_eq!(asked(&needs), Vec::<String>::new());
    agent.end().await;
}

#[tokio::test]
async fn a_server_that_does_not_take_its_client_certificate_is_told_of() {
    let (world, stranger) = (World::new(), World::new());
    let site = world.site(Clients::Needed).await;
    let url = site.origin("127.0.0.1");
    let agent = world.agent(&[&site], vec![stranger.certificate("mallory", &url)]).await;
    let told = "[error navigation_failed, about 127.0.0.1]\n[text] 127.0.0.1: the server does not take the client certificate \
                that the operator configured for it. The tab shows an error page.";
    goes(&agent, &url, told).await;
    agent.end().await;
}

/// Seen to fail with a verifier (egress) that takes every server's certificate.
#[tokio::test]
async fn a_server_that_is_not_trusted_is_not_shown_its_client_certificate() {
    let (world, stranger) = (World::new(), World::new());
    let site = stranger.site(Clients::Asked).await;
    let url = site.origin("127.0.0.1");
    let agent = world.agent(&[&site], vec![stranger.certificate("ada", &url)]).await;
    let told = "[error navigation_failed, about 127.0.0.1]\n[text] 127.0.0.1: its certificate is not trusted. The tab shows an \
                error page.";
    goes(&agent, &url, told).await;
    assert_eq!(asked(&site), Vec::<String>::new());
    agent.end().await;
}

#[tokio::test]
async fn a_client_certificate_is_shown_over_http_2_too_and_at_every_level() {
    let world = World::new();
    for level in Level::STARTED {
        let alpn = vec![b"h2".to_vec()];
        let pages = TlsPages { alpn, ..TlsPages::new(&["127.0.0.1"], Clients::Needed) };
        let site = world.site_with(pages).await;
        let url = site.origin("127.0.0.1");
        let agent = world.agent_at(level, &[&site], vec![world.certificate("ada", &url)]).await;
        assert_eq!(agent.browser.level(), level);
        goes(&agent, &url, &page(&url, "ada")).await;
        // Below full a change of the machine's interfaces can have the load begun again.
        let mut asked = asked(&site);
        asked.dedup();
        assert_eq!(asked, ["ada /"], "{level}");
        agent.end().await;
    }
}
