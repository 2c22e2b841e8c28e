//! Placements: in how many ways can K queens stand on m x n squares so that none attacks another?
//!
//! All K at once, or one. Queens may move as knights too, and on square boards lines may wrap around the edges.
//!
//! - [`Field`]: the board with its [`Rules`], fixed queens and blocked squares.
//! - [`Counting`]: the count, on all threads; what it gives is a [`Count`].
//! - [`backtrack`]: the textbook search, the oracle that the others are tested against.
//!
//! | field | method |
//! |---|---|
//! | at most 8 rows or columns, the other side more than three times as long | states (`states`) |
//! | N queens on N x N squares without conditions, N from 4 to 24 | half boards (`halves`) |
//! | tori of fewer than five rows, whose lines meet themselves | the textbook search |
//! | N queens on the N x N torus, N coprime to 6, without knights' moves and conditions | halves that complete each other (`queens::torus`) |
//! | N queens on the N x N torus for other N | none: Pólya's theorem |
//! | others | row by row along the shorter side (`rows`) |

pub mod backtrack;
mod counting;
mod estimate;
mod field;
mod fill;
mod grid;
mod halves;
mod ledger;
mod rows;
mod states;
#[cfg(test)]
mod tests;
mod tree;

pub use counting::{Count, Counting, Method};
#[doc(hidden)]
pub use estimate::{seconds_by_halves, seconds_on_torus};
pub use field::{Field, LARGEST_FIELD, LONGEST_FIELD, NARROW_FIELD, Rules};

/// The number of placements by the number of queens.
type Counts = Vec<u128>;
