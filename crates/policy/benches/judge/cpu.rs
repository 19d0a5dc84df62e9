//! Time that the processor worked on this thread. On a machine that does other things, too, it says
//! more than the clock on the wall.

use std::time::Duration;

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use rustix::time::{ClockId, clock_gettime};

pub(crate) struct CpuTime;

static WALL: WallTime = WallTime;

/// What this thread has used since its start.
pub(crate) fn used() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap(), time.tv_nsec.try_into().unwrap())
}

impl Measurement for CpuTime {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        used()
    }

    fn end(&self, start: Duration) -> Duration {
        used() - start
    }

    fn add(&self, one: &Duration, other: &Duration) -> Duration {
        *one + *other
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, time: &Duration) -> f64 {
        WALL.to_f64(time)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WALL.formatter()
    }
}
