//! One contained Chromium: launch, tabs, events and the driver of the toolset.
