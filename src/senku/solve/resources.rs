//! Resource counts (pagoda functions): weights of the holes that prove a goal out of reach.
//!
//! Suppose that no jump raises the sum of the weights under the pegs: w(from) + w(over) ≥ w(to) for every jump. Then a
//! position that weighs less than the goal never becomes the goal (Conway and Boardman; J. D. Beasley, The Ins and Outs
//! of Peg Solitaire, 1985).
//!
//! Linear programming finds such weights. Write jump j as the vector m_j = from + over − to. If the position becomes
//! the goal, then position − goal = Σ n_j m_j with counts n_j ≥ 0. If that has no solution even in fractions, there are
//! weights with w·m_j ≥ 0 for all j and w·(position − goal) < 0 (Farkas's lemma). The first phase of the simplex method
//! decides which, here in integers without rounding (numerators over one common denominator, as in Edmonds' and
//! Bareiss's eliminations), with Bland's rule, which cannot cycle.
//!
//! Run time O(pivots · holes · (holes + jumps)): milliseconds on the named boards. Memory O(holes · (holes +
//! jumps)).

use crate::senku::{Board, Hole, Position};

/// Weights by hole number that prove the goal out of reach: no jump raises their sum, and `position` weighs less than
/// `goal`. `None` if no weights prove it, or if numbers would exceed 128 bits.
pub(in crate::senku) fn resource_count(
    board: &Board,
    position: Position,
    goal: Position,
) -> Option<Vec<i128>> {
    let mut tableau = Tableau::new(board, position, goal);
    while let Some(column) = tableau.entering() {
        let row = tableau.leaving(column)?;
        tableau.pivot(row, column)?;
    }
    tableau.weights()
}

/// The equations Σ n_j m_j + artificial variables = position − goal, with signs such that the right side is not
/// negative. The last row has the costs: the change of the sum of the artificial variables.
struct Tableau {
    /// One row per hole, then the costs. Columns: the jumps, an artificial variable per hole, the right side.
    rows: Vec<Vec<i128>>,
    /// The positive common denominator.
    denominator: i128,
    /// The variable that each row determines.
    basis: Vec<usize>,
    /// −1 for a hole whose equation is negated.
    signs: Vec<i128>,
    jumps: usize,
}

impl Tableau {
    fn new(board: &Board, position: Position, goal: Position) -> Self {
        let (holes, jumps) = (board.len(), board.jumps().len());
        let has = |set: Position, hole: usize| i128::from(set.contains(Hole::new(hole)));
        let change = |hole| has(position, hole) - has(goal, hole);
        let signs: Vec<i128> = (0..holes).map(|hole| if change(hole) < 0 { -1 } else { 1 }).collect();
        let mut rows = vec![vec![0; jumps + holes + 1]; holes + 1];
        for (column, jump) in board.jumps().iter().enumerate() {
            for (hole, part) in [(jump.from, 1), (jump.over, 1), (jump.to, -1)] {
                rows[hole.index()][column] = signs[hole.index()] * part;
            }
        }
        for hole in 0..holes {
            rows[hole][jumps + hole] = 1;
            rows[hole][jumps + holes] = change(hole).abs();
        }
        // At first the artificial variables are the solution, and each jump costs minus its column's sum.
        for column in (0..jumps).chain([jumps + holes]) {
            rows[holes][column] = -(0..holes).map(|hole| rows[hole][column]).sum::<i128>();
        }
        Tableau { rows, denominator: 1, basis: (jumps..jumps + holes).collect(), signs, jumps }
    }

    fn costs(&self) -> &[i128] {
        &self.rows[self.basis.len()]
    }

    fn right(&self, row: usize) -> i128 {
        self.rows[row][self.jumps + self.basis.len()]
    }

    /// The first jump that lowers the sum of the artificial variables.
    fn entering(&self) -> Option<usize> {
        self.costs()[..self.jumps].iter().position(|&cost| cost < 0)
    }

    /// The row that limits the column's step; among equals, that of the first variable.
    fn leaving(&self, column: usize) -> Option<usize> {
        let mut best: Option<usize> = None;
        for row in (0..self.basis.len()).filter(|&row| self.rows[row][column] > 0) {
            let better = match best {
                None => true,
                Some(best) => {
                    let here = self.right(row).checked_mul(self.rows[best][column])?;
                    let there = self.right(best).checked_mul(self.rows[row][column])?;
                    here < there || here == there && self.basis[row] < self.basis[best]
                }
            };
            if better {
                best = Some(row);
            }
        }
        best
    }

    /// Exchanges the row's variable for the column's. The division is exact: every entry is a minor of the first
    /// tableau.
    fn pivot(&mut self, row: usize, column: usize) -> Option<()> {
        let pivot_row = self.rows[row].clone();
        let pivot = pivot_row[column];
        for (_, other) in self.rows.iter_mut().enumerate().filter(|&(i, _)| i != row) {
            let factor = other[column];
            for (entry, &above) in other.iter_mut().zip(&pivot_row) {
                let difference = entry.checked_mul(pivot)?.checked_sub(factor.checked_mul(above)?)?;
                *entry = difference / self.denominator;
            }
        }
        self.denominator = pivot;
        self.basis[row] = column;
        Some(())
    }

    /// The weights, if the artificial variables cannot all become 0. The cost of an artificial variable is 1 minus its
    /// equation's multiplier, and the weights are minus the multipliers.
    fn weights(&self) -> Option<Vec<i128>> {
        let possible = self.right(self.basis.len()) == 0;
        let artificial = self.costs()[self.jumps..].iter().zip(&self.signs);
        (!possible).then(|| artificial.map(|(&cost, &sign)| sign * (cost - self.denominator)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;
    use crate::senku::{Game, Goal, NAMED_BOARDS, Square, solutions};

    /// The sum of the weights under the pegs.
    fn weight(weights: &[i128], position: Position) -> i128 {
        position.iter().map(|hole| weights[hole.index()]).sum()
    }

    #[test]
    fn weights_that_are_found_are_a_proof() {
        let board = Board::named("diamond").unwrap();
        let hole = |row, column| board.require(Square::new(row, column)).unwrap();
        let start = board.holes() ^ hole(2, 4).into();
        let goal = Position::from(hole(3, 4));
        assert!(board.invariants().same_class(start, goal));
        let weights = resource_count(&board, start, goal).unwrap();
        assert!(weight(&weights, start) < weight(&weights, goal));
        for jump in board.jumps() {
            let [from, over, to] = [jump.from, jump.over, jump.to].map(|hole| weights[hole.index()]);
            assert!(from + over >= to);
        }
    }

    #[test]
    fn reachable_positions_are_never_excluded() {
        let mut random = Random::new(7);
        for named in NAMED_BOARDS.iter().filter(|named| named.board().len() <= 45) {
            let game = named.game();
            let mut position = game.start();
            let mut passed = vec![position];
            loop {
                let jumps: Vec<_> = game.board().legal_jumps(position).collect();
                let Some(jump) = jumps.get(random.below(jumps.len())) else { break };
                position = jump.play(position);
                passed.push(position);
            }
            for earlier in passed.iter().step_by(5) {
                assert_eq!(resource_count(game.board(), *earlier, position), None, "{}", named.name);
            }
        }
    }

    #[test]
    fn no_solution_is_found_where_weights_exclude_it() {
        // Small positions of a small board, each to every single peg of its class.
        let board = Board::named("square4").unwrap();
        let mut excluded = 0;
        for bits in (0..1u64 << 16).step_by(397) {
            let start = Position::from_bits(bits);
            for goal in board.holes().iter() {
                let possible = start.len() > 1 && board.invariants().same_class(start, goal.into());
                if !possible || resource_count(&board, start, goal.into()).is_none() {
                    continue;
                }
                let game = Game::new(board.clone(), start).unwrap().with_goal(Goal::Hole(goal)).unwrap();
                assert_eq!(solutions(&game).next(), None);
                excluded += 1;
            }
        }
        assert!(excluded > 10, "{excluded}");
    }
}
