//! The two halves of the rows, and the classes of column sets.
//!
//! Modulo N let U be the units and Q the squares among them. Rows 1, ..., N - 1 fall into orbits under Q, and a unit v
//! that is no square takes each orbit to another one: of such a pair one goes to R, its image to S. What keeps all lines
//! and the queen on (0,0):
//!
//! ```text
//! (x, y) -> (u x, u y)    u in Q: takes R to R, and C to u C
//! (x, y) -> (x, -y)       takes R to R, and C to -C
//! (x, y) -> (v x, v y)    takes R to S: the columns of R are then v times those of S, the complement of v C
//! ```
//!
//! A class has as many sets as there are maps, less by the factor of those that keep a set (orbit and stabiliser).

use crate::Error;
use crate::base::bits::BitSums;
use crate::queens::{column_lists::column_sets, orbit_of_least};
use crate::search::StopFlag;

#[derive(Debug)]
pub(super) struct Classes {
    /// R and S.
    pub(super) rows: [Vec<u32>; 2],
    /// Of each class the least set as a number, and the size of the class.
    pub(super) sets: Vec<(u32, u8)>,
}

impl Classes {
    pub(super) fn new(size: u32, stop: &StopFlag) -> Result<Self, Error> {
        let units: Vec<u32> = (1..size).filter(|&unit| is_coprime(unit, size)).collect();
        let mut squares: Vec<u32> = units.iter().map(|unit| unit * unit % size).collect();
        squares.sort_unstable();
        squares.dedup();
        // Half of the units are squares where N is a power of a prime, as all N here are.
        let other = units.iter().copied().find(|unit| !squares.contains(unit)).unwrap_or(1);
        let rows = halves(size, &squares, other);
        let maps = maps(size, &squares, other);
        let sets = stop.until_raised(column_sets(size - 1, size / 2)).filter_map(|set| {
            // Without column 0, the queen's on (0,0).
            let set = set << 1;
            Some((set, orbit_of_least(set, maps.iter().map(|(map, flips)| map.apply(set) ^ flips))?))
        });
        let sets = sets.collect();
        if stop.is_raised() { Err(Error::Stopped) } else { Ok(Classes { rows, sets }) }
    }
}

/// The rows 1, 2, ... in two halves that multiplication by `other` exchanges.
fn halves(size: u32, squares: &[u32], other: u32) -> [Vec<u32>; 2] {
    let mut halves = [vec![], vec![]];
    for row in 1..size {
        if !halves.iter().flatten().any(|&seen| seen == row) {
            for square in squares {
                for (half, unit) in halves.iter_mut().zip([1, other]) {
                    let image = row * square % size * unit % size;
                    if !half.contains(&image) {
                        half.push(image);
                    }
                }
            }
        }
    }
    halves.iter_mut().for_each(|half| half.sort_unstable());
    halves
}

/// All maps of the sets of R's columns, the identity first: where the columns go, then perhaps the complement.
fn maps(size: u32, squares: &[u32], other: u32) -> Vec<(BitSums<u32>, u32)> {
    let mut units: Vec<u32> = squares.iter().flat_map(|&square| [square, size - square]).collect();
    units.sort_unstable();
    units.dedup();
    let map = |unit: u32, flips: u32| {
        let images: Vec<u32> = (0..size).map(|column| 1 << (column * unit % size)).collect();
        (BitSums::new(&images), flips)
    };
    let all = lines(size) & !1;
    let keeping = units.iter().map(|&unit| map(unit, 0));
    keeping.chain(units.iter().map(|&unit| map(unit * other % size, all))).collect()
}

fn is_coprime(a: u32, b: u32) -> bool {
    if b == 0 { a == 1 } else { is_coprime(b, a % b) }
}

/// All lines of a kind, as bits.
pub(super) fn lines(size: u32) -> u32 {
    u32::MAX >> (32 - size)
}
