//! What ends a search: its nodes, the stop flag, and a board that was found before its own subproblem.

use crate::search::StopFlag;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Nodes between two looks at what may end a search from outside.
const NODES_BETWEEN_LOOKS: u64 = 1 << 10;

/// What ends a search before it has an answer.
#[derive(Debug)]
pub(super) struct Limits<'a> {
    /// Those visited.
    pub(super) nodes: u64,
    most_nodes: u64,
    stop: &'a StopFlag,
    /// The first subproblem that has found a board, and this one's number: it is idle to search behind that.
    pub(super) race: Option<(&'a AtomicU64, u64)>,
    /// Whether it was ended.
    pub(super) over: bool,
}

impl<'a> Limits<'a> {
    pub(super) fn new(most_nodes: u64, stop: &'a StopFlag) -> Self {
        Limits { nodes: 0, most_nodes, stop, race: None, over: false }
    }

    /// Counts a node; whether the search should be broken off instead.
    pub(super) fn is_over(&mut self) -> bool {
        self.nodes += 1;
        self.over |= self.nodes > self.most_nodes;
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            self.over |= self.stop.is_raised();
            self.over |= self.race.is_some_and(|(first, own)| first.load(Relaxed) < own);
        }
        self.over
    }
}
