//! `vuelta senku boards`: the boards known by name.

use crate::cli::args::Common;
use crate::cli::failure::{Failure, Status};
use crate::cli::output::Output;
use serde_json::json;
use std::io::Write;
use vuelta::report::Place;
use vuelta::senku::NAMED_BOARDS;

/// A line for each name.
pub fn boards(common: &Common, out: &mut Output) -> Result<Status, Failure> {
    if !common.json && !common.quiet {
        writeln!(out, "{:<14}{:>5}  {:<7}goal", "board", "holes", "start")?;
    }
    for named in NAMED_BOARDS {
        let (name, game) = (named.name, named.game());
        let (holes, start, goal) = (game.board().len(), Place::start(&game), Place::goal(&game));
        if common.json {
            writeln!(out, "{}", json!({"board": name, "holes": holes, "start": start, "goal": goal}))?;
        } else if common.quiet {
            writeln!(out, "{name}")?;
        } else {
            writeln!(out, "{name:<14}{holes:>5}  {:<7}{goal}", start.to_string())?;
        }
    }
    Ok(Status::Done)
}
