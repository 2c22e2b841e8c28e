//! Senku (peg solitaire).
//!
//! # Map
//! - A [`Board`] has up to 64 [`Hole`]s at [`Square`]s of a [`Lattice`], and the list of its [`Jump`]s; its
//!   [`Group`] of symmetries and its [`Invariants`] are computed from that list. A [`Position`] is the set
//!   of the holes that have a peg.
//! - A [`Diagram`] is a board with pegs as text; [`NAMED_BOARDS`] are those with a name.
//! - A [`Game`] is a board, a start and a [`Goal`].
//! - [`Counting`] counts the games and the solutions by one of the [`Engine`]s: [`dense`], the fast one, `memo`,
//!   the readable exact counter, or [`backtrack`], the textbook search; [`count()`] is its short form.
//! - [`solutions()`] are all of them, one after the other.
//! - [`Winnable`] knows every position that can still be won, by which jumps, and in how many ways.
//! - [`Solver`] finds one solution quickly, [`fewest_moves`] one with the fewest moves, [`fewest_pegs`] a game that leaves
//!   the fewest pegs; [`notation`] writes, reads and checks lists of jumps.

pub mod backtrack;
mod board;
mod colours;
mod counting;
pub mod dense;
mod diagram;
mod fewest;
mod fewest_pegs;
mod fundamental;
mod game;
mod holes;
mod invariants;
mod jump;
mod memo;
mod named;
mod names;
pub mod notation;
mod printed;
mod solve;
mod sweeps;
mod symmetry;
mod table;
mod tree_top;
mod winning;

pub use crate::Square;
#[doc(inline)]
pub use backtrack::{Solutions, solutions};
pub use board::{Board, Lattice};
pub use counting::{Count, Counted, Counting, Engine, Positions, count};
pub use diagram::Diagram;
pub use fewest::{FewestMoves, fewest_moves};
pub use fewest_pegs::{FewestPegs, fewest_pegs};
pub use game::{Game, Goal};
pub use holes::{Hole, HoleSet, MAX_HOLES, Position};
pub use invariants::Invariants;
#[doc(hidden)]
pub use jump::visited;
pub use jump::{Direction, Jump, moves};
pub use named::{NAMED_BOARDS, NamedBoard};
pub use solve::{Solution, Solver};
pub use symmetry::{Group, MAX_ORDER, Symmetry};
pub use winning::{MapError, Winnable, winning_levels, winning_middle};
