//! One solution, quickly: depth first in lucky orders, then sweeps from both ends, in growing rounds.
//!
//! In a depth-first search the order of the jumps decides everything: a lucky order solves the English board in a few
//! hundred nodes, an unlucky one runs for minutes. So each order gets only a few nodes, and twice as many in the next
//! round. Dead positions stay dead under any order, so their table is kept. It is lossy (newer positions replace older
//! ones), which costs time but never correctness: a search that ends within its cap has seen everything and proves that
//! there is no solution.
//!
//! [`sweep`] then plays from the start and from the goal at once and keeps a few thousand positions per level. In
//! milliseconds it solves problems that take depth-first search minutes. From the second round on, a complete search
//! ([`exhaust`]) without the positions that [`resources`] exclude comes in between. It proves most of the impossible
//! problems that the invariants allow (on the 41-hole diamond most are).
//!
//! One thread, pseudo-random orders from a fixed seed, and caps in nodes give the same solution on any machine. Memory
//! is 8 MiB and 8 bytes per position kept: about 100 MiB until the complete search of round 3, which may take 1 GiB.
//! About 40 ns per node.

mod excluded;
mod exhaust;
mod resources;
mod sweep;

use super::{Game, Goal, Jump, Position, Square};
use crate::base::random::Random;
use crate::search::StopFlag;
use exhaust::exhaust;
pub(super) use resources::resource_count;
use sweep::sweep;
pub(super) use sweep::{DIRECTIONS, costs, lowest};

/// Slots of the table of dead positions.
const TABLE_BITS: u32 = 20;
/// Nodes per order in the first round.
const FIRST_CAP: u64 = 5_000;
/// Orders tried before the cap doubles.
const ORDERS_PER_ROUND: u64 = 16;
/// Positions per level of a sweep in the first round. Each round has four times as many, up to the most.
const FIRST_WIDTH: usize = 1 << 10;
const MOST_WIDTH: usize = 1 << 18;
/// Positions of a complete search per position of a sweep's level in the same round; and the most.
const KEPT_FOR_WIDTH: usize = 512;
const MOST_KEPT: usize = 1 << 25;
/// Nodes between two checks of the stop flag.
const NODES_PER_LOOK: u64 = 1 << 14;
/// The default limit of nodes.
const DEFAULT_MAX_NODES: u64 = 1_000_000_000;

/// By number of holes: an attempt that solves the default game at once, found by trying. On other boards and games it
/// is an order like any other.
const GOOD_ATTEMPTS: &[(usize, u64)] = &[
    (15, 2 * 3838),
    (16, 2 * 81),
    (21, 2 * 6585),
    (28, 2 * 15_815),
    (33, 2 * 180_325),
    (36, 2 * 17_815),
    (39, 2 * 265_256),
    (45, 2 * 14_731 + 1),
];

/// The outcome of a search for one solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Solution {
    /// These jumps lead from the start to the goal.
    Found(Vec<Jump>),
    /// The invariants or the number of pegs forbid the goal.
    Forbidden,
    /// A complete search or a resource count proved that there is no solution.
    None,
    /// The nodes allowed were used up; there may be a solution.
    GaveUp,
    /// The stop flag was raised.
    Stopped,
}

/// A search for one solution.
///
/// ```
/// use vuelta::search::StopFlag;
/// use vuelta::senku::{Game, Solution, Solver};
/// let game = Game::named("english").unwrap();
/// let (solution, _nodes) = Solver::new(&game).solve(&StopFlag::default());
/// assert!(matches!(solution, Solution::Found(jumps) if jumps.len() == 31));
/// ```
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct Solver<'a> {
    game: &'a Game,
    max_nodes: u64,
}

impl<'a> Solver<'a> {
    /// Prepares a search with at most 1,000,000,000 nodes.
    pub fn new(game: &'a Game) -> Self {
        Solver { game, max_nodes: DEFAULT_MAX_NODES }
    }

    /// Limits the nodes visited.
    pub fn max_nodes(mut self, nodes: u64) -> Self {
        self.max_nodes = nodes;
        self
    }

    /// Searches; returns the number of nodes visited too.
    #[must_use]
    pub fn solve(&self, stop: &StopFlag) -> (Solution, u64) {
        self.reach(self.game.goals().collect(), stop)
    }

    /// Searches for a way to one of these goals, which have equally many pegs and the class of the start.
    pub(super) fn reach(&self, mut goals: Vec<Position>, stop: &StopFlag) -> (Solution, u64) {
        let &Solver { game, max_nodes } = self;
        if goals.is_empty() {
            return (Solution::Forbidden, 0);
        }
        goals.sort_unstable();
        let mut budget = Budget { game, goals, stop, nodes: 0, max_nodes };
        let mut dead = vec![0; 1 << TABLE_BITS];
        let (mut round, mut width) = (0, FIRST_WIDTH);
        loop {
            let most = (KEPT_FOR_WIDTH * width).min(MOST_KEPT);
            // The first round has no complete search. Where that one ends with the budget, the sweeps say so.
            let decided = depth_first(&mut budget, &mut dead, round)
                .or_else(|| if round == 0 { None } else { exhaust(&mut budget, most) })
                .or_else(|| sweeps(&mut budget, width));
            if let Some(solution) = decided {
                return (solution, budget.nodes);
            }
            round += 1;
            width = (4 * width).min(MOST_WIDTH);
        }
    }
}

/// The game to solve, and how far the searches may still go.
struct Budget<'a> {
    game: &'a Game,
    /// The positions that win, sorted, of equally many pegs.
    goals: Vec<Position>,
    stop: &'a StopFlag,
    /// Nodes visited.
    nodes: u64,
    /// The number of nodes at which to give up.
    max_nodes: u64,
}

impl Budget<'_> {
    /// The answer at the end of the nodes or the time, if reached.
    fn end(&self) -> Option<Solution> {
        if self.stop.is_raised() {
            Some(Solution::Stopped)
        } else {
            (self.nodes >= self.max_nodes).then_some(Solution::GaveUp)
        }
    }
}

/// The answer of this round's orders, if any.
fn depth_first(budget: &mut Budget<'_>, dead: &mut [u64], round: u64) -> Option<Solution> {
    let cap = FIRST_CAP.saturating_mul(1 << round.min(40));
    for attempt in round * ORDERS_PER_ROUND..(round + 1) * ORDERS_PER_ROUND {
        let limit = budget.nodes.saturating_add(cap).min(budget.max_nodes);
        let (jumps, start) = (ordered_jumps(budget.game, attempt), budget.game.start());
        let mut attempt = Attempt { budget, dead, limit, jumps, path: vec![] };
        match attempt.wins(start) {
            Some(true) => return Some(Solution::Found(attempt.path)),
            Some(false) => return Some(Solution::None),
            None => {}
        }
        if let Some(end) = budget.end() {
            return Some(end);
        }
    }
    None
}

/// The answer of sweeps of this width, if any.
fn sweeps(budget: &mut Budget<'_>, width: usize) -> Option<Solution> {
    DIRECTIONS.into_iter().find_map(|direction| sweep(budget, direction, width).or_else(|| budget.end()))
}

/// The board's jumps in the order of this attempt, a function of the attempt alone: a shuffle, on odd attempts sorted
/// by their gain toward the middle.
fn ordered_jumps(game: &Game, attempt: u64) -> Vec<Jump> {
    let board = game.board();
    let good = GOOD_ATTEMPTS.iter().find(|&&(holes, _)| holes == board.len());
    let attempt = match good {
        Some(&(_, good)) if attempt == 0 => good,
        _ => attempt,
    };
    let mut jumps = board.jumps().to_vec();
    let mut random = Random::new(attempt / 2);
    for i in (1..jumps.len()).rev() {
        jumps.swap(i, (random.word() % (i as u64 + 1)) as usize);
    }
    if attempt % 2 == 1 {
        let distance = distances(game);
        let gain = |jump: &Jump| {
            let [from, over, to] = [jump.from, jump.over, jump.to].map(|hole| distance[hole.index()]);
            to - from - over
        };
        jumps.sort_by_key(gain);
    }
    jumps
}

/// Each hole's distance (rows plus columns) from the goal, or from the middle of the board if the goal is not a single
/// hole.
fn distances(game: &Game) -> Vec<i64> {
    let squares = game.board().squares();
    let middle = match game.goal() {
        Goal::Hole(hole) => game.board().square(hole),
        Goal::Any | Goal::Position(_) => {
            let row = squares.iter().map(|s| s.row).max().unwrap_or(0) / 2;
            let col = squares.iter().map(|s| s.column).max().unwrap_or(0) / 2;
            Square::new(row, col)
        }
    };
    let far =
        |s: &Square| i64::from(s.row.abs_diff(middle.row)) + i64::from(s.column.abs_diff(middle.column));
    squares.iter().map(far).collect()
}

/// A depth-first search with one order of the jumps.
struct Attempt<'a, 'g> {
    budget: &'a mut Budget<'g>,
    /// Positions without a solution, each at its hash; 0 marks an empty slot.
    dead: &'a mut [u64],
    /// The number of nodes at which the attempt ends.
    limit: u64,
    /// In the order in which they are tried.
    jumps: Vec<Jump>,
    path: Vec<Jump>,
}

impl Attempt<'_, '_> {
    /// Whether the position has a solution, which is then at the end of the path; `None` if the limit or the stop flag
    /// came first.
    fn wins(&mut self, position: Position) -> Option<bool> {
        let goals = &self.budget.goals;
        if position.len() <= goals[0].len() {
            return Some(goals.binary_search(&position).is_ok());
        }
        let slot = (position.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - TABLE_BITS)) as usize;
        if self.dead[slot] == position.bits() {
            return Some(false);
        }
        let nodes = self.budget.nodes;
        if nodes >= self.limit || nodes.is_multiple_of(NODES_PER_LOOK) && self.budget.stop.is_raised() {
            return None;
        }
        self.budget.nodes += 1;
        for i in 0..self.jumps.len() {
            let jump = self.jumps[i];
            if jump.is_legal(position) {
                self.path.push(jump);
                if self.wins(jump.play(position))? {
                    return Some(true);
                }
                self.path.pop();
            }
        }
        self.dead[slot] = position.bits();
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::senku::{Board, Diagram, solutions};

    impl<'a> Budget<'a> {
        /// A budget without end for the game's own goals.
        pub(super) fn unlimited(game: &'a Game, stop: &'a StopFlag) -> Self {
            Budget { game, goals: game.goals().collect(), stop, nodes: 0, max_nodes: u64::MAX }
        }
    }

    #[test]
    fn complete_searches_from_both_ends_agree_with_the_textbook_search() {
        for board in ["triangle15", "square4"].map(|name| Board::named(name).unwrap()) {
            let goals: Vec<Goal> = board.holes().iter().map(Goal::Hole).chain([Goal::Any]).collect();
            for (start, &goal) in
                board.holes().iter().flat_map(|start| goals.iter().map(move |goal| (start, goal)))
            {
                let game = Game::from_vacancy(board.clone(), start).unwrap().with_goal(goal).unwrap();
                if !game.is_possible() {
                    continue;
                }
                let expected = solutions(&game).next().is_some();
                let stop = StopFlag::default();
                let budget = &mut Budget::unlimited(&game, &stop);
                for found in [sweep(budget, DIRECTIONS[0], usize::MAX), exhaust(budget, 1 << 20)] {
                    match found.expect("nothing was dropped") {
                        Solution::Found(jumps) => {
                            let end = jumps.iter().fold(game.start(), |position, jump| {
                                assert!(jump.is_legal(position));
                                jump.play(position)
                            });
                            assert!(expected && game.is_won(end), "{start:?} {goal:?}");
                        }
                        other => assert!(!expected && other == Solution::None, "{start:?} {goal:?}"),
                    }
                }
            }
        }
    }

    #[test]
    fn a_start_that_is_the_goal_needs_no_jump() {
        let game = Game::from_diagram(Diagram::parse(b"o..").unwrap()).unwrap();
        assert_eq!(Solver::new(&game).solve(&StopFlag::default()).0, Solution::Found(vec![]));
    }

    #[test]
    fn it_gives_up_at_the_cap_and_stops_when_asked() {
        let game = Game::named("wiegleb").unwrap();
        let (solution, nodes) = Solver::new(&game).max_nodes(20).solve(&StopFlag::default());
        assert_eq!((solution, nodes), (Solution::GaveUp, 20));
        let stop = StopFlag::default();
        stop.finish();
        assert_eq!(Solver::new(&game).solve(&stop).0, Solution::Stopped);
    }
}
