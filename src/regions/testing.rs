//! Random boards for tests.

use super::draft::Workshop;
use super::grid::Grid;
use super::{Board, Square, backtrack};
use crate::base::random::Random;

/// All solutions by the textbook search, in lexicographic order.
pub(super) fn all_solutions(board: &Board) -> Vec<Vec<Square>> {
    let mut solutions = vec![];
    backtrack::visit(board, &mut |queens| {
        solutions.push(queens.to_vec());
        true
    });
    solutions
}

/// A board that has at least one solution, with connected regions.
pub(super) fn solvable_board(seed: u64, size: u32, stars: u32) -> Board {
    let rows = Grid::<10>::new(&Board::without_regions(size, stars).unwrap());
    let mut workshop = Workshop::new(rows, seed, (None, u32::MAX), &|| false);
    let grid = (0..1_000).find_map(|_| workshop.sketch()).unwrap();
    grid.board().unwrap()
}

/// A board with random regions: grown square by square from one seed each, or scattered, so that most are in pieces.
pub(super) fn random_board(random: &mut Random, size: u32, stars: u32, connected: bool) -> Board {
    let squares = (size * size) as usize;
    let mut regions = vec![u8::MAX; squares];
    for region in 0..size as u8 {
        let seed = (0..).map(|_| random.below(squares)).find(|&seed| regions[seed] == u8::MAX).unwrap();
        regions[seed] = region;
    }
    while let Some(hole) = regions.iter().position(|&region| region == u8::MAX) {
        if !connected {
            regions[hole] = random.below(size as usize) as u8;
            continue;
        }
        let at = random.below(squares);
        let square = Square::new(at as u32 / size, at as u32 % size);
        let sides = [(-1, 0), (0, -1), (0, 1), (1, 0)];
        let next = square.offset(sides[random.below(4)]).filter(|next| next.row < size && next.column < size);
        let Some(next) = next.map(|next| (next.row * size + next.column) as usize) else { continue };
        if regions[at] == u8::MAX {
            regions[at] = regions[next];
        }
    }
    Board::new(size, stars, regions).unwrap()
}
