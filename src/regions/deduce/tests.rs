use super::super::testing::{all_solutions, random_board, solvable_board};
use super::*;
use crate::base::random::Random;

/// Random boards with their solutions by the textbook search.
fn boards(count: usize) -> impl Iterator<Item = (Board, Vec<Vec<Square>>)> {
    let mut random = Random::new(3);
    (0..count).map(move |i| {
        let stars = 1 + u32::from(i % 4 == 3);
        let size = if stars == 1 { 4 + random.below(5) as u32 } else { 8 + random.below(2) as u32 };
        let board = match i % 8 {
            7 => solvable_board(i as u64, size, stars),
            _ => random_board(&mut random, size, stars, i % 3 > 0),
        };
        let solutions = all_solutions(&board);
        (board, solutions)
    })
}

#[test]
fn no_step_contradicts_a_solution() {
    let mut used = [0; Technique::ALL.len()];
    for (board, solutions) in boards(1_500) {
        let way = way(&board, &[]).unwrap();
        for step in &way.steps {
            used[step.technique as usize] += 1;
            for queens in &solutions {
                assert!(step.removed.iter().all(|square| !queens.contains(square)), "{board}{step:?}");
                assert!(step.placed.iter().all(|square| queens.contains(square)), "{board}{step:?}");
            }
            assert!(!step.removed.is_empty() || !step.placed.is_empty());
            assert!(step.text.ends_with('.') && step.text.starts_with(char::is_uppercase), "{}", step.text);
        }
        match way.ending {
            Ending::Solved => assert_eq!(solutions, [way.queens], "{board}"),
            Ending::Stuck => assert_eq!(way.grade.level, None),
            Ending::Contradiction(_) => assert!(solutions.is_empty(), "{board}"),
        }
        assert_eq!(grade(&board), way.grade);
    }
    assert!(used.iter().all(|&steps| steps > 0), "{used:?}");
}

#[test]
fn steps_hold_from_any_placed_queens() {
    let mut random = Random::new(9);
    for (board, solutions) in boards(600).filter(|(_, solutions)| !solutions.is_empty()) {
        let solution = &solutions[random.below(solutions.len())];
        let placed: Vec<Square> = solution.iter().copied().filter(|_| random.below(3) == 0).collect();
        let with_placed = |queens: &&Vec<Square>| placed.iter().all(|queen| queens.contains(queen));
        let first = match hint(&board, &placed, &[], &StopFlag::default()).unwrap() {
            Hint::Step(step) => Some(step),
            Hint::Solved => None,
            Hint::Stuck => continue,
            other => panic!("{board}{other:?}"),
        };
        let way = way(&board, &placed).unwrap();
        assert_eq!(way.steps.first(), first.as_ref());
        for step in way.steps {
            for queens in solutions.iter().filter(with_placed) {
                assert!(step.removed.iter().all(|square| !queens.contains(square)), "{board}{step:?}");
                assert!(step.placed.iter().all(|square| queens.contains(square)), "{board}{step:?}");
            }
        }
    }
}

/// The size of the smallest set of units of a kind that removes a square, by trying all subsets.
fn smallest_set(board: &Board, kind: usize, other: usize) -> Option<u32> {
    let size = board.size();
    let unit = |kind: usize, square: Square| match kind {
        0 => square.row as usize,
        1 => square.column as usize,
        _ => board.region(square),
    };
    let squares: Vec<Square> = (0..size * size).map(|i| Square::new(i / size, i % size)).collect();
    let sets = (1u32..1 << size).filter(|units| {
        let is_in = |square: &Square| units >> unit(kind, *square) & 1 == 1;
        let inside = squares.iter().filter(|square| is_in(square));
        let within = inside.fold(0u32, |all, &square| all | 1 << unit(other, square));
        let removes = |square: &Square| within >> unit(other, *square) & 1 == 1 && !is_in(square);
        within.count_ones() == units.count_ones() && squares.iter().any(removes)
    });
    sets.map(u32::count_ones).min()
}

#[test]
fn the_smallest_set_is_found() {
    let mut random = Random::new(4);
    let mut sizes = [0; 9];
    for i in 0..300 {
        // The first regions stay in as many columns, so that sets abound.
        let size = 6 + random.below(3) as u32;
        let board = random_board(&mut random, size, 1, i % 2 == 0);
        let mut regions = board.regions().to_vec();
        let half = 3 + random.below(2);
        for (at, region) in regions.iter_mut().enumerate() {
            if usize::from(*region) < half && at % size as usize >= half {
                *region = (half + random.below(size as usize - half)) as u8;
            }
        }
        let Ok(board) = Board::new(size, 1, regions) else { continue };
        let logic = Logic::<1>::new(&board);
        for (kind, within_kind) in [(2, 0), (2, 1), (0, 2), (1, 2)] {
            let (mut smallest, mut told) = (None, false);
            sets::tight_sets(&logic.grid, &logic.grid.start(), kind, within_kind, |units, within| {
                told = true;
                assert_eq!(units.count_ones(), within.count_ones(), "{board}");
                let removes =
                    |home: &[u8; 3]| within >> home[within_kind] & 1 == 1 && units >> home[kind] & 1 == 0;
                if logic.grid.homes.iter().any(removes) {
                    smallest = Some(smallest.unwrap_or(u32::MAX).min(units.count_ones()));
                }
            });
            if told {
                assert_eq!(smallest, smallest_set(&board, kind, within_kind), "{board}");
                sizes[smallest.unwrap_or(0) as usize] += 1;
            }
        }
    }
    assert!(sizes[2] > 10 && sizes[3] > 10 && sizes[4] > 10, "{sizes:?}");
}

#[test]
fn sentences_are_as_a_person_says_them() {
    let boards = boards(400)
        .map(|(board, _)| board)
        .chain((0..4).flat_map(|seed| [12, 13, 14].map(|size| solvable_board(seed, size, 3))));
    let mut seen: Vec<String> =
        boards.flat_map(|board| way(&board, &[]).unwrap().steps).map(|step| step.text).collect();
    seen.sort_by_key(String::len);
    for (beginning, end) in [
        ("Only ", "so a queen goes there."),
        ("In column ", "'s other squares are ruled out."),
        ("In row ", "'s other squares are ruled out."),
        ("Region ", ", so the row's other squares are ruled out."),
        ("Region ", ", so the column's other squares are ruled out."),
        ("Regions ", "so the other squares of these columns are ruled out."),
        ("Rows ", "so the other squares of these regions are ruled out."),
        ("Row ", "left, so they go there."),
        ("A queen on ", "so these squares are ruled out."),
    ] {
        let found = seen.iter().find(|text| text.starts_with(beginning) && text.ends_with(end));
        assert!(found.is_some(), "{beginning}...{end}");
    }
    for part in [
        " would leave no square in ",
        " would leave too few squares in ",
        " would force a queen on ",
        " would, by single squares and common neighbours, ",
        " would, by single squares and tight fits, ",
        ", two rows at a time, has room for at most ",
        " have room for at most ",
        " too little room in ",
    ] {
        assert!(seen.iter().any(|text| text.contains(part)), "{part}");
    }
}

#[test]
fn hints_name_wrong_queens() {
    let stop = StopFlag::default();
    let board = Board::parse(b"AABB\nACBB\nCCBD\nDDDD\n").unwrap();
    let placed = |text: &str| Square::parse_list(text, 4).unwrap();
    let text = |squares: &str| hint(&board, &placed(squares), &[], &stop).unwrap().text().to_owned();
    assert_eq!(text("b4,d3,a2,c1"), "The puzzle is solved.");
    assert_eq!(text("b4,d2"), "The queen on d2 is wrong.");
    assert_eq!(text("a4,b4,d2"), "The queens on a4 and d2 are wrong.");
    assert!(hint(&board, &[Square::new(4, 0)], &[], &stop).is_err());
    assert!(hint(&board, &placed("a1,a1"), &[], &stop).is_err());
    let open = Board::without_regions(5, 1).unwrap();
    assert_eq!(
        hint(&open, &[Square::new(0, 0), Square::new(1, 1)], &[], &stop).unwrap().text(),
        "No solution has queens on a5 and b4."
    );
    let none = Board::without_regions(3, 1).unwrap();
    assert_eq!(hint(&none, &[], &[], &stop).unwrap(), Hint::Unsolvable);
    stop.abandon();
    assert!(matches!(hint(&open, &[], &[], &stop), Err(Error::Stopped)));
}

#[test]
fn one_step_after_the_other_is_the_whole_way() {
    for (board, _) in boards(200) {
        let (mut placed, mut excluded, mut steps) = (vec![], vec![], vec![]);
        let ending = loop {
            // On boards without a solution queens may come to touch.
            if board.check(&placed).is_err() {
                break None;
            }
            match with_words!(&board, next_step(&board, &placed, &excluded)) {
                Hint::Step(step) => {
                    placed.extend_from_slice(&step.placed);
                    excluded.extend_from_slice(&step.removed);
                    steps.push(step);
                }
                ending => break Some(ending),
            }
        };
        let way = way(&board, &[]).unwrap();
        assert_eq!(steps, way.steps, "{board}");
        assert_eq!(ending == Some(Hint::Solved), way.ending == Ending::Solved, "{board}");
    }
}

#[test]
fn hints_name_excluded_squares_that_the_solution_needs() {
    let stop = StopFlag::default();
    let board = Board::parse(b"AABB\nACBB\nCCBD\nDDDD\n").unwrap();
    let squares = |text: &str| -> Vec<Square> {
        text.split_whitespace().map(|name| Square::parse(name, 4).unwrap()).collect()
    };
    let hint = |placed, excluded| hint(&board, &squares(placed), &squares(excluded), &stop);
    assert_eq!(hint("b4", "d3").unwrap().text(), "A queen belongs on d3.");
    let needed = hint("", "a2 a4 d3").unwrap();
    assert_eq!(needed.text(), "Queens belong on a2 and d3.");
    assert!(matches!(needed, Hint::Needed { squares: two, .. } if two == squares("a2 d3")));
    // A wrong queen comes first.
    assert_eq!(hint("a4", "d3").unwrap().text(), "The queen on a4 is wrong.");
    assert!(hint("", "a1 a1").is_err());
    assert!(super::hint(&board, &[], &[Square::new(4, 0)], &stop).is_err());

    // Of several solutions, here b4 d3 a2 c1 and c4 a3 d2 b1, one must be left.
    let board = Board::parse(b"AABB\nAABB\nCCDD\nCCDD\n").unwrap();
    let hint = |placed, excluded| super::hint(&board, &squares(placed), &squares(excluded), &stop).unwrap();
    assert_eq!(hint("", "a3 b4").text(), "No solution leaves the excluded squares empty.");
    assert_eq!(hint("b4", "d3").text(), "No solution with these queens leaves the excluded squares empty.");
    assert!(matches!(hint("", "a3 b4"), Hint::Excluded { .. }));
    assert!(matches!(hint("", "b4 c1"), Hint::Step(_)));
    assert_eq!(hint("b4 d3 a2 c1", "c4").text(), "The puzzle is solved.");
}

#[test]
fn grades_are_told_in_words() {
    let grade = |level, steps| Grade { level, steps };
    assert_eq!(grade(Some(3), 1).to_string(), "level 3, 1 step");
    assert_eq!(grade(None, 12).to_string(), "needs a guess after 12 steps");
    assert_eq!(Technique::ALL.map(Technique::level), [1, 2, 3, 3, 4, 5, 6]);
}

#[test]
fn a_tight_fit_is_told_in_a_sentence() {
    // Region A is a block of two rows and five columns, and wants three queens.
    let rows = ('C'..='L').map(|letter| letter.to_string().repeat(12));
    let rows: Vec<String> = ["AAAAABBBBBBB"; 2].map(str::to_owned).into_iter().chain(rows).collect();
    let board = Board::parse(format!("# stars: 3\n{}\n", rows.join("\n")).as_bytes()).unwrap();
    let step = &way(&board, &[]).unwrap().steps[0];
    assert_eq!(
        step.text,
        "Region A, two rows at a time, has room for at most 3 queens and wants 3, so b12, d12, b11 and d11 are ruled out."
    );
    assert_eq!((step.technique.name(), step.technique.level()), ("tight fit", 3));
    assert_eq!(step.units, [Unit::Region(0)]);
    assert_eq!(step.removed.len(), 4);
}
