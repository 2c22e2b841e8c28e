//! `vuelta queens list --gallery`: solutions on one sheet, with numbers and captions.

use crate::args::QueensList;
use crate::failure::{Failure, Outcome, Status};
use crate::output::{plural, plural_grouped};
use crate::pictures::{PictureFiles, has_names};
use crate::session::Session;
use std::path::Path;
use vuelta::known::queens_count;
use vuelta::queens::{Board, ListEnding, Listing, Square, Turn};
use vuelta_picture::Language::{self, English, Spanish};
use vuelta_picture::{LARGEST_SHEET, Picture, Sheet, Tile};
use vuelta_records::grouped;

/// The largest board of a gallery; on larger ones the squares are too small.
const LARGEST_BOARD: u32 = 32;

/// Draws the solutions into the file at `path`. Refuses too many solutions before the search, if their number is known.
pub fn draw(arguments: &QueensList, path: &Path, board: &Board, session: &mut Session<'_>) -> Outcome {
    let published = published(arguments, board)?;
    has_names(arguments.labels.coordinates, board.size())?;
    if arguments.pages.page.is_some() && path.extension().is_some_and(|extension| extension == "png") {
        return Err(usage!(
            "--page needs an SVG file, because a PNG has no pages; name a file that ends in .svg"
        ));
    }
    let coordinates = arguments.labels.coordinates;
    let file = PictureFiles::by_extension(&[path], ["svg", "png"], coordinates, session)?;
    let file = file.one_based(arguments.one_based);
    // One more than is drawn, because the title says whether there are more.
    let most = arguments.limit.unwrap_or(u64::MAX).min(LARGEST_SHEET as u64);
    let listing = Listing::new(board.clone()).fundamental(arguments.fundamental).limit(most + 1);
    let mut text = vec![];
    if listing.write(&session.context(), &mut text)?.ending == ListEnding::Stopped {
        return Ok(session.stopped().unwrap_or(Status::No));
    }
    let columns = |line: &str| line.split(' ').filter_map(|column| column.parse().ok()).collect();
    let mut solutions: Vec<Vec<u32>> = String::from_utf8_lossy(&text).lines().map(columns).collect();
    if solutions.is_empty() {
        say!("no solution to draw; the gallery was not written");
        return Ok(Status::No);
    }
    let is_cut = solutions.len() as u64 > most;
    if is_cut && arguments.limit != Some(most) {
        return Err(too_many("there are more"));
    }
    solutions.truncate(most as usize);
    let (cut, lang) = (is_cut.then_some(published), arguments.words.lang);
    let title = title(board, arguments.fundamental, solutions.len(), cut, lang);
    // A board with its number and its symmetry, and with the columns row by row as its caption.
    let tile = |(number, columns): (usize, &Vec<u32>)| {
        let caption = columns.iter().map(|column| (column + u32::from(arguments.one_based)).to_string());
        let caption = caption.collect::<Vec<_>>().join(" ");
        let picture = Picture::queens(board, &Square::of_columns(columns))?.coordinates(file.coordinates);
        Ok(Tile { turn: Turn::of(columns), ..Tile::new(picture, number.to_string(), caption) })
    };
    let tiles = (1..).zip(&solutions).map(tile).collect::<Result<_, Failure>>()?;
    let sheet = Sheet::new(title, tiles)?;
    let sheet = sheet.columns(arguments.columns.map(usize::from)).paper(arguments.pages.page).language(lang);
    file.write_sheet(&sheet)?;
    if !session.common.quiet {
        let (columns, rows) = sheet.shape();
        let boards = plural(solutions.len(), "board");
        let pages = sheet.pages();
        let on_pages = if pages > 1 { format!(" on each of {pages} pages") } else { String::new() };
        let (rows, columns) = (plural(rows, "row"), plural(columns, "column"));
        say!("'{}': {boards} in {rows} and {columns}{on_pages}", path.display());
    }
    Ok(Status::Done)
}

/// The published number of solutions, if any; a refusal if there are too many, or if the board is too large.
fn published(arguments: &QueensList, board: &Board) -> Result<Option<u128>, Failure> {
    let size = board.size();
    if size > LARGEST_BOARD {
        return Err(usage!(
            "a gallery shows boards up to N = {LARGEST_BOARD}; --format board prints larger ones as text"
        ));
    }
    if arguments.limit == Some(0) {
        return Err(usage!("a gallery has at least one board; use --limit 1 or more"));
    }
    let quantity = if arguments.fundamental { "fundamental" } else { "total" };
    let published = queens_count(quantity, size).map(|entry| entry.value).filter(|_| !board.has_conditions());
    let limit = arguments.limit.map(u128::from);
    let largest = LARGEST_SHEET as u128;
    match (published, limit) {
        (Some(published), limit) if published.min(limit.unwrap_or(published)) > largest => {
            Err(too_many(&format!("there are {}", grouped(published))))
        }
        // All unpublished numbers of solutions are larger.
        (None, None) if !board.has_conditions() => Err(too_many("there are more")),
        (None, Some(limit)) if limit > largest => Err(too_many("--limit asks for more")),
        (published, _) => Ok(published),
    }
}

fn too_many(why: &str) -> Failure {
    let most = plural_grouped(LARGEST_SHEET as u128, "solution");
    usage!("a gallery shows at most {most}, and {why}; add --limit K to draw the first K")
}

/// `8 queens: the 12 solutions different up to symmetry`, `8 queens: the first 20 of 92 solutions`. If not all
/// solutions are drawn, `cut` is their number as far as it is known.
fn title(
    board: &Board,
    fundamental: bool,
    drawn: usize,
    cut: Option<Option<u128>>,
    lang: Language,
) -> String {
    let queens = lang.queens_of(board);
    let drawn = grouped(drawn as u128);
    let which = match (lang, cut.map(|all| all.map(grouped)), &*drawn) {
        (English, None, "1") => "the only solution".to_owned(),
        (English, None, _) => format!("the {drawn} solutions"),
        (English, Some(None), "1") => "the first solution".to_owned(),
        (English, Some(None), _) => format!("the first {drawn} solutions"),
        (English, Some(Some(all)), "1") => format!("the first of {all} solutions"),
        (English, Some(Some(all)), _) => format!("the first {drawn} of {all} solutions"),
        (Spanish, None, "1") => "la única solución".to_owned(),
        (Spanish, None, _) => format!("las {drawn} soluciones"),
        (Spanish, Some(None), "1") => "la primera solución".to_owned(),
        (Spanish, Some(None), _) => format!("las primeras {drawn} soluciones"),
        (Spanish, Some(Some(all)), "1") => format!("la primera de {all} soluciones"),
        (Spanish, Some(Some(all)), _) => format!("las primeras {drawn} de {all} soluciones"),
    };
    let which = if lang == Spanish { which.replace(',', ".") } else { which };
    let different = lang.of(" different up to symmetry", " distintas salvo simetría");
    format!("{queens}: {which}{}", if fundamental { different } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_say_how_many_of_how_many() {
        let eight = Board::new(8).unwrap();
        let some = eight.clone().fix([(0, 0)]).unwrap();
        let one = Board::new(1).unwrap();
        let most = Some(Some(14_772_512));
        for (board, fundamental, drawn, cut, lang, expected) in [
            (&eight, true, 12, None, English, "8 queens: the 12 solutions different up to symmetry"),
            (&eight, false, 92, None, English, "8 queens: the 92 solutions"),
            (&eight, false, 20, Some(Some(92)), English, "8 queens: the first 20 of 92 solutions"),
            (&eight, false, 1, Some(Some(92)), English, "8 queens: the first of 92 solutions"),
            (&eight, true, 12, None, Spanish, "8 reinas: las 12 soluciones distintas salvo simetría"),
            (&eight, false, 20, most, Spanish, "8 reinas: las primeras 20 de 14.772.512 soluciones"),
            (&some, false, 3, Some(None), English, "8 queens with conditions: the first 3 solutions"),
            (&one, false, 1, None, English, "1 queen: the only solution"),
        ] {
            assert_eq!(title(board, fundamental, drawn, cut, lang), expected);
        }
    }
}
