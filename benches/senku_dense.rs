//! The dense Senku engine. Every run's counts are compared with the published ones.

mod common;

use criterion::Criterion;
use std::hint::black_box;
use vuelta::search::{Context, Workers};
use vuelta::senku::dense::estimate;
use vuelta::senku::{Counting, Engine, Game};
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

common::benches!(dense);
