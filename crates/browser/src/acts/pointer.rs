//! Acts of the pointer.

use ringfence_page::{
    Button, Clicks, Deadline, Modifiers, Opens, Point, Press, Ref, ScrollDirection, Scrolled, Target,
};
use ringfence_toolset::input::{
    self, ClickInput, HoverInput, LeftClickDragInput, PointerInput, ScrollInput, ScrollToInput,
};
use ringfence_toolset::text::one_line;
use ringfence_toolset::{DriverError, MemberOutput};

use super::START;
use crate::browser::Browser;
use crate::failure::page_error;

/// What is done with the left button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mouse {
    /// It goes down.
    Down,
    /// It is let go.
    Up,
    /// It stays as it is; the pointer moves.
    Move,
}

/// What is said of an element that a page took away between the press and the release.
const WENT_AWAY: &str =
    "It went away while it was pressed, so the press came through, but no click of it; read the page.";

impl Browser {
    pub(crate) async fn click(
        &self,
        input: &ClickInput,
        button: Button,
        count: u8,
    ) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let clicks = Clicks { button, count, modifiers: held(input.modifiers) };
        self.act_accepting(&tab, input.accept_dialog.as_ref(), async |tree, deadline| {
            let begun = self.shared.read().downloads.begun;
            let mut press =
                tab.page.click(tree, target(input.target), clicks, deadline).await.map_err(page_error)?;
            press.opens = press.opens.filter(|_| button == Button::Left);
            if press.opens == Some(Opens::Download) && !press.gone {
                self.download_begun(begun).await;
            }
            Ok(what_line(&press.what).map(|line| format!("{line}{}", self.more_of(&press))))
        })
        .await
    }

    /// Waits until more downloads have begun, no longer than for a navigation that a page asked for. Nothing else tells
    /// that a link downloads: Chromium starts no navigation then.
    async fn download_begun(&self, before: u64) {
        let begun =
            self.shared.wait(Deadline::after(START), |state| (state.downloads.begun > before).then_some(()));
        begun.await;
    }

    /// What else is to be said of a press.
    fn more_of(&self, press: &Press) -> String {
        match press.opens {
            _ if press.gone => format!(" {WENT_AWAY}"),
            _ if !press.stray.is_empty() => format!(
                " Only its first press came to it: the page put {} in its place for a later one; read the page.",
                one_line(&press.stray)
            ),
            Some(Opens::FileChooser) => {
                format!(" It takes files, and no file chooser opens here. {}", self.how_files_are_given())
            }
            Some(Opens::Download) | None => String::new(),
        }
    }

    pub(crate) async fn hover(&self, input: &HoverInput) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        self.act(&tab, async |tree, deadline| {
            let press = tab.page.hover(tree, target(input.target), deadline).await.map_err(page_error)?;
            Ok(what_line(&press.what))
        })
        .await
    }

    pub(crate) async fn drag(&self, input: &LeftClickDragInput) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let (from, to) = (point(input.from), point(input.target));
        self.act(&tab, async |tree, deadline| {
            tab.page.drag(tree, from, to, deadline).await.map_err(page_error)?;
            Ok(None)
        })
        .await
    }

    pub(crate) async fn mouse(&self, input: &PointerInput, what: Mouse) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let at = point(input.target);
        self.act(&tab, async |tree, deadline| {
            let done = match what {
                Mouse::Down => tab.page.mouse_down(tree, at, deadline).await,
                Mouse::Up => tab.page.mouse_up(tree, at, deadline).await,
                Mouse::Move => tab.page.mouse_move(tree, at, deadline).await,
            };
            done.map(|()| None).map_err(page_error)
        })
        .await
    }

    pub(crate) async fn scroll(&self, input: &ScrollInput) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let direction = match input.direction {
            input::ScrollDirection::Up => ScrollDirection::Up,
            input::ScrollDirection::Down => ScrollDirection::Down,
            input::ScrollDirection::Left => ScrollDirection::Left,
            input::ScrollDirection::Right => ScrollDirection::Right,
        };
        let at = point(input.target);
        self.act(&tab, async |tree, deadline| {
            let scrolled = tab.page.scroll(tree, at, direction, input.amount, deadline).await;
            Ok(Some(scroll_line(&scrolled.map_err(page_error)?, direction)))
        })
        .await
    }

    pub(crate) async fn scroll_to(&self, input: &ScrollToInput) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let element = Ref(u64::from(input.target.0));
        self.act(&tab, async |tree, deadline| {
            let what = tab.page.scroll_to(tree, element, deadline).await.map_err(page_error)?;
            Ok(what_line(&what))
        })
        .await
    }
}

pub(crate) fn target(target: input::Target) -> Target {
    match target {
        input::Target::Point(at) => Target::Point(point(at)),
        input::Target::Ref(element) => Target::Ref(Ref(u64::from(element.0))),
    }
}

pub(crate) fn point(point: input::Point) -> Point {
    Point { x: f64::from(point.x), y: f64::from(point.y) }
}

fn held(modifiers: input::Modifiers) -> Modifiers {
    let input::Modifiers { ctrl, shift, alt, meta } = modifiers;
    Modifiers { ctrl, shift, alt, meta }
}

/// What an element is, as the page calls it.
fn what_line(what: &str) -> Option<String> {
    (!what.is_empty()).then(|| format!("It is {}.", one_line(what)))
}

fn scroll_line(scrolled: &Scrolled, direction: ScrollDirection) -> String {
    let what = if scrolled.what.is_empty() { "The page".to_owned() } else { one_line(&scrolled.what) };
    let (position, end, axis) = match direction {
        ScrollDirection::Up | ScrollDirection::Down => (scrolled.position.1, scrolled.end.1, "down"),
        ScrollDirection::Left | ScrollDirection::Right => (scrolled.position.0, scrolled.end.0, "across"),
    };
    match (scrolled.in_frame, scrolled.moved) {
        (true, false) => "The point lies in a frame, which scrolls by itself.".to_owned(),
        (_, true) => format!("{what} is now {position} of {end} pixels {axis}."),
        (false, false) => format!("Nothing moved. {what} is {position} of {end} pixels {axis}."),
    }
}
