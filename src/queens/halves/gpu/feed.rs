//! The joins of sorted buckets, put into requests.

use super::super::buckets::{Buckets, Sorted};
use super::joins::Joins;
use super::service::{Reply, Request};
use super::{Card, Refusal};
use crate::search::StopFlag;
use crossbeam::channel::{Receiver, RecvTimeoutError, bounded};
use std::collections::VecDeque;
use std::ops::Range;
use std::time::Duration;

/// The words of lists, and the room for jobs, from which a request is sent.
const WORDS: usize = 1 << 24;
const ROOM: usize = 1 << 20;
/// Requests in flight per worker: while the card counts one, the next one is made.
const IN_FLIGHT: usize = 2;
/// The time between two looks at the stop flag while waiting for the card.
const LOOK: Duration = Duration::from_millis(50);

/// The requests of a worker, and the sum of their answers.
pub(super) struct Feed<'a> {
    card: &'a Card,
    stop: &'a StopFlag,
    joins: Joins,
    replies: VecDeque<Receiver<Reply>>,
    outcome: Result<u128, Refusal>,
}

impl<'a> Feed<'a> {
    pub fn new(card: &'a Card, stop: &'a StopFlag) -> Self {
        Feed { card, stop, joins: Joins::default(), replies: VecDeque::new(), outcome: Ok(0) }
    }

    /// Whether further jobs are useless.
    fn is_over(&self) -> bool {
        self.outcome.is_err() || self.stop.is_abandoned()
    }

    /// The sum over all joins; meaningless once stopped.
    pub fn sum(mut self, sorted: &Sorted<'_>) -> Result<u128, Refusal> {
        let lists: Vec<&[u32]> = std::iter::once(sorted.patterns)
            .chain(sorted.items.iter().map(|items| items.list))
            .map(Buckets::words)
            .collect();
        // Lists that do not fit are copied join by join.
        let fit = 4 * lists.iter().map(|list| list.len()).sum::<usize>() <= self.card.0.most_bytes / 2;
        let mut starts = vec![];
        for join in 0..sorted.keys.buckets() {
            if self.is_over() {
                break;
            }
            let patterns = sorted.patterns_of(join).map(|range| (0, range));
            let [once, twice] = [1, 2].map(|weight| {
                let lists = sorted.items_of(join, weight);
                lists.flat_map(|(list, ranges)| ranges.map(move |range| (1 + list, range)))
            });
            if fit {
                if self.joins.joins.is_empty() {
                    starts = lists.iter().map(|list| self.joins.add_list(list)).collect();
                }
                let at = |(list, range): (usize, Range<usize>)| {
                    range.start + starts[list]..range.end + starts[list]
                };
                self.joins
                    .add(sorted.keys.word, [&mut patterns.map(at), &mut once.map(at), &mut twice.map(at)]);
            } else {
                let gathered = |places: &mut dyn Iterator<Item = (usize, Range<usize>)>| -> Vec<u32> {
                    places.flat_map(|(list, range)| &lists[list][range]).copied().collect()
                };
                let [patterns, once, twice] =
                    [&mut { patterns } as &mut dyn Iterator<Item = _>, &mut { once }, &mut { twice }]
                        .map(gathered);
                self.joins.add_words(sorted.keys.word, [&patterns, &once, &twice]);
            }
            if self.joins.lists >= WORDS || self.joins.room >= ROOM {
                self.send();
            }
        }
        self.send();
        self.wait_for(0);
        self.outcome
    }

    /// Sends the request, and waits until there is room for the next one.
    fn send(&mut self) {
        let joins = std::mem::take(&mut self.joins);
        if joins.joins.is_empty() || self.is_over() {
            return;
        }
        let (reply, receiver) = bounded(1);
        let fits = joins.bytes() <= self.card.0.most_bytes;
        if !fits || self.card.0.requests.send(Request { joins, reply }).is_err() {
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
}
