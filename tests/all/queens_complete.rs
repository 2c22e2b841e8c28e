//! The most queens under conditions, one solution under conditions, and solutions of any size.

use proptest::prelude::*;
use std::ops::RangeInclusive;
use vuelta::Error;
use vuelta::queens::backtrack::TextbookSearch;
use vuelta::queens::{Board, Completion, LargeBoard, Square, count_placements, solutions, solve};
use vuelta::search::{Context, StopFlag, Workers};

#[test]
fn eight_queens_with_any_one_and_any_two_fixed() {
    let workers = Workers::new(2).unwrap();
    let squares: Vec<_> = (0..64).map(|i| Square::new(i / 8, i % 8)).collect();
    let maximum = |fixed: &[Square]| {
        let board = Board::with_conditions(8, fixed, &[]).unwrap();
        Completion::of(&board, &Context::new(&workers)).unwrap().maximum
    };
    let (mut pairs, mut seven) = (0, 0);
    for (i, &a) in squares.iter().enumerate() {
        assert_eq!(maximum(&[a]), 8, "{a}");
        for &b in squares[..i].iter().filter(|b| !b.attacks(a)) {
            let maximum = maximum(&[a, b]);
            pairs += 1;
            seven += u32::from(maximum == 7);
            assert!(maximum == 7 || maximum == 8, "{a} {b}");
        }
    }
    assert_eq!((pairs, seven), (1288, 236));
}

/// Blocked squares that leave one square in `one_in` free, at random: a proof takes longer than a test can wait.
pub fn sparse(size: u32, one_in: u32) -> Vec<Square> {
    let mut rng = fastrand::Rng::with_seed(1);
    let squares = (0..size * size).map(|i| Square::new(i / size, i % size));
    squares.filter(|_| rng.u32(0..one_in) > 0).collect()
}

#[test]
fn a_search_that_is_stopped_says_so() {
    let stop = StopFlag::default();
    stop.finish();
    let workers = Workers::new(2).unwrap();
    let context = &Context::new(&workers).until(&stop);
    let board = Board::with_conditions(64, &[], &sparse(64, 20)).unwrap();
    let completion = Completion::of(&board, context).unwrap();
    assert!(!completion.proved && !completion.least && completion.maximum < completion.upper_bound);
    assert_is_board(&completion, &[], board.blocked());
    // Here counting leaves room for a solution.
    let board = Board::with_conditions(64, &[], &sparse(64, 8)).unwrap();
    assert!(matches!(solve(&board, context), Err(Error::Stopped)));
}

/// The queens are as many as it says, do not attack each other, and keep the conditions.
fn assert_is_board(completion: &Completion, fixed: &[Square], blocked: &[Square]) {
    let queens = &completion.queens;
    assert_eq!(queens.len(), completion.maximum as usize);
    assert!(queens.is_sorted() && completion.maximum <= completion.upper_bound);
    assert_eq!(completion.proved, completion.maximum == completion.upper_bound);
    assert!(fixed.iter().all(|queen| queens.contains(queen)));
    let blocked: std::collections::HashSet<_> = blocked.iter().collect();
    assert!(!queens.iter().any(|queen| blocked.contains(queen)));
    for (i, a) in queens.iter().enumerate() {
        assert!(queens[..i].iter().all(|&b| a != &b && !a.attacks(b)), "{a}");
    }
}

#[test]
fn large_boards_are_completed_as_far_as_bounds_tell() {
    let mut rng = fastrand::Rng::with_seed(9);
    let mut proved = 0;
    for case in 0..40 {
        let size = [65, 66, 90, 128, 129, 200][case % 6];
        let share = 0.8 * rng.f64();
        let (fixed, blocked) = random_conditions(&mut rng, size, size / 2, share);
        let board = LargeBoard::with_conditions(size, &fixed, &blocked).unwrap();
        let stop = StopFlag::default();
        let completion = board.complete(&stop);
        assert_is_board(&completion, &fixed, &blocked);
        proved += usize::from(completion.proved);
    }
    // Most boards of that size have as many queens as rows can hold.
    assert!(proved >= 30, "{proved}");
    let board = LargeBoard::with_conditions(300, &[], &sparse(300, 20)).unwrap();
    let stop = StopFlag::default();
    stop.finish();
    assert_is_board(&board.complete(&stop), &[], board.blocked());
    let full = LargeBoard::with_conditions(1000, &[Square::new(0, 0)], &[]).unwrap();
    let completion = full.complete(&StopFlag::default());
    assert!(completion.proved && completion.maximum == 1000);
    assert!(LargeBoard::with_conditions(1001, &[], &[]).is_err());
    assert!(LargeBoard::with_conditions(100, &[Square::new(3, 3)], &[Square::new(3, 3)]).is_err());
    assert_eq!(LargeBoard::parse(full.to_text(&[]).as_bytes()).unwrap(), full);
}

/// Up to `most` queens fixed, about this share of the other squares blocked.
fn random_conditions(
    rng: &mut fastrand::Rng,
    size: u32,
    most: u32,
    share: f64,
) -> (Vec<Square>, Vec<Square>) {
    let most = rng.u32(0..=most);
    let mut fixed: Vec<Square> = vec![];
    for _ in 0..20 * most {
        let queen = Square::new(rng.u32(0..size), rng.u32(0..size));
        if (fixed.len() as u32) < most && fixed.iter().all(|&q| q != queen && !q.attacks(queen)) {
            fixed.push(queen);
        }
    }
    let squares = (0..size * size).map(|i| Square::new(i / size, i % size));
    let blocked = squares.filter(|square| rng.f64() < share && !fixed.contains(square)).collect();
    (fixed, blocked)
}

#[test]
fn the_maximum_is_proved_up_to_32_on_any_number_of_threads() {
    let workers = [1, 2, 3].map(|threads| Workers::new(threads).unwrap());
    let mut rng = fastrand::Rng::with_seed(5);
    for case in 0..300 {
        let size = rng.u32(10..=32);
        let share = 0.8 * rng.f64();
        let (fixed, blocked) = random_conditions(&mut rng, size, size / 2, share);
        let board = Board::with_conditions(size, &fixed, &blocked).unwrap();
        let boards =
            workers.each_ref().map(|workers| Completion::of(&board, &Context::new(workers)).unwrap());
        assert!(boards[0].proved && boards[0].least, "case {case}");
        assert_is_board(&boards[0], &fixed, &blocked);
        assert!(boards.iter().all(|completion| *completion == boards[0]), "case {case}");
        if boards[0].maximum == size && size <= 18 {
            let columns: Vec<u32> = boards[0].queens.iter().map(|queen| queen.column).collect();
            assert_eq!(solutions(&board).next(), Some(columns), "case {case}");
        }
    }
}

/// Every board of mutually safe queens on free squares, row by row: the best number, how many reach it, and
/// the least of those.
fn by_trying_all(board: &Board) -> (usize, u128, Vec<Square>) {
    fn try_row(board: &Board, row: u32, queens: &mut Vec<Square>, best: &mut (usize, u128, Vec<Square>)) {
        if queens.len() + ((board.size() - row) as usize) < best.0 {
            return;
        }
        if row == board.size() {
            if queens.len() > best.0 || best.1 == 0 {
                *best = (queens.len(), 1, queens.clone());
            } else if queens.len() == best.0 {
                best.1 += 1;
                best.2 = best.2.clone().min(queens.clone());
            }
            return;
        }
        for queen in (0..board.size()).map(|column| Square::new(row, column)) {
            if board.is_free(queen) && queens.iter().all(|q| !q.attacks(queen)) {
                queens.push(queen);
                try_row(board, row + 1, queens, best);
                queens.pop();
            }
        }
        try_row(board, row + 1, queens, best);
    }
    let mut best = (0, 0, vec![]);
    try_row(board, 0, &mut vec![], &mut best);
    best
}

/// Random boards of these sizes: up to three queens fixed, this many tenths of the other squares blocked.
pub fn boards(sizes: RangeInclusive<u32>, tenths: RangeInclusive<u32>) -> impl Strategy<Value = Board> {
    (sizes, tenths, any::<u64>()).prop_map(|(size, tenths, seed)| {
        let mut rng = fastrand::Rng::with_seed(seed);
        let (fixed, blocked) = random_conditions(&mut rng, size, 3, f64::from(tenths) / 10.0);
        Board::with_conditions(size, &fixed, &blocked).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    // With few squares free, what is left is as hard to count on a board of 12 rows.
    #[test]
    fn the_maximum_is_that_of_trying_all(board in prop_oneof![3 => boards(1..=9, 0..=9), 1 => boards(10..=12, 7..=8)]) {
        let workers = Workers::new(2).unwrap();
        let context = &Context::new(&workers);
        let completion = Completion::of(&board, context).unwrap();
        let (maximum, placements, least) = by_trying_all(&board);
        prop_assert_eq!(completion.maximum as usize, maximum);
        prop_assert_eq!(completion.upper_bound, completion.maximum);
        prop_assert!(completion.proved);
        prop_assert_eq!(&completion.queens, &least);
        let large = LargeBoard::with_conditions(board.size(), board.fixed(), board.blocked()).unwrap();
        let bounds = large.complete(&context.stop);
        prop_assert!(bounds.maximum as usize <= maximum && maximum <= bounds.upper_bound as usize);
        let counted = count_placements(&board, completion.maximum, u64::MAX, context).unwrap();
        prop_assert_eq!(counted, Some(placements));
        match solve(&board, context).unwrap() {
            Some(columns) => prop_assert!(TextbookSearch::new(&board).any(|solution| solution == columns)),
            None => prop_assert_eq!(TextbookSearch::new(&board).next(), None),
        }
    }
}
