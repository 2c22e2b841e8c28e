use super::*;
use crate::base::random::Random;
use crate::regions::backtrack;
use crate::regions::testing::{all_solutions, random_board};
use crate::search::{Context, StopFlag, Workers};

#[test]
fn random_boards_have_the_solutions_of_the_textbook_search() {
    let mut random = Random::new(32);
    let (mut unique, mut none, mut several, mut in_pieces) = (0, 0, 0, 0);
    for i in 0..2_000 {
        let stars = 1 + u32::from(i % 4 == 3);
        let size = if stars == 1 { 1 + random.below(9) as u32 } else { 8 + random.below(2) as u32 };
        let board = random_board(&mut random, size, stars, i % 2 == 0);
        let expected = all_solutions(&board);
        assert!(expected.iter().all(|queens| board.is_solution(queens)), "{board}");
        let search = Search::new(&board);
        let (count, limited) = (search.count(u64::MAX), search.count(2));
        assert_eq!((count.solutions, count.complete), (expected.len() as u64, true), "{board}");
        assert_eq!(limited.solutions, count.solutions.min(2), "{board}");
        let found: Vec<_> = search.solutions().take(100).collect();
        assert_eq!(found, expected[..expected.len().min(100)], "{board}");
        assert_eq!(search.solve().unwrap().as_ref(), expected.first(), "{board}");
        match search.verdict().unwrap() {
            Verdict::Unsolvable => assert!(expected.is_empty(), "{board}"),
            Verdict::Unique(queens) => assert_eq!([queens], expected[..], "{board}"),
            Verdict::Several(two) => {
                assert!(two[0] != two[1] && two.iter().all(|queens| expected.contains(queens)), "{board}");
            }
        }
        *[&mut none, &mut unique, &mut several][expected.len().min(2)] += 1;
        in_pieces += u32::from(!board.unconnected().is_empty());
    }
    assert!(
        unique > 50 && none > 200 && several > 200 && in_pieces > 500,
        "{unique} {none} {several} {in_pieces}"
    );
}

#[test]
fn larger_boards_agree_too() {
    let mut random = Random::new(5);
    for size in [10, 11, 12, 13, 14] {
        let board = random_board(&mut random, size, 1, true);
        assert_eq!(Search::new(&board).count(3_000).solutions, backtrack::count(&board, 3_000), "{board}");
    }
    // Each number of words: the solution found is one, and lexicographically first where the textbook search tells.
    for size in 14..=25 {
        let board = Board::without_regions(size, 1).unwrap();
        let mut first = None;
        backtrack::visit(&board, &mut |queens| {
            first = Some(queens.to_vec());
            false
        });
        assert_eq!(Search::new(&board).solve().unwrap(), first, "{size}");
    }
}

#[test]
fn without_regions_the_numbers_are_the_published_ones() {
    // OEIS A002464, and two stars as counted by others.
    let published = [1, 0, 0, 2, 14, 90, 646, 5_242, 47_622, 479_306, 5_296_790];
    let workers = Workers::new(2).unwrap();
    for (size, published) in (1..).zip(published) {
        let board = Board::without_regions(size, 1).unwrap();
        let outcome = Search::new(&board).count_on(&mut Context::new(&workers)).unwrap();
        assert_eq!((outcome.tally, outcome.is_complete()), (published, true), "{size}");
        if size < 10 {
            assert_eq!(u128::from(backtrack::count(&board, u64::MAX)), published, "{size}");
        }
    }
    for (size, published) in [(8, 2), (9, 664), (10, 146_510)] {
        let board = Board::without_regions(size, 2).unwrap();
        assert_eq!(Search::new(&board).count(u64::MAX).solutions, published, "{size}");
        assert_eq!(backtrack::count(&board, u64::MAX), published, "{size}");
    }
}

#[test]
fn placed_queens_stay() {
    let mut random = Random::new(7);
    for i in 0..200 {
        let board = random_board(&mut random, 7, 1, i % 2 == 0);
        let queen = Square::new(random.below(7) as u32, random.below(7) as u32);
        let expected: Vec<_> =
            all_solutions(&board).into_iter().filter(|queens| queens.contains(&queen)).collect();
        let search = Search::new(&board).placed(&[queen]).unwrap();
        assert_eq!(search.solutions().collect::<Vec<_>>(), expected);
        assert_eq!(search.solve().unwrap().as_ref(), expected.first());
        let on_threads = search.count_on(&mut Context::new(&Workers::new(2).unwrap())).unwrap();
        assert_eq!(on_threads.tally, expected.len() as u128);
    }
    let board = Board::without_regions(5, 1).unwrap();
    let touching = [Square::new(0, 0), Square::new(1, 1)];
    assert!(matches!(Search::new(&board).placed(&touching), Err(Error::Conditions(_))));
}

#[test]
fn a_raised_flag_stops_every_search() {
    let stop = StopFlag::default();
    stop.abandon();
    let board = Board::without_regions(25, 1).unwrap();
    let search = Search::new(&board).until(&stop);
    assert!(matches!(search.solve(), Err(Error::Stopped)));
    assert!(matches!(search.verdict(), Err(Error::Stopped)));
    assert_eq!(search.solutions().next(), None);
    assert_eq!(search.count(10), Count { solutions: 0, complete: false });
    assert!(
        !search.count_on(&mut Context::new(&Workers::new(1).unwrap()).until(&stop)).unwrap().is_complete()
    );
    assert_eq!(Search::new(&board).count(0), Count { solutions: 0, complete: false });
    assert_eq!(Search::new(&board).count(10), Count { solutions: 10, complete: false });
}
