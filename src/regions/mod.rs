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
//! - [`Board`]: squares, regions, stars; [`Board::parse`] reads what others write.
//! - [`Search`]: the first solution, all of them in order, their number, and the proof that there is exactly one.
//! - [`deduce`]: named steps as a person would say them: hints, whole ways, grades.
//! - [`Maker`]: puzzles with exactly one solution, of a wanted level.
//! - [`backtrack`]: the textbook search by rows, the oracle that the others are tested against.
//!
//! # What is read
//!
//! ```
//! use vuelta::regions::Board;
//! let board = Board::parse(b"AABB\nACBB\nCCBD\nDDDD\n")?;
//! for text in [
//!     "A A B B\nA C B B\nC C B D\nD D D D\n", // letters or numbers, separated by spaces, commas or bars, or not at all
//!     "1 1 20 20\n1 30 20 20\n30 30 20 40\n40 40 40 40\n",
//!     "0,0,1,1\n0,2,1,1\n2,2,1,3\n3,3,3,3\n",
//!     "[[0,0,1,1],[0,2,1,1],[2,2,1,3],[3,3,3,3]]", // a JSON matrix, alone or in the field "regions" of an object
//!     r#"{"stars": 1, "regions": ["AABB", "ACBB", "CCBD", "DDDD"]}"#,
//!     "# a comment\r\n# stars: 1\r\nAABB\r\nACBB\r\nCCBD\r\nDDDD\r\n",
//! ] {
//!     let read = Board::parse(text.as_bytes())?;
//!     assert_eq!(read.regions(), board.regions());
//! }
//! # Ok::<(), vuelta::Error>(())
//! ```

pub mod backtrack;
mod board;
pub mod deduce;
mod draft;
mod grid;
mod make;
mod parse;
#[cfg(feature = "report")]
pub(crate) mod recount;
mod search;
mod squares;
#[cfg(test)]
mod testing;

pub use crate::Square;
pub use board::{Board, LARGEST_BOARD};
pub use make::Maker;
pub use search::{Count, Search, Solutions, Verdict};

/// "1 queen per row", "2 queens per row".
fn queens_per_row(stars: u32) -> String {
    format!("{stars} queen{} per row", if stars == 1 { "" } else { "s" })
}
