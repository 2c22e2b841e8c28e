//! Coordinates centred on the board, and the mask bits of its diagonals.
//!
//! The middle lines (for odd N the middle row and column) divide the board into four quadrants of h x h squares, h =
//! N / 2. In the **north** quadrant of a half, the square at distance i = 0..h from the middle column and j = 0..h
//! from the middle row lies on the diagonals
//!
//! ```text
//! u = i - j            v = -(i + j + k)         k = 1 for even N, 2 for odd N
//! ```
//!
//! and in the **south** quadrant on u = i + j + k, v = j - i. These are the formulas of the east. The west is
//! mirrored, so that its formulas are the same with u and v exchanged. Only diagonals with |u|, |v| < h reach the
//! other half, and the same diagonals decide whether a north and a south quadrant fit.
//!
//! A mask has a nibble (U+d, U-d, V+d, V-d) for each distance d, the nearest and most crowded at the top, and above
//! them the long diagonals V0 and U0. So both mirrors are cheap: north to south maps (u, v) to (-v, -u), which
//! reverses every nibble; east to west exchanges u and v, which swaps the halves of nibbles.

/// Rows or columns of a quadrant as a bit mask: bit j is distance j from the middle.
pub(super) type Lines = u32;

/// The two families of diagonals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Diagonal {
    /// Rising diagonals: row plus column, less N - 1 (row 0 is in the north).
    U,
    /// Falling diagonals: row minus column.
    V,
}

/// The four quadrants, in the order of all arrays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Corner {
    NorthEast,
    SouthEast,
    NorthWest,
    SouthWest,
}

impl Corner {
    pub const ALL: [Corner; 4] = [Corner::NorthEast, Corner::SouthEast, Corner::NorthWest, Corner::SouthWest];

    pub fn is_south(self) -> bool {
        matches!(self, Corner::SouthEast | Corner::SouthWest)
    }

    pub fn is_west(self) -> bool {
        matches!(self, Corner::NorthWest | Corner::SouthWest)
    }
}

/// The dimensions of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Geometry {
    /// h, the side of a quadrant, 0 to 15.
    pub half: u32,
    /// Whether there is a middle row and column (odd N).
    pub middle: bool,
    /// The farthest diagonal with a bit: h - 1, or h for odd N, where it meets the end of the middle column.
    pub reach: u32,
}

impl Geometry {
    /// The N x N board, N = 1 to 31.
    pub fn new(n: u32) -> Self {
        let (half, middle) = (n / 2, n % 2 == 1);
        let reach = if middle { half } else { half - 1 };
        Geometry { half, middle, reach }
    }

    pub fn full(&self) -> Lines {
        (1 << self.half) - 1
    }

    pub fn offset(&self) -> u32 {
        1 + u32::from(self.middle)
    }

    /// The mask bit of a diagonal, or 0 if it is out of reach.
    pub fn bit(&self, diagonal: Diagonal, number: i32) -> u64 {
        let distance = number.unsigned_abs();
        if distance > self.reach {
            return 0;
        }
        let in_nibble = match (diagonal, number.signum()) {
            (Diagonal::U, 1) => 3,
            (Diagonal::U, -1) => 2,
            (Diagonal::V, 1) => 1,
            (Diagonal::V, -1) => 0,
            (Diagonal::U, _) => 1,
            (Diagonal::V, _) => 0,
        };
        1 << (4 * (self.reach - distance) + in_nibble)
    }

    /// The diagonals of square (i, j) of the north-east quadrant.
    pub fn square(&self, i: u32, j: u32) -> u64 {
        let (u, v) = (i.cast_signed() - j.cast_signed(), -(i + j + self.offset()).cast_signed());
        self.bit(Diagonal::U, u) | self.bit(Diagonal::V, v)
    }

    /// The mask of a placement as seen from another quadrant. Its own inverse. Bits above the long diagonals stay.
    #[inline(always)]
    pub fn seen_from(&self, corner: Corner, mask: u64) -> u64 {
        let mask = if corner.is_south() { self.flip_north_south(mask) } else { mask };
        if corner.is_west() { self.flip_east_west(mask) } else { mask }
    }

    #[inline(always)]
    fn flip_north_south(&self, mask: u64) -> u64 {
        let low = mask & self.nibbles();
        swap_pairs((low >> 1 & 0x5555_5555_5555_5555) | (low & 0x5555_5555_5555_5555) << 1)
            | self.swap_top(mask)
    }

    #[inline(always)]
    fn flip_east_west(&self, mask: u64) -> u64 {
        swap_pairs(mask & self.nibbles()) | self.swap_top(mask)
    }

    /// All nibbles: every diagonal but the long ones.
    pub fn nibbles(&self) -> u64 {
        (1 << (4 * self.reach)) - 1
    }

    pub fn nearest(&self) -> u64 {
        0xf << (4 * (self.reach - 1))
    }

    pub fn centre(&self) -> u64 {
        3 << (4 * self.reach)
    }

    /// The bits above the nibbles, with the long diagonals exchanged.
    #[inline(always)]
    fn swap_top(&self, mask: u64) -> u64 {
        let low = 1 << (4 * self.reach);
        (mask >> 1 & low) | (mask & low) << 1 | mask & !(self.nibbles() | self.centre())
    }
}

#[inline(always)]
fn swap_pairs(x: u64) -> u64 {
    (x >> 2 & 0x3333_3333_3333_3333) | (x & 0x3333_3333_3333_3333) << 2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition without mirrors: the true diagonals of a square, exchanged for the west.
    fn diagonals(g: &Geometry, corner: Corner, i: i32, j: i32) -> u64 {
        let k = g.offset().cast_signed();
        let (u, v) = if corner.is_south() { (i + j + k, j - i) } else { (i - j, -(i + j + k)) };
        let (u, v) = if corner.is_west() { (v, u) } else { (u, v) };
        g.bit(Diagonal::U, u) | g.bit(Diagonal::V, v)
    }

    #[test]
    fn the_mirrors_are_the_formulas() {
        for n in 2..=31 {
            let g = Geometry::new(n);
            for corner in Corner::ALL {
                for (i, j) in (0..g.half).flat_map(|i| (0..g.half).map(move |j| (i, j))) {
                    let mask = g.seen_from(corner, g.square(i, j));
                    assert_eq!(mask, diagonals(&g, corner, i.cast_signed(), j.cast_signed()));
                    assert_eq!(g.seen_from(corner, mask), g.square(i, j));
                }
            }
        }
    }
}
