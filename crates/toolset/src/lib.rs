//! The browser toolset: typed members, the call pipeline, browser state and rendering.
