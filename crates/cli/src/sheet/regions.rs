//! Booklets of region queens: numbered puzzles that become harder, and their answers.

use super::{Worksheet, open, write};
use crate::args::{Layout, RegionsSheet};
use crate::failure::{Outcome, Status};
use crate::files;
use crate::output::Output;
use crate::regions::read;
use crate::session::Session;
use vuelta::regions::deduce::{Grade, grade};
use vuelta::regions::{Board, Made, Search, Verdict};
use vuelta::{Error, Square};
use vuelta_picture::{Picture, Sheet, Tile};

/// A puzzle of a booklet.
struct Entry<'a> {
    board: &'a Board,
    queens: Vec<Square>,
    grade: Grade,
    /// Without it, there are several solutions or, without queens, none.
    unique: bool,
    seed: Option<u64>,
}

/// The booklet of puzzles that were made.
pub fn booklet<'a>(made: &'a [Made], layout: &Layout) -> Result<Worksheet, Error> {
    let entry = |made: &'a Made| Entry {
        board: &made.board,
        queens: made.queens.clone(),
        grade: made.grade,
        unique: true,
        seed: Some(made.seed),
    };
    sorted(made.iter().map(entry).collect(), layout)
}

/// `vuelta regions sheet`: the booklet of the puzzles in files.
pub fn sheet(arguments: &RegionsSheet, session: &mut Session<'_>, _out: &mut Output) -> Outcome {
    let file = open(&arguments.file.output, session)?;
    let mut puzzles = vec![];
    for path in files::matching(&arguments.files.files) {
        let read = read(&path, arguments.files.stars)?.into_iter();
        puzzles.extend(read.map(|puzzle| (path.display().to_string(), puzzle)));
    }
    Sheet::check_number(puzzles.len())?; // before they are solved
    let mut entries = vec![];
    for (path, puzzle) in &puzzles {
        let place = format!("{path}:{}", puzzle.line);
        let board = puzzle.board.as_ref().map_err(|error| usage!("{place}: {error}"))?;
        let search = Search::new(board).until(session.stop());
        let (queens, fault) = match search.verdict()? {
            Verdict::Unique(queens) => (queens, None),
            Verdict::Unsolvable => (vec![], Some("no solution")),
            Verdict::Several(_) => (search.solve()?.unwrap_or_default(), Some("several solutions")),
        };
        if let Some(fault) = fault {
            say!("note: {place}: the puzzle has {fault}");
        }
        entries.push(Entry { board, queens, grade: grade(board), unique: fault.is_none(), seed: None });
    }
    let worksheet = sorted(entries, &arguments.file.layout)?;
    write(file, &arguments.file.output, worksheet, &arguments.file.layout, session)?;
    Ok(Status::Done)
}

/// The easiest puzzles first, numbered, each with its level and its seed.
fn sorted(mut entries: Vec<Entry<'_>>, layout: &Layout) -> Result<Worksheet, Error> {
    let lang = layout.words.lang;
    entries.sort_by_key(|entry| (entry.grade.level.unwrap_or(u32::MAX), entry.grade.steps, entry.seed));
    let mut rules: Vec<u32> = entries.iter().map(|entry| entry.board.stars()).collect();
    rules.sort_unstable();
    rules.dedup();
    let tiles = |solved: bool| {
        let tile = |(number, entry): (usize, &Entry<'_>)| {
            let queens = if solved { &entry.queens[..] } else { &[] };
            let seed = entry.seed.map(|seed| format!(", {} {seed}", lang.of("seed", "semilla")));
            let level = match (entry.unique, entry.queens.is_empty()) {
                (true, _) => lang.level(entry.grade.level),
                (false, false) => lang.of("several solutions", "varias soluciones"),
                (false, true) => lang.of("no solution", "sin solución"),
            };
            // Where each rule stands above, each puzzle says which one is its own.
            let rule = (rules.len() > 1).then(|| lang.queens(entry.board.stars()) + ", ");
            let caption = rule.unwrap_or_default() + level + &seed.unwrap_or_default();
            Ok(Tile::new(Picture::regions(entry.board, queens)?.pale(), number.to_string(), caption))
        };
        (1..).zip(&entries).map(tile).collect::<Result<Vec<_>, Error>>()
    };
    let instructions = rules.iter().map(|&stars| lang.rule_of_regions(stars)).collect();
    Ok(Worksheet {
        title: lang.of("Queens in regions", "Reinas y regiones").to_owned(),
        instructions,
        tiles: tiles(false)?,
        answers: tiles(true)?,
    })
}
