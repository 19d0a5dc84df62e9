//! Turns the protocol's names into Rust's.

/// `getFullAXTree` → `GetFullAxTree`, `same-origin` → `SameOrigin`, `2g` → `N2g`.
pub(crate) fn type_name(name: &str) -> String {
    let joined: String = words(name).iter().map(|word| capitalized(word)).collect();
    if joined.starts_with(|first: char| first.is_ascii_digit()) { format!("N{joined}") } else { joined }
}

/// `baseURL` → `base_url`, `type` → `r#type`.
pub(crate) fn field_name(name: &str) -> String {
    let snake = words(name).join("_");
    match snake.as_str() {
        "type" | "override" | "async" | "for" | "in" | "as" | "where" | "static" | "ref" | "match"
        | "mod" | "use" | "loop" | "move" | "const" => format!("r#{snake}"),
        _ => snake,
    }
}

/// `DOM` → `dom`.
pub(crate) fn module_name(domain: &str) -> String {
    words(domain).join("_")
}

/// What serde's `rename_all = "camelCase"` makes of a field name: where it differs, a rename is needed.
pub(crate) fn camel_case(field: &str) -> String {
    let mut words = field.trim_start_matches("r#").split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| name + &capitalized(word))
}

/// The words of a name, in lower case. A run of capitals is one word, up to the capital of the next word.
fn words(name: &str) -> Vec<String> {
    let characters: Vec<char> = name.chars().collect();
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    for (at, &character) in characters.iter().enumerate() {
        if !character.is_ascii_alphanumeric() {
            open = false;
            continue;
        }
        let after_small = at > 0 && !characters[at - 1].is_ascii_uppercase();
        let before_small = characters.get(at + 1).is_some_and(char::is_ascii_lowercase);
        let starts = character.is_ascii_uppercase() && (after_small || before_small);
        match words.last_mut() {
            Some(word) if open && !starts => word.push(character.to_ascii_lowercase()),
            _ => words.push(character.to_ascii_lowercase().to_string()),
        }
        open = true;
    }
    words
}

fn capitalized(word: &str) -> String {
    let mut characters = word.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_rusts_conventions() {
        let types = ["getFullAXTree", "same-origin", "SessionID", "CSPViolation", "2g", "text/html", "DOM"];
        let expected = ["GetFullAxTree", "SameOrigin", "SessionId", "CspViolation", "N2g", "TextHtml", "Dom"];
        assert_eq!(types.map(type_name), expected);
        let fields = ["baseURL", "type", "isSameDocument", "hasUserGesture", "cssContentSize"];
        let expected = ["base_url", "r#type", "is_same_document", "has_user_gesture", "css_content_size"];
        assert_eq!(fields.map(field_name), expected);
    }

    #[test]
    fn a_name_that_does_not_round_trip_is_seen() {
        assert_eq!(camel_case(&field_name("frameId")), "frameId");
        assert_eq!(camel_case(&field_name("type")), "type");
        assert_ne!(camel_case(&field_name("baseURL")), "baseURL");
    }
}
