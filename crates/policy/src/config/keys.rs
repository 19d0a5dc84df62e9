//! The keys of the configuration file, each with what it means: the one list that reading, the schema and the pages are
//! made from.

use crate::policy::Mode;

/// One table of the file.
#[derive(Debug)]
pub struct Table {
    /// What it is for, in a sentence.
    pub about: &'static str,
    /// Its keys, in the order in which they are told.
    pub keys: &'static [Key],
    /// Keys of which there must be exactly one; none where all may be left out.
    pub exactly_one_of: &'static [&'static str],
    /// A key, and another one that it belongs to.
    pub belongs: Option<(&'static str, &'static str)>,
}

/// One key.
#[derive(Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it means, in a sentence or two.
    pub about: &'static str,
    /// What may stand there.
    pub kind: Kind,
    /// What holds without it; none where that is told in `about`.
    pub default: Option<&'static str>,
}

/// What may stand behind a key.
#[derive(Debug)]
pub enum Kind {
    /// `true` or `false`.
    Boolean,
    /// A whole number from 1.
    Count,
    /// A string.
    Text,
    /// A list of strings.
    Texts,
    /// One of these strings.
    OneOf(&'static [&'static str]),
    /// A list of these strings.
    SomeOf(&'static [&'static str]),
    /// A table.
    Table(&'static Table),
    /// A list of tables.
    Tables(&'static Table),
    /// A table of tables, one for each member that is named.
    Members(&'static Table),
}

impl Table {
    /// The names of its keys.
    pub fn names(&self) -> Vec<&'static str> {
        self.keys.iter().map(|key| key.name).collect()
    }
}

/// The headings of the tables that have a key of this name, as they are written.
pub fn tables_with(name: &str) -> Vec<String> {
    let mut found = Vec::new();
    search(&FILE, "", name, &mut found);
    found
}

fn search(table: &Table, path: &str, name: &str, found: &mut Vec<String>) {
    for key in table.keys {
        let path = if path.is_empty() { key.name.to_owned() } else { format!("{path}.{}", key.name) };
        let (inner, heading) = match key.kind {
            Kind::Table(inner) => (inner, format!("[{path}]")),
            Kind::Tables(inner) => (inner, format!("[[{path}]]")),
            Kind::Members(inner) => (inner, format!("[{path}.NAME]")),
            _ => continue,
        };
        if inner.keys.iter().any(|key| key.name == name) {
            found.push(heading);
        }
        search(inner, &path, name, found);
    }
}

/// The whole file.
pub const FILE: Table = Table {
    about: "What Ringfence lets an agent's browser reach and do.",
    keys: &[
        key("policy", "What may be reached.", Kind::Table(&POLICY)),
        key("egress", "The way out, and how much may go through it.", Kind::Table(&EGRESS)),
        key(
            "members",
            "Members, which are the tools that an agent gets, by name: [members.screenshot].",
            Kind::Members(&MEMBER),
        ),
        key("files", "Files that may go in and out.", Kind::Table(&FILES)),
        key("look", "What pages are told of the browser and its user.", Kind::Table(&LOOK)),
        key(
            "confirm",
            "Which calls are approved, asked about on the terminal, or denied. Of the entries that are about a call the \
             strictest counts: deny, then ask, then allow.",
            Kind::Tables(&CONFIRM),
        ),
        key(
            "credentials",
            "Passwords for sites that ask by HTTP authentication, an entry each. No other origin is ever offered one.",
            Kind::Tables(&CREDENTIAL),
        ),
        key(
            "client_certificates",
            "Client certificates, an entry each. Only the server of its own origin is shown one, and the browser never has \
             its key.",
            Kind::Tables(&CLIENT_CERTIFICATE),
        ),
    ],
    ..PLAIN
};

/// `[policy]`.
pub const POLICY: Table = Table {
    about: "What may be reached.",
    keys: &[
        key(
            "mode",
            "How a host that no entry names is judged. allowlist: refused. denylist: any public host is allowed over https on \
             port 443. public: the same, and only single origins can be added. closed: everything is refused. Without it: \
             allowlist when something is allowed, else closed.",
            Kind::OneOf(&[
                Mode::Allowlist.as_str(),
                Mode::Denylist.as_str(),
                Mode::Public.as_str(),
                Mode::Closed.as_str(),
            ]),
        ),
        key("allow", "What is allowed, an entry each.", Kind::Tables(&ALLOW)),
        key("deny", "What is denied, whatever allows it, an entry each.", Kind::Tables(&DENY)),
    ],
    ..PLAIN
};

/// `[[policy.allow]]`.
pub const ALLOW: Table = Table {
    about: "One allowed host or origin.",
    keys: &[
        key(
            "host",
            "A host over https on port 443: \"example.com\" with its subdomains, \"=example.com\" alone, \"*.example.com\" its \
             subdomains alone.",
            Kind::Text,
        ),
        key(
            "origin",
            "One exact origin, such as \"https://example.com:8443\" or \"http://127.0.0.1:8931\".",
            Kind::Text,
        ),
        Key {
            default: Some("false"),
            ..key(
                "private",
                "Whether an origin may be an IP address or a local name, and may resolve to an address that isn't public.",
                Kind::Boolean,
            )
        },
        Key {
            default: Some("[\"navigate\", \"load\"]"),
            ..key(
                "lists",
                "What is allowed there. navigate: documents may be there. load: pages may load from there.",
                Kind::SomeOf(&["navigate", "load"]),
            )
        },
        key("match", "Addresses that the entry has to allow: checked when the file is read.", Kind::Texts),
        key(
            "not_match",
            "Addresses that the entry must not allow: checked when the file is read.",
            Kind::Texts,
        ),
    ],
    exactly_one_of: &["host", "origin"],
    belongs: Some(("private", "origin")),
};

/// `[[policy.deny]]`.
pub const DENY: Table = Table {
    about: "One denied host.",
    keys: &[
        key("host", "A host and its subdomains; written as for an allowed one.", Kind::Text),
        key("match", "Addresses that the entry has to deny: checked when the file is read.", Kind::Texts),
        key(
            "not_match",
            "Addresses that the entry must not deny: checked when the file is read.",
            Kind::Texts,
        ),
    ],
    exactly_one_of: &["host"],
    belongs: None,
};

/// `[egress]`.
pub const EGRESS: Table = Table {
    about: "The way out, and how much may go through it.",
    keys: &[
        key(
            "upstream_proxy",
            "An HTTP proxy through which public hosts are reached: \"http://[USER:PASSWORD@]HOST:PORT\".",
            Kind::Text,
        ),
        Key {
            default: Some("false"),
            ..key(
                "upstream_resolves",
                "Whether the upstream proxy resolves names. The addresses that they lead to are then not vetted.",
                Kind::Boolean,
            )
        },
        Key {
            default: Some("1024"),
            ..key("max_tunnels", "Tunnels and plain requests at once.", Kind::Count)
        },
        Key {
            default: Some("4294967296"),
            ..key("max_tunnel_bytes", "Bytes of one of them, both ways together.", Kind::Count)
        },
        key(
            "max_session_bytes",
            "Bytes of all of a session together. Without it there is no limit.",
            Kind::Count,
        ),
        Key {
            default: Some("600"),
            ..key("idle_seconds", "Seconds without a byte after which one is closed.", Kind::Count)
        },
    ],
    ..PLAIN
};

/// `[members.NAME]`.
pub const MEMBER: Table = Table {
    about: "One member of the toolset.",
    keys: &[key(
        "enabled",
        "Whether the member is on. Without it the member's own default holds.",
        Kind::Boolean,
    )],
    ..PLAIN
};

/// `[files]`.
pub const FILES: Table = Table {
    about: "Files that may go in and out. By default none.",
    keys: &[
        Key {
            default: Some("[]"),
            ..key(
                "upload_roots",
                "Directories, by their whole paths, whose files the member file_upload may give to a page.",
                Kind::Texts,
            )
        },
        key(
            "staging",
            "A directory, by its whole path, of documents that file_upload may give to a page by their ids, which are their names.",
            Kind::Text,
        ),
        key(
            "downloads",
            "A directory, by its whole path, for what pages download. Without it every download is refused.",
            Kind::Text,
        ),
        Key {
            default: Some("false"),
            ..key(
                "expose_download_paths",
                "Whether the agent is told where a completed download lies.",
                Kind::Boolean,
            )
        },
    ],
    ..PLAIN
};

/// `[look]`.
pub const LOOK: Table = Table {
    about: "What pages are told of the browser and its user.",
    keys: &[
        key(
            "user_agent",
            "The User-Agent. Without it Chromium's own, which says that it is headless.",
            Kind::Text,
        ),
        key("locale", "The language, a tag such as \"de-CH\". Without it \"en-US\".", Kind::Text),
        key("time_zone", "The time zone, such as \"Europe/Zurich\". Without it the machine's.", Kind::Text),
        key(
            "colour_scheme",
            "Whether pages are asked to be light or dark. Without it light.",
            Kind::OneOf(&["light", "dark"]),
        ),
    ],
    ..PLAIN
};

/// `[[confirm]]`.
pub const CONFIRM: Table = Table {
    about: "One rule on approvals.",
    keys: &[
        key("members", "The members that it is about, and accept_dialog. Without it every one.", Kind::Texts),
        key(
            "hosts",
            "The hosts that it is about, written as in an entry: of the page that the call is for, and of an address to go \
             to. Without it every one.",
            Kind::Texts,
        ),
        key(
            "answer",
            "allow: approved. ask: a person is asked on the terminal, for each call anew. deny: refused.",
            Kind::OneOf(&["allow", "ask", "deny"]),
        ),
    ],
    exactly_one_of: &["answer"],
    belongs: None,
};

/// `[[credentials]]`.
pub const CREDENTIAL: Table = Table {
    about: "One password.",
    keys: &[
        key(
            "origin",
            "The one origin that may ask for it, such as \"https://wiki.example.com\".",
            Kind::Text,
        ),
        key("user", "The user name.", Kind::Text),
        key("password_file", "A file, by its whole path, with the password in its first line.", Kind::Text),
    ],
    exactly_one_of: &["origin"],
    belongs: None,
};

/// `[[client_certificates]]`.
pub const CLIENT_CERTIFICATE: Table = Table {
    about: "One client certificate.",
    keys: &[
        key(
            "origin",
            "The one https origin whose server is shown it, such as \"https://intranet.example.com\".",
            Kind::Text,
        ),
        key(
            "certificate_file",
            "A file, by its whole path, in PEM with the certificate and what leads from it to its authority, in this order.",
            Kind::Text,
        ),
        key(
            "key_file",
            "A file, by its whole path, in PEM with its key, without a password. Without it the key is in the certificate's file.",
            Kind::Text,
        ),
    ],
    exactly_one_of: &["origin"],
    belongs: None,
};

const PLAIN: Table = Table { about: "", keys: &[], exactly_one_of: &[], belongs: None };

const fn key(name: &'static str, about: &'static str, kind: Kind) -> Key {
    Key { name, about, kind, default: None }
}
