use super::*;
use crate::search::{Context, StopFlag, Workers};

fn count(size: u32, isa: Isa) -> u128 {
    let torus = Torus::new(size, isa, None, &StopFlag::default()).unwrap();
    Context::new(&Workers::new(2).unwrap()).run(&torus).unwrap().tally
}

/// OEIS A007705.
#[test]
fn published_tori_are_counted_again_on_each_instruction_set() {
    for isa in Isa::available() {
        for (size, total) in [(5, 10), (7, 28), (11, 88), (13, 4_524), (17, 140_692)] {
            assert_eq!(count(size, isa), total, "{size} {isa}");
        }
    }
}

#[test]
fn the_rows_are_dealt_out_and_the_classes_have_all_column_sets() {
    for size in (SMALLEST..=25).filter(|&size| has_solutions(size)) {
        let classes = Classes::new(size, &StopFlag::default()).unwrap();
        let mut rows = classes.rows.concat();
        rows.sort_unstable();
        assert_eq!(rows, (1..size).collect::<Vec<_>>());
        assert_eq!(classes.rows[0].len(), classes.rows[1].len());
        let sets: u64 = classes.sets.iter().map(|&(_, images)| u64::from(images)).sum();
        let half = u64::from(size / 2);
        let all = (1..=half).fold(1, |all, i| all * (half + i) / i);
        assert_eq!(sets, all, "N = {size}");
    }
}

#[test]
fn quarters_that_do_not_fit_are_made_from_eighths() {
    for isa in Isa::available() {
        for (size, limit, total) in [(11, 1_600, 88), (13, 3_000, 4_524), (17, 12_000, 140_692)] {
            let torus = Torus::new(size, isa, Some(limit), &StopFlag::default()).unwrap();
            let run = Context::new(&Workers::new(2).unwrap()).run(&torus);
            assert_eq!(run.unwrap().tally, total, "{size} {isa}");
        }
    }
}

#[test]
fn lists_that_do_not_fit_are_refused() {
    let refused = Torus::new(17, Isa::Portable, Some(1000), &StopFlag::default()).unwrap_err();
    assert!(matches!(refused, Error::Memory { limit, .. } if limit <= 1000), "{refused}");
}
