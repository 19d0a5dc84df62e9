//! Client certificates: what one origin's server is shown, and no other's.
//!
//! A browser can't be trusted with them. It asks a person which one to send wherever it isn't told, and one that was taken
//! over would have the key. So the browser has none. A tunnel to an origin that has one ends here: the browser is answered
//! by a key of ours, the server is shown the certificate, and what one says is passed on to the other.

mod certificate;
mod handshake;
mod mint;
mod pass;
mod presenter;
mod replay;

pub use certificate::{ClientCertificate, ClientCertificateError};
pub use presenter::{Presenter, PresenterError};

pub(crate) use handshake::meet;
pub(crate) use pass::pass_on;
