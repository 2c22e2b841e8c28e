//! The limits of a search: its nodes, the stop flag, and a board found in an earlier subproblem.

use crate::search::StopFlag;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Nodes between two looks at the outside limits.
const NODES_BETWEEN_LOOKS: u64 = 1 << 10;

#[derive(Debug)]
pub(super) struct Limits<'a> {
    pub(super) nodes: u64,
    most_nodes: u64,
    stop: &'a StopFlag,
    /// The first subproblem with a board, and the number of this one: later subproblems are pointless.
    pub(super) race: Option<(&'a AtomicU64, u64)>,
    pub(super) over: bool,
}

impl<'a> Limits<'a> {
    pub(super) fn new(most_nodes: u64, stop: &'a StopFlag) -> Self {
        Limits { nodes: 0, most_nodes, stop, race: None, over: false }
    }

    /// Counts a node, and returns whether a limit is reached.
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
