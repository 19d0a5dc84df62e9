//! What a call would act on, and whether that is still what was approved.

use std::time::Duration;

use ringfence_page::{Deadline, FrameTree, Point, Ref, Shield, Target};
use ringfence_toolset::input::{MemberInput, ReadPageInput};
use ringfence_toolset::{Call, DriverError, ErrorCode, ResultKind, Subject};

use crate::acts::{point, target};
use crate::browser::Browser;
use crate::driver::OpenTab;
use crate::failure::page_error;

/// What a document calls its origin that is one by itself.
const OPAQUE: &str = "null";
/// No call gives input for longer.
const LONGEST_INPUT: Duration = Duration::from_secs(300);

/// Where to look for what a call would act on.
enum Place {
    At(Target),
    /// Wherever keys go.
    Focus,
}

/// The places that a call acts on; none when it is about a page as a whole, or about none.
fn places(input: &MemberInput) -> Vec<Place> {
    let at = |at: Point| Place::At(Target::Point(at));
    let element = |number: u32| Place::At(Target::Ref(Ref(u64::from(number))));
    match input {
        MemberInput::LeftClick(input)
        | MemberInput::RightClick(input)
        | MemberInput::MiddleClick(input)
        | MemberInput::DoubleClick(input)
        | MemberInput::TripleClick(input) => vec![Place::At(target(input.target))],
        MemberInput::Hover(input) => vec![Place::At(target(input.target))],
        MemberInput::LeftClickDrag(input) => vec![at(point(input.from)), at(point(input.target))],
        MemberInput::LeftMouseDown(input)
        | MemberInput::LeftMouseUp(input)
        | MemberInput::MouseMove(input) => vec![at(point(input.target))],
        MemberInput::Scroll(input) => vec![at(point(input.target))],
        MemberInput::ScrollTo(input) => vec![element(input.target.0)],
        MemberInput::ReadPage(ReadPageInput { element: Some(inside), .. }) => vec![element(inside.0)],
        MemberInput::FormInput(input) => vec![element(input.target.0)],
        MemberInput::FileUpload(input) => vec![element(input.target.0)],
        MemberInput::Type(_) | MemberInput::Key(_) | MemberInput::HoldKey(_) => vec![Place::Focus],
        _ => Vec::new(),
    }
}

impl Browser {
    /// What a call would act on.
    pub(crate) async fn acted_on(&self, input: &MemberInput) -> Result<Vec<Subject>, DriverError> {
        let places = places(input);
        if places.is_empty() {
            return Ok(Vec::new());
        }
        let tab = self.tab(input.tab_id())?;
        let tree = self.tree(&tab)?;
        let deadline = Deadline::after(self.timeouts.read);
        let mut subjects = Vec::new();
        for place in places {
            subjects.push(subject(&tab, &tree, place, deadline).await?);
        }
        Ok(subjects)
    }

    /// Refuses a call whose tab no longer shows the page that it was approved for, or that would act on something else there.
    pub(crate) async fn still_approved(&self, call: &Call) -> Result<(), DriverError> {
        let Some(approved) = &call.approved else { return Ok(()) };
        let tab = self.tab(call.input.tab_id())?;
        let tree = self.tree(&tab)?;
        let deadline = Deadline::after(self.timeouts.read);
        let moved = |text: &str| Err(DriverError::new(ErrorCode::PageMoved, text).about(tab.id.as_str()));
        if tab.id != approved.tab_id
            || !tab.page.is_at(&tree, &approved.url, deadline).await.map_err(page_error)?
        {
            return moved(
                "The page has moved on since the call was approved; nothing was done. Read the page and ask again.",
            );
        }
        // An approval that was given without looking at what is acted on is for whatever it is.
        if !approved.subjects.is_empty() && approved.subjects != self.acted_on(&call.input).await? {
            return moved(
                "What the call would act on has changed since it was approved; nothing was done. Read the page and ask again.",
            );
        }
        Ok(())
    }
}

/// The shield of one call.
pub(crate) struct Raised {
    tab: OpenTab,
    shield: Shield,
}

impl Browser {
    /// Keeps input from every document that the call was not approved for. None for a call that gives a page no input, or
    /// whose approval holds for any page.
    pub(crate) async fn raise_shield(&self, call: &Call) -> Result<Option<Raised>, DriverError> {
        let Some(approved) = call.approved.as_ref().filter(|_| gives_input(&call.input)) else {
            return Ok(None);
        };
        let tab = self.tab(call.input.tab_id())?;
        let acted_on = approved.subjects.iter().map(|subject| subject.origin.as_deref().unwrap_or(OPAQUE));
        let origins = acted_on.map(str::to_owned).collect();
        let mut shield = Shield::new(approved.url.clone(), origins, LONGEST_INPUT);
        let deadline = Deadline::after(self.timeouts.read);
        let raised = tab.page.raise(&mut shield, &self.tree(&tab)?, deadline).await;
        if let Err(error) = raised {
            // Nothing is done then; documents that did answer get input again.
            tab.page.lower(shield, Deadline::after(self.timeouts.read)).await;
            return Err(page_error(error));
        }
        Ok(Some(Raised { tab, shield }))
    }

    /// Puts the shield in front of documents that come while the call goes on. It ends only when one can't be kept from input.
    pub(crate) async fn shield_newcomers(&self, raised: &mut Option<Raised>) -> DriverError {
        while let Some(Raised { tab, shield }) = raised {
            let new = self.shared.wait(Deadline::after(LONGEST_INPUT), |state| {
                let tree = state.tabs.get(&tab.id)?.frames.tree();
                (!shield.covers(&tree)).then_some(tree)
            });
            let Some(tree) = new.await else { break };
            if let Err(error) = tab.page.raise(shield, &tree, Deadline::after(self.timeouts.read)).await {
                return page_error(error);
            }
        }
        std::future::pending().await
    }

    /// Takes the shield away. What it kept from a document the call has not done, whatever else it did.
    pub(crate) async fn lower_shield(&self, raised: Option<Raised>) -> Result<(), DriverError> {
        let Some(Raised { tab, shield }) = raised else { return Ok(()) };
        if tab.page.lower(shield, Deadline::after(self.timeouts.read)).await == 0 {
            return Ok(());
        }
        let text = "A part of it would have gone to a frame of another site than what was approved, and was kept from it. Read the page to see what was done.";
        Err(DriverError::new(ErrorCode::PageMoved, text).about(tab.id.as_str()))
    }
}

/// Whether a page gets input by this.
fn gives_input(input: &MemberInput) -> bool {
    input.member().result_kind() == ResultKind::Act && !places(input).is_empty()
}

async fn subject(
    tab: &OpenTab,
    tree: &FrameTree,
    place: Place,
    deadline: Deadline,
) -> Result<Subject, DriverError> {
    let found = match place {
        Place::At(Target::Ref(reference)) => tab.page.subject(tree, reference, deadline).await,
        Place::At(Target::Point(point)) => tab.page.subject_at(tree, point, deadline).await,
        Place::Focus => tab.page.subject_in_focus(tree, deadline).await,
    };
    let ringfence_page::Subject { what, leads, detail, origin, in_frame } = found.map_err(page_error)?;
    let origin = (origin != OPAQUE).then_some(origin);
    Ok(Subject { what, leads, detail, origin, in_frame })
}
