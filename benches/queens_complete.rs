//! The most queens under conditions: random boards with up to N/2 queens fixed and up to 80 % of the squares
//! blocked, each proved. Prints how the times are spread, and times the boards of N = 32 together.

mod common;

use criterion::Criterion;
use std::time::Instant;
use vuelta::queens::{Board, Completion, Square};
use vuelta::search::{Context, Workers};

fn random_board(rng: &mut fastrand::Rng, size: u32) -> Board {
    let mut fixed: Vec<Square> = vec![];
    let (most, share) = (rng.u32(0..=size / 2) as usize, 0.8 * rng.f64());
    for _ in 0..1_000 * size {
        let queen = Square::new(rng.u32(0..size), rng.u32(0..size));
        if fixed.len() < most && fixed.iter().all(|&q| q != queen && !q.attacks(queen)) {
            fixed.push(queen);
        }
    }
    let squares = (0..size * size).map(|i| Square::new(i / size, i % size));
    let blocked: Vec<_> = squares.filter(|square| rng.f64() < share && !fixed.contains(square)).collect();
    Board::with_conditions(size, &fixed, &blocked).unwrap()
}

/// The maximum of each board, every one proved, and the seconds it took.
fn maxima(boards: &[Board], workers: &Workers) -> Vec<(u32, f64)> {
    let complete = |board| {
        let start = Instant::now();
        let completion = Completion::of(board, &Context::new(workers)).unwrap();
        assert!(completion.proved && completion.least);
        (completion.maximum, start.elapsed().as_secs_f64())
    };
    boards.iter().map(complete).collect()
}

fn completions(criterion: &mut Criterion) {
    let mut rng = fastrand::Rng::with_seed(1);
    let alone = Workers::new(1).unwrap();
    let workers = Workers::new(2).unwrap();
    let any: Vec<Board> = (0..1_000)
        .map(|_| {
            let size = rng.u32(1..=32);
            random_board(&mut rng, size)
        })
        .collect();
    let mut seconds: Vec<f64> = maxima(&any, &workers).into_iter().map(|(_, seconds)| seconds).collect();
    seconds.sort_by(f64::total_cmp);
    let [median, most, worst] = [500, 990, 999].map(|rank| seconds[rank]);
    println!("1,000 boards to N = 32: median {median:.4} s, 99 % {most:.4} s, worst {worst:.4} s");

    let large: Vec<Board> = (0..100).map(|_| random_board(&mut rng, 32)).collect();
    let expected: Vec<u32> = maxima(&large, &alone).into_iter().map(|(maximum, _)| maximum).collect();
    let mut group = criterion.benchmark_group("complete");
    group.bench_function("100 boards of N = 32/2 threads", |bencher| {
        bencher.iter(|| {
            let found = maxima(&large, &workers);
            assert!(found.iter().map(|&(maximum, _)| maximum).eq(expected.iter().copied()));
        });
    });
    group.finish();
}

common::benches!(completions);
