//! Each member: its ordinary use, its errors, and the state of the page after it.

mod accept;
mod click;
mod clicks;
mod console;
mod drag;
mod find;
mod form;
mod history;
mod hold_key;
mod hover;
mod keyboard;
mod navigate;
mod reading;
mod requests;
mod script;
mod scroll;
mod scroll_to;
mod tabs;
mod until;
mod view;
mod zoom;
