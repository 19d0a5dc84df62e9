//! Takes out of a protocol what the subset wants, and every type that this needs.

use crate::Outcome;
use crate::schema::{Domain, Field, Named, Shape, Subset, full_name};
use std::collections::{BTreeMap, BTreeSet};

/// What was wanted of a protocol.
#[derive(Debug)]
pub(crate) struct Selected {
    /// Sorted by name, and so is what is in them.
    pub(crate) domains: Vec<Domain>,
    /// What the subset omits though it isn't there.
    pub(crate) idle_omissions: Vec<String>,
}

/// Selects the wanted slice. A name that the protocol doesn't have is an error, and so is to omit a required field.
pub(crate) fn select(protocol: &[Domain], subset: &Subset) -> Outcome<Selected> {
    let mut selection = Selection {
        protocol,
        omit: subset.omit.iter().cloned().collect(),
        omitted: BTreeSet::new(),
        domains: BTreeMap::new(),
    };
    for (domain, names) in &subset.commands {
        for name in names {
            selection.command(domain, name)?;
        }
    }
    for (domain, names) in &subset.events {
        for name in names {
            selection.event(domain, name)?;
        }
    }
    Ok(selection.finish())
}

struct Selection<'a> {
    protocol: &'a [Domain],
    omit: BTreeSet<String>,
    omitted: BTreeSet<String>,
    domains: BTreeMap<String, Domain>,
}

impl<'a> Selection<'a> {
    fn command(&mut self, domain: &str, name: &str) -> Outcome<()> {
        let found = self.source(domain)?.commands.iter().find(|command| command.name == name);
        let mut command = found.cloned().ok_or_else(|| missing("command", domain, name))?;
        let owner = format!("{domain}.{name}");
        self.fields(domain, &owner, &mut command.parameters)?;
        self.fields(domain, &owner, &mut command.returns)?;
        self.target(domain).commands.push(command);
        Ok(())
    }

    fn event(&mut self, domain: &str, name: &str) -> Outcome<()> {
        let found = self.source(domain)?.events.iter().find(|event| event.name == name);
        let mut event = found.cloned().ok_or_else(|| missing("event", domain, name))?;
        self.fields(domain, &format!("{domain}.{name}"), &mut event.parameters)?;
        self.target(domain).events.push(event);
        Ok(())
    }

    fn fields(&mut self, domain: &str, owner: &str, fields: &mut Vec<Field>) -> Outcome<()> {
        let mut kept = Vec::new();
        for mut field in std::mem::take(fields) {
            let path = format!("{owner}.{}", field.name);
            if self.omit.contains(&path) {
                if !field.optional {
                    return Err(format!("subset.toml omits {path}, which is not optional"));
                }
                self.omitted.insert(path);
                continue;
            }
            self.shape(domain, owner, &mut field.shape)?;
            kept.push(field);
        }
        *fields = kept;
        Ok(())
    }

    fn shape(&mut self, domain: &str, owner: &str, shape: &mut Shape) -> Outcome<()> {
        if let Some(reference) = &shape.reference {
            let name = full_name(domain, reference);
            self.named(&name)?;
        }
        if let Some(items) = &mut shape.items {
            self.shape(domain, owner, items)?;
        }
        self.fields(domain, owner, &mut shape.properties)
    }

    fn named(&mut self, name: &str) -> Outcome<()> {
        let (domain, id) = name.split_once('.').ok_or_else(|| format!("{name} is no type name"))?;
        if self.target(domain).types.iter().any(|known| known.id == id) {
            return Ok(());
        }
        let found = self.source(domain)?.types.iter().find(|named| named.id == id);
        let mut named: Named = found.cloned().ok_or_else(|| missing("type", domain, id))?;
        // Entered before its fields are followed: types refer to themselves.
        self.target(domain).types.push(named.clone());
        self.shape(domain, name, &mut named.shape)?;
        if let Some(entry) = self.target(domain).types.iter_mut().find(|known| known.id == id) {
            *entry = named;
        }
        Ok(())
    }

    fn source(&self, domain: &str) -> Outcome<&'a Domain> {
        let found = self.protocol.iter().find(|known| known.domain == domain);
        found.ok_or_else(|| format!("the protocol has no domain {domain} (new in subset.toml? use --import)"))
    }

    fn target(&mut self, domain: &str) -> &mut Domain {
        let empty = || Domain { domain: domain.to_owned(), ..Domain::default() };
        self.domains.entry(domain.to_owned()).or_insert_with(empty)
    }

    fn finish(mut self) -> Selected {
        for domain in self.domains.values_mut() {
            domain.types.sort_by(|a, b| a.id.cmp(&b.id));
            domain.commands.sort_by(|a, b| a.name.cmp(&b.name));
            domain.events.sort_by(|a, b| a.name.cmp(&b.name));
        }
        let idle_omissions = self.omit.difference(&self.omitted).cloned().collect();
        Selected { domains: self.domains.into_values().collect(), idle_omissions }
    }
}

fn missing(kind: &str, domain: &str, name: &str) -> String {
    format!("the protocol has no {kind} {domain}.{name} (new in subset.toml? use --import)")
}

#[cfg(test)]
mod tests {
    use super::select;
    use crate::schema::{Domain, Subset};

    fn protocol() -> Vec<Domain> {
        serde_json::from_str(
            r#"[{"domain": "A", "commands": [
                    {"name": "go", "parameters": [{"name": "to", "$ref": "B.Place"}]},
                    {"name": "stay"}],
                 "types": [{"id": "Unused", "type": "string"}]},
                {"domain": "B", "types": [
                    {"id": "Place", "type": "object", "properties": [
                        {"name": "inside", "optional": true, "$ref": "Place"},
                        {"name": "of", "optional": true, "$ref": "Unwanted"}]},
                    {"id": "Unwanted", "type": "string"}]}]"#,
        )
        .unwrap()
    }

    fn subset(omit: &[&str], command: &str) -> Subset {
        Subset {
            omit: omit.iter().map(ToString::to_string).collect(),
            commands: [("A".to_owned(), vec![command.to_owned()])].into(),
            events: [].into(),
        }
    }

    #[test]
    fn takes_the_wanted_and_the_types_behind_it_and_nothing_else() {
        let selected = select(&protocol(), &subset(&["B.Place.of", "B.Place.by"], "go")).unwrap();
        let expected = serde_json::json!([
            {"domain": "A", "commands": [{"name": "go", "parameters": [{"name": "to", "$ref": "B.Place"}]}]},
            {"domain": "B", "types": [
                {"id": "Place", "type": "object", "properties": [
                    {"name": "inside", "optional": true, "$ref": "Place"}]}]},
        ]);
        assert_eq!(serde_json::to_value(selected.domains).unwrap(), expected);
        assert_eq!(selected.idle_omissions, ["B.Place.by"]);
    }

    #[test]
    fn a_name_that_the_protocol_lacks_is_an_error() {
        let error = select(&protocol(), &subset(&[], "fly")).unwrap_err();
        assert_eq!(error, "the protocol has no command A.fly (new in subset.toml? use --import)");
    }

    #[test]
    fn a_required_field_can_not_be_omitted() {
        let error = select(&protocol(), &subset(&["A.go.to"], "go")).unwrap_err();
        assert_eq!(error, "subset.toml omits A.go.to, which is not optional");
    }
}
