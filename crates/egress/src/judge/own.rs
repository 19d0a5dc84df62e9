//! The listening sockets of this process's proxies, which no proxy dials whatever the list says: a
//! page must not reach the way out of another session.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Mutex, MutexGuard, PoisonError};

static OWN: Mutex<Vec<SocketAddr>> = Mutex::new(Vec::new());

/// Keeps an address registered for its life.
#[derive(Debug)]
pub(crate) struct OwnListener(SocketAddr);

impl OwnListener {
    pub(crate) fn register(addr: SocketAddr) -> Self {
        registered().push(addr);
        Self(addr)
    }
}

impl Drop for OwnListener {
    fn drop(&mut self) {
        let mut own = registered();
        if let Some(at) = own.iter().position(|addr| *addr == self.0) {
            own.swap_remove(at);
        }
    }
}

/// Whether dialling `addr` would reach one of our listeners.
pub(crate) fn is_own(addr: SocketAddr) -> bool {
    let ip = addr.ip().to_canonical();
    registered().iter().any(|own| {
        own.port() == addr.port()
            && (own.ip().to_canonical() == ip || (own.ip().is_unspecified() && is_local(ip)))
    })
}

/// A listener on all interfaces answers at any address of the machine, which is rarely a public one.
fn is_local(ip: IpAddr) -> bool {
    ringfence_policy::ip::classify(ip) != ringfence_policy::ip::IpClass::Public
}

fn registered() -> MutexGuard<'static, Vec<SocketAddr>> {
    OWN.lock().unwrap_or_else(PoisonError::into_inner)
}
