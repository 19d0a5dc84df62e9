//! What each named type is used for: sent, received, and whether it holds itself.

use crate::schema::{Domain, Field, Shape, full_name};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) struct Uses {
    sent: BTreeSet<String>,
    received: BTreeSet<String>,
    /// For each type the types that it holds directly, not through a list.
    held: BTreeMap<String, BTreeSet<String>>,
}

impl Uses {
    pub(crate) fn of(domains: &[Domain]) -> Self {
        let types = types(domains);
        let mut uses = Self { sent: BTreeSet::new(), received: BTreeSet::new(), held: BTreeMap::new() };
        for domain in domains {
            let name = domain.domain.as_str();
            for command in &domain.commands {
                follow(name, &command.parameters, &types, &mut uses.sent);
                follow(name, &command.returns, &types, &mut uses.received);
            }
            for event in &domain.events {
                follow(name, &event.parameters, &types, &mut uses.received);
            }
        }
        for (name, (domain, shape)) in &types {
            let direct = shape.properties.iter().filter_map(|field| field.shape.reference.as_deref());
            uses.held.insert(name.clone(), direct.map(|reference| full_name(domain, reference)).collect());
        }
        uses
    }

    pub(crate) fn is_sent(&self, name: &str) -> bool {
        self.sent.contains(name)
    }

    pub(crate) fn is_received(&self, name: &str) -> bool {
        self.received.contains(name)
    }

    /// Whether a field of type `held` inside `owner` would make `owner` endless, so that it must be boxed.
    pub(crate) fn holds_itself(&self, owner: &str, held: &str) -> bool {
        let mut seen = BTreeSet::new();
        let mut next = vec![held];
        while let Some(name) = next.pop() {
            if name == owner {
                return true;
            }
            if seen.insert(name) {
                next.extend(self.held.get(name).into_iter().flatten().map(String::as_str));
            }
        }
        false
    }
}

type Types<'a> = BTreeMap<String, (&'a str, &'a Shape)>;

fn types(domains: &[Domain]) -> Types<'_> {
    let all = domains.iter().flat_map(|domain| domain.types.iter().map(move |named| (domain, named)));
    all.map(|(domain, named)| (full_name(&domain.domain, &named.id), (domain.domain.as_str(), &named.shape)))
        .collect()
}

fn follow(domain: &str, fields: &[Field], types: &Types<'_>, into: &mut BTreeSet<String>) {
    for field in fields {
        follow_shape(domain, &field.shape, types, into);
    }
}

fn follow_shape(domain: &str, shape: &Shape, types: &Types<'_>, into: &mut BTreeSet<String>) {
    if let Some(reference) = &shape.reference {
        let name = full_name(domain, reference);
        if let Some((home, named)) = types.get(&name)
            && into.insert(name)
        {
            follow_shape(home, named, types, into);
        }
    }
    if let Some(items) = &shape.items {
        follow_shape(domain, items, types, into);
    }
    follow(domain, &shape.properties, types, into);
}
