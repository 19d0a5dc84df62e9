//! At level reduced: connections to one port only, no abstract socket and no process outside.
//!
//! The rules are about the network, so that the file view can still be made by mounting: rules on files would forbid
//! that.

use std::os::fd::OwnedFd;

use landlock::{
    AccessNet, CompatLevel, Compatible as _, NetPort, Ruleset, RulesetAttr as _, RulesetCreatedAttr as _,
    RulesetError, Scope,
};

use crate::error::JailError;

/// The rules for a process that may connect to this port, as a descriptor that the child restricts itself by.
pub(crate) fn rules(port: u16) -> Result<OwnedFd, JailError> {
    build(port).ok().flatten().ok_or(JailError::OldLandlock)
}

fn build(port: u16) -> Result<Option<OwnedFd>, RulesetError> {
    let rules = Ruleset::default()
        // Half of it would not be a boundary.
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessNet::ConnectTcp)?
        .handle_access(AccessNet::BindTcp)?
        .scope(Scope::AbstractUnixSocket)?
        .scope(Scope::Signal)?
        .create()?
        .add_rule(NetPort::new(port, AccessNet::ConnectTcp))?;
    Ok(rules.into())
}
