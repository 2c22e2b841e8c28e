//! Every published number about Senku that the tables hold, counted again.

use std::collections::BTreeSet;
use vuelta::known::{self, Entry};
use vuelta::search::{Context, Workers};
use vuelta::senku::{
    Board, Count, Counting, FewestMoves, Game, Goal, Hole, HoleSet, Position, Square, fewest_moves,
};

/// The games that a published number is about: one, or those from all holes.
fn games(entry: &Entry) -> Vec<Game> {
    let board = Board::named(entry.key("board").unwrap()).unwrap();
    let hole = |[row, column]: [u32; 2]| board.require(Square::new(row, column)).unwrap();
    let goal = entry.square("goal").map_or(Goal::Any, |square| Goal::Hole(hole(square)));
    let from = |start| Game::from_vacancy(board.clone(), start).unwrap().with_goal(goal).unwrap();
    let representatives = || {
        let images = |hole: &Hole| board.symmetries().canonical(HoleSet::from(*hole));
        (0..board.len()).map(Hole::new).filter(move |hole| images(hole) == HoleSet::from(*hole))
    };
    let start = entry.square("start").map(hole);
    start.map_or_else(|| representatives().map(from).collect(), |start| vec![from(start)])
}

/// The published numbers about Senku.
fn published() -> impl Iterator<Item = Entry> {
    known::entries().filter(|entry| entry.problem == "senku")
}

/// Counts each game once, however many numbers about it were published.
#[derive(Default)]
struct Counts(Vec<(Game, Count)>);

impl Counts {
    fn of(&mut self, game: &Game) -> Count {
        if let Some((_, count)) = self.0.iter().find(|(known, _)| known == game) {
            return count.clone();
        }
        let workers = Workers::new(2).unwrap();
        let counting = Counting::new(game).isa(crate::isa()).winning(true);
        let count = counting.run(&mut Context::new(&workers)).unwrap().count.unwrap();
        self.0.push((game.clone(), count.clone()));
        count
    }
}

/// The fewest jumps after which none is left: level after level, up to symmetry.
fn shortest_game(game: &Game) -> u128 {
    let group = game.start_symmetries();
    let mut level = BTreeSet::from([group.canonical(game.start())]);
    let mut jumps = 0;
    while !level.iter().any(|&position| game.board().is_stuck(position)) {
        let next = |&position: &Position| {
            let jumps: Vec<_> = game.board().legal_jumps(position).collect();
            jumps.into_iter().map(move |jump| jump.play(position))
        };
        level = level.iter().flat_map(next).map(|position| group.canonical(position)).collect();
        jumps += 1;
    }
    jumps
}

#[test]
fn every_published_number_is_counted_again() {
    // The fewest moves have tests of their own, below; the European board takes long without its instruction set, and
    // its count is one of the results.
    let is_counted =
        |entry: &Entry| entry.quantity != "fewest_moves" && entry.key("board") != Some("european");
    let mut counts = Counts::default();
    for entry in published().filter(is_counted) {
        let game = &games(&entry)[0];
        let alone = |count: u128| vec![count];
        let list = |levels: Vec<u64>| levels.into_iter().map(u128::from).collect();
        let mut counted: Vec<u128> = match entry.quantity {
            "games" => alone(counts.of(game).games),
            "solutions" => alone(counts.of(game).solutions),
            "positions_up_to_symmetry" => alone(counts.of(game).positions.unwrap().total().into()),
            "peak_positions_up_to_symmetry" => {
                alone(counts.of(game).positions.unwrap().levels.into_iter().max().unwrap().into())
            }
            "levels" => list(counts.of(game).positions.unwrap().levels),
            "winning_positions_up_to_symmetry" => alone(counts.of(game).winning_positions().unwrap().into()),
            "winning_levels" => list(counts.of(game).winning_levels.unwrap()),
            "shortest_game_jumps" => alone(shortest_game(game)),
            other => panic!("{other} is published, and nothing counts it"),
        };
        // The published lists end with a level that has no position, ours before it.
        counted.resize(entry.numbers.len(), 0);
        let known: Vec<u128> = entry.numbers.iter().map(|number| number.value).collect();
        assert_eq!(counted, known, "{} of {}", entry.quantity, entry.subject);
    }
}

/// The fewest moves of a solution; `None` without one.
fn fewest(game: &Game) -> Option<usize> {
    match fewest_moves(game, &Context::new(&Workers::new(2).unwrap())).unwrap() {
        FewestMoves::Found(moves) => {
            assert_eq!(moves.concat().len(), game.board().len() - 2);
            Some(moves.len())
        }
        FewestMoves::None => None,
        stopped => panic!("nobody stopped it: {stopped:?}"),
    }
}

#[test]
fn the_fewest_moves_are_found() {
    // The problems of the triangle of 28 holes take most of a minute; `vuelta verify` counts them.
    let is_quick =
        |entry: &Entry| entry.quantity == "fewest_moves" && entry.key("board") != Some("triangle28");
    for entry in published().filter(is_quick) {
        let least = games(&entry).iter().filter_map(fewest).min();
        assert_eq!(least.map(|moves| moves as u128), Some(entry.numbers[0].value), "{entry:?}");
    }
}

/// Bell's catalogue has every problem of the triangle of 15 holes that the rule of three allows, once up to symmetry:
/// twelve that can be solved and five that cannot.
#[test]
fn the_catalogue_of_the_triangle_is_whole() {
    let board = Board::named("triangle15").unwrap();
    let problem = |entry: Entry| match (entry.square("start"), entry.square("goal")) {
        (Some(start), Some(goal)) if entry.key("board") == Some("triangle15") => {
            let hole = |[row, column]: [u32; 2]| board.require(Square::new(row, column)).unwrap();
            Some((hole(start), hole(goal), entry.quantity == "fewest_moves", entry.numbers[0].value == 0))
        }
        _ => None,
    };
    let known: Vec<_> = published().filter_map(problem).filter(|known| known.2 || known.3).collect();
    assert_eq!(known.iter().filter(|known| known.2).count(), 12);
    assert_eq!(known.iter().filter(|known| known.3).count(), 5);
    let holes = || (0..board.len()).map(Hole::new);
    for (start, goal) in holes().flat_map(|start| holes().map(move |goal| (start, goal))) {
        let game = Game::from_vacancy(board.clone(), start).unwrap().with_goal(Goal::Hole(goal)).unwrap();
        let is_image = |&&(known_start, known_goal, ..): &&(Hole, Hole, bool, bool)| {
            board.symmetries().elements().iter().any(|symmetry| {
                symmetry.apply(known_start.into()) == HoleSet::from(start)
                    && symmetry.apply(known_goal.into()) == HoleSet::from(goal)
            })
        };
        let listed = known.iter().filter(is_image).count();
        assert_eq!(listed, usize::from(game.is_possible()), "{start:?} to {goal:?}");
    }
}
