//! Sheets to print: worksheets for a class by `vuelta sheet`, booklets of region queens, in English and in Spanish.

mod queens;
mod regions;
mod senku;

pub use regions::{booklet, sheet as regions_sheet};

use super::args::{Layout, SheetFile, SheetVerb};
use super::failure::{Failure, Outcome, Status};
use super::output::{Output, plural};
use super::pictures::PictureFiles;
use super::session::Session;
use std::path::Path;
use vuelta_picture::{Sheet, Tile};

/// Boards with the words around them.
pub struct Worksheet {
    pub title: String,
    pub instructions: Vec<String>,
    pub tiles: Vec<Tile>,
    /// A board with its answer for each; perhaps none if they are not asked for.
    pub answers: Vec<Tile>,
}

/// Draws a worksheet into its file.
pub fn sheet(verb: &SheetVerb, session: &mut Session<'_>, _out: &mut Output) -> Outcome {
    let SheetFile { output, layout } = match verb {
        SheetVerb::Boards(arguments) | SheetVerb::Complete(arguments) => &arguments.file,
        SheetVerb::Tree(file) => file,
        SheetVerb::Senku(arguments) => &arguments.file,
    };
    let files = open(output, session)?;
    let worksheet = match verb {
        SheetVerb::Boards(arguments) => queens::empty(arguments)?,
        SheetVerb::Complete(arguments) => queens::to_complete(arguments, session.stop())?,
        SheetVerb::Tree(_) => queens::tree(layout.words.lang)?,
        SheetVerb::Senku(arguments) => senku::positions(arguments)?,
    };
    write(files, output, worksheet, layout, session)?;
    Ok(Status::Done)
}

/// Opens the file of a sheet.
pub fn open(path: &Path, session: &mut Session<'_>) -> Result<PictureFiles, Failure> {
    PictureFiles::by_extension(&[path], ["pdf", "svg"], None, session)
}

/// Lays the boards out, writes the file and tells how many are on how many pages.
pub fn write(
    files: PictureFiles,
    path: &Path,
    worksheet: Worksheet,
    layout: &Layout,
    session: &Session<'_>,
) -> Result<(), Failure> {
    let Worksheet { title, instructions, tiles, answers } = worksheet;
    let boards = plural(tiles.len(), "board");
    let title = layout.title.clone().unwrap_or(title);
    let mut sheet = Sheet::to_write_on(title, instructions, tiles)?;
    let lang = layout.words.lang;
    sheet = sheet.paper(Some(layout.page)).per_page(layout.per_page.map(usize::from)).language(lang);
    if layout.answers {
        sheet = sheet.answers(lang.of("Answers", "Soluciones"), answers)?;
    }
    let pages = plural(sheet.pages(), "page");
    files.write_sheet(&sheet)?;
    if !session.common.quiet {
        say!("'{}': {boards} on {pages}", path.display());
    }
    Ok(())
}
