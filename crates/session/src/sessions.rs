use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ringfence_browser::Browser;
use ringfence_toolset::{ContractError, Driver, ErrorCode, Outcome, StateError, Toolset};
use serde_json::Value;

use crate::error::SessionError;
use crate::name::SessionName;
use crate::observer::{Asked, Happening};
use crate::options::SessionsOptions;

/// The sessions of one face.
#[derive(Debug)]
pub struct Sessions {
    options: SessionsOptions,
    slots: Mutex<Slots>,
}

#[derive(Debug, Default)]
struct Slots {
    by_name: HashMap<SessionName, Arc<Slot>>,
    closed: bool,
}

/// A session's place. Whoever holds the lock starts or ends its browser.
#[derive(Debug, Default)]
struct Slot {
    live: tokio::sync::Mutex<Option<Live>>,
    notice: Mutex<Option<String>>,
}

#[derive(Debug, Clone)]
struct Live {
    browser: Arc<Browser>,
    toolset: Arc<Toolset>,
}

impl Slot {
    /// Nobody uses it, and it has no browser: its start failed, or its browser was lost. Asked under the lock of the
    /// places, so that nobody can begin to use it meanwhile.
    fn is_idle_and_empty(self: &Arc<Self>) -> bool {
        Arc::strong_count(self) == 1 && self.live.try_lock().is_ok_and(|live| live.is_none())
    }
}

impl Sessions {
    /// No session yet; each starts with its first call.
    pub fn new(options: SessionsOptions) -> Self {
        Self { options, slots: Mutex::default() }
    }

    fn slots(&self) -> MutexGuard<'_, Slots> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes one call in a session. Calls in one session wait for one another; those in different ones don't.
    ///
    /// # Errors
    /// [`SessionError`]. A call that is refused or fails is an outcome, not an error.
    pub async fn call(&self, session: &str, member: &str, input: Value) -> Result<Outcome, SessionError> {
        let name: SessionName = session.parse()?;
        let Some(observer) = &self.options.observer else { return self.answer(&name, member, input).await };
        let mut asked = Asked::new(observer.as_ref(), &name, member, input.clone());
        let answer = self.answer(&name, member, input).await;
        asked.answered(answer.as_ref());
        answer
    }

    async fn answer(&self, name: &SessionName, member: &str, input: Value) -> Result<Outcome, SessionError> {
        let slot = self.slot(name)?;
        let live = self.live(name, &slot).await?;
        match live.toolset.call(member, input).await {
            Ok(outcome) => {
                if outcome.failure.as_ref().is_some_and(|failure| failure.code == ErrorCode::SessionLost) {
                    self.end(&slot, &live).await;
                }
                Ok(outcome)
            }
            Err(ContractError::Closed) => Err(SessionError::Closed),
            Err(ContractError::State { source: StateError::SessionLost, .. }) => {
                self.end(&slot, &live).await;
                Err(SessionError::Lost { name: name.to_string() })
            }
            Err(error) => {
                tracing::error!(session = %name, %error, "the session broke");
                self.end(&slot, &live).await;
                Err(SessionError::Broken(error))
            }
        }
    }

    /// Tells whether the session's call is past every check and approval: until then it can be given up, by dropping its
    /// future, and nothing has been done. A session that starts or ends just now counts as acting.
    pub fn is_acting(&self, session: &str) -> bool {
        let Ok(name) = session.parse::<SessionName>() else { return false };
        let Some(slot) = self.slots().by_name.get(&name).cloned() else { return false };
        let Ok(live) = slot.live.try_lock() else { return true };
        live.as_ref().is_some_and(|live| live.toolset.is_acting())
    }

    /// The browser of a session that has one. A session that starts or ends just now is waited for.
    pub(crate) async fn browser(&self, session: &str) -> Option<Arc<Browser>> {
        let name: SessionName = session.parse().ok()?;
        let slot = self.slots().by_name.get(&name).cloned()?;
        let live = slot.live.lock().await;
        live.as_ref().map(|live| Arc::clone(&live.browser))
    }

    /// Takes what is to be told once about a session that has just started: how it is contained.
    pub fn take_notice(&self, session: &str) -> Option<String> {
        let name: SessionName = session.parse().ok()?;
        let slot = self.slots().by_name.get(&name).cloned()?;
        slot.notice.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Ends every session and refuses new ones. Returns when their browsers are gone.
    pub async fn close(&self) {
        let slots: Vec<Arc<Slot>> = {
            let mut slots = self.slots();
            slots.closed = true;
            slots.by_name.drain().map(|(_, slot)| slot).collect()
        };
        // All at once: each may take its grace.
        let ends = slots.into_iter().map(|slot| {
            tokio::spawn(async move {
                if let Some(live) = slot.live.lock().await.take() {
                    live.toolset.close().await;
                }
            })
        });
        for end in ends.collect::<Vec<_>>() {
            if let Err(error) = end.await {
                tracing::error!(%error, "a session did not end as it should");
            }
        }
    }

    /// The session's place, made when there is room.
    fn slot(&self, name: &SessionName) -> Result<Arc<Slot>, SessionError> {
        let mut slots = self.slots();
        if slots.closed {
            return Err(SessionError::Closed);
        }
        if let Some(slot) = slots.by_name.get(name) {
            return Ok(Arc::clone(slot));
        }
        if slots.by_name.len() >= self.options.max {
            slots.by_name.retain(|_, slot| !slot.is_idle_and_empty());
        }
        if slots.by_name.len() >= self.options.max {
            let mut names: Vec<String> = slots.by_name.keys().map(SessionName::to_string).collect();
            names.sort();
            return Err(SessionError::TooMany { max: self.options.max, names });
        }
        let slot = Arc::new(Slot::default());
        slots.by_name.insert(name.clone(), Arc::clone(&slot));
        Ok(slot)
    }

    /// The session's browser: the one that it has, or a fresh one. One that ended between two calls is told of once.
    async fn live(&self, name: &SessionName, slot: &Arc<Slot>) -> Result<Live, SessionError> {
        let mut place = slot.live.lock().await;
        if let Some(live) = &*place {
            if !live.browser.has_ended() {
                return Ok(live.clone());
            }
            if let Some(dead) = place.take() {
                dead.toolset.close().await;
            }
            return Err(SessionError::Lost { name: name.to_string() });
        }
        let live = self.start(name).await?;
        let level = live.browser.level();
        if let Some(observer) = &self.options.observer {
            observer.happened(name, &Happening::Started { product: live.browser.product(), level });
        }
        let notice = format!("contained: {level} ({})", level.meaning());
        *slot.notice.lock().unwrap_or_else(PoisonError::into_inner) = Some(notice);
        // The sessions may have been closed while the browser started.
        if self.slots().closed {
            live.toolset.close().await;
            return Err(SessionError::Closed);
        }
        *place = Some(live.clone());
        Ok(live)
    }

    async fn start(&self, name: &SessionName) -> Result<Live, SessionError> {
        let browser = Arc::new(Browser::start(self.options.browser(name)?).await?);
        let driver: Arc<dyn Driver> = Arc::clone(&browser) as Arc<dyn Driver>;
        let options = self.options.toolset(browser.inbox());
        let toolset = match Toolset::new(driver, options) {
            Ok(toolset) => Arc::new(toolset),
            Err(error) => {
                browser.close().await;
                return Err(error.into());
            }
        };
        Ok(Live { browser, toolset })
    }

    /// Ends a browser that is lost or broken, unless another call has done so.
    async fn end(&self, slot: &Slot, live: &Live) {
        let mut place = slot.live.lock().await;
        if place.as_ref().is_some_and(|current| Arc::ptr_eq(&current.browser, &live.browser)) {
            place.take();
        }
        drop(place);
        live.toolset.close().await;
    }
}
