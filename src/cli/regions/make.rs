//! `vuelta regions make`: puzzles with exactly one solution, printed, drawn, or on sheets of paper.

use super::show;
use crate::Error;
use crate::cli::args::RegionsMake;
use crate::cli::conditions::parse_size;
use crate::cli::failure::{Failure, Outcome, Status};
use crate::cli::output::{Output, plural};
use crate::cli::pictures::PictureFiles;
use crate::cli::session::Session;
use crate::picture::{LARGEST_SHEET, Picture, Sheet, Tile};
use crate::regions::{LARGEST_BOARD, Made, Maker};
use crate::report::{FieldRecord, pairs};
use std::io::{self, Write};

/// Makes the puzzles and prints each, as soon as it is made, with its seed and grade as comments, so that the output
/// reads back.
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
    let is_drawn = has_picture || !sheet.is_empty();
    let mut progress = session.progress("puzzles");
    let (mut puzzles, mut records, mut told) = (vec![], vec![], Ok(()));
    let made =
        maker.seed(seed).make_each(arguments.count, &mut session.watched(&mut progress), &mut |puzzle| {
            if told.is_ok() {
                let record = record(puzzle);
                told = print(puzzle, &record, session, out);
                if told.is_err() {
                    session.stop().abandon();
                }
                records.push(record);
            }
            if is_drawn {
                puzzles.push(puzzle.clone());
            }
        });
    drop(progress);
    told?;
    if let Err(error) = made {
        let stopped = session.stopped().filter(|_| matches!(error, Error::Stopped));
        if stopped.is_some() {
            say!("stopped after {} of {}", records.len(), plural(arguments.count as usize, "puzzle"));
        }
        session.export_unfinished(&records)?;
        return stopped.ok_or_else(|| error.into());
    }
    session.export(Ok::<_, Failure>(()), &records)?;
    if let [puzzle] = &puzzles[..] {
        pictures.draw(|| Picture::regions(&puzzle.board, &[]))?;
    }
    if !sheet.is_empty() {
        sheet.write_sheet(&draw_sheet(arguments, &puzzles)?)?;
    }
    Ok(Status::Done)
}

/// Prints the puzzle at once, in the chosen form.
fn print(puzzle: &Made, record: &FieldRecord, session: &Session<'_>, out: &mut Output) -> io::Result<()> {
    let quiet = session.common.quiet;
    if session.common.json {
        out.json(record)?;
        return out.flush();
    }
    let heading = if quiet { String::new() } else { format!("# seed {}, {}\n", puzzle.seed, puzzle.grade) };
    if !quiet && out.has_colors() {
        out.write_all(heading.as_bytes())?;
        show::print(&puzzle.board, &[], out)?;
    } else {
        // Thousands are made in a second.
        out.plain(&format!("{heading}{}\n", puzzle.board))?;
    }
    out.flush()
}

fn record(puzzle: &Made) -> FieldRecord {
    let record =
        show::record(&puzzle.board).with("seed", puzzle.seed).with("solutions", "1").with("unique", true);
    record.with("queens", pairs(&puzzle.queens)).with("grade", show::grade(puzzle.grade))
}

/// Draws the puzzles on pages with numbers and grades, followed by their solutions if wanted.
fn draw_sheet(arguments: &RegionsMake, puzzles: &[Made]) -> Result<Sheet, Error> {
    let tiles = |solved: bool| {
        let tile = |(number, puzzle): (usize, &Made)| {
            let queens = if solved { &puzzle.queens[..] } else { &[] };
            let caption =
                puzzle.grade.level.map_or("needs a guess".to_owned(), |level| format!("level {level}"));
            Ok(Tile::new(Picture::regions(&puzzle.board, queens)?, number.to_string(), caption))
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
