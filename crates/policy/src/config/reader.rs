//! Takes typed values out of a TOML tree and keeps what is wrong with them, each with its place.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{ConfigError, Position};
use super::keys::{self, Table};
use super::nearest::nearest;
use super::option_words;
use crate::entry::EntryError;
use crate::source::Source;

pub(super) struct Reader<'t> {
    text: &'t str,
    /// Where each line begins.
    lines: Vec<usize>,
    file: Arc<str>,
    errors: Vec<(usize, ConfigError)>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, name: &str) -> Self {
        let after_breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(after_breaks).collect();
        Self { text, lines, file: name.into(), errors: Vec::new() }
    }

    pub(super) fn is_clean(&self) -> bool {
        self.errors.is_empty()
    }

    /// The errors in the order of their places.
    pub(super) fn into_errors(mut self) -> Vec<ConfigError> {
        self.errors.sort_by_key(|(start, _)| *start);
        self.errors.into_iter().map(|(_, error)| error).collect()
    }

    pub(super) fn source(&self, span: Range<usize>) -> Source {
        let line = self.lines.partition_point(|start| *start <= span.start);
        Source::file(Arc::clone(&self.file), u32::try_from(line).unwrap_or(u32::MAX))
    }

    pub(super) fn position(&self, offset: usize) -> Position {
        let line = self.lines.partition_point(|start| *start <= offset);
        let start = line.checked_sub(1).and_then(|at| self.lines.get(at)).copied().unwrap_or(0);
        let before = self.text.get(start..offset).unwrap_or_default();
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Position {
            file: Arc::clone(&self.file),
            line: count(line),
            column: count(before.chars().count() + 1),
        }
    }

    pub(super) fn push(&mut self, start: usize, make: impl FnOnce(Position) -> ConfigError) {
        let error = make(self.position(start));
        self.errors.push((start, error));
    }

    pub(super) fn syntax(&mut self, error: &toml::de::Error) {
        let start = error.span().map_or(0, |span| span.start);
        let message = error.message().replace('\n', ", ");
        self.push(start, |at| ConfigError::Syntax { at, message });
    }

    pub(super) fn entries(&mut self, errors: Vec<EntryError>) {
        for error in errors {
            // Of its place an entry knows the line; what else is wrong in that line comes before it.
            let line = error.at.file_and_line().and_then(|(_, line)| usize::try_from(line).ok());
            let end = line.and_then(|line| self.lines.get(line)).copied();
            let start = end.map_or(self.text.len(), |end| end.saturating_sub(1));
            self.errors.push((start, ConfigError::Entry(error)));
        }
    }

    pub(super) fn value(&mut self, span: Range<usize>, key: &str, message: &'static str) {
        self.push(span.start, |at| ConfigError::Table { at, key: key.to_owned(), message });
    }

    pub(super) fn known_keys(&mut self, table: &DeTable<'_>, path: &str, known: &Table) {
        let known = &known.names();
        for key in table.keys().filter(|key| !known.contains(&key.get_ref().as_ref())) {
            let name = key.get_ref();
            let elsewhere = keys::tables_with(name);
            if !elsewhere.is_empty() {
                let places = elsewhere.join(" or ");
                self.push(key.span().start, |at| ConfigError::MisplacedKey {
                    at,
                    key: join(path, name),
                    places,
                });
                continue;
            }
            if let Some(how) = option_words::in_a_file(name) {
                self.push(key.span().start, |at| ConfigError::OptionWord { at, key: join(path, name), how });
                continue;
            }
            self.push(key.span().start, |at| ConfigError::UnknownKey {
                at,
                key: join(path, name),
                suggestion: nearest(name, known.iter().copied()).map(str::to_owned),
                known: list(known),
            });
        }
    }

    pub(super) fn table<'v, 'i>(
        &mut self,
        value: &'v Spanned<DeValue<'i>>,
        path: &str,
    ) -> Option<&'v DeTable<'i>> {
        self.table_or(value, path, |_| None)
    }

    /// A table that may be meant by a mere yes or no, which is answered with how it is written.
    pub(super) fn table_of_a_member<'v, 'i>(
        &mut self,
        value: &'v Spanned<DeValue<'i>>,
        path: &str,
    ) -> Option<&'v DeTable<'i>> {
        let how = |on| format!("write it as [{path}] with enabled = {on} on the line below");
        self.table_or(value, path, |found| found.as_bool().map(how))
    }

    /// One entry of a list of tables. A text in its place is answered with how it is written; `line` makes of the text the
    /// line that says the same.
    pub(super) fn entry<'v, 'i>(
        &mut self,
        value: &'v Spanned<DeValue<'i>>,
        path: &str,
        line: impl FnOnce(&str) -> String,
    ) -> Option<&'v DeTable<'i>> {
        self.table_or(value, path, |found| found.as_str().map(|text| written(path, &line(text))))
    }

    /// A table. Something else in its place is a mistake, told with how it is written where `how` knows that.
    fn table_or<'v, 'i>(
        &mut self,
        value: &'v Spanned<DeValue<'i>>,
        path: &str,
        how: impl FnOnce(&DeValue<'i>) -> Option<String>,
    ) -> Option<&'v DeTable<'i>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong_type_so(value, path, "a table", how(value.get_ref()));
        }
        table
    }

    /// A list of tables; `line` is a line of one, as an example.
    pub(super) fn tables<'v, 'i>(
        &mut self,
        table: &'v DeTable<'i>,
        path: &str,
        key: &str,
        line: &str,
    ) -> Vec<&'v Spanned<DeValue<'i>>> {
        let Some(value) = table.get(key) else { return Vec::new() };
        match value.get_ref().as_array() {
            Some(array) => array.iter().collect(),
            None => {
                let path = join(path, key);
                let how = written(&path, line);
                self.wrong_type_so(value, &path, "a list of tables", Some(how));
                Vec::new()
            }
        }
    }

    pub(super) fn boolean(&mut self, table: &DeTable<'_>, path: &str, key: &str) -> Option<bool> {
        let value = table.get(key)?;
        let boolean = value.get_ref().as_bool();
        if boolean.is_none() {
            self.wrong_type(value, &join(path, key), "true or false");
        }
        boolean
    }

    /// A whole number of at least 1.
    pub(super) fn positive(&mut self, table: &DeTable<'_>, path: &str, key: &str) -> Option<u64> {
        const EXPECTED: &str = "a whole number of at least 1";
        let value = table.get(key)?;
        let Some(written) = value.get_ref().as_integer() else {
            self.wrong_type(value, &join(path, key), EXPECTED);
            return None;
        };
        let number = u64::from_str_radix(written.as_str(), written.radix()).ok().filter(|number| *number > 0);
        if number.is_none() {
            self.value(value.span(), &join(path, key), "it must be a whole number of at least 1");
        }
        number
    }

    pub(super) fn string(
        &mut self,
        table: &DeTable<'_>,
        path: &str,
        key: &str,
    ) -> Option<(String, Range<usize>)> {
        self.as_string(table.get(key)?, &join(path, key))
    }

    /// A path that means the same file wherever the command is started, which a client does somewhere else.
    pub(super) fn path(&mut self, table: &DeTable<'_>, path: &str, key: &str) -> Option<PathBuf> {
        let (text, span) = self.string(table, path, key)?;
        self.whole_path(&text, span, &join(path, key))
    }

    /// A list of such paths.
    pub(super) fn paths(&mut self, table: &DeTable<'_>, path: &str, key: &str) -> Vec<PathBuf> {
        let texts = self.strings(table, path, key);
        let at = join(path, key);
        texts.into_iter().filter_map(|(text, span)| self.whole_path(&text, span, &at)).collect()
    }

    fn whole_path(&mut self, text: &str, span: Range<usize>, at: &str) -> Option<PathBuf> {
        let whole = Path::new(text).is_absolute();
        if !whole {
            self.value(span, at, "it must be a whole path, from / on; ~ is not replaced");
        }
        whole.then(|| text.into())
    }

    pub(super) fn strings(
        &mut self,
        table: &DeTable<'_>,
        path: &str,
        key: &str,
    ) -> Vec<(String, Range<usize>)> {
        let Some(value) = table.get(key) else { return Vec::new() };
        let path = join(path, key);
        match value.get_ref().as_array() {
            Some(array) => array.iter().filter_map(|item| self.as_string(item, &path)).collect(),
            None => {
                self.wrong_type(value, &path, "a list of strings");
                Vec::new()
            }
        }
    }

    pub(super) fn one_of<T: Copy>(
        &mut self,
        table: &DeTable<'_>,
        path: &str,
        key: &str,
        known: &[(&str, T)],
    ) -> Option<T> {
        let (text, span) = self.string(table, path, key)?;
        self.choose(&text, span, &join(path, key), known)
    }

    pub(super) fn choose<T: Copy>(
        &mut self,
        text: &str,
        span: Range<usize>,
        key: &str,
        known: &[(&str, T)],
    ) -> Option<T> {
        let found = known.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
        if found.is_none() {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            self.push(span.start, |at| ConfigError::UnknownValue {
                at,
                key: key.to_owned(),
                found: text.to_owned(),
                suggestion: nearest(text, names.iter().copied()).map(str::to_owned),
                known: list(&names),
            });
        }
        found
    }

    fn as_string(&mut self, value: &Spanned<DeValue<'_>>, path: &str) -> Option<(String, Range<usize>)> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.wrong_type(value, path, "a string");
        }
        text.map(|text| (text.to_owned(), value.span()))
    }

    fn wrong_type(&mut self, value: &Spanned<DeValue<'_>>, path: &str, expected: &'static str) {
        self.wrong_type_so(value, path, expected, None);
    }

    fn wrong_type_so(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        path: &str,
        expected: &'static str,
        how: Option<String>,
    ) {
        let found = with_article(value.get_ref().type_str());
        self.push(value.span().start, |at| ConfigError::WrongType {
            at,
            key: path.to_owned(),
            expected,
            found,
            how,
        });
    }
}

/// How an entry of a list of tables is written.
fn written(path: &str, line: &str) -> String {
    format!("write it as [[{path}]] with {line} on the line below")
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

fn list(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

fn with_article(kind: &str) -> String {
    let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {kind}")
}
