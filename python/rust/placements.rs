//! Placements of K queens on rows x columns.

use crate::errors::{guarded, raised};
use crate::queens::Method;
use crate::run::{Limits, run};
use pyo3::prelude::*;
use vuelta::Error;
use vuelta::queens::placements::{Counting, Field, Rules};

/// A field with its conditions: a Python object with these attributes.
#[derive(FromPyObject)]
pub struct PlainField {
    rows: u32,
    columns: u32,
    knight: bool,
    torus: bool,
    fixed: Vec<(u32, u32)>,
    blocked: Vec<(u32, u32)>,
    /// The number of queens; each number at once where there is none.
    queens: Option<u32>,
}

/// The numbers of placements.
#[pyfunction]
pub fn queens_placements(
    py: Python<'_>,
    field: PlainField,
    method: Method,
    limits: Limits,
) -> PyResult<(Option<Vec<u128>>, bool)> {
    guarded(|| {
        let rules = Rules { knight: field.knight, torus: field.torus };
        let board = Field::new(field.rows, field.columns, rules).map_err(raised)?;
        let board = board.fix(field.fixed).and_then(|board| board.block(field.blocked)).map_err(raised)?;
        let counting = Counting::new(board).queens(field.queens);
        let counting = counting.isa(method.isa()?).memory_limit(method.memory());
        let ended = run(py, &limits, move |workers, stop, observer| {
            counting.run(workers, stop, observer)?.counts.ok_or(Error::Stopped)
        })?;
        Ok(ended.split())
    })
}
