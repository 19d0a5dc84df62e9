//! Reading: outline, text, finding, pictures.

use std::time::Duration;

use ringfence_page::{Deadline, PageError, Part, Picture, Ref, SnapshotRequest};
use ringfence_toolset::input::{Filter, FindInput, ReadPageInput, ZoomInput};
use ringfence_toolset::{DriverError, ErrorCode, MemberOutput, TabId};

use crate::browser::Browser;
use crate::driver::OpenTab;
use crate::explain;
use crate::failure::page_error;

/// How often a reading was begun anew.
#[derive(Default)]
struct Again(u32);

impl Again {
    const MOST: u32 = 6;
    /// How often the documents that come are left to go.
    const UNSTOPPED: u32 = 2;
    /// How long the next document may take to be there.
    const NEXT: Duration = Duration::from_secs(2);
}

impl Browser {
    pub(crate) async fn read_page(&self, input: &ReadPageInput) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let deadline = Deadline::after(self.timeouts.read);
        let request = SnapshotRequest {
            filter: match input.filter {
                None => ringfence_page::Filter::Viewport,
                Some(Filter::Interactive) => ringfence_page::Filter::Interactive,
                Some(Filter::All) => ringfence_page::Filter::All,
            },
            depth: input.depth,
            root: input.element.map(|element| Ref(u64::from(element.0))),
        };
        let mut again = Again::default();
        let outline = loop {
            match tab.page.snapshot(&self.tree(&tab)?, request, deadline).await {
                Ok(outline) => break outline,
                Err(error) => self.next_document(&tab, error, &mut again, deadline).await?,
            }
        };
        self.reading(&tab, outline.text, outline.origin, deadline).await
    }

    pub(crate) async fn page_text(&self, tab: Option<&TabId>) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(tab)?;
        let deadline = Deadline::after(self.timeouts.read);
        let mut again = Again::default();
        let page = loop {
            match tab.page.text(&self.tree(&tab)?, deadline).await {
                Ok(page) => break page,
                Err(error) => self.next_document(&tab, error, &mut again, deadline).await?,
            }
        };
        self.reading(&tab, page.text, page.origin, deadline).await
    }

    pub(crate) async fn find(&self, input: &FindInput) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let deadline = Deadline::after(self.timeouts.read);
        let mut again = Again::default();
        let found = loop {
            match tab.page.find(&self.tree(&tab)?, &input.query, deadline).await {
                Ok(found) => break found,
                Err(error) => self.next_document(&tab, error, &mut again, deadline).await?,
            }
        };
        self.reading(&tab, found.text, found.origin, deadline).await
    }

    pub(crate) async fn screenshot(&self, tab: Option<&TabId>) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(tab)?;
        let tree = self.tree(&tab)?;
        let deadline = Deadline::after(self.timeouts.read);
        tab.page.picture(&tree, deadline).await.map(image).map_err(page_error)
    }

    pub(crate) async fn zoom(&self, input: &ZoomInput) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let tree = self.tree(&tab)?;
        let deadline = Deadline::after(self.timeouts.read);
        let region = input.region;
        let edge = |value: i32| u32::try_from(value);
        let (Ok(left), Ok(top), Ok(right), Ok(bottom)) =
            (edge(region.x0), edge(region.y0), edge(region.x1), edge(region.y1))
        else {
            let text = "The region begins outside the viewport; its edges count from 0.";
            return Err(DriverError::new(ErrorCode::OutsideViewport, text).about("region"));
        };
        let part = Part { left, top, right, bottom };
        tab.page.zoom(&tree, part, deadline).await.map(image).map_err(page_error)
    }

    /// A document that goes while it is read is no loss to a reading: returns when the one that comes can be read instead,
    /// or with the error when it is another, or has been so too often.
    async fn next_document(
        &self,
        tab: &OpenTab,
        error: PageError,
        again: &mut Again,
        deadline: Deadline,
    ) -> Result<(), DriverError> {
        if !matches!(error, PageError::DocumentGone) || again.0 == Again::MOST {
            return Err(page_error(error));
        }
        again.0 += 1;
        if again.0 > Again::UNSTOPPED {
            // It goes on its way as soon as it is there, time and again.
            self.stop_loading(tab).await;
        }
        let next = self.shared.wait(deadline.at_most(Again::NEXT), |state| {
            let progress = &state.tabs.get(&tab.id)?.progress;
            (progress.content_loaded && !progress.pending).then_some(())
        });
        next.await;
        Ok(())
    }

    /// A reading with the origin that it is from. Nothing read of a PDF file doesn't mean that nothing is in it.
    async fn reading(
        &self,
        tab: &OpenTab,
        text: String,
        origin: String,
        deadline: Deadline,
    ) -> Result<MemberOutput, DriverError> {
        if text.is_empty()
            && tab.page.facts(&self.tree(tab)?, deadline).await.is_ok_and(|facts| facts.is_pdf())
        {
            let text = format!("The page is {}. Look for the same as a web page.", explain::PDF);
            return Err(DriverError::new(ErrorCode::NotSuited, text).about(tab.id.as_str()));
        }
        Ok(MemberOutput::Text { text, source: Some(origin) })
    }
}

fn image(picture: Picture) -> MemberOutput {
    MemberOutput::Image {
        data: picture.png,
        media_type: "image/png",
        width: picture.width,
        height: picture.height,
    }
}
