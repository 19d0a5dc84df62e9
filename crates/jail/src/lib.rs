//! Starts a process so that it can do no harm.
//!
//! A [`Jail`] says what is started, how strongly it is contained and what it sees; [`Jail::start`] starts it and
//! returns the process with a listening socket: at [`Level::Full`] that socket stands in a network namespace that
//! nothing else leads out of, and whoever accepts on it is the contained process's only way out.
//!
//! The child goes into its namespaces between the fork and the execution of its program, so that no second binary has
//! to be installed and no hook has to be put into an embedder's `main`. Nothing here is async, and nothing here knows
//! what a browser is.

mod barrier;
mod child;
mod diagnose;
mod error;
mod jail;
mod landlock;
mod level;
mod limits;
mod locate;
mod netlink;
mod own_number;
mod process;
mod seccomp;
mod spawner;
mod step;
mod told;
mod unsafe_calls;
mod view;

pub use barrier::Barrier;
pub use diagnose::namespaces as how_to_allow_namespaces;
pub use error::JailError;
pub use jail::{Bind, File, Jail, Jailed, Output};
pub use level::{Level, UnknownLevel};
pub use limits::Limits;
pub use locate::bubblewrap;
pub use process::Process;
pub use step::Step;
