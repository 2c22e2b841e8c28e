//! The half-board engine on each instruction set: whole counts, set-up included, and the stages of one subproblem.
//! Every run asserts its count.

mod common;

use criterion::{Criterion, criterion_group, criterion_main};
use vuelta::queens::halves::Halves;
use vuelta::queens::halves::stages::Stages;
use vuelta::search::{Quiet, StopFlag, Workers};
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

/// The dearest subproblem of N = 18, stage by stage.
fn stages(c: &mut Criterion) {
    let workers = Workers::new(1).expect("one worker");
    let stages = |isa| Stages::new(18, isa, &workers).expect("an even board");
    let mut portable = stages(Isa::Portable);
    let (placements, boards, pairs) = (portable.quadrants(), portable.half_boards(), portable.join());
    c.bench_function("queens stage quadrants 18", |b| {
        workers.pool().install(|| b.iter(|| assert_eq!(portable.quadrants(), placements)));
    });
    for isa in Isa::available() {
        let mut stages = stages(isa);
        c.bench_function(&format!("queens stage half boards 18 {isa}"), |b| {
            b.iter(|| assert_eq!(stages.half_boards(), boards));
        });
        c.bench_function(&format!("queens stage join 18 {isa}"), |b| {
            b.iter(|| assert_eq!(stages.join(), pairs));
        });
        // The join has brought other boards to the front: what a leaf finds is this set's own.
        stages.half_boards();
        let found = stages.leaf();
        assert!(found > 0 && found < pairs);
        c.bench_function(&format!("queens stage leaf 18 {isa}"), |b| {
            b.iter(|| assert_eq!(stages.leaf(), found));
        });
    }
}

criterion_group! {
    name = benches;
    config = common::criterion();
    targets = totals, stages
}
criterion_main!(benches);
