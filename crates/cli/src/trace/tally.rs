//! The counts of a trace, and its end.

use crate::args::Trace;
use crate::output::plural_grouped;
use vuelta_records::grouped;

/// The kinds of steps, which both searches share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Down to a new node.
    Down,
    /// A conflict, or a dead end.
    Rejected,
    /// Back to the node above.
    Back,
    /// A solution.
    Solution,
}

/// The numbers of the steps so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// All steps.
    pub steps: u64,
    /// The nodes by their depth, the root first.
    pub levels: Vec<u64>,
    /// Conflicts, or dead ends.
    pub rejected: u64,
    /// Steps back.
    pub back: u64,
    /// Solutions.
    pub solutions: u64,
    depth: usize,
}

impl Default for Tally {
    fn default() -> Self {
        Tally { steps: 0, levels: vec![1], rejected: 0, back: 0, solutions: 0, depth: 0 }
    }
}

impl Tally {
    /// Counts a step.
    pub fn add(&mut self, kind: Kind) {
        self.steps += 1;
        match kind {
            Kind::Down => {
                self.depth += 1;
                self.levels.resize(self.levels.len().max(self.depth + 1), 0);
                self.levels[self.depth] += 1;
            }
            Kind::Back => {
                self.depth -= 1;
                self.back += 1;
            }
            Kind::Rejected => self.rejected += 1,
            Kind::Solution => self.solutions += 1,
        }
    }

    /// All nodes, the root included.
    pub fn nodes(&self) -> u64 {
        self.levels.iter().sum()
    }
}

/// The reason why a trace ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// There are no more steps.
    Complete,
    /// The steps or solutions asked for were reached.
    Extent,
    /// A signal or the time limit.
    Stopped,
}

/// The extent of a trace.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    solutions: u64,
    steps: u64,
}

impl Extent {
    /// The extent that the options ask for; by default up to the first solution.
    pub fn of(wanted: &Trace) -> Self {
        let solutions = if wanted.all || wanted.steps.is_some() { u64::MAX } else { 1 };
        Extent { solutions: wanted.limit.unwrap_or(solutions), steps: wanted.steps.unwrap_or(u64::MAX) }
    }

    /// Whether a further step belongs to the trace.
    pub fn goes_on(self, tally: &Tally) -> bool {
        tally.solutions < self.solutions && tally.steps < self.steps
    }

    /// The extent in words: `the whole search`, `up to the first solution`, `the first 40 steps`.
    pub fn describe(self, tally: &Tally, end: End) -> String {
        let steps = || plural_grouped(tally.steps.into(), "step");
        match end {
            End::Complete => "the whole search".to_owned(),
            End::Stopped => format!("stopped after {}", steps()),
            End::Extent if tally.solutions < self.solutions && tally.steps == 1 => {
                "the first step".to_owned()
            }
            End::Extent if tally.solutions < self.solutions => format!("the first {}", steps()),
            End::Extent if tally.solutions == 1 => "up to the first solution".to_owned(),
            End::Extent => format!("up to solution {}", grouped(tally.solutions.into())),
        }
    }
}
