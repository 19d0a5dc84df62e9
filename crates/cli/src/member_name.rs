//! The name of a member in an option: any text, so that a name nobody knows is told with every other mistake; but a shell
//! completes it from the names that there are.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use ringfence_toolset::{Extension, Member};

/// Takes any text, and knows the names.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MemberName;

impl TypedValueParser for MemberName {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = Member::ALL.iter().map(|member| member.name()).chain([Extension::ACCEPT_DIALOG]);
        Some(Box::new(names.map(PossibleValue::new)))
    }
}
