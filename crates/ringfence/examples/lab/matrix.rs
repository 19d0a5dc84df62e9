//! The table of what each barrier keeps.
use anyhow::Result;
use std::path::Path;
use std::process::ExitCode;
pub(crate) fn write(_to: &Path) -> Result<ExitCode> {
    Ok(ExitCode::FAILURE)
}
