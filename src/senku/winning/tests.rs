//! Against brute force, the textbook search and the solver.

use super::ways::{LevelWays, Numbers};
use super::*;
use crate::base::random::Random;
use crate::search::{Context, StopFlag, Workers};
use crate::senku::{Board, Diagram, Game, Goal, Hole, Jump, Position, Solution, Solver, backtrack};
use std::collections::HashMap;
use std::path::Path;

const MEMORY: u64 = 4 << 30;

fn map(game: &Game) -> Winnable {
    Winnable::of(game, None, MEMORY, &mut Context::new(&Workers::new(2).unwrap())).unwrap()
}

fn solutions(map: &mut Winnable, position: Position) -> u128 {
    map.solutions(position, &StopFlag::default()).unwrap()
}

/// The number of jump sequences to the goal from every position that this one leads to.
fn plainly(game: &Game, position: Position, known: &mut HashMap<Position, u128>) -> u128 {
    if let Some(&ways) = known.get(&position) {
        return ways;
    }
    let after: Vec<_> = game.board().legal_jumps(position).map(|jump| jump.play(position)).collect();
    let won = u128::from(game.is_won(position));
    let ways = won + after.into_iter().map(|after| plainly(game, after, known)).sum::<u128>();
    known.insert(position, ways);
    ways
}

/// Compares maps with brute force on every position that the start leads to, or a late position.
fn agrees(game: &Game) {
    let workers = Workers::new(2).unwrap();
    let context = &mut Context::new(&workers);
    let mut known = HashMap::new();
    plainly(game, game.start(), &mut known);
    agree(|context| Winnable::of(game, None, MEMORY, context).unwrap(), &known, context);
    // The last one is too late for the start to take its place.
    let after = |jumps| known.keys().copied().find(|position| position.len() + jumps == game.start().len());
    let off_the_board = Position::from_bits(u64::MAX);
    assert!(Winnable::from_position(game, off_the_board, MEMORY, context).is_err());
    for position in [0, 1, 5].into_iter().filter_map(after) {
        let mut known = HashMap::new();
        plainly(game, position, &mut known);
        let from = |context: &mut Context<'_>| Winnable::from_position(game, position, MEMORY, context);
        agree(|context| from(context).unwrap(), &known, context);
    }
}

/// Compares a map with and without the table of solutions.
fn agree(
    make: impl Fn(&mut Context<'_>) -> Winnable,
    known: &HashMap<Position, u128>,
    context: &mut Context<'_>,
) {
    let (mut map, mut with_table) = (make(context), make(context));
    with_table.count_solutions(context).unwrap();
    for (&position, &ways) in known {
        assert_eq!(map.contains(position), ways > 0, "{position:?}");
        assert_eq!(solutions(&mut map, position), ways, "{position:?}");
        assert_eq!(solutions(&mut with_table, position), ways, "{position:?}, by the table");
        let jumps = map.game().board().legal_jumps(position);
        let good: Vec<Jump> = jumps.filter(|jump| known[&jump.play(position)] > 0).collect();
        assert!(map.good_jumps(position).eq(good), "{position:?}");
    }
    assert!(with_table.known.is_empty());
}

fn shown(text: &str) -> Game {
    Game::from_diagram(Diagram::parse(text.as_bytes()).unwrap()).unwrap()
}

#[test]
fn small_boards_agree_with_brute_force() {
    let board = Board::named("triangle15").unwrap();
    for vacancy in [0, 4, 12] {
        let game = Game::from_vacancy(board.clone(), Hole::new(vacancy)).unwrap();
        agrees(&game);
        agrees(&game.with_goal(Goal::Any).unwrap());
    }
    // An even number of jumps to the start's complement.
    agrees(&shown(".ooo\noooo\noooo").with_goal(Goal::Hole(Hole::new(0))).unwrap());
    // Several pieces, holes without jumps with and without a peg, goals of several pegs, goals that are excluded.
    for text in ["oo.o.", ".oo.\noooo\no.oo", "oo.\nxxx\no.x", "o..", "oooo.\n.oooo\nx.o.x"] {
        let game = shown(text);
        agrees(&game);
        agrees(&game.clone().with_goal(Goal::Any).unwrap());
        for goal in game.board().holes().iter() {
            agrees(&game.clone().with_goal(Goal::Hole(goal)).unwrap());
        }
        let after: Vec<_> =
            game.board().legal_jumps(game.start()).map(|jump| jump.play(game.start())).collect();
        after.into_iter().for_each(|goal| agrees(&game.clone().with_goal(Goal::Position(goal)).unwrap()));
    }
}

#[test]
fn the_middle_alone_agrees_with_all_levels() {
    let workers = Workers::new(2).unwrap();
    let context = &mut Context::new(&workers);
    let mut won = 0;
    let even = shown(".ooo\noooo\noooo");
    let boards = ["triangle15", "triangle21", "square5", "english"].map(|name| Board::named(name).unwrap());
    for board in [even.board().clone()].into_iter().chain(boards) {
        for hole in board.holes().iter() {
            let game = Game::from_vacancy(board.clone(), hole).unwrap().with_goal(Goal::Hole(hole)).unwrap();
            if !game.is_possible() || board.len() == 33 && hole.index() != 24 {
                continue;
            }
            let levels = winning_levels(&game, Isa::detect(), MEMORY, context).unwrap().unwrap();
            let middle = levels.get((board.len() - 2).div_ceil(2)).copied().unwrap_or(0);
            assert_eq!(
                winning_middle(&game, MEMORY, context).unwrap(),
                Some(middle),
                "{hole:?} of {}",
                board.len()
            );
            won += usize::from(middle > 0);
        }
    }
    assert!(won > 20, "{won}");
    assert_eq!(winning_middle(&shown("oo.o."), MEMORY, context).unwrap(), None);
    let wiegleb = Game::from_vacancy(Board::named("wiegleb").unwrap(), Hole::new(1)).unwrap();
    let wiegleb = wiegleb.with_goal(Goal::Hole(Hole::new(1))).unwrap();
    assert!(
        matches!(winning_middle(&wiegleb, MEMORY, context), Err(Error::Memory { needed, .. }) if needed > u128::from(MEMORY))
    );
}

#[test]
fn solutions_agree_with_the_textbook_search_in_order() {
    for game in [Game::named("triangle15").unwrap(), shown("oo.o."), shown(".oo.\noooo\no.oo"), shown("o..")]
    {
        let mut map = map(&game);
        let all: Vec<_> = backtrack::solutions(&game).collect();
        assert_eq!(solutions(&mut map, game.start()), all.len() as u128);
        assert!(map.wins(game.start()).eq(all));
    }
}

#[test]
fn draws_are_uniform_and_repeat() {
    let game = shown(".oo.\noooo\no.oo").with_goal(Goal::Any).unwrap();
    let (mut map, stop) = (map(&game), StopFlag::default());
    let all: Vec<_> = backtrack::solutions(&game).collect();
    assert!(all.len() > 3);
    let mut drawn = vec![0u32; all.len()];
    for jumps in map.draws(game.start(), 5, &stop).take(200 * all.len()) {
        let jumps = jumps.unwrap();
        drawn[all.iter().position(|other| *other == jumps).unwrap()] += 1;
    }
    // Binomial with mean 200: six standard deviations.
    assert!(drawn.iter().all(|times| (115..285).contains(times)), "{drawn:?}");
    let mut first = |seed| map.draws(game.start(), seed, &stop).next().unwrap().unwrap();
    assert_eq!(first(1), first(1));
    let seeds: std::collections::HashSet<_> = (0..20).map(first).collect();
    assert!(seeds.len() > 1);
}

/// A position after `jumps` random jumps from the start, or stuck before.
fn after_random_jumps(game: &Game, jumps: usize, random: &mut Random) -> Position {
    (0..jumps).fold(game.start(), |position, _| {
        let jumps: Vec<Jump> = game.board().legal_jumps(position).collect();
        if jumps.is_empty() { position } else { jumps[random.below(jumps.len())].play(position) }
    })
}

/// Compares the map with the solver on `count` positions after at least `jumps` jumps; those that were decided.
fn agrees_with_the_solver(game: &Game, map: &Winnable, jumps: usize, count: usize) -> usize {
    let mut random = Random::new(31);
    let decided = (0..count).filter(|_| {
        let position = after_random_jumps(game, jumps + random.below(28 - jumps), &mut random);
        if !map.covers(position) {
            return false;
        }
        let here = game.at(position).unwrap();
        match Solver::new(&here).max_nodes(4_000_000).solve(&StopFlag::default()).0 {
            Solution::Found(_) => assert!(map.contains(position), "{position:?}"),
            Solution::None | Solution::Forbidden => assert!(!map.contains(position), "{position:?}"),
            Solution::GaveUp | Solution::Stopped => return false,
        }
        true
    });
    decided.count()
}

/// A winnable game of nine pegs.
fn late_english() -> Game {
    let game = Game::named("english").unwrap();
    let Solution::Found(jumps) = Solver::new(&game).solve(&StopFlag::default()).0 else { panic!("unsolved") };
    game.at(game.after(&jumps[..23])).unwrap()
}

#[test]
fn late_english_positions_agree_with_the_solver_and_the_textbook_search() {
    let (game, late) = (Game::named("english").unwrap(), late_english());
    let mut map = map(&late);
    assert!(agrees_with_the_solver(&game, &map, 22, 30) > 10);
    assert_eq!(solutions(&mut map, late.start()), backtrack::solutions(&late).count() as u128);
}

/// 6,816 solutions in units of 2^62 exceed 64 bits, in units of 2^50 they do not.
#[test]
fn numbers_beyond_64_bits_are_wide_and_files_keep_them() {
    let folder = tempfile::tempdir().unwrap();
    let (game, workers) = (Game::named("triangle15").unwrap(), Workers::new(2).unwrap());
    for shift in [50, 62] {
        let mut counted = map(&game);
        counted.count_in_units(1 << shift, &mut Context::new(&workers)).unwrap();
        let path = folder.path().join(shift.to_string());
        std::fs::write(&path, kept(&counted)).unwrap();
        let mut read = load(&path, &game).unwrap().unwrap();
        assert_eq!(kept(&read), kept(&counted));
        for map in [&mut counted, &mut read] {
            let is_wide = |level: &LevelWays| matches!(level.numbers, Numbers::Wide(_));
            assert_eq!(map.ways.as_ref().unwrap().levels.iter().any(is_wide), shift == 62);
            assert_eq!(solutions(map, game.start()), 6_816 << shift);
            assert!(map.known.is_empty());
        }
    }
}

#[test]
fn a_table_that_does_not_fit_changes_nothing() {
    let (game, workers) = (Game::named("triangle15").unwrap(), Workers::new(1).unwrap());
    let limit = u64::try_from(Winnable::estimate(&game).bytes).unwrap() + 8;
    let mut map = Winnable::of(&game, None, limit, &mut Context::new(&workers)).unwrap();
    map.count_solutions(&mut Context::new(&workers)).unwrap();
    assert!(map.ways.is_none() && map.contains(game.start()));
    let stop = StopFlag::default();
    stop.finish();
    let stopped = super::map::classes(&game, &stop);
    assert!(stopped.is_none());
    let context = &mut Context::new(&workers).until(&stop);
    assert!(matches!(self::map(&game).count_solutions(context), Err(Error::Stopped)));
    // What does not fit is not tried again.
    assert!(map.count_solutions(context).is_ok());
}

#[test]
fn any_position_of_the_english_board() {
    let game = Game::named("english").unwrap();
    let mut map = map(&game);
    let decided = agrees_with_the_solver(&game, &map, 4, 40);
    assert!(decided > 37, "{decided}");
    assert_eq!(map.good_jumps(game.start()).count(), 4);
    assert_eq!(solutions(&mut map, game.start()), 40_861_647_040_079_968);
    // Most symmetric positions share an entry: 1,679,072 are different up to symmetry.
    assert!((1_679_071..1_800_000).contains(&map.known.len()), "{}", map.known.len());
    let mut counted = self::map(&game);
    counted.count_solutions(&mut Context::new(&Workers::new(2).unwrap())).unwrap();
    let mut random = Random::new(5);
    for _ in 0..200 {
        let position = after_random_jumps(&game, 1 + random.below(20), &mut random);
        assert_eq!(solutions(&mut counted, position), solutions(&mut map, position), "{position:?}");
    }
    assert!(counted.known.is_empty());
}

#[test]
fn the_whole_map_covers_more_pegs_than_the_start() {
    let full = Game::named("triangle15").unwrap();
    let jumps = backtrack::solutions(&full).next().unwrap();
    let late = full.at(full.after(&jumps[..6])).unwrap();
    let workers = Workers::new(2).unwrap();
    let part = map(&late);
    let mut whole = Winnable::of(&late, Some(99), MEMORY, &mut Context::new(&workers)).unwrap();
    assert!(part.covers(late.start()) && !part.covers(full.start()) && !part.contains(full.start()));
    assert!(whole.covers(full.start()));
    assert_eq!(solutions(&mut whole, full.start()), 6_816);
}

#[test]
fn small_limits_and_stops_are_errors() {
    let (workers, stop) = (Workers::new(1).unwrap(), StopFlag::default());
    let game = Game::named("wiegleb").unwrap();
    let context = &mut Context::new(&workers).until(&stop);
    let refused = Winnable::of(&game, None, MEMORY, context);
    assert!(matches!(refused, Err(Error::Memory { .. })));
    let game = Game::named("triangle15").unwrap();
    let estimate = Winnable::estimate(&game);
    let tight = u64::try_from(estimate.bytes).unwrap() + 640;
    let mut map = Winnable::of(&game, None, tight, context).unwrap();
    assert!(matches!(map.solutions(game.start(), &stop), Err(Error::Memory { .. })));
    stop.finish();
    assert!(matches!(Winnable::of(&game, None, MEMORY, context), Err(Error::Stopped)));
}

#[test]
fn symmetric_positions_share_entries() {
    let game = Game::named("triangle15").unwrap();
    let mut map = map(&game);
    solutions(&mut map, game.start());
    let known = map.known.len();
    let mut all = HashMap::new();
    plainly(&game, game.start(), &mut all);
    assert!(known < all.values().filter(|&&ways| ways > 0).count());
}

/// The bytes of a map's file.
fn kept(map: &Winnable) -> Vec<u8> {
    let mut bytes = vec![];
    map.write(&mut bytes).unwrap();
    bytes
}

fn load(path: &Path, game: &Game) -> Result<Option<Winnable>, Error> {
    Winnable::load(path, game, MEMORY)
}

#[test]
fn a_map_reads_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map");
    for game in [Game::named("triangle15").unwrap(), shown("oo.o."), Game::named("european").unwrap()] {
        assert!(load(&path, &game).unwrap().is_none());
        let made = map(&game);
        std::fs::write(&path, kept(&made)).unwrap();
        let mut read = load(&path, &game).unwrap().unwrap();
        assert_eq!(kept(&read), kept(&made));
        let mut known = HashMap::new();
        if game.board().len() < 20 {
            plainly(&game, game.start(), &mut known);
        }
        for (position, ways) in known {
            assert_eq!(solutions(&mut read, position), ways);
        }
        std::fs::remove_file(&path).unwrap();
    }
}

/// Files outlive the program that wrote them. If this checksum changes, the format needs a new number.
#[test]
fn the_order_of_positions_belongs_to_the_format() {
    let kept = kept(&map(&late_english()));
    assert_eq!((crate::base::error::map::FORMAT, kept.last_chunk()), ("4", Some(&[165, 97, 109, 107])));
}

#[test]
fn damaged_and_foreign_maps_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map");
    let game = Game::named("triangle15").unwrap();
    let bytes = kept(&map(&game));
    let error = |bytes: &[u8], game: &Game| {
        std::fs::write(&path, bytes).unwrap();
        match load(&path, game) {
            Err(Error::Map(error)) => error,
            other => panic!("{other:?}"),
        }
    };
    for step in 0..60 {
        let at = step * bytes.len() / 60;
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        error(&damaged, &game);
        let short = error(&bytes[..at], &game);
        assert!(matches!(
            short,
            MapError::Damaged { .. } | MapError::NoMap { .. } | MapError::Version { .. }
        ));
    }
    assert!(matches!(error(&[&bytes[..], b"x"].concat(), &game), MapError::Damaged { .. }));
    for other in [b"" as &[u8], b"my notes\n", b"\xff\xfe", b"vuelta-ledger format=1\n"] {
        assert!(matches!(error(other, &game), MapError::NoMap { .. }));
    }
    let newer = String::from_utf8_lossy(&bytes).replacen("format=4", "format=9", 1);
    assert!(matches!(error(newer.as_bytes(), &game), MapError::Version { .. }));
    let any = game.clone().with_goal(Goal::Any).unwrap();
    for other in [any, Game::named("triangle21").unwrap(), Game::named("english").unwrap()] {
        assert!(matches!(error(&bytes, &other), MapError::Foreign { .. }));
    }
    // From another class the last peg anywhere is elsewhere.
    let class = |hole| {
        Game::from_vacancy(game.board().clone(), Hole::new(hole)).unwrap().with_goal(Goal::Any).unwrap()
    };
    assert!(matches!(error(&kept(&map(&class(0))), &class(1)), MapError::Foreign { field: "class", .. }));
}
