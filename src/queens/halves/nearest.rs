//! The remaining symmetry of an even board: reflection in a long diagonal, broken by the four nearest diagonals.
//!
//! The classes of row sets use up the flips (north-south, east-west, both). Of the eight symmetries, one reflection T
//! in the long diagonal U0, from south-west to north-east, remains. It maps every diagonal V+d to itself and
//! exchanges its ends, and so the halves. The diagonals U+d and U-d, parallel to the mirror, change places; queens on
//! them stay in their half. With the state of a diagonal (its queen in the east, in the west, or none) and ~ for the
//! exchange of east and west:
//!
//! ```text
//! T: (U+1, U-1, V+1, V-1)  ->  (U-1, U+1, ~V+1, ~V-1)
//! ```
//!
//! This holds for all squares of these diagonals but the four in the middle of the board (doc/halves.md), where a
//! queen makes the weight independent of the diagonal. Weights 0, 1 or 2 for each state leave the total unchanged if
//! the flips keep them and if a state and its image add up to 2 ([`weight`] has the cases). Pairs of weight 0 are
//! never tested.
//!
//! The two long diagonals are then counted by *which* half-diagonals are occupied: without a queen on them about half
//! of the pairs remain, with one a little more.

use super::term::{B, N, S};
use std::cmp::Ordering;
use std::sync::LazyLock;

/// The occupied ones of the four nearest diagonals: the bits U+1, U-1, V+1, V-1 of a mask, highest first.
type Nibble = usize;
/// Bits of a nibble.
pub(super) const STATE_BITS: u32 = 4;
/// The number of states of a half.
pub(super) const STATES: usize = 1 << STATE_BITS;

/// The states of the four nearest diagonals: the east's queens and the west's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Near {
    east: Nibble,
    west: Nibble,
}

const U: Nibble = 0b1100;
const V: Nibble = 0b0011;

/// Exchanges U+1 with U-1, and V+1 with V-1.
fn signs_exchanged(x: Nibble) -> Nibble {
    (x & 0b0101) << 1 | (x & 0b1010) >> 1
}

/// Exchanges U+1 with V+1, and U-1 with V-1.
fn families_exchanged(x: Nibble) -> Nibble {
    (x & V) << 2 | (x & U) >> 2
}

impl Near {
    /// U+ and V- change places, and U- and V+: both exchanges.
    fn north_south(self) -> Near {
        let flip = |x| signs_exchanged(families_exchanged(x));
        Near { east: flip(self.east), west: flip(self.west) }
    }

    /// U+ and V+ change places, and U- and V-.
    fn east_west(self) -> Near {
        Near { east: families_exchanged(self.west), west: families_exchanged(self.east) }
    }

    fn half_turn(self) -> Near {
        self.north_south().east_west()
    }

    fn reflected(self) -> Near {
        let image = |x: Nibble, other: Nibble| (signs_exchanged(x) & U) | (other & V);
        Near { east: image(self.east, self.west), west: image(self.west, self.east) }
    }

    fn least(self) -> Near {
        self.min(self.north_south()).min(self.east_west()).min(self.half_turn())
    }

    /// East 1, west 2, neither 0.
    fn state(self, bit: Nibble) -> usize {
        usize::from(self.east & bit != 0) + 2 * usize::from(self.west & bit != 0)
    }
}

/// The occupied long half-diagonals of a half, numbered like the groups of half boards: none, the north's, the
/// south's, both.
type LongDiagonals = usize;
const GROUPS: usize = 4;

/// The weight of a pair of an east and a west half board, by their groups and their nearest diagonals, which differ.
/// The mean over T is 1.
fn weight(east_group: LongDiagonals, west_group: LongDiagonals, near: Near) -> u8 {
    match (east_group, west_group) {
        // T exchanges two classes of the flips, or keeps one.
        (0, 0) => match near.least().cmp(&near.reflected().least()) {
            Ordering::Less => 2,
            Ordering::Equal => 1,
            Ordering::Greater => 0,
        },
        // One of the four ends is occupied: a flip moves it to the north-eastern end of U0.
        (N, 0) => one_occupied(near),
        (S, 0) => one_occupied(near.north_south()),
        (0, N) => one_occupied(near.east_west()),
        (0, S) => one_occupied(near.half_turn()),
        // T exchanges boards with both queens on one side and boards with one on either side.
        (B, 0) | (0, B) => 2,
        _ => 0,
    }
}

/// The weight if U0's queen is in the north-east, where T keeps it, and V0 is empty.
fn one_occupied(near: Near) -> u8 {
    let [plus, minus, v_plus] = [0b1000, 0b0100, 0b0010].map(|bit| near.state(bit));
    // V-1 does not matter: the queen on U0 is on it if it is next to the centre, and then stays in the east.
    match plus.cmp(&minus) {
        Ordering::Less => 0,
        Ordering::Greater => 2,
        Ordering::Equal => [1, 0, 2][v_plus],
    }
}

/// The weights of all pairs of states (patterns, items); 0 if they are not disjoint.
pub(super) type Weights = [[u8; STATES]; STATES];

/// The weights of patterns of group 0 with items of each group of the other half: first for the east's patterns, then
/// for the west's.
pub(super) static WEIGHTS: LazyLock<[[Weights; GROUPS]; 2]> = LazyLock::new(|| {
    let table = |weight: &dyn Fn(Nibble, Nibble) -> u8| {
        std::array::from_fn(|pattern| {
            std::array::from_fn(|item| if pattern & item == 0 { weight(pattern, item) } else { 0 })
        })
    };
    [
        std::array::from_fn(|group| table(&|east, west| weight(0, group, Near { east, west }))),
        std::array::from_fn(|group| table(&|west, east| weight(group, 0, Near { east, west }))),
    ]
});

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    enum Side {
        Neither,
        East,
        West,
    }
    use Side::{East, Neither, West};

    /// The sides of the queens on U+1, U-1, V+1, V-1.
    type Sides = [Side; 4];

    fn all_sides() -> impl Iterator<Item = Sides> {
        let digit = |number: usize, place: u32| [Neither, East, West][number / 3usize.pow(place) % 3];
        (0..81).map(move |number| [0, 1, 2, 3].map(|place| digit(number, place)))
    }

    fn other(side: Side) -> Side {
        match side {
            Neither => Neither,
            East => West,
            West => East,
        }
    }

    /// The flips and T as doc/halves.md writes them.
    fn north_south([u_plus, u_minus, v_plus, v_minus]: Sides) -> Sides {
        [v_minus, v_plus, u_minus, u_plus]
    }

    fn east_west([u_plus, u_minus, v_plus, v_minus]: Sides) -> Sides {
        [v_plus, v_minus, u_plus, u_minus].map(other)
    }

    fn reflected([u_plus, u_minus, v_plus, v_minus]: Sides) -> Sides {
        [u_minus, u_plus, other(v_plus), other(v_minus)]
    }

    /// The weight of these groups of the east and the west, one of them 0, as a count looks it up.
    fn looked_up([east_group, west_group]: [LongDiagonals; 2], sides: Sides) -> u8 {
        let mask = |half| sides.iter().fold(0, |mask, &side| 2 * mask + usize::from(side == half));
        let (east, west) = (mask(East), mask(West));
        if east_group == 0 {
            WEIGHTS[0][west_group][east][west]
        } else {
            assert_eq!(west_group, 0);
            WEIGHTS[1][east_group][west][east]
        }
    }

    #[test]
    fn the_flips_keep_weights() {
        for sides in all_sides() {
            for group in 0..GROUPS {
                let flipped_group = [0, 2, 1, 3][group];
                let weight = looked_up([0, group], sides);
                assert_eq!(looked_up([0, flipped_group], north_south(sides)), weight, "{group} {sides:?}");
                assert_eq!(looked_up([group, 0], east_west(sides)), weight, "{group} {sides:?}");
                let turned = north_south(east_west(sides));
                assert_eq!(looked_up([flipped_group, 0], turned), weight, "{group} {sides:?}");
            }
        }
    }

    #[test]
    fn a_state_and_its_image_in_the_long_diagonal_have_two_together() {
        for sides in all_sides() {
            // No queen on the long diagonals, and one at the north-eastern end of U0.
            for groups in [[0, 0], [1, 0]] {
                let both = looked_up(groups, sides) + looked_up(groups, reflected(sides));
                assert_eq!(both, 2, "{groups:?} {sides:?}");
            }
            // Two queens on one side stand for themselves and for one on either side.
            assert_eq!([looked_up([3, 0], sides), looked_up([0, 3], sides)], [2, 2]);
            let [u_plus, u_minus, v_plus, _] = sides;
            let without = [u_plus, u_minus, v_plus, Neither];
            assert_eq!(looked_up([1, 0], sides), looked_up([1, 0], without), "V-1 says nothing");
        }
    }

    #[test]
    fn few_states_are_their_own_images() {
        let numbers = |groups| {
            [0, 1, 2].map(|weight| all_sides().filter(|&sides| looked_up(groups, sides) == weight).count())
        };
        assert_eq!(numbers([0, 0]), [37, 7, 37]);
        // States with U+1 and U-1 alike, and nothing on V+1.
        assert_eq!(numbers([1, 0]), [36, 9, 36]);
    }

    #[test]
    fn pairs_that_share_a_diagonal_have_no_weight() {
        for weights in WEIGHTS.iter().flatten() {
            for (pattern, item) in (0..STATES).flat_map(|p| (0..STATES).map(move |i| (p, i))) {
                assert!(pattern & item == 0 || weights[pattern][item] == 0, "{pattern:04b} {item:04b}");
            }
        }
    }
}
