//! The toolset: a queue in front of one browser (P1), and what a call goes through there.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;
use tokio::sync::Mutex;

use crate::config::ConfigError;
use crate::contract::ContractError;
use crate::driver::Driver;
use crate::entry;
use crate::extensions::Extensions;
use crate::finish::{failed, finish};
use crate::ledger::Ledger;
use crate::member::{Member, MemberSet};
use crate::options::ToolsetOptions;
use crate::pipeline::LONGEST_NAME;
use crate::reentry::Token;
use crate::render;
use crate::result::Outcome;
use crate::text::{one_line, shorten};
use crate::unknown_fields::unknown_fields;

/// The longest edge of a picture in pixels (N3).
pub const LONGEST_EDGE: u32 = 1_568;

/// The toolset over one browser.
///
/// Calls go one at a time, first come first served; one whose future is dropped leaves the queue at once (P1).
/// Members, configuration and hooks are fixed when it is made (K3).
pub struct Toolset {
    pub(crate) driver: Arc<dyn Driver>,
    pub(crate) options: ToolsetOptions,
    pub(crate) enabled: MemberSet,
    pub(crate) extensions: Extensions,
    token: Token,
    /// No new call is accepted.
    closed: AtomicBool,
    /// No call is begun any more, an accepted one neither: the driver is being ended.
    ended: AtomicBool,
    /// A call has got past every check and is being carried out, or has been.
    pub(crate) acting: AtomicBool,
    /// It was closed from inside a call, which has to end first.
    close_after_call: AtomicBool,
    /// Also the turnstile: its lock is fair.
    ledger: Mutex<Ledger>,
}

/// The end of a call, however it ends.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

impl fmt::Debug for Toolset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Toolset").field("enabled", &self.enabled).finish_non_exhaustive()
    }
}

impl Toolset {
    /// Makes a toolset over a driver.
    ///
    /// # Errors
    /// The first mistake in the options (K1, K2).
    pub fn new(driver: Arc<dyn Driver>, options: ToolsetOptions) -> Result<Self, ConfigError> {
        let (enabled, extensions) = options.resolve(driver.serves())?;
        Ok(Self {
            ledger: Mutex::new(Ledger::new(options.downloads.clone())),
            driver,
            options,
            enabled,
            extensions,
            token: Token::fresh(),
            closed: AtomicBool::new(false),
            ended: AtomicBool::new(false),
            acting: AtomicBool::new(false),
            close_after_call: AtomicBool::new(false),
        })
    }

    /// Returns the members that are on.
    pub const fn enabled(&self) -> MemberSet {
        self.enabled
    }

    /// Returns the additions of ours that are honoured.
    pub const fn extensions(&self) -> Extensions {
        self.extensions
    }

    /// Makes the toolset's entry in the `tools` of a request to the Messages API (K2). It has no `name`, and none of
    /// our additions; members that the driver doesn't serve are off.
    pub fn to_json(&self) -> Value {
        entry::entry(&self.options.entry_fields, &self.options.configs, self.driver.serves())
    }

    /// Makes one call. A call that fails or is refused is an outcome; calls wait for one another.
    ///
    /// # Errors
    /// Only what is no result for the model: see [`ContractError`]. A call from inside a call of this toolset, in the
    /// same task, is [`ContractError::Reentrant`]; one from a task that a call spawned and waits for is not noticed.
    pub async fn call(&self, name: &str, input: Value) -> Result<Outcome, ContractError> {
        if self.token.is_inside() {
            return Err(ContractError::Reentrant);
        }
        if self.closed.load(Ordering::Acquire) {
            return Err(ContractError::Closed);
        }
        let outcome = self.token.inside(self.take_turn(name, &input)).await;
        if self.close_after_call.load(Ordering::Acquire) {
            self.close().await;
        }
        outcome
    }

    /// Tells whether a call is past every check and approval. Until then it can be given up, by dropping its future, and
    /// nothing has been done.
    pub fn is_acting(&self) -> bool {
        self.acting.load(Ordering::Acquire)
    }

    async fn take_turn(&self, name: &str, input: &Value) -> Result<Outcome, ContractError> {
        let mut ledger = self.ledger.lock().await;
        let _over = Over(&self.acting);
        if self.ended.load(Ordering::Acquire) {
            return Err(ContractError::Closed);
        }
        let done = self.perform(&mut ledger, name, input).await;
        if let Err(error) = &done {
            tracing::debug!(name, code = %error.code, cause = ?error.cause, "call failed");
        }
        let state = self.driver.state().await.map_err(|source| ContractError::State {
            member: shorten(&one_line(name), LONGEST_NAME),
            failure: done.as_ref().err().map(render::failure),
            source,
        })?;
        ledger.absorb(state)?;
        match done {
            Ok((read, output)) => {
                let ignored = unknown_fields(read.member(), input, self.extensions);
                Ok(Outcome { ignored, ..finish(&mut ledger, &read, output)? })
            }
            Err(error) => Ok(failed(&mut ledger, Member::from_name(name), &error)),
        }
    }

    /// Refuses new calls at once, lets the accepted ones finish within the deadline, then ends the browser. Closing
    /// twice is harmless. From inside a call it returns at once, and the browser is ended after that call.
    pub async fn close(&self) {
        self.closed.store(true, Ordering::Release);
        if self.token.is_inside() {
            self.close_after_call.store(true, Ordering::Release);
            return;
        }
        // The lock is fair: whoever has it after this stood in the queue before.
        if tokio::time::timeout(self.options.close_deadline, self.ledger.lock()).await.is_err() {
            tracing::warn!("calls were still running when the toolset was closed");
        }
        self.ended.store(true, Ordering::Release);
        self.driver.close().await;
    }
}
