//! The stages' findings, before they are put into words.

use crate::ip::IpClass;
use crate::policy::{List, Mode};
use crate::refusal::{Code, Refusal};
use crate::remedy::{Context, WrittenIn};
use crate::source::Source;

/// One finding that refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Whitespace or a control character in the input.
    Input,
    /// Not an address.
    Parse,
    /// A web scheme without the colon after it.
    NoColon,
    /// A scheme other than http and https.
    ForeignScheme,
    /// A host and port without a scheme.
    HostAndPort,
    /// Plain http without an entry for it; perhaps a listed origin of the host.
    PlainHttp(Option<String>),
    /// A user name or password.
    Userinfo,
    /// An IP literal without an entry for it.
    IpLiteral,
    /// Not a host name.
    Hostname,
    /// A port without an entry for it; perhaps a listed origin of the host.
    Port(Option<String>),
    /// No entry; perhaps a listed origin of the host.
    NotListed(Option<String>),
    /// An entry on the other list only.
    OtherList(List),
    /// A local or reserved name in public mode.
    SpecialName,
    /// A deny entry.
    Denied(Option<Source>),
    /// An answer that is not public.
    NotPublic(IpClass),
    /// Port 0, at which nothing can be.
    PortZero,
    /// The first fault has this code; but if it were lifted, this would refuse the target all the same.
    Anyway {
        /// The code of the first.
        code: Code,
        /// What can't be lifted.
        because: Box<Fault>,
    },
}

impl Fault {
    pub(crate) fn code(&self) -> Code {
        match self {
            Fault::Input => Code::Input,
            Fault::Parse | Fault::NoColon => Code::Parse,
            Fault::ForeignScheme | Fault::HostAndPort | Fault::PlainHttp(_) => Code::Scheme,
            Fault::Userinfo => Code::Userinfo,
            Fault::IpLiteral => Code::IpLiteral,
            Fault::Hostname => Code::Hostname,
            Fault::Port(_) | Fault::PortZero => Code::Port,
            Fault::NotListed(_) | Fault::OtherList(_) => Code::NotListed,
            Fault::SpecialName => Code::SpecialName,
            Fault::Denied(_) => Code::Denied,
            Fault::NotPublic(_) => Code::ResolvedAddress,
            Fault::Anyway { code, .. } => *code,
        }
    }

    pub(crate) fn into_refusal(self, subject: &str, context: Context<'_>) -> Refusal {
        let hint = self.hint(context);
        let code = self.code();
        let rule = match self {
            Fault::Denied(source) => source,
            _ => None,
        };
        Refusal::new(code, subject, rule, hint)
    }

    /// What to do about it. Names the host and options, never a rule's place, a resolved address or
    /// a whole address.
    fn hint(&self, c: Context<'_>) -> String {
        match self {
            Fault::PlainHttp(_) | Fault::IpLiteral | Fault::Port(_) | Fault::NotListed(_)
                if c.is_never_allowed() => {
                "This address belongs to a cloud metadata service, or to no server at all. It can't be allowed.".into()
            }
            Fault::Input => "The address holds whitespace or control characters. Leave them out, or \
                             percent-encode them (a space is %20)."
                .into(),
            Fault::Parse => "This is not a web address. Write one such as https://example.com/path.".into(),
            Fault::NoColon => "A colon is missing after the scheme. Write https://… or http://…, with it.".into(),
            Fault::ForeignScheme => "Only web addresses can be opened. Write https://HOST/…".into(),
            Fault::HostAndPort => "This reads as a scheme, not as a host and port. Write https://… or \
                                   http://… before it."
                .into(),
            Fault::PlainHttp(Some(near)) => format!(
                "Plain http is not allowed for this host, but {near} is. Use that, or ask the operator for {}.",
                c.remedies()
            ),
            // Over https it would be refused as well.
            Fault::PlainHttp(None) if c.is_local() => {
                format!("Plain http is not allowed for this host. Ask the operator for {}.", c.remedies())
            }
            Fault::PlainHttp(None) => format!(
                "Plain http is not allowed for this host. Use https, or ask the operator for {}.",
                c.remedies()
            ),
            Fault::Userinfo => "An address must not carry a user name or password. Write it without what \
                                stands before the @."
                .into(),
            Fault::IpLiteral => format!(
                "IP addresses are not allowed. Use the host's name, or ask the operator for {}.",
                c.remedy()
            ),
            Fault::Hostname => "This is not a valid host name. Check its spelling.".into(),
            // Without a scheme https was meant.
            Fault::Port(Some(near)) if *near == c.origin() => {
                format!("Over https this port is not allowed for this host. Write {near}.")
            }
            Fault::Port(Some(near)) => format!(
                "Port {} is not allowed for this host, but {near} is. Use that, or ask the operator for {}.",
                c.port,
                c.remedies()
            ),
            // There is no port to leave out, or it would be refused as well.
            Fault::Port(_) if c.port == c.scheme.default_port() || c.is_local() => {
                format!("Port {} is not allowed for this host. Ask the operator for {}.", c.port, c.remedies())
            }
            Fault::Port(_) => format!(
                "Port {} is not allowed for this host. Leave the port out, or ask the operator for {}.",
                c.port,
                c.remedies()
            ),
            Fault::NotListed(Some(near)) => format!(
                "This address is not on the list of what is allowed, but {near} is. Use that, or ask the operator for {}.",
                c.remedy()
            ),
            Fault::NotListed(_) if c.mode == Mode::Closed => {
                let why = match c.written_in {
                    WrittenIn::Options => "no policy was given",
                    WrittenIn::File => "the configuration file's mode is \"closed\"",
                };
                format!("No address is allowed, because {why}. The operator can allow this one with {}.", c.remedy())
            }
            Fault::NotListed(_) if c.list == Some(List::Load) => format!(
                "Pages can't load from this host, because it is not on the list of allowed hosts. Ask the operator for {}.",
                c.remedy()
            ),
            Fault::NotListed(_) => format!(
                "The host is not on the list of allowed hosts. Use an allowed one, or ask the operator for {}.",
                c.remedy()
            ),
            Fault::OtherList(List::Navigate) => format!(
                "Pages may load from this host, but it can't be opened. Ask the operator for {}.",
                c.remedy()
            ),
            Fault::OtherList(List::Load) => {
                "This host can be opened, but other pages can't load from it. Open it itself.".into()
            }
            Fault::SpecialName => format!(
                "This name is local or reserved, and only public hosts are allowed. The operator can allow \
                 one private origin with {}.",
                c.private_remedy()
            ),
            Fault::Denied(_) => "The operator denied this host. Use another one.".into(),
            Fault::PortZero => "No server is at port 0. Write another port, or none.".into(),
            Fault::Anyway { because, .. } => because.hint(c),
            Fault::NotPublic(IpClass::Metadata) => {
                "The host leads to a cloud metadata service, which can never be allowed.".into()
            }
            Fault::NotPublic(class) if !class.may_be_private_opt_in() => {
                "The host leads to an address that no server has. It can't be allowed.".into()
            }
            Fault::NotPublic(_) => format!(
                "The host leads to an address that is not public. The operator can allow one private origin \
                 with {}.",
                c.private_remedy()
            ),
        }
    }
}
