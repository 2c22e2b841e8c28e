//! Lists: every solution, in order, in every format, on any number of threads.

use super::queens_complete::boards;
use proptest::prelude::*;
use std::io::{self, Write};
use vuelta::queens::backtrack::TextbookSearch;
use vuelta::queens::{Board, ListEnding, Listed, Listing, Square, Symmetry, solutions};
use vuelta::search::{Context, StopFlag, Workers};
use vuelta::simd::Isa;

fn list(listing: &Listing, threads: usize) -> (String, Listed) {
    let mut text = vec![];
    let workers = Workers::new(threads).unwrap();
    let listed = listing.write(&Context::new(&workers), &mut text).unwrap();
    (String::from_utf8(text).unwrap(), listed)
}

fn rows(solutions: impl Iterator<Item = Vec<u32>>) -> String {
    let line = |columns: Vec<u32>| columns.iter().map(u32::to_string).collect::<Vec<_>>().join(" ") + "\n";
    solutions.map(line).collect()
}

/// Whether no image under the symmetries that keep the board is smaller.
fn is_least(board: &Board, columns: &[u32]) -> bool {
    let squares: Vec<_> = (0..).zip(columns).map(|(r, &c)| Square::new(r, c)).collect();
    board.symmetries().iter().all(|symmetry: &Symmetry| {
        let mut image: Vec<_> = squares.iter().map(|&s| symmetry.square(board.size(), s)).collect();
        image.sort();
        squares <= image
    })
}

#[test]
fn the_list_is_the_textbook_searchs_on_any_number_of_threads() {
    for size in 1..=11 {
        let board = Board::new(size).unwrap();
        let expected = rows(TextbookSearch::new(&board));
        assert_eq!(rows(solutions(&board)), expected, "N = {size}");
        for threads in 1..=3 {
            let (text, listed) = list(&Listing::new(board.clone()), threads);
            assert!(text == expected, "N = {size} on {threads} threads");
            assert_eq!(listed.solutions as usize, expected.lines().count());
            assert_eq!(listed.ending, ListEnding::Complete);
        }
    }
}

/// Up to N = 20 the last rows are listed beforehand, which the iterator does without.
#[test]
fn lists_of_every_size_are_the_iterators_on_every_instruction_set() {
    for size in 9..=22 {
        // All but eleven rows as in the first solution.
        let first = solutions(&Board::new(size).unwrap()).next().unwrap();
        let fixed = (0..size.saturating_sub(11)).map(|row| Square::new(row, first[row as usize]));
        let board =
            Board::with_conditions(size, &fixed.collect::<Vec<_>>(), &[Square::new(size - 1, 0)]).unwrap();
        let expected = rows(solutions(&board));
        for isa in Isa::available() {
            let (text, _) = list(&Listing::new(board.clone()).isa(isa), 2);
            assert!(text == expected, "N = {size} by {isa}");
        }
    }
}

#[test]
fn fourteen_queens_are_in_numerical_order() {
    let (text, listed) = list(&Listing::new(Board::new(14).unwrap()), 2);
    let solutions: Vec<Vec<u32>> =
        text.lines().map(|line| line.split(' ').map(|column| column.parse().unwrap()).collect()).collect();
    assert!(solutions.is_sorted_by(|a, b| a < b));
    assert_eq!(solutions.len(), 365_596);
    assert_eq!(listed.solutions, 365_596);
    let (least, _) = list(&Listing::new(Board::new(14).unwrap()).fundamental(true), 2);
    assert_eq!(least.lines().count(), 45_752);
}

#[test]
fn a_limit_cuts_the_list_between_solutions() {
    for (size, solutions) in [(6, 4), (12, 14_200)] {
        let all = list(&Listing::new(Board::new(size).unwrap()), 2).0;
        for limit in [0, 1, 3, solutions, solutions + 1] {
            let (text, listed) = list(&Listing::new(Board::new(size).unwrap()).limit(limit), 2);
            assert!(all.starts_with(&text));
            assert_eq!(text.lines().count() as u64, limit.min(solutions));
            assert_eq!(listed.solutions, limit.min(solutions));
            assert_eq!(listed.ending == ListEnding::Limit, limit <= solutions);
        }
    }
}

/// A reader that goes away after some bytes.
struct Closing(usize);

impl Write for Closing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_ends_a_list_of_any_length_at_once() {
    let workers = Workers::new(2).unwrap();
    let listing = Listing::new(Board::new(20).unwrap());
    let ended = listing.write(&Context::new(&workers), &mut Closing(200_000));
    assert_eq!(ended.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}

/// Raises the flag after some bytes.
struct Stopping(usize, StopFlag);

impl Write for Stopping {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        if self.0 > 1_000_000 {
            self.1.finish();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_raised_flag_ends_a_list_too() {
    let workers = Workers::new(2).unwrap();
    for size in [20, 24] {
        let stop = StopFlag::default();
        let mut out = Stopping(0, stop.clone());
        let listing = Listing::new(Board::new(size).unwrap());
        let listed = listing.write(&Context::new(&workers).until(&stop), &mut out).unwrap();
        assert_eq!(listed.ending, ListEnding::Stopped);
        assert!(listed.solutions > 10_000);
    }
    let raised = StopFlag::default();
    raised.finish();
    let listed = Listing::new(Board::new(16).unwrap())
        .write(&Context::new(&workers).until(&raised), &mut vec![])
        .unwrap();
    assert_eq!(listed.ending, ListEnding::Stopped);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn conditions_are_kept(board in boards(1..=11, 0..=5)) {
        let (text, _) = list(&Listing::new(board.clone()), 2);
        prop_assert_eq!(text, rows(TextbookSearch::new(&board)));
        let (least, _) = list(&Listing::new(board.clone()).fundamental(true), 2);
        prop_assert_eq!(least, rows(TextbookSearch::new(&board).filter(|columns| is_least(&board, columns))));
    }
}
