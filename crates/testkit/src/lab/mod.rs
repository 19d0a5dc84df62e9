//! The lab: an internet in a namespace, ways out of an allowed page, and a judge who sees every frame.
//!
//! A run goes like this. [`enter`] starts a program anew in namespaces in which every address is the machine itself.
//! There, [`World::start`] serves every name and address and listens to the wire. Then a browser is made to open
//! `https://site.test/fire?v=NAME` for each of the [`vectors`] and to click anywhere on that page. The page tries the
//! vector and tells whether it could; [`World::leaks`] tells what was sent that should not have been, by vector.
//!
//! Frames are attributed by the host name in them, or by an address or port that belongs to one vector alone, so many
//! vectors can be tried at once.

mod announce;
mod authority;
mod dns;
mod frame;
mod judge;
mod names;
mod namespace;
mod page;
mod routes;
mod sniffer;
mod vector;
mod web;
mod world;

pub use judge::{Evidence, Leaks};
pub use names::Names;
pub use namespace::enter;
pub use routes::Told;
pub use vector::{Vector, vectors};
pub use world::World;
