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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listener_is_ours_at_its_address_and_one_on_all_interfaces_at_every_address_of_the_machine() {
        let at = |text: &str| -> SocketAddr { text.parse().unwrap() };
        let one = OwnListener::register(at("127.0.0.9:61001"));
        let all = ["0.0.0.0:61002", "[::]:61003"].map(|everywhere| OwnListener::register(at(everywhere)));
        for (target, ours) in [
            ("127.0.0.9:61001", true),
            ("[::ffff:127.0.0.9]:61001", true),
            ("127.0.0.1:61001", false),
            ("127.0.0.9:61009", false),
            ("127.0.0.1:61002", true),
            ("10.1.2.3:61002", true),
            ("[::1]:61003", true),
            ("192.168.0.7:61003", true),
            ("10.1.2.3:61009", false),
            // Public addresses are rarely the machine's own.
            ("93.184.216.34:61002", false),
            ("[2606:2800:220:1::1]:61003", false),
        ] {
            assert_eq!(is_own(at(target)), ours, "{target}");
        }
        drop((one, all));
        assert!(!is_own(at("127.0.0.9:61001")) && !is_own(at("127.0.0.1:61002")));
    }
}
