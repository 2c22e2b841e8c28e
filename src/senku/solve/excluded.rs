//! Resource counts that are found for a few positions of a level and tested on all.
//!
//! Every solution passes a position of each gate: a forward level and a backward level of few positions. No jump raises
//! a weight sum, so positions in between weigh at most as much as the heaviest position of the forward gate and at
//! least as much as the lightest of the backward gate. Positions that violate a bound are excluded.
//!
//! Run time O(weights) per jump, once the sums of its position are known in O(weights · pegs).

use super::resources::resource_count;
use crate::senku::jump::Play;
use crate::senku::{Board, Game, Position};
use std::collections::HashSet;

/// The most pairs of positions that are all tested.
const PAIRS: usize = 64;
/// Tested positions per larger level.
const SAMPLES: usize = 16;
/// Weights compared between two tests of the outcome.
const LANES: usize = 32;
/// The largest sum of absolute weights, so that differences of sums and bounds fit an `i16`.
const LARGEST_SUM: i128 = i16::MAX as i128 / 2;

/// Weights with the bounds of their sums between two gates.
pub(super) struct Excluded<'a> {
    board: &'a Board,
    known: HashSet<Vec<i16>>,
    /// By hole, then by weight function.
    weights: Vec<Vec<i16>>,
    /// By jump of the board: its decrease of each sum, never negative.
    losses: Vec<Vec<i16>>,
    /// By the direction of play: the last level with few positions.
    gates: [Vec<Position>; 2],
    /// By the direction of play: the last level with a single position.
    singles: [Option<Position>; 2],
    least: Vec<i16>,
    most: Vec<i16>,
}

impl<'a> Excluded<'a> {
    pub(super) fn new(game: &'a Game, goals: &[Position]) -> Self {
        let board = game.board();
        let mut excluded = Excluded {
            board,
            known: HashSet::new(),
            weights: vec![vec![]; board.len()],
            losses: vec![vec![]; board.jumps().len()],
            gates: [vec![], vec![]],
            singles: [None, None],
            least: vec![],
            most: vec![],
        };
        excluded.pass(&[game.start()], Play::Forward);
        excluded.pass(goals, Play::Backward);
        excluded
    }

    /// Drops excluded positions from a level that follows an end by this play, given the other end's last level. Tests a
    /// few positions against that level, and compares all with the weights found so far.
    pub(super) fn drop_from(&mut self, level: &mut Vec<Position>, play: Play, targets: &[Position]) {
        let (chosen, targets) = match self.singles[1 - play as usize] {
            _ if level.len() * targets.len() <= PAIRS => (level.clone(), targets.to_vec()),
            Some(single) => {
                // Evenly spaced.
                let step = level.len().div_ceil(SAMPLES);
                (level.iter().copied().step_by(step).collect(), vec![single])
            }
            None => (vec![], vec![]),
        };
        let mut separate = |position, target| match play {
            Play::Forward => self.separate(position, target),
            Play::Backward => self.separate(target, position),
        };
        let dead: Vec<Position> = chosen
            .into_iter()
            .filter(|&position| targets.iter().all(|&target| separate(position, target)))
            .collect();
        level.retain(|position| !dead.contains(position));
        self.pass(level, play);
        level.retain(|&position| self.holds(position, play));
    }

    /// Notes the level if it is small, and computes the bounds anew.
    fn pass(&mut self, level: &[Position], play: Play) {
        if let [single] = level {
            self.singles[play as usize] = Some(*single);
        }
        if level.len() <= PAIRS {
            self.gates[play as usize] = level.to_vec();
        }
        let sums =
            |gate: &Vec<Position>| gate.iter().map(|&position| self.sums(position)).collect::<Vec<_>>();
        let [from, to] = self.gates.each_ref().map(sums);
        let functions = 0..self.known.len();
        self.most = functions.clone().filter_map(|k| from.iter().map(|sums| sums[k]).max()).collect();
        self.least = functions.filter_map(|k| to.iter().map(|sums| sums[k]).min()).collect();
    }

    /// Whether a resource count shows that `to` cannot be reached from `from`. Keeps the weights, with their images.
    fn separate(&mut self, from: Position, to: Position) -> bool {
        let Some(found) = resource_count(self.board, from, to) else { return false };
        let divisor = found.iter().fold(0, |a, &b| greatest_common_divisor(a, b.unsigned_abs()));
        if found.iter().map(|w| w.abs()).sum::<i128>() / divisor as i128 <= LARGEST_SUM {
            let small: Vec<i16> = found.iter().map(|w| (w / divisor as i128) as i16).collect();
            self.keep(&small);
        }
        true
    }

    /// Keeps these weights and their images under the board's symmetries.
    fn keep(&mut self, weights: &[i16]) {
        let board = self.board;
        for symmetry in board.symmetries().elements() {
            let image: Vec<i16> =
                board.holes().iter().map(|hole| weights[symmetry.hole(hole).index()]).collect();
            if !self.known.insert(image.clone()) {
                continue;
            }
            for (of_hole, &weight) in self.weights.iter_mut().zip(&image) {
                of_hole.push(weight);
            }
            for (losses, jump) in self.losses.iter_mut().zip(board.jumps()) {
                let [from, over, to] = [jump.from, jump.over, jump.to].map(|hole| image[hole.index()]);
                losses.push(from + over - to);
            }
        }
    }

    fn sums(&self, position: Position) -> Vec<i16> {
        let mut sums = vec![0; self.known.len()];
        for hole in position.iter() {
            for (sum, weight) in sums.iter_mut().zip(&self.weights[hole.index()]) {
                *sum += weight;
            }
        }
        sums
    }

    /// The distance of each of the position's sums from its bound in this direction of play.
    pub(super) fn slack(&self, position: Position, play: Play) -> Vec<i16> {
        let sums = self.sums(position).into_iter();
        match play {
            Play::Forward => sums.zip(&self.least).map(|(sum, least)| sum - least).collect(),
            Play::Backward => sums.zip(&self.most).map(|(sum, most)| most - sum).collect(),
        }
    }

    /// Whether a position with this slack can make this jump of the board, or take it back.
    pub(super) fn allows(&self, slack: &[i16], jump: usize) -> bool {
        let mut parts = slack.chunks(LANES).zip(self.losses[jump].chunks(LANES));
        parts.all(|(slack, losses)| !slack.iter().zip(losses).fold(false, |broken, (s, l)| broken | (s < l)))
    }

    /// Whether the position is within the bounds.
    fn holds(&self, position: Position, play: Play) -> bool {
        self.slack(position, play).iter().all(|&slack| slack >= 0)
    }
}

fn greatest_common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::StopFlag;
    use crate::senku::{Solution, Solver, Square};

    /// The positions of a solution.
    fn way(game: &Game) -> Vec<Position> {
        let Solution::Found(jumps) = Solver::new(game).solve(&StopFlag::default()).0 else {
            panic!("no solution")
        };
        let mut way = vec![game.start()];
        way.extend(jumps.iter().scan(game.start(), |position, jump| {
            *position = jump.play(*position);
            Some(*position)
        }));
        way
    }

    #[test]
    fn no_position_of_a_solution_is_excluded() {
        for (name, row, column) in
            [("english", 3, 3), ("wiegleb", 4, 4), ("diamond", 2, 4), ("triangle21", 0, 0)]
        {
            let board = Board::named(name).unwrap();
            let hole = board.require(Square::new(row, column)).unwrap();
            let game = Game::from_vacancy(board, hole).unwrap();
            let way = way(&game);
            let (start, goal) = (way[0], way[way.len() - 1]);
            let mut excluded = Excluded::new(&game, &game.goals().collect::<Vec<_>>());
            // Positions that are not on the way give weights.
            let lone = game.board().holes().iter().map(Position::from);
            let separated =
                lone.filter(|&lone| excluded.separate(lone, start) | excluded.separate(start, lone));
            assert!(separated.count() > 1, "{name}");
            excluded.pass(&[start], Play::Forward);
            excluded.pass(&[goal], Play::Backward);
            for pair in way.windows(2) {
                for (play, from) in [(Play::Forward, pair[0]), (Play::Backward, pair[1])] {
                    assert!(excluded.holds(from, play));
                    let mut jumps = game.board().jumps().iter();
                    let number = jumps
                        .position(|jump| jump.fits(from, play) && jump.mask() == pair[0] ^ pair[1])
                        .unwrap();
                    assert!(excluded.allows(&excluded.slack(from, play), number), "{name}");
                }
            }
        }
    }

    #[test]
    fn violated_bounds_exclude() {
        // The pegs on even rows and columns never become more (doc/ALGORITHMS.md, section 6).
        let game = Game::named("english").unwrap();
        let board = game.board();
        let mut excluded = Excluded::new(&game, &game.goals().collect::<Vec<_>>());
        let even =
            |hole| [board.square(hole).row, board.square(hole).column].iter().all(|n| n.is_multiple_of(2));
        let weights: Vec<i16> = board.holes().iter().map(|hole| even(hole).into()).collect();
        excluded.keep(&weights);
        let pegs = |even_ones: usize| -> Position {
            let ones = board.holes().iter().filter(|&hole| even(hole)).take(even_ones);
            ones.collect()
        };
        excluded.pass(&[pegs(3)], Play::Forward);
        excluded.pass(&[pegs(2)], Play::Backward);
        assert!(excluded.holds(pegs(2), Play::Forward) && !excluded.holds(pegs(1), Play::Forward));
        assert!(excluded.holds(pegs(3), Play::Backward) && !excluded.holds(pegs(4), Play::Backward));
    }
}
