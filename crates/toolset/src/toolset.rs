//! The pipeline that every call goes through, in this order: find the member, check the input, ask the URL
//! policy, act, read the state, render.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;
use tokio::sync::Mutex;

use crate::driver::{Call, Driver, DriverError, MemberOutput, StateError};
use crate::error_code::ErrorCode;
use crate::extensions::Extensions;
use crate::input::{Destination, MemberInput};
use crate::ledger::Ledger;
use crate::member::{Member, MemberSet, ResultKind};
use crate::options::{ConfigError, ToolsetOptions};
use crate::render;
use crate::result::{Block, Failure, Outcome, ToolResult};
use crate::state::StateFault;
use crate::text::{quoted, shorten};

/// The longest edge of a picture in pixels (N3).
pub const LONGEST_EDGE: u32 = 1_568;
/// The most characters of a name that is quoted in an error (P2).
const LONGEST_NAME: usize = 200;

/// What ends the run instead of being a result for the model: a mistake of the caller's or the driver's, or
/// a browser that is gone.
#[derive(Debug, thiserror::Error)]
pub enum ContractError {
    /// The toolset was closed before the call.
    #[error("the toolset is closed: make a new one to go on")]
    Closed,
    /// The browser's state can't be known after the call (P8).
    #[error("the browser's state is unknown after {member}")]
    State {
        /// The name of the call, bounded.
        member: String,
        /// Why the call itself failed, when it did.
        failure: Option<Failure>,
        /// Why the state is unknown.
        #[source]
        source: StateError,
    },
    /// The driver reported a state that breaks a rule.
    #[error("the driver's state breaks a rule: {0}")]
    BadState(#[from] StateFault),
    /// The driver's output is not of the member's kind.
    #[error("the driver answered {member} with another member's kind of output")]
    WrongOutput {
        /// The member.
        member: Member,
    },
    /// The driver's picture is larger than a result may hold (N3).
    #[error("the driver's picture is {width}×{height}; the longest edge allowed is {LONGEST_EDGE}")]
    OversizeImage {
        /// Pixels from left to right.
        width: u32,
        /// Pixels from top to bottom.
        height: u32,
    },
}

/// The toolset over one browser.
pub struct Toolset {
    driver: Arc<dyn Driver>,
    options: ToolsetOptions,
    enabled: MemberSet,
    extensions: Extensions,
    closed: AtomicBool,
    /// Also the turnstile: one call at a time, first come first served (P1).
    ledger: Mutex<Ledger>,
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
    /// When the options name a member that doesn't exist, turn one on that the driver doesn't serve, or
    /// leave none on.
    pub fn new(driver: Arc<dyn Driver>, options: ToolsetOptions) -> Result<Self, ConfigError> {
        let enabled = options.enabled(driver.serves())?;
        let extensions = options.honoured();
        let (closed, ledger) = (AtomicBool::new(false), Mutex::default());
        Ok(Self { driver, options, enabled, extensions, closed, ledger })
    }

    /// Returns the members that are on.
    pub const fn enabled(&self) -> MemberSet {
        self.enabled
    }

    /// Returns the additions of ours that are honoured.
    pub const fn extensions(&self) -> Extensions {
        self.extensions
    }

    /// Makes one call. A call that fails or is refused is an outcome; calls wait for one another.
    ///
    /// # Errors
    /// Only what is no result for the model: see [`ContractError`].
    pub async fn call(&self, name: &str, input: Value) -> Result<Outcome, ContractError> {
        let mut ledger = self.ledger.lock().await;
        if self.closed.load(Ordering::Acquire) {
            return Err(ContractError::Closed);
        }
        let done = self.perform(name, &input).await;
        if let Err(error) = &done {
            tracing::debug!(name, code = %error.code, cause = ?error.cause, "call failed");
        }
        let state = self.driver.state().await.map_err(|source| ContractError::State {
            member: shorten(&crate::text::one_line(name), LONGEST_NAME),
            failure: done.as_ref().err().map(render::failure),
            source,
        })?;
        ledger.absorb(state)?;
        match done {
            Ok((input, output)) => finish(&mut ledger, &input, output),
            Err(error) => Ok(failed(&mut ledger, Member::from_name(name), &error)),
        }
    }

    async fn perform(&self, name: &str, input: &Value) -> Result<(MemberInput, MemberOutput), DriverError> {
        let input = self.read(name, input)?;
        self.ask_url_policy(&input).await?;
        let call = Call::new(input);
        let output = self.driver.execute(&call).await?;
        Ok((call.input, output))
    }

    /// Finds the member (P2) and checks the input (P3).
    fn read(&self, name: &str, input: &Value) -> Result<MemberInput, DriverError> {
        let member = Member::from_name(name).ok_or_else(|| self.unknown_member(name))?;
        if !self.driver.serves().contains(member) {
            return Err(self.not_served(member));
        }
        if !self.enabled.contains(member) {
            let text = format!("{member} is turned off by configuration. {}", self.what_is_on());
            return Err(DriverError::new(ErrorCode::TurnedOff, text).about(member.name()));
        }
        member.read(input, self.extensions).map_err(|bad| {
            DriverError::new(ErrorCode::BadInput, format!("The input of {member} is not right: {bad}."))
                .about(member.name())
                .with_hint("Mend the fields named and call again.")
        })
    }

    fn unknown_member(&self, name: &str) -> DriverError {
        let name = quoted(&shorten(name, LONGEST_NAME));
        let text = format!("There is no member {name}. {}", self.what_is_on());
        DriverError::new(ErrorCode::UnknownMember, text).about(name)
    }

    fn not_served(&self, member: Member) -> DriverError {
        let text = format!("{member} is not served by this browser. {}", self.what_is_on());
        DriverError::new(ErrorCode::NotServed, text).about(member.name())
    }

    fn what_is_on(&self) -> String {
        let names: Vec<_> = self.enabled.iter().map(Member::name).collect();
        format!("Use one of: {}.", names.join(", "))
    }

    /// Asks the URL policy about an address (P4).
    async fn ask_url_policy(&self, input: &MemberInput) -> Result<(), DriverError> {
        let (Some(policy), MemberInput::Navigate(navigate)) = (&self.options.url_policy, input) else {
            return Ok(());
        };
        match navigate.destination() {
            Destination::Address(address) => Ok(policy.check(address).await?),
            Destination::Back | Destination::Forward | Destination::Reload => Ok(()),
        }
    }

    /// Refuses new calls at once, lets the running one finish within the deadline, then ends the browser.
    /// A second call does nothing more.
    pub async fn close(&self) {
        self.closed.store(true, Ordering::Release);
        if tokio::time::timeout(self.options.close_deadline, self.ledger.lock()).await.is_err() {
            tracing::warn!("a call was still running when the toolset was closed");
        }
        self.driver.close().await;
    }
}

/// Renders a success (N1–N6).
fn finish(ledger: &mut Ledger, input: &MemberInput, output: MemberOutput) -> Result<Outcome, ContractError> {
    let member = input.member();
    if member.result_kind() != output.kind() {
        return Err(ContractError::WrongOutput { member });
    }
    if let MemberOutput::Image { width, height, .. } = output
        && width.max(height) > LONGEST_EDGE
    {
        return Err(ContractError::OversizeImage { width, height });
    }
    let only = match (member, ledger.new_tab()) {
        (Member::NewTab, Ok(tab)) => Some(tab),
        (Member::NewTab, Err(_)) => {
            let text = "The new tab did not become the active one. List the tabs to see what is open.";
            return Ok(failed(ledger, Some(member), &DriverError::new(ErrorCode::Failed, text)));
        }
        _ => None,
    };
    let mut content = render::success(input, output);
    if member.result_kind() != ResultKind::Tabs {
        content.extend(ledger.take_notes().map(Block::Text));
    }
    let changes = ledger.take_changes(only.as_ref());
    let changed = ledger.differs() || !changes.is_empty();
    ledger.mark_shown();
    let tabs = ledger.tabs().to_vec();
    content.push(Block::BrowserState { tabs: tabs.clone(), changes });
    let result = ToolResult { content, is_error: false };
    Ok(Outcome { member: Some(member), result, failure: None, tabs, changed })
}

/// Renders a failure: text blocks only (N6). Changes go on waiting (S4).
fn failed(ledger: &mut Ledger, member: Option<Member>, error: &DriverError) -> Outcome {
    let text = Block::Text(render::failure_text(error));
    let content = std::iter::once(text).chain(ledger.take_notes().map(Block::Text)).collect();
    Outcome {
        member,
        result: ToolResult { content, is_error: true },
        failure: Some(render::failure(error)),
        tabs: ledger.tabs().to_vec(),
        changed: ledger.differs(),
    }
}
