//! `vuelta regions make`: puzzles with exactly one solution, printed, drawn, or on sheets of paper.

use super::show;
use crate::cli::args::RegionsMake;
use crate::cli::conditions::parse_size;
use crate::cli::failure::{Failure, Outcome, Status};
use crate::cli::output::{Output, plural};
use crate::cli::pictures::PictureFiles;
use crate::cli::session::Session;
use crate::picture::{LARGEST_SHEET, Picture, Sheet, Tile};
use crate::regions::deduce::{Grade, grade};
use crate::regions::{Board, LARGEST_BOARD, Maker, Search};
use crate::report::{FieldRecord, pairs};
use crate::{Error, Square};
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
    let mut progress = session.progress("puzzles");
    let (mut puzzles, mut told) = (vec![], Ok(()));
    let made = maker.seed(seed).make_each(
        arguments.count,
        &mut session.watched(&mut progress),
        &mut |seed, board| {
            let puzzle = Made { grade: grade(&board), queens: solution(&board), board, seed };
            if told.is_ok() {
                told = puzzle.print(session, out);
                if told.is_err() {
                    session.stop().abandon();
                }
            }
            puzzles.push(puzzle);
        },
    );
    drop(progress);
    told?;
    let records: Vec<FieldRecord> = puzzles.iter().map(Made::record).collect();
    if let (Err(Error::Stopped), Some(status)) = (&made, session.stopped()) {
        say!("stopped after {} of {}", puzzles.len(), plural(arguments.count as usize, "puzzle"));
        session.export_unfinished(&records)?;
        return Ok(status);
    }
    made?;
    session.export(Ok::<_, Failure>(()), &records)?;
    if let [puzzle] = &puzzles[..] {
        pictures.draw(|| Picture::regions(&puzzle.board, &[]))?;
    }
    if !sheet.is_empty() {
        sheet.write_sheet(&draw_sheet(arguments, &puzzles)?)?;
    }
    Ok(Status::Done)
}

/// A puzzle that was made.
struct Made {
    board: Board,
    seed: u64,
    grade: Grade,
    queens: Option<Vec<Square>>,
}

impl Made {
    /// Prints the puzzle at once, in the chosen form.
    fn print(&self, session: &Session<'_>, out: &mut Output) -> io::Result<()> {
        let quiet = session.common.quiet;
        if session.common.json {
            out.json(&self.record())?;
            return out.flush();
        }
        if !quiet {
            writeln!(out, "# seed {}, {}", self.seed, self.grade)?;
        }
        if !quiet && out.has_colors() {
            show::print(&self.board, &[], out)?;
        } else {
            writeln!(out, "{}", self.board)?;
        }
        out.flush()
    }

    fn record(&self) -> FieldRecord {
        let record =
            show::record(&self.board).with("seed", self.seed).with("solutions", "1").with("unique", true);
        record.with("queens", self.queens.as_deref().map(pairs)).with("grade", show::grade(self.grade))
    }
}

fn solution(board: &Board) -> Option<Vec<Square>> {
    Search::new(board).solve().ok().flatten()
}

/// Draws the puzzles on pages with numbers and grades, followed by their solutions if wanted.
fn draw_sheet(arguments: &RegionsMake, puzzles: &[Made]) -> Result<Sheet, Error> {
    let tiles = |solved: bool| {
        let tile = |(number, puzzle): (usize, &Made)| {
            let queens = puzzle.queens.as_deref().filter(|_| solved).unwrap_or_default();
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
