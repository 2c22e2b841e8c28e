//! `vuelta senku check`: plays a list of jumps.

use super::game::read_game;
use super::winnable::{Hint, is_position};
use crate::cli::args::{Common, SenkuCheck};
use crate::cli::failure::{Failure, Outcome, Status};
use crate::cli::files;
use crate::cli::output::{BAD, GOOD, Output, plural};
use crate::cli::session::Session;
use crate::senku::notation::{self, Step, has_names};
use crate::senku::{Board, NamedBoard};
use crate::text::shown;
use serde_json::json;
use std::io::{self, Write};
use std::path::Path;

/// Prints whether the list is legal and wins, or which jump fails and why.
pub fn check(
    arguments: &SenkuCheck,
    session: Option<&mut Session<'_>>,
    common: &Common,
    out: &mut Output,
) -> Outcome {
    let (board, moves) = match arguments.files.as_slice() {
        [board] if arguments.hint && is_position(board) => (board.as_str(), None),
        [board] if NamedBoard::find(board).is_some() && !Path::new(board).exists() => {
            return Err(usage!("the list of jumps is missing; '{board}' is a board"));
        }
        [moves] => ("english", Some(moves)),
        [board, moves, ..] => (board.as_str(), Some(moves)),
        [] => return Err(usage!("the list of jumps is missing")),
    };
    if board == "-" && moves.is_some_and(|moves| moves == "-") {
        return Err(usage!("the board and the jumps cannot both come from standard input"));
    }
    let game = read_game(board, &arguments.ends)?;
    let (steps, have_names) = moves.map_or(Ok((vec![], false)), |moves| read_moves(game.board(), moves))?;
    let verdict = notation::check(&game, &steps);
    let mut ended = None;
    let mut hint = None;
    if let Some(session) = session {
        hint = Some(Hint::new(&game, verdict.end, &arguments.map, session)?);
        ended = session.stopped();
    }
    let reason = verdict.reason.as_deref().unwrap_or_default();
    let have_names = have_names || arguments.ends.have_names();
    let reason = if have_names { &game.board().with_names(reason) } else { reason };
    let status = ended.unwrap_or(if verdict.wins { Status::Done } else { Status::No });
    if common.json {
        let (wins, jumps) = (verdict.wins, verdict.jumps.len());
        let mut value = match verdict.at {
            Some(at) => json!({"legal": false, "at": at, "reason": reason, "wins": wins, "jumps": jumps}),
            None => json!({"legal": true, "wins": wins, "jumps": jumps}),
        };
        hint.iter().for_each(|hint| hint.add_to(&mut value));
        return Ok(writeln!(out, "{value}").map(|()| status)?);
    } else if let Some(at) = verdict.at {
        writeln!(out, "{BAD}not legal{BAD:#} at jump {at}: {reason}")?;
    } else if verdict.wins {
        writeln!(out, "{GOOD}legal and wins{GOOD:#} after {}", plural(verdict.jumps.len(), "jump"))?;
    } else {
        writeln!(out, "legal, but {BAD}does not win{BAD:#}: {reason}")?;
    }
    hint.map_or(Ok(()), |hint| hint.tell(common.quiet, have_names, out))?;
    Ok(status)
}

/// Checks the list, and says how the game can still be won.
pub fn hint(arguments: &SenkuCheck, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let common = session.common;
    check(arguments, Some(session), common, out)
}

/// The list of jumps, and whether it has names of holes. The argument is tried as a list first, then as a file name.
fn read_moves(board: &Board, moves: &str) -> Result<(Vec<Step>, bool), Failure> {
    let as_text = notation::parse_jumps(board, moves.as_bytes());
    let not_a_list = match as_text {
        Ok(steps) if !steps.is_empty() => return Ok((steps, has_names(moves))),
        Ok(_) => "it has no jump".to_owned(),
        Err(error) => error.to_string(),
    };
    match files::read(moves) {
        Ok(text) => {
            let steps = notation::parse_jumps(board, &text)?;
            Ok((steps, has_names(&String::from_utf8_lossy(&text))))
        }
        Err(Failure::Read(_, error)) if error.kind() == io::ErrorKind::NotFound => {
            let moves = shown(moves);
            Err(usage!("'{moves}' is neither a list of jumps ({not_a_list}) nor a file ({error})"))
        }
        Err(failure) => Err(failure),
    }
}
