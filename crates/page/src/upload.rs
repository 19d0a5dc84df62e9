//! Files: into a field, into what a button opens, onto a place to drop them.

use std::time::Duration;

use ringfence_cdp::Session;
use ringfence_cdp::protocol::dom::{BackendNodeId, ResolveNode, SetFileInputFiles};
use ringfence_cdp::protocol::input::{DispatchDragEvent, DispatchDragEventType, DragData};
use ringfence_cdp::protocol::runtime::{CallFunctionOn, RemoteObjectId};
use serde::Deserialize;

use crate::Page;
use crate::deadline::Deadline;
use crate::error::{FieldProblem, PageError};
use crate::frame::{FrameHandle, FrameTree};
use crate::pointer::{Aim, Point};
use crate::refs::Ref;
use crate::world::{NAME, NOTHING};

/// Files as the browser sees them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Files<'a> {
    /// Their paths.
    pub paths: &'a [String],
    /// They are directories.
    pub directories: bool,
}

/// How files get into an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadWay {
    /// How.
    pub way: Way,
    /// Role and name, the page's words.
    pub what: String,
}

/// A way for files into a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// It is a file field, or stands for one.
    Field,
    /// It may open a file chooser when it is pressed.
    Press,
    /// Something may be dropped on it.
    Drop,
}

/// What a field holds after files were put into it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct FieldFiles {
    multiple: bool,
    directory: bool,
    disabled: bool,
    /// It is another list of files than the one that was looked at before.
    fresh: bool,
    /// How many.
    pub count: usize,
    /// The first ten, by name and size in bytes.
    pub files: Vec<(String, u64)>,
}

#[derive(Debug, Deserialize)]
struct WayAnswer {
    error: Option<String>,
    way: Option<Way>,
    #[serde(default)]
    what: String,
}

/// How long a directory may take to be listed.
const LISTED: Duration = Duration::from_secs(2);
const LOOK_AGAIN: Duration = Duration::from_millis(10);

impl Page {
    /// Tells how files get into an element.
    ///
    /// # Errors
    /// A ref that isn't current; an element that is hidden or disabled; no answer in time.
    pub async fn upload_way(
        &self,
        tree: &FrameTree,
        reference: Ref,
        deadline: Deadline,
    ) -> Result<UploadWay, PageError> {
        let frame = self.refs.frame_of(tree, reference).await?;
        let answer: WayAnswer = self.ask(frame, "uploadWay", &(reference.0,), deadline).await?;
        match (answer.way, answer.error.as_deref()) {
            (Some(way), None) => Ok(UploadWay { way, what: answer.what }),
            (_, Some("hidden")) => Err(PageError::Hidden { reference, what: answer.what }),
            (_, Some("disabled")) => Err(PageError::Disabled { reference, what: answer.what }),
            _ => Err(PageError::Gone(reference)),
        }
    }

    /// Sets the file field that an element is or stands for.
    ///
    /// # Errors
    /// As [`Page::upload_way`]; a field that takes no such files.
    pub async fn set_files(
        &self,
        tree: &FrameTree,
        reference: Ref,
        files: Files<'_>,
        deadline: Deadline,
    ) -> Result<FieldFiles, PageError> {
        let frame = self.refs.frame_of(tree, reference).await?;
        let field = self.ask_object(frame, "fileField", &(reference.0,), deadline).await?;
        let field = field.ok_or(PageError::Gone(reference))?;
        self.fill(frame, &field, reference, files, deadline).await
    }

    /// Sets the file field that asked for a file chooser; `reference` is what was pressed.
    ///
    /// # Errors
    /// As [`Page::set_files`].
    pub async fn set_chosen_files(
        &self,
        frame: &FrameHandle,
        node: BackendNodeId,
        reference: Ref,
        files: Files<'_>,
        deadline: Deadline,
    ) -> Result<FieldFiles, PageError> {
        let resolve = ResolveNode {
            backend_node_id: Some(node),
            execution_context_id: Some(self.world_of(frame, deadline).await?),
            object_group: Some(NAME.to_owned()),
            ..ResolveNode::default()
        };
        let resolved = frame.session.call(&resolve, deadline.left()).await.map_err(PageError::from_call)?;
        let field = resolved.object.object_id.ok_or(PageError::DocumentGone)?;
        self.fill(frame, &field, reference, files, deadline).await
    }

    /// Looks at what a field takes, sets it, and looks at what it holds.
    async fn fill(
        &self,
        frame: &FrameHandle,
        field: &RemoteObjectId,
        reference: Ref,
        files: Files<'_>,
        deadline: Deadline,
    ) -> Result<FieldFiles, PageError> {
        let takes = field_files(&frame.session, field, deadline).await?.ok_or(PageError::DocumentGone)?;
        let what = "its file field".to_owned();
        if takes.disabled {
            return Err(PageError::Disabled { reference, what });
        }
        if let Some(problem) = unfit(&takes, files) {
            return Err(PageError::Field { reference, what, problem });
        }
        let set = SetFileInputFiles {
            object_id: Some(field.clone()),
            ..SetFileInputFiles::new(files.paths.to_vec())
        };
        frame.session.call(&set, deadline.left()).await.map_err(PageError::from_call)?;
        self.settle(frame).await;
        // A page may take the field away, or empty it, as soon as it has the files.
        let mut held = field_files(&frame.session, field, Self::settling()).await;
        // What a directory holds is listed by another process, and is in the field when that is done.
        let listed = deadline.at_most(LISTED);
        while files.directories
            && matches!(&held, Ok(Some(held)) if held.count == 0)
            && !listed.left().is_zero()
        {
            tokio::time::sleep(LOOK_AGAIN).await;
            held = field_files(&frame.session, field, Self::settling()).await;
        }
        self.release(frame);
        Ok(held.ok().flatten().unwrap_or(FieldFiles { count: 0, files: Vec::new(), ..takes }))
    }

    /// Drops files on an element, as a hand would.
    ///
    /// # Errors
    /// An element that can't be pointed at, or a page that takes no files there.
    pub async fn drop_files(
        &self,
        tree: &FrameTree,
        reference: Ref,
        files: Files<'_>,
        deadline: Deadline,
    ) -> Result<(), PageError> {
        let frame = self.refs.frame_of(tree, reference).await?;
        let aim = Aim { disabled: false, arm: false };
        let (point, what) = self.aim(tree, frame, reference, aim, deadline).await?;
        self.ask::<()>(frame, "armDrop", &NOTHING, deadline).await?;
        let drag = Drag { session: &tree.main().session, point, files, deadline };
        use DispatchDragEventType::{DragCancel, DragEnter, DragOver, Drop};
        drag.steps(&[DragEnter, DragOver]).await?;
        // Where nobody wants them Chromium would open them itself, in a tab.
        let wanted = self.ask::<bool>(frame, "wantsDrop", &NOTHING, deadline).await?;
        drag.steps(&[if wanted { Drop } else { DragCancel }]).await?;
        // A page that goes elsewhere with what was dropped has taken it.
        let taken = match self.ask::<bool>(frame, "dropped", &NOTHING, deadline).await {
            Err(PageError::DocumentGone) => true,
            answer => answer?,
        };
        if taken {
            Ok(())
        } else {
            Err(PageError::Field { reference, what, problem: FieldProblem::NoPlaceForFiles })
        }
    }
}

/// Files that are dragged to a point.
struct Drag<'a> {
    session: &'a Session,
    point: Point,
    files: Files<'a>,
    deadline: Deadline,
}

impl Drag<'_> {
    async fn steps(&self, steps: &[DispatchDragEventType]) -> Result<(), PageError> {
        /// The files are copied, neither linked nor moved.
        const COPY: i64 = 1;
        let Point { x, y } = self.point;
        let data = DragData { files: Some(self.files.paths.to_vec()), ..DragData::new(Vec::new(), COPY) };
        for step in steps {
            let event = DispatchDragEvent::new(step.clone(), x, y, data.clone());
            self.session.call(&event, self.deadline.left()).await.map_err(PageError::from_call)?;
        }
        Ok(())
    }
}

/// What a field takes and holds; none when it is no file field.
async fn field_files(
    session: &Session,
    field: &RemoteObjectId,
    deadline: Deadline,
) -> Result<Option<FieldFiles>, PageError> {
    let call = CallFunctionOn {
        object_id: Some(field.clone()),
        return_by_value: Some(true),
        ..CallFunctionOn::new("function () { return ringfence.fieldFiles(this) }")
    };
    let answer = session.call(&call, deadline.left()).await.map_err(PageError::from_call)?;
    match answer.result.value {
        Some(value) => value.decode().map_err(|error| PageError::Script(format!("fieldFiles: {error}"))),
        None => Err(PageError::DocumentGone),
    }
}

fn unfit(takes: &FieldFiles, files: Files<'_>) -> Option<FieldProblem> {
    match (takes.directory, files.directories) {
        (true, false) => Some(FieldProblem::WantsDirectory),
        (false, true) => Some(FieldProblem::WantsFiles),
        (true, true) if files.paths.len() > 1 => Some(FieldProblem::OneDirectory),
        (false, false) if files.paths.len() > 1 && !takes.multiple => Some(FieldProblem::OneFile),
        _ => None,
    }
}
