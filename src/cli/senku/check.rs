//! `vuelta senku check`: plays a list of jumps.

use super::game::read_game;
use crate::cli::args::{Common, SenkuCheck};
use crate::cli::failure::{Failure, Status};
use crate::cli::files;
use crate::cli::output::{BAD, GOOD, Output, plural};
use serde_json::json;
use std::io::Write;
use std::path::Path;
use vuelta::senku::{NamedBoard, notation};

/// Says whether the list is legal and wins, or at which jump it fails and why.
pub fn check(arguments: &SenkuCheck, common: &Common, out: &mut Output) -> Result<Status, Failure> {
    let (board, moves) = match arguments.files.as_slice() {
        [board] if NamedBoard::find(board).is_some() && !Path::new(board).exists() => {
            return Err(Failure::Usage(format!(
                "which list of jumps is to be checked? '{board}' is a board"
            )));
        }
        [moves] => ("english", moves),
        [board, moves, ..] => (board.as_str(), moves),
        [] => return Err(Failure::Usage("which list of jumps is to be checked?".to_owned())),
    };
    if board == "-" && moves == "-" {
        return Err(Failure::Usage(
            "the board and the jumps cannot both come from standard input".to_owned(),
        ));
    }
    let game = read_game(board, &arguments.ends)?;
    // What is no file may be the list itself.
    let is_list = !Path::new(moves).exists() && moves.contains([' ', ';']);
    let text = if is_list { moves.clone().into_bytes() } else { files::read(moves)? };
    let steps = notation::parse_jumps(game.board(), &text)?;
    let verdict = notation::check(&game, &steps);
    let reason = verdict.reason.as_deref().unwrap_or_default();
    if common.json {
        let (wins, jumps) = (verdict.wins, verdict.jumps.len());
        let value = match verdict.at {
            Some(at) => json!({"legal": false, "at": at, "reason": reason, "wins": wins, "jumps": jumps}),
            None => json!({"legal": true, "wins": wins, "jumps": jumps}),
        };
        writeln!(out, "{value}")?;
    } else if let Some(at) = verdict.at {
        writeln!(out, "{BAD}not legal{BAD:#} at jump {at}: {reason}")?;
    } else if verdict.wins {
        writeln!(out, "{GOOD}legal and wins{GOOD:#} after {}", plural(verdict.jumps.len(), "jump"))?;
    } else {
        writeln!(out, "legal, but {BAD}does not win{BAD:#}: {reason}")?;
    }
    Ok(if verdict.wins { Status::Done } else { Status::No })
}
