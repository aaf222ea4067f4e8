//! Asking a second version beside the one that answered, in a thread of its own, so that the answer waits for nothing.

use crate::live::Live;
use anchorhold_runtime::{DeskFunction, Digest};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;

/// How many comparisons may wait; more are left out, since they must never hold up an answer
const WAITING_MAX: usize = 256;

/// A call that two versions answered differently
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The tenant
    pub tenant: String,
    /// What was called; `None`: a line of a batch
    pub function: Option<DeskFunction>,
    /// SHA-256 of the call
    pub call: Digest,
    /// The version that answered
    pub served_by: Digest,
    /// The version that was asked beside
    pub beside: Digest,
    /// SHA-256 of what the version that answered said
    pub served: Digest,
    /// SHA-256 of what the other one said. `None`: it made no decision.
    pub said_beside: Option<Digest>,
}

/// A call to be asked beside
pub(crate) struct Asked {
    pub(crate) tenant: Arc<str>,
    pub(crate) function: Option<DeskFunction>,
    pub(crate) call: String,
    pub(crate) answer: Result<String, String>,
    pub(crate) served_by: Arc<Live>,
    pub(crate) beside: Arc<Live>,
    /// The version on which the comparison bears: the one that is on trial
    pub(crate) candidate: Arc<Live>,
}

/// The thread that asks beside. It ends when this is dropped.
pub(crate) struct Beside {
    queue: Option<SyncSender<Asked>>,
}

impl Beside {
    /// Starts the thread. `compared` is told of each comparison, with the difference where there is one.
    pub(crate) fn start(compared: impl Fn(&Asked, Option<Difference>) + Send + 'static) -> Beside {
        let (queue, waiting): (SyncSender<Asked>, Receiver<Asked>) = sync_channel(WAITING_MAX);
        let work = move || waiting.iter().for_each(|asked| compared(&asked, difference(&asked)));
        let started = thread::Builder::new().name("anchorhold-shadow".to_owned()).spawn(work);
        // Without the thread nothing is compared; that is no reason not to serve.
        Beside { queue: started.is_ok().then_some(queue) }
    }

    /// Has a call asked beside. `false`: too many wait, and it is left out.
    pub(crate) fn ask(&self, asked: Asked) -> bool {
        let Some(queue) = &self.queue else { return false };
        !matches!(queue.try_send(asked), Err(TrySendError::Full(_) | TrySendError::Disconnected(_)))
    }
}

fn difference(asked: &Asked) -> Option<Difference> {
    let policy = &asked.beside.policy;
    let said = match asked.function {
        Some(function) => policy.call(function, &asked.call).map(|decided| decided.answer),
        None => policy.answer(&asked.call).map(|decided| Ok(decided.answer)),
    };
    if said.as_ref().ok() == Some(&asked.answer) {
        return None;
    }
    let digest = |answer: &Result<String, String>| {
        let (Ok(text) | Err(text)) = answer;
        Digest::of(text.as_bytes())
    };
    Some(Difference {
        tenant: asked.tenant.to_string(),
        function: asked.function,
        call: Digest::of(asked.call.as_bytes()),
        served_by: asked.served_by.digest(),
        beside: asked.beside.digest(),
        served: digest(&asked.answer),
        said_beside: said.ok().as_ref().map(digest),
    })
}
