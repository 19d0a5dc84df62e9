//! Files that may go in and out of sessions.

use std::path::PathBuf;
use std::sync::Arc;

use ringfence_browser::FileOptions;
use ringfence_files::{Inbox, Places, Staging, Uploads};
use ringfence_toolset::{DownloadView, FilePolicy};

/// What may go in and out. By default nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileSetup {
    /// Upload roots, staged documents, the download directory.
    pub places: Places,
    /// Whether an agent is told where a completed download lies (S5).
    pub expose_download_paths: bool,
    /// Where each browser's directory for copies of uploads is made; it is gone with the browser.
    pub scratch: PathBuf,
}

impl FileSetup {
    /// A browser's part. `uploads` tells whether anything may be uploaded at all.
    pub(crate) fn browser(&self, uploads: bool) -> FileOptions {
        let any = !self.places.upload_roots.is_empty() || self.places.staging.is_some();
        FileOptions {
            inbox: (uploads && any).then(|| self.scratch.clone()),
            downloads: self.places.downloads.clone(),
            ..FileOptions::default()
        }
    }

    /// The toolset's file policy, for a browser with this inbox.
    pub(crate) fn policy(&self, inbox: Option<Arc<Inbox>>) -> Option<Arc<dyn FilePolicy>> {
        let roots = self.places.upload_roots.clone();
        let staging = self.places.staging.clone().map(Staging::new);
        Some(Arc::new(Uploads { roots, staging, inbox: inbox? }))
    }

    pub(crate) fn view(&self) -> DownloadView {
        DownloadView {
            // The browser tells of paths with every link followed.
            directory: self.places.downloads.as_ref().map(|path| path.canonicalize().unwrap_or(path.clone())),
            expose_paths: self.expose_download_paths && self.places.downloads.is_some(),
            show_queries: false,
        }
    }
}
