//! Which paths may be uploaded (F1).

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use ringfence_files::{Kind, UploadRefusal, check_upload_path};
use rustix::fs::{CWD, FileType, Mode, mknodat};

/// A root with a file in it, and something outside.
pub(crate) struct Disk {
    _directory: tempfile::TempDir,
    pub(crate) root: PathBuf,
    pub(crate) outside: PathBuf,
}

pub(crate) fn disk() -> Disk {
    let directory = tempfile::tempdir().unwrap();
    let base = directory.path().canonicalize().unwrap();
    let (root, outside) = (base.join("root"), base.join("outside"));
    for place in [&root, &outside] {
        fs::create_dir(place).unwrap();
        fs::write(place.join("a.txt"), format!("in {}", place.display())).unwrap();
    }
    Disk { _directory: directory, root, outside }
}

fn check(path: &Path, roots: &[&Path]) -> Result<(Kind, PathBuf), UploadRefusal> {
    let roots: Vec<PathBuf> = roots.iter().map(|root| (*root).to_owned()).collect();
    check_upload_path(path.to_str().unwrap(), &roots).map(|opened| (opened.kind(), opened.path().to_owned()))
}

#[test]
fn f1_the_root_itself_and_what_is_under_it_may_be_uploaded() {
    let Disk { root, outside, .. } = &disk();
    let file = root.join("a.txt");
    assert_eq!(check(&file, &[root]).unwrap(), (Kind::File, file.clone()));
    assert_eq!(check(&file, &[outside, root]).unwrap(), (Kind::File, file.clone()));
    assert_eq!(check(root, &[root]).unwrap(), (Kind::Directory, root.clone()));
    // A root may be a file.
    assert_eq!(check(&file, &[&file]).unwrap(), (Kind::File, file.clone()));
    assert!(matches!(check(&outside.join("a.txt"), &[root]), Err(UploadRefusal::NotAllowed)));
    // Component by component, not letter by letter.
    let sibling = PathBuf::from(format!("{}-2", root.display()));
    fs::create_dir(&sibling).unwrap();
    fs::write(sibling.join("a.txt"), "").unwrap();
    assert!(matches!(check(&sibling.join("a.txt"), &[root]), Err(UploadRefusal::NotAllowed)));
    assert!(matches!(check(&file, &[]), Err(UploadRefusal::NotAllowed)));
}

/// Seen to fail without the look for `..`, and without the limit on characters.
#[test]
fn f1_a_text_that_can_be_no_path_under_a_root_is_turned_down_by_itself() {
    let root = [PathBuf::from("/")];
    let refusal = |path: &str| check_upload_path(path, &root).unwrap_err();
    assert!(matches!(refusal(""), UploadRefusal::Empty));
    assert!(matches!(refusal("/etc/host\0name"), UploadRefusal::Nul));
    assert!(matches!(refusal(&format!("/{}", "a".repeat(4_096))), UploadRefusal::TooLong));
    for path in ["/etc/../etc/hostname", "/..", "..", "/etc/.."] {
        assert!(matches!(refusal(path), UploadRefusal::Parent), "{path}");
    }
    assert!(matches!(refusal("etc/hostname"), UploadRefusal::Relative));
}

/// Seen to fail with what lies outside the resolved root opened instead of refused.
#[test]
fn f1_links_are_followed_first_and_must_end_under_the_root() {
    let Disk { root, outside, .. } = &disk();
    let link = |to: &Path, name: &str| {
        symlink(to, root.join(name)).unwrap();
        root.join(name)
    };
    assert!(matches!(check(&link(&outside.join("a.txt"), "out"), &[root]), Err(UploadRefusal::NotAllowed)));
    let through = link(outside, "away").join("a.txt");
    assert!(matches!(check(&through, &[root]), Err(UploadRefusal::NotAllowed)));
    assert!(matches!(check(&link(Path::new("none"), "dangling"), &[root]), Err(UploadRefusal::NotAllowed)));
    assert!(matches!(check(&link(Path::new("loop"), "loop"), &[root]), Err(UploadRefusal::NotAllowed)));
    let inside = link(Path::new("a.txt"), "inside");
    assert_eq!(check(&inside, &[root]).unwrap(), (Kind::File, root.join("a.txt")));
    // A root that is a link is followed, too.
    let other = outside.join("root");
    symlink(root, &other).unwrap();
    assert_eq!(check(&other.join("a.txt"), &[&other]).unwrap(), (Kind::File, root.join("a.txt")));
}

#[test]
fn f1_a_root_that_is_not_there_allows_nothing_and_nothing_tells_which_there_are() {
    let Disk { root, outside, .. } = &disk();
    let missing = outside.join("none");
    let said = |path: &Path, roots: &[&Path]| check(path, roots).unwrap_err().to_string();
    let texts = [
        said(&missing.join("a.txt"), &[&missing]),
        said(&root.join("none.txt"), &[root]),
        said(&outside.join("a.txt"), &[root]),
        said(&outside.join("none.txt"), &[root]),
        said(Path::new("/etc/shadow"), &[root]),
    ];
    assert_eq!(texts, [const { "may not be uploaded; ask the operator for a file that may" }; 5]);
}

/// Seen to fail without the look at the number of names.
#[test]
fn f1_a_file_with_a_second_name_may_lie_outside_too() {
    let Disk { root, outside, .. } = &disk();
    fs::hard_link(outside.join("a.txt"), root.join("b.txt")).unwrap();
    assert!(matches!(check(&root.join("b.txt"), &[root]), Err(UploadRefusal::HardLinked)));
}

/// Opening a FIFO for reading would wait for a writer; nobody may wait here.
/// Seen to fail with everything but directories taken for a file.
#[test]
fn f1_what_is_neither_file_nor_directory_is_refused_without_being_opened() {
    let Disk { root, .. } = &disk();
    let fifo = root.join("fifo");
    mknodat(CWD, &fifo, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    assert!(matches!(check(&fifo, &[root]), Err(UploadRefusal::NotAFile)));
    let _socket = std::os::unix::net::UnixListener::bind(root.join("socket")).unwrap();
    assert!(matches!(check(&root.join("socket"), &[root]), Err(UploadRefusal::NotAFile)));
    assert!(matches!(check(Path::new("/dev/zero"), &[Path::new("/dev")]), Err(UploadRefusal::NotAFile)));
}

/// Whoever swaps a file for a link while it is checked gets nothing out.
#[test]
fn f1_a_race_for_a_link_never_opens_what_is_outside() {
    let Disk { root, outside, .. } = &disk();
    symlink(outside.join("a.txt"), root.join("spare")).unwrap();
    race(root, &root.join("a.txt"), &root.join("spare"), &root.join("a.txt"));
}

/// The same for a directory on the way.
#[test]
fn f1_a_race_for_a_linked_directory_never_opens_what_is_outside() {
    let Disk { root, outside, .. } = &disk();
    fs::create_dir(root.join("d")).unwrap();
    fs::copy(root.join("a.txt"), root.join("d/a.txt")).unwrap();
    symlink(outside, root.join("spare")).unwrap();
    race(root, &root.join("d"), &root.join("spare"), &root.join("d/a.txt"));
}

/// Checks `checked` again and again while `path` and `spare` change places.
fn race(root: &Path, path: &Path, spare: &Path, checked: &Path) {
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                let exchange = rustix::fs::RenameFlags::EXCHANGE;
                rustix::fs::renameat_with(CWD, path, CWD, spare, exchange).unwrap();
            }
        });
        let roots = [root.to_owned()];
        for _ in 0..20_000 {
            if let Ok(opened) = check_upload_path(checked.to_str().unwrap(), &roots) {
                assert!(opened.path().starts_with(root), "{opened:?}");
                assert_eq!(opened.read_all().unwrap(), format!("in {}", root.display()).into_bytes());
            }
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}
