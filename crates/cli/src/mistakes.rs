//! What is wrong with options and file, all of it told at once.

use std::fmt::Display;

use crate::failure::Failure;

/// Mistakes, each told once, in the order in which they were found.
#[derive(Debug, Default)]
pub(crate) struct Mistakes(Vec<String>);

impl Mistakes {
    /// Notes one.
    pub(crate) fn add(&mut self, mistake: &impl Display) {
        let text = mistake.to_string();
        if !self.0.contains(&text) {
            self.0.push(text);
        }
    }

    /// Notes several.
    pub(crate) fn add_all<T: Display>(&mut self, mistakes: impl IntoIterator<Item = T>) {
        mistakes.into_iter().for_each(|mistake| self.add(&mistake));
    }

    /// What went well, else none, with the mistake noted.
    pub(crate) fn kept<T, E: Display>(&mut self, outcome: Result<T, E>) -> Option<T> {
        outcome.map_err(|error| self.add(&error)).ok()
    }

    /// The same of something that tells several mistakes at once.
    pub(crate) fn kept_all<T, E: Display>(&mut self, outcome: Result<T, Vec<E>>) -> Option<T> {
        outcome.map_err(|errors| self.add_all(errors)).ok()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them, as one failure.
    pub(crate) fn into_failure(self) -> Failure {
        Failure::Usage(self.0.join("\nerror: "))
    }
}
