//! Pictures: SVG as text, PNG and GIF as bytes.

use crate::errors::{bad_value, guarded, raised};
use crate::queens::{QueensBoard, Squares, squares};
use crate::senku::SenkuBoard;
use pyo3::prelude::*;
use vuelta::Error;
use vuelta::picture::{Animation, Coordinates, Paper, Picture, Sheet, Tile};
use vuelta::queens::Turn;
use vuelta::senku::Jump;

/// A position of Senku, and the jumps, by their places, that led to it.
type Reached = (u64, Vec<u32>);

pub fn coordinates(name: &str) -> PyResult<Coordinates> {
    match name {
        "none" => Ok(Coordinates::None),
        "numbers" => Ok(Coordinates::Numbers),
        "names" => Ok(Coordinates::Names),
        _ => Err(bad_value(format!("there are no coordinates {name:?}; they are none, numbers or names"))),
    }
}

fn of_queens(board: &QueensBoard, queens: &Squares, attacks: bool, margin: &str) -> PyResult<Picture> {
    let margin = coordinates(margin)?;
    let picture = Picture::queens(&board.0, &squares(queens)).map_err(raised)?;
    Ok(picture.attacks(attacks).coordinates(margin))
}

fn of_senku(board: &SenkuBoard, (pegs, jumps): &Reached, margin: &str) -> PyResult<Picture> {
    let (position, jumps, margin) = (board.position(*pegs)?, board.jumps(jumps)?, coordinates(margin)?);
    let picture = match jumps.as_slice() {
        jumps @ ([] | [_]) => Picture::senku(&board.board, position, jumps),
        chain => Picture::senku_move(&board.board, position, chain),
    };
    Ok(picture.map_err(raised)?.coordinates(margin))
}

/// A queens board as SVG.
#[pyfunction]
pub fn queens_svg(board: &QueensBoard, queens: Squares, attacks: bool, margin: &str) -> PyResult<String> {
    guarded(|| Ok(of_queens(board, &queens, attacks, margin)?.svg()))
}

/// Draws a queens board as PNG; a square is `pixels` pixels wide.
#[pyfunction]
pub fn queens_png(
    board: &QueensBoard,
    queens: Squares,
    attacks: bool,
    margin: &str,
    pixels: u32,
) -> PyResult<Vec<u8>> {
    guarded(|| of_queens(board, &queens, attacks, margin)?.png(pixels).map_err(raised))
}

/// A position of Senku as SVG.
#[pyfunction]
pub fn senku_svg(board: &SenkuBoard, position: Reached, margin: &str) -> PyResult<String> {
    guarded(|| Ok(of_senku(board, &position, margin)?.svg()))
}

/// A position of Senku as PNG.
#[pyfunction]
pub fn senku_png(board: &SenkuBoard, position: Reached, margin: &str, pixels: u32) -> PyResult<Vec<u8>> {
    guarded(|| of_senku(board, &position, margin)?.png(pixels).map_err(raised))
}

fn animation(board: &SenkuBoard, start: u64, jumps: &[u32], hundredths: u16) -> PyResult<Animation> {
    let mut position = board.position(start)?;
    let frame = |position, jump: Option<Jump>, number| {
        let picture = Picture::senku(&board.board, position, jump.as_slice())?;
        Ok(picture.number(Some(number)))
    };
    let mut frames = vec![frame(position, None, 0)];
    for (number, jump) in (1..).zip(board.jumps(jumps)?) {
        if !jump.is_legal(position) {
            return Err(bad_value(format!("jump {number} is not legal")));
        }
        position = jump.play(position);
        frames.push(frame(position, Some(jump), number));
    }
    let frames = frames.into_iter().collect::<Result<_, Error>>().map_err(raised)?;
    Animation::new(frames, hundredths).map_err(raised)
}

/// Draws a game as an animation: a GIF if `pixels` per hole are given, else an SVG.
#[pyfunction]
pub fn senku_gif(
    board: &SenkuBoard,
    start: u64,
    jumps: Vec<u32>,
    hundredths: u16,
    pixels: Option<u32>,
) -> PyResult<Vec<u8>> {
    guarded(|| {
        let animation = animation(board, start, &jumps, hundredths)?;
        match pixels {
            Some(pixels) => animation.gif(pixels).map_err(raised),
            None => Ok(animation.svg().into_bytes()),
        }
    })
}

fn sheet(title: &str, tiles: Vec<Tile>, columns: Option<usize>, page: Option<&str>) -> PyResult<String> {
    let paper = page.map(str::parse::<Paper>).transpose().map_err(raised)?;
    Ok(Sheet::new(title, tiles).map_err(raised)?.columns(columns).paper(paper).svg())
}

/// Queens boards on one sheet or on pages, each with its queens, its label and its caption. Solutions that a turn keeps
/// are marked.
#[pyfunction]
pub fn queens_gallery(
    boards: Vec<(PyRef<'_, QueensBoard>, Squares, String, String)>,
    title: &str,
    columns: Option<usize>,
    page: Option<&str>,
) -> PyResult<String> {
    guarded(|| {
        let tile = |(board, queens, label, caption): &(PyRef<'_, QueensBoard>, Squares, String, String)| {
            let columns: Vec<u32> = queens.iter().map(|&(_, column)| column).collect();
            let picture = of_queens(board, queens, false, "none")?;
            Ok(Tile { turn: Turn::of(&columns), ..Tile::new(picture, label, caption) })
        };
        sheet(title, boards.iter().map(tile).collect::<PyResult<_>>()?, columns, page)
    })
}

/// Positions of Senku on one sheet or on pages, each with its label and its caption.
#[pyfunction]
pub fn senku_gallery(
    positions: Vec<(PyRef<'_, SenkuBoard>, Reached, String, String)>,
    title: &str,
    columns: Option<usize>,
    page: Option<&str>,
) -> PyResult<String> {
    guarded(|| {
        let tile = |(board, reached, label, caption): &(PyRef<'_, SenkuBoard>, Reached, String, String)| {
            Ok(Tile::new(of_senku(board, reached, "none")?, label, caption))
        };
        sheet(title, positions.iter().map(tile).collect::<PyResult<_>>()?, columns, page)
    })
}
