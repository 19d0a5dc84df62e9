//! One answer of a name server.

use std::net::IpAddr;

use hickory_proto::op::{Message, ResponseCode};
use hickory_proto::rr::rdata::CNAME;
use hickory_proto::rr::{Name, RData, Record, RecordType};

/// What a name server answers, and how it goes wrong.
#[derive(Debug, Clone)]
pub struct Reply {
    aliases: Vec<String>,
    addresses: Vec<IpAddr>,
    /// Seconds.
    ttl: u32,
    code: ResponseCode,
    pub(crate) delivery: Delivery,
}

/// How an answer is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Delivery {
    /// At once.
    Plain,
    /// Never.
    Silent,
    /// When the test says so.
    Held,
    /// With another id than the question's.
    WrongId,
    /// Over UDP cut to nothing, with the flag that says so; over TCP whole.
    Truncated,
}

impl Reply {
    /// These addresses, each to the question for its kind; to the other kind an answer without records.
    ///
    /// # Panics
    /// When a text is no address.
    #[must_use]
    #[expect(clippy::expect_used, reason = "a test wrote the address")]
    pub fn addresses(addresses: &[&str]) -> Self {
        let addresses = addresses.iter().map(|text| text.parse().expect("an IP address")).collect();
        Self { addresses, ..Self::of_code(ResponseCode::NoError) }
    }

    /// The name exists and has no address.
    #[must_use]
    pub fn nothing() -> Self {
        Self::of_code(ResponseCode::NoError)
    }

    /// The name does not exist.
    #[must_use]
    pub fn no_such_name() -> Self {
        Self::of_code(ResponseCode::NXDomain)
    }

    /// The server can't tell.
    #[must_use]
    pub fn failure() -> Self {
        Self::of_code(ResponseCode::ServFail)
    }

    /// No answer.
    #[must_use]
    pub fn silence() -> Self {
        Self { delivery: Delivery::Silent, ..Self::nothing() }
    }

    fn of_code(code: ResponseCode) -> Self {
        Self { aliases: Vec::new(), addresses: Vec::new(), ttl: 3600, code, delivery: Delivery::Plain }
    }

    /// The same by way of aliases: the name is an alias of the first, the first of the second, and so on;
    /// the last has the addresses. Without addresses the resolver has to ask for the last one.
    #[must_use]
    pub fn by_way_of(self, aliases: &[&str]) -> Self {
        Self { aliases: aliases.iter().map(|&name| name.to_owned()).collect(), ..self }
    }

    /// The same with another time to live than an hour, in seconds.
    #[must_use]
    pub fn ttl(self, ttl: u32) -> Self {
        Self { ttl, ..self }
    }

    /// The same, sent when [`DnsServer::release`](super::DnsServer::release) is called.
    #[must_use]
    pub fn held(self) -> Self {
        Self { delivery: Delivery::Held, ..self }
    }

    /// The same with another id than the question's.
    #[must_use]
    pub fn with_wrong_id(self) -> Self {
        Self { delivery: Delivery::WrongId, ..self }
    }

    /// The same, which does not fit into a datagram: whole over TCP only.
    #[must_use]
    pub fn truncated(self) -> Self {
        Self { delivery: Delivery::Truncated, ..self }
    }

    /// The message that answers `question`.
    pub(crate) fn message(&self, question: &Message, tcp: bool) -> Option<Message> {
        let query = question.queries.first()?;
        let mut message = Message::response(question.metadata.id, question.metadata.op_code);
        message.metadata.recursion_desired = question.metadata.recursion_desired;
        message.metadata.recursion_available = true;
        message.metadata.response_code = self.code;
        message.add_query(query.clone());
        match self.delivery {
            Delivery::WrongId => message.metadata.id ^= 1,
            Delivery::Truncated if !tcp => {
                message.metadata.truncation = true;
                return Some(message);
            }
            _ => {}
        }
        message.add_answers(self.records(query.name(), query.query_type())?);
        Some(message)
    }

    /// The chain of aliases, then the addresses of the kind that was asked for; none when a name is none.
    fn records(&self, asked: &Name, kind: RecordType) -> Option<Vec<Record>> {
        let mut records = Vec::new();
        let mut name = asked.clone();
        for alias in &self.aliases {
            let target = Name::from_ascii(format!("{alias}.")).ok()?;
            records.push(Record::from_rdata(name, self.ttl, RData::CNAME(CNAME(target.clone()))));
            name = target;
        }
        let fitting = self.addresses.iter().filter(|ip| match kind {
            RecordType::A => ip.is_ipv4(),
            RecordType::AAAA => ip.is_ipv6(),
            _ => false,
        });
        records.extend(fitting.map(|ip| Record::from_rdata(name.clone(), self.ttl, RData::from(*ip))));
        Some(records)
    }
}
