//! A game that leaves as few pegs as can be, and a lower bound for the pegs that every game leaves.
//!
//! Three searches, each of which may end the matter:
//!
//! 1. A *descent* goes from the start level by level, up to the board's symmetries, and keeps a limited number of positions
//!    per level. Its last level has the fewest pegs that it found. A descent that dropped nothing has seen every position:
//!    then its result is proved. This settles boards of up to about 25 holes.
//! 2. A number of pegs is impossible if no position with this number has the class of the start, or if resource counts
//!    exclude all that have it (`invariants.rs`, `solve/resources.rs`).
//! 3. For each number of pegs in between, the solver searches from both ends: from the start, and from all positions
//!    with this number of pegs that are not excluded. It finds a game, proves that there is none, or gives up at its limit.
//!
//! All limits are numbers of positions or nodes, so the result is the same on every machine and on any number of threads.

use super::fewest::sorted;
use super::jump::Play;
use super::solve::{DIRECTIONS, costs, lowest, resource_count};
use super::{Game, HoleSet, Jump, Position, Solution, Solver};
use crate::base::bits::binomial;
use crate::search::{Context, StopFlag};
use rayon::prelude::*;

/// A game with few pegs left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FewestPegs {
    /// The jumps from the start; each takes a peg.
    pub jumps: Vec<Jump>,
    /// The pegs that are left after these jumps.
    pub pegs_left: usize,
    /// No game leaves fewer pegs. If this equals `pegs_left`, the game is proved to be a best one.
    pub lower_bound: usize,
}

impl FewestPegs {
    /// Whether no game leaves fewer pegs.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.lower_bound == self.pegs_left
    }
}

/// How far the searches go.
struct Limits {
    /// Positions kept per level of the first descents and of the last one.
    widths: [usize; 2],
    /// Nodes of the solver per number of pegs.
    nodes: u64,
    /// Positions among which those with the class of the start are looked for.
    sets: u64,
    /// Positions that resource counts are tried on, per number of pegs.
    counts: usize,
}

const USUAL: Limits = Limits { widths: [1 << 12, 1 << 18], nodes: 20_000_000, sets: 1 << 22, counts: 256 };

/// Searches for a game that leaves as few pegs as can be; the goal of the game is not heeded. If the stop flag is raised,
/// returns the best game so far.
///
/// ```
/// use vuelta::search::{Context, Workers};
/// use vuelta::senku::{Game, fewest_pegs};
/// // The invariants forbid one peg, and two are possible.
/// let game = Game::named("square5")?;
/// let found = fewest_pegs(&game, &Context::new(&Workers::new(2)?));
/// assert_eq!((found.pegs_left, found.lower_bound), (2, 2));
/// # Ok::<(), vuelta::Error>(())
/// ```
#[must_use]
pub fn fewest_pegs(game: &Game, context: &Context<'_>) -> FewestPegs {
    let Context { workers, stop, .. } = context;
    workers.pool().install(|| Search::new(game, stop).run(&USUAL))
}

struct Search<'a> {
    game: &'a Game,
    stop: &'a StopFlag,
    found: FewestPegs,
}

impl<'a> Search<'a> {
    fn new(game: &'a Game, stop: &'a StopFlag) -> Self {
        let found = FewestPegs { jumps: vec![], pegs_left: game.start().len(), lower_bound: 1 };
        Search { game, stop, found }
    }

    fn run(mut self, limits: &Limits) -> FewestPegs {
        self.descend(&DIRECTIONS[..4], limits.widths[0]);
        for pegs in 1.. {
            if pegs >= self.found.pegs_left || self.stop.is_raised() {
                break;
            }
            let Some(goals) = self.goals(pegs, limits) else { break };
            let solver = Solver::new(self.game).max_nodes(limits.nodes);
            match solver.reach(goals, self.stop).0 {
                Solution::Found(jumps) => self.keep(jumps),
                Solution::Forbidden | Solution::None if pegs == self.found.lower_bound => {
                    self.found.lower_bound += 1;
                }
                _ => {}
            }
        }
        self.descend(&DIRECTIONS[..1], limits.widths[1]);
        self.found
    }

    /// Keeps a game if it leaves fewer pegs.
    fn keep(&mut self, jumps: Vec<Jump>) {
        let pegs_left = self.game.start().len() - jumps.len();
        if pegs_left < self.found.pegs_left {
            self.found = FewestPegs { jumps, pegs_left, ..self.found };
        }
    }

    /// Descends with at most `width` positions per level, those of least cost in each direction in turn, until the
    /// fewest pegs are proved.
    fn descend(&mut self, directions: &[(i64, i64)], width: usize) {
        let (board, group) = (self.game.board(), self.game.board().symmetries());
        for &direction in directions {
            if self.found.is_proved() || self.stop.is_raised() {
                return;
            }
            let costs = costs(board, direction);
            let (mut levels, mut complete) = (vec![vec![group.canonical(self.game.start())]], true);
            while let Some(level) = levels.last().filter(|_| !self.stop.is_raised()) {
                let going_on = level.par_iter().filter(|_| !self.stop.is_raised());
                let children = going_on.flat_map_iter(|&position| {
                    board.legal_jumps(position).map(move |jump| group.canonical(jump.play(position)))
                });
                let mut next = sorted(children.collect());
                if next.is_empty() {
                    break;
                }
                if next.len() > width {
                    complete = false;
                    next = lowest(&next, &costs, width);
                }
                levels.push(next);
            }
            self.keep(self.game_through(&levels));
            if complete && !self.stop.is_raised() {
                self.found.lower_bound = self.found.pegs_left;
            }
        }
    }

    /// A game from the start through the levels of a descent to the first position of the last one.
    fn game_through(&self, levels: &[Vec<Position>]) -> Vec<Jump> {
        let (board, group) = (self.game.board(), self.game.board().symmetries());
        let mut path = vec![levels[levels.len() - 1][0]];
        for level in levels.iter().rev().skip(1) {
            let (next, jumps) = (path[path.len() - 1], board.jumps().iter());
            let back = jumps
                .filter(|jump| jump.fits(next, Play::Backward))
                .map(|jump| group.canonical(jump.play(next)));
            path.extend(back.into_iter().find(|position| level.binary_search(position).is_ok()));
        }
        // The path consists of representatives; play it from the real start.
        let mut position = self.game.start();
        let step = |next: &Position| {
            let jump =
                board.legal_jumps(position).find(|jump| group.canonical(jump.play(position)) == *next)?;
            position = jump.play(position);
            Some(jump)
        };
        path.iter().rev().skip(1).map_while(step).collect()
    }

    /// The positions with this number of pegs that the invariants and resource counts do not exclude, up to the symmetries of the
    /// start; `None` if there are too many to look through.
    fn goals(&self, pegs: usize, limits: &Limits) -> Option<Vec<Position>> {
        let (board, start) = (self.game.board(), self.game.start());
        // Pegs that no jump can move or take are in all positions.
        let in_jumps = board.jumps().iter().fold(HoleSet::EMPTY, |holes, jump| holes | jump.mask());
        let fixed = start & (board.holes() ^ in_jumps);
        let Some(moving) = pegs.checked_sub(fixed.len()) else { return Some(vec![]) };
        let (holes, group) =
            (in_jumps.iter().map(HoleSet::from).collect::<Vec<_>>(), self.game.start_symmetries());
        if binomial(holes.len() as u32, moving as u32) > limits.sets {
            return None;
        }
        let mut goals = vec![];
        subsets(&holes, moving, fixed, &mut |goal| {
            if board.invariants().same_class(start, goal) && group.canonical(goal) == goal {
                goals.push(goal);
            }
        });
        if goals.len() <= limits.counts {
            let is_open =
                |&goal: &Position| self.stop.is_raised() || resource_count(board, start, goal).is_none();
            goals = goals.into_par_iter().filter(is_open).collect();
        }
        Some(goals)
    }
}

/// Calls `visit` with the union of `chosen` and each choice of this number of holes.
fn subsets(holes: &[HoleSet], number: usize, chosen: Position, visit: &mut impl FnMut(Position)) {
    if number == 0 {
        return visit(chosen);
    }
    for (i, &hole) in holes.iter().enumerate().take((holes.len() + 1).saturating_sub(number)) {
        subsets(&holes[i + 1..], number - 1, chosen | hole, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;
    use crate::search::Workers;
    use crate::senku::{Board, Lattice, Square};
    use std::collections::HashMap;

    const NARROW: Limits = Limits { widths: [1, 1], nodes: 10, sets: 1 << 8, counts: 4 };
    const NO_SOLVER: Limits = Limits { widths: [2, 1 << 18], nodes: 0, sets: 0, counts: 0 };
    const NO_DESCENT: Limits = Limits { widths: [1, 1], nodes: 1_000_000, sets: 1 << 16, counts: 16 };

    /// The fewest pegs by playing every game.
    fn plainly(board: &Board, position: Position, known: &mut HashMap<Position, usize>) -> usize {
        if let Some(&pegs) = known.get(&position) {
            return pegs;
        }
        let after = board.legal_jumps(position).map(|jump| plainly(board, jump.play(position), known));
        let pegs = after.min().unwrap_or(position.len());
        known.insert(position, pegs);
        pegs
    }

    /// Whether the jumps are legal and leave these pegs.
    fn is_a_game(game: &Game, found: &FewestPegs) -> bool {
        let mut position = game.start();
        found.jumps.iter().all(|jump| {
            let legal = jump.is_legal(position);
            position = jump.play(position);
            legal
        }) && position.len() == found.pegs_left
    }

    #[test]
    fn random_boards_agree_with_all_games() {
        let (mut random, stop) = (Random::new(19), StopFlag::default());
        let workers = Workers::new(2).unwrap();
        let (mut several, mut open, mut by_solver) = (0, 0, 0);
        for round in 0..300 {
            let lattice = if round % 3 == 0 { Lattice::Triangular } else { Lattice::Square };
            let side = 3 + random.below(3) as u32;
            let squares = (0..side).flat_map(|row| (0..side).map(move |column| Square::new(row, column)));
            let squares = squares.filter(|s| lattice == Lattice::Square || s.column <= s.row);
            let squares: Vec<Square> = squares.filter(|_| random.below(8) > 0).take(18).collect();
            let Ok(board) = Board::new(lattice, squares) else { continue };
            let start: Position = board.holes().iter().filter(|_| random.below(5) > 0).collect();
            let Ok(game) = Game::new(board.clone(), start) else { continue };
            let fewest = plainly(&board, start, &mut HashMap::new());
            several += usize::from(fewest > 1);

            let found = fewest_pegs(&game, &Context::new(&workers));
            assert!(is_a_game(&game, &found), "{game:?}");
            assert_eq!((found.pegs_left, found.lower_bound), (fewest, fewest), "{game:?}");
            for limits in [NARROW, NO_SOLVER, NO_DESCENT] {
                let found = Search::new(&game, &stop).run(&limits);
                assert!(is_a_game(&game, &found), "{game:?}");
                assert!(found.lower_bound <= fewest && fewest <= found.pegs_left, "{game:?} {found:?}");
                open += usize::from(!found.is_proved());
                by_solver += usize::from(limits.widths == [1, 1] && found.is_proved() && fewest > 2);
            }
        }
        assert!(several > 150 && open > 10 && by_solver > 50, "{several} {open} {by_solver}");
    }

    #[test]
    fn the_invariants_prove_two_pegs_on_large_boards() {
        let workers = Workers::new(2).unwrap();
        for name in ["european", "diamond", "square5"] {
            let game = Game::named(name).unwrap();
            let found = fewest_pegs(&game, &Context::new(&workers));
            assert!(is_a_game(&game, &found));
            assert_eq!((found.pegs_left, found.lower_bound), (2, 2), "{name}");
            let one = fewest_pegs(&game, &Context::new(&Workers::new(1).unwrap()));
            assert_eq!(one, found, "{name}: on any number of threads");
        }
    }

    #[test]
    fn a_raised_flag_gives_the_best_game_so_far() {
        let stop = StopFlag::default();
        stop.finish();
        let game = Game::named("european").unwrap();
        let workers = Workers::new(1).unwrap();
        let found = fewest_pegs(&game, &Context::new(&workers).until(&stop));
        assert_eq!(found, FewestPegs { jumps: vec![], pegs_left: 36, lower_bound: 1 });
    }
}
