//! Every published number about Senku that the tables hold, counted again.

use std::collections::BTreeSet;
use vuelta::known::{self, SenkuEntry, SenkuGoal};
use vuelta::search::{Quiet, StopFlag, Workers};
use vuelta::senku::{Board, Count, Counting, FewestMoves, Game, Goal, Position, Square, fewest_moves};

/// The game that a published number is about.
fn game(entry: &SenkuEntry) -> Game {
    let board = Board::named(entry.board).unwrap();
    let hole = |[row, column]: [u32; 2]| board.require(Square::new(row, column)).unwrap();
    let goal = match entry.goal {
        SenkuGoal::None | SenkuGoal::Any => Goal::Any,
        SenkuGoal::Hole(square) => Goal::Hole(hole(square)),
    };
    Game::from_vacancy(board.clone(), hole(entry.start)).unwrap().with_goal(goal).unwrap()
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
        let count = counting.run(&workers, &StopFlag::default(), &mut Quiet).unwrap().count.unwrap();
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
    let mut compared = 0;
    let mut counts = Counts::default();
    for entry in known::senku() {
        let game = game(&entry);
        let counted = match entry.quantity {
            "games" => counts.of(&game).games,
            "solutions" => counts.of(&game).solutions,
            "positions_up_to_symmetry" => counts.of(&game).positions.unwrap().total().into(),
            "peak_positions_up_to_symmetry" => {
                counts.of(&game).positions.unwrap().levels.into_iter().max().unwrap().into()
            }
            "winning_positions_up_to_symmetry" => counts.of(&game).winning_positions.unwrap().into(),
            "shortest_game_jumps" => shortest_game(&game),
            // The fewest moves have a test of their own, beside their solver.
            "fewest_moves" => continue,
            other => panic!("{other} is published, and nothing counts it"),
        };
        assert_eq!(counted, entry.published.value, "{} of {}", entry.quantity, entry.board);
        compared += 1;
    }
    assert_eq!(compared, known::senku().count() - 1);
}

#[test]
fn the_fewest_moves_are_found() {
    let entry = known::senku().find(|entry| entry.quantity == "fewest_moves").unwrap();
    let workers = Workers::new(2).unwrap();
    let found = fewest_moves(&game(&entry), &workers, &StopFlag::default()).unwrap();
    let FewestMoves::Found(moves) = found else { panic!("{found:?}") };
    assert_eq!(moves.len() as u128, entry.published.value);
    assert_eq!(moves.concat().len(), 31);
}
