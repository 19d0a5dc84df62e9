//! The only way out: an HTTP and CONNECT proxy that judges, resolves, vets and dials.
