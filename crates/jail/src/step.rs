use std::fmt;

use rustix::io::Errno;

/// What a child was doing when it could not go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
#[non_exhaustive]
pub enum Step {
    /// Making a user namespace.
    UserNamespace = 1,
    /// Saying who it is in it.
    Maps,
    /// Making a process namespace.
    ProcessNamespace,
    /// Starting its first process.
    FirstProcess,
    /// Showing the processes of that namespace only.
    ProcessView,
    /// Making a network namespace.
    NetworkNamespace,
    /// Bringing the interfaces of that network up.
    Interfaces,
    /// Listening in it.
    Listen,
    /// Asking to be killed with its parent.
    Death,
    /// Setting limits.
    Limits,
    /// Handing the listener out.
    HandOut,
    /// Leaving its inherited keyring.
    Keyring,
    /// Giving up access by Landlock.
    Landlock,
    /// Giving up system calls by seccomp.
    Seccomp,
    /// Executing the program.
    Execute,
}

impl Step {
    const ALL: [Self; 15] = [
        Self::UserNamespace,
        Self::Maps,
        Self::ProcessNamespace,
        Self::FirstProcess,
        Self::ProcessView,
        Self::NetworkNamespace,
        Self::Interfaces,
        Self::Listen,
        Self::Death,
        Self::Limits,
        Self::HandOut,
        Self::Keyring,
        Self::Landlock,
        Self::Seccomp,
        Self::Execute,
    ];

    /// The step with this number.
    pub(crate) fn of(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|step| *step as u8 == number)
    }

    /// Names the step beside an error.
    pub(crate) fn with(self) -> impl Fn(Errno) -> (Self, Errno) {
        move |error| (self, error)
    }

    /// Whether a system without namespaces for us fails here.
    pub(crate) fn is_about_namespaces(self) -> bool {
        matches!(
            self,
            Self::UserNamespace
                | Self::Maps
                | Self::ProcessNamespace
                | Self::ProcessView
                | Self::NetworkNamespace
                | Self::Interfaces
        )
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UserNamespace => "making a user namespace",
            Self::Maps => "mapping its user into its user namespace",
            Self::ProcessNamespace => "making a process namespace",
            Self::FirstProcess => "starting the first process of its process namespace",
            Self::ProcessView => "showing the processes of its process namespace",
            Self::NetworkNamespace => "making a network namespace",
            Self::Interfaces => "bringing up the interfaces of its network",
            Self::Listen => "listening in its network",
            Self::Death => "asking to be killed with its parent",
            Self::Limits => "setting its limits",
            Self::HandOut => "handing out its listener",
            Self::Keyring => "leaving its inherited keyring",
            Self::Landlock => "giving up access by Landlock",
            Self::Seccomp => "giving up system calls by seccomp",
            Self::Execute => "executing its program",
        })
    }
}
