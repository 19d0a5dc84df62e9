//! Judges what may happen: addresses, hosts and IP classes. Pure values in, a decision out.
