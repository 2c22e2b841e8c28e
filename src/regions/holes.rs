//! Drafts of loose boards: several stars, and more rows than `4 K + 2`. Squares that no region can take stay *holes*.
//!
//! A hole takes no queen. The solution is the only one from the first square to the last, while holes move over the board
//! and become fewer:
//!
//! ```text
//! fill       a hole joins a region
//! make way   a square of wrong solutions that keep a hole from a region joins another region, or becomes a hole itself
//! wander     a random square joins another region
//! ```
//! A square that joins a region adds only solutions with a queen on that square. So a search that starts from this queen
//! decides; if it is given up, the square stays. The wrong solutions that were found are kept, because most changes allow a
//! known one again.

use super::draft::Workshop;
use super::grid::{Grid, NO_REGION};
use super::repair::Wrong;
use super::squares::Squares;

/// Drafts with more holes are given up at once.
const MOST_HOLES: usize = 30;
/// Rounds without fewer holes than ever after which a draft is given up.
const PATIENCE: usize = 300;
/// Of a hundred rounds, those without an attempt to make way.
const WANDERINGS: usize = 20;
/// Random squares tried in such a round, and squares tried to make way.
const RANDOM_SQUARES: u32 = 20;
const WAYS: usize = 4;
/// The rounds before a search that was given up is repeated.
const REST: usize = 50;
/// Wrong solutions searched for at a time.
const AT_A_TIME: usize = 4;

/// A board with holes, of which the solution is the only one.
pub(super) struct Holed<'a, 'b, const W: usize> {
    workshop: &'a mut Workshop<'b, W>,
    grid: &'a mut Grid<W>,
    solution: Squares<W>,
    holes: Vec<usize>,
    /// Wrong solutions, none of them allowed.
    wrong: Vec<Wrong<W>>,
    round: usize,
    /// By square and region: the round before which no search is repeated.
    resting: Vec<[usize; super::LARGEST_BOARD as usize]>,
    /// The round before which a square does not make way.
    kept: Vec<usize>,
}

impl<'a, 'b, const W: usize> Holed<'a, 'b, W> {
    pub(super) fn new(
        workshop: &'a mut Workshop<'b, W>,
        grid: &'a mut Grid<W>,
        solution: &Squares<W>,
        holes: Vec<usize>,
    ) -> Self {
        let (resting, kept) = (vec![[0; _]; grid.homes.len()], vec![0; grid.homes.len()]);
        Holed { workshop, grid, solution: *solution, holes, wrong: vec![], round: 0, resting, kept }
    }

    /// Gives the holes regions too. The solution stays the only one. `None` if it takes long.
    pub(super) fn settle(&mut self) -> Option<()> {
        if self.holes.len() > MOST_HOLES {
            return None;
        }
        let (mut fewest, mut last) = (usize::MAX, 0);
        while self.round <= last + PATIENCE && !(self.workshop.is_stopped)() {
            self.round += 1;
            self.fill();
            if self.holes.is_empty() {
                return Some(());
            } else if self.holes.len() < fewest {
                (fewest, last) = (self.holes.len(), self.round);
            }
            if self.workshop.random.below(100) < WANDERINGS || !self.make_way() {
                self.wander();
            }
        }
        None
    }

    /// Gives holes to neighbouring regions.
    fn fill(&mut self) {
        let mut holes = std::mem::take(&mut self.holes);
        self.workshop.random.shuffle(&mut holes);
        holes.retain(|&hole| {
            let (mut regions, count) = self.grid.neighbours(hole);
            self.workshop.random.shuffle(&mut regions[..count]);
            !regions[..count].iter().any(|&region| self.join(hole, region))
        });
        self.holes = holes;
    }

    /// A change after which a random hole can join a region, or at least fewer wrong solutions keep it from that.
    fn make_way(&mut self) -> bool {
        let hole = self.holes[self.workshop.random.below(self.holes.len())];
        let (regions, count) = self.grid.neighbours(hole);
        let obstacles = regions[..count].iter().map(|&region| {
            let wrong: Vec<Squares<W>> = self.allowed(hole, region).map(|wrong| wrong.queens).collect();
            (region, wrong, self.workshop.random.word())
        });
        let fewest = obstacles.filter(|(_, wrong, _)| !wrong.is_empty());
        let fewest = fewest.min_by_key(|(_, wrong, word)| (wrong.len(), *word));
        let Some((region, wrong, _)) = fewest else { return false };
        for (square, to) in self.ways(&wrong, hole) {
            if to == NO_REGION {
                self.recolour(square, NO_REGION);
                self.holes.push(square);
            } else if !self.join(square, to) {
                continue;
            }
            self.kept[square] = self.round + 5 + self.workshop.random.below(10);
            if self.join(hole, region) {
                self.holes.retain(|&other| other != hole);
            }
            return true;
        }
        false
    }

    /// Squares of these wrong solutions and the regions that they can join; those that end the most wrong solutions come
    /// first. A new hole counts as a wrong solution that is left.
    fn ways(&mut self, wrong: &[Squares<W>], hole: usize) -> Vec<(usize, u8)> {
        let mut squares =
            wrong.iter().fold(Squares::EMPTY, |all, queens| all.or(queens)).without(&self.solution);
        squares.remove(hole);
        let mut ways = vec![];
        for square in
            squares.filter(|&square| self.kept[square] <= self.round && self.grid.stays_connected(square))
        {
            let left = wrong.iter().filter(|queens| !queens.contains(square)).count();
            let (regions, count) = self.grid.neighbours(square);
            for &region in &regions[..count] {
                if self.may_join(square, region) {
                    ways.push((left, self.workshop.random.word(), square, region));
                }
            }
            ways.push((left + 1, self.workshop.random.word(), square, NO_REGION));
        }
        ways.sort_unstable();
        ways.into_iter().map(|(_, _, square, region)| (square, region)).take(WAYS).collect()
    }

    fn wander(&mut self) {
        for _ in 0..RANDOM_SQUARES {
            if let Some((square, region)) = self.workshop.random_change(self.grid, &self.solution)
                && self.join(square, region)
            {
                return;
            }
        }
    }

    /// The known wrong solutions that a change would allow.
    fn allowed(&self, square: usize, region: u8) -> impl Iterator<Item = &Wrong<W>> {
        let own = self.grid.homes[square][2];
        self.wrong.iter().filter(move |wrong| wrong.is_allowed_after(square, own, region))
    }

    /// Whether a change is worth a search.
    fn may_join(&self, square: usize, region: u8) -> bool {
        self.resting[square][usize::from(region)] <= self.round
            && self.allowed(square, region).next().is_none()
    }

    /// Moves a square to a region, if a complete search proves that this allows no wrong solution.
    #[inline(never)] // the page's module would hold it three times
    fn join(&mut self, square: usize, region: u8) -> bool {
        if !self.may_join(square, region) {
            return false;
        }
        let own = self.grid.homes[square][2];
        let (found, is_enough) = self.workshop.recolour(self.grid, square, region, AT_A_TIME);
        self.grid.recolour(square, own);
        if found.is_empty() && is_enough {
            self.recolour(square, region);
            return true;
        }
        if found.is_empty() {
            self.resting[square][usize::from(region)] = self.round + REST;
        }
        self.wrong.extend(found.into_iter().map(|queens| {
            let mut wrong = Wrong::new(queens);
            wrong.recolour(square, region, own);
            wrong
        }));
        false
    }

    fn recolour(&mut self, square: usize, region: u8) {
        let own = self.grid.homes[square][2];
        self.grid.recolour(square, region);
        self.wrong.iter_mut().for_each(|wrong| wrong.recolour(square, own, region));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regions::grid::State;
    use crate::regions::{Board, Maker};
    use crate::search::StopFlag;

    /// The number of solutions below a state, up to two, by the search without bounds.
    fn count_to_two<const W: usize>(grid: &Grid<W>, mut state: State<W>) -> usize {
        let mut solutions = 0;
        while solutions < 2 {
            let Ok(tight) = grid.force(&mut state) else { return solutions };
            let free = tight.or_else(|| grid.most_constrained(&state));
            let Some(square) = free.and_then(|free| free.first()) else { return solutions + 1 };
            let mut with = state;
            grid.place(&mut with, square);
            solutions += count_to_two(grid, with);
            state.free.remove(square);
        }
        solutions
    }

    #[test]
    fn eighteen_rows_with_three_stars_have_one_solution_by_the_search_without_bounds() {
        let maker = Maker::new(18).unwrap().stars(3).unwrap().seed(8);
        let board = maker.make(&StopFlag::default()).unwrap();
        assert!(board.unconnected().is_empty(), "{board}");
        let grid = Grid::<6>::new(&board);
        assert_eq!(count_to_two(&grid, grid.start()), 1, "{board}");
    }

    #[test]
    fn the_solution_is_the_only_one_after_every_change() {
        let (mut full, mut refused, mut known, mut allowed) = (0, 0, 0, [0; 2]);
        for (size, stars) in [(11, 2), (12, 2), (15, 3)] {
            let rows = Grid::<4>::new(&Board::without_regions(size, stars).unwrap());
            assert!(rows.is_loose());
            for seed in 0..10 {
                let mut workshop = Workshop::new(rows.clone(), seed, (None, u32::MAX), &|| false);
                let mut grid = rows.clone();
                grid.clear_regions();
                let Some((solution, holes)) = workshop.grow_groups(&mut grid) else {
                    refused += 1;
                    continue;
                };
                let all = (vec![solution], true);
                let mut holed = Holed::new(&mut workshop, &mut grid, &solution, holes);
                for round in 1..20 {
                    holed.round = round;
                    holed.fill();
                    if holed.holes.is_empty() {
                        full += 1;
                        break;
                    }
                    holed.make_way();
                    holed.wander();
                    let grid = &holed.grid;
                    assert_eq!(holed.workshop.solutions(grid, &grid.start(), 2, u64::MAX), all);
                    let of_region = |region| grid.homes.iter().filter(|home| home[2] == region).count();
                    assert_eq!(of_region(NO_REGION), holed.holes.len());
                    assert!(holed.holes.iter().all(|&hole| grid.homes[hole][2] == NO_REGION));
                    known += holed.wrong.len();
                    // What is kept of the wrong solutions agrees with the board, now and after any change.
                    let mut changed = Grid::clone(grid);
                    for wrong in &holed.wrong {
                        assert!(!changed.is_filled_by(&wrong.queens));
                        for _ in 0..10 {
                            let square = holed.workshop.random.below(grid.homes.len());
                            let region = holed.workshop.random.below(grid.size) as u8;
                            let own = grid.homes[square][2];
                            changed.recolour(square, region);
                            let is_allowed = changed.is_filled_by(&wrong.queens);
                            assert_eq!(wrong.is_allowed_after(square, own, region), is_allowed);
                            allowed[usize::from(is_allowed)] += 1;
                            changed.recolour(square, own);
                        }
                    }
                }
            }
        }
        assert!(
            full > 2 && (1..15).contains(&refused) && known > 1_000 && allowed[1] > 10,
            "{full} {refused} {known} {allowed:?}"
        );
    }

    impl<const W: usize> Grid<W> {
        /// Whether each region has its queens.
        fn is_filled_by(&self, queens: &Squares<W>) -> bool {
            self.units[2][..self.size].iter().all(|region| region.and(queens).len() == u32::from(self.stars))
        }
    }
}
