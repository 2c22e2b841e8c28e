//! Drafts of boards with several stars, and of large boards with one: all wrong solutions would be too many to list.
//!
//! ```text
//! solution   random queens, by the search with bounds
//! group      K queens near each other, joined by shortest paths
//! grow       as in other drafts, at speeds from 1 to 64
//! fill       the waiting squares, at random
//! repair     a square of a wrong solution goes to the neighbouring region that allows the fewest known wrong solutions
//! ```
//! On loose boards with several stars, the waiting squares are [holes](super::holes) instead.
//!
//! Wrong solutions are searched for a few at a time. All are kept, because a change may allow them again. A search that
//! takes long ends the draft.

use super::bounds::Bounds;
use super::draft::{Workshop, limited};
use super::grid::{Grid, NO_REGION};
use super::holes::Holed;
use super::squares::Squares;
use std::ops::ControlFlow::Break;

/// Random searches for the solution, and the nodes of each.
const SOLUTIONS: u32 = 100;
const SOLUTION_NODES: u64 = 1000;
/// Exchanges of queens between groups.
const EXCHANGES: u32 = 20_000;
/// Changes after which a draft is given up.
const CHANGES: usize = 2000;
/// Wrong solutions searched for at a time.
const AT_A_TIME: usize = 4;

/// A wrong solution.
#[derive(Clone, Copy)]
pub(super) struct Wrong<const W: usize> {
    pub(super) queens: Squares<W>,
    /// The queens in each region beyond its needs; squares without a region do not count.
    excess: [i8; super::LARGEST_BOARD as usize],
}

impl<const W: usize> Wrong<W> {
    /// A solution of the present regions.
    pub(super) fn new(queens: Squares<W>) -> Self {
        Wrong { queens, excess: [0; _] }
    }

    /// Moves a square to another region.
    pub(super) fn recolour(&mut self, square: usize, own: u8, region: u8) {
        if self.queens.contains(square) {
            for (region, change) in [(own, -1), (region, 1)] {
                if let Some(excess) = self.excess.get_mut(usize::from(region)) {
                    *excess += change;
                }
            }
        }
    }

    /// Whether it is a solution of the present regions.
    fn is_allowed(&self) -> bool {
        self.excess.iter().all(|&excess| excess == 0)
    }

    /// Whether it is a solution once a square has moved to another region.
    pub(super) fn is_allowed_after(&self, square: usize, own: u8, region: u8) -> bool {
        let mut changed = *self;
        changed.recolour(square, own, region);
        changed.is_allowed()
    }
}

impl<const W: usize> Workshop<'_, W> {
    /// Gives all squares regions, with this solution and no other that is known.
    pub(super) fn draft_by_repair(&mut self, grid: &mut Grid<W>) -> Option<Squares<W>> {
        let (solution, left) = self.grow_groups(grid)?;
        if grid.is_loose() {
            Holed::new(self, grid, &solution, left).settle()?;
        } else {
            self.fill_at_random(grid, left);
            self.repair(grid, &solution)?;
        }
        Some(solution)
    }

    /// Grows regions around groups of a solution's queens. Returns the solution and the squares that are left.
    pub(super) fn grow_groups(&mut self, grid: &mut Grid<W>) -> Option<(Squares<W>, Vec<usize>)> {
        let solution = self.random_solution()?;
        let groups = self.groups(&solution);
        grid.join(&solution, &groups)?;
        // The paths may allow another solution, which no later change of a loose board would end.
        if grid.is_loose() && self.solutions(grid, &grid.start(), 2, u64::MAX).0.len() > 1 {
            return None;
        }
        let left = self.grow(grid, |random| 1 << random.below(7), 64);
        Some((solution, left))
    }

    /// Random queens that rows and columns alone allow.
    fn random_solution(&mut self) -> Option<Squares<W>> {
        let lines = self.rows.lines(&self.rows.start());
        for _ in 0..SOLUTIONS {
            let mut found = None;
            let visit = &mut |rows: &[u32]| {
                found = Some(self.rows.squares(rows));
                Break(())
            };
            let mut bounds = Bounds::new(self.rows.size, self.rows.stars, &self.rows.homes);
            let is_stopped = limited(SOLUTION_NODES, self.is_stopped);
            let _ = bounds.explore(lines, &mut Some(&mut self.random), &is_stopped, visit);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The queens, K at a time near each other: in bands of rows from side to side, then exchanged in pairs.
    fn groups(&mut self, solution: &Squares<W>) -> Vec<usize> {
        let (homes, size, stars) = (&self.rows.homes, self.rows.size, usize::from(self.rows.stars));
        let height = 1 + self.random.below(4);
        let mut queens: Vec<usize> = vec![];
        for band in 0..size.div_ceil(height) {
            for column in (0..size).map(|column| if band % 2 == 0 { column } else { size - 1 - column }) {
                let rows = band * height..size.min((band + 1) * height);
                queens.extend(rows.map(|row| row * size + column).filter(|&at| solution.contains(at)));
            }
        }
        let spread = |queens: &[usize], one: usize| -> u32 {
            let [row, column, _] = homes[queens[one]];
            let group = &queens[one / stars * stars..][..stars];
            let distance = |&other: &usize| {
                u32::from(homes[other][0].abs_diff(row)) + u32::from(homes[other][1].abs_diff(column))
            };
            group.iter().map(|other| distance(other).pow(2)).sum()
        };
        for _ in 0..EXCHANGES {
            let [a, b] = [(); 2].map(|()| self.random.below(queens.len()));
            let before = spread(&queens, a) + spread(&queens, b);
            queens.swap(a, b);
            if spread(&queens, a) + spread(&queens, b) > before {
                queens.swap(a, b);
            }
        }
        queens
    }

    fn fill_at_random(&mut self, grid: &mut Grid<W>, mut left: Vec<usize>) {
        while !left.is_empty() {
            let at = self.random.below(left.len());
            if let (regions, count @ 1..) = grid.neighbours(left[at]) {
                grid.recolour(left.swap_remove(at), regions[self.random.below(count)]);
            }
        }
    }

    /// Changes regions until no wrong solution is left. `None` if stuck or if a search takes too long.
    fn repair(&mut self, grid: &mut Grid<W>, solution: &Squares<W>) -> Option<()> {
        let mut pool: Vec<Wrong<W>> = vec![];
        // The change before which a square keeps its region.
        let mut kept = vec![0; grid.homes.len()];
        for change in 0..CHANGES {
            let mut allowed: Vec<usize> = (0..pool.len()).filter(|&wrong| pool[wrong].is_allowed()).collect();
            if allowed.is_empty() {
                let (found, complete) = self.solutions(grid, &grid.start(), AT_A_TIME, self.most_nodes);
                let wrong = found.into_iter().filter(|queens| queens != solution);
                let known = pool.len();
                pool.extend(wrong.map(Wrong::new));
                allowed = (known..pool.len()).collect();
                if allowed.is_empty() {
                    return complete.then_some(());
                }
            }
            let one = pool[allowed[self.random.below(allowed.len())]].queens.without(solution);
            let (square, region) = self
                .repair_of(grid, &pool, one, |square| kept[square] <= change)
                .or_else(|| self.repair_of(grid, &pool, one, |_| true))?;
            let own = grid.homes[square][2];
            grid.recolour(square, region);
            pool.iter_mut().for_each(|wrong| wrong.recolour(square, own, region));
            kept[square] = change + 5 + self.random.below(10);
        }
        None
    }

    /// The change of one of these squares that allows the fewest known wrong solutions.
    fn repair_of(
        &mut self,
        grid: &Grid<W>,
        pool: &[Wrong<W>],
        squares: Squares<W>,
        is_free: impl Fn(usize) -> bool,
    ) -> Option<(usize, u8)> {
        let mut changes = vec![];
        for square in squares.filter(|&square| is_free(square) && grid.stays_connected(square)) {
            let own = grid.homes[square][2];
            let (regions, count) = grid.neighbours(square);
            for &region in &regions[..count] {
                let allowed = pool.iter().filter(|wrong| wrong.is_allowed_after(square, own, region)).count();
                changes.push((allowed, self.random.word(), square, region));
            }
        }
        changes.into_iter().min().map(|(_, _, square, region)| (square, region))
    }
}

impl<const W: usize> Grid<W> {
    /// Gives each group of K queens a region, and joins them by shortest paths through unassigned squares. `None` if one is
    /// shut in.
    pub(super) fn join(&mut self, solution: &Squares<W>, groups: &[usize]) -> Option<()> {
        let stars = usize::from(self.stars);
        let groups = || (0..).zip(groups.chunks(stars));
        groups().for_each(|(region, group)| self.recolour(group[0], region));
        for (region, group) in groups() {
            while group.iter().any(|&queen| self.homes[queen][2] == NO_REGION) {
                let mut reached: Vec<usize> = self.units[2][usize::from(region)].collect();
                let mut from = vec![usize::MAX; self.homes.len()];
                let (mut next, mut end) = (0, None);
                while end.is_none() {
                    let square = *reached.get(next)?;
                    next += 1;
                    for side in self.sides(square).filter(|&side| self.homes[side][2] == NO_REGION) {
                        let is_own = group.contains(&side);
                        if from[side] == usize::MAX && (is_own || !solution.contains(side)) {
                            from[side] = square;
                            reached.push(side);
                            end = end.or(is_own.then_some(side));
                        }
                    }
                }
                let mut square = end?;
                while self.homes[square][2] != region {
                    self.recolour(square, region);
                    square = from[square];
                }
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regions::{Board, backtrack};

    impl<const W: usize> Workshop<'_, W> {
        /// A board filled at random around groups of a solution's queens.
        pub(in super::super) fn sketch(&mut self) -> Option<Grid<W>> {
            let mut grid = self.rows.clone();
            grid.clear_regions();
            let solution = self.random_solution()?;
            let groups = self.groups(&solution);
            grid.join(&solution, &groups)?;
            let left = (0..grid.homes.len()).filter(|&square| grid.homes[square][2] == NO_REGION).collect();
            self.fill_at_random(&mut grid, left);
            Some(grid)
        }
    }

    #[test]
    fn a_search_that_was_given_up_is_not_a_proof() {
        let (mut drafts, mut seen_one) = (0, 0);
        for (size, stars) in [(8, 2), (9, 2), (10, 2), (12, 3)] {
            let rows = Grid::<3>::new(&Board::without_regions(size, stars).unwrap());
            for seed in 0..60 {
                let mut workshop = Workshop::new(rows.clone(), seed, (None, u32::MAX), &|| false);
                workshop.most_nodes = 1 + seed % 12;
                let Some(mut grid) = workshop.sketch() else { continue };
                let (two, _) = workshop.solutions(&grid, &grid.start(), 2, u64::MAX);
                let limits = 1..100;
                // A limit at which the search has seen one of several solutions.
                let limit = limits.into_iter().find(|&limit| {
                    let (found, is_enough) = workshop.solutions(&grid, &grid.start(), 2, limit);
                    two.len() == 2 && !is_enough && found == two[..1]
                });
                if let Some(limit) = limit {
                    seen_one += 1;
                    workshop.most_nodes = limit;
                    let repaired = workshop.repair(&mut grid, &two[0]);
                    assert!(repaired.is_none() || backtrack::count(&grid.board().unwrap(), 2) == 1);
                }
                if let Some((grid, _)) = workshop.draft() {
                    drafts += 1;
                    assert_eq!(backtrack::count(&grid.board().unwrap(), 2), 1);
                }
            }
        }
        assert!(drafts > 10 && seen_one > 10, "{drafts} {seen_one}");
    }
}
