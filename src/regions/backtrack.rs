//! `backtrack`: the textbook search by rows, the oracle for everything else.
//!
//! Squares are tried row by row from the top left. A square takes a queen if its row, column and region need one and no
//! neighbour has one; if a row cannot get its queens, the last queen moves on. There are no masks, no forced moves and
//! no clever order, so there is little to get wrong. Run time O(nodes x N), memory O(N).

use super::Board;
use crate::Square;

/// Counts the solutions of a board up to a limit, which is at least 1.
///
/// ```
/// use vuelta::regions::{Board, backtrack};
/// assert_eq!(backtrack::count(&Board::without_regions(6, 1)?, u64::MAX), 90);
/// # Ok::<(), vuelta::Error>(())
/// ```
#[must_use]
pub fn count(board: &Board, limit: u64) -> u64 {
    let mut solutions = 0;
    visit(board, &mut |_| {
        solutions += 1;
        solutions < limit
    });
    solutions
}

/// Visits the solutions in lexicographic order by rows, each as its queens row by row, until a visit returns false.
pub fn visit(board: &Board, visit: &mut dyn FnMut(&[Square]) -> bool) {
    let unit = vec![0; board.size() as usize];
    let [columns, regions] = [unit.clone(), unit];
    Rows { board, queens: vec![], columns, regions, visit }.go_on(0);
}

struct Rows<'a> {
    board: &'a Board,
    queens: Vec<Square>,
    /// The queens in each column and region.
    columns: Vec<u32>,
    regions: Vec<u32>,
    visit: &'a mut dyn FnMut(&[Square]) -> bool,
}

impl Rows<'_> {
    /// Fills the board from this square on; returns false once a visit returned false.
    fn go_on(&mut self, from: u32) -> bool {
        let (size, stars) = (self.board.size(), self.board.stars());
        let queens = self.queens.len() as u32;
        if queens == size * stars {
            return (self.visit)(&self.queens);
        }
        // The next queen's row is the first that needs one.
        let row = queens / stars;
        for place in from.max(row * size)..(row + 1) * size {
            let square = Square::new(row, place % size);
            let (column, region) = (square.column as usize, self.board.region(square));
            let touches = |queen: &Square| row - queen.row <= 1 && queen.column.abs_diff(square.column) <= 1;
            if self.columns[column] == stars
                || self.regions[region] == stars
                || self.queens.iter().any(touches)
            {
                continue;
            }
            self.columns[column] += 1;
            self.regions[region] += 1;
            self.queens.push(square);
            let going_on = self.go_on(place + 1);
            self.queens.pop();
            self.columns[column] -= 1;
            self.regions[region] -= 1;
            if !going_on {
                return false;
            }
        }
        true
    }
}
