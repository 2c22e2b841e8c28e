//! The joins of sorted buckets, put into requests.

use super::super::buckets::{Buckets, Sorted};
use super::joins::Joins;
use super::service::{Reply, Request};
use super::{Card, Refusal, Service};
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
    joins: Joins<'a>,
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
    pub fn sum(mut self, sorted: &Sorted<'a>) -> Result<u128, Refusal> {
        let items = sorted.items.iter().map(|items| items.list);
        let lists: Vec<&[u32]> = std::iter::once(sorted.patterns).chain(items).map(Buckets::words).collect();
        let n_words: usize = lists.iter().map(|list| list.len()).sum();
        // Whole lists, or else copies join by join.
        let fit = 4 * n_words <= self.card.0.most_bytes / 2;
        let mut starts = vec![];
        for join in 0..sorted.keys.buckets() {
            if self.is_over() {
                break;
            }
            if fit && self.joins.words.is_empty() {
                starts = lists.iter().map(|list| self.joins.add_list(*list)).collect();
            }
            let mut patterns = sorted.patterns_of(join).map(|range| (0, range));
            let [mut once, mut twice] = [1, 2].map(|weight| {
                let lists = sorted.items_of(join, weight);
                lists.flat_map(|(list, ranges)| ranges.map(move |range| (1 + list, range)))
            });
            let mut places: [&mut dyn Iterator<Item = (usize, Range<usize>)>; 3] =
                [&mut patterns, &mut once, &mut twice];
            let word = sorted.keys.word;
            if fit {
                let at = |(list, range): (usize, Range<usize>)| {
                    let start: usize = starts[list];
                    start + range.start..start + range.end
                };
                self.joins.add(word, places.each_mut().map(|places| places.map(at)));
            } else {
                let copied = places
                    .map(|places| places.flat_map(|(list, range)| &lists[list][range]).copied().collect());
                self.joins.add_words(word, copied);
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
        let Service { name, requests, stage, most_bytes, health } = &*self.card.0;
        let bytes = joins.bytes();
        let filled = match bytes <= *most_bytes {
            true => stage.fill(&joins),
            false => Err(format!("a subproblem needs a buffer of {bytes} bytes")),
        };
        let (reply, receiver) = bounded(1);
        let sent = filled.map_err(|reason| health.lose(name, &reason)).and_then(|upload| {
            let Joins { n_words, pieces, joins, work, .. } = joins;
            let n_pieces = pieces.len();
            let request = Request { joins, upload, n_words, n_pieces, bytes, work, reply };
            requests.send(request).map_err(|_| ())
        });
        if sent.is_err() {
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
