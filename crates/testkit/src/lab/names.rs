//! The names and addresses of the lab's internet, and to which vector each belongs.
//!
//! | name | what | address |
//! |---|---|---|
//! | `site.test`, `other.test` and below | allowed sites | `SITE` |
//! | `VECTOR.evil.test` and below | the host that this vector tries to reach | one of its own in 45.33.0.0/16 |
//! | `coalesce-VECTOR.evil.test` | a refused host at an allowed one's address | `SITE` |
//! | `toprivate-VECTOR.evil.test`, below `site.test` | an allowed name of a private address | one of its own in 10.1.0.0/16 |
//! | `rbmulti-VECTOR…` | an allowed name of both kinds of address | `SITE` and one of its own in 127.1.0.0/16 |
//! | `rebind-VECTOR…` | an allowed name that changes its mind | first `SITE`, then the one in 127.1.0.0/16 |
//! | anything else | | `ELSEWHERE` |
//!
//! Every address answers, so a frame to any of them tells whose it is, with or without a name in it. Ports do the same
//! for addresses that can't be a vector's own: each vector has one on every machine.

use crate::lab::Vector;
use std::collections::{HashMap, HashSet};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// Where the allowed sites are.
pub(crate) const SITE: Ipv4Addr = Ipv4Addr::new(93, 184, 216, 34);
/// Where every name is that nobody has thought of.
pub(crate) const ELSEWHERE: Ipv4Addr = Ipv4Addr::new(198, 51, 100, 7);
/// Where names are resolved.
pub(crate) const RESOLVER: Ipv4Addr = Ipv4Addr::new(198, 51, 100, 53);
/// The first vector's port; the next ones follow.
const FIRST_PORT: u16 = 20_000;

/// Who is who.
#[derive(Debug)]
pub struct Names {
    vectors: Arc<[Vector]>,
    numbers: HashMap<String, u16>,
    /// Names that change their mind and have been asked for.
    asked: Mutex<HashSet<String>>,
}

/// An address out of a /16 for a vector's number.
fn numbered(first: u8, second: u8, number: u16) -> Ipv4Addr {
    let [high, low] = number.to_be_bytes();
    Ipv4Addr::new(first, second, high + 1, low)
}

impl Names {
    /// The names for these vectors.
    #[must_use]
    pub fn new(vectors: Arc<[Vector]>) -> Self {
        let numbers =
            (0..).zip(vectors.iter()).map(|(number, vector)| (vector.name.clone(), number)).collect();
        Self { vectors, numbers, asked: Mutex::default() }
    }

    /// The vectors.
    #[must_use]
    pub fn vectors(&self) -> &[Vector] {
        &self.vectors
    }

    /// The vector of that name.
    #[must_use]
    pub fn vector(&self, name: &str) -> Option<&Vector> {
        self.vectors.get(usize::from(*self.numbers.get(name)?))
    }

    /// The host that a vector tries to reach, an address of its own, and a port of its own.
    #[must_use]
    pub fn target(&self, name: &str) -> Option<(String, Ipv4Addr, u16)> {
        let number = *self.numbers.get(name)?;
        Some((format!("{name}.evil.test"), numbered(45, 33, number), FIRST_PORT + number))
    }

    /// Whether the policy of a run allows this name.
    #[must_use]
    pub fn is_allowed(name: &str) -> bool {
        ["site.test", "other.test"].iter().any(|site| below(name, site).is_some())
    }

    /// The vector whose host this name is.
    #[must_use]
    pub fn of_name(&self, name: &str) -> Option<&str> {
        let label = below(name, "evil.test").or_else(|| below(name, "site.test"))?;
        let label = label.rsplit('.').next()?;
        let plain =
            ["toprivate-", "rbmulti-", "rebind-", "coalesce-"].iter().find_map(|way| label.strip_prefix(way));
        let (known, _) = self.numbers.get_key_value(plain.unwrap_or(label))?;
        Some(known)
    }

    /// The vector that this address or port belongs to.
    #[must_use]
    pub fn of_address(&self, ip: IpAddr, port: u16) -> Option<&str> {
        if let IpAddr::V4(ip) = ip.to_canonical()
            && let [45, 33, high @ 1..=255, low]
            | [10, 1, high @ 1..=255, low]
            | [127, 1, high @ 1..=255, low] = ip.octets()
        {
            return self.name(u16::from_be_bytes([high - 1, low]));
        }
        self.name(port.checked_sub(FIRST_PORT)?)
    }

    fn name(&self, number: u16) -> Option<&str> {
        self.vectors.get(usize::from(number)).map(|vector| vector.name.as_str())
    }

    /// The addresses of a name, in the order in which they are told.
    pub(crate) fn resolve(&self, name: &str) -> Vec<Ipv4Addr> {
        let number = self.of_name(name).and_then(|vector| self.numbers.get(vector)).copied();
        let Some(number) = number else {
            return vec![if Self::is_allowed(name) { SITE } else { ELSEWHERE }];
        };
        let begins = |way: &str| name.starts_with(way);
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if begins("coalesce-") || begins("rebind-") && asked.insert(name.to_owned()) {
            vec![SITE]
        } else if begins("toprivate-") {
            vec![numbered(10, 1, number)]
        } else if begins("rbmulti-") {
            vec![SITE, numbered(127, 1, number)]
        } else if begins("rebind-") {
            vec![numbered(127, 1, number)]
        } else {
            vec![numbered(45, 33, number)]
        }
    }
}

/// What stands before a domain in a name of that domain; empty for the domain itself.
fn below<'n>(name: &'n str, domain: &str) -> Option<&'n str> {
    let rest = name.strip_suffix('.').unwrap_or(name).strip_suffix(domain)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_suffix('.') }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::vectors;

    fn names() -> Names {
        Names::new(vectors().unwrap().into())
    }

    #[test]
    fn every_vector_is_known_by_its_name_its_addresses_and_its_port() {
        let names = names();
        for vector in names.vectors() {
            let (host, ip, port) = names.target(&vector.name).unwrap();
            let name = Some(vector.name.as_str());
            assert_eq!(names.resolve(&host), [ip]);
            assert_eq!(names.of_name(&host), name);
            assert_eq!(names.of_name(&format!("secret.{host}.")), name);
            assert_eq!(names.of_address(ip.into(), 443), name);
            assert_eq!(names.of_address(Ipv4Addr::LOCALHOST.into(), port), name);
            let private = names.resolve(&format!("toprivate-{}.site.test", vector.name));
            assert_eq!(names.of_address(private[0].into(), 443), name);
        }
    }

    #[test]
    fn a_rebinding_name_is_public_once() {
        let names = names();
        let name = "rebind-img.site.test";
        assert_eq!(names.resolve(name), [SITE]);
        let then = names.resolve(name);
        assert!(then[0].is_loopback(), "{then:?}");
        assert_eq!(names.of_address(then[0].into(), 443), Some("img"));
        assert_eq!(names.resolve("rbmulti-img.site.test"), [SITE, then[0]]);
        assert_eq!(names.resolve("coalesce-img.evil.test"), [SITE]);
    }

    #[test]
    fn nobody_elses_names_belong_to_a_vector() {
        let names = names();
        for name in ["site.test", "evil.test", "img.example.com", "imgevil.test", "nothing.evil.test"] {
            assert_eq!(names.of_name(name), None, "{name}");
        }
        assert!(Names::is_allowed("www.site.test") && !Names::is_allowed("xsite.test"));
        assert_eq!(names.of_address(SITE.into(), 443), None);
    }
}
