//! Many queens by local search, on boards of any size: the lower bound.
//!
//! Iterated local search for independent sets (D. V. Andrade, M. G. C. Resende, R. F. Werneck, "Fast local search for
//! the maximum independent set problem", Journal of Heuristics 18, 2012): insert a vertex, and remove its neighbours
//! from the set. The vertex is chosen by the min-conflicts rule (S. Minton, M. D. Johnston, A. B. Philips, P. Laird,
//! "Minimizing conflicts", Artificial Intelligence 58, 1992): a random row without a queen, and its square that the
//! fewest queens attack.
//!
//! - No queen attacks it: one queen more.
//! - One does: it gives way. As many queens as before, but the empty row and column have moved, and somewhere
//!   there may be a square for the missing queen.
//! - Two or three do: a loss, taken now and then, which leads out of a corner.
//!
//! A removed queen does not return to its square for a while. All choices come from one seed, and the search ends
//! after a number of steps: the result depends on the board alone.
//!
//! A step costs O(N); memory O(N). Without conditions about N steps place all queens.

use super::super::Square;
use crate::base::bits::ones;
use crate::base::random::Random;
use crate::search::StopFlag;

/// Steps between two looks at the stop flag.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 8;
/// The inverse probability of taking a loss.
const LOSSES: usize = 16;
/// Steps for which a queen does not return to its square, per row without a queen.
const AWAY: u64 = 4;
/// No queen on the line.
const NONE: u32 = u32::MAX;

/// A set of queens that do not attack each other.
struct IndependentSet<'a> {
    rows: &'a [u64],
    words: usize,
    /// Per row, the queen's column.
    columns: Vec<u32>,
    /// Per column and diagonal, the queen's row.
    lines: [Vec<u32>; 3],
    /// The rows with free squares but without a queen.
    empty: Vec<u32>,
    /// Per row, the square that its last queen left, and the step until which it stays empty.
    left: Vec<(u32, u64)>,
    random: Random,
}

/// The queens found in this many steps, at most `enough`, from the top. `rows` are the free squares of a board,
/// `words` words per row.
pub(super) fn search(rows: &[u64], words: usize, enough: u32, steps: u64, stop: &StopFlag) -> Vec<Square> {
    let mut search = IndependentSet::new(rows, words);
    let mut best = search.columns.clone();
    // A row is only emptied for another one, so that these are all rows.
    let rows = search.empty.len();
    let mut fewest = rows;
    for step in 0..steps {
        if search.empty.len() < fewest {
            fewest = search.empty.len();
            best.clone_from(&search.columns);
        }
        // The first queens are always placed.
        let looks = step > search.columns.len() as u64 && step.is_multiple_of(STEPS_BETWEEN_LOOKS);
        if fewest == 0 || (rows - fewest) as u32 >= enough || (looks && stop.is_raised()) {
            break;
        }
        search.step(step);
    }
    let queens = (0..).zip(best).filter(|&(_, column)| column != NONE);
    queens.map(|(row, column)| Square::new(row, column)).collect()
}

impl<'a> IndependentSet<'a> {
    fn new(rows: &'a [u64], words: usize) -> Self {
        let size = rows.len() / words;
        let has_squares = |&row: &u32| rows[row as usize * words..][..words].iter().any(|&word| word != 0);
        IndependentSet {
            rows,
            words,
            columns: vec![NONE; size],
            lines: [vec![NONE; size], vec![NONE; 2 * size], vec![NONE; 2 * size]],
            empty: (0..size as u32).filter(has_squares).collect(),
            left: vec![(NONE, 0); size],
            random: Random::new(size as u64),
        }
    }

    /// The column and the diagonals of a square, in that order.
    fn lines_of(&self, row: u32, column: u32) -> [usize; 3] {
        let (row, column) = (row as usize, column as usize);
        [column, self.columns.len() + row - column, row + column]
    }

    /// The rows of the queens that attack a square of an empty row. No queen attacks it twice.
    fn attackers(&self, row: u32, column: u32) -> impl Iterator<Item = u32> {
        let lines = self.lines_of(row, column);
        let queens = [0, 1, 2].map(|kind| self.lines[kind][lines[kind]]);
        queens.into_iter().filter(|&row| row != NONE)
    }

    fn write(&mut self, row: u32, column: u32, queen: u32) {
        let lines = self.lines_of(row, column);
        for (line, at) in self.lines.iter_mut().zip(lines) {
            line[at] = queen;
        }
    }

    /// Puts a queen into a random empty row, usually.
    fn step(&mut self, step: u64) {
        let at = self.random.below(self.empty.len());
        let row = self.empty[at];
        let Some((column, attackers)) = self.least_attacked(row, step) else { return };
        if attackers >= 2 && self.random.below(LOSSES) > 0 {
            return;
        }
        self.empty.swap_remove(at);
        let give_way: Vec<u32> = self.attackers(row, column).collect();
        for other in give_way {
            let left = std::mem::replace(&mut self.columns[other as usize], NONE);
            self.write(other, left, NONE);
            self.left[other as usize] = (left, step + AWAY * (1 + self.empty.len() as u64));
            self.empty.push(other);
        }
        self.columns[row as usize] = column;
        self.write(row, column, row);
    }

    /// The square of a row that the fewest queens attack, and their number; the first such square from a random
    /// column.
    fn least_attacked(&mut self, row: u32, step: u64) -> Option<(u32, usize)> {
        let start = self.random.below(self.words * 64);
        let words = &self.rows[row as usize * self.words..][..self.words];
        let mut best = None;
        // The first word comes twice: its upper bits first, its lower bits last.
        for turn in 0..=self.words {
            let word = (start / 64 + turn) % self.words;
            let upper = u64::MAX << (start % 64);
            let part = if turn == 0 {
                upper
            } else if turn == self.words {
                !upper
            } else {
                u64::MAX
            };
            for bit in ones(words[word] & part) {
                let column = (word * 64 + bit) as u32;
                let attackers = self.attackers(row, column).count();
                if attackers == 0 {
                    return Some((column, 0));
                }
                let (left, until) = self.left[row as usize];
                let away = column == left && step < until;
                if !away && best.is_none_or(|(_, fewest)| attackers < fewest) {
                    best = Some((column, attackers));
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queens_of_a_local_search_do_not_attack_each_other() {
        let mut random = Random::new(1);
        for size in [1, 2, 3, 8, 63, 64, 65, 130] {
            let words = (size as usize).div_ceil(64);
            let mut rows = vec![0u64; words * size as usize];
            let squares = (0..size).flat_map(|row| (0..size).map(move |column| Square::new(row, column)));
            for Square { row, column } in squares.filter(|_| random.below(3) > 0) {
                rows[row as usize * words + column as usize / 64] |= 1 << (column % 64);
            }
            let queens = search(&rows, words, size, 5_000, &StopFlag::default());
            for (i, a) in queens.iter().enumerate() {
                assert!(rows[a.row as usize * words + a.column as usize / 64] >> (a.column % 64) & 1 == 1);
                assert!(queens[..i].iter().all(|&b| b.row < a.row && !b.attacks(*a)));
            }
            assert!(size < 8 || queens.len() as u32 >= size - 1, "N = {size}: {}", queens.len());
        }
    }

    #[test]
    fn a_board_without_free_squares_has_no_queens() {
        assert_eq!(search(&[0; 5], 1, 5, 100, &StopFlag::default()), []);
    }
}
