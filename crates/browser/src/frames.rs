//! The frames of one tab, kept up to date by the browser's events.

use std::collections::{HashMap, HashSet};

use ringfence_cdp::protocol::network::LoaderId;
use ringfence_cdp::protocol::page::{Frame, FrameId, FrameTree as ProtocolTree};
use ringfence_cdp::{Session, SessionId};
use ringfence_page::{FrameHandle, FrameTree};

/// How many frames of one tab are kept. A page with more is read without the rest.
const MAX_FRAMES: usize = 4096;

/// The frames of one tab.
#[derive(Debug)]
pub(crate) struct Frames {
    main: FrameHandle,
    /// The address of the document in the main frame.
    address: String,
    others: HashMap<FrameId, FrameHandle>,
    /// Frames whose process has crashed, and that show nothing since.
    crashed: HashSet<FrameId>,
}

impl Frames {
    /// A tab whose main frame is drawn by the process behind `session`.
    pub(crate) fn new(main: FrameId, session: Session) -> Self {
        let main = FrameHandle { id: main, loader: LoaderId(String::new()), parent: None, session };
        Self { main, address: String::new(), others: HashMap::new(), crashed: HashSet::new() }
    }

    /// The address of the document that the main frame shows, without its fragment; empty before the first is told of.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    pub(crate) fn contains(&self, id: &FrameId) -> bool {
        self.main.id == *id || self.others.contains_key(id)
    }

    pub(crate) fn is_main(&self, id: &FrameId) -> bool {
        self.main.id == *id
    }

    /// A picture of the tree as it stands.
    pub(crate) fn tree(&self) -> FrameTree {
        let mut tree = FrameTree::new(self.main.clone());
        for frame in self.others.values() {
            tree.insert(frame.clone());
        }
        self.crashed.iter().for_each(|id| tree.insert_crashed(id.clone()));
        tree
    }

    /// A frame was put into a document.
    pub(crate) fn attached(&mut self, id: FrameId, parent: FrameId, session: &Session) {
        if self.others.len() < MAX_FRAMES && !self.contains(&id) {
            let frame = FrameHandle {
                id: id.clone(),
                loader: LoaderId(String::new()),
                parent: Some(parent),
                session: session.clone(),
            };
            self.others.insert(id, frame);
        }
    }

    /// A frame shows a new document, drawn by the process behind `session`. Frames of the old document are gone.
    pub(crate) fn navigated(&mut self, frame: &Frame, session: &Session) {
        self.crashed.remove(&frame.id);
        if self.is_main(&frame.id) {
            self.others.clear();
            self.crashed.clear();
            self.main.loader = frame.loader_id.clone();
            self.main.session = session.clone();
            self.address = frame.url.clone();
            return;
        }
        self.remove_children(&frame.id);
        let parent = frame
            .parent_id
            .clone()
            .or_else(|| self.others.get(&frame.id).and_then(|known| known.parent.clone()));
        if self.others.len() < MAX_FRAMES || self.others.contains_key(&frame.id) {
            let handle = FrameHandle {
                id: frame.id.clone(),
                loader: frame.loader_id.clone(),
                parent,
                session: session.clone(),
            };
            self.others.insert(frame.id.clone(), handle);
        }
    }

    /// A process of its own took a frame over.
    pub(crate) fn moved(&mut self, id: &FrameId, parent: Option<FrameId>, session: &Session) {
        self.crashed.remove(id);
        let known = self.others.get(id);
        let parent = parent.or_else(|| known.and_then(|known| known.parent.clone()));
        let loader = known.map_or_else(|| LoaderId(String::new()), |known| known.loader.clone());
        if self.others.len() < MAX_FRAMES || known.is_some() {
            self.others
                .insert(id.clone(), FrameHandle { id: id.clone(), loader, parent, session: session.clone() });
        }
    }

    /// What a process says of the frames that it draws.
    pub(crate) fn reported(&mut self, tree: &ProtocolTree, session: &Session) {
        let frame = &tree.frame;
        if self.is_main(&frame.id) {
            self.main.loader = frame.loader_id.clone();
            self.address = frame.url.clone();
        } else if let Some(known) = self.others.get_mut(&frame.id) {
            known.loader = frame.loader_id.clone();
        } else {
            self.navigated(frame, session);
        }
        for child in tree.child_frames.iter().flatten() {
            self.reported(child, session);
        }
    }

    /// A frame was taken out of its document.
    pub(crate) fn removed(&mut self, id: &FrameId) {
        self.remove_children(id);
        self.others.remove(id);
        self.crashed.remove(id);
    }

    /// The session of the process that draws a frame which isn't the main one.
    pub(crate) fn session_of(&self, id: &FrameId) -> Option<Session> {
        self.others.get(id).map(|frame| frame.session.clone())
    }

    /// A process has crashed, and left holes where the frames were that it drew.
    pub(crate) fn session_crashed(&mut self, session: &SessionId) {
        let holes = self.drawn_by(session);
        self.session_gone(session);
        // Frames that were in those are never told of as gone.
        let room = MAX_FRAMES.saturating_sub(self.crashed.len());
        self.crashed.extend(holes.into_iter().take(room));
    }

    /// A process is gone, and with it the frames that it drew.
    pub(crate) fn session_gone(&mut self, session: &SessionId) {
        for id in self.drawn_by(session) {
            self.removed(&id);
        }
    }

    fn drawn_by(&self, session: &SessionId) -> Vec<FrameId> {
        let frames = self.others.values().filter(|frame| frame.session.id() == Some(session));
        frames.map(|frame| frame.id.clone()).collect()
    }

    fn remove_children(&mut self, id: &FrameId) {
        let mut below = vec![id.clone()];
        while let Some(parent) = below.pop() {
            let children: Vec<FrameId> = self
                .others
                .values()
                .filter(|frame| frame.parent.as_ref() == Some(&parent))
                .map(|frame| frame.id.clone())
                .collect();
            for child in children {
                self.others.remove(&child);
                below.push(child);
            }
        }
    }
}
