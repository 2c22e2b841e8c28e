//! The joins of sorted buckets, put into requests.

use super::super::buckets::{Buckets, Items, Keys, Sorted};
use super::device::Kept;
use super::joins::{Joins, MOST_JOBS};
use super::service::{Reply, Request};
use super::{Card, Refusal, Service};
use crate::search::StopFlag;
use crossbeam::channel::{Receiver, RecvTimeoutError, bounded};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// Requests in flight per worker: while the card counts some, the next one is made.
const IN_FLIGHT: usize = 4;
/// The time between two looks at the stop flag while waiting for the card.
const LOOK: Duration = Duration::from_millis(50);

/// The requests of a subproblem, and the sum of their answers.
pub(in super::super) struct Feed {
    card: Card,
    replies: VecDeque<Receiver<Reply>>,
    outcome: Result<u128, Refusal>,
}

impl Feed {
    pub fn new(card: Card) -> Self {
        let outcome = if card.0.health.lost.get().is_some() { Err(Refusal::Lost) } else { Ok(0) };
        Feed { card, replies: VecDeque::new(), outcome }
    }

    /// Whether further joins are useless.
    pub fn is_over(&self, stop: &StopFlag) -> bool {
        self.outcome.is_err() || stop.is_abandoned()
    }

    /// Sends all joins of these lists.
    pub fn add(&mut self, sorted: &Sorted<'_>, stop: &StopFlag) {
        // By their numbers: the patterns, then the items.
        let items = sorted.items.iter().map(|items| items.list);
        let lists: Vec<&[u32]> =
            std::iter::once(sorted.patterns).chain(items).map(|list| &*list.words).collect();
        let n_words: usize = lists.iter().map(|list| list.len()).sum();
        // Whole lists, or else copies join by join.
        let fit = 4 * n_words <= self.card.0.most_bytes;
        let (mut request, mut starts, mut parts) = (Joins::default(), vec![], Default::default());
        // From the second full request on, lists stay on the card: N = 28 has 60 requests of the same 0.8 GB. Longer lists do
        // so from the first on, because they leave no room for pieces.
        let is_long = fit && 4 * n_words > self.card.0.full_bytes;
        let (mut keep, mut kept) = (is_long, None);
        for join in 0..sorted.keys.buckets() {
            if self.is_over(stop) {
                return;
            }
            find(sorted, join, &mut parts);
            let parts = parts.each_ref();
            if fit {
                if request.words.is_empty() {
                    starts = lists.iter().map(|list| request.add_list(*list)).collect();
                }
                let place =
                    |Part { list, words }: &Part| starts[*list] + words.start..starts[*list] + words.end;
                request.add(sorted.keys.word, parts.map(|parts| parts.iter().map(place)));
            } else {
                let copy = |Part { list, words }: &Part| &lists[*list][words.clone()];
                let copies = parts.map(|parts| parts.iter().flat_map(copy).copied().collect());
                request.add_words(sorted.keys.word, copies);
            }
            if request.bytes_of_joins(true) >= self.card.0.full_bytes {
                self.send(std::mem::take(&mut request), (keep, &mut kept), stop);
                keep = fit;
            }
        }
        self.send(request, (is_long, &mut kept), stop);
    }

    /// The sum of all answers; meaningless once stopped.
    pub(super) fn sum(mut self, stop: &StopFlag) -> Result<u128, Refusal> {
        self.wait_for(0, stop);
        self.outcome
    }

    /// Sends a request, and waits until there is room for the next one. Takes the lists that are kept on the card in place of
    /// its own, and has its own kept there if `keep`.
    fn send(&mut self, mut joins: Joins<'_>, (keep, kept): (bool, &mut Option<Arc<Kept>>), stop: &StopFlag) {
        if joins.joins.is_empty() || self.is_over(stop) {
            return;
        }
        let service = &*self.card.0;
        let Service { name, stage, most_bytes, health, .. } = service;
        let mut made = Ok(());
        if let Some(kept) = kept {
            let n_words = joins.take_lists().n_words;
            assert_eq!(n_words, kept.len() as usize, "the card has the joins' own lists");
        } else if keep {
            made = stage.fill(&joins.take_lists()).map(|upload| *kept = Some(Arc::new(upload.into())));
        }
        let (bytes, least) = (joins.bytes(true), joins.bytes(false));
        let filled = if least > *most_bytes {
            Err(format!("a subproblem needs a buffer of {least} bytes"))
        } else if joins.joins.iter().any(|join| join.most_jobs() > MOST_JOBS) {
            Err(format!("a join may need more than {MOST_JOBS} workgroups"))
        } else {
            made.and_then(|()| stage.fill(&joins))
        };
        let (reply, receiver) = bounded(1);
        let sent = filled.map_err(|reason| health.lose(name, &reason)).and_then(|upload| {
            let Joins { joins, room, work, .. } = joins;
            service.send(Request { joins, upload, kept: kept.clone(), room, bytes, work, reply })
        });
        if sent.is_err() {
            self.outcome = Err(self.refusal());
            return;
        }
        self.replies.push_back(receiver);
        self.wait_for(IN_FLIGHT - 1, stop);
    }

    /// The reason why the service does not answer.
    fn refusal(&self) -> Refusal {
        if self.card.0.health.wrong.get().is_some() { Refusal::Wrong } else { Refusal::Lost }
    }

    /// Waits until at most this many requests are in flight.
    fn wait_for(&mut self, most: usize, stop: &StopFlag) {
        while self.replies.len() > most && !self.is_over(stop) {
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

/// Words of a list. The patterns are list 0, then come the items.
struct Part {
    list: usize,
    words: Range<usize>,
}

/// Finds the parts of a join: its patterns, its items that count once, and those that count twice. The card gathers them,
/// as `Sorted::gather` does on the processor.
fn find(sorted: &Sorted<'_>, join: usize, parts: &mut [Vec<Part>; 3]) {
    let Keys { state, patterns: u_bits, items: v_bits, .. } = sorted.keys;
    let all = |bits: u32| (1usize << bits) - 1;
    // state, u, v: from the highest bits down
    let (own, u, v) = (join >> (u_bits + v_bits), join >> v_bits & all(u_bits), join & all(v_bits));
    parts.iter_mut().for_each(Vec::clear);
    add(&mut parts[0], (0, sorted.patterns), join & !all(v_bits), 0, all(v_bits) & !v);
    for other in (0..=all(state)).filter(|other| own & other == 0) {
        for (list, Items { list: buckets, weights }) in (1..).zip(sorted.items) {
            let (weight, first) = (weights[own][other], other << (u_bits + v_bits) | v);
            if weight > 0 {
                add(&mut parts[usize::from(weight)], (list, buckets), first, v_bits, all(u_bits) & !u);
            }
        }
    }
}

/// Adds the buckets `first + (s << shift)` of a list for all subsets s of `keys`.
fn add(parts: &mut Vec<Part>, (list, buckets): (usize, &Buckets), first: usize, shift: u32, keys: usize) {
    let mut subset = 0;
    loop {
        let bucket = first + (subset << shift);
        let words = buckets.starts[bucket] as usize..buckets.starts[bucket + 1] as usize;
        match parts.last_mut() {
            // Adjacent buckets are one part.
            Some(last) if last.list == list && last.words.end == words.start => last.words.end = words.end,
            _ => parts.push(Part { list, words }),
        }
        if subset == keys {
            return;
        }
        subset = subset.wrapping_sub(keys) & keys;
    }
}
