//! The dense Senku engine. Every run's counts are compared with the published ones.

mod common;

use criterion::Criterion;
use std::hint::black_box;
use vuelta::search::{Context, StopFlag, Workers};
use vuelta::senku::dense::estimate;
use vuelta::senku::{Counting, Engine, Game, Winnable, winning_levels};
use vuelta::simd::Isa;

const GAMES: u128 = 577_116_156_815_309_849_672;
const SOLUTIONS: u128 = 40_861_647_040_079_968;

/// Games and solutions of the English centre game.
fn english(game: &Game, isa: Isa, workers: &Workers, memory_limit: u64) -> (u128, u128) {
    let counting = Counting::new(game).engine(Engine::Dense).isa(isa).memory_limit(memory_limit);
    let counted = counting.run(&mut Context::new(workers)).expect("it counts");
    let count = counted.count.expect("nobody stops it");
    (count.games, count.solutions)
}

fn dense(criterion: &mut Criterion) {
    let game = Game::named("english").expect("a known board");
    let mut group = criterion.benchmark_group("senku_dense");
    for threads in [1, 2] {
        let workers = Workers::new(threads).expect("threads");
        for isa in Isa::available() {
            group.bench_function(format!("english/{isa}/{threads}"), |bencher| {
                bencher.iter(|| {
                    assert_eq!(english(black_box(&game), isa, &workers, 1 << 30), (GAMES, SOLUTIONS))
                });
            });
        }
    }
    let workers = Workers::new(2).expect("threads");
    let by_residues = u64::try_from(estimate(&game).bytes).expect("a small board") - 1;
    group.bench_function("english/residues/2", |bencher| {
        let counts = || english(black_box(&game), Isa::detect(), &workers, by_residues);
        bencher.iter(|| assert_eq!(counts(), (GAMES, SOLUTIONS)));
    });
    group.finish();
}

/// The number of winning positions of the English centre game.
fn winning_positions(game: &Game, isa: Isa, workers: &Workers) -> u64 {
    let levels = winning_levels(game, isa, 1 << 30, &mut Context::new(workers)).expect("it counts");
    levels.expect("nobody stops it").iter().sum()
}

/// The solutions by the map of winnable positions and its table.
fn solutions_by_map(game: &Game, workers: &Workers) -> u128 {
    let mut map = Winnable::of(game, None, 1 << 30, &mut Context::new(workers)).expect("it fits");
    map.count_solutions(&mut Context::new(workers)).expect("it fits");
    map.solutions(game.start(), &StopFlag::default()).expect("it is in the table")
}

fn winning(criterion: &mut Criterion) {
    let game = Game::named("english").expect("a known board");
    let mut group = criterion.benchmark_group("senku_winning");
    for threads in [1, 2] {
        let workers = Workers::new(threads).expect("threads");
        for isa in Isa::available() {
            group.bench_function(format!("english/{isa}/{threads}"), |bencher| {
                bencher.iter(|| assert_eq!(winning_positions(black_box(&game), isa, &workers), 1_679_072));
            });
        }
        group.bench_function(format!("map and ways/{threads}"), |bencher| {
            bencher.iter(|| assert_eq!(solutions_by_map(black_box(&game), &workers), SOLUTIONS));
        });
    }
    group.finish();
}

common::benches!(dense, winning);
