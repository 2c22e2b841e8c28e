//! `vuelta senku boards`: the boards known by name.

use crate::cli::args::Common;
use crate::cli::failure::{Failure, Status};
use crate::cli::output::Output;
use serde_json::{Value, json};
use std::io::Write;
use vuelta::senku::{Board, Goal, NAMED_BOARDS, Square};

/// A line for each name.
pub fn boards(common: &Common, out: &mut Output) -> Result<Status, Failure> {
    if !common.json && !common.quiet {
        writeln!(out, "{:<14}{:>5}  {:<7}goal", "board", "holes", "start")?;
    }
    for named in NAMED_BOARDS {
        let (board, start) = (named.board(), named.start());
        let goal = match named.goal() {
            Goal::Hole(hole) => board.square(hole).to_string(),
            _ => "any".to_owned(),
        };
        if common.json {
            let value = json!({"board": named.name, "holes": board.len(), "start": [start.row, start.column],
                "goal": goal_value(&board, named.goal())});
            writeln!(out, "{value}")?;
        } else if common.quiet {
            writeln!(out, "{}", named.name)?;
        } else {
            writeln!(out, "{:<14}{:>5}  {:<7}{goal}", named.name, board.len(), start.to_string())?;
        }
    }
    Ok(Status::Done)
}

fn goal_value(board: &Board, goal: Goal) -> Value {
    let place = |hole| {
        let Square { row, column: col } = board.square(hole);
        json!([row, col])
    };
    match goal {
        Goal::Any => json!("any"),
        Goal::Hole(hole) => place(hole),
        Goal::Position(pegs) => pegs.iter().map(place).collect(),
    }
}
