//! Start, loss and end of a browser.
