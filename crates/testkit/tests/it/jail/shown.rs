//! What a contained process is shown of the machine's directories, and files of its own.

use std::fs;

use ringfence_jail::{Bind, File, Level};

use super::{jail, tries};

/// What is put there later is seen, too.
#[test]
fn a_directory_is_seen_at_another_path_and_changed_only_where_it_may_be() {
    for level in Level::STARTED {
        let (read, written) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(read.path().join("a"), "A").unwrap();
        let mut jail = jail(level);
        let bind = |directory: &tempfile::TempDir, path: &str, writable| Bind {
            directory: directory.path().to_owned(),
            path: path.into(),
            writable,
        };
        jail.binds = vec![bind(&read, "/uploads", false), bind(&written, "/downloads", true)];
        let attempts = ["list=/uploads", "write=/uploads/b", "write=/downloads/b"].map(str::to_owned);
        assert_eq!(tries(jail, &attempts), ["list ok a", "write refused EROFS", "write ok "], "{level}");
        assert!(written.path().join("b").exists());
    }
}

/// A pipe would hold 64 KiB and no more.
#[test]
fn a_file_of_its_own_may_be_large() {
    let mut jail = jail(Level::ProxyOnly);
    jail.files = vec![File { path: "/profile/large".into(), content: vec![b'x'; 1 << 20] }];
    let said = tries(jail, &["read=/profile/large".to_owned()]);
    assert_eq!(said, [format!("read ok {}", "x".repeat(1 << 20))]);
}
