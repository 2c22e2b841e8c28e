//! Pairs of an upper and a lower half board that do not attack each other.
//!
//! A pair on complementary columns fits if no diagonal and no knight's move crosses the seam between two of its queens. So
//! each half board becomes a mask, and the pairs of disjoint masks are counted:
//!
//! ```text
//! diagonals       a bit for each diagonal that crosses the seam: 2 (N - 1)
//! knights' moves  a bit for each square of the lower half's two rows at the seam that is on a column of the lower half:
//!                 the lower half has its queens', the upper half those that it attacks
//! ```
//!
//! The masks of a list are divided into buckets by their diagonals near the middle, which are the most crowded ones. Only
//! buckets whose diagonals do not meet are compared, mask by mask: 3^b of 4^b pairs of buckets for b diagonals.

use super::lists::{HalfBoard, crossing, seam_columns};
use crate::search::StopFlag;
use crate::simd::{InstructionSet, Kernel};

/// The exponent of the number of masks in a bucket, about.
const BUCKET: u32 = 4;

/// Masks by their buckets.
#[derive(Debug, Default)]
pub(super) struct Buckets {
    /// Where the masks of each bucket begin; the next one's begin where they end.
    starts: Vec<u32>,
    masks: Vec<u64>,
}

/// The seam above the lower half's columns.
pub(super) struct Seam {
    size: u32,
    /// The number of columns of the lower half.
    lower: u32,
    /// For the queens of the upper and the lower half in their rows 0 and 1: by column, the bits of the squares.
    squares: [[[u64; 32]; 2]; 2],
}

impl Seam {
    pub(super) fn new(size: u32, columns: u32, knight: bool) -> Self {
        let mut seam = Seam { size, lower: columns.count_ones(), squares: [[[0; 32]; 2]; 2] };
        if knight {
            // The bits of the squares in the two rows, by column.
            let bit = |row: u32, column: Option<u32>| match column {
                Some(column) if columns >> column & 1 == 1 => {
                    1 << (row * seam.lower + (columns & ((1 << column) - 1)).count_ones())
                }
                _ => 0u64,
            };
            let beside = |row: u32, column: u32, steps: u32| {
                let right = (column + steps < size).then_some(column + steps);
                bit(row, column.checked_sub(steps)) | bit(row, right)
            };
            for column in 0..size {
                seam.squares[0][0][column as usize] = beside(0, column, 2) | beside(1, column, 1);
                seam.squares[0][1][column as usize] = beside(0, column, 1);
                seam.squares[1][0][column as usize] = bit(0, Some(column));
                seam.squares[1][1][column as usize] = bit(1, Some(column));
            }
        }
        seam
    }

    /// The number of diagonals of each kind that make the buckets of a list of this length. The others have room in a
    /// word.
    pub(super) fn central(&self, len: usize) -> u32 {
        let least = (self.size - 1 + self.lower).saturating_sub(u64::BITS / 2);
        let wanted = len.max(1).ilog2().saturating_sub(BUCKET) / 2;
        wanted.clamp(least, self.size / 2)
    }

    pub(super) fn upper(&self, halves: &[HalfBoard], central: u32, buckets: &mut Buckets) {
        self.divide(halves, central, &self.squares[0], |diagonals| diagonals, buckets);
    }

    /// The lower half is mirrored: a diagonal that goes to the left there goes to the right above.
    pub(super) fn lower(&self, halves: &[HalfBoard], central: u32, buckets: &mut Buckets) {
        self.divide(halves, central, &self.squares[1], |[left, right]| [right, left], buckets);
    }

    #[inline(always)]
    fn divide(
        &self,
        halves: &[HalfBoard],
        central: u32,
        squares: &[[u64; 32]; 2],
        turned: impl Fn([u64; 2]) -> [u64; 2],
        buckets: &mut Buckets,
    ) {
        let rest = self.size - 1 - central;
        let (first, ones) = (rest / 2, (1 << central) - 1);
        let diagonals = |half: &HalfBoard| turned(crossing(self.size, half));
        let bucket = |half: &HalfBoard| {
            let [a, b] = diagonals(half).map(|diagonals| diagonals >> first & ones);
            (a | b << central) as usize
        };
        let mask = |half: &HalfBoard| {
            let outside =
                |diagonals: u64| diagonals & ((1 << first) - 1) | diagonals >> (first + central) << first;
            let ([a, b], [zero, one]) = (diagonals(half).map(outside), seam_columns(half));
            a | b << rest | (squares[0][zero & 31] | squares[1][one & 31]) << (2 * rest)
        };
        // After the second loop, a bucket's masks begin where those of the one before it end.
        let Buckets { starts, masks } = buckets;
        starts.clear();
        starts.resize((1 << (2 * central)) + 2, 0);
        halves.iter().for_each(|half| starts[bucket(half) + 2] += 1);
        for bucket in 2..starts.len() {
            starts[bucket] += starts[bucket - 1];
        }
        masks.resize(halves.len(), 0);
        for half in halves {
            let at = &mut starts[bucket(half) + 1];
            masks[*at as usize] = mask(half);
            *at += 1;
        }
    }
}

impl Buckets {
    #[inline(always)]
    fn of(&self, bucket: usize) -> &[u64] {
        &self.masks[self.starts[bucket] as usize..self.starts[bucket + 1] as usize]
    }
}

/// Counts the pairs of disjoint masks; not all when `stop` is abandoned.
pub(super) struct Pairs<'a> {
    pub(super) upper: &'a Buckets,
    pub(super) lower: &'a Buckets,
    pub(super) stop: &'a StopFlag,
}

impl<I: InstructionSet> Kernel<I> for Pairs<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self, _: I) -> u64 {
        let Pairs { upper, lower, stop } = self;
        let last = upper.starts.len() - 3;
        let mut pairs = 0;
        for bucket in 0..=last {
            let ours = upper.of(bucket);
            if ours.is_empty() {
                continue;
            }
            if stop.is_abandoned() {
                break;
            }
            // All buckets without these diagonals, in descending order.
            let free = last & !bucket;
            let mut partner = free;
            loop {
                let theirs = lower.of(partner);
                for &our in ours {
                    pairs += theirs.iter().map(|&their| u64::from(our & their == 0)).sum::<u64>();
                }
                if partner == 0 {
                    break;
                }
                partner = (partner - 1) & free;
            }
        }
        pairs
    }
}
