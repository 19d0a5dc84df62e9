//! The file policy: what is checked is copied, and the copy is what is sent.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::sync::Arc;

use ringfence_files::{Inbox, Kind, Limits, Staging, Uploads};
use ringfence_toolset::{Denial, FilePolicy, UploadKind};

use crate::check::{Disk, disk};

fn uploads(disk: &Disk, limits: Limits) -> (tempfile::TempDir, Uploads) {
    let scratch = tempfile::tempdir().unwrap();
    let inbox = Arc::new(Inbox::new(scratch.path(), limits).unwrap());
    let staging = Some(Staging::new(disk.outside.clone()));
    (scratch, Uploads { roots: vec![disk.root.clone()], staging, inbox })
}

async fn check(uploads: &Uploads, kind: UploadKind, name: &str) -> Result<String, String> {
    match uploads.check(kind, vec![name.to_owned()]).await {
        Ok(names) => Ok(names.into_iter().next().unwrap()),
        Err(Denial::Refused(error)) => Err(error.text),
        Err(other) => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn f1_what_was_checked_is_what_is_sent() {
    let disk = disk();
    let (_scratch, uploads) = uploads(&disk, Limits::default());
    let path = disk.root.join("a.txt");
    symlink("a.txt", disk.root.join("link")).unwrap();
    // Whoever approves reads where the link leads.
    let named = check(&uploads, UploadKind::Paths, disk.root.join("link").to_str().unwrap()).await.unwrap();
    assert_eq!(named, path.to_str().unwrap());
    fs::write(&path, "changed meanwhile").unwrap();
    let staged = uploads.inbox.take(UploadKind::Paths, &named).unwrap();
    assert_eq!((staged.holds, staged.inside.to_str().unwrap()), (Kind::File, "1/a.txt"));
    let copy = uploads.inbox.path().join(&staged.inside);
    assert_eq!(fs::read_to_string(&copy).unwrap(), format!("in {}", disk.root.display()));
    // It is for this user alone, and for one use.
    assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::metadata(uploads.inbox.path()).unwrap().permissions().mode() & 0o777, 0o700);
    assert_eq!(uploads.inbox.take(UploadKind::Paths, &named), None);
    // It is gone with the browser.
    let place = uploads.inbox.path().to_owned();
    drop(uploads);
    assert!(!place.exists());
}

#[tokio::test]
async fn a_copy_that_no_call_took_is_gone_with_the_next_check() {
    let disk = disk();
    let (_scratch, uploads) = uploads(&disk, Limits { files: 1, ..Limits::default() });
    let path = disk.root.join("a.txt");
    for _ in 0..3 {
        check(&uploads, UploadKind::Paths, path.to_str().unwrap()).await.unwrap();
    }
    let copies = fs::read_dir(uploads.inbox.path()).unwrap().count();
    assert_eq!(copies, 1);
}

#[tokio::test]
async fn limits_hold_for_a_file_and_for_a_browser() {
    let disk = disk();
    fs::write(disk.root.join("six"), "123456").unwrap();
    let sparse = fs::File::create(disk.root.join("huge")).unwrap();
    sparse.set_len(1 << 40).unwrap();
    let limits = Limits { file_bytes: 6, total_bytes: 10, files: 5 };
    let (_scratch, uploads) = uploads(&disk, limits);
    let path = |name: &str| disk.root.join(name).to_str().unwrap().to_owned();
    let refused = |name: &str, why: &str| {
        Err(format!("file_upload was refused: {:?} {why}. Nothing was uploaded.", path(name)))
    };
    assert_eq!(
        check(&uploads, UploadKind::Paths, &path("huge")).await,
        refused("huge", "is too large: a file may have at most 6 bytes")
    );
    let six = check(&uploads, UploadKind::Paths, &path("six")).await.unwrap();
    uploads.inbox.take(UploadKind::Paths, &six).unwrap();
    assert_eq!(
        check(&uploads, UploadKind::Paths, &path("six")).await,
        refused("six", "is more than may be uploaded by one browser: 10 bytes and 5 files in all")
    );
}

#[tokio::test]
async fn a_directory_is_copied_whole_or_not_at_all() {
    let disk = disk();
    fs::create_dir_all(disk.root.join("d/e")).unwrap();
    fs::write(disk.root.join("d/e/deep"), "deep").unwrap();
    let (_scratch, uploads) = uploads(&disk, Limits::default());
    let path = disk.root.join("d").to_str().unwrap().to_owned();
    check(&uploads, UploadKind::Paths, &path).await.unwrap();
    let staged = uploads.inbox.take(UploadKind::Paths, &path).unwrap();
    assert_eq!(staged.holds, Kind::Directory);
    assert_eq!(fs::read_to_string(uploads.inbox.path().join(staged.inside).join("e/deep")).unwrap(), "deep");
    symlink("/etc/passwd", disk.root.join("d/e/out")).unwrap();
    let said = check(&uploads, UploadKind::Paths, &path).await.unwrap_err();
    assert_eq!(
        said,
        format!(
            "file_upload was refused: {path:?} has something in it that may not be uploaded: \"out\" is neither a file nor a directory, so it may not be uploaded. Nothing was uploaded."
        )
    );
}

#[tokio::test]
async fn f2_documents_are_named_by_id_and_a_refusal_does_not_tell_which_exist() {
    let disk = disk();
    fs::create_dir_all(disk.outside.join("doc_1")).unwrap();
    fs::write(disk.outside.join("doc_1/report.pdf"), "pdf").unwrap();
    fs::create_dir_all(disk.outside.join("two")).unwrap();
    fs::write(disk.outside.join("two/a"), "").unwrap();
    fs::write(disk.outside.join("two/b"), "").unwrap();
    fs::write(disk.outside.join(".hidden"), "").unwrap();
    symlink("/etc/passwd", disk.outside.join("link")).unwrap();
    let (_scratch, uploads) = uploads(&disk, Limits::default());
    for (id, inside) in [("a.txt", "a.txt"), ("doc_1", "report.pdf")] {
        assert_eq!(check(&uploads, UploadKind::DocumentIds, id).await, Ok(id.to_owned()));
        let staged = uploads.inbox.take(UploadKind::DocumentIds, id).unwrap();
        assert_eq!(staged.inside.file_name().unwrap(), inside);
    }
    for id in [
        "none",
        "",
        ".",
        "..",
        ".hidden",
        "doc_1/report.pdf",
        "../outside/a.txt",
        "link",
        "two",
        "/etc/passwd",
    ] {
        let said = format!(
            "file_upload was refused: {id:?} is not the id of a staged document; ask the operator which there are. Nothing was uploaded."
        );
        assert_eq!(check(&uploads, UploadKind::DocumentIds, id).await, Err(said));
    }
}

#[tokio::test]
async fn a_tree_deeper_than_32_levels_is_refused() {
    let disk = disk();
    let (_scratch, uploads) = uploads(&disk, Limits::default());
    let path = disk.root.join("d").to_str().unwrap().to_owned();
    fs::create_dir_all(disk.root.join("d/".repeat(32))).unwrap();
    check(&uploads, UploadKind::Paths, &path).await.unwrap();
    fs::create_dir_all(disk.root.join("d/".repeat(33))).unwrap();
    let said = check(&uploads, UploadKind::Paths, &path).await.unwrap_err();
    assert_eq!(
        said,
        format!(
            "file_upload was refused: {path:?} has more than 32 levels of directories. Nothing was uploaded."
        )
    );
}
