//! A real, contained Chromium for AI agents: the library face.
//!
//! This crate adds no behaviour. It gathers what an embedder needs, each part under its own name:
//!
//! | module | what is in it |
//! |---|---|
//! | [`policy`] | what may be reached: [`Policy`], its entries, its verdicts and refusals |
//! | [`toolset`] | what an agent can do: the members, their checked inputs, results and browser state |
//! | [`browser`] | one contained Chromium behind its own exit: [`Browser`], [`BrowserOptions`] |
//! | [`egress`] | that exit: its events and totals, and the trait by which names are resolved |
//! | [`session`] | named sessions, each with a browser of its own: [`Sessions`] |
//!
//! # What is needed
//!
//! Linux with Chromium and bubblewrap installed, and a Tokio runtime. [`browser::probe`] tells what is missing and how
//! to get it. The library reads no environment variables and no files but Chromium's own, prints nothing and never
//! exits the process; log events go to `tracing`.
//!
//! # Build a policy
//!
//! Without an entry every address is refused. Each entry says where it came from, so that a refusal can name its rule
//! to the operator.
//!
//! ```
//! use ringfence::policy::{Code, List};
//! use ringfence::{Policy, Source};
//!
//! let policy = Policy::builder()
//!     .allow_host("example.com", Source::option("--allow", "example.com"))
//!     .allow_origin("http://127.0.0.1:8931", true, Source::option("--allow-local", "http://127.0.0.1:8931"))
//!     .deny_host("ads.example.com", Source::option("--deny", "ads.example.com"))
//!     .build()
//!     .map_err(|errors| format!("{errors:?}"))?;
//!
//! assert!(policy.judge("https://docs.example.com/", List::Navigate).is_ok());
//! let refusal = policy.judge("https://ads.example.com/", List::Navigate).unwrap_err();
//! assert_eq!(refusal.code, Code::Denied);
//! # Ok::<(), String>(())
//! ```
//!
//! # Start sessions, call members, close
//!
//! A session is a name and a browser of its own, started by its first call. A call takes a member's name and its input
//! as JSON, as a model writes them. What the policy refuses, and what fails on the page, is an [`Outcome`] for the
//! model to read; a [`SessionError`] says that there is no browser to ask.
//!
//! ```no_run
//! use ringfence::{BrowserOptions, Policy, Sessions, SessionsOptions, Source};
//! use serde_json::json;
//!
//! # async fn guide() -> Result<(), Box<dyn std::error::Error>> {
//! let policy = Policy::builder()
//!     .allow_host("example.com", Source::option("--allow", "example.com"))
//!     .build()
//!     .map_err(|errors| format!("{errors:?}"))?;
//! let sessions = Sessions::new(SessionsOptions::new(BrowserOptions::new(policy)));
//!
//! sessions.call("research", "navigate", json!({ "url": "https://example.com" })).await?;
//! let page = sessions.call("research", "read_page", json!({ "filter": "all" })).await?;
//! // For a model behind the Messages API: the whole `tool_result` block that answers its call.
//! let block = page.result.to_api("toolu_01");
//!
//! let refused = sessions.call("research", "navigate", json!({ "url": "https://example.org" })).await?;
//! if let Some(failure) = refused.failure {
//!     assert_eq!(failure.code.as_str(), "not-listed");
//! }
//!
//! // Ends every browser; returns when they are gone.
//! sessions.close().await;
//! # let _ = block;
//! # Ok(())
//! # }
//! ```
//!
//! # One browser, and what leaves it
//!
//! [`Browser`] alone is what a session holds. It implements [`Driver`], so a [`Toolset`] can be put over it, and it
//! tells what its exit decided.
//!
//! ```no_run
//! use std::sync::Arc;
//!
//! use ringfence::{Browser, BrowserOptions, Policy, Toolset, ToolsetOptions};
//! use serde_json::json;
//!
//! # async fn guide(policy: Policy) -> Result<(), Box<dyn std::error::Error>> {
//! let browser = Arc::new(Browser::start(BrowserOptions::new(policy)).await?);
//! let mut decisions = browser.egress_events();
//! let toolset = Toolset::new(browser.clone(), ToolsetOptions::default())?;
//!
//! toolset.call("navigate", json!({ "url": "https://example.com" })).await?;
//! while let Ok(event) = decisions.try_recv() {
//!     let (host, port, decision) = (&event.host, event.port, &event.decision);
//!     # let _ = (host, port, decision);
//! }
//! let totals = browser.egress_totals();
//!
//! toolset.close().await;
//! # let _ = totals;
//! # Ok(())
//! # }
//! ```
//!
//! The example `demo` in this crate's repository plays a whole session this way and prints each step.

pub use ringfence_browser as browser;
pub use ringfence_egress as egress;
pub use ringfence_files as files;
pub use ringfence_policy as policy;
pub use ringfence_session as session;
pub use ringfence_toolset as toolset;

pub use ringfence_browser::{Browser, BrowserOptions, Level, Viewport};
pub use ringfence_policy::{Policy, Refusal, Source};
pub use ringfence_session::{SessionError, Sessions, SessionsOptions};
pub use ringfence_toolset::{Driver, Outcome, ToolResult, Toolset, ToolsetOptions};
