//! Which directories must lie apart (F3).

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use ringfence_files::{Places, PlacesError, open_to_others};

fn in_root(directory: &Path, root: &Path) -> bool {
    let with = |place: fn(&mut Places) -> &mut Option<PathBuf>| {
        let roots = vec!["/elsewhere".into(), root.to_owned()];
        let mut places = Places { upload_roots: roots, ..Places::default() };
        *place(&mut places) = Some(directory.to_owned());
        places.check()
    };
    let refused = |what, found: Result<(), PlacesError>| match found {
        Ok(()) => false,
        Err(error) => {
            let (directory, root) = (directory.to_owned(), root.to_owned());
            assert_eq!(error, PlacesError::InRoot { what, directory, root });
            true
        }
    };
    let all = [
        refused("staging", with(|places| &mut places.staging)),
        refused("download", with(|places| &mut places.downloads)),
        refused("temporary", with(|places| &mut places.scratch)),
    ];
    assert!(all.iter().all(|one| *one == all[0]), "{all:?}");
    all[0]
}

#[test]
fn f3_downloads_and_staged_documents_lie_outside_every_root() {
    for (directory, root, is_in) in [
        ("/data/up/down", "/data/up", true),
        ("/data/up", "/data/up", true),
        ("/data/up-2", "/data/up", false),
        ("/data", "/data/up", false),
        ("/DATA/Up/down", "/data/uP", true),
        ("/data/u\u{308}p/x", "/data/\u{fc}p", true),
        ("/data/\u{dc}p/x", "/data/u\u{308}p", true),
        ("/data/./up//x", "/data/up/", true),
    ] {
        assert_eq!(in_root(Path::new(directory), Path::new(root)), is_in, "{directory} in {root}");
    }
}

#[test]
fn f3_as_written_and_as_resolved() {
    let base = tempfile::tempdir().unwrap();
    let base = base.path().canonicalize().unwrap();
    fs::create_dir_all(base.join("up/inner")).unwrap();
    symlink(base.join("up/inner"), base.join("link")).unwrap();
    symlink(base.join("up"), base.join("rootlink")).unwrap();
    assert!(in_root(&base.join("link"), &base.join("up")));
    // What isn't there yet counts by the part that is.
    assert!(in_root(&base.join("link/new/deeper"), &base.join("up")));
    assert!(in_root(&base.join("up/inner"), &base.join("rootlink")));
    assert!(!in_root(&base.join("new"), &base.join("rootlink")));
}

#[test]
fn a_path_that_is_not_whole_is_refused() {
    let relative = PathBuf::from("up");
    let refused = |places: Places| places.check().unwrap_err().to_string();
    let said = |what: &str| format!("the path up of the {what} is not absolute; write the whole path");
    assert_eq!(
        refused(Places { upload_roots: vec![relative.clone()], ..Places::default() }),
        said("upload root")
    );
    assert_eq!(
        refused(Places { staging: Some(relative.clone()), ..Places::default() }),
        said("staging directory")
    );
    assert_eq!(
        refused(Places { downloads: Some(relative), ..Places::default() }),
        said("download directory")
    );
}

#[test]
fn f3_a_root_that_others_can_write_into_is_told_of() {
    let root = tempfile::tempdir().unwrap();
    for (mode, who) in
        [(0o755, None), (0o775, Some("its group")), (0o757, Some("everybody")), (0o777, Some("everybody"))]
    {
        fs::set_permissions(root.path(), fs::Permissions::from_mode(mode)).unwrap();
        let said = open_to_others(root.path());
        assert_eq!(said.as_ref().and_then(|said| said.split(" can write").next()), who, "{mode:o}");
    }
    assert_eq!(open_to_others(Path::new("/none")), None);
}
