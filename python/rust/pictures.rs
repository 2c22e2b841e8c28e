//! Pictures: SVG as text, PNG as bytes.

use crate::errors::{bad_value, guarded, raised};
use pyo3::prelude::*;
use vuelta::Error;
use vuelta::queens::Turn;
use vuelta_picture::{Coordinates, Paper, Picture, Sheet, Tile};

/// A board, drawn in the form that is asked for.
#[pyclass(module = "vuelta._vuelta", frozen)]
pub struct Drawing {
    picture: Picture,
    /// The turn that keeps a solution of N-queens.
    turn: Option<Turn>,
}

impl Drawing {
    /// A picture with these labels on its margin. `turn` keeps the solution that it shows.
    pub fn new(picture: Result<Picture, Error>, margin: &str, turn: Option<Turn>) -> PyResult<Self> {
        let margin = match margin {
            "none" => Coordinates::None,
            "numbers" => Coordinates::Numbers,
            "names" => Coordinates::Names,
            _ => {
                let sentence =
                    format!("there are no coordinates {margin:?}; they are none, numbers or names");
                return Err(bad_value(sentence));
            }
        };
        Ok(Drawing { picture: picture.map_err(raised)?.coordinates(margin), turn })
    }
}

#[pymethods]
impl Drawing {
    fn svg(&self) -> PyResult<String> {
        guarded(|| Ok(self.picture.svg()))
    }

    /// A PNG; a square or a hole is `pixels` pixels wide.
    fn png(&self, pixels: u32) -> PyResult<Vec<u8>> {
        guarded(|| self.picture.png(pixels).map_err(raised))
    }
}

/// Boards on one sheet or on pages, each with its label and its caption, as SVG. Solutions that a turn keeps are marked.
#[pyfunction]
pub fn sheet(
    tiles: Vec<(PyRef<'_, Drawing>, String, String)>,
    title: &str,
    columns: Option<usize>,
    page: Option<&str>,
) -> PyResult<String> {
    guarded(|| {
        let paper = page.map(str::parse::<Paper>).transpose().map_err(raised)?;
        let tiles = tiles.into_iter().map(|(drawing, label, caption)| Tile {
            turn: drawing.turn,
            ..Tile::new(drawing.picture.clone(), label, caption)
        });
        Ok(Sheet::new(title, tiles.collect()).map_err(raised)?.columns(columns).paper(paper).svg())
    })
}
