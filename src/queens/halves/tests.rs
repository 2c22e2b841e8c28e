use super::*;
use crate::search::Quiet;
use std::collections::BTreeMap;

const PATHS: [Path; 2] = [Path::Stored, Path::AsNeeded];

/// All solutions by the textbook search, as the column of each row's queen.
fn solutions(n: u32) -> Vec<Vec<u32>> {
    fn place(n: u32, board: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
        let row = board.len() as u32;
        if row == n {
            found.push(board.clone());
            return;
        }
        for column in 0..n {
            let attacks = |(r, &c): (usize, &u32)| c == column || c.abs_diff(column) == row - r as u32;
            if !board.iter().enumerate().any(attacks) {
                board.push(column);
                place(n, board, found);
                board.pop();
            }
        }
    }
    let mut found = Vec::new();
    place(n, &mut Vec::new(), &mut found);
    found
}

fn engine(n: u32, isa: Isa, path: Path, threads: usize) -> (Halves, Workers) {
    let workers = Workers::new(threads).unwrap();
    let halves = Halves::with_path(n, isa, None, &workers, path).unwrap();
    (halves, workers)
}

fn total(n: u32, isa: Isa, path: Path, threads: usize) -> u128 {
    let (halves, workers) = engine(n, isa, path, threads);
    let outcome = workers.run(&halves, &StopFlag::default(), &mut Quiet).unwrap();
    assert!(outcome.is_complete());
    outcome.tally
}

/// The rows of the east's queens.
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

/// The least code of the class.
fn class(half: u32, rows: Rows) -> u64 {
    let other = rows.complement((1 << half) - 1);
    let orbit = [rows, rows.reversed(), other, other.reversed()];
    orbit.iter().map(|r| u64::from(r.north) << half | u64::from(r.south)).min().unwrap()
}

/// What the even board's subproblem of each class must count, weight included: the boards with no queen on
/// the east half of a long diagonal, each 2^(long diagonals occupied in the west) times.
fn folded(n: u32) -> BTreeMap<u64, u128> {
    let mut classes = BTreeMap::new();
    for board in solutions(n) {
        let on_long = |east: bool| {
            let occupied = |on: &dyn Fn(u32, u32) -> bool| {
                (0..).zip(&board).any(|(y, &x)| (x >= n / 2) == east && on(x, y))
            };
            u32::from(occupied(&|x, y| x == y)) + u32::from(occupied(&|x, y| x + y == n - 1))
        };
        if on_long(true) == 0 {
            *classes.entry(class(n / 2, east_rows(n, &board))).or_default() += 1 << on_long(false);
        }
    }
    classes
}

/// The same for odd boards with a queen in the centre: each board once.
fn centred(n: u32) -> BTreeMap<u64, u128> {
    let mut classes = BTreeMap::new();
    for board in solutions(n).iter().filter(|board| board[n as usize / 2] == n / 2) {
        *classes.entry(class(n / 2, east_rows(n, board))).or_default() += 1;
    }
    classes
}

/// For the other odd boards, by the east's rows: those whose middle column's queen is in the south at distance
/// a and whose middle row's queen is in the west at distance b < a.
fn off_centre(n: u32) -> BTreeMap<u64, u128> {
    let (half, mut rows) = (n / 2, BTreeMap::new());
    for board in solutions(n) {
        let column = (0..n).find(|&y| board[y as usize] == half).unwrap();
        let row = board[half as usize];
        if column > half && row < half && half - row < column - half {
            let east = east_rows(n, &board);
            *rows.entry(u64::from(east.north) << half | u64::from(east.south)).or_default() += 1;
        }
    }
    rows
}

#[test]
fn every_subproblem_is_what_a_plain_search_finds_restricted_and_weighted_so() {
    for n in 6..=11 {
        let (folded, centred, off_centre) = if n % 2 == 0 {
            (folded(n), BTreeMap::new(), BTreeMap::new())
        } else {
            (BTreeMap::new(), centred(n), off_centre(n))
        };
        for path in PATHS {
            for isa in Isa::available() {
                let (halves, _) = engine(n, isa, path, 1);
                let mut scratch = halves.scratch();
                let mut counted = 0;
                for id in 0..halves.len() {
                    let subproblem = halves.subproblem(id);
                    assert!(subproblem.id == id && subproblem.cost > 0);
                    let count = halves.count(id, &mut scratch, &StopFlag::default()).unwrap();
                    let (crossed, rows) = halves.rows(id);
                    let expected = if crossed.is_some() {
                        assert_eq!(subproblem.weight, 8);
                        let code = u64::from(rows.north) << (n / 2) | u64::from(rows.south);
                        8 * off_centre.get(&code).copied().unwrap_or(0)
                    } else {
                        let classes = if n % 2 == 0 { &folded } else { &centred };
                        classes.get(&class(n / 2, rows)).copied().unwrap_or(0)
                    };
                    assert_eq!(
                        count * u128::from(subproblem.weight),
                        expected,
                        "N = {n}, {isa}, {path:?}, {rows:?}"
                    );
                    counted += count * u128::from(subproblem.weight);
                }
                assert_eq!(counted, solutions(n).len() as u128);
            }
        }
    }
}

#[test]
fn totals_are_those_of_the_textbook_search() {
    for n in 1..=12 {
        let expected = solutions(n).len() as u128;
        for path in PATHS {
            for isa in Isa::available() {
                assert_eq!(total(n, isa, path, 2), expected, "N = {n} {isa} {path:?}");
            }
        }
    }
}

#[test]
fn instruction_sets_paths_and_threads_agree() {
    for n in 13..=16 {
        let expected = total(n, Isa::detect(), Path::Stored, 1);
        for isa in Isa::available() {
            assert_eq!(total(n, isa, Path::Stored, 2), expected, "N = {n} {isa}");
        }
        assert_eq!(total(n, Isa::detect(), Path::AsNeeded, 2), expected, "N = {n}");
        // A solution and its half turn are two, or it is its own: known only to be even here.
        assert_eq!(expected % 2, 0);
    }
}

#[test]
fn little_room_for_lists_changes_nothing() {
    let workers = Workers::new(2).unwrap();
    for n in [11, 12] {
        let (geometry, room) = (Geometry::new(n), Room::new(1000));
        let (halves, _) = engine(n, Isa::detect(), Path::AsNeeded, 1);
        let cramped = Halves {
            straight: straight(geometry, Path::AsNeeded, &room),
            crossed: geometry
                .middle
                .then(|| (Crossed::new(geometry, Path::AsNeeded, &room), Numbering::new(n / 2))),
            ..halves
        };
        let tally = workers.run(&cramped, &StopFlag::default(), &mut Quiet).unwrap().tally;
        assert_eq!(tally, solutions(n).len() as u128);
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let workers = Workers::new(1).unwrap();
    for n in [0, 32, u32::MAX] {
        let refused = Halves::new(n, Isa::Portable, None, &workers);
        assert!(matches!(refused, Err(Error::Input(_))));
    }
    let refused = Halves::new(24, Isa::Portable, Some(1 << 20), &workers);
    assert!(matches!(refused, Err(Error::Memory { limit: 1_048_576, .. })));
}

#[test]
fn large_boards_can_be_numbered_and_their_words_fit() {
    let workers = Workers::new(1).unwrap();
    // The number of classes is C(26, 13) / 4 and a little; the first subproblem of the list is cheap to name.
    let halves = Halves::new(27, Isa::detect(), None, &workers).unwrap();
    assert!(halves.len() > 10_400_600);
    assert_eq!(halves.subproblem(halves.len() - 1).weight, 8);
    assert!(memory(27, 2) > memory(20, 2));
}
