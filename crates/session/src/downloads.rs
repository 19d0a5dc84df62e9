//! What a session still downloads.

use std::time::Duration;

use crate::sessions::Sessions;

impl Sessions {
    /// How many downloads of a session are under way; none of one that isn't there.
    pub async fn downloads_under_way(&self, session: &str) -> usize {
        self.browser(session).await.map_or(0, |browser| browser.downloads_under_way())
    }

    /// Waits until a session has none under way, for so long at most. Observers have been told of each that has ended by then.
    pub async fn downloads_ended(&self, session: &str, patience: Duration) {
        if let Some(browser) = self.browser(session).await {
            browser.downloads_ended(patience).await;
        }
    }
}
