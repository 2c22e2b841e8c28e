//! Boards in regions, for people and for programs.

use crate::boards::{BLACK, on};
use crate::output::Output;
use anstyle::Ansi256Color;
use serde_json::{Value, json};
use std::io::{self, Write};
use vuelta::Square;
use vuelta::regions::Board;
use vuelta::regions::deduce::{Deduction, Grade};
use vuelta_picture::region_colors;
use vuelta_records::{FieldRecord, Fields, pairs};

/// Light backgrounds from the terminal's 256 colours, in the order of the pictures' palette.
const GROUNDS: [u8; 9] = [110, 222, 217, 149, 153, 209, 79, 252, 143];

/// Prints the board with these queens and an empty line: regions in colours if colours are shown, otherwise by letters,
/// with a queen's region in brackets. It reads back.
pub fn print(board: &Board, queens: &[Square], out: &mut Output) -> io::Result<()> {
    let (colored, colors) = (out.has_colors(), region_colors(board, GROUNDS.len()));
    if board.stars() > 1 {
        writeln!(out, "# stars: {}", board.stars())?;
    }
    for row in 0..board.size() {
        for column in 0..board.size() {
            let square = Square::new(row, column);
            let (region, has_queen) = (board.region(square), queens.contains(&square));
            match (colored, has_queen) {
                (true, _) => {
                    let style = on(Ansi256Color(GROUNDS[usize::from(colors[region])]), BLACK);
                    let mark = if has_queen { '\u{265b}' } else { ' ' };
                    write!(out, "{style} {}{mark}{style:#}", board.letter(region))?;
                }
                (false, true) => write!(out, "[{}]", board.letter(region))?,
                (false, false) => write!(out, " {} ", board.letter(region))?,
            }
        }
        writeln!(out)?;
    }
    writeln!(out)
}

/// `a8 c7 e6`: the names of squares, or `[0,0] [1,2]` where they have none.
pub fn names(board: &Board, squares: &[Square]) -> String {
    let name = |square: &Square| match square.name(board.size()) {
        pair if pair.contains(',') => square.to_string(),
        name => name,
    };
    squares.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// A record of region queens: the fields of the problem and the board.
pub fn record(board: &Board) -> FieldRecord {
    const COLUMNS: [&str; 8] = ["n", "stars", "seed", "regions", "solutions", "unique", "grade", "queens"];
    let letters: Vec<char> = board.regions().iter().map(|&region| board.letter(region.into())).collect();
    let rows = letters.chunks(board.size() as usize).map(|row| row.iter().collect::<String>());
    let fields = [
        ("problem", json!("regions")),
        ("n", json!(board.size())),
        ("stars", json!(board.stars())),
        ("regions", json!(rows.collect::<Vec<_>>())),
    ];
    FieldRecord::new(Fields::new(fields), &COLUMNS)
}

/// A grade as in JSON: a level of `null` means a guess.
pub fn grade(grade: Grade) -> Value {
    json!({"level": grade.level, "steps": grade.steps})
}

/// A step as in JSON.
pub fn step(board: &Board, step: &Deduction) -> Value {
    let units: Vec<String> = step.units.iter().map(|unit| unit.name(board)).collect();
    json!({
        "technique": step.technique.name(), "level": step.technique.level(), "units": units,
        "removed": pairs(&step.removed), "placed": pairs(&step.placed), "text": step.text,
    })
}
