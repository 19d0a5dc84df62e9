//! Reads and acts on one page: snapshot, text, pointer, keyboard, forms, capture.
