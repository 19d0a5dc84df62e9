//! Files that may go in and out of sessions.

use std::sync::Arc;

use ringfence_browser::FileOptions;
use ringfence_files::{Inbox, Places, Staging, Uploads};
use ringfence_toolset::{DownloadView, FilePolicy};

/// What may go in and out. By default nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileSetup {
    /// Upload roots, staged documents, the download directory, and where each browser's directory for copies of uploads is
    /// made, which is gone with the browser. Without the last nothing is uploaded.
    pub places: Places,
    /// Whether an agent is told where a completed download lies (S5).
    pub expose_download_paths: bool,
}

impl FileSetup {
    /// A browser's part. `uploads` tells whether anything may be uploaded at all.
    pub(crate) fn browser(&self, uploads: bool) -> FileOptions {
        FileOptions {
            inbox: self.places.scratch.clone().filter(|_| uploads),
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
