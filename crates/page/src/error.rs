use ringfence_cdp::CallError;

use crate::refs::Ref;

/// Why a page could not be read or acted on. `Display` is one sentence of ours that may be shown to a model; what
/// the page calls its parts appears in it bounded and quoted.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// A ref that no reading has handed out.
    #[error("{0} was never handed out; read the page to get refs.")]
    UnknownRef(Ref),
    /// A ref of another tab.
    #[error("{0} belongs to another tab; read this tab to get refs of it.")]
    OtherTab(Ref),
    /// A ref from before a navigation of its frame.
    #[error("{0} is stale: the page has changed since it was handed out; read it again.")]
    Stale(Ref),
    /// The element has left the document.
    #[error("{0} is stale: the element is no longer on the page; read it again.")]
    Gone(Ref),
    /// The element takes no room or is invisible.
    #[error("{reference} ({what}) is hidden; nothing was done.")]
    Hidden {
        /// Which.
        reference: Ref,
        /// Role and name.
        what: String,
    },
    /// The element is disabled.
    #[error("{reference} ({what}) is disabled; nothing was done.")]
    Disabled {
        /// Which.
        reference: Ref,
        /// Role and name.
        what: String,
    },
    /// The page has made it, or what it is in, inert.
    #[error("{reference} ({what}) is inert: the page keeps it from being used; nothing was done.")]
    Inert {
        /// Which.
        reference: Ref,
        /// Role and name.
        what: String,
    },
    /// Something else is on top at every point of it.
    #[error("{reference} ({what}) is covered by {by}; nothing was done.")]
    Covered {
        /// Which.
        reference: Ref,
        /// Role and name.
        what: String,
        /// Role and name of what is on top.
        by: String,
    },
    /// It can't be brought into the viewport.
    #[error("{reference} ({what}) can't be scrolled into the viewport; nothing was done.")]
    Offscreen {
        /// Which.
        reference: Ref,
        /// Role and name.
        what: String,
    },
    /// The press went to something else, because the page moved under the pointer.
    #[error("The press meant for {reference} ({what}) landed on {by}: the page moved; read it again.")]
    Missed {
        /// Which.
        reference: Ref,
        /// Role and name.
        what: String,
        /// Role and name of what got the press.
        by: String,
    },
    /// A point outside the viewport. It is never moved inside.
    #[error("({x}, {y}) is outside the viewport, which is {width}×{height}.")]
    OutsideViewport {
        /// Across, CSS pixels.
        x: f64,
        /// Down, CSS pixels.
        y: f64,
        /// The viewport's width, CSS pixels.
        width: u32,
        /// The viewport's height, CSS pixels.
        height: u32,
    },
    /// The left button is not as the call needs it.
    #[error("The left mouse button {0}.")]
    ButtonState(&'static str),
    /// A form control that won't take the value.
    #[error("{reference} ({what}) {problem}.")]
    Field {
        /// Which.
        reference: Ref,
        /// Role and name.
        what: String,
        /// What is wrong.
        problem: FieldProblem,
    },
    /// The frame or document went away in the middle.
    #[error("The page changed while this was going on; read it again.")]
    DocumentGone,
    /// The page did not answer in time.
    #[error("The page did not answer in time. It may be busy: wait, then try again.")]
    TimedOut,
    /// The browser answered something that can't be used.
    #[error("The page could not be read.")]
    Script(String),
    /// The tab or the browser is gone, or refused the command.
    #[error("The browser did not carry it out.")]
    Protocol(#[source] CallError),
}

impl PageError {
    /// Sorts a failed command: a missing context or node is a page that changed; a time-out is one.
    pub(crate) fn from_call(error: CallError) -> Self {
        match error {
            CallError::TimedOut { .. } => Self::TimedOut,
            CallError::SessionGone { .. } => Self::DocumentGone,
            CallError::Protocol { ref message, .. } if is_gone(message) => Self::DocumentGone,
            other => Self::Protocol(other),
        }
    }
}

/// Chromium's words for a context, frame or node that went away while a command was on its way.
fn is_gone(message: &str) -> bool {
    [
        "Cannot find context",
        "Execution context was destroyed",
        "No frame for given id",
        "Inspected target navigated or closed",
        "Could not find object",
        "No node with given id",
    ]
    .iter()
    .any(|known| message.contains(known))
}

/// What is wrong with a value for a form control.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FieldProblem {
    /// Not something that takes a value.
    #[error("is not a form field; click it, or pick a field from read_page")]
    NotAField,
    /// A file field.
    #[error("takes files, which form_input can't give it; nothing was done")]
    TakesFiles,
    /// Read-only.
    #[error("is read-only; nothing was done")]
    Readonly,
    /// It is checked or switched, so it wants `true` or `false`.
    #[error("takes true or false")]
    WantsBoolean,
    /// A radio button can only be chosen.
    #[error("takes only true; to clear it, set another button of its group")]
    WantsTrue,
    /// It takes text.
    #[error("takes text, not true or false")]
    WantsText,
    /// A select without that option.
    #[error("has no such option. Its options{}: {}", more_than(options.len(), *count), options.iter().map(|o| format!("{o:?}")).collect::<Vec<_>>().join(", "))]
    NoOption {
        /// The texts of the first options.
        options: Vec<String>,
        /// How many there are.
        count: usize,
    },
    /// The page or the browser refused the value.
    #[error("did not take the value; it now holds {now:?}{}", in_brackets("it takes ", takes))]
    NotTaken {
        /// What it holds now.
        now: String,
        /// How what it takes is written; empty where any text will do.
        takes: String,
    },
    /// A field for one file.
    #[error("takes one file, and several were given; nothing was done")]
    OneFile,
    /// A field for one directory.
    #[error("takes one directory, and several were given; nothing was done")]
    OneDirectory,
    /// A field for a directory.
    #[error("takes a directory, not files; nothing was done")]
    WantsDirectory,
    /// A field for files.
    #[error("takes files, not a directory; nothing was done")]
    WantsFiles,
    /// It was pressed, and no file chooser opened.
    #[error(
        "was pressed and opened no file chooser, so no file was given to the page; name its file field, or what opens it"
    )]
    NoChooser,
    /// It opened a file chooser that is no field's.
    #[error(
        "opened a file chooser without a file field, which this browser refuses; no file was given to the page"
    )]
    ForeignChooser,
    /// Files were approved for the page, and it is in a frame of another origin.
    #[error(
        "is in a frame of another site than the page that was approved, so no file was given to it; nothing was done"
    )]
    OtherOrigin,
    /// A page that takes no files where they were dropped.
    #[error("took no file that was dropped on it; name the file field, or what opens it")]
    NoPlaceForFiles,
    /// A select whose option of that name can't be chosen.
    #[error("has that option, but it is disabled; nothing was done")]
    OptionDisabled,
    /// It can't hold the value, and would hold another one in its place.
    #[error("can't hold that value and would hold {now:?} instead (it takes {limits}); nothing was done")]
    WouldHold {
        /// What it would hold.
        now: String,
        /// What it takes.
        limits: String,
    },
    /// More than `maxlength` characters.
    #[error("takes at most {max} characters; nothing was done")]
    TooLong {
        /// The limit.
        max: u32,
    },
}

fn in_brackets(label: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(" ({label}{text})") }
}

fn more_than(shown: usize, count: usize) -> String {
    if shown < count { format!(" (the first {shown} of {count})") } else { String::new() }
}
