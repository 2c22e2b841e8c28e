//! Quadrant lists: all ways to put non-attacking queens on given rows of a quadrant.
//!
//! A list is grouped by the queens' column sets, because a north and a south quadrant make a half board only if their
//! columns are complementary. The sets of k columns are numbered in increasing order of their masks (colexicographic
//! rank). The complement of number c of C is number C - 1 - c, so that the partner of a north group is found without
//! a look-up.
//!
//! If the long diagonal is not a bit of the masks (`term`), a list has two parts: the placements that leave it
//! empty, and the ones that occupy it. A list for rows r is made from the list for r without its highest row, so that
//! all 2^h lists cost about one step per placement: 119,000 placements for h = 8, 915,442 for h = 9, and 7.7 times
//! more for each further h. 10 bytes per placement.

use super::geometry::{Geometry, Lines};
use super::row_sets;
use crate::simd::sets::{Grouped, PADDING};
use rayon::prelude::*;

/// The usable squares of a quadrant: the columns of each row; and for odd N the squares of the middle row that belong
/// to this quadrant, 0 for none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Squares {
    pub rows: Vec<Lines>,
    /// Bit b - 1 for distance b; unless 0, exactly one queen is there.
    pub middle: Lines,
}

impl Squares {
    /// All squares that are `allowed(i, j)`, and none of the middle row.
    pub fn new(half: u32, allowed: impl Fn(u32, u32) -> bool) -> Self {
        let row = |j| (0..half).filter(|&i| allowed(i, j)).map(|i| 1 << i).sum();
        Squares { rows: (0..half).map(row).collect(), middle: 0 }
    }
}

/// The lowest bit of the tag, which is the distance less one of the used square of the middle row. (Not for h = 15,
/// which needs all bits.)
const TAG: u32 = 60;

/// The tag as part of a mask.
pub(super) fn tag(distance_less_one: u32) -> u64 {
    u64::from(distance_less_one) << TAG
}

/// A quadrant list, grouped by column sets: part 0 has the long diagonal empty (or holds all masks, if that does not
/// matter), part 1 occupied.
#[derive(Debug, Default, Clone)]
pub(super) struct Quadrant {
    /// The masks by part, in the order of their ranks, and [`PADDING`] zeros, so that whole vectors can be read.
    pub masks: [Vec<u64>; 2],
    /// The rank of each mask's column set, by part.
    rank: [Vec<u16>; 2],
    /// The masks of rank c in part p are `starts[c][p]..starts[c + 1][p]`.
    starts: Vec<[u32; 2]>,
    /// The length of the longest part of a group.
    longest: u32,
}

impl Quadrant {
    pub fn view(&self) -> Grouped<'_, u64> {
        self.with(self.masks.each_ref().map(Vec::as_slice))
    }

    /// The list with these masks in place of its own.
    pub fn with<'a>(&'a self, masks: [&'a [u64]; 2]) -> Grouped<'a, u64> {
        let Quadrant { rank, starts, longest, .. } = self;
        Grouped { words: masks, group: rank.each_ref().map(Vec::as_slice), starts, longest: *longest }
    }

    pub fn bytes(&self) -> u64 {
        let [masks, ranks] = [self.masks.each_ref().map(Vec::len), self.rank.each_ref().map(Vec::len)];
        (8 * masks.iter().sum::<usize>() + 2 * ranks.iter().sum::<usize>() + 8 * self.starts.len()) as u64
    }
}

/// A placement in a list under construction.
#[derive(Debug, Clone, Copy, Default)]
struct Placement {
    /// Bits of [`Geometry`], north-east.
    mask: u64,
    columns: Lines,
    /// Occupied diagonals of the quadrant: bit i - j + h - 1.
    differences: u32,
    sums: u32,
}

/// Extends each placement by each of the queens on its free columns.
fn extended(
    list: &[Placement],
    queens: &[Placement; 16],
    free: impl Fn(&Placement) -> Lines,
    longer: &mut Vec<Placement>,
) {
    longer.clear();
    longer.reserve(list.len() * 4);
    for p in list {
        let mut free = free(p);
        while free != 0 {
            let queen = &queens[free.trailing_zeros() as usize & 15];
            free &= free - 1;
            longer.push(Placement {
                mask: p.mask | queen.mask,
                columns: p.columns | queen.columns,
                differences: p.differences | queen.differences,
                sums: p.sums | queen.sums,
            });
        }
    }
}

/// Builds the lists of one set of squares.
#[derive(Debug)]
pub(super) struct Builder {
    geometry: Geometry,
    squares: Squares,
    /// Whether lists have two parts, by the long diagonal.
    split: bool,
    /// The rank of each column set among the sets of its size.
    rank: Vec<u16>,
    /// The number of sets of each size.
    sets: Vec<u32>,
}

impl Builder {
    pub fn new(geometry: Geometry, squares: Squares, split: bool) -> Self {
        let mut sets = vec![0; geometry.half as usize + 2];
        let rank = (0..=geometry.full()).map(|columns| {
            let next = &mut sets[columns.count_ones() as usize];
            *next += 1;
            (*next - 1) as u16
        });
        Builder { geometry, squares, split, rank: rank.collect(), sets }
    }

    pub fn list(&self, rows: Lines) -> Quadrant {
        let mut list = Quadrant::default();
        self.sort(&self.placements(rows), rows, &mut list);
        list
    }

    fn placements(&self, rows: Lines) -> Vec<Placement> {
        let (mut placements, mut longer) = (vec![Placement::default()], Vec::new());
        for row in (0..self.geometry.half).filter(|row| rows >> row & 1 == 1) {
            self.extend(&placements, row, &mut longer);
            std::mem::swap(&mut placements, &mut longer);
        }
        placements
    }

    /// Makes the lists of all row sets in parallel. Each task adds its lists to a value made by `new` for at most about
    /// this many placements.
    pub fn each<T: Send>(
        &self,
        new: impl Fn(usize) -> T + Sync,
        add: impl Fn(&mut T, Lines, &Quadrant) + Sync,
    ) -> Vec<T> {
        // A task is a set of low rows; it visits all sets of rows with this low part.
        let low_rows = self.geometry.half.min(6);
        let branch = |low: Lines| {
            let others = self.geometry.half - low_rows;
            let mut lists = new(row_sets::placements(self.geometry.half, low.count_ones(), others) as usize);
            // The memory is used again at each depth, and by each list.
            let mut room = vec![Vec::new(); others as usize + 1];
            room[0] = self.placements(low);
            let mut list = Quadrant::default();
            self.descend(&mut room, &mut list, low, low_rows, &mut |rows, list| add(&mut lists, rows, list));
            lists
        };
        (0..1 << low_rows).into_par_iter().with_max_len(1).map(branch).collect()
    }

    /// Visits `rows`, whose placements come first in `room`, and all its extensions by rows from `next`.
    fn descend(
        &self,
        room: &mut [Vec<Placement>],
        list: &mut Quadrant,
        rows: Lines,
        next: u32,
        visit: &mut impl FnMut(Lines, &Quadrant),
    ) {
        let Some((placements, deeper)) = room.split_first_mut() else { return };
        self.sort(placements, rows, list);
        visit(rows, list);
        for row in next..self.geometry.half {
            self.extend(placements, row, &mut deeper[0]);
            self.descend(deeper, list, rows | 1 << row, row + 1, visit);
        }
    }

    /// Puts a queen on `row` in all ways.
    fn extend(&self, list: &[Placement], row: u32, longer: &mut Vec<Placement>) {
        let (h, allowed) = (self.geometry.half, self.squares.rows[row as usize]);
        let queens = std::array::from_fn(|i| {
            let i = i as u32;
            Placement {
                mask: self.geometry.square(i, row),
                columns: 1 << i,
                differences: 1 << (i + h - 1 - row),
                sums: 1 << (i + row),
            }
        });
        let free =
            |p: &Placement| allowed & !p.columns & !(p.differences >> (h - 1 - row)) & !(p.sums >> row);
        extended(list, &queens, free, longer);
    }

    /// Puts a queen on the middle row, which is row -1 of the quadrant: it attacks along diagonals like any other.
    fn extend_to_middle(&self, list: &[Placement]) -> Vec<Placement> {
        use super::geometry::Diagonal::{U, V};
        let h = self.geometry.half;
        let queens = std::array::from_fn(|i| {
            let b = i as i32 + 1;
            let tag = if h < 15 { tag(i as u32) } else { 0 };
            let mask = self.geometry.bit(U, b) | self.geometry.bit(V, -b) | tag;
            // Its diagonals do not matter: no row follows.
            Placement { mask, columns: 1 << i, ..Placement::default() }
        });
        // Column i of row -1: i - j = i + 1 and i + j = i - 1.
        let free = |p: &Placement| self.squares.middle & !p.columns & !(p.differences >> h) & !(p.sums << 1);
        let mut longer = Vec::new();
        extended(list, &queens, free, &mut longer);
        longer
    }

    /// Groups the placements by column sets: a counting sort.
    fn sort(&self, list: &[Placement], rows: Lines, sorted: &mut Quadrant) {
        if self.squares.middle == 0 {
            self.group(list, rows.count_ones(), sorted);
        } else {
            self.group(&self.extend_to_middle(list), rows.count_ones() + 1, sorted);
        }
    }

    fn group(&self, list: &[Placement], queens: u32, sorted: &mut Quadrant) {
        let cells = self.sets[queens as usize] as usize;
        let long = if self.split { self.geometry.centre() } else { 0 };
        let part = |p: &Placement| usize::from(p.mask & long != 0);
        let rank = |p: &Placement| self.rank[p.columns as usize];
        let Quadrant { masks, rank: ranks, starts, longest } = sorted;
        starts.clear();
        starts.resize(cells + 1, [0; 2]);
        for p in list {
            starts[usize::from(rank(p)) + 1][part(p)] += 1;
        }
        *longest = starts.iter().flatten().copied().max().unwrap_or(0);
        for c in 0..cells {
            let [first, second] = starts[c];
            starts[c + 1][0] += first;
            starts[c + 1][1] += second;
        }
        let size = starts[cells].map(|size| size as usize);
        for part in 0..2 {
            masks[part].clear();
            masks[part].resize(size[part] + PADDING, 0);
            ranks[part].resize(size[part], 0);
        }
        let mut next = starts.clone();
        for p in list {
            let (part, rank) = (part(p), rank(p));
            let place = &mut next[usize::from(rank)][part];
            masks[part][*place as usize] = p.mask & !long;
            ranks[part][*place as usize] = rank;
            *place += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All placements on the rows by plain search, as masks.
    fn plain(g: &Geometry, squares: &Squares, rows: Lines, chosen: &mut Vec<(u32, u32)>, out: &mut Vec<u64>) {
        let Some(j) = (0..g.half).find(|j| rows >> j & 1 == 1) else {
            out.push(chosen.iter().map(|&(i, j)| g.square(i, j)).fold(0, |a, b| a | b));
            return;
        };
        for i in (0..g.half).filter(|i| squares.rows[j as usize] >> i & 1 == 1) {
            if chosen.iter().all(|&(x, y)| x != i && x.abs_diff(i) != y.abs_diff(j)) {
                chosen.push((i, j));
                plain(g, squares, rows & !(1 << j), chosen, out);
                chosen.pop();
            }
        }
    }

    #[test]
    fn lists_are_what_a_plain_search_finds() {
        for n in [8, 9, 10, 11] {
            let g = Geometry::new(n);
            for squares in
                [Squares::new(g.half, |_, _| true), Squares::new(g.half, |i, j| i != j && i + j != 2)]
            {
                let builder = Builder::new(g, squares.clone(), n % 2 == 0);
                let add = |all: &mut Vec<_>, rows: Lines, list: &Quadrant| all.push((rows, list.clone()));
                let mut all = builder.each(Vec::with_capacity, add).concat();
                all.sort_by_key(|&(rows, _)| rows);
                assert!(all.iter().map(|&(rows, _)| rows).eq(0..1 << g.half));
                for (rows, list) in all {
                    let long = if n % 2 == 0 { g.centre() } else { 0 };
                    let lists = list.masks.each_ref().map(|m| &m[..m.len() - PADDING]);
                    let mut found: Vec<u64> = lists.concat();
                    let mut expected = Vec::new();
                    plain(&g, &squares, rows, &mut Vec::new(), &mut expected);
                    let empty = expected.iter().filter(|&m| m & long == 0).count();
                    assert_eq!(lists[0].len(), empty);
                    expected.iter_mut().for_each(|m| *m &= !long);
                    expected.sort_unstable();
                    found.sort_unstable();
                    assert_eq!(found, expected);
                    assert_eq!(builder.list(rows).masks, list.masks);
                }
            }
        }
    }
}
