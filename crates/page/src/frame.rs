use std::collections::{HashMap, HashSet};

use ringfence_cdp::Session;
use ringfence_cdp::protocol::network::LoaderId;
use ringfence_cdp::protocol::page::FrameId;

/// Frames of one page that one reading goes through, counted as they come. Each costs several questions.
pub(crate) const MAX_FRAMES: u32 = 200;

/// One frame as it stands: which document it shows, and the session that speaks for it.
#[derive(Debug, Clone)]
pub struct FrameHandle {
    /// The frame. It stays the same while the frame navigates.
    pub id: FrameId,
    /// The document in it. A new document has a new loader.
    pub loader: LoaderId,
    /// The frame around it; none for the main frame.
    pub parent: Option<FrameId>,
    /// The protocol session of the process that draws it. Frames of another site have one of their own.
    pub session: Session,
}

/// The frames of one page at one moment.
#[derive(Debug, Clone)]
pub struct FrameTree {
    main: FrameHandle,
    others: HashMap<FrameId, FrameHandle>,
    crashed: HashSet<FrameId>,
}

impl FrameTree {
    /// A page with its main frame alone.
    pub fn new(main: FrameHandle) -> Self {
        Self { main, others: HashMap::new(), crashed: HashSet::new() }
    }

    /// Adds or replaces a frame that isn't the main one.
    pub fn insert(&mut self, frame: FrameHandle) {
        self.others.insert(frame.id.clone(), frame);
    }

    /// Says that the process of a frame has crashed, which is a hole in its page now.
    pub fn insert_crashed(&mut self, id: FrameId) {
        self.crashed.insert(id);
    }

    /// Whether the process of a frame has crashed.
    pub(crate) fn has_crashed(&self, id: &FrameId) -> bool {
        self.crashed.contains(id)
    }

    /// The main frame.
    pub fn main(&self) -> &FrameHandle {
        &self.main
    }

    /// Every frame, the main one first.
    pub fn frames(&self) -> impl Iterator<Item = &FrameHandle> {
        std::iter::once(&self.main).chain(self.others.values())
    }

    /// The sessions of the processes that draw the page, the main frame's first, each once.
    pub fn sessions(&self) -> Vec<&Session> {
        self.one_of_each_process().into_iter().map(|frame| &frame.session).collect()
    }

    /// A frame of each process that draws a part of the page, the main one first.
    pub(crate) fn one_of_each_process(&self) -> Vec<&FrameHandle> {
        let mut frames = vec![&self.main];
        for frame in self.others.values() {
            if !frames.iter().any(|known| known.session.id() == frame.session.id()) {
                frames.push(frame);
            }
        }
        frames
    }

    /// The frame of this id, when it is there.
    pub fn get(&self, id: &FrameId) -> Option<&FrameHandle> {
        if *id == self.main.id { Some(&self.main) } else { self.others.get(id) }
    }
}
