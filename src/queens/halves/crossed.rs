//! Odd N = 2h + 1 without a queen in the centre: one queen on the middle column, another on the middle row.
//!
//! The middle column's queen is at distance a from the centre, the middle row's at distance b. They attack each
//! other if a = b; flips put them south and west; transposition exchanges a and b. So 1 <= b < a <= h, with weight
//! 8. There is no loop over b: the middle row is one more row of the north-west quadrant, all b < a in one list.
//!
//! For each a, and each set R of rows without a, the east boards on R that avoid the diagonals u = a and v = a of
//! the middle column's queen meet the west boards on the rows left that avoid them:
//!
//! ```text
//! Q = 8 * sum over a, R without a of n(X_a, Y_a)
//! ```
//!
//! Both diagonals then are dead bits, which leaves 4h - 4 of them (4h - 2 for a = h). With conditions, Q is the
//! sum over the eight images of the board of what is summed here, each once (`free`).
//!
//! The sums over a follow each other, so that the lists of one a at a time are in the caches. (N = 19: to make the
//! east boards of R once for all a, and to choose from them, took 1.2 times as long.)

use super::Path;
use super::free::Free;
use super::geometry::{Diagonal, Geometry, Lines, Place};
use super::quadrant::{self, Quadrant, Squares};
use super::store::{Room, Store};
use super::straight::{self, Lists, Long, Narrowing, Straight};
use std::sync::Arc;

/// One sum, that of the boards whose middle column's queen is at one distance.
#[derive(Debug)]
pub(super) struct Arm {
    /// The distance a, 2 to h.
    pub distance: u32,
    pub halves: Straight,
}

/// The sums over a. Makes the lists that are made beforehand.
pub(super) fn arms(geometry: Geometry, free: &Free, path: Path, room: &Arc<Room>) -> Vec<Arm> {
    // Both middle queens must find a free square.
    let distances =
        (2..geometry.half + 1).filter(|&a| free.south >> (a - 1) & 1 == 1 && free.west & below(a) != 0);
    let arm = |a| {
        let (long, live) = straight::long_and_live(live(geometry, a), geometry, path);
        let lists = match path {
            Path::Stored { .. } => Lists::Narrow(Default::default()),
            Path::AsNeeded | Path::Nearest => {
                Lists::Wide(Store::by_place(geometry, &squares(free, a), false, room))
            }
        };
        Arm { distance: a, halves: Straight { geometry, long, live, middle: 1 << (a - 1), lists } }
    };
    let mut arms: Vec<Arm> = distances.map(arm).collect();
    if matches!(path, Path::Stored { .. }) && !arms.is_empty() {
        fill(geometry, free, &mut arms);
    }
    arms
}

/// The distances 1 <= b < a.
fn below(a: u32) -> Lines {
    (1 << (a - 1)) - 1
}

/// The diagonals of the middle column's queen in a mask.
fn diagonals(geometry: Geometry, a: u32) -> u64 {
    geometry.bit(Diagonal::U, a.cast_signed()) | geometry.bit(Diagonal::V, a.cast_signed())
}

/// The bits by which halves are compared. No west half reaches the diagonals of distance h.
fn live(geometry: Geometry, a: u32) -> u64 {
    let reached = geometry.nibbles() >> 4 << 4 | geometry.centre();
    reached & !diagonals(geometry, a)
}

/// The squares that the middle column's queen leaves.
fn squares(free: &Free, a: u32) -> [Squares; 4] {
    Place::ALL.map(|place| {
        // North: u = i - j (v is negative). South: u = i + j + 2, v = j - i. In the west's mirror v and u.
        let mut squares = free
            .squares(place, |i, j| if place.is_south() { i + j + 2 != a && j != i + a } else { i != j + a });
        if place == Place::NorthWest {
            squares.middle = free.west & below(a);
        }
        squares
    })
}

/// The lists of all arms. They are made once: each arm takes those placements that its diagonals leave, and in the
/// north-west those whose queen on the middle row is nearer than a.
fn fill(geometry: Geometry, free: &Free, arms: &mut [Arm]) {
    let kinds: Vec<(u32, Long, Narrowing)> =
        arms.iter().map(|arm| (arm.distance, arm.halves.long, Narrowing::new(arm.halves.live))).collect();
    let mut squares = Place::ALL.map(|place| free.squares(place, |_, _| true));
    squares[Place::NorthWest as usize].middle = free.west & below(geometry.half);
    let by_place = quadrant::lists_by_place(geometry, &squares, false, |place, list| {
        let seen = list.map(|mask| {
            let (mask, tag) = quadrant::tagged(mask);
            geometry.seen_from(Place::ALL[place], mask) | tag
        });
        let of_arm = |&(a, long, narrowing): &(u32, Long, Narrowing)| {
            let (diagonals, tags) = (diagonals(geometry, a), quadrant::tag(a - 1));
            let keep = |mask: u64| (mask & diagonals == 0) & (mask < tags);
            let narrow = |mask| narrowing.narrow(mask);
            if long == Long::Apart {
                let centre = geometry.centre();
                Quadrant::in_parts([
                    seen.filter_map(|mask| keep(mask) & (mask & centre == 0), narrow),
                    seen.filter_map(|mask| keep(mask) & (mask & centre != 0), narrow),
                ])
            } else {
                seen.filter_map(keep, narrow)
            }
        };
        kinds.iter().map(of_arm).collect::<Vec<_>>()
    });
    for (place, by_rows) in by_place.into_iter().enumerate() {
        for by_arm in by_rows {
            for (arm, list) in arms.iter_mut().zip(by_arm) {
                if let Lists::Narrow(lists) = &mut arm.halves.lists {
                    lists[place].push(list);
                }
            }
        }
    }
}
