//! Times as text.

use std::time::SystemTime;

use time::OffsetDateTime;
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;

const RFC_3339: &[BorrowedFormatItem<'_>] =
    format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");
const FOR_PEOPLE: &[BorrowedFormatItem<'_>] =
    format_description!("[day padding:none] [month repr:long] [year], [hour]:[minute] UTC");

/// RFC 3339 in UTC with milliseconds: `2026-11-30T19:31:25.120Z`.
pub(crate) fn rfc_3339(at: SystemTime) -> String {
    written(at, RFC_3339)
}

/// For people: `30 November 2026, 19:31 UTC`.
pub(crate) fn for_people(at: SystemTime) -> String {
    written(at, FOR_PEOPLE)
}

fn written(at: SystemTime, format: &[BorrowedFormatItem<'_>]) -> String {
    // Fails only for years of more than four digits.
    OffsetDateTime::from(at).format(format).unwrap_or_else(|_| "an unknown time".to_owned())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::{for_people, rfc_3339};

    #[test]
    fn times_are_in_utc() {
        let at = SystemTime::UNIX_EPOCH + Duration::from_millis(1_796_067_085_007);
        assert_eq!(rfc_3339(at), "2026-11-30T19:31:25.007Z");
        assert_eq!(for_people(at), "30 November 2026, 19:31 UTC");
    }
}
