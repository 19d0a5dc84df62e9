use rustix::process::{Resource, getrlimit};

/// The most that a contained process, and each that it starts, may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of private memory that one process may write to. Default 8 GiB.
    pub memory_bytes: u64,
    /// Processes and threads together. The kernel doesn't count those of its root user. Default 8,192.
    pub processes: u64,
    /// Open files of one process. Default 8,192.
    pub open_files: u64,
    /// Bytes of one file. Default 4 GiB.
    pub file_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory_bytes: 8 << 30, processes: 8192, open_files: 8192, file_bytes: 4 << 30 }
    }
}

impl Limits {
    /// As the kernel takes them. What we may not have ourselves we can't give.
    pub(crate) fn as_resources(self) -> Vec<(Resource, u64)> {
        let wanted = [
            (Resource::Data, self.memory_bytes),
            (Resource::Nproc, self.processes),
            (Resource::Nofile, self.open_files),
            (Resource::Fsize, self.file_bytes),
            // A memory image on the disk would hold what pages and people wrote.
            (Resource::Core, 0),
        ];
        let most = |resource| getrlimit(resource).maximum.unwrap_or(u64::MAX);
        wanted.map(|(resource, limit)| (resource, limit.min(most(resource)))).to_vec()
    }
}
