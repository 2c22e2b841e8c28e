//! `vuelta regions make`: puzzles with exactly one solution, printed, drawn, or on sheets of paper.

use super::show;
use crate::cli::args::RegionsMake;
use crate::cli::conditions::parse_size;
use crate::cli::failure::{Outcome, Status};
use crate::cli::output::{Output, plural};
use crate::cli::pictures::PictureFiles;
use crate::cli::session::Session;
use crate::picture::{LARGEST_SHEET, Picture, Sheet, Tile};
use crate::regions::deduce::{Grade, grade};
use crate::regions::{Board, LARGEST_BOARD, Maker, Search};
use crate::report::{FieldRecord, pairs};
use crate::{Error, Square};
use std::io::{self, Write};

/// Makes the puzzles and prints each with its seed and grade as comments, so that the output reads back.
pub fn make(arguments: &RegionsMake, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let mut maker = Maker::new(parse_size(&arguments.size, LARGEST_BOARD)?)?.stars(arguments.stars)?;
    if let Some(level) = arguments.level {
        maker = maker.level(level)?;
    }
    if let Some(most) = arguments.single_squares {
        maker = maker.single_squares(most);
    }
    let seed = arguments.seed.or_new();
    let has_picture = arguments.pictures.svg.is_some() || arguments.pictures.png.is_some();
    if has_picture && arguments.count > 1 {
        return Err(usage!("--svg and --png draw one puzzle; --sheet FILE draws several"));
    }
    if arguments.sheet.is_some() && arguments.count > LARGEST_SHEET as u64 {
        return Err(usage!("a sheet has at most {LARGEST_SHEET} puzzles"));
    }
    arguments.pictures.need_a_file(arguments.sheet.is_some())?;
    let pictures = PictureFiles::new(&arguments.pictures, session)?;
    session.open_exports()?;
    let sheet = PictureFiles::by_extension(arguments.sheet.as_slice(), &["svg"], None, session)?;
    let mut progress = session.progress("puzzles");
    let boards = maker.seed(seed).make_many(arguments.count, &mut session.watched(&mut progress))?;
    drop(progress);
    let puzzles: Vec<(Board, Grade, u64)> = (seed..)
        .zip(boards)
        .map(|(seed, board)| {
            let grade = grade(&board);
            (board, grade, seed)
        })
        .collect();
    let told = puzzles.iter().try_for_each(|(board, grade, seed)| print(board, grade, *seed, session, out));
    let records: Vec<FieldRecord> =
        puzzles.iter().map(|(board, grade, seed)| record(board, *grade, *seed)).collect();
    session.export(told, &records)?;
    out.flush()?;
    if let [(board, ..)] = puzzles.as_slice() {
        pictures.draw(|| Picture::regions(board, &[]))?;
    }
    if !sheet.is_empty() {
        sheet.write_sheet(&draw_sheet(arguments, &puzzles)?)?;
    }
    Ok(Status::Done)
}

/// Prints one puzzle in the chosen form.
fn print(board: &Board, grade: &Grade, seed: u64, session: &Session<'_>, out: &mut Output) -> io::Result<()> {
    let (json, quiet) = (session.common.json, session.common.quiet);
    if json {
        return out.json(&record(board, *grade, seed));
    }
    if !quiet {
        writeln!(out, "# seed {seed}, {grade}")?;
    }
    let in_colors = !quiet && out.has_colors();
    if in_colors { show::print(board, &[], out) } else { writeln!(out, "{board}") }
}

fn record(board: &Board, grade: Grade, seed: u64) -> FieldRecord {
    let record = show::record(board).with("seed", seed).with("solutions", "1").with("unique", true);
    record.with("queens", solution(board).as_deref().map(pairs)).with("grade", show::grade(grade))
}

fn solution(board: &Board) -> Option<Vec<Square>> {
    Search::new(board).solve().ok().flatten()
}

/// Draws the puzzles on pages with numbers and grades, followed by their solutions if wanted.
fn draw_sheet(arguments: &RegionsMake, puzzles: &[(Board, Grade, u64)]) -> Result<Sheet, Error> {
    let tiles = |solved: bool| {
        let tile = |(number, (board, grade, _)): (usize, &(Board, Grade, u64))| {
            let queens = solution(board).filter(|_| solved).unwrap_or_default();
            let caption = grade.level.map_or("needs a guess".to_owned(), |level| format!("level {level}"));
            Ok(Tile::new(Picture::regions(board, &queens)?, number.to_string(), caption))
        };
        (1..).zip(puzzles).map(tile).collect::<Result<Vec<_>, Error>>()
    };
    let title = match arguments.stars {
        1 => "One queen in each row, column and region, no two touching".to_owned(),
        stars => {
            format!("{} in each row, column and region, no two touching", plural(stars as usize, "queen"))
        }
    };
    let sheet = Sheet::new(title, tiles(false)?)?.paper(Some(arguments.page));
    if arguments.solutions { sheet.answers("Solutions", tiles(true)?) } else { Ok(sheet) }
}
