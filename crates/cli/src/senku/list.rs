//! `vuelta senku list`: solutions, one per line, as they are found.

use super::game::read_game;
use super::winnable::{draw, map_of};
use crate::args::SenkuList;
use crate::failure::{Outcome, Status};
use crate::output::Output;
use crate::session::Session;
use std::io::{self, Write};
use vuelta::senku::{Game, Jump, Solution, moves, solutions, visited};
use vuelta_records::GameRecord;

/// Prints solutions in the order of the textbook search, or at random.
pub fn list(arguments: &SenkuList, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let game = read_game(&arguments.game.board, &arguments.game.ends)?;
    let (json, quiet) = (session.common.json, session.common.quiet);
    let form = (json, arguments.game.ends.have_names(game.board()) && !quiet);
    if arguments.drawing.random {
        let mut left = arguments.limit.unwrap_or(1);
        if left == 0 {
            return Ok(Status::Done);
        }
        let seed = arguments.drawing.seed.or_new();
        let ended = draw(&game, seed, &arguments.map, session, |jumps| {
            print(&game, jumps, Some(seed), form, out)?;
            left -= 1;
            Ok(left > 0)
        })?;
        return Ok(match ended {
            Solution::Found(_) => Status::Done,
            Solution::Stopped => session.stopped().unwrap_or(Status::No),
            _ => {
                say_none(&game);
                Status::No
            }
        });
    }
    let map = if game.is_possible() {
        map_of((&game, game.start()), false, &arguments.map, session)?
    } else {
        None
    };
    let stop = session.stop();
    let all: Box<dyn Iterator<Item = Vec<Jump>>> = match &map {
        Some(map) => Box::new(map.wins(game.start())),
        None if game.is_possible() => Box::new(solutions(&game).until(stop)),
        None => Box::new(std::iter::empty()),
    };
    let mut printed = 0u64;
    for (_, jumps) in (0..arguments.limit.unwrap_or(u64::MAX)).zip(all) {
        if stop.is_raised() {
            break;
        }
        print(&game, &jumps, None, form, out)?;
        printed += 1;
    }
    if let Some(status) = session.stopped() {
        say!("stopped after {printed} solutions; there may be more");
        return Ok(status);
    }
    if printed == 0 && arguments.limit != Some(0) {
        say_none(&game);
        return Ok(Status::No);
    }
    Ok(Status::Done)
}

/// Reports that there is no solution, with the reason if known.
fn say_none(game: &Game) {
    match game.why_impossible() {
        Some(why) => say!("no solutions: the invariants exclude this goal from this start\nnote: {why}"),
        None => say!("no solutions"),
    }
}

/// One line: an object, or the moves as `senku check` reads them, with names if the user wrote names.
fn print(
    game: &Game,
    jumps: &[Jump],
    seed: Option<u64>,
    (json, with_names): (bool, bool),
    out: &mut Output,
) -> io::Result<()> {
    if json {
        return out.json(&GameRecord { seed, ..GameRecord::new(game, jumps) });
    }
    let board = game.board();
    let square = |hole| board.square(hole).to_string();
    let chain = |chain: &[Jump]| visited(chain).map(square).collect::<Vec<_>>().join(" > ");
    let line = moves(jumps).map(chain).collect::<Vec<_>>().join("; ");
    writeln!(out, "{}", if with_names { board.with_names(&line) } else { line })
}
