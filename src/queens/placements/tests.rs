//! Placements against brute force, against each other, and against numbers that were published.

use super::*;
use crate::Square;
use crate::search::{Context, StopFlag, Workers};
use crate::simd::Isa;
use fastrand::Rng;

fn run(counting: &Counting) -> Vec<u128> {
    let workers = Workers::new(2).unwrap();
    counting.run(&mut Context::new(&workers)).unwrap().counts.unwrap()
}

fn all(rows: u32, columns: u32, rules: Rules) -> Vec<u128> {
    run(&Counting::new(Field::new(rows, columns, rules).unwrap()))
}

fn most(rows: u32, columns: u32, rules: Rules) -> u128 {
    run(&Counting::new(Field::new(rows, columns, rules).unwrap()).queens(rows.min(columns)))[0]
}

const KNIGHT: Rules = Rules { knight: true, ..Rules::QUEEN };
const TORUS: Rules = Rules { torus: true, ..Rules::QUEEN };

/// Counts subsets of squares, each square taken or not; attacks are found by walking along lines, step by step.
fn brute_force(field: &Field) -> Vec<u128> {
    let (rows, columns) = (field.rows() as i32, field.columns() as i32);
    let reaches = |from: Square, to: Square| {
        let at = |row: i32, column: i32| {
            let on = (0..rows).contains(&row) && (0..columns).contains(&column);
            match field.rules().torus {
                true => Some((row.rem_euclid(rows), column.rem_euclid(columns))),
                false => on.then_some((row, column)),
            }
        };
        let (row, column, to) = (from.row as i32, from.column as i32, (to.row as i32, to.column as i32));
        let walks = [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)];
        let jumps = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
        walks.iter().any(|(down, right)| {
            (1..rows.max(columns)).any(|steps| at(row + down * steps, column + right * steps) == Some(to))
        }) || field.rules().knight
            && jumps.iter().any(|(down, right)| at(row + down, column + right) == Some(to))
    };
    fn go_on(
        open: &[Square],
        queens: &mut Vec<Square>,
        fixed: &[Square],
        reaches: &impl Fn(Square, Square) -> bool,
        counts: &mut [u128],
    ) {
        let Some((&square, rest)) = open.split_first() else {
            counts[queens.len()] += 1;
            return;
        };
        if !fixed.contains(&square) {
            go_on(rest, queens, fixed, reaches, counts);
        }
        if !queens.iter().any(|&queen| reaches(queen, square)) {
            queens.push(square);
            go_on(rest, queens, fixed, reaches, counts);
            queens.pop();
        }
    }
    let squares = (0..field.rows()).flat_map(|row| (0..field.columns()).map(move |c| Square::new(row, c)));
    let open: Vec<Square> = squares.filter(|square| !field.blocked().contains(square)).collect();
    let mut counts = vec![0; field.most_queens() as usize + 1];
    go_on(&open, &mut vec![], field.fixed(), &reaches, &mut counts);
    counts
}

/// A random field of at most 6 x 6 squares.
fn random_field(random: &mut Rng) -> Field {
    let rules = Rules { knight: random.bool(), torus: random.u8(..3) == 0 };
    let rows = random.u32(1..=6);
    let columns = if rules.torus { rows } else { random.u32(1..=6) };
    let mut field = Field::new(rows, columns, rules).unwrap();
    for _ in 0..random.u32(..3) * random.u32(..2) {
        let square = Square::new(random.u32(..rows), random.u32(..columns));
        field = field.clone().fix([square]).unwrap_or(field);
    }
    for _ in 0..random.u32(..8) * random.u32(..2) {
        let square = Square::new(random.u32(..rows), random.u32(..columns));
        field = field.clone().block([square]).unwrap_or(field);
    }
    field
}

fn check_random_fields(fields: usize) {
    let mut random = Rng::with_seed(33);
    let isas = Isa::available();
    for _ in 0..fields {
        let field = random_field(&mut random);
        let expected = brute_force(&field);
        let counting = Counting::new(field.clone()).isa(isas[random.usize(..isas.len())]);
        assert_eq!(backtrack::count(&field), expected, "{field:?}");
        assert_eq!(run(&counting), expected, "{field:?}");
        assert_eq!(run(&counting.double_check()), expected, "{field:?}");
        let queens = random.u32(..=field.most_queens() + 1);
        let one = expected.get(queens as usize).copied().unwrap_or(0);
        let counting = counting.queens(queens);
        assert_eq!(run(&counting), [one], "{queens} queens: {field:?}");
        assert_eq!(run(&counting.double_check()), [one], "{queens} queens: {field:?}");
    }
}

#[test]
fn random_fields_are_counted_as_by_brute_force() {
    check_random_fields(300);
}

#[test]
#[ignore = "ten times as many as every day"]
fn many_random_fields_are_counted_as_by_brute_force() {
    check_random_fields(3_000);
}

#[test]
fn all_numbers_of_queens_at_once_are_those_one_by_one() {
    for (rows, columns) in [(1, 1), (1, 7), (7, 1), (5, 9), (9, 5), (7, 7)] {
        for rules in [Rules::QUEEN, KNIGHT, TORUS] {
            let Ok(field) = Field::new(rows, columns, rules) else { continue };
            let expected = backtrack::count(&field);
            let counting = Counting::new(field.clone());
            assert_eq!(run(&counting), expected, "{field:?}");
            for (queens, &count) in (0..).zip(&expected) {
                assert_eq!(run(&counting.clone().queens(queens)), [count], "{queens} queens: {field:?}");
            }
        }
    }
}

/// OEIS A287227 for the sums.
#[test]
fn published_placements_are_counted_again() {
    for (size, sum) in [(1, 2), (2, 5), (3, 18), (9, 915_442), (10, 7_535_369)] {
        assert_eq!(all(size, size, Rules::QUEEN).iter().sum::<u128>(), sum, "{size} x {size}");
    }
    // As many queens as rows: A000170.
    for (size, total) in [(1, 1), (2, 0), (4, 2), (6, 4), (10, 724), (12, 14_200)] {
        assert_eq!(most(size, size, Rules::QUEEN), total, "N = {size}");
    }
}

/// OEIS A051223.
#[test]
fn queens_that_move_as_knights_too() {
    for (size, total) in
        [(1, 1), (9, 0), (10, 4), (11, 44), (12, 156), (13, 1_876), (14, 5_180), (16, 202_900)]
    {
        assert_eq!(most(size, size, KNIGHT), total, "N = {size}");
    }
}

/// OEIS A007705 and A051906; A172517 for two queens.
#[test]
fn queens_on_the_torus() {
    for (size, total) in [(1, 1), (4, 0), (5, 10), (6, 0), (7, 28), (9, 0), (11, 88), (13, 4_524)] {
        assert_eq!(most(size, size, TORUS), total, "N = {size}");
    }
}

#[test]
fn long_fields_are_counted_by_states_and_by_rows() {
    for rules in [Rules::QUEEN, KNIGHT] {
        let field = Field::new(20, 4, rules).unwrap().fix([(9, 1)]).unwrap().block([(0, 0), (3, 3)]).unwrap();
        let turned =
            Field::new(4, 20, rules).unwrap().fix([(1, 9)]).unwrap().block([(0, 0), (3, 3)]).unwrap();
        let counting = Counting::new(field);
        assert_eq!(counting.method(), Method::States);
        let counts = run(&counting);
        assert_eq!(counts, backtrack::count(&turned));
        assert_eq!(run(&Counting::new(turned)), counts);
        let plain = Counting::new(Field::new(3, 30, rules).unwrap());
        assert_eq!(run(&plain), run(&plain.double_check()));
        assert_eq!(run(&plain), backtrack::count(plain.field()));
    }
    // Two queens: all pairs of squares less those on a line.
    assert_eq!(run(&Counting::new(Field::new(1, 10_000, Rules::QUEEN).unwrap())), [1, 10_000]);
}

#[test]
fn fields_that_make_no_sense_are_refused() {
    for (rows, columns) in [(0, 5), (5, 0), (65, 9), (9, 65), (8, 10_001)] {
        let sentence = Field::new(rows, columns, Rules::QUEEN).unwrap_err().to_string();
        assert!(sentence.contains("must be from 1 to 64"), "{rows} x {columns}");
    }
}

#[test]
fn a_count_that_is_stopped_has_no_counts() {
    let stop = StopFlag::default();
    stop.abandon();
    for (rows, columns) in [(8, 8), (4, 40)] {
        let counting = Counting::new(Field::new(rows, columns, Rules::QUEEN).unwrap());
        match counting.run(&mut Context::new(&Workers::new(1).unwrap()).until(&stop)) {
            Ok(count) => assert_eq!(count.counts, None),
            Err(error) => assert!(matches!(error, crate::Error::Stopped), "{error}"),
        }
    }
}
