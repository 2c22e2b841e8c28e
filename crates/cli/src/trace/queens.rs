//! `vuelta queens trace`: queens placed, conflicts, steps back.

use super::brute_force::{permutations, placements, subsets};
use super::files::wants_names;
use super::tally::{End, Kind, Tally};
use super::{Pairs, Traced, run};
use crate::args::QueensTrace;
use crate::boards::QueensForm;
use crate::failure::Outcome;
use crate::output::{Output, plural, plural_grouped};
use crate::session::Session;
use serde_json::{Value, json};
use std::io::{self, Write};
use vuelta::known::{self, Published};
use vuelta::queens::Board;
use vuelta::queens::backtrack::{Step, Steps};
use vuelta::{Error, Square};
use vuelta_picture::{Language, Picture};
use vuelta_records::{grouped, pair, pairs};

/// Traces the textbook search for the board's solutions.
pub fn trace(arguments: &QueensTrace, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let conditions = &arguments.board.conditions;
    let names = wants_names(&arguments.trace, conditions.fixed.iter().chain(&conditions.blocked));
    let problem = Queens { board: arguments.board.board()?, names };
    run(&problem, &arguments.trace, session, out)
}

struct Queens {
    board: Board,
    /// Whether squares are printed by name.
    names: bool,
}

impl Queens {
    fn name(&self, square: Square) -> String {
        if self.names { square.name(self.board.size()) } else { square.to_string() }
    }

    /// The problem as JSON fields.
    fn problem(&self) -> Pairs {
        vec![
            ("problem", json!("queens")),
            ("n", json!(self.board.size())),
            ("fixed", json!(pairs(self.board.fixed()))),
            ("blocked", json!(pairs(self.board.blocked()))),
        ]
    }

    /// The published nodes by row; empty with conditions, or if the search is not complete.
    fn published(&self, end: End) -> Vec<Published> {
        if self.board.has_conditions() || end != End::Complete {
            return vec![];
        }
        known::numbers("queens", &format!("n={}", self.board.size()), "nodes")
    }

    /// The sum of the published nodes.
    fn all_published(&self, end: End) -> Option<Published> {
        let published = self.published(end);
        let mut all = *published.first()?;
        all.value = published.iter().map(|number| number.value).sum();
        Some(all)
    }

    /// The nodes by the number of queens, from 0 to N.
    fn nodes(&self, tally: &Tally) -> Vec<u64> {
        let mut nodes = tally.levels.clone();
        nodes.resize(self.board.size() as usize + 1, 0);
        nodes
    }

    /// The positions of brute force with this many rows filled, permutations and placements; unknown with conditions.
    fn brute_force(&self, rows: u32) -> [Option<u128>; 2] {
        let size = self.board.size();
        match self.board.has_conditions() {
            true => [None; 2],
            false => [permutations(size, rows), placements(size, rows)],
        }
    }
}

impl Traced for Queens {
    type Step = Step;
    /// The columns of the queens, row by row.
    type State = Vec<u32>;
    const REJECTED: [&'static str; 2] = ["conflicts"; 2];

    fn steps(&self) -> impl Iterator<Item = Step> {
        Steps::of(&self.board)
    }

    fn start(&self) -> Vec<u32> {
        vec![]
    }

    fn apply(&self, step: Step, columns: &mut Vec<u32>) -> Kind {
        match step {
            Step::Place(square) => {
                columns.push(square.column);
                Kind::Down
            }
            Step::Conflict { .. } => Kind::Rejected,
            Step::Back(_) => {
                columns.pop();
                Kind::Back
            }
            Step::Solution => Kind::Solution,
        }
    }

    fn line(&self, step: Step, columns: &Vec<u32>, solutions: u64) -> String {
        match step {
            Step::Place(square) => format!("place {}", self.name(square)),
            Step::Conflict { square, with: Some(queen) } => {
                format!("conflict {} with {}", self.name(square), self.name(queen))
            }
            Step::Conflict { square, with: None } => format!("conflict {} blocked", self.name(square)),
            Step::Back(square) => format!("back {}", self.name(square)),
            Step::Solution => {
                let columns: Vec<String> = columns.iter().map(u32::to_string).collect();
                format!("solution {solutions}: {}", columns.join(" "))
            }
        }
    }

    fn json(&self, step: Step, columns: &Vec<u32>, solutions: u64) -> Pairs {
        let on = |step: &str, square: Square| {
            vec![("step", json!(step)), ("row", json!(square.row)), ("column", json!(square.column))]
        };
        match step {
            Step::Place(square) => on("place", square),
            Step::Conflict { square, with } => {
                [on("conflict", square), vec![("with", json!(with.map(pair)))]].concat()
            }
            Step::Back(square) => on("back", square),
            Step::Solution => {
                vec![("step", json!("solution")), ("number", json!(solutions)), ("queens", json!(columns))]
            }
        }
    }

    fn board(&self, step: Step, columns: &Vec<u32>, out: &Output) -> (String, usize) {
        let mut text = self.board.to_text(&Square::of_columns(columns));
        let row = match step {
            Step::Place(square) | Step::Back(square) => square.row,
            Step::Conflict { square, .. } => {
                // Each square has three characters, and each line a line feed.
                let at = (square.row * (3 * self.board.size() + 1) + 3 * square.column + 1) as usize;
                // A blocked square keeps its `x`: boards read back.
                if text.as_bytes().get(at) == Some(&b'-') {
                    text.replace_range(at..=at, "!");
                }
                square.row
            }
            Step::Solution => self.board.size() - 1,
        };
        let mut painted = vec![];
        // Writing to a vector cannot fail.
        let form = if out.has_colors() { QueensForm::Colored(3) } else { QueensForm::Plain };
        let _ = form.print(&text, self.board.fixed(), &mut painted);
        let board = String::from_utf8_lossy(&painted).trim_end_matches('\n').to_owned();
        (board, row as usize)
    }

    fn picture(&self, step: Option<Step>, columns: &Vec<u32>, language: Language) -> Result<Picture, Error> {
        Picture::queens_step(&self.board, columns, step, language)
    }

    fn packed(&self, step: Step) -> Value {
        let number = |square: Square| square.row * self.board.size() + square.column;
        match step {
            Step::Place(square) => json!([0, number(square)]),
            Step::Conflict { square, with: Some(queen) } => json!([1, number(square), number(queen)]),
            Step::Conflict { square, with: None } => json!([1, number(square)]),
            Step::Back(square) => json!([2, number(square)]),
            Step::Solution => json!([3]),
        }
    }

    fn page(&self) -> Pairs {
        let size = self.board.size();
        let [permutations, placements] = [0, 1].map(|which| {
            let values = (0..=size).map(|rows| self.brute_force(rows)[which]);
            values.map(|value| value.map(|value| value.to_string())).collect::<Vec<_>>()
        });
        let mut page = self.problem();
        page.push(("names", json!(self.names)));
        if !self.board.has_conditions() {
            let columns = json!([
                {"name": "different columns", "values": permutations},
                {"name": "any columns", "values": placements},
            ]);
            page.push(("comparison", columns));
        }
        page
    }

    fn side(&self) -> u32 {
        self.board.size() + 1
    }

    fn title(&self, language: Language) -> String {
        language.queens_of(&self.board)
    }

    fn summary(&self, tally: &Tally, end: End) -> [Pairs; 2] {
        let published = self.all_published(end);
        let [permutations, placements] = self.brute_force(self.board.size());
        let subsets = subsets(self.board.size()).filter(|_| !self.board.has_conditions());
        let text = |ways: Option<u128>| json!(ways.map(|ways| ways.to_string()));
        let about_nodes = vec![
            ("nodes_by_row", json!(self.nodes(tally))),
            ("published_nodes", json!(published.map(|published| u64::try_from(published.value).ok()))),
            ("agrees", json!(published.map(|_| self.verify(tally, end).is_ok()))),
            ("permutations", text(permutations)),
            ("placements", text(placements)),
            ("subsets", text(subsets)),
        ];
        [self.problem(), about_nodes]
    }

    fn print_levels(&self, tally: &Tally, end: End, out: &mut Output) -> io::Result<()> {
        if let Some(published) = self.all_published(end) {
            write!(out, "  {:<12} {:>15}", "published", grouped(published.value))?;
            out.compare(tally.nodes().into(), Some(published))?;
        }
        let size = self.board.size();
        let shown = |number: Option<u128>| number.map(grouped).unwrap_or_default();
        let mut table = vec![["queens", "nodes", "different columns", "any columns"].map(str::to_owned)];
        let (mut all, nodes) = ([Some(0u128); 2], self.nodes(tally));
        for (rows, nodes) in (0..).zip(nodes) {
            let ways = self.brute_force(rows);
            all = [0, 1].map(|i| all[i]?.checked_add(ways[i]?));
            let [permutations, placements] = ways.map(shown);
            table.push([rows.to_string(), grouped(nodes.into()), permutations, placements]);
        }
        let [permutations, placements] = all.map(shown);
        table.push(["sum".to_owned(), grouped(tally.nodes().into()), permutations, placements]);
        let columns = if self.board.has_conditions() { 2 } else { 4 };
        let widths = [0, 1, 2, 3].map(|i| table.iter().map(|row| row[i].len()).max().unwrap_or(0));
        writeln!(
            out,
            "\n  nodes by the number of queens{}",
            if columns == 4 { ", and brute force" } else { "" }
        )?;
        for row in &table {
            for (cell, width) in row.iter().zip(widths).take(columns) {
                write!(out, "  {cell:>width$}")?;
            }
            writeln!(out)?;
        }
        if let (4, Some(subsets)) = (columns, subsets(size)) {
            let (queens, squares) =
                (plural(size as usize, "queen"), plural((size * size) as usize, "square"));
            writeln!(out, "  {queens} on any of the {squares}: {}", plural_grouped(subsets, "board"))?;
        }
        Ok(())
    }

    fn verify(&self, tally: &Tally, end: End) -> Result<(), Error> {
        let what = |rows| format!("number of nodes with {rows} queens of N = {}", self.board.size());
        let mut compared = self.published(end).into_iter().zip(self.nodes(tally)).enumerate();
        compared
            .try_for_each(|(rows, (published, nodes))| known::compare(&what(rows), nodes.into(), published))
    }
}
