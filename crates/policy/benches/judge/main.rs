//! What judging costs: loading a list of a million hosts, one judgement, and the memory of a host.
//!
//! `cargo bench -p ringfence-policy` prints the figures that SPECIFICATION.md promises. The memory is
//! counted at the allocator, so that it is exact and the same on every machine; times are the
//! processor's.
#![allow(clippy::unwrap_used, missing_docs)]

mod counting;
mod cpu;
mod lists;

use std::hint::black_box;
use std::time::Duration;

use cpu::CpuTime;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use ringfence_policy::config::FileConfig;
use ringfence_policy::{List, Mode, Policy, Source};

const HOSTS: u32 = 1_000_000;

/// Prints what a million hosts take, once: criterion times, but doesn't count.
fn memory(_: &mut Criterion<CpuTime>) {
    let before = counting::live();
    counting::start_peak();
    let started = cpu::used();
    let policy = lists::allowing(HOSTS);
    let took = cpu::used() - started;
    let (held, peak) = (counting::live() - before, counting::peak() - before);
    let a_host = |bytes: usize| bytes as f64 / f64::from(HOSTS);
    println!("a million hosts: loaded in {took:.2?}");
    println!(
        "a million hosts: {:.1} bytes a host with its line, {:.1} while loading",
        a_host(held),
        a_host(peak)
    );
    println!("a million hosts: the hosts' own texts are {:.1} bytes of that", lists::average_length(HOSTS));
    black_box(policy);
}

fn loading(c: &mut Criterion<CpuTime>) {
    let mut group = c.benchmark_group("load");
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(10));
    group.bench_function("a million hosts", |b| b.iter(|| lists::allowing(HOSTS)));
    let file = lists::file(HOSTS);
    group.bench_function("a file of a million entries, as TOML alone", |b| {
        b.iter(|| toml::de::DeTable::parse_recoverable(&file).1.len());
    });
    group.bench_function("a file of a million entries", |b| {
        b.iter(|| FileConfig::parse(&file, "ringfence.toml").unwrap().policy.into_builder().build().unwrap());
    });
    group.finish();
}

fn judging(c: &mut Criterion<CpuTime>) {
    let listed = lists::allowing(HOSTS);
    let known = lists::host(HOSTS / 2);
    let deep = format!("https://{}{known}/", "a.".repeat((100 - 9 - known.len()) / 2));
    let path = format!("https://www.{known}/{}", "p".repeat(100 - 13 - known.len()));
    let mut group = c.benchmark_group("judge, a million hosts");
    for (name, url) in [
        ("listed", format!("https://{known}/")),
        ("below a listed host, 100 bytes", path),
        ("many labels, 100 bytes", deep),
        ("not listed", "https://www.not-on-the-list.example.net/a/path?with=a&query".to_owned()),
        ("without a scheme", known.clone()),
    ] {
        assert!(url.len() <= 100, "{url}");
        group.bench_function(name, |b| b.iter(|| listed.judge(black_box(&url), List::Navigate)));
    }
    group.bench_function("a tunnel", |b| b.iter(|| listed.judge_connect(black_box(&known), 443)));
    group.finish();

    let source = Source::option("--deny", "evil.com");
    let public = Policy::builder().mode(Mode::Public).deny_host("evil.com", source).build().unwrap();
    let mut group = c.benchmark_group("judge, public mode");
    for (name, url) in [
        ("allowed", "https://www.example.com/a/path?with=a&query"),
        ("denied", "https://www.evil.com/a/path?with=a&query"),
        ("an IP literal", "https://93.184.216.34/a/path?with=a&query"),
        ("an international name", "https://www.bücher.de/a/path?with=a&query"),
    ] {
        group.bench_function(name, |b| b.iter(|| public.judge(black_box(url), List::Navigate)));
    }
    let target = public.judge_connect("www.example.com", 443).unwrap();
    let answers = ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"].map(|ip| ip.parse().unwrap());
    group.bench_function("an answer of each family", |b| {
        b.iter_batched(|| answers, |ips| ips.map(|ip| public.vet(&target, ip)), BatchSize::SmallInput);
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(CpuTime);
    targets = memory, judging, loading
}
criterion_main!(benches);
