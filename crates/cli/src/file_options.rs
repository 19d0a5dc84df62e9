//! The options on files that go in and out.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use ringfence_files::{Places, open_to_others};
use ringfence_policy::config::FilesConfig;
use ringfence_session::FileSetup;

use crate::failure::Failure;

#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Files")]
pub(crate) struct FileArgs {
    /// Let file_upload give files under this directory to a page (with --enable file_upload and an approval); may be given
    /// more than once
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    upload_root: Vec<PathBuf>,

    /// Let file_upload give documents in this directory to a page, by their ids, which are their names
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    staging: Option<PathBuf>,

    /// Keep what pages download in this directory, under names of ours; without it downloads are refused
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    downloads: Option<PathBuf>,
}

impl FileArgs {
    /// What these options and a file say. An option replaces what the file says of the same thing.
    pub(crate) fn setup(&self, file: FilesConfig) -> Result<FileSetup, Failure> {
        let roots =
            if self.upload_root.is_empty() { file.upload_roots } else { absolute(&self.upload_root)? };
        let staging = self.staging.as_deref().map(whole).transpose()?.or(file.staging);
        let downloads = self.downloads.as_deref().map(whole).transpose()?.or(file.downloads);
        // Where nothing may be uploaded nothing is copied.
        let scratch = (!roots.is_empty() || staging.is_some()).then(std::env::temp_dir);
        let places = Places { upload_roots: roots, staging, downloads, scratch };
        Ok(FileSetup { places, expose_download_paths: file.expose_download_paths })
    }
}

/// What an operator should know about directories that are used, a line each.
pub(crate) fn warnings(setup: &FileSetup, uploads: bool) -> Vec<String> {
    let Places { upload_roots, staging, downloads, .. } = &setup.places;
    let roots = || upload_roots.iter().chain(staging);
    let uploading = roots().map(|directory| (directory, "nothing can be uploaded from there"));
    let loading = downloads.iter().map(|directory| (directory, "no browser can start with it for downloads"));
    let missing = uploading.chain(loading).filter(|(directory, _)| !directory.is_dir());
    let missing = missing.map(|(directory, what)| {
        format!("{} is no directory: {what}; make it, or name another", directory.display())
    });
    let open = roots().filter_map(|directory| open_to_others(directory));
    let unused = (!uploads && roots().next().is_some()).then(|| {
        "file_upload is off, so nothing can be uploaded; turn it on with --enable file_upload".to_owned()
    });
    let nowhere = (uploads && roots().next().is_none()).then(|| {
        "file_upload is on, but has no directory to take files from; name one with --upload-root DIR or --staging DIR"
            .to_owned()
    });
    missing.chain(open).chain(unused).chain(nowhere).collect()
}

fn absolute(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    paths.iter().map(|path| whole(path)).collect()
}

/// A path on the command line is meant from the working directory on.
fn whole(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path)
        .map_err(|error| Failure::Usage(format!("{} is no path of a directory: {error}", path.display())))
}
