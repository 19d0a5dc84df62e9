//! What a call would act on, and whether that is still what was approved.

use ringfence_page::{Deadline, FrameTree, Point, Ref, Target};
use ringfence_toolset::input::MemberInput;
use ringfence_toolset::text::one_line;
use ringfence_toolset::{Call, DriverError, ErrorCode, Subject};

use crate::acts::{point, target};
use crate::browser::Browser;
use crate::driver::OpenTab;
use crate::failure::page_error;

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
    let ringfence_page::Subject { what, origin, in_frame } = found.map_err(page_error)?;
    let origin = (origin != "null").then_some(origin);
    Ok(Subject { what: one_line(&what), origin, in_frame })
}
