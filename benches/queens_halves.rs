//! The half-board engine: whole counts on each instruction set, set-up included, and on two threads; and one subproblem alone.
//! Every run asserts its count.

mod common;

use criterion::Criterion;
use vuelta::known;
use vuelta::queens::Board;
use vuelta::queens::halves::Halves;
use vuelta::search::{Context, Problem, StopFlag, Workers};
use vuelta::simd::Isa;

/// A whole count of the published number, set-up included.
fn whole(c: &mut Criterion, name: &str, n: u32, isa: Isa, workers: &Workers) {
    let expected = known::queens_count("total", n).expect("a published number").value;
    let board = Board::new(n).expect("a small board");
    c.bench_function(name, |b| {
        b.iter(|| {
            let halves = Halves::new(&board, isa, None, &Context::new(workers)).expect("enough memory");
            let outcome = Context::new(workers).run(&halves);
            assert_eq!(outcome.expect("no overflow").tally, expected);
        });
    });
}

/// Each instruction set on one thread; and the best on two, a count that is mostly half boards and one that is mostly joins.
fn totals(c: &mut Criterion) {
    let workers = Workers::new(1).expect("one worker");
    for n in [12, 14, 16, 17] {
        for isa in Isa::available() {
            whole(c, &format!("queens halves {n} {isa}"), n, isa, &workers);
        }
    }
    let workers = Workers::new(2).expect("two workers");
    for n in [16, 18] {
        whole(c, &format!("queens halves {n} 2 threads"), n, Isa::detect(), &workers);
    }
}

/// The dearest subproblem alone, its lists made before: of stored lists (18), of buckets (20; 23, odd), by all of the
/// symmetry (22, 24).
fn subproblems(c: &mut Criterion) {
    let workers = Workers::new(1).expect("one worker");
    for n in [18, 20, 22, 23, 24] {
        let mut expected = None;
        let board = Board::new(n).expect("a board of its size");
        for isa in Isa::available() {
            let halves = Halves::new(&board, isa, None, &Context::new(&workers)).expect("enough memory");
            let dearest =
                (0..halves.len()).max_by_key(|&id| halves.subproblem(id).cost).expect("there are some");
            let mut scratch = None;
            c.bench_function(&format!("queens subproblem {n} {isa}"), |b| {
                b.iter(|| {
                    let count =
                        halves.count(dearest, &mut scratch, &StopFlag::default()).expect("no overflow");
                    assert_eq!(count, *expected.get_or_insert(count));
                });
            });
        }
    }
}

common::benches!(totals, subproblems);
