//! What a child does between the fork and the execution of its program.
//!
//! The fork has copied one thread of many, so a lock may be held for ever: nothing here allocates, takes a lock or
//! panics. All that is needed is prepared before. Every call is a system call, by way of `rustix`, which makes them
//! without the C library.

use std::ffi::CStr;
use std::io::IoSlice;
use std::mem::MaybeUninit;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::os::fd::{AsFd as _, OwnedFd};

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_change};
use rustix::net::netlink::SocketAddrNetlink;
use rustix::net::{
    AddressFamily, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, SocketFlags, SocketType,
};
use rustix::process::{Resource, Rlimit, Signal};
use rustix::thread::UnshareFlags;

use seccompiler::BpfProgram;

use crate::netlink;
use crate::own_number;
use crate::step::Step;
use crate::unsafe_calls;

/// Everything that the child needs, made before the fork.
pub(crate) struct Child {
    pub(crate) maps: Maps,
    /// Whom it dies with, as [`own_number`] tells it.
    pub(crate) parent: u32,
    pub(crate) own_processes: bool,
    pub(crate) network: Option<Network>,
    pub(crate) restrictions: Option<Restrictions>,
    pub(crate) limits: Vec<(Resource, u64)>,
    pub(crate) own_keyring: bool,
    /// Where the step that failed is told.
    pub(crate) report: OwnedFd,
}

/// A network namespace of its own, and the listener in it.
pub(crate) struct Network {
    messages: [Vec<u8>; 4],
    address: SocketAddrV4,
}

/// What is given up at level reduced.
pub(crate) struct Restrictions {
    /// Landlock's rules.
    pub(crate) rules: Option<OwnedFd>,
    pub(crate) filter: Option<BpfProgram>,
}

/// Who we are in our new user namespace: an ordinary user, whoever we were outside.
pub(crate) struct Maps {
    users: String,
    groups: String,
}

/// The user and the group that everything runs as, seen from inside.
pub(crate) const INSIDE_ID: u32 = 1000;

/// Where messages about interfaces go.
const KERNEL: SocketAddrNetlink = SocketAddrNetlink::new(0, 0);
/// Connections that may wait for the proxy to accept them.
const BACKLOG: i32 = 1024;

/// What the report holds when all went well; a step otherwise.
pub(crate) const DONE: u8 = 0;

impl Maps {
    pub(crate) fn of_this_process() -> Self {
        let map = |outside| format!("{INSIDE_ID} {outside} 1\n");
        Self {
            users: map(rustix::process::geteuid().as_raw()),
            groups: map(rustix::process::getegid().as_raw()),
        }
    }

    fn write(&self) -> Result<(), Errno> {
        // Without it no group may be mapped by an ordinary user: who gives up a group could gain by it.
        write_file(c"/proc/self/setgroups", b"deny")?;
        write_file(c"/proc/self/uid_map", self.users.as_bytes())?;
        write_file(c"/proc/self/gid_map", self.groups.as_bytes())
    }
}

impl Network {
    pub(crate) fn new(port: u16) -> Self {
        Self { messages: netlink::messages(), address: SocketAddrV4::new(Ipv4Addr::LOCALHOST, port) }
    }

    /// Goes into the namespace and listens there.
    fn enter(&self) -> Result<OwnedFd, (Step, Errno)> {
        unsafe_calls::unshare(UnshareFlags::NEWNET).map_err(Step::NetworkNamespace.with())?;
        self.bring_up().map_err(Step::Interfaces.with())?;
        self.listen().map_err(Step::Listen.with())
    }

    fn bring_up(&self) -> Result<(), Errno> {
        let flags = SocketFlags::CLOEXEC;
        // Protocol 0 is NETLINK_ROUTE.
        let socket = rustix::net::socket_with(AddressFamily::NETLINK, SocketType::RAW, flags, None)?;
        for message in &self.messages {
            rustix::net::sendto(&socket, message, SendFlags::empty(), &KERNEL)?;
            let mut answer = [0_u8; 512];
            let (length, _) = rustix::net::recv(&socket, &mut answer, RecvFlags::empty())?;
            match answer.get(..length).and_then(netlink::acknowledged) {
                Some(0) => {}
                Some(code) => return Err(Errno::from_raw_os_error(code)),
                None => return Err(Errno::PROTO),
            }
        }
        Ok(())
    }

    fn listen(&self) -> Result<OwnedFd, Errno> {
        let flags = SocketFlags::CLOEXEC;
        let socket = rustix::net::socket_with(AddressFamily::INET, SocketType::STREAM, flags, None)?;
        rustix::net::bind(&socket, &self.address)?;
        rustix::net::listen(&socket, BACKLOG)?;
        Ok(socket)
    }
}

impl Child {
    /// Does everything. The error's number is also what the starting of the process fails with.
    pub(crate) fn prepare(&self) -> Result<(), Errno> {
        match self.steps() {
            Ok(()) => Ok(()),
            Err((step, error)) => {
                // Nobody to tell means nobody who waits.
                let _ = rustix::net::send(&self.report, &[step as u8], SendFlags::NOSIGNAL);
                Err(error)
            }
        }
    }

    fn steps(&self) -> Result<(), (Step, Errno)> {
        unsafe_calls::unshare(UnshareFlags::NEWUSER).map_err(Step::UserNamespace.with())?;
        self.maps.write().map_err(Step::Maps.with())?;
        self.become_first()?;
        self.die_with_parent().map_err(Step::Death.with())?;
        if self.own_processes {
            see_own_processes().map_err(Step::ProcessView.with())?;
        }
        let listener = self.network.as_ref().map(Network::enter).transpose()?;
        if self.own_keyring {
            match unsafe_calls::new_session_keyring() {
                // A kernel without keys has none to hide.
                Ok(()) | Err(Errno::NOSYS) => {}
                Err(error) => return Err((Step::Keyring, error)),
            }
        }
        // In the new user namespace, so that the number of processes is counted in there alone.
        for (resource, most) in &self.limits {
            let limit = Rlimit { current: Some(*most), maximum: Some(*most) };
            rustix::process::setrlimit(*resource, limit).map_err(Step::Limits.with())?;
        }
        if let Some(Restrictions { rules, filter }) = &self.restrictions {
            rustix::thread::set_no_new_privs(true).map_err(Step::Landlock.with())?;
            if let Some(rules) = rules {
                unsafe_calls::landlock_restrict_self(rules.as_fd()).map_err(Step::Landlock.with())?;
            }
            if let Some(filter) = filter {
                crate::seccomp::apply(filter).map_err(Step::Seccomp.with())?;
            }
        }
        self.hand_out(listener.as_ref()).map_err(Step::HandOut.with())
    }

    /// Goes on as the first process of a fresh process namespace, with the same parent. With the first process the
    /// kernel ends all others there, whatever state they are in: bubblewrap, which makes another such namespace in
    /// there, can be killed while it isn't yet bound to its own children.
    fn become_first(&self) -> Result<(), (Step, Errno)> {
        if self.own_processes {
            unsafe_calls::unshare(UnshareFlags::NEWPID).map_err(Step::ProcessNamespace.with())?;
        }
        // Whoever makes the namespace stays outside: only what it starts is in.
        if let Some(first) = unsafe_calls::fork_sibling().map_err(Step::FirstProcess.with())? {
            let number = first.as_raw_pid().to_ne_bytes();
            let _ = rustix::net::send(&self.report, &number, SendFlags::NOSIGNAL);
            unsafe_calls::exit_now();
        }
        Ok(())
    }

    /// Has the kernel kill this process when the thread that started it ends. What the parent's end has missed is told
    /// by who the parent is now.
    fn die_with_parent(&self) -> Result<(), Errno> {
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        if own_number::parent()? == self.parent { Ok(()) } else { Err(Errno::SRCH) }
    }

    fn hand_out(&self, listener: Option<&OwnedFd>) -> Result<(), Errno> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        let descriptors = listener.map(|listener| [listener.as_fd()]);
        if let Some(descriptors) = &descriptors {
            control.push(SendAncillaryMessage::ScmRights(descriptors));
        }
        rustix::net::sendmsg(&self.report, &[IoSlice::new(&[DONE])], &mut control, SendFlags::NOSIGNAL)?;
        Ok(())
    }
}

/// Shows `/proc` of this process namespace. Bubblewrap looks its children up there by the numbers that it knows them by,
/// which are others in the `/proc` from outside: of somebody else, or of nobody.
fn see_own_processes() -> Result<(), Errno> {
    unsafe_calls::unshare(UnshareFlags::NEWNS)?;
    // Nothing that is mounted from here on is seen outside.
    mount_change(c"/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount(c"proc", c"/proc", c"proc", flags, None)
}

fn write_file(path: &CStr, text: &[u8]) -> Result<(), Errno> {
    let file = rustix::fs::open(path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
    rustix::io::write(&file, text).map(drop)
}
