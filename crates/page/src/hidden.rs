//! What scripts can't see: which frame an element holds, and what is in closed shadow roots. The protocol tells.

use ringfence_cdp::protocol::dom::{DescribeNode, Node, ResolveNode, ShadowRootType};
use ringfence_cdp::protocol::page::FrameId;
use ringfence_cdp::protocol::runtime::{
    CallArgument, CallFunctionOn, GetProperties, ReleaseObjectGroup, RemoteObjectId,
};

use crate::Page;
use crate::deadline::Deadline;
use crate::error::PageError;
use crate::frame::FrameHandle;
use crate::refs::Ref;
use crate::world::NOTHING;

impl Page {
    /// The frame that an element holds, asked once for each element.
    pub(crate) async fn child_of(
        &self,
        parent: &FrameHandle,
        element: Ref,
        deadline: Deadline,
    ) -> Result<Option<FrameId>, PageError> {
        if let Some(known) = self.refs.child_frame(element) {
            return Ok(Some(known));
        }
        let Some(object) = self.ask_object(parent, "frameElement", &(element.0,), deadline).await? else {
            return Ok(None);
        };
        let describe = DescribeNode { object_id: Some(object), ..DescribeNode::default() };
        let node = parent.session.call(&describe, deadline.left()).await.map_err(PageError::from_call)?.node;
        self.release(parent);
        if let Some(child) = &node.frame_id {
            self.refs.set_child_frame(&parent.id, element, child.clone());
        }
        Ok(node.frame_id)
    }

    /// Asks about the elements that may host a closed shadow root, and hands what is found to the world. Returns
    /// whether there was any.
    pub(crate) async fn adopt_closed_roots(
        &self,
        frame: &FrameHandle,
        deadline: Deadline,
    ) -> Result<bool, PageError> {
        let hosts = self.unasked_hosts(frame, deadline).await?;
        let context = self.world_of(frame, deadline).await?;
        let describing: Vec<_> = hosts
            .iter()
            .map(|host| {
                let describe = DescribeNode { object_id: Some(host.clone()), ..DescribeNode::default() };
                frame.session.start(&describe, deadline.left())
            })
            .collect();
        let mut found = false;
        for (host, described) in hosts.into_iter().zip(describing) {
            // A host that went away in the meantime has nothing to show.
            let Ok(answer) = described.await else { continue };
            let closed = |root: &Node| root.shadow_root_type == Some(ShadowRootType::Closed);
            for root in answer.node.shadow_roots.unwrap_or_default().into_iter().filter(closed) {
                let resolve = ResolveNode {
                    backend_node_id: Some(root.backend_node_id),
                    execution_context_id: Some(context),
                    object_group: Some(crate::world::NAME.to_owned()),
                    ..ResolveNode::default()
                };
                let Ok(resolved) = frame.session.call(&resolve, deadline.left()).await else { continue };
                let Some(root) = resolved.object.object_id else { continue };
                let adopt = CallFunctionOn {
                    object_id: Some(host.clone()),
                    arguments: Some(vec![CallArgument { object_id: Some(root), ..CallArgument::default() }]),
                    ..CallFunctionOn::new("function (root) { ringfence.adopt(this, root) }")
                };
                found |= frame.session.call(&adopt, deadline.left()).await.is_ok();
            }
        }
        self.release(frame);
        Ok(found)
    }

    async fn unasked_hosts(
        &self,
        frame: &FrameHandle,
        deadline: Deadline,
    ) -> Result<Vec<RemoteObjectId>, PageError> {
        let Some(list) = self.ask_object(frame, "takeUnasked", &NOTHING, deadline).await? else {
            return Ok(Vec::new());
        };
        let properties = GetProperties { own_properties: Some(true), ..GetProperties::new(list) };
        let answer = frame.session.call(&properties, deadline.left()).await.map_err(PageError::from_call)?;
        Ok(answer
            .result
            .into_iter()
            .filter(|property| property.name.parse::<u32>().is_ok())
            .filter_map(|property| property.value.and_then(|value| value.object_id))
            .collect())
    }

    /// Lets go of the handles that were taken in a frame. Nothing depends on when it happens.
    pub(crate) fn release(&self, frame: &FrameHandle) {
        if let Err(error) = frame.session.send(&ReleaseObjectGroup::new(crate::world::NAME)) {
            tracing::debug!(%error, "handles were not released");
        }
    }
}
