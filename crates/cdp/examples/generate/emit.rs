//! Writes the Rust source of each domain.

use crate::Outcome;
use crate::names::{camel_case, field_name, module_name, type_name};
use crate::schema::{Command, Domain, Event, Field, Named, Shape, full_name};
use crate::uses::Uses;
use std::collections::BTreeSet;
use std::fmt::Write;

const HEAD: &str = "// Generated from protocol/protocol.json by examples/generate. Don't edit: change protocol/subset.toml.\n\n";

/// File name and source of each domain.
pub(crate) fn domains(domains: &[Domain], uses: &Uses) -> Outcome<Vec<(String, String)>> {
    domains
        .iter()
        .map(|domain| {
            let source = Emitter { domain, uses, taken: BTreeSet::new(), source: String::new() }.emit()?;
            Ok((format!("{}.rs", module_name(&domain.domain)), source))
        })
        .collect()
}

/// The source of the module that holds the domains.
pub(crate) fn root(domains: &[Domain], version: &str) -> String {
    let modules: String =
        domains.iter().map(|domain| format!("pub mod {};\n", module_name(&domain.domain))).collect();
    format!(
        "//! The part of the protocol that is used here, one module a domain.\n//!\n\
         //! As described by version {version} of the npm package `devtools-protocol`.\n\n{HEAD}{modules}"
    )
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Command,
    Response,
    Event,
    Type { sent: bool, received: bool },
}

impl Role {
    fn is_sent(self) -> bool {
        matches!(self, Self::Command | Self::Type { sent: true, .. })
    }

    fn is_received(self) -> bool {
        matches!(self, Self::Response | Self::Event | Self::Type { received: true, .. })
    }
}

struct Emitter<'a> {
    domain: &'a Domain,
    uses: &'a Uses,
    taken: BTreeSet<String>,
    source: String,
}

impl Emitter<'_> {
    fn emit(mut self) -> Outcome<String> {
        for named in &self.domain.types {
            self.named(named)?;
        }
        for command in &self.domain.commands {
            self.command(command)?;
        }
        for event in &self.domain.events {
            self.event(event)?;
        }
        Ok(format!("{HEAD}{}{}", self.imports(), self.source))
    }

    /// Only what the source uses, so that the compiler has nothing to say.
    fn imports(&self) -> String {
        let uses = |word: &str| self.source.contains(word);
        let mut imports = String::new();
        let macros: Vec<&str> = ["number_id", "text_enum", "text_id"]
            .into_iter()
            .filter(|name| uses(&format!("{name}!")))
            .collect();
        if !macros.is_empty() {
            let _ = writeln!(imports, "use crate::text::{{{}}};", macros.join(", "));
        }
        let traits: Vec<&str> =
            ["Deserialize", "Serialize"].into_iter().filter(|name| uses(&format!(" {name})]"))).collect();
        if !traits.is_empty() {
            let _ = writeln!(imports, "use serde::{{{}}};", traits.join(", "));
        }
        imports + "\n"
    }

    fn named(&mut self, named: &Named) -> Outcome<()> {
        let full = full_name(&self.domain.domain, &named.id);
        let name = self.take(&named.id)?;
        let shape = &named.shape;
        match shape.kind.as_deref() {
            Some("string") if !shape.values.is_empty() => self.text_enum(&name, &shape.values),
            Some("string") => self.line(format_args!("text_id!({name});\n")),
            Some("integer") => self.line(format_args!("number_id!({name});\n")),
            Some("object") if !shape.properties.is_empty() => {
                let role =
                    Role::Type { sent: self.uses.is_sent(&full), received: self.uses.is_received(&full) };
                self.structure(&name, &full, &shape.properties, role)
            }
            _ => {
                let rust = self.rust_type(&name, "", shape)?;
                self.line(format_args!("pub type {name} = {rust};\n"))
            }
        }
    }

    fn command(&mut self, command: &Command) -> Outcome<()> {
        let name = self.take(&command.name)?;
        let method = full_name(&self.domain.domain, &command.name);
        self.structure(&name, &method, &command.parameters, Role::Command)?;
        let response = if command.returns.is_empty() {
            "crate::Empty".to_owned()
        } else {
            let response = self.take(&format!("{}Response", command.name))?;
            self.structure(&response, &method, &command.returns, Role::Response)?;
            response
        };
        self.line(format_args!(
            "impl crate::Command for {name} {{\nconst METHOD: &'static str = \"{method}\";\n\
             type Response = {response};\n}}\n"
        ))
    }

    fn event(&mut self, event: &Event) -> Outcome<()> {
        let name = self.take(&event.name)?;
        let method = full_name(&self.domain.domain, &event.name);
        self.structure(&name, &method, &event.parameters, Role::Event)?;
        self.line(format_args!(
            "impl crate::Event for {name} {{\nconst METHOD: &'static str = \"{method}\";\n}}\n"
        ))
    }

    fn structure(&mut self, name: &str, full: &str, fields: &[Field], role: Role) -> Outcome<()> {
        let mut body = String::new();
        for field in fields {
            self.field(&mut body, name, full, field, role)?;
        }
        let required: Vec<&Field> = fields.iter().filter(|field| !field.optional).collect();
        let mut derives = vec!["Debug", "Clone", "PartialEq"];
        if role.is_sent() && required.is_empty() {
            derives.push("Default");
        }
        if role.is_received() {
            derives.push("Deserialize");
        }
        if role.is_sent() {
            derives.push("Serialize");
        }
        let braces = if fields.is_empty() { "{}".to_owned() } else { format!("{{\n{body}}}") };
        self.line(format_args!(
            "#[derive({})]\n#[serde(rename_all = \"camelCase\")]\npub struct {name} {braces}\n",
            derives.join(", ")
        ))?;
        if role.is_sent() && !required.is_empty() { self.constructor(name, full, fields) } else { Ok(()) }
    }

    fn field(
        &mut self,
        body: &mut String,
        owner: &str,
        full: &str,
        field: &Field,
        role: Role,
    ) -> Outcome<()> {
        let name = field_name(&field.name);
        let mut rust = self.inline_type(owner, field)?;
        if let Some(reference) = &field.shape.reference
            && self.uses.holds_itself(full, &full_name(&self.domain.domain, reference))
        {
            rust = format!("Box<{rust}>");
        }
        if camel_case(&name) != field.name {
            let _ = writeln!(body, "#[serde(rename = \"{}\")]", field.name);
        }
        if field.optional {
            if role.is_sent() {
                let _ = writeln!(body, "#[serde(skip_serializing_if = \"Option::is_none\")]");
            }
            rust = format!("Option<{rust}>");
        }
        let _ = writeln!(body, "pub {name}: {rust},");
        Ok(())
    }

    /// `new` takes what is required; all else is absent and can be set by name.
    fn constructor(&mut self, name: &str, full: &str, fields: &[Field]) -> Outcome<()> {
        let mut arguments = String::new();
        let mut values = String::new();
        for field in fields {
            let field_name = field_name(&field.name);
            if field.optional {
                let _ = writeln!(values, "{field_name}: None,");
                continue;
            }
            let rust = self.rust_type(name, &field.name, &field.shape)?;
            let boxed = field.shape.reference.as_ref().is_some_and(|reference| {
                self.uses.holds_itself(full, &full_name(&self.domain.domain, reference))
            });
            match (self.is_text(&field.shape), boxed) {
                (true, _) => {
                    let _ = write!(arguments, "{field_name}: impl Into<{rust}>,");
                    let _ = writeln!(values, "{field_name}: {field_name}.into(),");
                }
                (false, false) => {
                    let _ = write!(arguments, "{field_name}: {rust},");
                    let _ = writeln!(values, "{field_name},");
                }
                (false, true) => return Err(format!("{full} holds itself by a required field")),
            }
        }
        self.line(format_args!(
            "impl {name} {{\n#[must_use]\npub fn new({arguments}) -> Self {{\nSelf {{\n{values}}}\n}}\n}}\n"
        ))
    }

    /// Whether the value is plain text or a text identifier, for which a constructor takes any text.
    fn is_text(&self, shape: &Shape) -> bool {
        shape.reference.is_none() && shape.kind.as_deref() == Some("string") && shape.values.is_empty()
    }

    /// The type of a field; one with an enumeration of its own gets that declared first.
    fn inline_type(&mut self, owner: &str, field: &Field) -> Outcome<String> {
        if !field.shape.values.is_empty() {
            let name = self.take(&format!("{owner}-{}", field.name))?;
            self.text_enum(&name, &field.shape.values)?;
            return Ok(name);
        }
        if let Some(items) = &field.shape.items
            && !items.values.is_empty()
        {
            let name = self.take(&format!("{owner}-{}", field.name))?;
            self.text_enum(&name, &items.values)?;
            return Ok(format!("Vec<{name}>"));
        }
        self.rust_type(owner, &field.name, &field.shape)
    }

    fn rust_type(&self, owner: &str, field: &str, shape: &Shape) -> Outcome<String> {
        if let Some(reference) = &shape.reference {
            return Ok(match reference.split_once('.') {
                Some((domain, id)) if domain != self.domain.domain => {
                    format!("super::{}::{}", module_name(domain), type_name(id))
                }
                Some((_, id)) => type_name(id),
                None => type_name(reference),
            });
        }
        if !shape.values.is_empty() {
            return Ok(type_name(&format!("{owner}-{field}")));
        }
        Ok(match (shape.kind.as_deref(), &shape.items) {
            (Some("string" | "binary"), _) => "String".to_owned(),
            (Some("integer"), _) => "i64".to_owned(),
            (Some("number"), _) => "f64".to_owned(),
            (Some("boolean"), _) => "bool".to_owned(),
            (Some("any"), _) => "crate::Json".to_owned(),
            (Some("object"), _) if shape.properties.is_empty() => {
                "serde_json::Map<String, serde_json::Value>".to_owned()
            }
            (Some("array"), Some(items)) => format!("Vec<{}>", self.rust_type(owner, field, items)?),
            _ => {
                return Err(format!(
                    "{owner}.{field} has a shape that the generator doesn't know: {shape:?}"
                ));
            }
        })
    }

    fn text_enum(&mut self, name: &str, values: &[String]) -> Outcome<()> {
        let mut variants = String::new();
        for value in values {
            let _ = writeln!(variants, "    {} = \"{value}\",", type_name(value));
        }
        self.line(format_args!("text_enum!({name} {{\n{variants}}});\n"))
    }

    /// Takes a Rust name; two things of one name can't stand in one module.
    fn take(&mut self, name: &str) -> Outcome<String> {
        let name = type_name(name);
        if self.taken.insert(name.clone()) {
            return Ok(name);
        }
        Err(format!("{} has two things named {name}", self.domain.domain))
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) -> Outcome<()> {
        writeln!(self.source, "{line}").map_err(|error| error.to_string())
    }
}
