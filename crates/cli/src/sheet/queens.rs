//! Worksheets of N-queens: empty boards, boards to complete, and the search tree of four queens.

use super::Worksheet;
use crate::args::SheetBoards;
use crate::conditions::parse_size;
use crate::failure::Failure;
use vuelta::Error;
use vuelta::base::random::Random;
use vuelta::queens::backtrack::{Step, Steps};
use vuelta::queens::{Board, Square, random, solutions};
use vuelta::search::StopFlag;
use vuelta_picture::{Cell, Coordinates, Language, Mark, Picture, Tile};

/// The largest board of a worksheet: a square has 7 mm then.
const LARGEST: u32 = 26;
/// The boards whose completions are quickly counted.
const LARGEST_TO_COMPLETE: u32 = 16;
const NAMES: Coordinates = Coordinates::Names;
/// The rows of the tree.
const TREE: u32 = 4;

/// Empty boards; their answers are random solutions.
pub fn empty(arguments: &SheetBoards) -> Result<Worksheet, Failure> {
    let (size, layout) = (parse_size(&arguments.size, 1..=LARGEST)?, &arguments.file.layout);
    let (lang, seed) = (layout.words.lang, arguments.seed.or_new());
    let tile =
        |queens: &[Square]| Ok(Tile::new(drawn(size, queens, queens.len())?.coordinates(NAMES), "", ""));
    let answer = |number| tile(&Square::of_columns(&random(size, seed.wrapping_add(number))?));
    let instructions = vec![lang.place_queens(size), lang.name_and_date()];
    Ok(Worksheet {
        title: lang.queens(size),
        instructions,
        tiles: (0..arguments.count).map(|_| tile(&[])).collect::<Result<_, Error>>()?,
        answers: (0..arguments.count).filter(|_| layout.answers).map(answer).collect::<Result<_, Error>>()?,
    })
}

/// Boards with some queens of a random solution: as few as leave one way to complete them, in random order.
pub fn to_complete(arguments: &SheetBoards, stop: &StopFlag) -> Result<Worksheet, Failure> {
    let (size, lang) =
        (parse_size(&arguments.size, 1..=LARGEST_TO_COMPLETE)?, arguments.file.layout.words.lang);
    let seed = arguments.seed.or_new();
    let (mut tiles, mut answers) = (vec![], vec![]);
    for number in 0..arguments.count {
        let seed = seed.wrapping_add(number);
        let mut queens = Square::of_columns(&random(size, seed)?);
        Random::new(seed).shuffle(&mut queens);
        let mut given = 0;
        let is_only = |given: usize| {
            let board = Board::with_conditions(size, &queens[..given], &[])?;
            Ok::<_, Error>(solutions(&board).nth(1).is_none())
        };
        while !is_only(given)? {
            given += 1;
            if stop.is_raised() {
                return Err(Error::Stopped.into());
            }
        }
        let label = (number + 1).to_string();
        let words = [format!("{given} of {size} queens"), format!("{given} de {size} reinas")];
        let caption = lang.of(&words[0], &words[1]).to_owned();
        let tile = |queens| {
            Ok::<_, Error>(Tile::new(drawn(size, queens, given)?.coordinates(NAMES), &label, &caption))
        };
        tiles.push(tile(&queens[..given])?);
        answers.push(tile(&queens)?);
    }
    let instructions = vec![lang.complete(size), lang.name_and_date()];
    Ok(Worksheet { title: lang.queens(size), instructions, tiles, answers })
}

/// A board to draw on, with queens; those after the first `given` stand in frames.
fn drawn(size: u32, queens: &[Square], given: usize) -> Result<Picture, Error> {
    let mut rows = vec![vec![Cell::Square; size as usize]; size as usize];
    for (index, queen) in queens.iter().enumerate() {
        let cell = if index < given { Cell::Queen } else { Cell::PlacedQueen };
        rows[queen.row as usize][queen.column as usize] = cell;
    }
    Ok(Picture::new(rows, false)?.pale())
}

/// The search tree of four queens, row by row: boards to fill in, and filled in with the new queen in a frame.
pub fn tree(lang: Language) -> Result<Worksheet, Failure> {
    let nodes = nodes()?;
    let picture = |filled: bool| {
        let board = |(node, (columns, parent)): (usize, &(Vec<u32>, usize))| {
            let queens = if filled { Square::of_columns(columns) } else { vec![] };
            let picture = drawn(TREE, &queens, columns.len().saturating_sub(1))?;
            let is_leaf = nodes.iter().skip(1).all(|(_, above)| *above != node);
            let mark = if columns.len() == TREE as usize { Mark::Ring } else { Mark::Cross };
            Ok((if filled && is_leaf { picture.marked(mark) } else { picture }, *parent))
        };
        let tree = Picture::tree(nodes.iter().enumerate().map(board).collect::<Result<_, Error>>()?)?;
        Ok::<_, Error>(vec![Tile::new(tree, "", "")])
    };
    let instructions = lang.fill_in_tree().map(str::to_owned).into_iter().chain([lang.name_and_date()]);
    Ok(Worksheet {
        title: lang.of("The search tree of four queens", "El árbol de búsqueda de cuatro reinas").to_owned(),
        instructions: instructions.collect(),
        tiles: picture(false)?,
        answers: picture(true)?,
    })
}

/// The nodes of the textbook search: the columns of their queens, and the index of the node above.
fn nodes() -> Result<Vec<(Vec<u32>, usize)>, Error> {
    let (mut nodes, mut path) = (vec![(vec![], 0)], vec![0]);
    for step in Steps::of(&Board::new(TREE)?) {
        if let Step::Place(square) = step {
            path.truncate(square.row as usize + 1);
            let above = path[square.row as usize];
            let columns = [&nodes[above].0[..], &[square.column]].concat();
            path.push(nodes.len());
            nodes.push((columns, above));
        }
    }
    Ok(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_is_that_of_the_textbook_search() {
        let nodes = nodes().unwrap();
        let of_depth = |depth: usize| nodes.iter().filter(|(columns, _)| columns.len() == depth).count();
        // The nodes per row of OEIS A319284 for N = 4, and the two solutions.
        assert_eq!([0, 1, 2, 3, 4].map(of_depth), [1, 4, 6, 4, 2]);
        assert!(nodes.iter().skip(1).enumerate().all(|(node, (_, parent))| *parent <= node));
    }
}
