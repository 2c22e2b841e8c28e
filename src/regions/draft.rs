//! One draft of a puzzle: a random solution, and regions that grow around its queens while it stays the only solution.
//! This is how it goes with one star on boards of up to 16 rows; others are drafted [by repair](super::repair).
//!
//! ```text
//! solution   random queens, most constrained row or column first
//! grow       square by square, each region at a random speed; a square that would allow a second solution waits
//! fill       the waiting squares, each into the region that allows the fewest wrong solutions; all of these are kept
//! mend       a square of a wrong solution goes to a neighbouring region if that ends more of them than it allows
//! walk       random squares change their regions until the level and the number of single squares are the wanted ones
//! ```
//! A square that changes its region ends exactly those wrong solutions that use it, and all new wrong solutions use it
//! too. So a search with a queen on that square keeps the list of wrong solutions complete, at a few branches per
//! change. A draft is given up if the list grows long or no change shortens it. A complete search at the end is the
//! proof.

use super::Board;
use super::deduce::{HARDEST, Logic};
use super::grid::{Grid, NO_REGION, State};
use super::squares::Squares;
use crate::Error;
use crate::base::random::Random;
use std::cell::Cell;
use std::ops::ControlFlow::{self, Break, Continue};

/// The number of wrong solutions at which a draft is given up.
const MOST_WRONG: usize = 64;
/// The number of changes after which a draft is given up.
const MOST_CHANGES: usize = 100;
/// The number of times that each square is tried on the way to a level, and to a rare one, before a draft is given up.
const MOST_TRIED: [usize; 2] = [1, 10];
/// Random queens placed before the solution is restarted.
const MOST_QUEENS: u32 = 10_000;
/// The most rows of a board with one star whose wrong solutions are all listed; larger boards have too many.
const SMALL: usize = 16;
/// The nodes after which a search of other drafts is given up; and of loose boards, where the easy searches suffice.
const MOST_NODES: u64 = 1000;
const MOST_LOOSE_NODES: u64 = 100;
/// Regions grow at speeds from 1 to this.
const SPEEDS: usize = 8;

/// Whether few drafts have this level.
pub(super) fn is_rare(level: Option<u32>) -> bool {
    level > Some(3)
}

/// The workspace for the drafts of one puzzle.
pub(super) struct Workshop<'a, const W: usize> {
    /// The board whose regions are its rows.
    pub(super) rows: Grid<W>,
    pub(super) random: Random,
    /// The level, if it matters, and the most regions of one square.
    wanted: (Option<u32>, u32),
    /// The most nodes of a search, except for the proof.
    pub(super) most_nodes: u64,
    pub(super) is_stopped: &'a dyn Fn() -> bool,
}

impl<'a, const W: usize> Workshop<'a, W> {
    pub(super) fn new(
        rows: Grid<W>,
        seed: u64,
        wanted: (Option<u32>, u32),
        is_stopped: &'a dyn Fn() -> bool,
    ) -> Self {
        let most_nodes = match rows.stars {
            1 if rows.size <= SMALL => u64::MAX,
            _ if rows.is_loose() => MOST_LOOSE_NODES,
            _ => MOST_NODES,
        };
        Workshop { rows, random: Random::new(seed), wanted, most_nodes, is_stopped }
    }

    /// A board with exactly one solution, and this solution, unless the attempt fails. Invalid once stopped.
    pub(super) fn draft(&mut self) -> Option<(Grid<W>, Squares<W>)> {
        let mut grid = self.rows.clone();
        grid.clear_regions();
        // Boards of up to `SMALL` rows have four words at most: others need no code for lists.
        let solution = if W <= 4 && self.most_nodes == u64::MAX {
            self.draft_by_list(&mut grid)?
        } else {
            self.draft_by_repair(&mut grid)?
        };
        self.walk(&mut grid, &solution)?;
        // No limit of nodes: a search that was given up is not a proof.
        let proved = self.solutions(&grid, &grid.start(), 2, u64::MAX);
        (proved == (vec![solution], true)).then_some((grid, solution))
    }

    /// Gives all squares regions. No solution but the returned one is known then.
    fn draft_by_list(&mut self, grid: &mut Grid<W>) -> Option<Squares<W>> {
        let mut queens_left = MOST_QUEENS;
        let solution = self.solution(self.rows.start(), &mut queens_left)?;
        self.seed_regions(grid, &solution);
        let waiting = self.grow(grid, |random| 1 + random.below(SPEEDS), SPEEDS);
        let mut wrong = vec![];
        self.fill(grid, waiting, &mut wrong)?;
        self.mend(grid, &solution, wrong)?;
        Some(solution)
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

    /// Gives each queen a region.
    fn seed_regions(&mut self, grid: &mut Grid<W>, solution: &Squares<W>) {
        let mut left: Vec<usize> = solution.collect();
        for region in 0..grid.size {
            grid.recolour(left.swap_remove(self.random.below(left.len())), region as u8);
        }
    }

    /// Gives unassigned squares to neighbouring regions, at random, as long as no wrong solution uses them. Returns the
    /// squares that are left. Each region has a random speed, up to the greatest.
    pub(super) fn grow(
        &mut self,
        grid: &mut Grid<W>,
        speed: impl Fn(&mut Random) -> usize,
        greatest: usize,
    ) -> Vec<usize> {
        let speeds: Vec<usize> = (0..grid.size).map(|_| speed(&mut self.random)).collect();
        let mut left: Vec<usize> =
            (0..grid.homes.len()).filter(|&at| grid.homes[at][2] == NO_REGION).collect();
        // Regions that would allow a wrong solution with a square, a bit per region. They only grow, so they always
        // will.
        let mut refused = vec![0u32; grid.homes.len()];
        let mut growing = true;
        while growing {
            growing = false;
            self.random.shuffle(&mut left);
            left.retain(|&square| {
                let (regions, count) = grid.neighbours(square);
                if regions[..count].iter().all(|&region| refused[square] >> region & 1 == 1) {
                    return true;
                }
                growing = true;
                let region = regions[self.random.below(count)];
                if refused[square] >> region & 1 == 1
                    || self.random.below(greatest) >= speeds[usize::from(region)]
                {
                    return true;
                }
                let is_refused = self.recolour(grid, square, region, 1) != (vec![], true);
                if is_refused {
                    refused[square] |= 1 << region;
                    grid.recolour(square, NO_REGION);
                }
                is_refused
            });
        }
        left
    }

    /// Gives the remaining squares to the neighbouring regions that allow the fewest wrong solutions. `None` once there
    /// are too many.
    fn fill(&mut self, grid: &mut Grid<W>, mut left: Vec<usize>, wrong: &mut Vec<Squares<W>>) -> Option<()> {
        while !left.is_empty() {
            self.random.shuffle(&mut left);
            left.retain(|&square| {
                let (regions, count) = grid.neighbours(square);
                let mut allowed = |region| self.recolour(grid, square, region, MOST_WRONG).0;
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
            one.without(solution).map(|square| (uses(square), self.random.word(), square)).collect();
        squares.sort_unstable_by(|a, b| b.cmp(a));
        let mut level = None;
        for (ended, _, square) in squares {
            if !grid.stays_connected(square) {
                continue;
            }
            let own = grid.homes[square][2];
            let (regions, count) = grid.neighbours(square);
            for &region in &regions[..count] {
                let (allowed, _) = self.recolour(grid, square, region, ended + 1);
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

    /// Changes the regions of random squares, which keeps the solution the only one, until the board is as wanted. No change
    /// leads away from that. `None` if it takes long.
    fn walk(&mut self, grid: &mut Grid<W>, solution: &Squares<W>) -> Option<()> {
        let mut distance = self.distance(grid);
        let rounds = MOST_TRIED[usize::from(is_rare(self.wanted.0))];
        for _ in 0..rounds * grid.homes.len() {
            if distance == 0 {
                return Some(());
            }
            let Some((square, region)) = self.random_change(grid, solution) else { continue };
            let own = grid.homes[square][2];
            let (allowed, is_enough) = self.recolour(grid, square, region, 1);
            let changed = if allowed.is_empty() && is_enough { self.distance(grid) } else { u32::MAX };
            if changed <= distance {
                distance = changed;
            } else {
                grid.recolour(square, own);
            }
        }
        None
    }

    /// A random square without a queen that its region can do without, and another region beside it.
    pub(super) fn random_change(&mut self, grid: &Grid<W>, solution: &Squares<W>) -> Option<(usize, u8)> {
        let square = self.random.below(grid.homes.len());
        let (regions, count) = grid.neighbours(square);
        let is_hole = grid.homes[square][2] == NO_REGION;
        if count == 0 || is_hole || solution.contains(square) || !grid.stays_connected(square) {
            return None;
        }
        Some((square, regions[self.random.below(count)]))
    }

    /// The levels and the single squares between a board and the wanted one.
    fn distance(&self, grid: &Grid<W>) -> u32 {
        let (level, most) = self.wanted;
        let harder = HARDEST + 1;
        let levels = level
            .map_or(0, |level| Logic::of(grid.clone()).grade(level).level.unwrap_or(harder).abs_diff(level));
        let singles = grid.units[2].iter().filter(|region| region.len() == 1).count() as u32;
        levels + singles.saturating_sub(most)
    }

    /// Moves a square to a region. Returns the [`solutions`](Self::solutions) with a queen there.
    pub(super) fn recolour(
        &self,
        grid: &mut Grid<W>,
        square: usize,
        region: u8,
        most: usize,
    ) -> (Vec<Squares<W>>, bool) {
        grid.recolour(square, region);
        let mut state = grid.start();
        grid.place(&mut state, square);
        self.solutions(grid, &state, most, self.most_nodes)
    }

    /// The solutions below a state, up to `most`, and whether these are all or as many as that. Otherwise the search took
    /// `most_nodes` or was stopped.
    pub(super) fn solutions(
        &self,
        grid: &Grid<W>,
        state: &State<W>,
        most: usize,
        most_nodes: u64,
    ) -> (Vec<Squares<W>>, bool) {
        let mut found = vec![];
        let is_stopped = limited(most_nodes, self.is_stopped);
        let ended = grid.explore(state, &is_stopped, &mut |queens: &Squares<W>| -> ControlFlow<()> {
            found.push(*queens);
            if found.len() < most { Continue(()) } else { Break(()) }
        });
        let is_enough = ended.is_continue() || found.len() == most;
        (found, is_enough)
    }
}

/// Whether a search is to end: after this many nodes, or once stopped.
pub(super) fn limited(most_nodes: u64, is_stopped: &dyn Fn() -> bool) -> impl Fn() -> bool {
    let nodes = Cell::new(0);
    move || nodes.replace(nodes.get() + 1) >= most_nodes || is_stopped()
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

    /// Whether there are several stars and much room for them. A board of one word has not as many rows. The page makes none
    /// of more than three words, and its module leaves them out.
    pub(super) fn is_loose(&self) -> bool {
        let is_made = W > 1 && (W < 4 || !cfg!(target_arch = "wasm32"));
        is_made && self.stars > 1 && self.size > 4 * usize::from(self.stars) + 2
    }

    /// The other regions beside a square, and their number.
    pub(super) fn neighbours(&self, square: usize) -> ([u8; 4], usize) {
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
    pub(super) fn stays_connected(&self, square: usize) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_list_of_wrong_solutions_is_complete_after_growing() {
        let mut lists = 0;
        for size in [6, 8, 10, 11] {
            let rows = Grid::<2>::new(&Board::without_regions(size, 1).unwrap());
            for seed in 0..30 {
                let mut workshop = Workshop::new(rows.clone(), seed, (None, u32::MAX), &|| false);
                let solution = workshop.solution(rows.start(), &mut { MOST_QUEENS }).unwrap();
                let mut grid = rows.clone();
                grid.clear_regions();
                workshop.seed_regions(&mut grid, &solution);
                let mut list = vec![solution];
                let left = workshop.grow(&mut grid, |random| 1 + random.below(SPEEDS), SPEEDS);
                if workshop.fill(&mut grid, left, &mut list).is_some() {
                    let expected = workshop.solutions(&grid, &grid.start(), usize::MAX, u64::MAX).0;
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
