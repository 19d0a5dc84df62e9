//! Judges what may happen: addresses, hosts and IP classes. Pure values in, a decision out.
//!
//! A [`Policy`] is built once from the operator's entries and then asked about addresses
//! ([`Policy::judge`]), about requests that the browser is about to make
//! ([`Policy::judge_request`]), about what arrives at the proxy ([`Policy::judge_connect`],
//! [`Policy::judge_plain`]) and about the addresses a name resolved to ([`Policy::vet`]). All of
//! them go through the same stages, so that no door is weaker than another.
//!
//! The crate does no I/O. It never resolves a name and never reads a file or the environment.
//!
//! ```
//! use ringfence_policy::{Code, List, Policy, Source};
//!
//! let policy = Policy::builder()
//!     .allow_host("example.com", Source::option("--allow", "example.com"))
//!     .build()
//!     .unwrap();
//! let judged = policy.judge("https://docs.example.com/start", List::Navigate).unwrap();
//! assert_eq!(judged.host(), Some("docs.example.com"));
//!
//! let refusal = policy.judge("https://evil.com/", List::Navigate).unwrap_err();
//! assert_eq!(refusal.code, Code::NotListed);
//! ```

mod address;
mod builder;
pub mod config;
mod entry;
mod fault;
mod host;
pub mod ip;
mod origin;
mod pattern;
mod policy;
mod refusal;
mod remedy;
mod rules;
mod source;
mod stages;
mod table;
mod text;
mod verdict;
mod wire;

pub use address::{JudgedUrl, RequestTarget};
pub use builder::PolicyBuilder;
pub use entry::{Entry, EntryError, EntryProblem, Lists};
pub use origin::standard_origin;
pub use pattern::HostPattern;
pub use policy::{List, Mode, Policy};
pub use refusal::{Code, Refusal};
pub use remedy::WrittenIn;
pub use source::Source;
pub use verdict::Verdict;
pub use wire::{JudgedTarget, VettedAddr};
