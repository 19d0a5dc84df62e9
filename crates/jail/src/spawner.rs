//! The one thread that starts processes.
//!
//! What is started asks the kernel to be killed when its parent *thread* ends, and a thread of a pool ends when it
//! idles. So every process is started from a thread that lives as long as we do.

use std::io;
use std::process::{Child, Command};
use std::sync::mpsc::{Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, OnceLock, PoisonError};

type Job = (Command, SyncSender<io::Result<Child>>);

static SPAWNER: OnceLock<Mutex<Sender<Job>>> = OnceLock::new();

/// Starts a process whose parent thread lives as long as this process. Returns when the program was executed, or could
/// not be.
pub(crate) fn spawn(command: Command) -> io::Result<Child> {
    let (answer, answered) = sync_channel(1);
    send((command, answer))?;
    answered.recv().unwrap_or_else(|_| Err(gone()))
}

fn send(job: Job) -> io::Result<()> {
    let spawner = match SPAWNER.get() {
        Some(spawner) => spawner,
        None => {
            let started = start()?;
            SPAWNER.get_or_init(|| Mutex::new(started))
        }
    };
    spawner.lock().unwrap_or_else(PoisonError::into_inner).send(job).map_err(|_| gone())
}

fn start() -> io::Result<Sender<Job>> {
    let (jobs, queue) = channel::<Job>();
    std::thread::Builder::new().name("spawner".to_owned()).spawn(move || {
        for (mut command, answer) in queue {
            // Whoever asks waits for the answer.
            let _ = answer.send(command.spawn());
        }
    })?;
    Ok(jobs)
}

fn gone() -> io::Error {
    io::Error::other("the thread that starts processes has ended")
}
