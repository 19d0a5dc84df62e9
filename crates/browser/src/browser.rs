//! Starting and ending a browser.

use std::net::TcpListener;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use ringfence_cdp::protocol::browser::{Close, GetVersion};
use ringfence_cdp::protocol::target::{CloseTarget, CreateTarget, SetDiscoverTargets};
use ringfence_cdp::{CallError, Client, Session};
use ringfence_egress::{Egress, EgressConfig, Event, Presenter, Totals};
use ringfence_files::{Inbox, Quarantine};
use ringfence_jail::Level;
use ringfence_page::Deadline;
use ringfence_policy::Policy;
use ringfence_toolset::TabId;
use tokio::sync::broadcast;
use tokio::task::JoinHandle;

use crate::canary::{Canary, Flight};
use crate::downloads::{Collector, behaviour};
use crate::error::StartError;
use crate::exit::Exit;
use crate::given::Given;
use crate::intercept::{Judge, stop_everything};
use crate::launch::{Launched, launch};
use crate::logins::Logins;
use crate::options::{BrowserOptions, FileOptions, Timeouts};
use crate::probe::{strongest, too_weak};
use crate::process::Process;
use crate::pump::{Pump, filter};
use crate::setup::attach_to_tabs;
use crate::state::{Ended, Shared};
use crate::witness::Witnessed;

/// A contained Chromium with its own exit and its own fresh profile. Both are gone when it ends.
///
/// It is a [`Driver`](ringfence_toolset::Driver): the toolset acts through it.
pub struct Browser {
    pub(crate) root: Session,
    pub(crate) shared: Arc<Shared>,
    pub(crate) policy: Policy,
    pub(crate) exit: Arc<Exit>,
    pub(crate) timeouts: Timeouts,
    pub(crate) inbox: Option<Arc<Inbox>>,
    pub(crate) keeps_downloads: bool,
    process: Arc<Process>,
    product: String,
    level: Level,
    pub(crate) witnessed: Witnessed,
    /// Held while it is closed. Ends when the last of the exit's events has been told.
    closing: tokio::sync::Mutex<JoinHandle<()>>,
}

impl std::fmt::Debug for Browser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Browser").field("product", &self.product).finish_non_exhaustive()
    }
}

impl Browser {
    /// Starts a browser with one blank tab.
    ///
    /// Must be called inside a Tokio runtime.
    ///
    /// # Errors
    /// [`StartError`], within `timeouts.start`; nothing is left running then.
    pub async fn start(options: BrowserOptions) -> Result<Self, StartError> {
        let level = strongest(options.min_level, options.max_level).await?;
        let (inbox, quarantine) = directories(&options.files)?;
        let presenter = options.presenter()?;
        let given = Given::new(&options, &presenter, inbox.as_deref(), quarantine.as_deref());
        let launched = match launch(&options, level, given).await {
            Err(StartError::Jail(error)) => return Err(too_weak(level, error.to_string()).await),
            launched => launched?,
        };
        let Launched { process, reader, writer, listener, level } = launched;
        let process = Arc::new(process);
        let egress = start_egress(&options, presenter, listener).await?;
        let witnessed = Witnessed::by(options.witness.clone());
        let canary = Canary::new();
        let telling = witnessed.clone().exit(egress.subscribe(), options.policy.clone(), canary.clone());
        let telling = tokio::spawn(telling);
        let (client, events) = Client::new(reader, writer, filter(options.watch));
        let shared = Arc::new(Shared::default());
        let root = client.browser();
        let credential = egress.credential().clone();
        let exit = Arc::new(Exit::new(egress));
        let judge = Judge {
            policy: options.policy.clone(),
            credential,
            logins: Mutex::new(Logins::new(options.logins.clone())),
            browser: root.clone(),
            exit: Arc::clone(&exit),
            witnessed: witnessed.clone(),
        };
        let pump = Pump {
            client,
            judge,
            shared: Arc::clone(&shared),
            viewport: options.viewport,
            locale: options.look.locale_tag().map(str::to_owned),
            watch: options.watch,
            downloads: Collector {
                shared: Arc::clone(&shared),
                browser: root.clone(),
                quarantine: quarantine.clone(),
                witnessed: witnessed.clone(),
            },
            read: options.timeouts.read,
        };
        tokio::spawn(pump.run(events));
        tokio::spawn(end_with(Arc::clone(&shared), Arc::downgrade(&process)));
        let heeds_canary = options.heeds_canary();
        let deadline = Deadline::after(options.timeouts.start);
        let product = match prepare(&root, quarantine.as_deref(), deadline).await {
            Ok(product) => product,
            Err(error) => return Err(start_error(error, &process).await),
        };
        tracing::info!(product, %level, "a browser started");
        let browser = Self {
            root,
            shared,
            policy: options.policy,
            exit,
            timeouts: options.timeouts,
            inbox,
            keeps_downloads: quarantine.is_some(),
            process,
            product,
            level,
            witnessed,
            closing: tokio::sync::Mutex::new(telling),
        };
        let flown = match browser.open_tab(deadline).await {
            Ok(tab) => browser.fly_canary(&canary, &tab, deadline).await,
            Err(error) => Err(Flight::Lost(error)),
        };
        match flown {
            Ok(()) => Ok(browser),
            Err(Flight::Lost(error)) => Err(start_error(error, &browser.process).await),
            Err(Flight::Bad(error)) if heeds_canary => Err(StartError::Canary(error)),
            Err(Flight::Bad(_)) => Ok(browser),
        }
    }

    /// What it calls itself, such as `Chrome/156.0.8078.114`.
    pub fn product(&self) -> &str {
        &self.product
    }

    /// How strongly it is contained.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Where copies of what may be uploaded go, when anything may. A file policy puts them there; without a copy nothing is
    /// uploaded.
    pub fn inbox(&self) -> Option<Arc<Inbox>> {
        self.inbox.clone()
    }

    /// The exit's decisions from now on.
    pub fn egress_events(&self) -> broadcast::Receiver<Arc<Event>> {
        self.exit.events()
    }

    /// What went through the exit so far.
    pub fn egress_totals(&self) -> Totals {
        self.exit.totals()
    }

    /// Whether the browser has ended, by itself or because it was closed.
    pub fn has_ended(&self) -> bool {
        self.shared.read().ended.is_some()
    }

    /// Waits until the browser has ended, by itself or because it was closed.
    pub async fn ended(&self) {
        self.process.ended().await;
    }

    /// Waits until everything is known that Chromium told before its newest answer. An answer can overtake the events
    /// before it, which other hands take up.
    pub(crate) async fn caught_up(&self) {
        const SOON: Duration = Duration::from_secs(1);
        let told = self.root.client().events_so_far();
        let handled = self.shared.wait(Deadline::after(SOON), |state| (state.handled >= told).then_some(()));
        if handled.await.is_none() {
            tracing::warn!("events come faster than they are handled");
        }
    }

    /// Opens a blank tab and waits until it is there. It isn't made active here. One whose process crashes as it comes is
    /// closed, and another is opened; nothing is left of one that doesn't come in time.
    pub(crate) async fn open_tab(&self, deadline: Deadline) -> Result<TabId, CallError> {
        // A window of its own: a tab in the background of another would not be drawn.
        let create = CreateTarget { new_window: Some(true), ..CreateTarget::new("about:blank") };
        let _creating = Creating::new(&self.shared);
        loop {
            let created = self.root.call(&create, deadline.left()).await?;
            let came = self.shared.wait(deadline, |state| {
                let tab = state.tabs.by_target(created.target_id.as_str())?;
                if tab.crashed {
                    return Some(Err(()));
                }
                // Its first document is known once its milestones have been told.
                tab.progress.loaded.then(|| Ok(tab.id.clone()))
            });
            let came = came.await;
            if let Some(Ok(id)) = came {
                return Ok(id);
            }
            if let Err(error) = self.root.send(&CloseTarget::new(created.target_id)) {
                tracing::debug!(%error, "a tab that did not come could not be closed");
            }
            if came.is_none() {
                return Err(CallError::TimedOut {
                    method: "Target.createTarget".into(),
                    after: deadline.left(),
                });
            }
        }
    }

    /// Ends the browser: asks it to quit, and kills it when it doesn't. Does nothing the second time.
    pub async fn close(&self) {
        let mut telling = self.closing.lock().await;
        let grace = Deadline::after(self.timeouts.close);
        if !self.has_ended() {
            // The answer races the end of the pipe; the process tells.
            let asked = self.root.start(&Close::default(), grace.left());
            tokio::select! {
                _ = asked => {}
                () = self.process.ended() => {}
            }
        }
        if tokio::time::timeout_at(grace.instant(), self.process.ended()).await.is_err() {
            tracing::warn!("the browser did not quit in time and was killed");
        }
        self.process.kill();
        const REAPED: Duration = Duration::from_secs(5);
        if tokio::time::timeout(REAPED, self.process.ended()).await.is_err() {
            tracing::error!("the browser's process could not be killed");
        }
        self.shared.change(|state| {
            state.ended.get_or_insert(Ended::Pipe(ringfence_cdp::End::Released));
        });
        self.exit.close().await;
        const TOLD: Duration = Duration::from_secs(5);
        if !telling.is_finished() && tokio::time::timeout(TOLD, &mut *telling).await.is_err() {
            tracing::error!("the exit's last events could not be told");
        }
    }
}

/// Kills the process as soon as the session is over: a browser whose requests can't be judged any more must not run on
/// until somebody asks for it.
async fn end_with(shared: Arc<Shared>, process: Weak<Process>) {
    shared.ended().await;
    if let Some(process) = process.upgrade() {
        process.kill();
    }
}

/// For as long as this lives a tab is being opened that no page has opened. Whoever waits for it may give up.
struct Creating<'a>(&'a Shared);

impl<'a> Creating<'a> {
    fn new(shared: &'a Shared) -> Self {
        shared.change(|state| state.creating += 1);
        Self(shared)
    }
}

impl Drop for Creating<'_> {
    fn drop(&mut self) {
        self.0.change(|state| state.creating -= 1);
    }
}

async fn start_egress(
    options: &BrowserOptions,
    presenter: Presenter,
    listener: TcpListener,
) -> Result<Egress, StartError> {
    let config = EgressConfig {
        presenter,
        settings: options.egress.clone(),
        ..EgressConfig::new(options.exit_policy().clone(), Arc::clone(&options.resolver))
    };
    Egress::start(listener, config).await.map_err(|error| StartError::Egress(error.into()))
}

type Directories = (Option<Arc<Inbox>>, Option<Arc<Quarantine>>);

/// The directories for what goes in and out.
fn directories(files: &FileOptions) -> Result<Directories, StartError> {
    let inbox = files.inbox.as_deref().map(|place| Inbox::new(place, files.upload_limits));
    let inbox = inbox.transpose().map_err(|error| StartError::Files(error.into()))?;
    let quarantine = files.downloads.as_deref().map(|place| Quarantine::open(place, files.download_limits));
    let quarantine = quarantine.transpose().map_err(|error| StartError::Files(error.into()))?;
    Ok((inbox.map(Arc::new), quarantine.map(Arc::new)))
}

/// Everything that must stand before the first page exists, queued in one go.
async fn prepare(
    root: &Session,
    quarantine: Option<&Quarantine>,
    deadline: Deadline,
) -> Result<String, CallError> {
    let version = root.start(&GetVersion::default(), deadline.left());
    let stopped = root.start(&stop_everything(), deadline.left());
    let discovering = root.start(&SetDiscoverTargets::new(true), deadline.left());
    let attaching = root.start(&attach_to_tabs(), deadline.left());
    let downloads = root.start(&behaviour(quarantine), deadline.left());
    let version = version.await?;
    stopped.await?;
    discovering.await?;
    attaching.await?;
    downloads.await?;
    Ok(version.product)
}

/// Sorts a failed start: a process that ended has told why.
async fn start_error(error: CallError, process: &Process) -> StartError {
    const LAST_WORDS: Duration = Duration::from_millis(500);
    let ended = tokio::time::timeout(LAST_WORDS, process.ended()).await.is_ok();
    process.kill();
    let output = process.output();
    if ended { StartError::Ended { output } } else { StartError::NoAnswer { error, output } }
}
