//! Where downloads go (F3): names of ours, and nothing but ordinary files.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

use ringfence_files::{Limits, Quarantine, QuarantineError};

fn quarantine(limits: Limits) -> (tempfile::TempDir, Quarantine) {
    let directory = tempfile::tempdir().unwrap();
    let quarantine = Quarantine::open(directory.path(), limits).unwrap();
    (directory, quarantine)
}

#[test]
fn f3_what_comes_in_gets_a_name_of_ours_and_can_not_be_run() {
    let (_directory, quarantine) = quarantine(Limits::default());
    for (number, content) in [(1, "one"), (2, "two")] {
        let written = quarantine.incoming().join("0a1b-2c");
        fs::write(&written, content).unwrap();
        fs::set_permissions(&written, fs::Permissions::from_mode(0o777)).unwrap();
        let kept = quarantine.keep("0a1b-2c").unwrap();
        let name = kept.path.file_name().unwrap().to_str().unwrap();
        assert!(name.starts_with("download-") && name.ends_with(&format!("-{number}")), "{name}");
        assert_eq!(kept.path.parent().unwrap(), quarantine.path());
        assert_eq!((fs::read_to_string(&kept.path).unwrap().as_str(), kept.bytes), (content, 3));
        assert_eq!(fs::metadata(&kept.path).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(!written.exists());
    }
}

#[test]
fn f3_a_browser_that_was_taken_over_gets_no_other_file_in() {
    let (directory, quarantine) = quarantine(Limits::default());
    fs::write(directory.path().join("secret"), "secret").unwrap();
    let incoming = quarantine.incoming();
    // One with a single name, so that nothing but the link is wrong with it.
    fs::write(directory.path().join("alone"), "secret").unwrap();
    symlink(directory.path().join("alone"), incoming.join("link")).unwrap();
    fs::hard_link(directory.path().join("secret"), incoming.join("hard")).unwrap();
    fs::create_dir(incoming.join("directory")).unwrap();
    for name in ["link", "hard", "directory", "none", "../secret", "", "a.b", "a/b"] {
        assert!(matches!(quarantine.keep(name), Err(QuarantineError::NotAFile)), "{name}");
    }
    let kept = fs::read_dir(directory.path())
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with("download-"));
    assert_eq!(kept.count(), 0);
    assert_eq!(fs::read_to_string(directory.path().join("secret")).unwrap(), "secret");
}

#[test]
fn f3_more_bytes_than_a_file_may_have_are_not_kept() {
    let (directory, quarantine) = quarantine(Limits { file_bytes: 3, ..Limits::default() });
    fs::write(quarantine.incoming().join("a"), "1234").unwrap();
    assert!(matches!(quarantine.keep("a"), Err(QuarantineError::TooLarge)));
    let incoming = quarantine.incoming().to_owned();
    assert_eq!(fs::read_dir(&incoming).unwrap().count(), 0);
    drop(quarantine);
    assert!(!incoming.exists());
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn a_directory_that_is_not_there_is_an_error_that_says_so() {
    let directory = tempfile::tempdir().unwrap();
    let missing = directory.path().join("none");
    let error = Quarantine::open(&missing, Limits::default()).unwrap_err().to_string();
    assert_eq!(
        error,
        format!(
            "the download directory {} can't be used: No such file or directory (os error 2); make it, or name another",
            missing.display()
        )
    );
}
