//! Test sites, raw clients and fixtures for Ringfence's own tests.
