//! Acts: clicking, typing, pressing keys, scrolling, filling in. And when an act is over.

use std::time::{Duration, Instant};

use ringfence_cdp::protocol::network::LoaderId;
use ringfence_egress::Stopped;
use ringfence_page::{
    Button, Clicks, Deadline, FieldValue, FrameTree, Modifiers, Point, Ref, ScrollDirection, Scrolled, Target,
};
use ringfence_toolset::input::{
    self, ClickInput, FormInputInput, FormValue, KeyInput, ScrollInput, TypeInput,
};
use ringfence_toolset::text::one_line;
use ringfence_toolset::{DriverError, ErrorCode, MemberOutput};

use crate::browser::Browser;
use crate::driver::{OpenTab, closed_meanwhile, page_error};
use crate::explain;
use crate::navigate::ERROR_PAGE;
use crate::network_error::phrase;

/// How long a navigation that an act started may take to its DOMContentLoaded before the act returns.
const ARRIVE: Duration = Duration::from_secs(5);
/// How long a navigation that a page asked for may take to start; some never do, such as one to a mail address.
const START: Duration = Duration::from_millis(500);

/// The tab as it was before an act.
struct Before {
    at: Instant,
    started: u64,
    loader: Option<LoaderId>,
    tree: FrameTree,
}

impl Browser {
    pub(crate) async fn left_click(&self, input: &ClickInput) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let target = match input.target {
            input::Target::Point(point) => Target::Point(page_point(point)),
            input::Target::Ref(element) => Target::Ref(Ref(u64::from(element.0))),
        };
        let modifiers = Modifiers {
            ctrl: input.modifiers.ctrl,
            shift: input.modifiers.shift,
            alt: input.modifiers.alt,
            meta: input.modifiers.meta,
        };
        let deadline = Deadline::after(self.timeouts.act);
        let before = self.before(&tab)?;
        let press = tab
            .page
            .click(&before.tree, target, Clicks { button: Button::Left, count: 1, modifiers }, deadline)
            .await
            .map_err(page_error)?;
        let what = (!press.what.is_empty()).then(|| format!("It is {}.", one_line(&press.what)));
        self.after(&tab, before, what).await
    }

    pub(crate) async fn type_text(&self, input: &TypeInput) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let deadline = Deadline::after(self.timeouts.act);
        let before = self.before(&tab)?;
        let focus = tab.page.focus(&before.tree, deadline).await.map_err(page_error)?;
        tab.page.type_text(&before.tree, &input.text, deadline).await.map_err(page_error)?;
        let line = match (focus.takes_text, focus.what.is_empty()) {
            (true, false) => format!("Into {}.", one_line(&focus.what)),
            (true, true) => "Into the page, which is being edited.".to_owned(),
            (false, false) => {
                format!("{} has the focus and takes no text; the page got the keys.", one_line(&focus.what))
            }
            (false, true) => {
                "No field has the focus; the page got the keys. Click a field first to fill it in.".to_owned()
            }
        };
        self.after(&tab, before, Some(line)).await
    }

    pub(crate) async fn press_keys(&self, input: &KeyInput) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let chords = ringfence_page::parse_keys(&input.text)
            .map_err(|error| DriverError::new(ErrorCode::BadInput, format!("text: {error}")).about("text"))?;
        let deadline = Deadline::after(self.timeouts.act);
        let before = self.before(&tab)?;
        tab.page.press_keys(&before.tree, &chords, input.repeat, deadline).await.map_err(page_error)?;
        self.after(&tab, before, None).await
    }

    pub(crate) async fn scroll(&self, input: &ScrollInput) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let deadline = Deadline::after(self.timeouts.act);
        let before = self.before(&tab)?;
        let direction = match input.direction {
            input::ScrollDirection::Up => ScrollDirection::Up,
            input::ScrollDirection::Down => ScrollDirection::Down,
            input::ScrollDirection::Left => ScrollDirection::Left,
            input::ScrollDirection::Right => ScrollDirection::Right,
        };
        let point = page_point(input.target);
        let scrolled = tab
            .page
            .scroll(&before.tree, point, direction, input.amount, deadline)
            .await
            .map_err(page_error)?;
        self.after(&tab, before, Some(scroll_line(&scrolled, direction))).await
    }

    pub(crate) async fn form_input(&self, input: &FormInputInput) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let value = match &input.value {
            FormValue::Text(text) => FieldValue::Text(text.clone()),
            FormValue::Number(number) => FieldValue::Text(number.to_string()),
            FormValue::Bool(flag) => FieldValue::Flag(*flag),
        };
        let deadline = Deadline::after(self.timeouts.act);
        let before = self.before(&tab)?;
        let element = Ref(u64::from(input.target.0));
        let set = tab.page.set_field(&before.tree, element, &value, deadline).await.map_err(page_error)?;
        let line = format!("{} now holds {}.", one_line(&set.what), one_line(&set.now));
        self.after(&tab, before, Some(line)).await
    }

    fn before(&self, tab: &OpenTab) -> Result<Before, DriverError> {
        self.tree(tab)?;
        let state = self.shared.read();
        let open = state.tabs.get(&tab.id).ok_or_else(|| closed_meanwhile(&tab.id))?;
        Ok(Before {
            at: Instant::now(),
            started: open.progress.started,
            loader: open.progress.loader.clone(),
            tree: open.frames.tree(),
        })
    }

    /// Ends an act: popups that the page opened at once, and a navigation of the tab that it began, are given time to
    /// arrive.
    async fn after(
        &self,
        tab: &OpenTab,
        before: Before,
        line: Option<String>,
    ) -> Result<MemberOutput, DriverError> {
        self.popups_arrived(before.at).await;
        let landed = self.landed(tab, &before).await;
        let line = match (line, landed) {
            (Some(line), Some(landed)) => Some(format!("{line} {landed}")),
            (line, landed) => line.or(landed),
        };
        Ok(MemberOutput::Done { line })
    }

    /// Popups that have opened since then: whether they may be, and their first document.
    async fn popups_arrived(&self, since: Instant) {
        const DOCUMENT: Duration = Duration::from_secs(2);
        let decided = self.shared.wait(Deadline::after(START), |state| {
            (!state.tabs.iter().any(|tab| tab.undecided)).then_some(())
        });
        decided.await;
        let arrived = self.shared.wait(Deadline::after(DOCUMENT), |state| {
            let waiting = state.tabs.iter().any(|tab| tab.opened >= since && !tab.progress.content_loaded);
            (!waiting).then_some(())
        });
        arrived.await;
    }

    /// Where a navigation that began since then has led; none when none began or none came through.
    async fn landed(&self, tab: &OpenTab, before: &Before) -> Option<String> {
        let (started, since) = (before.started, before.at);
        let began = self.shared.wait(Deadline::after(START), |state| {
            let Some(open) = state.tabs.get(&tab.id) else { return Some(None) };
            if open.progress.started > started {
                Some(Some(true))
            } else {
                (!open.progress.requested).then_some(Some(false))
            }
        });
        match began.await {
            Some(None) => return Some("The tab has closed.".to_owned()),
            Some(Some(true)) => {}
            _ => return None,
        }
        let deadline = Deadline::after(ARRIVE);
        let arrived = self.shared.wait(deadline, |state| {
            let open = state.tabs.get(&tab.id)?;
            (!open.progress.pending && open.progress.content_loaded).then_some(())
        });
        if arrived.await.is_none() {
            let open = self.shared.read().tabs.get(&tab.id).is_some();
            let line = if open { "The page is still loading." } else { "The tab has closed." };
            return Some(line.to_owned());
        }
        if let Some(failed) = self.failed_since(tab) {
            return Some(failed);
        }
        let tree = self.tree(tab).ok()?;
        let facts = tab.page.facts(&tree, deadline).await.ok()?;
        if facts.url.starts_with(ERROR_PAGE) {
            let host = self.shared.read().tabs.get(&tab.id).map(|open| open.asked_host.clone())?;
            let what = match self.exit.last_stop(&host, since) {
                Some(Stopped::Failed(what)) => what.to_owned(),
                Some(Stopped::Refused(refusal)) => refusal.for_model(),
                None => phrase("").to_owned(),
            };
            return Some(explain::landing_failed(&host, &what));
        }
        // Nothing new came: the navigation was refused, which is told of by itself, or broken off.
        let new =
            self.shared.read().tabs.get(&tab.id).is_some_and(|open| open.progress.loader != before.loader);
        new.then(|| explain::landing(&facts))
    }

    /// A document of this tab that failed on the way, not one that was refused: those are counted elsewhere.
    fn failed_since(&self, tab: &OpenTab) -> Option<String> {
        let state = self.shared.read();
        let failed = state.stopped.iter().rev().find(|stopped| stopped.tab.as_ref() == Some(&tab.id))?;
        match failed.why {
            Stopped::Failed(what) => Some(explain::landing_failed(&failed.host, what)),
            Stopped::Refused(_) => None,
        }
    }
}

fn page_point(point: input::Point) -> Point {
    Point { x: f64::from(point.x), y: f64::from(point.y) }
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
