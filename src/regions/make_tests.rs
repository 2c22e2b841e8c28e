use super::*;
use crate::regions::{Search, Verdict, backtrack, deduce::grade};
use crate::search::{Context, StopFlag, Workers};

fn make(maker: &Maker) -> Board {
    maker.make(&StopFlag::default()).unwrap()
}

#[test]
fn made_puzzles_are_unique_by_the_textbook_search_too() {
    for (size, stars, seeds) in [
        (1, 1, 1),
        (4, 1, 20),
        (5, 1, 40),
        (7, 1, 60),
        (8, 1, 60),
        (9, 1, 20),
        (8, 2, 10),
        (9, 2, 10),
        (10, 2, 10),
        (11, 2, 5),
        (12, 3, 10),
    ] {
        let maker = Maker::new(size).unwrap().stars(stars).unwrap();
        let mut boards: Vec<Board> = (0..seeds).map(|seed| make(&maker.clone().seed(seed))).collect();
        for board in &boards {
            assert_eq!((board.size(), board.stars()), (size, stars));
            assert_eq!(backtrack::count(board, 2), 1, "{board}");
            assert!(board.unconnected().is_empty(), "{board}");
            assert!(matches!(Search::new(board).verdict().unwrap(), Verdict::Unique(_)));
        }
        let made = boards.len();
        boards.dedup();
        assert_eq!(boards.len(), made, "each seed makes another puzzle");
    }
}

#[test]
fn a_seed_makes_the_same_puzzle_on_any_number_of_threads() {
    for maker in [
        Maker::new(8).unwrap(),
        Maker::new(7).unwrap().level(2).unwrap(),
        Maker::new(10).unwrap().stars(2).unwrap(),
    ] {
        let maker = maker.seed(100);
        let expected: Vec<Board> = (100..112).map(|seed| make(&maker.clone().seed(seed))).collect();
        for threads in [1, 2, 5] {
            let workers = Workers::new(threads).unwrap();
            let made = maker.make_many(12, &mut Context::new(&workers)).unwrap();
            assert_eq!(made, expected, "{threads} threads");
        }
    }
}

#[test]
fn no_puzzle_is_made_twice() {
    let workers = [1, 3].map(|threads| Workers::new(threads).unwrap());
    // Boards of four rows are few.
    let maker = Maker::new(4).unwrap();
    let all: Vec<Board> = (0..450).map(|seed| make(&maker.clone().seed(seed))).collect();
    let mut expected: Vec<Board> = vec![];
    for board in &all {
        if !expected.contains(board) {
            expected.push(board.clone());
        }
    }
    assert!(expected.len() > 400 && expected[..400] != all[..400]);
    for workers in &workers {
        assert_eq!(maker.make_many(400, &mut Context::new(workers)).unwrap(), expected[..400]);
        let mut made = vec![];
        let few = Maker::new(1)
            .unwrap()
            .make_each(3, &mut Context::new(workers), &mut |puzzle| made.push(puzzle.seed));
        let sentence = few.unwrap_err().to_string();
        assert_eq!(
            sentence,
            "no more than 1 puzzle with 1 row and 1 queen per row could be made: the next 1000 seeds gave no new one"
        );
        assert_eq!(made, [0]);
    }
}

/// For whoever solves them: no level gives more away than the one below, and each takes more steps.
#[test]
fn levels_rise_for_a_person() {
    let mut before = 0;
    for level in [1, 2, 3, 5] {
        let maker = Maker::new(8).unwrap().level(level).unwrap();
        let boards: Vec<Board> = (0..31).map(|seed| make(&maker.clone().seed(seed))).collect();
        let singles = |board: &Board| (0..8).filter(|&region| board.squares(region).count() == 1).count();
        let most = if level <= 2 { 2 } else { 1 };
        assert!(boards.iter().all(|board| singles(board) <= most), "level {level}");
        let mut steps: Vec<u32> = boards.iter().map(|board| grade(board).steps).collect();
        steps.sort_unstable();
        assert!(steps[15] > before, "level {level}: {} steps, {before} below it", steps[15]);
        before = steps[15];
    }
    let smallest = Maker::new(1).unwrap().level(1).unwrap();
    assert_eq!(make(&smallest).to_string(), "A\n");
}

#[test]
fn puzzles_have_the_wanted_level_and_single_squares() {
    for level in [1, 2, 3, 5] {
        let maker = Maker::new(8).unwrap().level(level).unwrap();
        for seed in 0..3 {
            assert_eq!(grade(&make(&maker.clone().seed(seed))).level, Some(level));
        }
    }
    for most in 0..3 {
        let maker = Maker::new(8).unwrap().single_squares(most);
        for seed in 0..20 {
            let board = make(&maker.clone().seed(seed));
            let single = (0..8).filter(|&region| board.squares(region).count() == 1).count();
            assert!(single as u32 <= most, "{board}");
        }
    }
    for (size, stars) in [(13, 1), (20, 1), (25, 1), (14, 3), (21, 5), (25, 6)] {
        let larger = Maker::new(size).unwrap().stars(stars).unwrap().seed(3);
        let board = make(&larger);
        assert!(matches!(Search::new(&board).verdict().unwrap(), Verdict::Unique(_)), "{board}");
        assert!(board.unconnected().is_empty(), "{board}");
    }
}

#[test]
fn puzzles_that_cannot_be_made_are_refused() {
    let sentence = |result: Result<Maker, Error>| result.unwrap_err().to_string();
    assert!(sentence(Maker::new(0)).contains("from 1 to 32"));
    assert!(sentence(Maker::new(33)).contains("from 1 to 32"));
    assert_eq!(
        sentence(Maker::new(6).unwrap().stars(2)),
        "no board of 6 rows has a solution with 2 queens per row"
    );
    assert!(Maker::new(7).unwrap().stars(0).is_err());
    assert!(sentence(Maker::new(8).unwrap().level(7)).contains("from 1 to 6"));
    for size in [2, 3] {
        let error = Maker::new(size).unwrap().make(&StopFlag::default()).unwrap_err().to_string();
        assert_eq!(error, format!("no board of {size} rows has a solution with 1 queen per row"));
    }
    let stop = StopFlag::default();
    stop.abandon();
    assert!(matches!(Maker::new(20).unwrap().make(&stop), Err(Error::Stopped)));
    let workers = Workers::new(1).unwrap();
    assert!(matches!(
        Maker::new(9).unwrap().make_many(5, &mut Context::new(&workers).until(&stop)),
        Err(Error::Stopped)
    ));
}
