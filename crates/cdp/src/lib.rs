//! Speaks the Chrome DevTools Protocol over a pipe: flat sessions, deadlines, typed commands and events.
