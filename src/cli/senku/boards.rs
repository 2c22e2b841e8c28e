//! `vuelta senku boards`: the boards known by name.

use crate::cli::args::Common;
use crate::cli::failure::{Failure, Status};
use crate::cli::output::Output;
use serde_json::json;
use std::io::Write;
use vuelta::report::SenkuSubject;
use vuelta::senku::NAMED_BOARDS;

/// A line for each name.
pub fn boards(common: &Common, out: &mut Output) -> Result<Status, Failure> {
    if !common.json && !common.quiet {
        writeln!(out, "{:<14}{:>5}  {:<7}goal", "board", "holes", "start")?;
    }
    for named in NAMED_BOARDS {
        let game = named.game();
        let (holes, SenkuSubject { board, start, goal }) =
            (game.board().len(), SenkuSubject::of(named.name, &game));
        if common.json {
            out.json(&json!({"board": board, "holes": holes, "start": start, "goal": goal}))?;
        } else if common.quiet {
            writeln!(out, "{board}")?;
        } else {
            writeln!(out, "{board:<14}{holes:>5}  {:<7}{goal}", start.to_string())?;
        }
    }
    Ok(Status::Done)
}
