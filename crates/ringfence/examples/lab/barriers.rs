//! Which barriers there are.
