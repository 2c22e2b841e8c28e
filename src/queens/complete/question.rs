//! The question whether `target` queens fit on the board below a state. It is searched on one thread, then on all.
//!
//! Branch and bound with a fixed target. A node is reduced ([`State::reduce`]), and dropped if counted lines or the
//! matching of rows with columns show that the target is out of reach. Once every row, or every column, is needed,
//! the search continues in [`tight`].
//!
//! The calling thread searches alone up to a number of nodes. Then the top of the search tree is divided into
//! subproblems. The first subproblem, by number, with a board decides: later ones are cancelled when one is found,
//! earlier ones are completed. So the answer, its board and the number of nodes do not depend on the number of
//! threads.

use super::super::Square;
use super::state::State;
use super::tight::{self, Frames};
use crate::Error;
use crate::search::{Context, StopFlag, Subproblems};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Nodes of the calling thread before the workers are asked.
const NODES_ALONE: u64 = 20_000;
/// The least number of subproblems of a question, if the board has as many.
pub(super) const SUBPROBLEMS: usize = 64;
/// The most nodes of a subproblem, relative to an even division.
const UNEVEN: u64 = 2;

/// Nodes between two looks at the outside limits.
const NODES_BETWEEN_LOOKS: u64 = 1 << 10;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answer {
    /// A board with `target` queens, from the top.
    Yes(Vec<Square>),
    No,
    /// The search was stopped or ran out of nodes.
    Unknown,
}

/// The limits of a search: its nodes, the stop flag, and a board found in an earlier subproblem.
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

/// Whether at least `target` queens fit below the state, and how. Unknown after a stop, or if it takes more nodes than
/// are left, from which those of the search are taken.
pub(super) fn ask(
    context: &Context<'_>,
    state: &State,
    target: u32,
    nodes_left: &mut u64,
) -> Result<Answer, Error> {
    let alone = Limits::new(NODES_ALONE.min(*nodes_left), &context.stop);
    let (answer, nodes) = search(state, target, alone);
    *nodes_left = nodes_left.saturating_sub(nodes);
    if answer != Answer::Unknown || *nodes_left == 0 || context.stop.is_raised() {
        return Ok(answer);
    }
    let share = if *nodes_left > u64::MAX / 2 { u64::MAX } else { *nodes_left / SUBPROBLEMS as u64 * UNEVEN };
    let (answer, nodes) = ask_all(context, state, target, share)?;
    *nodes_left = nodes_left.saturating_sub(nodes);
    Ok(answer)
}

/// Asks all workers, by a question divided at the top of its search tree. Returns the first board found, and
/// the nodes of the subproblems up to it.
fn ask_all(
    context: &Context<'_>,
    state: &State,
    target: u32,
    most_nodes: u64,
) -> Result<(Answer, u64), Error> {
    let list = divided(state, target);
    // The first subproblem that has found a board.
    let first = AtomicU64::new(u64::MAX);
    // The answers and nodes of the subproblems; `None` for those cancelled or never begun.
    let answers: Vec<Mutex<Option<(Answer, u64)>>> = list.iter().map(|_| Mutex::default()).collect();
    // The answers are kept in the list: there is nothing to add up.
    let count = |id, state: &State, stop: &StopFlag| {
        if first.load(Relaxed) < id {
            return Ok(0u64);
        }
        let mut limits = Limits::new(most_nodes, stop);
        limits.race = Some((&first, id));
        let answer = search(state, target, limits);
        if matches!(answer.0, Answer::Yes(_)) {
            first.fetch_min(id, Relaxed);
        }
        *answers[id as usize].lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
        Ok(0)
    };
    context.unwatched().run(&Subproblems { list, weight: |_| 1, count })?;
    let (mut nodes, mut open) = (0u64, false);
    for answer in answers {
        match answer.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some((Answer::Yes(queens), spent)) => return Ok((Answer::Yes(queens), nodes + spent)),
            Some((answer, spent)) => {
                nodes += spent;
                open |= answer == Answer::Unknown;
            }
            None => open = true,
        }
    }
    Ok((if open { Answer::Unknown } else { Answer::No }, nodes))
}

/// The states at the top of a question's search tree that partition it.
fn divided(state: &State, target: u32) -> Vec<State> {
    let mut states = VecDeque::from([*state]);
    while states.len() < SUBPROBLEMS
        && let Some(mut state) = states.pop_front()
    {
        let lines = state.reduce();
        if state.count + lines.most() < target {
            continue;
        }
        if lines.most() == 0 {
            states.push_back(state);
            break;
        }
        states.extend(state.branches(&lines));
    }
    states.into()
}

/// Searches below a state; returns the answer and its nodes.
fn search(state: &State, target: u32, limits: Limits<'_>) -> (Answer, u64) {
    let mut search = BranchAndBound { target, limits, frames: Frames::default() };
    let found = search.visit(*state);
    let answer = match found {
        Some(queens) => Answer::Yes(queens),
        None if search.limits.over => Answer::Unknown,
        None => Answer::No,
    };
    (answer, search.limits.nodes)
}

struct BranchAndBound<'a> {
    target: u32,
    limits: Limits<'a>,
    frames: Frames,
}

impl BranchAndBound<'_> {
    /// A board with `target` queens.
    fn visit(&mut self, mut state: State) -> Option<Vec<Square>> {
        if self.limits.is_over() {
            return None;
        }
        if state.count < self.target && state.lacks_choice(self.target) {
            return tight::search(&state, self.target, &mut self.limits, &mut self.frames);
        }
        let lines = state.reduce();
        if state.count >= self.target {
            return Some(state.queens());
        }
        if state.count + lines.most() < self.target || state.count + state.matching() < self.target {
            return None;
        }
        if state.lacks_choice(self.target) {
            return tight::search(&state, self.target, &mut self.limits, &mut self.frames);
        }
        state.branches(&lines).find_map(|branch| self.visit(branch))
    }
}
