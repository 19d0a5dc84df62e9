//! The names of the demo's world, as a resolver would answer for them.

use std::collections::BTreeSet;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use ringfence::egress::Resolver;

use crate::shop::{REVIEWS, SHOP};

/// A host that the policy allows, whose name leads into a private network.
pub(crate) const STAFF: &str = "staff.example.com";

/// Answers for the shop's hosts and for [`STAFF`], and remembers what it was asked.
#[derive(Debug, Default)]
pub(crate) struct Names {
    asked: Mutex<BTreeSet<String>>,
}

impl Names {
    /// The names that were looked up, in alphabetical order.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

#[async_trait]
impl Resolver for Names {
    async fn resolve(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).insert(host.to_owned());
        match host {
            SHOP | REVIEWS => Ok(vec![IpAddr::V4(Ipv4Addr::LOCALHOST)]),
            STAFF => Ok(vec![IpAddr::V4(Ipv4Addr::new(10, 0, 0, 7))]),
            _ => Err(io::Error::new(io::ErrorKind::NotFound, "no such name in the demo's world")),
        }
    }
}
