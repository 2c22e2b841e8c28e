//! N-queens by behaviour: the engines against each other, the oracle and the published counts.

use super::queens_complete::boards;
use proptest::prelude::*;
use vuelta::EngineChoice;
use vuelta::known;
use vuelta::queens::backtrack::TextbookSearch;
use vuelta::queens::{Board, Counting, Engine, Square, SymmetricCounts};
use vuelta::search::{Context, StopFlag, Workers};

fn total(board: &Board, engine: impl Into<EngineChoice<Engine>>, threads: usize) -> u128 {
    let workers = Workers::new(threads).unwrap();
    let counting = Counting::new(board.clone()).engine(engine).isa(crate::isa());
    counting.run(&mut Context::new(&workers)).unwrap().total().unwrap()
}

#[test]
fn every_engine_gives_the_published_totals() {
    for (engine, largest) in [(Engine::Backtrack, 12), (Engine::Bitmask, 15), (Engine::Halves, 17)] {
        for size in 1..=largest {
            let published = known::queens_count("total", size).unwrap().value;
            assert_eq!(total(&Board::new(size).unwrap(), engine, 2), published, "N = {size} by {engine}");
        }
    }
}

/// The outside test of conditions: with the first row's queen fixed on each square in turn, or the row's other squares
/// blocked, or the column's in place of the row's, the counts are the published ones and add up to all solutions.
#[test]
fn the_counts_by_the_first_rows_queen_are_the_published_ones() {
    for size in 1..=14 {
        let published = known::numbers("queens", &format!("n={size}"), "first_row");
        let board = Board::new(size).unwrap();
        let fixed = |column| board.clone().fix([(0, column)]).unwrap();
        let blocked =
            |column| board.clone().block((0..size).filter(|&c| c != column).map(|c| (0, c))).unwrap();
        let turned = |column| board.clone().fix([(column, 0)]).unwrap();
        let mut sum = 0;
        for column in 0..size {
            let count = total(&fixed(column), Engine::Halves, 2);
            let known = published.get(column as usize).map_or(count, |published| published.value);
            assert_eq!(count, known, "N = {size}, column {column}");
            assert_eq!(total(&fixed(column), Engine::Bitmask, 2), count, "N = {size}, column {column}");
            assert_eq!(total(&blocked(column), Engine::Halves, 2), count, "N = {size}, column {column}");
            assert_eq!(total(&turned(column), EngineChoice::Auto, 2), count, "N = {size}, column {column}");
            if size <= 10 {
                assert_eq!(total(&fixed(column), Engine::Backtrack, 2), count, "N = {size}, column {column}");
            }
            sum += count;
        }
        assert_eq!(sum, known::queens_count("total", size).unwrap().value, "N = {size}");
    }
}

#[test]
fn fundamental_and_symmetric_counts_agree_with_the_published_ones() {
    let workers = Workers::new(2).unwrap();
    for size in 1..=19 {
        let counts = SymmetricCounts::count(size, &Context::new(&workers)).unwrap().unwrap();
        let published = |quantity| known::queens_count(quantity, size).unwrap().value;
        assert_eq!(counts.symmetric_180, published("symmetric_180"), "N = {size}");
        assert_eq!(counts.symmetric_90, published("symmetric_90"), "N = {size}");
        assert_eq!(
            counts.fundamental(size, published("total")).unwrap(),
            published("fundamental"),
            "N = {size}"
        );
    }
}

#[test]
fn threads_and_splits_do_not_change_a_count() {
    let counting = Counting::new(Board::new(10).unwrap()).isa(crate::isa());
    for engine in [Engine::Backtrack.into(), Engine::Bitmask.into(), EngineChoice::Auto] {
        for threads in [1, 2, 5] {
            let workers = Workers::new(threads).unwrap();
            let counting = counting.clone().engine(engine);
            for counting in [counting.double_check(), counting] {
                let count = counting.run(&mut Context::new(&workers)).unwrap();
                assert_eq!(count.total(), Some(724), "{engine:?} on {threads} threads");
            }
        }
    }
}

#[test]
fn an_abandoned_count_has_no_total() {
    let workers = Workers::new(2).unwrap();
    let stop = StopFlag::default();
    stop.abandon();
    for engine in [Engine::Backtrack, Engine::Bitmask] {
        let counting = Counting::new(Board::new(20).unwrap()).engine(engine);
        let count = counting.run(&mut Context::new(&workers).until(&stop)).unwrap();
        assert_eq!((count.total(), count.fundamental), (None, None));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn engines_agree_under_random_conditions(board in boards(1..=8, 0..=5)) {
        let expected = TextbookSearch::new(&board).count() as u128;
        for engine in [Engine::Backtrack, Engine::Bitmask, Engine::Halves, Engine::fastest(&board)] {
            prop_assert_eq!(total(&board, engine, 1), expected);
        }
    }
}

/// Larger boards: by half boards, by half boards of the transposed board and by the bitmask search.
#[test]
fn half_boards_agree_with_their_double_check_under_conditions() {
    let workers = Workers::new(2).unwrap();
    let blocked: Vec<Square> = (0..14).map(|i| Square::new(i, (5 * i + 3) % 14)).collect();
    for (size, fixed) in [(14, vec![Square::new(1, 1)]), (15, vec![]), (18, vec![Square::new(3, 5)])] {
        let excluded: Vec<Square> = blocked.iter().copied().filter(|s| !fixed.contains(s)).collect();
        let board = Board::with_conditions(size, &fixed, &excluded).unwrap();
        let counting = Counting::new(board.clone()).engine(Engine::Halves).isa(crate::isa());
        let total = |counting: &Counting| counting.run(&mut Context::new(&workers)).unwrap().total().unwrap();
        let expected = total(&counting);
        assert!(expected > 0);
        let [fixed, excluded] = [fixed, excluded].map(|squares| {
            squares.iter().map(|square| Square::new(square.column, square.row)).collect::<Vec<_>>()
        });
        let transposed = Board::with_conditions(size, &fixed, &excluded).unwrap();
        assert_eq!(
            total(&Counting::new(transposed).engine(Engine::Halves).isa(crate::isa())),
            expected,
            "N = {size}"
        );
        if size < 18 {
            assert_eq!(total(&counting.double_check()), expected, "N = {size}");
        }
    }
}
