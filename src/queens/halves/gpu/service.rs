//! The thread that serves a card: it puts the requests of all workers into dispatches, checks and returns the answers.
//!
//! Two dispatches can be in flight. The next one is sent as soon as it is full, or when the card has finished the one
//! before. A dispatch is full when its estimated time, from the speed of those before, is a tenth of a second: drivers
//! stop dispatches that take seconds.

use super::Health;
use super::device::{Gpu, Kept, Upload};
use super::joins::{Join, Sum};
use super::known::Known;
use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, bounded};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The intended time of a dispatch, in seconds.
const DISPATCH: f64 = 0.1;
/// The work of the first dispatch, and the least of others: see [`Join::work`].
const FIRST: u64 = 1 << 20;
/// The time between two looks whether the card has finished.
const LOOK: Duration = Duration::from_micros(200);
/// Requests that wait for the service.
const WAITING: usize = 64;

/// Joins of a worker, and the place for the sum of their counts.
pub(super) struct Request {
    pub joins: Vec<Join>,
    pub upload: Upload,
    /// The words of its lists, if they stay on the card.
    pub kept: Option<Arc<Kept>>,
    /// The most jobs, the bytes of the largest buffer, and the estimated work.
    pub room: usize,
    pub bytes: usize,
    pub work: u64,
    pub reply: Sender<Reply>,
}

/// Why a card does not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    Lost,
    Wrong,
}

/// The sum of a request's counts.
pub(super) type Reply = Result<u64, Refusal>;

/// A dispatch in flight.
struct Flight {
    slot: usize,
    requests: Vec<Request>,
    /// The words of the known joins, in use until the card has finished.
    _upload: Upload,
    /// The number of requests before the known join in the middle.
    middle: usize,
    /// The known joins with their counts.
    known: [(Join, u64); 3],
    work: u64,
    sent: Instant,
}

/// Starts the thread, which ends with the last sender.
pub(super) fn start(gpu: Gpu, health: Arc<Health>) -> Result<(Sender<Request>, JoinHandle<()>), String> {
    let (sender, requests) = bounded(WAITING);
    let service =
        Service { gpu, requests, health, known: Known::new(), sent: 0, full: FIRST, finished: None };
    let spawned = std::thread::Builder::new().name("graphics card".to_owned()).spawn(|| service.run());
    spawned
        .map(|thread| (sender, thread))
        .map_err(|error| format!("the thread of the graphics card did not start: {error}"))
}

struct Service {
    gpu: Gpu,
    requests: Receiver<Request>,
    health: Arc<Health>,
    known: Known,
    /// The number of dispatches sent.
    sent: usize,
    /// The work of a full dispatch.
    full: u64,
    /// When the last dispatch was finished.
    finished: Option<Instant>,
}

/// Requests for the next dispatch.
#[derive(Default)]
struct Batch {
    requests: Vec<Request>,
    work: u64,
    bytes: usize,
}

impl Batch {
    /// Whether there is room for a further request. Requests with lists on the card share a dispatch with those of the same
    /// lists alone.
    fn has_room(&self, next: &Request, most_bytes: usize) -> bool {
        let lists = |request: &Request| request.kept.as_ref().map(Arc::as_ptr);
        self.requests
            .last()
            .is_none_or(|last| lists(last) == lists(next) && self.bytes + next.bytes <= most_bytes)
    }
}

impl Service {
    /// Serves until there are no senders, or until the card fails. Requests that are then dropped are refused.
    fn run(mut self) {
        let (mut flying, mut left) = (None, None);
        loop {
            let batch = self.gather(&mut left, flying.as_ref());
            let next = match batch.requests.is_empty() {
                true if flying.is_none() => return,
                true => None,
                false => match self.send(batch) {
                    Ok(flight) => Some(flight),
                    Err(()) => return,
                },
            };
            if let Some(flight) = flying.take()
                && self.land(flight).is_err()
            {
                return;
            }
            flying = next;
        }
    }

    /// The requests for the next dispatch. Waits for the first one; or while a dispatch is in flight, until the next one is
    /// full. `left` is a request for which there was no room.
    fn gather(&self, left: &mut Option<Request>, flying: Option<&Flight>) -> Batch {
        let mut batch = Batch::default();
        loop {
            let next = match left.take() {
                Some(request) => Ok(request),
                None if flying.is_none() && batch.requests.is_empty() => {
                    self.requests.recv().map_err(|_| RecvTimeoutError::Disconnected)
                }
                None => self.requests.recv_timeout(if flying.is_some() { LOOK } else { Duration::ZERO }),
            };
            match next {
                Ok(request) => {
                    if !batch.has_room(&request, self.gpu.most_bytes()) {
                        *left = Some(request);
                        return batch;
                    }
                    batch.work += request.work;
                    batch.bytes += request.bytes;
                    batch.requests.push(request);
                    if batch.work >= self.full {
                        return batch;
                    }
                }
                Err(RecvTimeoutError::Timeout)
                    if flying.is_some_and(|flight| !self.gpu.is_done(flight.slot)) => {}
                Err(_) => return batch,
            }
        }
    }

    /// Sends a dispatch.
    fn send(&mut self, batch: Batch) -> Result<Flight, ()> {
        let Batch { requests, work, .. } = batch;
        let known = self.known.of_dispatch(self.sent);
        let middle = requests.len() / 2;
        let slot = self.sent % 2;
        self.sent += 1;
        let sent = self.gpu.stage.fill(&self.known.joins).and_then(|upload| {
            let kept = requests[0].kept.as_deref();
            let mut joins: Vec<Join> = vec![];
            let mut lists = 0;
            let mut add = |join: &Join, [words, pieces]: [u32; 2]| {
                joins.push(Join { words, pieces: join.pieces + pieces, lists, ..*join });
                lists += join.len();
            };
            let after = |[words, pieces]: [u32; 2], request: &Request| {
                let [n_words, n_pieces] = request.upload.len();
                [words + n_words, pieces + n_pieces]
            };
            // The words of known joins come after all others.
            let last = requests.iter().fold([kept.map_or(0, Kept::len), 0], after);
            add(&known[0].0, last);
            let mut at = [0, 0];
            for (i, request) in requests.iter().enumerate() {
                if i == middle {
                    add(&known[1].0, last);
                }
                request.joins.iter().for_each(|join| add(join, at));
                at = after(at, request);
            }
            add(&known[2].0, last);
            let uploads = requests.iter().map(|request| &request.upload).chain([&upload]);
            let room = requests.iter().map(|request| request.room).sum::<usize>() + self.known.joins.room;
            self.gpu.dispatch(slot, &joins, room, kept, uploads)?;
            Ok(upload)
        });
        match sent {
            Ok(_upload) => Ok(Flight { slot, requests, _upload, middle, known, work, sent: Instant::now() }),
            Err(reason) => self.lose(&reason),
        }
    }

    /// Waits for a dispatch, checks its answers and returns them.
    fn land(&mut self, flight: Flight) -> Result<(), ()> {
        let sums = match self.gpu.sums(flight.slot) {
            Ok(sums) => sums,
            Err(reason) => return self.lose(&reason),
        };
        let now = Instant::now();
        let began = self.finished.replace(now).map_or(flight.sent, |finished| finished.max(flight.sent));
        // At most twice as much as before, in case that a short time was measured badly.
        let speed = flight.work as f64 / (now - began).as_secs_f64().max(1e-6);
        self.full = ((speed * DISPATCH) as u64).clamp(FIRST, 2 * self.full.max(FIRST));
        let sums = flight.sums(&sums).inspect_err(|what| {
            self.health.wrong.get_or_init(|| format!("{} counts wrongly: {what}", self.gpu.name));
        });
        for (Request { reply, .. }, sum) in flight.requests.into_iter().zip(sums.map_err(|_| ())?) {
            // A worker that was stopped does not listen.
            reply.send(Ok(sum)).ok();
        }
        Ok(())
    }

    /// Marks the card as lost.
    fn lose<T>(&self, reason: &str) -> Result<T, ()> {
        self.health.lose(&self.gpu.name, reason);
        Err(())
    }
}

impl Flight {
    /// The sum of each request's counts.
    ///
    /// # Errors
    /// A sentence about a count that cannot be right.
    fn sums(&self, sums: &[Sum]) -> Result<Vec<u64>, String> {
        let mut sums = sums.iter();
        let mut next = |join: &Join| match sums.next().and_then(Sum::count) {
            Some(count) if count <= join.most() => Ok(count),
            Some(count) => Err(format!("{count} pairs of {} possible ones", join.most())),
            None => Err("a job was left undone".to_owned()),
        };
        let known = |join: &(Join, u64), count: u64| match count == join.1 {
            true => Ok(()),
            false => Err(format!("{count} pairs where there are {}", join.1)),
        };
        known(&self.known[0], next(&self.known[0].0)?)?;
        let mut sums = vec![];
        for (i, request) in self.requests.iter().enumerate() {
            if i == self.middle {
                known(&self.known[1], next(&self.known[1].0)?)?;
            }
            let mut sum = 0;
            for join in &request.joins {
                sum += next(join)?;
            }
            sums.push(sum);
        }
        known(&self.known[2], next(&self.known[2].0)?)?;
        Ok(sums)
    }
}
