//! What the lab's browsers may reach.

use anyhow::{Result, anyhow};
use ringfence::policy::{Entry, PolicyBuilder};
use ringfence::{Policy, Source};
use ringfence_testkit::lab::Names;

fn sites() -> PolicyBuilder {
    let source = |text: &str| Source::option("--allow", text);
    ["site.test", "other.test"]
        .into_iter()
        .fold(Policy::builder(), |policy, host| policy.allow_host(host, source(host)))
}

fn built(policy: PolicyBuilder) -> Result<Policy> {
    policy.build().map_err(|errors| anyhow!("{errors:?}"))
}

/// The two allowed sites, and the servers of this machine that an agent may open but no other page may use.
pub(crate) fn narrow(names: &Names) -> Result<Policy> {
    let listed = names.vectors().iter().filter(|vector| vector.kind == "listed");
    let ports = listed.filter_map(|vector| Some(names.target(&vector.name)?.2));
    built(ports.fold(sites(), |policy, port| {
        let origin = format!("http://127.0.0.1:{port}");
        policy.allow_origin(&origin, true, Source::option("--allow-local", origin.as_str()))
    }))
}

/// The allowed sites, and everything that a vector tries to reach: what is left of a barrier that was taken away.
pub(crate) fn wide(names: &Names) -> Result<Policy> {
    let mut policy = sites().allow_host("evil.test", Source::option("--allow", "evil.test"));
    let mut origin = |origin: String, private| {
        let source = Source::option("--allow", origin.as_str());
        let builder = std::mem::replace(&mut policy, Policy::builder());
        policy = builder.allow(Entry::origin(origin, private, source));
    };
    for vector in names.vectors() {
        let Some((host, ip, port)) = names.target(&vector.name) else { continue };
        origin(format!("http://{host}"), true);
        origin(format!("https://{host}:8443"), true);
        for scheme in ["http", "https"] {
            origin(format!("{scheme}://{ip}:443"), true);
        }
        for local in ["127.0.0.1", "localhost", "[::1]", "10.0.0.5", "192.168.1.1", "172.16.0.1"] {
            origin(format!("http://{local}:{port}"), true);
        }
        for changing in ["toprivate", "rbmulti", "rebind"] {
            origin(format!("https://{changing}-{}.site.test", vector.name), true);
        }
    }
    built(policy)
}
