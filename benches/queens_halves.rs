//! The half-board engine: whole counts on each instruction set, set-up included, and on two threads; and one subproblem alone.
//! Every run asserts its count.

mod common;

use criterion::{Criterion, criterion_group, criterion_main};
use vuelta::queens::halves::Halves;
use vuelta::search::{Problem, Quiet, StopFlag, Workers};
use vuelta::simd::Isa;

/// Published totals (OEIS A000170).
const TOTALS: [(u32, u128); 4] = [(12, 14_200), (14, 365_596), (16, 14_772_512), (17, 95_815_104)];

fn totals(c: &mut Criterion) {
    let workers = Workers::new(1).expect("one worker");
    for (n, total) in TOTALS {
        for isa in Isa::available() {
            c.bench_function(&format!("queens halves {n} {isa}"), |b| {
                b.iter(|| {
                    let halves = Halves::new(n, isa, None, &workers).expect("a small board");
                    let outcome = workers.run(&halves, &StopFlag::default(), &mut Quiet);
                    assert_eq!(outcome.expect("no overflow").tally, total);
                });
            });
        }
    }
}

/// On two threads, the best instruction set: a count that is mostly set-up, and one that is not.
fn on_two_threads(c: &mut Criterion) {
    let workers = Workers::new(2).expect("two workers");
    for (n, total) in [(16, 14_772_512), (18, 666_090_624)] {
        c.bench_function(&format!("queens halves {n} 2 threads"), |b| {
            b.iter(|| {
                let halves = Halves::new(n, Isa::detect(), None, &workers).expect("a small board");
                let outcome = workers.run(&halves, &StopFlag::default(), &mut Quiet);
                assert_eq!(outcome.expect("no overflow").tally, total);
            });
        });
    }
}

/// The dearest subproblem alone, its lists made before: of stored lists (18), of buckets (20; 23, odd), by all of the
/// symmetry (22, 24).
fn subproblems(c: &mut Criterion) {
    let workers = Workers::new(1).expect("one worker");
    for n in [18, 20, 22, 23, 24] {
        let mut expected = None;
        for isa in Isa::available() {
            let halves = Halves::new(n, isa, None, &workers).expect("a board of its size");
            let dearest =
                (0..halves.len()).max_by_key(|&id| halves.subproblem(id).cost).expect("there are some");
            let mut scratch = halves.scratch();
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

criterion_group! {
    name = benches;
    config = common::criterion();
    targets = totals, on_two_threads, subproblems
}
criterion_main!(benches);
