//! Region queens: K queens ("stars") in each row, column and region of an N x N board, none touching another.
//!
//! With one star this is LinkedIn's daily puzzle Queens; with two, on 10 x 10, the newspapers' Star Battle (H. Eendebak,
//! 12th World Puzzle Championship, 2003). Queens attack along rows and columns but not along diagonals. So without
//! regions and with one star, the solutions are the permutations without neighbours that differ by 1
//! ([OEIS A002464](https://oeis.org/A002464), Hertzsprung's problem).
//!
//! ```text
//! A A B B        . Q . .
//! A C B B        . . . Q
//! C C B D        Q . . .
//! D D D D        . . Q .
//! ```
//!
//! - [`Board`]: squares, regions, stars.
//! - [`Puzzle::read`]: the boards of files as others write them.
//! - [`Search`]: the first solution, all of them in order, their number, and the proof that there is exactly one.
//! - [`deduce`]: named steps as a person would say them: hints, whole ways, grades.
//! - [`Maker`]: puzzles with exactly one solution, of a wanted level.
//! - [`backtrack`]: the textbook search by rows, the oracle that the others are tested against.

pub mod backtrack;
mod board;
mod bounds;
pub mod deduce;
mod draft;
mod grid;
mod holes;
mod make;
mod read;
mod repair;
mod search;
mod squares;
#[cfg(test)]
mod testing;

pub use crate::Square;
use crate::base::text::plural;
pub use board::{Board, LARGEST_BOARD};
pub use make::{Made, Maker};
pub use read::Puzzle;
pub use search::{Count, Search, Solutions, Verdict};

/// "1 queen per row", "2 queens per row".
fn queens_per_row(stars: u32) -> String {
    format!("{} per row", plural(stars as usize, "queen"))
}

/// `a, b and c`.
fn list(words: &[String], and: &str) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [first @ .., last] => format!("{} {and} {last}", first.join(", ")),
    }
}
