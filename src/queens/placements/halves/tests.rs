use super::*;
use crate::Square;
use crate::queens::placements::{Counting, Rules, backtrack};
use crate::search::{Context, StopFlag, Workers};

fn halves(size: u32, knight: bool, isa: Isa) -> Halves {
    let field = Field::new(size, size, Rules { knight, torus: false }).unwrap();
    Halves::new(&field, isa, None, &StopFlag::default()).unwrap()
}

fn run<P: Problem>(problem: &P) -> P::Tally {
    Context::new(&Workers::new(2).unwrap()).run(problem).unwrap().tally
}

#[test]
fn half_boards_count_what_the_textbook_search_counts_on_each_instruction_set() {
    for (size, knight) in (4..=9).flat_map(|size| [(size, false), (size, true)]) {
        let expected = backtrack::count(&Field::new(size, size, Rules { knight, torus: false }).unwrap());
        for isa in Isa::available() {
            assert_eq!(run(&halves(size, knight, isa)), expected[size as usize], "{size} {knight} {isa}");
        }
    }
}

/// Both halves of a class's first set are searched by rows, with the other squares blocked.
#[test]
fn classes_of_large_boards_count_what_the_search_by_rows_counts() {
    // Classes with short lists, and with pairs that fit.
    let cases = [
        (13, false, [0, 1, 5, 30, 77]),
        (14, true, [100, 200, 300, 400, 500]),
        (23, true, [1155, 1162, 1239, 1342, 1345]),
        (24, true, [0, 751, 793, 1341, 1497]),
    ];
    for (size, knight, ids) in cases {
        let halves = halves(size, knight, Isa::detect());
        let mut scratch = Scratch::default();
        let mut sum = 0;
        for id in ids {
            let columns = halves.classes[id as usize].0;
            let is_blocked = |square: &Square| (square.row < size / 2) != (columns >> square.column & 1 == 1);
            let squares = (0..size).flat_map(|row| (0..size).map(move |column| Square::new(row, column)));
            let field = Field::new(size, size, Rules { knight, torus: false }).unwrap();
            let rows = Counting::new(field.block(squares.filter(is_blocked)).unwrap()).queens(size);
            let counts = rows.run(&mut Context::new(&Workers::new(2).unwrap())).unwrap().counts;
            let pairs = halves.count(id, &mut scratch, &StopFlag::default()).unwrap();
            assert_eq!(counts.unwrap(), [pairs], "{size} {columns:b}");
            sum += pairs;
        }
        assert!(sum > 0, "{size}");
    }
}

#[test]
fn the_number_of_buckets_does_not_change_the_count() {
    let (stop, size) = (StopFlag::default(), 12);
    let halves = halves(size, true, Isa::detect());
    let mut half = vec![];
    for &(columns, _) in &halves.classes {
        let others = ((1 << size) - 1) & !columns;
        let (seam, mut buckets) = (Seam::new(size, others, true), [Buckets::default(), Buckets::default()]);
        let mut pairs = |central| {
            let [upper, lower] = &mut buckets;
            halves.lists.fill(columns, &mut half, &stop);
            seam.upper(&half, central, upper);
            halves.lists.fill(others, &mut half, &stop);
            seam.lower(&half, central, lower);
            halves.isa.run_base(Pairs { upper, lower, stop: &stop })
        };
        let few = pairs(0);
        assert!((1..6).all(|central| pairs(central) == few), "{columns:b}");
    }
}

#[test]
fn the_classes_have_all_column_sets() {
    for size in SIZES.filter(|size| *size <= 20) {
        let choose = (1..=u64::from(size / 2)).fold(1, |sets, i| sets * (u64::from(size) + 1 - i) / i);
        let sets: u64 = classes(size).iter().map(|&(_, images)| u64::from(images)).sum();
        assert_eq!(sets, choose, "N = {size}");
    }
}

#[test]
fn lists_that_do_not_fit_are_refused() {
    let field = Field::new(14, 14, Rules::QUEEN).unwrap();
    let refused = Halves::new(&field, Isa::Portable, Some(1000), &StopFlag::default()).unwrap_err();
    assert!(matches!(refused, Error::Memory { limit, .. } if limit <= 1000), "{refused}");
}
