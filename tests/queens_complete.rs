//! The most queens under conditions, one solution under conditions, and solutions of any size.

use proptest::prelude::*;
use vuelta::queens::backtrack::Solutions;
use vuelta::queens::{Board, Completion, Square, construct, count_placements, is_solution, random, solve};
use vuelta::search::{StopFlag, Workers};

fn complete(board: &Board) -> Completion {
    Completion::of(board, &Workers::new(2).unwrap(), &StopFlag::default()).unwrap()
}

fn maximum(size: u32, fixed: &[Square]) -> u32 {
    complete(&Board::with_conditions(size, fixed, &[]).unwrap()).maximum
}

#[test]
fn a_queen_in_the_corner_of_small_boards() {
    assert_eq!(maximum(4, &[Square::new(0, 0)]), 3);
    assert_eq!(maximum(6, &[Square::new(0, 0)]), 5);
}

#[test]
fn eight_queens_with_any_one_and_any_two_fixed() {
    let workers = Workers::new(2).unwrap();
    let squares: Vec<_> = (0..64).map(|i| Square::new(i / 8, i % 8)).collect();
    let maximum = |fixed: &[Square]| {
        let board = Board::with_conditions(8, fixed, &[]).unwrap();
        Completion::of(&board, &workers, &StopFlag::default()).unwrap().maximum
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

#[test]
fn naucks_board() {
    let board = Board::with_conditions(8, &[Square::new(4, 1), Square::new(3, 3)], &[]).unwrap();
    let workers = Workers::new(2).unwrap();
    let stop = StopFlag::default();
    assert_eq!(complete(&board).maximum, 8);
    assert_eq!(count_placements(&board, 8, &workers, &stop).unwrap(), Some(2));
}

#[test]
fn a_search_that_is_stopped_says_so() {
    let stop = StopFlag::default();
    stop.abandon();
    let workers = Workers::new(2).unwrap();
    let board = Board::new(32).unwrap();
    let completion = Completion::of(&board, &workers, &stop).unwrap();
    assert!(!completion.proved && completion.upper_bound == 32);
    assert!(solve(&board, &workers, &stop).unwrap().is_err());
}

#[test]
fn constructed_and_randoms_are_solutions() {
    for size in [1].into_iter().chain(4..=300).chain([1_000_000, 999_998, 999_995]) {
        assert!(is_solution(&construct(size).unwrap()), "N = {size}");
    }
    for size in [1].into_iter().chain(4..=60).chain([100_000]) {
        let solution = random(size, 7).unwrap();
        assert!(is_solution(&solution) && solution.len() == size as usize, "N = {size}");
        assert_eq!(solution, random(size, 7).unwrap(), "N = {size}");
    }
    assert_ne!(random(100, 1).unwrap(), random(100, 2).unwrap());
    for size in [2, 3] {
        let sentence = format!("the {size} x {size} board has no solution");
        assert_eq!(construct(size).unwrap_err().to_string(), sentence);
        assert_eq!(random(size, 1).unwrap_err().to_string(), sentence);
    }
    assert!(construct(0).is_err() && construct(u32::MAX).is_err());
    assert!(!is_solution(&[0, 1]) && !is_solution(&[0, 0]) && !is_solution(&[5]));
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

/// A random board: up to a third of its rows fixed, any share of its squares blocked.
fn conditions() -> impl Strategy<Value = Board> {
    let parts = (1..=9u32, 0..=9u32, any::<u64>(), 0..4usize);
    parts.prop_map(|(size, blocked_tenths, seed, most)| {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut fixed: Vec<Square> = vec![];
        for _ in 0..30 {
            let queen = Square::new(rng.u32(0..size), rng.u32(0..size));
            if fixed.len() < most && fixed.iter().all(|&q| q != queen && !q.attacks(queen)) {
                fixed.push(queen);
            }
        }
        let squares = (0..size * size).map(|i| Square::new(i / size, i % size));
        let blocked: Vec<_> =
            squares.filter(|square| rng.u32(0..10) < blocked_tenths && !fixed.contains(square)).collect();
        Board::with_conditions(size, &fixed, &blocked).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_maximum_is_that_of_trying_all(board in conditions()) {
        let workers = Workers::new(2).unwrap();
        let stop = StopFlag::default();
        let completion = complete(&board);
        let (maximum, placements, least) = by_trying_all(&board);
        prop_assert_eq!(completion.maximum as usize, maximum);
        prop_assert_eq!(completion.upper_bound, completion.maximum);
        prop_assert!(completion.proved);
        prop_assert_eq!(&completion.queens, &least);
        let counted = count_placements(&board, completion.maximum, &workers, &stop).unwrap();
        prop_assert_eq!(counted, Some(placements));
        let solution = solve(&board, &workers, &stop).unwrap().unwrap();
        prop_assert_eq!(solution.is_some(), Solutions::new(&board).next().is_some());
        if let Some(columns) = solution {
            prop_assert!(Solutions::new(&board).any(|solution| solution == columns));
        }
    }
}
