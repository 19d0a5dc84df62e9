//! References: R1 to R3, D9.

use ringfence_testkit::Site;
use serde_json::json;

use crate::agent::{at, at_fixtures};
