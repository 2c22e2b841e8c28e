//! Region queens: made puzzles solved and proved unique, graded, and made. Each answer is checked.
//!
//! Prints the median time per puzzle, each puzzle by itself: solving is timed over several repetitions, of which the
//! least counts. Criterion then times whole sets.

mod common;

use criterion::Criterion;
use std::hint::black_box;
use std::time::Instant;
use vuelta::regions::{Board, Maker, Search, Verdict, backtrack, deduce::grade};
use vuelta::search::StopFlag;

/// Made boards, and the seconds that each took.
fn made(size: u32, stars: u32, count: u64) -> (Vec<Board>, Vec<f64>) {
    let maker = Maker::new(size).unwrap().stars(stars).unwrap();
    let make = |seed| {
        let start = Instant::now();
        let board = maker.clone().seed(seed).make(&StopFlag::default()).unwrap();
        (board, start.elapsed().as_secs_f64())
    };
    (0..count).map(make).unzip()
}

/// Median and 95th percentile in microseconds.
fn spread(mut seconds: Vec<f64>) -> String {
    seconds.sort_by(f64::total_cmp);
    let at = |share: f64| 1e6 * seconds[(share * (seconds.len() - 1) as f64) as usize];
    format!("median {:.2} us, 95 % {:.2} us", at(0.5), at(0.95))
}

/// The least seconds of a call, of several.
fn least<T>(call: impl Fn() -> T) -> f64 {
    let time = |_| {
        let start = Instant::now();
        black_box(call());
        start.elapsed().as_secs_f64()
    };
    (0..20).map(time).fold(f64::INFINITY, f64::min)
}

fn is_unique(board: &Board) -> bool {
    matches!(Search::new(board).verdict(), Ok(Verdict::Unique(queens)) if board.is_solution(&queens))
}

fn regions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("regions");
    for (size, stars, count) in [
        (8, 1, 1_000),
        (10, 1, 1_000),
        (12, 1, 1_000),
        (15, 1, 1_000),
        (10, 2, 1_000),
        (14, 3, 5),
        (18, 4, 5),
        (21, 5, 5),
        (25, 6, 5),
    ] {
        let name = format!("{size} x {size}, {stars} stars");
        let (boards, seconds) = made(size, stars, count);
        assert!(boards.iter().all(is_unique));
        assert!(boards.iter().take(20).filter(|_| size < 13).all(|board| backtrack::count(board, 2) == 1));
        println!("{name}: make          {}", spread(seconds));
        let verdict = |board: &Board| Search::new(board).verdict().unwrap();
        let solve = boards.iter().map(|board| least(|| verdict(board))).collect();
        println!("{name}: solve, prove  {}", spread(solve));
        let grades = boards.iter().map(|board| least(|| grade(board))).collect();
        println!("{name}: grade         {}", spread(grades));
        let mut levels = [0; 7];
        boards.iter().for_each(|board| levels[grade(board).level.unwrap_or(7) as usize - 1] += 1);
        println!("{name}: levels 1 to 6, guess: {levels:?}");
        group.bench_function(format!("solve and prove {count} of {name}"), |bencher| {
            bencher.iter(|| assert!(boards.iter().all(|board| matches!(verdict(board), Verdict::Unique(_)))));
        });
    }
    group.finish();
}

common::benches!(regions);
