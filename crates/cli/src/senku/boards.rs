//! `vuelta senku boards`: the boards known by name.

use crate::args::Common;
use crate::failure::{Outcome, Status};
use crate::output::Output;
use serde_json::json;
use std::io::Write;
use vuelta::Square;
use vuelta::senku::NAMED_BOARDS;
use vuelta_records::SenkuSubject;

/// The option for a start that can be won: `--start 0,2`.
pub fn with_start(start: Square) -> String {
    format!("--start {},{}", start.row, start.column)
}

/// Prints a line for each board.
pub fn boards(common: &Common, out: &mut Output) -> Outcome {
    if !common.json && !common.quiet {
        writeln!(out, "{:<14}{:>5}  {:<7}{:<7}can be won", "board", "holes", "start", "goal")?;
    }
    for named in NAMED_BOARDS {
        let game = named.game();
        let (start_that_wins, default_wins) = (named.solvable_start, named.start == named.solvable_start);
        let (holes, subject) = (game.board().len(), SenkuSubject::new(named.name, &game));
        let SenkuSubject { board, start, goal, .. } = &subject;
        if common.json {
            out.json(&json!({
                "board": board, "holes": holes, "start": start, "goal": goal,
                "solvable": default_wins, "solvable_start": [start_that_wins.row, start_that_wins.column],
            }))?;
        } else if common.quiet {
            writeln!(out, "{board}")?;
        } else {
            let wins =
                if default_wins { "yes".to_owned() } else { format!("with {}", with_start(start_that_wins)) };
            writeln!(out, "{board:<14}{holes:>5}  {start:<7}{goal:<7}{wins}")?;
        }
    }
    Ok(Status::Done)
}
