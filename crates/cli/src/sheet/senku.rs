//! Worksheets of Senku: positions a few jumps before their end, made by playing backwards from the last peg.

use super::Worksheet;
use crate::args::SheetSenku;
use crate::failure::Failure;
use crate::senku::read_game;
use vuelta::Error;
use vuelta::base::random::Random;
use vuelta::senku::{Board, Game, Jump, Position};
use vuelta_picture::{Coordinates, Picture, Tile};

/// The jumps of the first position.
const FEWEST_JUMPS: usize = 3;
/// The most jumps of a position, so that their list can be read below it.
const MOST_JUMPS: usize = 9;
const JUMPS_PER_LINE: usize = 3;
/// Attempts at a new position before one with a jump less is taken.
const ATTEMPTS: usize = 200;

/// Positions that grow by a jump each, with jumps that lead from them to one peg.
pub fn positions(arguments: &SheetSenku) -> Result<Worksheet, Failure> {
    let game = read_game(&arguments.game.board, &arguments.game.ends)?;
    let (board, lang) = (game.board(), arguments.file.layout.words.lang);
    let mut random = Random::new(arguments.seed.or_new());
    let (mut tiles, mut answers) = (vec![], vec![]);
    let (mut jumps, mut known): (usize, Vec<Position>) = (FEWEST_JUMPS, vec![]);
    while (tiles.len() as u64) < arguments.count {
        let new = (0..ATTEMPTS).find_map(|_| {
            backwards(&game, jumps, &mut random).filter(|(position, _)| !known.contains(position))
        });
        let Some((position, played)) = new else {
            jumps = jumps.checked_sub(1).filter(|jumps| *jumps > 0).ok_or_else(|| {
                Error::input(
                    "this board has too few positions that lead to one peg; ask for fewer by --count",
                )
            })?;
            continue;
        };
        known.push(position);
        let labelled = if board.has_names() { Coordinates::Names } else { Coordinates::Numbers };
        let picture = Picture::senku(board, position, &[])?.coordinates(labelled);
        let label = known.len().to_string();
        tiles.push(Tile::new(picture.clone(), &label, lang.jumps(played.len())));
        answers.push(Tile::new(picture, label, written(board, &played)));
        jumps += usize::from(jumps < MOST_JUMPS.min(board.len() / 2));
    }
    let instructions = vec![lang.play_to_one_peg().to_owned(), lang.name_and_date()];
    Ok(Worksheet { title: "Senku".to_owned(), instructions, tiles, answers })
}

/// A position that this number of jumps leads from to one peg: that of the goal if it is one peg, else anywhere. `None` if
/// the moves ran out.
fn backwards(game: &Game, jumps: usize, random: &mut Random) -> Option<(Position, Vec<Jump>)> {
    let board = game.board();
    let goal = game.goal().position().filter(|goal| goal.len() == 1);
    let one = goal.unwrap_or_else(|| {
        let holes: Vec<_> = board.holes().iter().collect();
        holes[random.below(holes.len())].into()
    });
    let (mut position, mut played) = (one, vec![]);
    for _ in 0..jumps {
        // A jump can be the last one if it is legal when it is taken back; playing it twice changes nothing.
        let can_be_last = |jump: &&Jump| jump.is_legal(jump.play(position));
        let last: Vec<Jump> = board.jumps().iter().filter(can_be_last).copied().collect();
        let jump = *last.get(random.below(last.len().max(1)))?;
        position = jump.play(position);
        played.insert(0, jump);
    }
    Some((position, played))
}

/// `d2-d4  b4-d4`, or `2,0-0,0` on boards without letters.
fn written(board: &Board, jumps: &[Jump]) -> String {
    let name = |hole| {
        let square = board.square(hole);
        let named = board.name(square).filter(|_| board.has_names());
        named.unwrap_or_else(|| format!("{},{}", square.row, square.column))
    };
    let jumps: Vec<_> = jumps.iter().map(|jump| format!("{}-{}", name(jump.from), name(jump.to))).collect();
    jumps.chunks(JUMPS_PER_LINE).map(|line| line.join("  ")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_jumps_of_an_answer_are_legal_and_leave_the_goal() {
        for name in ["english", "triangle15", "square4"] {
            let game = Game::named(name).unwrap();
            let mut random = Random::new(1);
            for jumps in 1..7 {
                let Some((start, played)) = backwards(&game, jumps, &mut random) else { continue };
                let end = played.iter().fold(start, |position, jump| {
                    assert!(jump.is_legal(position), "{name}");
                    jump.play(position)
                });
                assert!(game.is_won(end) && played.len() == jumps, "{name}");
            }
        }
    }
}
