//! The subproblems: sets of rows for the east half's queens.
//!
//! R = (rn, rs) are the rows of the north-east and the south-east quadrant, |rn| + |rs| = h. Reflections map R to rev
//! R = (rs, rn) (north to south) and to its complement R' (east to west). If they preserve the count, one R stands
//! for its class {R, rev R, R', rev R'}, or for the images under the preserving ones.
//!
//! Numbers depend on N and the conditions alone: classes in increasing order of their codes, or all R in increasing
//! order, computed without a list (C(2h, h) is 155 million at N = 31).

use super::geometry::Lines;
use crate::base::bits::binomial;
use crate::search::StopFlag;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rows {
    pub north: Lines,
    pub south: Lines,
}

impl Rows {
    pub fn complement(self, full: Lines) -> Rows {
        Rows { north: full & !self.north, south: full & !self.south }
    }

    pub fn reversed(self) -> Rows {
        Rows { north: self.south, south: self.north }
    }

    fn code(self, half: u32) -> u32 {
        self.north << half | self.south
    }
}

/// The flips that preserve the count.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reflections {
    /// R to rev R.
    pub north_south: bool,
    /// R to R'.
    pub east_west: bool,
    /// Both at once: R to rev R'.
    pub half_turn: bool,
}

impl Reflections {
    /// R and its images; R in place of images under other flips.
    fn orbit(self, rows: Rows, full: Lines) -> [Rows; 4] {
        let other = rows.complement(full);
        let image = |counts: bool, image: Rows| if counts { image } else { rows };
        [
            rows,
            image(self.north_south, rows.reversed()),
            image(self.east_west, other),
            image(self.half_turn, other.reversed()),
        ]
    }
}

/// The row sets of a term: all allowed (rn, rs) with |rn| + |rs| = h, or one of each class.
#[derive(Debug)]
pub(super) struct RowSets {
    /// The number of the first R with this rn; at the end, the number of all R.
    first: Vec<u64>,
    /// For every 2^`step` numbers, the rn of the first of them.
    index: Vec<u16>,
    step: u32,
    /// All allowed masks of the south by their size, increasing.
    by_size: Vec<Vec<u16>>,
    half: u32,
    /// The flips by which there are classes.
    reflections: Reflections,
    /// The smallest code in each class, increasing; `None` if each R is its own class.
    pub classes: Option<Vec<u32>>,
}

impl RowSets {
    /// All row sets whose rows in the north and in the south are allowed.
    pub fn all(half: u32, north: impl Fn(Lines) -> bool, south: impl Fn(Lines) -> bool) -> Self {
        let mut by_size = vec![Vec::new(); half as usize + 1];
        for mask in (0..1u32 << half).filter(|&mask| south(mask)) {
            by_size[mask.count_ones() as usize].push(mask as u16);
        }
        let mut first = vec![0];
        let mut next = 0;
        for mask in 0..1u32 << half {
            if north(mask) {
                next += by_size[(half - mask.count_ones()) as usize].len() as u64;
            }
            first.push(next);
        }
        // A look-up and a few steps are faster than a binary search: an entry per a few numbers of each rn.
        let step = (next >> half).checked_ilog2().unwrap_or(0);
        let mut north = 0;
        let index = (0..=next >> step).map(|position| {
            while north + 2 < first.len() && first[north + 1] <= position << step {
                north += 1;
            }
            north as u16
        });
        let index = index.collect();
        RowSets { first, index, step, by_size, half, reflections: Reflections::default(), classes: None }
    }

    /// One row set of each class, out of all, if a flip preserves the count. Incomplete once `stop` is raised.
    pub fn by_classes(mut self, reflections: Reflections, stop: &StopFlag) -> Self {
        debug_assert!(self.classes.is_none());
        if reflections == Reflections::default() {
            return self;
        }
        let (half, full) = (self.half, (1 << self.half) - 1);
        let least = |rows: &Rows| {
            let code = rows.code(half);
            reflections.orbit(*rows, full).iter().all(|twin| code <= twin.code(half))
        };
        // Either R or R' lacks the farthest row of the north, and so does the least code of a class with both: only
        // the first half of all R can contain it.
        let upto = if reflections.east_west { self.first[1 << half.saturating_sub(1)] } else { self.len() };
        let all = stop.until_raised(0..upto).map(|id| self.rows(id));
        let codes = all.filter(least).map(|rows| rows.code(half)).collect();
        (self.reflections, self.classes) = (reflections, Some(codes));
        self
    }

    pub fn len(&self) -> u64 {
        self.classes.as_ref().map_or(self.first[1 << self.half], |codes| codes.len() as u64)
    }

    /// R number `id < len()`. A few steps on average, O(2^h) at worst.
    pub fn rows(&self, id: u64) -> Rows {
        if let Some(codes) = &self.classes {
            let code = codes[id as usize];
            return Rows { north: code >> self.half, south: code & ((1 << self.half) - 1) };
        }
        let mut north = usize::from(self.index[(id >> self.step) as usize]);
        // The last rn that begins here: the ones before it have no R.
        while self.first[north + 1] <= id {
            north += 1;
        }
        let souths = &self.by_size[self.half as usize - north.count_ones() as usize];
        Rows { north: north as u32, south: u32::from(souths[(id - self.first[north]) as usize]) }
    }

    /// The number of row sets that R stands for.
    pub fn class_size(&self, rows: Rows) -> u64 {
        let orbit = self.reflections.orbit(rows, (1 << self.half) - 1);
        (0..4).filter(|&i| !orbit[..i].contains(&orbit[i])).count() as u64
    }
}

/// The mean number of ways to put k queens on k given rows and columns of a quadrant, times 16.
const WAYS: [u64; 16] =
    [16, 16, 20, 30, 52, 104, 230, 560, 1470, 4100, 12_200, 38_400, 127_000, 440_000, 1_590_000, 5_970_000];

/// About the most placements in the lists of all rows of a quadrant that have these `low` rows and any of the others, of
/// which there are `others`: where rows are far from each other there are up to 2.7 times as many ways for h = 8, and 3.6
/// times for h = 9.
pub(super) fn placements(half: u32, low: u32, others: u32) -> u64 {
    let with = |more: u32| {
        let k = low + more;
        binomial(others, more) * binomial(half, k) * WAYS[k as usize & 15] / 16
    };
    (0..=others).map(with).sum::<u64>() * u64::from(half) * 3 / 8
}

/// C(h, k), and the approximate number of half boards in the east, and in the west, for R with |rn| = k: pairs of
/// quadrants, about half of which fit.
fn boards(half: u32, k: u32) -> (u64, u64) {
    let cells = binomial(half, k);
    (cells, cells * WAYS[k as usize & 15] * WAYS[(half - k) as usize & 15] / 512)
}

/// The approximate number of subproblems: a quarter of all R, or half of them for each distance of the middle
/// column's queen.
pub(in crate::queens) fn subproblems(n: u32) -> f64 {
    let half = n / 2;
    let all = binomial(2 * half, half) as f64;
    if n % 2 == 1 { all / 2.0 * f64::from(half.max(2) - 1) } else { all / 4.0 }
}

/// The sum over all R of boards^exponent, times the number of distances of the middle queen for odd N: the time of a
/// count is proportional to it for a suitable exponent.
pub(in crate::queens) fn work(n: u32, exponent: f64) -> f64 {
    let half = n / 2;
    let of_k = |k: u32| {
        let (cells, boards) = boards(half, k);
        // N = 1 has no distances.
        let whole = f64::from(half.max(1));
        let distances = if n % 2 == 1 { (whole - 1.0) * f64::from(k) / whole } else { 1.0 };
        (cells as f64).powi(2) * distances * (1.0 + boards as f64).powf(exponent)
    };
    (0..=half).map(of_k).sum()
}

/// The estimated costs, in nanoseconds, of row sets with 0 to h rows in the north.
pub(super) fn costs(half: u32) -> Vec<u64> {
    let cost = |k: u32| {
        let (cells, boards) = boards(half, k);
        // Making half boards, then joining them: 512 pairs per nanosecond.
        1 + cells + boards + boards * (boards / 512 + 1) / 4
    };
    (0..=half).map(cost).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queens::{Board, halves::Halves};
    use crate::search::{Context, Problem, Workers};
    use crate::simd::Isa;
    use std::collections::BTreeSet;

    #[test]
    fn the_numbering_is_all_allowed_row_sets_in_order() {
        for half in 0..8 {
            for (must, must_not) in [(0, 0), (1, 0), (0, 4), (5, 2)] {
                let full = (1 << half) - 1;
                let (must, must_not) = (must & full, must_not & full);
                let north = |rows: Lines| rows & must == must;
                let south = |rows: Lines| rows & must_not == 0;
                let sets = RowSets::all(half, north, south);
                let codes: Vec<u32> = (0..sets.len()).map(|id| sets.rows(id).code(half)).collect();
                let all = (0..1u32 << (2 * half))
                    .filter(|code| code.count_ones() == half && north(code >> half) && south(code & full));
                assert_eq!(codes, all.collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn about_so_many_subproblems_there_are() {
        let workers = Workers::new(1).unwrap();
        for n in [18, 19, 20, 21] {
            let board = Board::new(n).unwrap();
            let exact =
                Halves::new(&board, Isa::detect(), None, &Context::new(&workers)).unwrap().len() as f64;
            // The term with a queen in the centre is left out.
            assert!((subproblems(n) / exact - 1.0).abs() < 0.07, "N = {n}: {exact}");
        }
    }

    #[test]
    fn classes_cover_every_row_set_once() {
        let group = |north_south, east_west, half_turn| Reflections { north_south, east_west, half_turn };
        let groups = [
            group(true, true, true),
            group(true, false, false),
            group(false, true, false),
            group(false, false, true),
            group(false, false, false),
        ];
        for (half, group) in (0..8).flat_map(|half| groups.map(|group| (half, group))) {
            let all = RowSets::all(half, |_| true, |_| true);
            let expected = all.len();
            let (classes, full) = (all.by_classes(group, &StopFlag::default()), (1 << half) - 1);
            let mut seen = BTreeSet::new();
            for id in 0..classes.len() {
                let rows = classes.rows(id);
                let orbit: BTreeSet<u32> = group.orbit(rows, full).iter().map(|r| r.code(half)).collect();
                assert_eq!(classes.class_size(rows), orbit.len() as u64);
                for code in orbit {
                    assert!(seen.insert(code), "{code:b} is in two classes");
                }
            }
            assert_eq!(seen.len() as u64, expected);
        }
    }

    /// Counts the ways to put queens on the columns of an even board's east, from this column, by their number in the
    /// north.
    fn half_boards(n: u32, column: u32, queens: &mut Vec<(u32, u32)>, found: &mut [u64]) {
        if column == n {
            found[queens.iter().filter(|&&(row, _)| row < n / 2).count()] += 1;
            return;
        }
        for row in 0..n {
            let attacks = |&(r, c): &(u32, u32)| r == row || r.abs_diff(row) == c.abs_diff(column);
            if !queens.iter().any(attacks) {
                queens.push((row, column));
                half_boards(n, column + 1, queens, found);
                queens.pop();
            }
        }
    }

    #[test]
    fn half_boards_are_estimated_within_a_factor_of_four() {
        for half in [5, 6] {
            let mut found = vec![0; half as usize + 1];
            half_boards(2 * half, half, &mut vec![], &mut found);
            for k in 0..=half {
                let (cells, estimated) = boards(half, k);
                let masks = (0..1u32 << half).filter(|mask| mask.count_ones() == k).count();
                assert_eq!(cells, masks as u64);
                let mean = found[k as usize] as f64 / (cells * cells) as f64;
                let ratio = mean / estimated as f64;
                assert!((0.25..4.0).contains(&ratio), "h = {half}, k = {k}: {mean} and not {estimated}");
            }
        }
        // The table ends at h = 15, where one list is nearly empty: 16 C(15, 15) WAYS(15) / 512.
        assert_eq!((boards(15, 15), boards(15, 0)), ((1, 186_562), (1, 186_562)));
    }

    #[test]
    fn work_is_a_sum_over_all_row_sets() {
        assert_eq!(work(1, 0.0), 0.0);
        for half in 1..10 {
            let sets = RowSets::all(half, |_| true, |_| true);
            let in_the_north = |id| sets.rows(id).north.count_ones();
            let counts: Vec<f64> =
                (0..sets.len()).map(in_the_north).map(|k| boards(half, k).1 as f64).collect();
            // With exponent 0 each R counts once; with 1, as its half boards and one more.
            assert_eq!(work(2 * half, 0.0), counts.len() as f64);
            assert_eq!(work(2 * half, 1.0), counts.iter().map(|count| 1.0 + count).sum::<f64>());
            // There are h - 1 distances for k = h and none for k = 0, half as many in the mean.
            let distances = f64::from(half - 1) / 2.0;
            assert!((work(2 * half + 1, 0.0) - distances * counts.len() as f64).abs() < 1e-6, "h = {half}");
        }
    }

    #[test]
    fn costs_grow_with_the_half_boards_and_where_there_are_many_with_the_pairs() {
        for half in 0..=15 {
            let costs = costs(half);
            assert_eq!(costs.len(), half as usize + 1);
            assert!(costs.iter().all(|&cost| cost > 0) && costs.iter().eq(costs.iter().rev()));
        }
        // Six cells of four half boards, sixteen pairs at once.
        assert_eq!(boards(4, 2), (6, 4));
        assert_eq!(costs(4)[2], 1 + 6 + 4 + 1);
        let (_, many) = boards(14, 7);
        let pairs = u128::from(many) * u128::from(many) / 2048;
        let cost = u128::from(costs(14)[7]);
        assert!((pairs..pairs + pairs / 50).contains(&cost), "{cost} for {pairs} times 2048 pairs");
    }
}
