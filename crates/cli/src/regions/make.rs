//! `vuelta regions make`: puzzles with exactly one solution, printed, drawn, or on sheets of paper.

use super::show;
use crate::args::RegionsMake;
use crate::conditions::parse_size;
use crate::failure::{Failure, Outcome, Status};
use crate::output::{Output, plural};
use crate::pictures::{PictureFiles, needs_picture};
use crate::session::Session;
use crate::sheet;
use std::io::{self, Write};
use vuelta::Error;
use vuelta::regions::{LARGEST_BOARD, Made, Maker};
use vuelta_picture::{LARGEST_SHEET, Picture};
use vuelta_records::{FieldRecord, pairs};

/// Makes the puzzles and prints each, as soon as it is made, with its seed and grade as comments, so that the output
/// reads back.
pub fn make(arguments: &RegionsMake, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let mut maker = Maker::new(parse_size(&arguments.size, 1..=LARGEST_BOARD)?)?.stars(arguments.stars)?;
    if let Some(level) = arguments.level {
        maker = maker.level(level)?;
    }
    if let Some(most) = arguments.single_squares {
        maker = maker.single_squares(most);
    }
    let seed = arguments.seed.or_new();
    let has_picture = !arguments.pictures.is_empty();
    if has_picture && arguments.count > 1 {
        return Err(usage!("--svg and --png draw one puzzle; --sheet FILE draws several"));
    }
    if arguments.sheet.is_some() && arguments.count > LARGEST_SHEET as u64 {
        return Err(usage!("a sheet has at most {LARGEST_SHEET} puzzles"));
    }
    arguments.pictures.need_a_file(arguments.sheet.is_some())?;
    let (layout, alone) = (&arguments.layout, arguments.sheet.is_none());
    needs_picture(alone && layout.answers, "--answers", "--sheet")?;
    needs_picture(alone && layout.title.is_some(), "--title", "--sheet")?;
    needs_picture(alone && layout.per_page.is_some(), "--per-page", "--sheet")?;
    let pictures = PictureFiles::new(&arguments.pictures, session)?;
    session.open_exports()?;
    let sheet = arguments.sheet.as_deref().map(|path| sheet::open(path, session)).transpose()?;
    let is_drawn = has_picture || sheet.is_some();
    let mut progress = session.progress("puzzles");
    let keeps = !session.common.export.is_empty();
    let (mut puzzles, mut records, mut number, mut told) = (vec![], vec![], 0, Ok(()));
    let made =
        maker.seed(seed).make_each(arguments.count, &mut session.watched(&mut progress), &mut |puzzle| {
            if told.is_ok() {
                let record = record(puzzle);
                told = print(puzzle, &record, session, out);
                if told.is_err() {
                    session.stop().abandon();
                }
                number += 1;
                if keeps {
                    records.push(record);
                }
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
            say!("stopped after {number} of {}", plural(arguments.count as usize, "puzzle"));
        }
        session.export_unfinished(&records)?;
        return stopped.ok_or_else(|| error.into());
    }
    session.export(Ok::<_, Failure>(()), &records)?;
    if let [puzzle] = &puzzles[..] {
        pictures.draw(|| Picture::regions(&puzzle.board, &[]))?;
    }
    if let Some((file, path)) = sheet.zip(arguments.sheet.as_deref()) {
        sheet::write(file, path, sheet::booklet(&puzzles, layout)?, layout, session)?;
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
