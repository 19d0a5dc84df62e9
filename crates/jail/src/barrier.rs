#[cfg(all(feature = "removable-barriers", not(debug_assertions)))]
compile_error!("removable-barriers is for tests: build without that feature, or without --release");

/// A part of the containment that a test may take away, to see that something fails then.
///
/// That takes the feature `removable-barriers`, which no release can be built with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Barrier {
    /// The network namespace, at level full.
    Network,
    /// Landlock's rules, at level reduced.
    Ports,
    /// The filter of system calls, at level reduced.
    Calls,
    /// The file view: without it `/etc` and `/tmp` are the machine's own.
    Files,
    /// The size of the home.
    HomeSize,
    /// The process namespace.
    Processes,
    /// A keyring of its own.
    Keyring,
    /// Closing of descriptors.
    Descriptors,
    /// Clearing of the environment.
    Environment,
    /// Limits.
    Limits,
}

impl Barrier {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Network,
        Self::Ports,
        Self::Calls,
        Self::Files,
        Self::HomeSize,
        Self::Processes,
        Self::Keyring,
        Self::Descriptors,
        Self::Environment,
        Self::Limits,
    ];
}
