//! Test sites, raw clients and fixtures for Ringfence's own tests.
//!
//! [`Site`] is a real HTTP/1.1 server on a free port of 127.0.0.1. It serves the pages in `pages/`, routes that do
//! what pages and servers in the wild do (see [`builtin`]), and whatever a test adds; and it remembers every request.
//! It runs in a thread of its own, so that a test may block without stopping it. [`dns::DnsServer`] is a name server
//! whose answers a test writes.
//!
//! ```
//! let site = ringfence_testkit::Site::start()?;
//! let address = site.url("/form.html");
//! // … a browser opens the address …
//! assert_eq!(site.requests(), []);
//! # let _ = address;
//! # Ok::<(), std::io::Error>(())
//! ```

mod answer;
pub mod builtin;
pub mod dns;
pub mod lab;
mod pages;
mod probe;
mod request;
mod serve;
mod site;
pub mod tls;

pub use answer::Answer;
pub use pages::PAGES;
pub use request::Request;
pub use site::{Site, SiteBuilder};
