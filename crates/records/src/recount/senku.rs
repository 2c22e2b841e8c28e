//! The published numbers about Senku, counted again.

use super::{Case, Compare, Pace, Recount, Recounted};
use crate::{Countable, Holes, SenkuCounting, SenkuSubject};
use vuelta::known::{self, Entry, Published};
use vuelta::search::Instant;
use vuelta::senku::{Board, Counting, FewestMoves, Game, Goal, HoleSet, dense, fewest_moves};
use vuelta::{Error, Square};

/// Seconds per slot of a count with its winning positions, which are three sweeps: about, on two threads.
const SECONDS_PER_SLOT: f64 = 1.5e-8;

/// A recount for each game and each number of moves of the table. Numbers without a goal are compared along with one.
pub(super) fn recounts() -> Vec<Recount> {
    let mut recounts: Vec<Recount> = vec![];
    for recount in known::of("senku").filter_map(|entry| recount(&entry)) {
        let is_new = |known: &Recount| (known.kind, &known.case) != (recount.kind, &recount.case);
        if recounts.iter().all(is_new) {
            recounts.push(recount);
        }
    }
    recounts
}

/// A count on this board, with its name.
fn of_board(board: &str, name: String) -> Case {
    Case { problem: "senku", board: Some(board.to_owned()), name, ..Case::default() }
}

/// The recount that a published number is about; `None` for a number that is compared along with another.
fn recount(entry: &Entry) -> Option<Recount> {
    let (name, goal, published) = (entry.key("board")?, entry.key("goal")?, *entry.numbers.first()?);
    let board = Board::named(name).ok()?;
    let size = board.len() as u32;
    let hole = |key| board.hole(entry.square(key).map(|[row, column]| Square::new(row, column))?);
    let pace = |usual| Pace::Factor { factor: 2.0, usual };
    let Some(start) = entry.key("start") else {
        let case = Case { goal: Some(Holes::Any(goal.to_owned())), ..of_board(name, name.to_owned()) };
        let case = case.part("moves");
        let compare: Box<Compare> = moves(published, move || problems(name));
        return Some(Recount { case, kind: "least moves", size, rank: size + 12, pace: pace(0.0), compare });
    };
    let end = if goal == "any" { Goal::Any } else { Goal::Hole(hole("goal")?) };
    let game = Game::from_vacancy(board.clone(), hole("start")?).ok()?.with_goal(end).ok()?;
    let [plain, goal] =
        [start, if goal == start { "same" } else { goal }].map(|square| square.replace(' ', ","));
    let SenkuSubject { start, goal: end, .. } = SenkuSubject::new(name, &game);
    let case = of_board(name, format!("{name} {plain} {goal}"));
    let case = Case { start: Some(start), goal: Some(end), ..case };
    Some(if entry.quantity == "fewest_moves" {
        let compare = moves(published, move || Ok(vec![game.clone()]));
        Recount { case: case.part("moves"), kind: "moves", size, rank: size + 5, pace: pace(0.0), compare }
    } else {
        let usual = dense::estimate(&game).slots as f64 * SECONDS_PER_SLOT;
        let compare: Box<Compare> = Box::new(move |means, context| {
            let counting = Counting::new(&game).isa(means.isa).memory_limit(means.memory_limit);
            let counting = counting.winning(game.is_possible());
            Ok(SenkuCounting { name, counting }.count(context)?.into())
        });
        Recount { case, kind: "senku", size, rank: size + 4, pace: pace(usual), compare }
    })
}

/// The fewest moves of any of these games.
fn moves(published: Published, games: impl Fn() -> Result<Vec<Game>, Error> + 'static) -> Box<Compare> {
    Box::new(move |_, context| {
        let (began, mut fewest) = (Instant::now(), None);
        for game in games()? {
            match fewest_moves(&game, context)? {
                FewestMoves::Found(moves) => fewest = Some(fewest.unwrap_or(usize::MAX).min(moves.len())),
                FewestMoves::None => {}
                FewestMoves::Stopped { .. } => return Ok(Recounted::default()),
            }
        }
        // No moves where nothing solves it: then it differs.
        let compared = vec![(fewest.unwrap_or_default() as u128, published)];
        Ok(Recounted::by("breadth first", context, began, compared))
    })
}

/// The games from each hole of the board to one peg anywhere, one of those that a symmetry maps onto each other.
fn problems(name: &str) -> Result<Vec<Game>, Error> {
    let board = Board::named(name)?;
    let first = board.holes().iter().filter(|&hole| {
        let position = HoleSet::from(hole);
        board.symmetries().canonical(position) == position
    });
    first.map(|hole| Game::from_vacancy(board.clone(), hole)?.with_goal(Goal::Any)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_problems_of_a_board_are_one_for_each_kind_of_hole() {
        assert_eq!(problems("triangle15").unwrap().len(), 4);
        assert_eq!(problems("english").unwrap().len(), 7);
    }
}
