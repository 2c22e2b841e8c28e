//! N-queens: the ways to place N queens on an N x N board so that none attacks another.
//!
//! - [`Board`]: squares, conditions, the eight symmetries.
//! - [`Counting`]: the count end to end, by one of the [`Engine`]s; [`count()`] is its short form.
//! - [`SymmetricCounts`]: solutions up to symmetry, by Burnside's lemma.
//! - [`solutions()`]: every solution in lexicographic order, as an iterator; [`Listing`]: in parallel, as text.
//! - [`construct()`], [`random()`], [`solve()`]: one solution, by formula, at random, under conditions.
//! - [`Completion`]: the most queens on a board with conditions.
//! - [`placements`]: K queens on m x n squares, also with knights' moves and on the torus.
//! - [`backtrack`]: the textbook search, the oracle that the others are tested against.

pub mod backtrack;
mod bitmask;
mod board;
mod column_lists;
mod complete;
mod construct;
mod counting;
mod device;
mod engine;
mod estimate;
mod fundamental;
#[doc(hidden)] // for the benchmarks
pub mod halves;
mod list;
mod model;
pub mod placements;
mod plan;
mod tail;
mod text;
mod torus;
mod turn;
mod walk;

pub use crate::Square;
pub use board::{Board, LARGEST_BOARD, Symmetry};
pub use complete::{Completion, LARGEST_COMPLETION, LargeBoard, count_placements, solve};
pub use construct::{LARGEST_CONSTRUCTION, LARGEST_RANDOM, construct, is_solution, random};
pub use counting::{Count, Counting, count};
pub use device::{Device, DeviceChoice};
pub use engine::Engine;
pub use estimate::{Estimate, LARGEST_ESTIMATE};
pub use fundamental::SymmetricCounts;
#[cfg(feature = "gpu")]
pub use halves::{Adapter, Card};
pub use list::{ListEnding, ListFormat, Listed, Listing};
pub use model::textbook_seconds;
pub use torus::construct_on_torus;
pub use turn::Turn;
pub use walk::{Solutions, solutions};

/// The size of the orbit of an element, given its images under all symmetries; `None` if one of them is less.
fn orbit_of_least<T: Ord>(element: T, images: impl ExactSizeIterator<Item = T>) -> Option<u8> {
    let symmetries = images.len();
    let mut fixing = 0;
    for image in images {
        fixing += match image.cmp(&element) {
            std::cmp::Ordering::Less => return None,
            order => usize::from(order.is_eq()),
        };
    }
    Some((symmetries / fixing) as u8)
}
