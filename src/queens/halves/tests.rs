use super::nearest::WEIGHTS;
use super::*;
use crate::base::random::Random;
use crate::queens::Square;
use crate::queens::backtrack::TextbookSearch;
use crate::queens::bitmask;
use crate::search::{Context, StopFlag, Workers};
use std::collections::{BTreeMap, BTreeSet};

const SEPARATED: Method = Method::Stored { bits: 32, separates: true };
const APART: Method = Method::Stored { bits: 0, separates: false };
const METHODS: [Method; 5] = [Method::STORED, SEPARATED, APART, Method::Bucketed, Method::Nearest];

fn solutions(n: u32) -> Vec<Vec<u32>> {
    crate::queens::solutions(&Board::new(n).unwrap()).collect()
}

fn engine(n: u32, isa: Isa, method: Method, threads: usize) -> (Halves, Workers) {
    let workers = Workers::new(threads).unwrap();
    let halves =
        Halves::with_method(&Board::new(n).unwrap(), isa, None, &Context::new(&workers), method).unwrap();
    (halves, workers)
}

fn total(n: u32, isa: Isa, method: Method, threads: usize) -> u128 {
    total_on(&Board::new(n).unwrap(), isa, method, &Workers::new(threads).unwrap())
}

/// Q(N) as `mod.rs` has it: the sum over the terms and their row sets.
fn by_formula(halves: &Halves) -> u128 {
    let (mut solutions, mut scratch) = (0, Scratch::new(None));
    for term in &halves.terms {
        for rows in (0..term.row_sets.len()).map(|number| term.row_sets.rows(number)) {
            let summand = Summand { term, rows };
            let count = summand.count(halves.isa, &mut scratch, &StopFlag::default());
            solutions += u128::from(summand.weight()) * count;
        }
    }
    solutions
}

fn east_rows(n: u32, board: &[u32]) -> Rows {
    let half = n / 2;
    let mut rows = Rows { north: 0, south: 0 };
    for (y, &x) in (0..).zip(board) {
        if x >= n - half {
            if y < half {
                rows.north |= 1 << (half - 1 - y);
            } else if y >= n - half {
                rows.south |= 1 << (y - (n - half));
            }
        }
    }
    rows
}

fn orbit(half: u32, rows: Rows) -> BTreeSet<Rows> {
    let other = rows.complement((1 << half) - 1);
    [rows, rows.reversed(), other, other.reversed()].into()
}

fn class(half: u32, rows: Rows) -> u64 {
    let code = |rows: &Rows| u64::from(rows.north) << half | u64::from(rows.south);
    orbit(half, rows).iter().map(code).min().unwrap()
}

/// The even board with every square blocked that does not fit these rows of the east.
fn board_of_rows(n: u32, rows: Rows) -> Board {
    let half = n / 2;
    let is_east = |y: u32| {
        let lines = if y < half { rows.north >> (half - 1 - y) } else { rows.south >> (y - half) };
        lines & 1 == 1
    };
    let squares = (0..n).flat_map(|y| (0..n).map(move |x| (x, y)));
    let blocked: Vec<_> =
        squares.filter(|&(x, y)| (x >= half) != is_east(y)).map(|(x, y)| Square::new(y, x)).collect();
    Board::with_conditions(n, &[], &blocked).unwrap()
}

/// The weight of a solution if the long diagonals are folded: 0 with a queen on the east half of one, else 2^(long
/// diagonals occupied in the west).
fn folded_weight(n: u32, board: &[u32]) -> u128 {
    let on_long = |east: bool| {
        let occupied =
            |on: &dyn Fn(u32, u32) -> bool| (0..).zip(board).any(|(y, &x)| (x >= n / 2) == east && on(x, y));
        u32::from(occupied(&|x, y| x == y)) + u32::from(occupied(&|x, y| x + y == n - 1))
    };
    if on_long(true) == 0 { 1 << on_long(false) } else { 0 }
}

/// The weight of a solution if the whole symmetry is used, from the squares of its queens alone.
fn nearest_weight(n: u32, board: &[u32]) -> u128 {
    let (mut groups, mut states) = ([0; 2], [0; 2]);
    for (y, &x) in (0..).zip(board) {
        let (half, south) = (usize::from(x < n / 2), y >= n / 2);
        let (u, v) = ((x + y).cast_signed() - n.cast_signed() + 1, y.cast_signed() - x.cast_signed());
        groups[half] |= usize::from(u == 0 || v == 0) << u32::from(south);
        let near = [(u, 1), (u, -1), (v, 1), (v, -1)];
        states[half] |=
            near.iter().fold(0, |state, (diagonal, number)| 2 * state + usize::from(diagonal == number));
    }
    let ([east_group, west_group], [east, west]) = (groups, states);
    match (east_group, west_group) {
        (0, _) => WEIGHTS[0][west_group][east][west].into(),
        (_, 0) => WEIGHTS[1][east_group][west][east].into(),
        _ => 0,
    }
}

/// The weighted count of the subproblem of each class of an even board, with this weight per solution.
fn classes(n: u32, weight: fn(u32, &[u32]) -> u128) -> BTreeMap<u64, u128> {
    let mut classes = BTreeMap::new();
    for board in solutions(n) {
        *classes.entry(class(n / 2, east_rows(n, &board))).or_default() += weight(n, &board);
    }
    classes
}

#[test]
fn the_weights_of_a_solution_and_its_images_add_up_to_their_number() {
    for n in [4, 6, 8, 10] {
        for board in solutions(n) {
            let transposed = |board: &[u32]| -> Vec<u32> {
                (0..n).map(|x| (0..n).find(|&y| board[y as usize] == x).unwrap()).collect()
            };
            let mirrored = |board: &[u32]| -> Vec<u32> { board.iter().map(|x| n - 1 - x).collect() };
            let mut images = vec![board];
            for i in 0..7 {
                let image = if i % 2 == 0 { transposed(&images[i]) } else { mirrored(&images[i]) };
                images.push(image);
            }
            images.sort();
            images.dedup();
            let weights = images.iter().map(|image| nearest_weight(n, image)).sum::<u128>();
            assert_eq!(weights, images.len() as u128, "{:?}", images[0]);
        }
    }
}

/// The counts of the classes of odd boards with a queen in the centre: each solution once.
fn centred(n: u32) -> BTreeMap<u64, u128> {
    let mut classes = BTreeMap::new();
    for board in solutions(n).iter().filter(|board| board[n as usize / 2] == n / 2) {
        *classes.entry(class(n / 2, east_rows(n, board))).or_default() += 1;
    }
    classes
}

/// The counts of other odd boards by a and the east's rows: solutions with the middle column's queen in the south at
/// distance a and the middle row's queen in the west at distance b < a.
fn off_centre(n: u32) -> BTreeMap<(u32, Rows), u128> {
    let (half, mut rows) = (n / 2, BTreeMap::new());
    for board in solutions(n) {
        let column = (0..n).find(|&y| board[y as usize] == half).unwrap();
        let row = board[half as usize];
        if column > half && row < half && half - row < column - half {
            *rows.entry((column - half, east_rows(n, &board))).or_default() += 1;
        }
    }
    rows
}

#[test]
fn every_subproblem_is_what_a_plain_search_finds_restricted_and_weighted_so() {
    for n in 6..=11 {
        let (folded, nearest, centred, off_centre) = if n % 2 == 0 {
            (classes(n, folded_weight), classes(n, nearest_weight), BTreeMap::new(), BTreeMap::new())
        } else {
            (BTreeMap::new(), BTreeMap::new(), centred(n), off_centre(n))
        };
        for method in METHODS {
            for isa in Isa::available() {
                let (halves, _) = engine(n, isa, method, 1);
                let mut scratch = None;
                let mut counted = 0;
                for id in 0..halves.len() {
                    let subproblem = halves.subproblem(id);
                    assert!(subproblem.id == id && subproblem.cost > 0);
                    let count = halves.count(id, &mut scratch, &StopFlag::default()).unwrap();
                    let Summand { term, rows } = halves.summand(id);
                    let middle = term.column_queen;
                    let expected = if middle != 0 {
                        assert_eq!(subproblem.weight, 8);
                        8 * off_centre.get(&(middle.ilog2() + 1, rows)).copied().unwrap_or(0)
                    } else {
                        let classes = match method {
                            _ if n % 2 == 1 => &centred,
                            Method::Nearest => &nearest,
                            _ => &folded,
                        };
                        classes.get(&class(n / 2, rows)).copied().unwrap_or(0)
                    };
                    assert_eq!(
                        count * u128::from(subproblem.weight),
                        expected,
                        "N = {n}, {isa}, {method:?}, {rows:?}"
                    );
                    counted += count * u128::from(subproblem.weight);
                }
                assert_eq!(counted, solutions(n).len() as u128);
                assert_eq!(counted, by_formula(&halves));
            }
        }
    }
}

#[test]
fn subproblems_of_larger_boards_are_what_a_search_of_their_rows_finds() {
    let mut random = Random::new(8);
    for (n, samples) in [(12, 8), (14, 8), (16, 4), (18, 2), (20, 1)] {
        // Making all lists takes too long for a few subproblems of the largest boards.
        let methods = &METHODS[if n < 18 { 0 } else { 3 }..];
        let engines: Vec<_> = methods
            .iter()
            .flat_map(|&method| {
                Isa::available().into_iter().map(move |isa| (method, isa, engine(n, isa, method, 1).0))
            })
            .collect();
        for _ in 0..samples {
            let id = random.below(engines[0].2.len() as usize) as u64;
            let rows = engines[0].2.summand(id).rows;
            let [mut folded, mut nearest] = [0; 2];
            for rows in orbit(n / 2, rows) {
                for board in crate::queens::solutions(&board_of_rows(n, rows)) {
                    folded += folded_weight(n, &board);
                    nearest += nearest_weight(n, &board);
                }
            }
            for (method, isa, halves) in &engines {
                assert_eq!(halves.summand(id).rows, rows);
                let count = halves.count(id, &mut None, &StopFlag::default()).unwrap();
                let expected = if *method == Method::Nearest { nearest } else { folded };
                let weight = u128::from(halves.subproblem(id).weight);
                assert_eq!(count * weight, expected, "N = {n}, {isa}, {method:?}, {rows:?}");
            }
        }
    }
}

#[test]
fn totals_are_those_of_the_textbook_search() {
    for n in 1..=12 {
        let expected = solutions(n).len() as u128;
        for method in METHODS {
            for isa in Isa::available() {
                assert_eq!(total(n, isa, method, 2), expected, "N = {n} {isa} {method:?}");
            }
        }
    }
}

#[test]
fn instruction_sets_methods_and_threads_agree() {
    for n in 13..=16 {
        let expected = total(n, Isa::detect(), Method::STORED, 1);
        for isa in Isa::available() {
            for method in METHODS {
                assert_eq!(total(n, isa, method, 2), expected, "N = {n} {isa} {method:?}");
            }
        }
        // A solution and its half turn are two solutions or one; here the number is known to be even.
        assert_eq!(expected % 2, 0);
    }
}

#[test]
fn little_room_for_lists_changes_nothing() {
    let workers = Workers::new(2).unwrap();
    for n in [11, 12] {
        let cache = ListCache::new(1000);
        let (halves, _) = engine(n, Isa::detect(), Method::Bucketed, 1);
        let cramped = Halves {
            terms: terms(
                &Board::new(n).unwrap(),
                (Method::Bucketed, halves.isa),
                &cache,
                &StopFlag::default(),
            ),
            ..halves
        };
        let tally = Context::new(&workers).run(&cramped).unwrap().tally;
        assert_eq!(tally, solutions(n).len() as u128);
    }
}

#[test]
fn several_threads_on_a_subproblem_change_nothing() {
    for (n, method) in
        [(11, Method::Bucketed), (12, Method::Bucketed), (12, Method::Nearest), (16, Method::Nearest)]
    {
        let expected = total(n, Isa::detect(), Method::STORED, 1);
        for side_by_side in [1, 2] {
            let (halves, workers) = engine(n, Isa::detect(), method, 3);
            let shared =
                Halves { side_by_side, shared: Some((0..3).map(|_| Mutex::default()).collect()), ..halves };
            let outcome = Context::new(&workers).run(&shared).unwrap();
            assert_eq!(outcome.tally, expected, "N = {n} {method:?} {side_by_side}");
        }
    }
}

#[test]
fn counts_beyond_the_memory_limit_are_refused() {
    let workers = Workers::new(1).unwrap();
    let refused =
        Halves::new(&Board::new(24).unwrap(), Isa::Portable, Some(1 << 20), &Context::new(&workers));
    assert!(matches!(refused, Err(Error::Memory { limit: 1_048_576, .. })));
}

#[test]
fn large_boards_can_be_numbered_and_their_words_fit() {
    let workers = Workers::new(1).unwrap();
    // There are C(26, 13) / 4 classes and a few more; numbering them is cheap.
    let halves = Halves::new(&Board::new(27).unwrap(), Isa::detect(), None, &Context::new(&workers)).unwrap();
    assert!(halves.len() > 10_400_600);
    assert_eq!(halves.subproblem(halves.len() - 1).weight, 8);
}

/// A board with this many random fixed queens (fewer if they attack each other) and blocked squares.
fn random_board(n: u32, queens: usize, blocked: usize, random: &mut Random) -> Board {
    let mut below = |bound: u32| random.below(bound as usize) as u32;
    let mut square = || Square::new(below(n), below(n));
    let mut fixed: Vec<Square> = Vec::new();
    for queen in (0..queens).map(|_| square()).collect::<Vec<_>>() {
        if !fixed.iter().any(|&other| other == queen || other.attacks(queen)) {
            fixed.push(queen);
        }
    }
    let mut excluded: Vec<Square> =
        (0..blocked).map(|_| square()).filter(|square| !fixed.contains(square)).collect();
    excluded.sort();
    excluded.dedup();
    Board::with_conditions(n, &fixed, &excluded).unwrap()
}

fn total_on(board: &Board, isa: Isa, method: Method, workers: &Workers) -> u128 {
    let halves = Halves::with_method(board, isa, None, &Context::new(workers), method).unwrap();
    Context::new(workers).run(&halves).unwrap().tally
}

#[test]
fn conditions_leave_what_the_textbook_search_finds_under_them() {
    let workers = Workers::new(1).unwrap();
    let (mut random, mut boards_with_solutions) = (Random::new(1), 0);
    for case in 0..450 {
        let n = 1 + case as u32 % 9;
        let board = random_board(n, case / 9 % 5, [0, 1, 3, 8, 25][case / 45 % 5], &mut random);
        let expected = TextbookSearch::new(&board).count() as u128;
        boards_with_solutions += u32::from(expected > 0);
        for method in METHODS {
            for isa in Isa::available() {
                assert_eq!(total_on(&board, isa, method, &workers), expected, "{isa} {method:?} {board:?}");
            }
        }
    }
    assert!(boards_with_solutions > 100, "{boards_with_solutions}");
}

#[test]
fn conditions_leave_what_the_bitmask_search_finds_under_them() {
    let workers = Workers::new(2).unwrap();
    let mut random = Random::new(2);
    for case in 0..96 {
        let n = 10 + case as u32 % 4;
        let board = random_board(n, case / 4 % 3, [0, 2, 8, 40][case / 12 % 4], &mut random);
        let bitmask = bitmask::problem(board.clone(), true);
        let expected = Context::new(&workers).run(&bitmask).unwrap().tally;
        for method in METHODS {
            assert_eq!(total_on(&board, Isa::detect(), method, &workers), expected, "{method:?} {board:?}");
        }
    }
}

/// Excludes whole diagonals (CSPLib prob079): the long ones, which keep all symmetries, one of them, or others.
#[test]
fn boards_without_whole_diagonals_and_symmetric_boards() {
    let workers = Workers::new(2).unwrap();
    let diagonals: [fn(i64, i64, i64) -> bool; 5] = [
        |_, x, y| x == y,
        |n, x, y| x == y || x + y == n - 1,
        |_, x, y| x - y == 2 || x - y == -3,
        |n, x, y| x + y == n - 3 || x + y == n + 1,
        |n, x, y| [1, n - 2].contains(&y) && [0, n - 1].contains(&x),
    ];
    for n in 4..=11 {
        for excluded in diagonals {
            let squares = (0..n).flat_map(|y| (0..n).map(move |x| Square::new(y, x)));
            let is_excluded = |s: &Square| excluded(i64::from(n), i64::from(s.column), i64::from(s.row));
            let board = Board::with_conditions(n, &[], &squares.filter(is_excluded).collect::<Vec<_>>());
            let board = board.unwrap();
            let plain = bitmask::problem(board.clone(), false);
            let expected = Context::new(&workers).run(&plain).unwrap().tally;
            for method in METHODS {
                assert_eq!(
                    total_on(&board, Isa::detect(), method, &workers),
                    expected,
                    "{method:?} {board:?}"
                );
            }
        }
    }
}
