//! The join on a graphics card: sorted buckets and their keys go in, the weighted number of pairs comes out.
//!
//! ```text
//! worker threads     half boards -> buckets; the pieces of each join's lists      (feed, joins)
//! service thread     the requests of all workers -> dispatches, two in flight     (service)
//! graphics card      lists gathered, patterns divided into leaves                 (divide.wgsl, through device)
//!                    items filtered, tables filled, pairs counted                 (leaf.wgsl)
//! ```
//!
//! Row sets, weights, chunks and ledgers are those of the processor, so that either can continue the other's count. Each
//! dispatch contains jobs with known answers (`known`). A wrong answer ends the count. A lost card does not: its
//! subproblems, and all later ones, are joined by the processor.

mod device;
mod feed;
mod joins;
mod known;
mod service;

pub use device::Adapter;

use super::{Board, Halves, Isa, Method, Scratch};
use crate::Error;
use crate::base::random::Random;
use crate::search::{Context, Observer, Progress, StopFlag};
use crossbeam::channel::Sender;
pub(super) use feed::Feed;
use service::{Refusal, Request};
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::SystemTime;

/// A graphics card that joins half boards. Clones share it.
#[derive(Clone)]
pub struct Card(Arc<Service>);

/// A card's service thread, which ends with the last clone of the card.
struct Service {
    name: String,
    /// The sender of requests, and the thread: `None` while it ends.
    line: Option<(Sender<Request>, JoinHandle<()>)>,
    stage: device::Stage,
    /// The most bytes of a request, in its largest buffer, and those from which it is sent.
    most_bytes: usize,
    full_bytes: usize,
    health: Arc<Health>,
}

impl Service {
    /// Sends a request, unless the thread has ended.
    fn send(&self, request: Request) -> Result<(), ()> {
        let (requests, _) = self.line.as_ref().ok_or(())?;
        requests.send(request).map_err(|_| ())
    }
}

/// Waits for the thread, which must not be within the driver when the process ends.
impl Drop for Service {
    fn drop(&mut self) {
        if let Some((requests, thread)) = self.line.take() {
            drop(requests);
            // It does not panic; and if it did, then nothing could be done here.
            thread.join().ok();
        }
    }
}

/// The faults of a card.
#[derive(Debug, Default)]
struct Health {
    /// The sentence about a wrong answer.
    wrong: OnceLock<String>,
    /// That the card was lost, and why.
    lost: OnceLock<String>,
}

impl Health {
    /// Marks the card as lost.
    fn lose(&self, name: &str, reason: &str) {
        self.lost.get_or_init(|| format!("{name} was lost ({reason})"));
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Card").field(&self.0.name).finish()
    }
}

impl Card {
    /// Opens the adapter of this number, or else the first one.
    ///
    /// # Errors
    /// [`Error::Device`] if there is no such adapter, or if it is too small.
    pub fn open(number: Option<usize>) -> Result<Self, Error> {
        Card::with_shaders(number, device::SHADERS)
    }

    fn with_shaders(number: Option<usize>, shaders: [&str; 2]) -> Result<Self, Error> {
        Card::serving(device::Gpu::open(number, shaders, device::MOST_BYTES).map_err(Error::Device)?)
    }

    fn serving(gpu: device::Gpu) -> Result<Self, Error> {
        let (name, stage, most_bytes) = (gpu.name.clone(), gpu.stage.clone(), gpu.most_bytes());
        let health = Arc::<Health>::default();
        let line = Some(service::start(gpu, health.clone()).map_err(Error::Device)?);
        Ok(Card(Arc::new(Service { name, line, stage, most_bytes, full_bytes: most_bytes / 2, health })))
    }

    /// The name and the driver.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Refuses a count that this card counted wrongly.
    ///
    /// # Errors
    /// [`Error::WrongDevice`].
    pub(in crate::queens) fn check(&self) -> Result<(), Error> {
        self.0.health.wrong.get().map_or(Ok(()), |sentence| Err(Error::WrongDevice(sentence.clone())))
    }

    /// Refuses an estimate that the processor took part in.
    ///
    /// # Errors
    /// [`Error::Device`].
    pub(in crate::queens) fn check_not_lost(&self) -> Result<(), Error> {
        let refused = |lost| Err(Error::Device(format!("{lost}, so that its time is not known")));
        self.0.health.lost.get().map_or(Ok(()), refused)
    }

    /// Reports that the processor counts other than the card.
    fn differs(&self, id: u64, counts: [u128; 2]) {
        let Service { name, health, .. } = &*self.0;
        let [card, processor] = counts;
        health.wrong.get_or_init(|| {
            format!("{name} counts {card} for subproblem {id}, and the processor {processor}")
        });
    }
}

/// The card of a count, and the subproblems that the processor counts too.
#[derive(Debug, Clone)]
pub(super) struct Joiner {
    card: Card,
    rechecked: Vec<Range<u64>>,
}

/// The part of a memory limit that uploads leave.
pub(in crate::queens) fn without_uploads(memory_limit: u64) -> u64 {
    memory_limit - (memory_limit / 4).min(device::MOST_UPLOAD_BYTES)
}

impl Halves {
    /// The count of [`new`](Self::new), joined on a card. The limit is one [without uploads](without_uploads).
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(in crate::queens) fn on(
        card: &Card,
        (board, isa): (&Board, Isa),
        memory_limit: Option<u64>,
        context: &Context<'_>,
    ) -> Result<Self, Error> {
        // Stored lists have other sums, but the same count for each subproblem.
        let method = match Method::of(board) {
            Method::Stored { .. } => Method::Bucketed,
            method => method,
        };
        let joiner = Some(Joiner { card: card.clone(), rechecked: vec![] });
        Ok(Halves { joiner, ..Halves::with_method(board, isa, memory_limit, context, method)? })
    }

    /// Has the processor recount a random hundredth of these chunks, at least one. Returns their number.
    pub(in crate::queens) fn recheck(&mut self, chunks: &[Range<u64>]) -> usize {
        let Some(joiner) = &mut self.joiner else { return 0 };
        let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let (mut random, mut chunks) = (Random::new(since_1970.as_nanos() as u64), chunks.to_vec());
        let wanted = chunks.len().div_ceil(100);
        random.shuffle(&mut chunks);
        chunks.truncate(wanted);
        chunks.sort_unstable_by_key(|ids| ids.start);
        joiner.rechecked = chunks;
        wanted
    }
}

impl Joiner {
    fn is_rechecked(&self, id: u64) -> bool {
        let at = self.rechecked.partition_point(|ids| ids.end <= id);
        self.rechecked.get(at).is_some_and(|ids| ids.contains(&id))
    }

    /// Counts a subproblem on the card; and on the processor too, if that was asked for or if the card is lost. Abandons the
    /// count if an answer is wrong, or if the two differ.
    pub fn count(
        &self,
        id: u64,
        scratch: &mut Scratch,
        stop: &StopFlag,
        run: impl Fn(&mut Scratch) -> u128,
    ) -> u128 {
        let feed = scratch.joins.feed.insert(Feed::new(self.card.clone()));
        if !feed.is_over(stop) {
            run(scratch);
        }
        let sum = scratch.joins.feed.take().map_or(Err(Refusal::Lost), |feed| feed.sum(stop));
        match sum {
            Ok(count) if stop.is_abandoned() || !self.is_rechecked(id) => count,
            Ok(count) => {
                let again = run(scratch);
                if !stop.is_abandoned() && again != count {
                    self.card.differs(id, [count, again]);
                    stop.abandon();
                }
                count
            }
            Err(Refusal::Wrong) => {
                stop.abandon();
                0
            }
            Err(Refusal::Lost) => run(scratch),
        }
    }
}

/// Tells an observer, once, that the card was lost.
pub(in crate::queens) struct Watch<'a> {
    pub card: &'a Card,
    pub observer: &'a mut dyn Observer,
    pub told: bool,
}

impl Observer for Watch<'_> {
    fn progress(&mut self, progress: &Progress) {
        if let (false, Some(lost)) = (self.told, self.card.0.health.lost.get()) {
            self.told = true;
            let on = "the processor counts on, from the subproblems in progress";
            self.observer.trouble(&format!("{lost}; {on}"));
        }
        self.observer.progress(progress);
    }

    fn trouble(&mut self, sentence: &str) {
        self.observer.trouble(sentence);
    }

    fn note(&mut self, sentence: &str) {
        self.observer.note(sentence);
    }
}

#[cfg(test)]
mod tests;
