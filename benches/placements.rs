//! Placements: all numbers of queens at once, long fields by states, knights' moves, the torus. Each answer is checked.

mod common;

use criterion::Criterion;
use std::hint::black_box;
use vuelta::queens::placements::{Counting, Field, Rules};
use vuelta::search::{Context, Workers};

const KNIGHT: Rules = Rules { knight: true, ..Rules::QUEEN };
const TORUS: Rules = Rules { torus: true, ..Rules::QUEEN };

fn sum(counting: &Counting, workers: &Workers) -> u128 {
    let count = counting.run(&mut Context::new(workers)).unwrap();
    count.counts.unwrap().into_iter().sum()
}

fn placements(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("placements");
    let workers = Workers::new(1).unwrap();
    let field = |rows, columns, rules| Counting::new(Field::new(rows, columns, rules).unwrap());
    // 8 x 12 by the textbook search; OEIS A287227, A172449, A051223, A007705.
    let cases = [
        ("8 x 12, all", field(8, 12, Rules::QUEEN), 4_558_093),
        ("12 x 12, all", field(12, 12, Rules::QUEEN), 633_443_407),
        ("8 x 200, 8 queens", field(8, 200, Rules::QUEEN).queens(8), 1_675_979_040_626_509_848),
        ("16 x 16, knights, 16 queens", field(16, 16, KNIGHT).queens(16), 202_900),
        ("19 x 19, torus, 19 queens", field(19, 19, TORUS).queens(19), 820_496),
    ];
    for (name, counting, expected) in cases {
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert_eq!(sum(black_box(&counting), &workers), expected));
        });
    }
    group.finish();
}

common::benches!(placements);
