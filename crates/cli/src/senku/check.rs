//! `vuelta senku check`: plays a list of jumps.

use super::game::{game_of, meant, read_game};
use super::hint::Hint;
use crate::args::{Common, SenkuCheck, SenkuEnds};
use crate::failure::{Failure, Outcome, Status};
use crate::files;
use crate::output::{BAD, GOOD, Output, plural};
use crate::session::Session;
use serde_json::json;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;
use vuelta::base::text::shown;
use vuelta::senku::notation::{self, Listing};
use vuelta::senku::{Diagram, Game, NamedBoard};

/// Prints whether the list is legal and wins, or which jump fails and why.
pub fn check(
    arguments: &SenkuCheck,
    common: &Common,
    mut session: Option<&mut Session<'_>>,
    out: &mut Output,
) -> Outcome {
    let (board, moves) = match arguments.files.as_slice() {
        [board] if NamedBoard::find(&board.to_string_lossy()).is_some() && !Path::new(board).exists() => {
            (Some(board), None)
        }
        [moves] => (None, Some(moves)),
        [board, moves, ..] => (Some(board), Some(moves)),
        [] => (None, None),
    };
    if board.is_some_and(|board| board == "-") && moves.is_some_and(|moves| moves == "-") {
        return Err(usage!(
            "the board and the jumps cannot both come from standard input; put one of them in a file"
        ));
    }
    let game = board.map(|board| read_game(board, &arguments.ends)).transpose()?;
    let (game, listing) = match (game, moves) {
        (Some(game), None) => (game, Listing::default()),
        (game, Some(moves)) => read_moves(game, moves, &arguments.ends)?,
        (None, None) => return Err(usage!("the list of jumps is missing")),
    };
    if listing.steps.is_empty() && arguments.files.len() == 1 && !arguments.hint {
        let file = arguments.files[0].to_string_lossy();
        return Err(usage!(
            "the list of jumps is missing: '{}' has none; add a file, or jumps such as \"d6-d4; b5-d5\"",
            shown(&file)
        ));
    }
    let verdict = notation::check(&game, &listing.steps);
    let contradiction = listing.contradiction(game.board(), game.start());
    if let Some(shown) = contradiction.filter(|shown| verdict.at.is_none_or(|at| shown.after < at)) {
        let what = match shown.after {
            0 if board.is_none() => "the start of the game; keep one board in the list".to_owned(),
            0 => "the start of the game; leave out BOARD and --start to play from here".to_owned(),
            jumps => format!("the position after the {} above it", plural(jumps, "jump")),
        };
        return Err(usage!("line {} of the list: this board is not {what}", shown.line));
    }
    let hint = |session: &mut Session<'_>| Hint::new(&game, verdict.end, &arguments.map, session);
    let hint = session.as_deref_mut().map(hint).transpose()?;
    let ended = session.and_then(|session| session.stopped());
    let reason = verdict.reason.as_deref().unwrap_or_default();
    let have_names = listing.has_names || arguments.ends.have_names(game.board());
    let reason = if have_names { &game.board().with_names(reason) } else { reason };
    let is_good = match &hint {
        Some(hint) => verdict.at.is_none() && hint.winnable == Some(true),
        None => verdict.wins,
    };
    let status = ended.unwrap_or(if is_good { Status::Done } else { Status::No });
    if common.json {
        let (wins, jumps) = (verdict.wins, verdict.jumps.len());
        let mut value = match verdict.at {
            Some(at) => json!({"legal": false, "at": at, "reason": reason, "wins": wins, "jumps": jumps}),
            None => json!({"legal": true, "wins": wins, "jumps": jumps}),
        };
        hint.iter().for_each(|hint| hint.add_to(&mut value));
        return Ok(writeln!(out, "{value}").map(|()| status)?);
    } else if common.quiet {
        // Jumps played and pegs left; of a hint the good jumps alone.
        match &hint {
            Some(hint) => write!(out, "{}", hint.good_jumps())?,
            None => writeln!(out, "{}\n{}", verdict.jumps.len(), verdict.end.len())?,
        }
        return Ok(status);
    } else if let Some(at) = verdict.at {
        writeln!(out, "{BAD}not legal{BAD:#} at jump {at}: {reason}")?;
    } else if verdict.wins {
        writeln!(out, "{GOOD}legal and wins{GOOD:#} after {}", plural(verdict.jumps.len(), "jump"))?;
    } else {
        writeln!(out, "legal, but {BAD}does not win{BAD:#}: {reason}")?;
    }
    hint.map_or(Ok(()), |hint| hint.tell(have_names, out))?;
    Ok(status)
}

/// Checks the list, and says how the game can still be won.
pub fn hint(arguments: &SenkuCheck, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    check(arguments, session.common, Some(session), out)
}

/// The list of jumps, and its game: if none is given, that of the board at its head, or else the English one. The
/// argument is tried as a list first, then as a file name.
fn read_moves(game: Option<Game>, moves: &OsStr, ends: &SenkuEnds) -> Result<(Game, Listing), Failure> {
    let name = moves.to_string_lossy();
    let listing = |text: &[u8]| {
        let game = match (&game, Diagram::at_head(text)?) {
            (Some(game), _) => game.clone(),
            (None, Some(diagram)) => game_of(diagram, &name, ends)?,
            (None, None) => read_game("english", ends)?,
        };
        let listing = Listing::parse(game.board(), text)?;
        Ok::<_, Failure>((game, listing))
    };
    let as_text = moves.to_str().map(|text| listing(text.as_bytes()));
    let not_a_list = match as_text {
        Some(Ok((game, listing))) if !listing.steps.is_empty() => return Ok((game, listing)),
        Some(Err(error)) => error.to_string(),
        _ => "it has no jump".to_owned(),
    };
    match files::read(moves) {
        Ok(text) => listing(&text),
        Err(Failure::Read(_, error)) if error.kind() == io::ErrorKind::NotFound => {
            let (moves, meant) = (shown(&name), if game.is_none() { meant(&name) } else { String::new() });
            Err(usage!("'{moves}' is neither a list of jumps ({not_a_list}) nor a file ({error}){meant}"))
        }
        Err(failure) => Err(failure),
    }
}
