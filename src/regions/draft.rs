//! One draft of a puzzle: a random solution, and regions that grow around its queens while it stays the only solution.
//!
//! ```text
//! solution   random queens, most constrained row or column first
//! grow       square by square, each region at a random speed; a square that would allow a second solution waits
//! fill       the waiting squares, each into the region that allows the fewest wrong solutions; all of these are kept
//! mend       a square of a wrong solution goes to a neighbouring region if that ends more of them than it allows
//! ```
//! A square that changes its region ends exactly those wrong solutions that use it, and all new wrong solutions use it
//! too. So a search with a queen on that square keeps the list of wrong solutions complete, at a few branches per
//! change. A draft is given up if the list grows long or no change shortens it. A complete search at the end is the
//! proof.

use super::Board;
use super::grid::{Grid, NO_REGION, State};
use super::squares::Squares;
use crate::Error;
use crate::random::Random;
use std::ops::ControlFlow::{self, Break, Continue};

/// The number of wrong solutions at which a draft is given up.
const MOST_WRONG: usize = 64;
/// The number of changes after which a draft is given up.
const MOST_CHANGES: usize = 100;
/// Random queens placed before the solution is restarted.
const MOST_QUEENS: u32 = 10_000;
/// Regions grow at speeds from 1 to this.
const SPEEDS: usize = 8;

/// The workspace for the drafts of one puzzle.
pub(super) struct Workshop<'a, const W: usize> {
    /// The board whose regions are its rows.
    rows: Grid<W>,
    random: Random,
    /// The most regions of one square.
    single_squares: u32,
    is_stopped: &'a dyn Fn() -> bool,
}

impl<'a, const W: usize> Workshop<'a, W> {
    pub(super) fn new(
        rows: Grid<W>,
        seed: u64,
        single_squares: u32,
        is_stopped: &'a dyn Fn() -> bool,
    ) -> Self {
        Workshop { rows, random: Random::new(seed), single_squares, is_stopped }
    }

    /// A board with exactly one solution, and this solution, unless the attempt fails. Invalid once stopped.
    pub(super) fn draft(&mut self) -> Option<(Grid<W>, Squares<W>)> {
        let mut queens_left = MOST_QUEENS;
        let solution = self.solution(self.rows.start(), &mut queens_left)?;
        let mut grid = self.rows.clone();
        grid.clear_regions();
        self.seed_regions(&mut grid, &solution)?;
        // Paths between the queens of a region may allow other solutions already.
        let mut wrong = self.solutions(&grid, &grid.start(), MOST_WRONG)?;
        wrong.retain(|queens| *queens != solution);
        let waiting = self.grow(&mut grid);
        self.fill(&mut grid, waiting, &mut wrong)?;
        if grid.singles() > self.single_squares {
            return None;
        }
        self.mend(&mut grid, &solution, wrong)?;
        let proved = self.solutions(&grid, &grid.start(), 2)?;
        (proved == [solution]).then_some((grid, solution))
    }

    /// Random queens that rows and columns alone allow. `None` after too many attempts.
    fn solution(&mut self, mut state: State<W>, queens_left: &mut u32) -> Option<Squares<W>> {
        loop {
            let tight = self.rows.force(&mut state).ok()?;
            let Some(mut choice) = tight.or_else(|| self.rows.most_constrained(&state)) else {
                return Some(state.queens);
            };
            *queens_left = queens_left.checked_sub(1)?;
            let skipped = self.random.below(choice.len() as usize);
            let square = choice.nth(skipped)?;
            let mut with = state;
            self.rows.place(&mut with, square);
            let solution = self.solution(with, queens_left);
            if solution.is_some() {
                return solution;
            }
            state.free.remove(square);
        }
    }

    /// Gives each region its queens, near each other, and a path between them. `None` if a region is shut in.
    fn seed_regions(&mut self, grid: &mut Grid<W>, solution: &Squares<W>) -> Option<()> {
        let mut left: Vec<usize> = solution.collect();
        let mut groups = vec![];
        let distance = |homes: &[[u8; 3]], a: usize, b: usize| {
            homes[a][0].abs_diff(homes[b][0]) + homes[a][1].abs_diff(homes[b][1])
        };
        while !left.is_empty() {
            let mut group = vec![left.swap_remove(self.random.below(left.len()))];
            while group.len() < usize::from(grid.stars) {
                let to_group =
                    |&at: &usize| group.iter().map(|&queen| distance(&grid.homes, queen, left[at])).min();
                let nearest = (0..left.len()).min_by_key(to_group)?;
                group.push(left.swap_remove(nearest));
            }
            grid.recolour(group[0], groups.len() as u8);
            groups.push(group);
        }
        for (region, group) in groups.iter().enumerate() {
            for &queen in &group[1..] {
                if grid.homes[queen][2] == NO_REGION {
                    connect(grid, solution, region as u8, queen)?;
                }
            }
        }
        Some(())
    }

    /// Gives unassigned squares to neighbouring regions, at random, as long as no wrong solution uses them. Returns the
    /// squares that are left.
    fn grow(&mut self, grid: &mut Grid<W>) -> Vec<usize> {
        let speeds: Vec<usize> = (0..grid.size).map(|_| 1 + self.random.below(SPEEDS)).collect();
        let mut left: Vec<usize> =
            (0..grid.homes.len()).filter(|&at| grid.homes[at][2] == NO_REGION).collect();
        // Regions that would allow a wrong solution with a square, a bit per region. They only grow, so they always
        // will.
        let mut refused = vec![0u32; grid.homes.len()];
        let mut growing = true;
        while growing {
            growing = false;
            self.shuffle(&mut left);
            left.retain(|&square| {
                let (regions, count) = grid.neighbours(square);
                if regions[..count].iter().all(|&region| refused[square] >> region & 1 == 1) {
                    return true;
                }
                growing = true;
                let region = regions[self.random.below(count)];
                if refused[square] >> region & 1 == 1
                    || self.random.below(SPEEDS) >= speeds[usize::from(region)]
                {
                    return true;
                }
                let allowed = self.recolour(grid, square, region, 1);
                if !allowed.is_empty() {
                    refused[square] |= 1 << region;
                    grid.recolour(square, NO_REGION);
                }
                !allowed.is_empty()
            });
        }
        left
    }

    /// Gives the remaining squares to the neighbouring regions that allow the fewest wrong solutions. `None` once there
    /// are too many.
    fn fill(&mut self, grid: &mut Grid<W>, mut left: Vec<usize>, wrong: &mut Vec<Squares<W>>) -> Option<()> {
        while !left.is_empty() {
            self.shuffle(&mut left);
            left.retain(|&square| {
                let (regions, count) = grid.neighbours(square);
                let mut allowed = |region| self.recolour(grid, square, region, MOST_WRONG);
                let fewest = regions[..count].iter().map(|&region| (allowed(region), region));
                let Some((allowed, region)) = fewest.min_by_key(|(allowed, _)| allowed.len()) else {
                    return true; // a later round has neighbours for it
                };
                grid.recolour(square, region);
                wrong.extend(allowed);
                false
            });
            if wrong.len() >= MOST_WRONG {
                return None;
            }
        }
        Some(())
    }

    /// Changes the regions of squares until no wrong solution is left. `None` if stuck.
    fn mend(&mut self, grid: &mut Grid<W>, solution: &Squares<W>, mut wrong: Vec<Squares<W>>) -> Option<()> {
        for _ in 0..MOST_CHANGES {
            if wrong.is_empty() {
                return Some(());
            }
            let (square, region, allowed) = self.best_change(grid, solution, &wrong)?;
            grid.recolour(square, region);
            wrong.retain(|queens| !queens.contains(square));
            wrong.extend(allowed);
            if wrong.len() >= MOST_WRONG {
                return None;
            }
        }
        None
    }

    /// A square of a random wrong solution, its new region and the wrong solutions that the change allows. Takes the
    /// first change that allows fewer than it ends, otherwise one that allows no more. Squares of most wrong solutions
    /// come first.
    fn best_change(
        &mut self,
        grid: &mut Grid<W>,
        solution: &Squares<W>,
        wrong: &[Squares<W>],
    ) -> Option<(usize, u8, Vec<Squares<W>>)> {
        let one = wrong[self.random.below(wrong.len())];
        let uses = |square| wrong.iter().filter(|queens| queens.contains(square)).count();
        let mut squares: Vec<(usize, u64, usize)> =
            one.without(solution).map(|square| (uses(square), self.random.next(), square)).collect();
        squares.sort_unstable_by(|a, b| b.cmp(a));
        let mut level = None;
        for (ended, _, square) in squares {
            let own = grid.homes[square][2];
            let shrinks_to_one = grid.units[2][usize::from(own)].len() == 2;
            if !grid.stays_connected(square) || shrinks_to_one && grid.singles() >= self.single_squares {
                continue;
            }
            let (regions, count) = grid.neighbours(square);
            for &region in &regions[..count] {
                let allowed = self.recolour(grid, square, region, ended + 1);
                grid.recolour(square, own);
                if allowed.len() < ended {
                    return Some((square, region, allowed));
                } else if allowed.len() == ended && level.is_none() {
                    level = Some((square, region, allowed));
                }
            }
        }
        level
    }

    /// Moves a square to a region. Returns the solutions with a queen there, up to `most`.
    fn recolour(&self, grid: &mut Grid<W>, square: usize, region: u8, most: usize) -> Vec<Squares<W>> {
        grid.recolour(square, region);
        let mut state = grid.start();
        grid.place(&mut state, square);
        self.solutions(grid, &state, most).unwrap_or_default()
    }

    /// The solutions below a state, up to `most`. `None` once stopped.
    fn solutions(&self, grid: &Grid<W>, state: &State<W>, most: usize) -> Option<Vec<Squares<W>>> {
        let mut found = vec![];
        let visit = &mut |queens: &Squares<W>| -> ControlFlow<()> {
            found.push(*queens);
            if found.len() < most { Continue(()) } else { Break(()) }
        };
        let ended = grid.explore(state, &self.is_stopped, visit);
        (ended.is_continue() || found.len() == most).then_some(found)
    }

    fn shuffle(&mut self, squares: &mut [usize]) {
        for last in (1..squares.len()).rev() {
            squares.swap(last, self.random.below(last + 1));
        }
    }
}

impl<const W: usize> Grid<W> {
    /// The board, its regions numbered in reading order.
    pub(super) fn board(&self) -> Result<Board, Error> {
        let mut names = vec![NO_REGION; self.size];
        let mut next = 0;
        let region = |home: &[u8; 3]| {
            let name = &mut names[usize::from(home[2])];
            if *name == NO_REGION {
                *name = next;
                next += 1;
            }
            *name
        };
        let regions = self.homes.iter().map(region).collect();
        Board::new(self.size as u32, u32::from(self.stars), regions)
    }

    /// The number of regions of one square.
    fn singles(&self) -> u32 {
        self.units[2].iter().filter(|region| region.len() == 1).count() as u32
    }

    /// The other regions beside a square, and their number.
    fn neighbours(&self, square: usize) -> ([u8; 4], usize) {
        let mut regions = [NO_REGION; 4];
        let mut count = 0;
        for side in self.sides(square) {
            let region = self.homes[side][2];
            if region != NO_REGION && region != self.homes[square][2] && !regions[..count].contains(&region) {
                regions[count] = region;
                count += 1;
            }
        }
        (regions, count)
    }

    /// Whether the region of a square is still connected, and not empty, without it.
    fn stays_connected(&self, square: usize) -> bool {
        let region = self.homes[square][2];
        let mut unseen = self.units[2][usize::from(region)];
        unseen.remove(square);
        let Some(first) = unseen.first() else { return false };
        unseen.remove(first);
        let mut reached = vec![first];
        while let Some(square) = reached.pop() {
            for side in self.sides(square) {
                if unseen.contains(side) {
                    unseen.remove(side);
                    reached.push(side);
                }
            }
        }
        unseen.is_empty()
    }
}

/// Gives a region the squares of a shortest path to one of its queens, through unassigned squares.
fn connect<const W: usize>(
    grid: &mut Grid<W>,
    solution: &Squares<W>,
    region: u8,
    queen: usize,
) -> Option<()> {
    let mut reached: Vec<usize> = grid.units[2][usize::from(region)].collect();
    let mut from = vec![usize::MAX; grid.homes.len()];
    let mut next = 0;
    while from[queen] == usize::MAX {
        let square = *reached.get(next)?;
        next += 1;
        for side in grid.sides(square) {
            let passable = side == queen || grid.homes[side][2] == NO_REGION && !solution.contains(side);
            if passable && from[side] == usize::MAX {
                from[side] = square;
                reached.push(side);
            }
        }
    }
    let mut square = queen;
    while grid.homes[square][2] != region {
        grid.recolour(square, region);
        square = from[square];
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_list_of_wrong_solutions_is_complete_after_growing() {
        let mut lists = 0;
        for (size, stars) in [(6, 1), (8, 1), (10, 1), (8, 2), (10, 2)] {
            let rows = Grid::<2>::new(&Board::without_regions(size, stars).unwrap());
            for seed in 0..30 {
                let mut workshop = Workshop::new(rows.clone(), seed, u32::MAX, &|| false);
                let solution = workshop.solution(rows.start(), &mut { MOST_QUEENS }).unwrap();
                let mut grid = rows.clone();
                grid.clear_regions();
                if workshop.seed_regions(&mut grid, &solution).is_none() {
                    continue;
                }
                let mut list = workshop.solutions(&grid, &grid.start(), MOST_WRONG).unwrap();
                let left = workshop.grow(&mut grid);
                if list.len() < MOST_WRONG && workshop.fill(&mut grid, left, &mut list).is_some() {
                    let expected = workshop.solutions(&grid, &grid.start(), usize::MAX).unwrap();
                    assert_eq!(list.len(), expected.len(), "no solution is listed twice");
                    let sorted = |list: &[Squares<2>]| -> HashSet<Vec<usize>> {
                        list.iter().map(|queens| queens.collect()).collect()
                    };
                    assert_eq!(sorted(&list), sorted(&expected));
                    lists += usize::from(list.len() > 1);
                }
            }
        }
        assert!(lists > 50, "{lists}");
    }
}
