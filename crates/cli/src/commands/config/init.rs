//! `ringfence config init`: a file to begin with.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use crate::config_file;
use crate::failure::{Done, Failure};

/// The file: everything that can be said, explained, and nothing of it said.
pub(super) const STARTER: &str = include_str!("starter.toml");

/// Make a configuration file in which everything is explained and nothing is on
///
/// Never writes over a file.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ringfence config init
  ringfence config init shop.toml
  ringfence config init -")]
pub(crate) struct InitArgs {
    /// The file to make, instead of ringfence/ringfence.toml in your configuration directory; `-` prints it
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
}

pub(super) fn run(args: &InitArgs) -> Result<Done, Failure> {
    let path = match &args.file {
        Some(path) if path.as_os_str() == "-" => {
            io::stdout().write_all(STARTER.as_bytes())?;
            return Ok(Done::Well);
        }
        Some(path) => path.clone(),
        None => {
            let path = config_file::own_path().ok_or_else(no_home)?;
            if let Some(directory) = path.parent() {
                fs::create_dir_all(directory).map_err(|error| unwritable(directory, &error))?;
            }
            path
        }
    };
    make(&path)?;
    writeln!(io::stdout(), "{}: made; everything in it is off", path.display())?;
    Ok(Done::Well)
}

fn make(path: &Path) -> Result<(), Failure> {
    // Made anew or not at all, also when somebody makes it in this moment.
    let made = fs::File::create_new(path).and_then(|mut file| file.write_all(STARTER.as_bytes()));
    made.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            let path = path.display();
            Failure::Failed(format!(
                "{path} is there already and was left as it is; edit it, or name another file"
            ))
        }
        _ => unwritable(path, &error),
    })
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let path = path.display();
    Failure::Failed(format!(
        "{path} can't be made: {error}; name a file in a directory that you can write to"
    ))
}

fn no_home() -> Failure {
    Failure::Usage("there is no home directory, so no place for the file; name one".to_owned())
}

#[cfg(test)]
mod tests {
    use ringfence_policy::config::FileConfig;
    use ringfence_policy::config::keys::{FILE, Kind, Table};

    use super::STARTER;

    /// The lines that would be TOML if they were not commented out.
    fn uncommented() -> String {
        let settings =
            STARTER.lines().filter_map(|line| line.strip_prefix('#')).filter(|line| !line.starts_with(' '));
        settings.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn the_file_says_nothing_until_it_is_edited() {
        assert_eq!(FileConfig::parse(STARTER, "starter.toml"), Ok(FileConfig::default()));
    }

    #[test]
    fn all_that_is_commented_out_can_be_said_together() {
        let said = FileConfig::parse(&uncommented(), "starter.toml").unwrap();
        assert_eq!((said.policy.allow.len(), said.policy.deny.len(), said.members.len()), (3, 1, 5));
    }

    #[test]
    fn every_key_is_in_it() {
        fn every(table: &Table, path: &str, missing: &mut Vec<String>, said: &str) {
            for key in table.keys {
                let path = format!("{path}{}", key.name);
                let there = match &key.kind {
                    Kind::Table(_) | Kind::Tables(_) => said.contains(&format!("[{path}]")),
                    Kind::Members(_) => said.contains(&format!("[{path}.")),
                    _ => said.contains(&format!("\n{} = ", key.name)),
                };
                if !there {
                    missing.push(path.clone());
                }
                if let Kind::Table(inner) | Kind::Tables(inner) | Kind::Members(inner) = key.kind {
                    every(inner, &format!("{path}."), missing, said);
                }
            }
        }
        let mut missing = Vec::new();
        every(&FILE, "", &mut missing, &uncommented());
        assert_eq!(missing, Vec::<String>::new());
    }
}
