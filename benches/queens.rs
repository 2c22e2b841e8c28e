//! The queens engines, each asserting its count. The plain mirror-symmetric bitmask search is the usual
//! yardstick of this field: `bitmask` is held against it. Lists, each with as many lines as are published. And the program
//! as a whole on a small board: what a batch pays for each.

mod common;

use criterion::Criterion;
use std::hint::black_box;
use std::io::{self, Write};
use std::process::Command;
use vuelta::known;
use vuelta::queens::{Board, Counting, Engine, Listing};
use vuelta::search::{Context, Workers};

/// Half of the first row's squares, each twice; the middle one once.
fn plain_mirror_search(size: u32) -> u64 {
    fn below(all: u32, columns: u32, left: u32, right: u32) -> u64 {
        if columns == all {
            return 1;
        }
        let mut solutions = 0;
        let mut free = all & !(columns | left | right);
        while free != 0 {
            let square = free & free.wrapping_neg();
            free ^= square;
            solutions += below(all, columns | square, (left | square) << 1, (right | square) >> 1);
        }
        solutions
    }
    let all = (1 << size) - 1;
    let first = |column: u32| below(all, 1 << column, 2 << column, (1 << column) >> 1);
    let halves: u64 = (0..size / 2).map(first).sum();
    2 * halves + if size % 2 == 1 { first(size / 2) } else { 0 }
}

fn count(size: u32, engine: Engine, workers: &Workers) -> u128 {
    let counting = Counting::new(Board::new(size).unwrap()).engine(engine);
    counting.run(&mut Context::new(workers)).unwrap().total().unwrap()
}

fn engines(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("queens");
    for threads in [1, 2] {
        let workers = Workers::new(threads).unwrap();
        for (engine, sizes) in [(Engine::Backtrack, [8, 9]), (Engine::Bitmask, [12, 14])] {
            for size in sizes {
                let expected = known::queens_count("total", size).unwrap().value;
                group.bench_function(format!("{engine}/{size}/{threads} threads"), |bencher| {
                    bencher.iter(|| assert_eq!(count(black_box(size), engine, &workers), expected));
                });
            }
        }
    }
    for size in [12, 14] {
        let expected = known::queens_count("total", size).unwrap().value;
        group.bench_function(format!("plain mirror search/{size}"), |bencher| {
            bencher.iter(|| assert_eq!(u128::from(plain_mirror_search(black_box(size))), expected));
        });
    }
    group.finish();
}

/// Counts the lines that are written to it.
struct Lines(u128);

impl Write for Lines {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0 += text.iter().map(|&byte| u128::from(byte == b'\n')).sum::<u128>();
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn list(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("queens list");
    for (size, threads) in [(12, 1), (14, 1), (14, 2)] {
        let workers = Workers::new(threads).unwrap();
        let expected = known::queens_count("total", size).unwrap().value;
        group.bench_function(format!("{size}/{threads} threads"), |bencher| {
            bencher.iter(|| {
                let (listing, mut lines) = (Listing::new(Board::new(black_box(size)).unwrap()), Lines(0));
                let listed = listing.write(&Context::new(&workers), &mut lines).unwrap();
                assert_eq!((lines.0, u128::from(listed.solutions)), (expected, expected));
            });
        });
    }
    group.finish();
}

/// The whole process of the program that VUELTA names, or of the release.
fn process(criterion: &mut Criterion) {
    let release = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/release/vuelta");
    let program = std::env::var("VUELTA").unwrap_or_else(|_| release.to_owned());
    criterion.bench_function("queens process/8", |bencher| {
        bencher.iter(|| {
            let count = Command::new(&program).args(["queens", "count", "8", "--quiet"]).output();
            let ended = count.expect("`cargo build --release` builds the program");
            assert_eq!((ended.status.code(), ended.stdout.as_slice()), (Some(0), b"92\n".as_slice()));
        });
    });
}

common::benches!(engines, list, process);
