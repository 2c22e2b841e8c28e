//! The Senku engines, each asserting its count.

mod common;

use criterion::Criterion;
use std::hint::black_box;
use vuelta::search::{Context, StopFlag, Workers};
use vuelta::senku::{
    Board, Counting, Engine, FewestMoves, Game, Solution, Solver, Square, fewest_moves, solutions,
};

fn count(game: &Game, engine: Engine, workers: &Workers) -> (u128, u128) {
    let counting = Counting::new(game).engine(engine).memory_limit(64 << 20);
    let counted = counting.run(&mut Context::new(workers)).unwrap();
    let count = counted.count.unwrap();
    (count.games, count.solutions)
}

fn engines(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("senku");
    let triangle = Game::named("triangle15").unwrap();
    for threads in [1, 2] {
        let workers = Workers::new(threads).unwrap();
        for engine in [Engine::Backtrack, Engine::Memo] {
            group.bench_function(format!("{engine}/triangle15/{threads} threads"), |bencher| {
                bencher.iter(|| assert_eq!(count(black_box(&triangle), engine, &workers), (568_630, 6_816)));
            });
        }
    }
    let english = Game::named("english").unwrap();
    group.bench_function("solve/english", |bencher| {
        bencher.iter(|| {
            let (solution, _) = Solver::new(black_box(&english)).solve(&StopFlag::default());
            assert!(matches!(solution, Solution::Found(jumps) if jumps.len() == 31));
        });
    });
    group.bench_function("solve by the textbook search/english", |bencher| {
        bencher.iter(|| {
            let mut search = solutions(&english);
            assert!(search.next().is_some() && search.nodes() == 7_667_771);
        });
    });
    // Two sweeps solve this one; no order of the jumps is known that does.
    let wiegleb = Board::named("wiegleb").unwrap();
    let tip = wiegleb.require(Square::new(1, 4)).unwrap();
    let wiegleb = Game::from_vacancy(wiegleb, tip).unwrap();
    group.bench_function("solve by sweeps/wiegleb 1,4", |bencher| {
        bencher.iter(|| {
            let (solution, _) = Solver::new(black_box(&wiegleb)).solve(&StopFlag::default());
            assert!(matches!(solution, Solution::Found(jumps) if jumps.len() == 43));
        });
    });
    let workers = Workers::new(2).unwrap();
    group.bench_function("fewest moves/triangle15/2 threads", |bencher| {
        bencher.iter(|| {
            let found = fewest_moves(black_box(&triangle), &Context::new(&workers));
            assert!(matches!(found, Ok(FewestMoves::Found(moves)) if moves.len() == 10));
        });
    });
    group.finish();
}

common::benches!(engines);
