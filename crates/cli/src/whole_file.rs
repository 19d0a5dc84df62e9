//! Reading a file that somebody named, within bounds: it may be a pipe without a writer, or a device without an end.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How long a file may take to be read.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is in a file of at most so many MiB; of a pipe what comes until its writer is done with it.
///
/// # Errors
/// When it can't be opened or read, is larger, or hasn't come to its end within ten seconds.
pub(crate) fn read(path: &Path, mebibytes: u64) -> io::Result<Vec<u8>> {
    let largest = mebibytes << 20;
    let (done, bytes) = mpsc::channel();
    let path = path.to_owned();
    thread::spawn(move || {
        let read = || -> io::Result<Vec<u8>> {
            let mut bytes = Vec::new();
            File::open(path)?.take(largest + 1).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        // Nobody waits any more after the deadline.
        let _late = done.send(read());
    });
    let late = |_| io::Error::new(io::ErrorKind::TimedOut, "nothing whole came from it within 10 s");
    let bytes = bytes.recv_timeout(PATIENCE).map_err(late)??;
    if bytes.len() as u64 > largest {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("it is larger than {mebibytes} MiB"),
        ));
    }
    Ok(bytes)
}

/// The same of a text.
///
/// # Errors
/// As [`read`], and when it isn't UTF-8.
pub(crate) fn read_text(path: &Path, mebibytes: u64) -> io::Result<String> {
    String::from_utf8(read(path, mebibytes)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is no text in UTF-8"))
}
