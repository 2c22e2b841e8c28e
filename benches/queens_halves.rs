//! The half-board engine on each instruction set, set-up included. Every run asserts its count.

use criterion::{Criterion, criterion_group, criterion_main};
use vuelta::queens::halves::Halves;
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

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = totals
}
criterion_main!(benches);
