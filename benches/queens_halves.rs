//! The half-board engine on each instruction set: whole counts, set-up included, and one subproblem alone.
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

/// The dearest subproblem alone, its lists made before: of stored lists (18), of buckets (20), by all of the symmetry (22).
fn subproblems(c: &mut Criterion) {
    let workers = Workers::new(1).expect("one worker");
    for n in [18, 20, 22] {
        let mut expected = None;
        for isa in Isa::available() {
            let halves = Halves::new(n, isa, None, &workers).expect("an even board");
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
    targets = totals, subproblems
}
criterion_main!(benches);
