//! Which time zones there are.
//!
//! The system's zone files say: the lock file has no crate that knows zones, and one would bring a second copy of the database,
//! which is of its own date. Where the system has none, as in a small container, a name is taken as it is.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use ringfence_policy::config::nearest;

/// Where the zone files lie.
const ZONES: &str = "/usr/share/zoneinfo";
/// Copies of all zones with other leap seconds: no part of a name.
const COPIES: [&str; 2] = ["posix", "right"];
/// How many directories a zone lies deep at most: `America/Argentina/Buenos_Aires`.
const DEEPEST: usize = 3;

/// Whether a time zone is known; the error says that it is not. The name is shaped like one.
pub(crate) fn check(name: &str) -> Result<(), String> {
    check_in(Path::new(ZONES), name)
}

fn check_in(zones: &Path, name: &str) -> Result<(), String> {
    // Every database has it.
    if !is_zone(&zones.join("UTC")) || is_zone(&zones.join(name)) {
        return Ok(());
    }
    let mut all = Vec::new();
    collect(zones, "", 1, &mut all);
    // Many write the place alone, or with a space in it.
    let place = |zone: &str| zone.rsplit('/').next().unwrap_or(zone).replace(' ', "_").to_lowercase();
    let near = all.iter().find(|zone| place(zone) == place(name)).map(String::as_str);
    let near = near.or_else(|| nearest(name, all.iter().map(String::as_str)));
    let near = near.map(|near| format!(", did you mean {near:?}?")).unwrap_or_default();
    Err(format!(
        "there is no time zone {name:?} in {}{near}; write a name of the IANA database, such as Europe/Zurich",
        zones.display()
    ))
}

/// Each of them begins so; other files lie among them.
fn is_zone(path: &Path) -> bool {
    let mut beginning = [0; 4];
    File::open(path).and_then(|mut file| file.read_exact(&mut beginning)).is_ok() && &beginning == b"TZif"
}

fn collect(directory: &Path, before: &str, depth: usize, all: &mut Vec<String>) {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    for entry in entries {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let (path, full) = (entry.path(), format!("{before}{name}"));
        if path.is_dir() && depth < DEEPEST && !COPIES.contains(&name.as_str()) {
            collect(&path, &format!("{full}/"), depth + 1, all);
        } else if is_zone(&path) {
            all.push(full);
        }
    }
    // So that of two that are as near it is always the same one.
    all.sort();
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_zone_is_known_by_its_file_and_the_nearest_is_named() {
        let zones = tempfile::tempdir().unwrap();
        let check = |name: &str| check_in(zones.path(), name);
        assert_eq!(check("Europe/Zurch"), Ok(()), "a system without zones knows none to be wrong");
        fs::create_dir_all(zones.path().join("America/Argentina")).unwrap();
        fs::create_dir_all(zones.path().join("right/Europe")).unwrap();
        fs::create_dir(zones.path().join("Europe")).unwrap();
        for zone in ["UTC", "Europe/Zurich", "America/Argentina/Buenos_Aires", "right/Europe/Zurch2"] {
            fs::write(zones.path().join(zone), "TZif2").unwrap();
        }
        fs::write(zones.path().join("zone.tab"), "# a table").unwrap();
        assert_eq!(check("Europe/Zurich"), Ok(()));
        assert_eq!(check("America/Argentina/Buenos_Aires"), Ok(()));
        let refused = |name: &str, near: &str| {
            let place = zones.path().display();
            Err(format!(
                "there is no time zone {name:?} in {place}{near}; write a name of the IANA database, such as Europe/Zurich"
            ))
        };
        assert_eq!(check("Zurich"), refused("Zurich", ", did you mean \"Europe/Zurich\"?"));
        let buenos_aires = ", did you mean \"America/Argentina/Buenos_Aires\"?";
        assert_eq!(check("buenos aires"), refused("buenos aires", buenos_aires));
        assert_eq!(check("Europe/Zurch"), refused("Europe/Zurch", ", did you mean \"Europe/Zurich\"?"));
        assert_eq!(check("Europe"), refused("Europe", ", did you mean \"Europe/Zurich\"?"));
        assert_eq!(check("zone.tab"), refused("zone.tab", ""));
        assert_eq!(check("Middle/Of"), refused("Middle/Of", ""));
    }
}
