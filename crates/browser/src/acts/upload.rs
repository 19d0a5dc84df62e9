//! Giving files to a page.

use std::time::Duration;

use ringfence_cdp::Session;
use ringfence_cdp::protocol::page::SetInterceptFileChooserDialog;
use ringfence_files::{Kind, Staged};
use ringfence_page::{
    Button, Clicks, Deadline, FieldFiles, FieldProblem, Files, FrameTree, Modifiers, PageError, Ref, Target,
    Way,
};
use ringfence_toolset::input::FileUploadInput;
use ringfence_toolset::text::{one_line, quoted};
use ringfence_toolset::{Approved, DriverError, ErrorCode, Member, MemberOutput, UploadKind};

use crate::browser::Browser;
use crate::driver::OpenTab;
use crate::failure::page_error;
use crate::given::UPLOADS;
use crate::state::{Chooser, Shared};

/// How long after a press a file chooser is waited for: a page may ask a server first.
const CHOOSER: Duration = Duration::from_secs(2);

/// What is said of a file field where file_upload can give it files.
const USE_FILE_UPLOAD: &str = "Use file_upload.";
/// What is said of one where it can't.
const TURN_FILE_UPLOAD_ON: &str = "file_upload is off, or has no directory to take files from: the operator turns it on with \
                                   --enable file_upload --ask file_upload --upload-root DIR (--yes instead of --ask to \
                                   approve every call).";

impl Browser {
    /// How a file field is given files here, as a sentence for the agent.
    pub(crate) fn how_files_are_given(&self) -> &'static str {
        if self.inbox.is_some() { USE_FILE_UPLOAD } else { TURN_FILE_UPLOAD_ON }
    }

    /// Gives files to a field, to what opens a file chooser, or to a place where files are dropped. Only copies that the
    /// file policy made are given: what was checked is what is sent.
    ///
    /// What was approved for a page is not given to a frame of another origin in it: whoever approved didn't see that one.
    pub(crate) async fn file_upload(
        &self,
        input: &FileUploadInput,
        approved: Option<&Approved>,
    ) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let staged = self.staged(input)?;
        let paths: Vec<String> = staged.iter().filter_map(as_seen).collect();
        let directories = staged.iter().filter(|file| file.holds == Kind::Directory).count();
        if paths.len() != staged.len() || (directories != 0 && directories != staged.len()) {
            let text =
                "file_upload takes either files or a directory in one call, not both. Nothing was uploaded.";
            return Err(DriverError::new(ErrorCode::NotSuited, text).about(Member::FileUpload.name()));
        }
        let what = Given {
            files: Files { paths: &paths, directories: directories > 0 },
            only_at: approved.map(|approved| approved.url.as_str()),
        };
        let element = Ref(u64::from(input.target.0));
        self.act(&tab, async |tree, deadline| {
            let given = self.give(&tab, tree, element, what, deadline).await.map_err(page_error)?;
            Ok(Some(given))
        })
        .await
    }

    /// The copies that were made for this call.
    fn staged(&self, input: &FileUploadInput) -> Result<Vec<Staged>, DriverError> {
        let named =
            |kind, names: &[String]| names.iter().map(|name| (kind, name.clone())).collect::<Vec<_>>();
        let mut wanted = named(UploadKind::Paths, &input.paths);
        wanted.extend(named(UploadKind::DocumentIds, &input.document_ids));
        let take = |(kind, name): (UploadKind, String)| {
            self.inbox.as_ref().and_then(|inbox| inbox.take(kind, &name)).ok_or_else(|| {
                let text = format!(
                    "file_upload was refused: no copy of {} was made when it was checked. Nothing was uploaded.",
                    quoted(&name)
                );
                DriverError::new(ErrorCode::Denied, text).about(Member::FileUpload.name())
            })
        };
        wanted.into_iter().map(take).collect()
    }

    async fn give(
        &self,
        tab: &OpenTab,
        tree: &FrameTree,
        element: Ref,
        given: Given<'_>,
        deadline: Deadline,
    ) -> Result<String, PageError> {
        let files = given.files;
        let way = tab.page.upload_way(tree, element, deadline).await?;
        let what = one_line(&way.what);
        if let Some(url) = given.only_at
            && !tab.page.element_is_at(tree, element, url, deadline).await?
        {
            return Err(PageError::Field { reference: element, what, problem: FieldProblem::OtherOrigin });
        }
        match way.way {
            Way::Field => {
                let held = tab.page.set_files(tree, element, files, deadline).await?;
                Ok(format!("{what}: {}", holds(&held, files.directories)))
            }
            Way::Press => {
                let held = self.press_and_choose(tab, tree, element, &way.what, given, deadline).await?;
                Ok(format!("{what} opened a file chooser: {}", holds(&held, files.directories)))
            }
            Way::Drop => {
                tab.page.drop_files(tree, element, files, deadline).await?;
                Ok(format!("They were dropped on {what}."))
            }
        }
    }

    /// Presses something while file choosers come to us, and answers the one that it opens.
    async fn press_and_choose(
        &self,
        tab: &OpenTab,
        tree: &FrameTree,
        reference: Ref,
        what: &str,
        given: Given<'_>,
        deadline: Deadline,
    ) -> Result<FieldFiles, PageError> {
        let no = |problem| PageError::Field { reference, what: what.to_owned(), problem };
        let choosing = Choosing::start(&self.shared, tree);
        let left = Clicks { button: Button::Left, count: 1, modifiers: Modifiers::default() };
        tab.page.click(tree, Target::Ref(reference), left, deadline).await?;
        let opened = self.shared.wait(deadline.at_most(CHOOSER), |state| state.chooser.take()).await;
        drop(choosing);
        let chooser = opened.ok_or_else(|| no(FieldProblem::NoChooser))?;
        let frame = tree.get(&chooser.frame).ok_or_else(|| no(FieldProblem::ForeignChooser))?;
        let node = chooser.field.ok_or_else(|| no(FieldProblem::ForeignChooser))?;
        if let Some(url) = given.only_at
            && !tab.page.frame_is_at(frame, url, deadline).await?
        {
            return Err(no(FieldProblem::OtherOrigin));
        }
        tab.page.set_chosen_files(frame, node, reference, given.files, deadline).await
    }
}

/// What is given, and for which page alone.
#[derive(Clone, Copy)]
struct Given<'a> {
    files: Files<'a>,
    /// An address of the origin that they were approved for; none when they were for any.
    only_at: Option<&'a str>,
}

/// Where Chromium sees a copy; none when its name is no text.
fn as_seen(staged: &Staged) -> Option<String> {
    Some(format!("{UPLOADS}/{}", staged.inside.to_str()?))
}

/// For as long as this lives file choosers of a page come to us instead of being closed.
struct Choosing<'a> {
    shared: &'a Shared,
    sessions: Vec<Session>,
}

impl<'a> Choosing<'a> {
    fn start(shared: &'a Shared, tree: &FrameTree) -> Self {
        shared.change(|state| state.chooser = None);
        let sessions: Vec<Session> = tree.sessions().into_iter().cloned().collect();
        intercept(&sessions, true);
        Self { shared, sessions }
    }
}

impl Drop for Choosing<'_> {
    fn drop(&mut self) {
        intercept(&self.sessions, false);
        self.shared.change(|state| state.chooser = None::<Chooser>);
    }
}

/// Commands of one session are carried out in order, so that this holds for whatever is sent after it.
fn intercept(sessions: &[Session], on: bool) {
    for session in sessions {
        if let Err(error) = session.send(&SetInterceptFileChooserDialog::new(on)) {
            tracing::debug!(%error, "file choosers could not be taken over");
        }
    }
}

fn holds(held: &FieldFiles, directory: bool) -> String {
    if held.count == 0 && directory {
        return "its file field holds no file: the directory is empty, or the page took what was in it."
            .to_owned();
    }
    if held.count == 0 {
        return "the page took them; its file field is empty by now.".to_owned();
    }
    let shown: Vec<String> =
        held.files.iter().map(|(name, size)| format!("{} ({size} bytes)", quoted(name))).collect();
    let more = held.count.saturating_sub(held.files.len());
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("its file field holds {}{more}.", shown.join(", "))
}
