//! The squares attacked by the queens above, seen from one row: a mask per kind of line.

/// The lines that are taken in the row that the search is at, by rule: `KNIGHT` if queens jump, `WRAP` on the torus, with
/// rows of `width` squares.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attacks<const KNIGHT: bool, const WRAP: bool> {
    columns: u64,
    /// Diagonals down to the right and down to the left.
    falling: u64,
    rising: u64,
    /// Squares that knights' moves reach in this row and in the next.
    jumps: [u64; 2],
    width: u32,
}

impl<const KNIGHT: bool, const WRAP: bool> Attacks<KNIGHT, WRAP> {
    pub(super) fn none(width: u32) -> Self {
        Attacks { columns: 0, falling: 0, rising: 0, jumps: [0; 2], width }
    }

    /// With a queen on the square with this one bit of the row, or without one (0), seen from `rows` further down.
    #[inline(always)]
    pub(super) fn below_queen(self, square: u64, rows: u32) -> Self {
        let beside = |steps| self.beside(square, steps);
        let jumps = match rows {
            _ if !KNIGHT => [0; 2],
            1 => [self.jumps[1] | beside(2), beside(1)],
            2 => [beside(1), 0],
            _ => [0; 2],
        };
        Attacks {
            columns: self.columns | square,
            falling: left::<WRAP>(self.falling | square, rows, self.width),
            rising: right::<WRAP>(self.rising | square, rows, self.width),
            jumps,
            width: self.width,
        }
    }

    /// The columns that are taken.
    pub(super) fn columns(self) -> u64 {
        self.columns
    }

    /// The squares that knights' moves reach in this row and in the next; some may be beyond the right edge.
    pub(super) fn jumps(self) -> [u64; 2] {
        self.jumps
    }

    /// All of it in one number, `bits` for each mask; what has left the row is dropped.
    pub(super) fn key(self, bits: u32) -> u64 {
        let masks = [self.columns, self.falling, self.rising, self.jumps[0], self.jumps[1]];
        masks.iter().rev().fold(0, |key, mask| key << bits | mask & super::grid::full(self.width))
    }

    /// The attacks of a key.
    pub(super) fn of_key(key: u64, bits: u32, width: u32) -> Self {
        let mask = |place: u32| key >> (place * bits) & super::grid::full(bits);
        let jumps = [mask(3), mask(4)];
        Attacks { columns: mask(0), falling: mask(1), rising: mask(2), jumps, width }
    }

    /// The squares of this row that nothing attacks.
    #[inline(always)]
    pub(super) fn leave(self, free: u64) -> u64 {
        free & !(self.columns | self.falling | self.rising | if KNIGHT { self.jumps[0] } else { 0 })
    }

    /// The squares that are this many columns from those of the mask.
    #[inline(always)]
    fn beside(self, squares: u64, steps: u32) -> u64 {
        left::<WRAP>(squares, steps, self.width) | right::<WRAP>(squares, steps, self.width)
    }

    /// The squares that queens on these squares of a row attack `distance` rows further down.
    #[inline(always)]
    pub(super) fn of_row(self, squares: u64, distance: u32) -> u64 {
        let attacked = squares | self.beside(squares, distance);
        match distance {
            1 | 2 if KNIGHT => attacked | self.beside(squares, 3 - distance),
            _ => attacked,
        }
    }

    /// The pairs of a square of one row and a square `distance` rows further down that do not attack each other.
    ///
    /// A square of the lower row is lost for each of up to five columns of the upper row; no two of these are one, as
    /// tori have at least five columns.
    #[inline(always)]
    pub(super) fn pairs(self, upper: u64, lower: u64, distance: u32) -> u64 {
        let shared = |squares: u64| u64::from((squares & lower).count_ones());
        let both = |steps: u32| {
            shared(left::<WRAP>(upper, steps, self.width)) + shared(right::<WRAP>(upper, steps, self.width))
        };
        let jumps = if KNIGHT && distance < 3 { both(3 - distance) } else { 0 };
        let all = u64::from(upper.count_ones()) * u64::from(lower.count_ones());
        all - shared(upper) - both(distance) - jumps
    }
}

/// Moves a mask to higher bits; on the torus those that leave come in again at the other end.
#[inline(always)]
fn left<const WRAP: bool>(mask: u64, steps: u32, width: u32) -> u64 {
    if WRAP { (mask << steps | mask >> (width - steps)) & super::grid::full(width) } else { mask << steps }
}

/// Moves a mask to lower bits.
#[inline(always)]
fn right<const WRAP: bool>(mask: u64, steps: u32, width: u32) -> u64 {
    if WRAP { (mask >> steps | mask << (width - steps)) & super::grid::full(width) } else { mask >> steps }
}
