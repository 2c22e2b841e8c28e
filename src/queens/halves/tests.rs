use super::*;
use crate::search::Quiet;

/// The textbook search.
fn backtrack(n: u32, columns: u32, down: u32, up: u32) -> u128 {
    let full = (1u32 << n) - 1;
    if columns == full {
        return 1;
    }
    let mut free = full & !(columns | down | up);
    let mut count = 0;
    while free != 0 {
        let bit = free & free.wrapping_neg();
        free ^= bit;
        count += backtrack(n, columns | bit, (down | bit) << 1, (up | bit) >> 1);
    }
    count
}

fn total(n: u32, isa: Isa, path: Path) -> u128 {
    let workers = Workers::new(2).unwrap();
    let halves = Halves::with_path(n, isa, None, &workers, path).unwrap();
    workers.run(&halves, &StopFlag::default(), &mut Quiet).unwrap().tally
}

#[test]
fn totals_are_those_of_the_textbook_search() {
    for n in 1..=12 {
        for path in [Path::Stored, Path::AsNeeded] {
            for isa in Isa::available() {
                assert_eq!(total(n, isa, path), backtrack(n, 0, 0, 0), "N = {n} {isa} {path:?}");
            }
        }
    }
}
