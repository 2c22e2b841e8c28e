//! Senku: the engines against the published numbers, against each other, and against a naive walk.

use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use vuelta::search::{Context, StopFlag, Workers};
use vuelta::senku::{
    Board, Count, Counting, Diagram, Engine, Game, Goal, HoleSet, Lattice, Position, Square,
};

fn count_with(game: &Game, engine: Engine, threads: usize, memory: u64) -> Count {
    let workers = Workers::new(threads).unwrap();
    let counting = Counting::new(game).engine(engine).isa(crate::isa()).memory_limit(memory).winning(true);
    let counted = counting.run(&mut Context::new(&workers)).unwrap();
    assert_eq!(counted.engine, engine);
    counted.count.expect("nobody stopped it")
}

fn memo(game: &Game) -> Count {
    count_with(game, Engine::Memo, 2, 64 << 20)
}

pub fn vacancy(board: &Board, row: u32, col: u32) -> Game {
    Game::from_vacancy(board.clone(), board.require(Square::new(row, col)).unwrap()).unwrap()
}

/// Every position that can be reached, found the plain way.
fn reachable(game: &Game) -> HashSet<Position> {
    let mut seen = HashSet::from([game.start()]);
    let mut waiting = vec![game.start()];
    while let Some(position) = waiting.pop() {
        for jump in game.board().legal_jumps(position) {
            if seen.insert(jump.play(position)) {
                waiting.push(jump.play(position));
            }
        }
    }
    seen
}

/// Whether the goal can be reached, found the plain way; `known` remembers.
fn can_win(game: &Game, position: Position, known: &mut HashMap<Position, bool>) -> bool {
    if let Some(&wins) = known.get(&position) {
        return wins;
    }
    let mut jumps = game.board().legal_jumps(position);
    let wins = game.is_won(position) || jumps.any(|jump| can_win(game, jump.play(position), known));
    known.insert(position, wins);
    wins
}

/// All of a memo's numbers against the naive walk and the textbook search.
fn agrees_with_the_oracles(game: &Game) {
    let by_memo = memo(game);
    let by_hand = count_with(game, Engine::Backtrack, 2, 0);
    assert_eq!((by_memo.games, by_memo.solutions), (by_hand.games, by_hand.solutions));
    assert_eq!(by_memo.solutions_up_to_symmetry, by_hand.solutions_up_to_symmetry);

    let reachable = reachable(game);
    let positions = by_memo.positions.as_ref().expect("a small board fits the table");
    assert_eq!(positions.in_all, reachable.len() as u64);
    let group = game.start_symmetries();
    let orbits: HashSet<Position> = reachable.iter().map(|&p| group.canonical(p)).collect();
    for (jumps, &level) in positions.levels.iter().enumerate() {
        let pegs = game.start().len() - jumps;
        let expected = orbits.iter().filter(|p| p.len() == pegs).count();
        assert_eq!(level, expected as u64, "level {jumps}");
    }
    assert_eq!(positions.total(), orbits.len() as u64);
    let stuck = orbits.iter().filter(|&&p| game.board().is_stuck(p)).count();
    assert_eq!(positions.stuck, stuck as u64);

    let group = game.symmetries();
    let known = &mut HashMap::new();
    let winning: HashSet<Position> =
        reachable.into_iter().filter(|&p| can_win(game, p, known)).map(|p| group.canonical(p)).collect();
    let level = |jumps| winning.iter().filter(|p| p.len() + jumps == game.start().len()).count() as u64;
    let levels: Vec<u64> =
        (0..game.start().len()).map(level).take_while(|&positions| positions > 0).collect();
    assert_eq!(by_memo.winning_positions(), Some(winning.len() as u64));
    assert_eq!(by_memo.winning_levels, Some(levels));
}

#[test]
fn symmetric_twins_have_the_same_numbers() {
    for name in ["triangle15", "square4"] {
        let board = Board::named(name).unwrap();
        for vacancy in board.holes().iter() {
            let numbers = |hole| {
                let game = Game::from_vacancy(board.clone(), hole).unwrap();
                memo(&game.with_goal(Goal::Any).unwrap())
            };
            let first = numbers(vacancy);
            for symmetry in board.symmetries().elements() {
                assert_eq!(numbers(symmetry.hole(vacancy)), first);
            }
        }
    }
}

#[test]
fn every_thread_count_and_every_table_gives_the_same_numbers() {
    let board = Board::named("triangle15").unwrap();
    let game = vacancy(&board, 2, 0);
    let expected = memo(&game);
    for threads in [1, 2, 3, 8] {
        assert_eq!(count_with(&game, Engine::Memo, threads, 64 << 20), expected);
        let by_hand = count_with(&game, Engine::Backtrack, threads, 0);
        assert_eq!((by_hand.games, by_hand.solutions), (expected.games, expected.solutions));
    }
    // The triangle of 21 in a table that must evict: slower, and without the positions.
    let game = Game::named("triangle21").unwrap();
    let (whole, small) = (memo(&game), count_with(&game, Engine::Memo, 2, 2 << 20));
    assert!(whole.positions.is_some() && small.positions.is_none());
    assert_eq!(small.winning_levels, None);
    assert_eq!((small.games, small.solutions), (whole.games, whole.solutions));
}

#[test]
fn goals_of_every_kind_against_the_oracles() {
    let board = Board::named("triangle15").unwrap();
    agrees_with_the_oracles(&vacancy(&board, 0, 0));
    // A goal with fewer symmetries than the start, one that is forbidden, and one of several pegs.
    let game = vacancy(&board, 0, 0).with_goal(Goal::Any).unwrap();
    agrees_with_the_oracles(&game);
    for goal in board.holes().iter().take(8) {
        agrees_with_the_oracles(&game.clone().with_goal(Goal::Hole(goal)).unwrap());
    }
    let after = |jumps: usize| {
        let line = std::iter::successors(Some(game.start()), |&p| Some(board.legal_jumps(p).next()?.play(p)));
        line.take(jumps + 1).last().unwrap()
    };
    for jumps in [0, 1, 5] {
        let goal = Goal::Position(after(jumps));
        let game = game.clone().with_goal(goal).unwrap();
        agrees_with_the_oracles(&game);
        assert!(memo(&game).solutions > 0);
    }
    // A position that has more pegs than the start.
    let full = game.clone().with_goal(Goal::Position(board.holes())).unwrap();
    assert_eq!(memo(&full).solutions, 0);
    agrees_with_the_oracles(&full);
}

#[test]
fn boards_where_nothing_can_move_have_one_game() {
    for text in ["o.", "o", "o.\n.o", "triangle\no\n..\n"] {
        let diagram = Diagram::parse(text.as_bytes()).unwrap();
        let game = Game::new(diagram.board, diagram.pegs).unwrap();
        let count = memo(&game);
        assert_eq!(count.games, 1, "{text:?}");
        assert_eq!(count.solutions, u128::from(game.is_won(game.start())));
        agrees_with_the_oracles(&game);
    }
}

#[test]
fn solutions_up_to_symmetry_count_those_on_the_axis_once() {
    // A row of four with a mirror's worth of nothing beside it: one solution, its own mirror image.
    let diagram = Diagram::parse(b"xox\nxox\nx.x\nxxx\noo.").unwrap();
    let game = Game::new(diagram.board, diagram.pegs).unwrap();
    let orders = game.symmetries().order() as u128;
    let count = memo(&game.with_goal(Goal::Any).unwrap());
    assert_eq!((count.games, count.solutions), (2, 0));
    assert_eq!(count.solutions_up_to_symmetry, Some(0));
    assert_eq!(orders, 2, "the two rows can be exchanged");
    // A cross whose only game runs down its mirror axis.
    let diagram = Diagram::parse(b" o \n o \n...").unwrap();
    let game = Game::new(diagram.board, diagram.pegs).unwrap();
    assert_eq!(game.symmetries().order(), 2);
    let count = memo(&game);
    assert_eq!((count.solutions, count.solutions_up_to_symmetry), (1, Some(1)));
}

#[test]
fn a_raised_flag_ends_a_count_without_a_number() {
    for engine in [Engine::Memo, Engine::Backtrack] {
        let game = Game::named("square4").unwrap();
        let stop = StopFlag::default();
        stop.finish();
        let workers = Workers::new(2).unwrap();
        let counting = Counting::new(&game).engine(engine).isa(crate::isa());
        let counted = counting.run(&mut Context::new(&workers).until(&stop)).unwrap();
        assert_eq!(counted.count, None);
    }
}

#[test]
fn a_flag_raised_in_the_middle_ends_a_long_count_soon() {
    struct Raise(StopFlag);
    impl vuelta::search::Observer for Raise {
        fn progress(&mut self, _: &vuelta::search::Progress) {
            self.0.finish();
        }
    }
    for engine in [Engine::Memo, Engine::Backtrack] {
        let game = Game::named("european").unwrap();
        let stop = StopFlag::default();
        let workers = Workers::new(2).unwrap();
        let counting = Counting::new(&game).engine(engine).isa(crate::isa()).memory_limit(16 << 20);
        let counted = counting
            .run(&mut Context::new(&workers).until(&stop).watched_by(&mut Raise(stop.clone())))
            .unwrap();
        assert_eq!(counted.count, None);
        assert!(counted.work.outcome.elapsed.as_secs() < 20, "{:?}", counted.work);
    }
}

/// A board of up to 16 holes in a 4 by 5 frame (or a triangle of side 5), with some pegs.
pub fn small_games() -> impl Strategy<Value = Game> {
    let picks = proptest::collection::vec((any::<bool>(), any::<bool>(), 0u8..4), 20);
    (any::<bool>(), picks, 0usize..40).prop_filter_map("a peg is needed", |(triangle, picks, goal)| {
        let place = |i: u32| {
            if triangle {
                let row = (0..).find(|r| (r + 1) * (r + 2) / 2 > i)?;
                (row < 5).then(|| Square::new(row, i - row * (row + 1) / 2))
            } else {
                Some(Square::new(i / 5, i % 5))
            }
        };
        let squares = (0u32..).zip(&picks).filter(|(_, pick)| pick.2 > 0);
        let squares: Vec<(Square, bool)> =
            squares.filter_map(|(i, pick)| Some((place(i)?, pick.0 || pick.1))).take(16).collect();
        let lattice = if triangle { Lattice::Triangular } else { Lattice::Square };
        let board = Board::new(lattice, squares.iter().map(|s| s.0)).ok()?;
        let pegs: HoleSet = squares.iter().filter(|s| s.1).take(11).filter_map(|s| board.hole(s.0)).collect();
        let game = Game::new(board, pegs).ok()?;
        let hole = game.board().holes().iter().nth(goal);
        match hole {
            Some(hole) => game.with_goal(Goal::Hole(hole)).ok(),
            None => game.with_goal(Goal::Any).ok(),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn memo_and_textbook_agree_on_any_small_board(game in small_games()) {
        agrees_with_the_oracles(&game);
    }
}
