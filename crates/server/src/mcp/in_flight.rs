//! Which requests are still to be answered, so that no two of them have the same id.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::model::RequestId;

/// The ids of requests that are still to be answered.
#[derive(Debug, Clone, Default)]
pub(super) struct InFlight(Arc<Mutex<HashMap<RequestId, Request>>>);

#[derive(Debug, Default)]
struct Request {
    /// It is a call whose end is told by its [`Call`].
    is_call: bool,
    /// The call is over; its answer may still be on its way.
    over: bool,
    /// Nobody waits for an answer, and there will be none.
    cancelled: bool,
}

/// An id is in flight already.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Taken;

/// A call that is running, for as long as this or a clone of it lives.
#[derive(Debug, Clone)]
pub(super) struct Call(#[expect(dead_code, reason = "only its end counts")] Arc<Running>);

#[derive(Debug)]
struct Running {
    ids: InFlight,
    id: RequestId,
}

impl InFlight {
    fn requests(&self) -> MutexGuard<'_, HashMap<RequestId, Request>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes up a request that is answered at once.
    pub(super) fn begin(&self, id: &RequestId) -> Result<(), Taken> {
        self.take_up(id, Request::default())
    }

    /// Takes up a call.
    pub(super) fn begin_call(&self, id: &RequestId) -> Result<Call, Taken> {
        self.take_up(id, Request { is_call: true, ..Request::default() })?;
        Ok(Call(Arc::new(Running { ids: self.clone(), id: id.clone() })))
    }

    fn take_up(&self, id: &RequestId, request: Request) -> Result<(), Taken> {
        let mut requests = self.requests();
        if requests.contains_key(id) {
            return Err(Taken);
        }
        requests.insert(id.clone(), request);
        Ok(())
    }

    /// The request's answer is being written.
    pub(super) fn answered(&self, id: &RequestId) {
        self.requests().remove(id);
    }

    /// The client cancelled the request. Its id is free when its call is over: a cancelled act is carried through.
    pub(super) fn cancelled(&self, id: &RequestId) {
        self.end(id, |request| {
            request.cancelled = true;
            !request.is_call || request.over
        });
    }

    fn call_is_over(&self, id: &RequestId) {
        self.end(id, |request| {
            request.over = true;
            request.cancelled
        });
    }

    /// Changes a request, and forgets it when `is_over` says so.
    fn end(&self, id: &RequestId, is_over: impl FnOnce(&mut Request) -> bool) {
        let mut requests = self.requests();
        if requests.get_mut(id).is_some_and(is_over) {
            requests.remove(id);
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.ids.call_is_over(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_free_when_its_answer_is_written_and_not_before() {
        let ids = InFlight::default();
        let id = RequestId::Number(1);
        let call = ids.begin_call(&id).unwrap();
        assert_eq!(ids.begin(&id), Err(Taken));
        ids.begin(&RequestId::String("1".into())).unwrap();
        drop(call);
        assert_eq!(ids.begin(&id), Err(Taken));
        ids.answered(&id);
        assert_eq!(ids.begin(&id), Ok(()));
    }

    #[test]
    fn the_id_of_a_cancelled_call_is_free_when_it_is_cancelled_and_over_in_either_order() {
        let ids = InFlight::default();
        let id = RequestId::Number(1);
        let call = ids.begin_call(&id).unwrap();
        ids.cancelled(&id);
        assert_eq!(ids.begin(&id), Err(Taken));
        drop(call);
        drop(ids.begin_call(&id).unwrap());
        assert_eq!(ids.begin(&id), Err(Taken));
        ids.cancelled(&id);
        ids.begin(&id).unwrap();
        ids.cancelled(&id);
        assert_eq!(ids.begin(&id), Ok(()));
    }
}
