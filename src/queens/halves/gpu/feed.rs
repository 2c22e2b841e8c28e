//! The joins of a worker, gathered from sorted buckets and put into requests.

use super::super::buckets::{JoinMemory, Sorted};
use super::service::{Reply, Request};
use super::{Card, Join, Refusal};
use crate::search::StopFlag;
use crate::simd::Kernel;
use crate::simd::sets::Lanes;
use crossbeam::channel::{Receiver, RecvTimeoutError, bounded};
use std::collections::VecDeque;
use std::ops::Range;
use std::time::Duration;

/// The words, the room for jobs and the work from which a request is sent.
const WORDS: usize = 1 << 20;
const ROOM: usize = 1 << 15;
const WORK: u64 = 1 << 22;
/// Requests in flight per worker: while the card counts one, the next one is made.
const IN_FLIGHT: usize = 2;
/// The time between two looks at the stop flag while waiting for the card.
const LOOK: Duration = Duration::from_millis(50);

/// The requests of a worker, and the sum of their answers.
pub(super) struct Feed<'a> {
    card: &'a Card,
    stop: &'a StopFlag,
    request: Request,
    replies: VecDeque<Receiver<Reply>>,
    outcome: Result<u128, Refusal>,
}

impl<'a> Feed<'a> {
    pub fn new(card: &'a Card, stop: &'a StopFlag) -> Self {
        let (request, replies) = (Request::default(), VecDeque::new());
        Feed { card, stop, request, replies, outcome: Ok(0) }
    }

    /// Whether further jobs are useless.
    fn is_over(&self) -> bool {
        self.outcome.is_err() || self.stop.is_abandoned()
    }

    /// Adds a join.
    fn add(&mut self, patterns: &[u32], [once, twice]: [&[u32]; 2], bits: u32) {
        let Request { words, joins, room, work, .. } = &mut self.request;
        let at = words.len() as u32;
        [patterns, once, twice].iter().for_each(|list| words.extend_from_slice(list));
        let (n_patterns, n_once) = (patterns.len() as u32, once.len() as u32);
        let (n_items, items) = (n_once + twice.len() as u32, at + n_patterns);
        let join =
            Join { patterns: at, n_patterns, items, n_items, n_once, bits, jobs: 0, room: 0 }.with_room();
        *room += join.room as usize;
        *work += join.work();
        joins.push(join);
        if words.len() >= WORDS || *room >= ROOM || *work >= WORK {
            self.send();
        }
    }

    /// Sends the request, and waits until there is room for the next one.
    fn send(&mut self) {
        let mut request = std::mem::take(&mut self.request);
        if request.joins.is_empty() || self.is_over() {
            return;
        }
        let (sender, receiver) = bounded(1);
        request.reply = Some(sender);
        if request.bytes() > self.card.0.most_bytes || self.card.0.requests.send(request).is_err() {
            self.outcome = Err(self.refusal());
            return;
        }
        self.replies.push_back(receiver);
        self.wait_for(IN_FLIGHT - 1);
    }

    /// The reason why the service does not answer.
    fn refusal(&self) -> Refusal {
        if self.card.0.health.wrong.get().is_some() { Refusal::Wrong } else { Refusal::Lost }
    }

    /// Waits until at most this many requests are in flight.
    fn wait_for(&mut self, most: usize) {
        while self.replies.len() > most && !self.is_over() {
            let reply = match self.replies[0].recv_timeout(LOOK) {
                Ok(reply) => reply,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => Err(self.refusal()),
            };
            self.replies.pop_front();
            self.outcome = self.outcome.and_then(|sum| Ok(sum + u128::from(reply?)));
        }
    }

    /// The sum of all answers; meaningless once stopped.
    pub fn finish(mut self) -> Result<u128, Refusal> {
        self.send();
        self.wait_for(0);
        self.outcome
    }
}

/// Sends some of the joins.
pub(super) struct Joins<'a, 'b> {
    pub sorted: Sorted<'a>,
    pub joins: Range<usize>,
    pub memory: &'a mut JoinMemory,
    pub feed: &'a mut Feed<'b>,
}

impl<L: Lanes> Kernel<L> for Joins<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self, lanes: L) {
        let Joins { sorted, joins, memory: JoinMemory { patterns, items, .. }, feed } = self;
        for join in joins {
            if feed.is_over() {
                return;
            }
            sorted.gather(lanes, join, patterns, items);
            let items = items.each_ref().map(Vec::as_slice);
            if !patterns.is_empty() && items.iter().any(|items| !items.is_empty()) {
                feed.add(patterns, items, sorted.keys.word);
            }
        }
    }
}
