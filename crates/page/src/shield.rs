//! Keeping documents from input that is meant for another one.

use std::collections::HashSet;
use std::time::Duration;

use futures_util::future::join_all;
use ringfence_cdp::protocol::network::LoaderId;

use crate::Page;
use crate::deadline::Deadline;
use crate::error::PageError;
use crate::frame::{FrameHandle, FrameTree};

/// Documents of a page that get no input while an act lasts.
///
/// What is under the pointer, or has the focus, can change in the middle of an act, and by the act itself. What was approved
/// for one origin must not reach the document of another then. A script of that document that listens on its window before
/// anything else sees the event all the same; nothing else in it does, and nothing comes of it.
#[derive(Debug)]
pub struct Shield {
    /// An address whose origin input may reach.
    address: String,
    /// Further origins that it may reach, as a document names its own.
    origins: Vec<String>,
    /// How long a document keeps itself from input when nobody lets it come again.
    longest: Duration,
    /// Documents that have been asked, whether they are kept from input or not.
    asked: HashSet<LoaderId>,
    kept_from: Vec<FrameHandle>,
}

impl Shield {
    /// A shield in front of nothing yet.
    pub fn new(address: String, origins: Vec<String>, longest: Duration) -> Self {
        Self { address, origins, longest, asked: HashSet::new(), kept_from: Vec::new() }
    }

    /// Whether every document of the page has been asked.
    pub fn covers(&self, tree: &FrameTree) -> bool {
        tree.frames().all(|frame| self.asked.contains(&frame.loader))
    }
}

impl Page {
    /// Puts a shield in front of every document of the page that isn't behind it yet and that isn't of its origins.
    ///
    /// # Errors
    /// A document that doesn't answer in time: it may get what isn't meant for it. One that is gone is none.
    pub async fn raise(
        &self,
        shield: &mut Shield,
        tree: &FrameTree,
        deadline: Deadline,
    ) -> Result<(), PageError> {
        let longest = u64::try_from(shield.longest.as_millis()).unwrap_or(u64::MAX);
        let asked = (&shield.address, &shield.origins, longest);
        let new = tree.frames().filter(|frame| !shield.asked.contains(&frame.loader));
        let raising = new.map(|frame| async move {
            (frame, self.ask::<bool>(frame, "raiseShield", &asked, deadline).await)
        });
        let mut outcome = Ok(());
        // Every answer counts, also beside one that is missing: what is behind the shield has to be let out again.
        for (frame, raised) in join_all(raising).await {
            match raised {
                Ok(true) => shield.kept_from.push(frame.clone()),
                Ok(false) | Err(PageError::DocumentGone) => {}
                Err(error) => {
                    outcome = outcome.and(Err(error));
                    continue;
                }
            }
            shield.asked.insert(frame.loader.clone());
        }
        outcome
    }

    /// Takes a shield away. How many events it kept from documents that were still there.
    pub async fn lower(&self, shield: Shield, deadline: Deadline) -> u64 {
        let lowering = shield.kept_from.iter().map(|frame| async move {
            self.ask::<u64>(frame, "lowerShield", &crate::world::NOTHING, deadline).await
        });
        join_all(lowering).await.into_iter().map(|kept| kept.unwrap_or(0)).sum()
    }
}
