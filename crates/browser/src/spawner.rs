//! The one thread that starts processes.
//!
//! `bwrap --die-with-parent` asks the kernel to kill it when its parent *thread* ends, and a thread of a pool ends when
//! it idles. So every process is started from a thread that lives as long as we do.

use std::io;
use std::process::{Child, Command};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock, PoisonError};

use tokio::sync::oneshot;

type Job = (Command, oneshot::Sender<io::Result<Child>>);

static SPAWNER: OnceLock<Mutex<Sender<Job>>> = OnceLock::new();

/// Starts a process whose parent thread lives as long as this process.
pub(crate) async fn spawn(command: Command) -> io::Result<Child> {
    let (answer, answered) = oneshot::channel();
    send((command, answer))?;
    answered.await.unwrap_or_else(|_| Err(gone()))
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
            if let Err(Ok(mut orphan)) = answer.send(command.spawn()) {
                // Whoever asked is gone; so must be what it asked for.
                let _ = orphan.kill();
                let _ = orphan.wait();
            }
        }
    })?;
    Ok(jobs)
}

fn gone() -> io::Error {
    io::Error::other("the thread that starts processes has ended")
}
