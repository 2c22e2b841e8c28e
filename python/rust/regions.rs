//! Region queens.

use crate::errors::{bad_value, guarded, raised};
use crate::pictures::Drawing;
use crate::queens::{Squares, pairs, squares};
use crate::run::{Limits, run};
use pyo3::prelude::*;
use vuelta::Error;
use vuelta::regions::deduce::{Deduction, Hint, grade, hint, way};
use vuelta::regions::{Board, Maker, Search, Verdict};
use vuelta::search::StopFlag;
use vuelta_picture::Picture;

/// Technique, level, units, squares removed, squares placed, sentence.
type PlainStep = (&'static str, u32, Vec<String>, Squares, Squares, String);

/// A board of 1 to 32 rows in regions: what `Board` in Python is derived from.
#[pyclass(module = "vuelta._vuelta", frozen, subclass)]
pub struct RegionsBoard(Board);

fn plain(board: &Board, step: &Deduction) -> PlainStep {
    let units = step.units.iter().map(|unit| unit.name(board)).collect();
    let technique = step.technique;
    let (removed, placed) = (pairs(&step.removed), pairs(&step.placed));
    (technique.name(), technique.level(), units, removed, placed, step.text.clone())
}

#[pymethods]
impl RegionsBoard {
    /// Reads a grid, a JSON matrix or a list; `stars` replaces those of the text.
    #[new]
    fn new(text: &str, stars: Option<u32>) -> PyResult<Self> {
        guarded(|| {
            let board = Board::parse(text.as_bytes());
            let board = board.and_then(|board| match stars {
                Some(stars) => Board::new(board.size(), stars, board.regions().to_vec()),
                None => Ok(board),
            });
            board.map(RegionsBoard).map_err(raised)
        })
    }

    /// The number of rows, columns and regions.
    #[getter]
    fn size(&self) -> u32 {
        self.0.size()
    }

    /// The number of queens in each row, column and region.
    #[getter]
    fn stars(&self) -> u32 {
        self.0.stars()
    }

    /// The region of each square, from 0, row by row.
    #[getter]
    fn regions(&self) -> Vec<Vec<u32>> {
        let rows = self.0.regions().chunks(self.0.size() as usize);
        rows.map(|row| row.iter().map(|&region| region.into()).collect()).collect()
    }

    /// Sentences about unusual but allowed properties, such as disconnected regions.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.0.notes()
    }

    fn __str__(&self) -> String {
        self.0.to_string().trim_end_matches('\n').to_owned()
    }

    /// The solutions that settle the question: none, the only one, or two.
    fn _solve(&self, py: Python<'_>, limits: Limits) -> PyResult<Vec<Squares>> {
        let board = self.0.clone();
        run(py, &limits, move |context| {
            Ok(match Search::new(&board).until(&context.stop).verdict()? {
                Verdict::Unsolvable => vec![],
                Verdict::Unique(queens) => vec![pairs(&queens)],
                Verdict::Several(two) => two.iter().map(|queens| pairs(queens)).collect(),
            })
        })
    }

    /// The number of solutions up to a limit.
    fn _count(&self, py: Python<'_>, limit: Option<u64>, limits: Limits) -> PyResult<u128> {
        let board = self.0.clone();
        run(py, &limits, move |context| {
            let search = Search::new(&board).until(&context.stop);
            let (solutions, is_complete) = match limit {
                Some(limit) => {
                    let count = search.count(limit);
                    (count.solutions.into(), count.complete || count.solutions == limit)
                }
                None => {
                    let outcome = search.count_on(context)?;
                    (outcome.tally, outcome.is_complete())
                }
            };
            if is_complete { Ok(solutions) } else { Err(Error::Stopped) }
        })
    }

    /// The level and the number of steps; no level if it needs a guess.
    fn _grade(&self) -> PyResult<(Option<u32>, u32)> {
        guarded(|| {
            let grade = grade(&self.0);
            Ok((grade.level, grade.steps))
        })
    }

    /// The next step, if the board is not solved.
    fn _hint(&self, placed: Squares) -> PyResult<Option<PlainStep>> {
        guarded(|| match hint(&self.0, &squares(&placed), &[], &StopFlag::default()).map_err(raised)? {
            Hint::Step(step) => Ok(Some(plain(&self.0, &step))),
            Hint::Solved => Ok(None),
            other => Err(bad_value(other.text())),
        })
    }

    /// Every step from these queens on.
    fn _way(&self, placed: Squares) -> PyResult<Vec<PlainStep>> {
        guarded(|| {
            let way = way(&self.0, &squares(&placed)).map_err(raised)?;
            Ok(way.steps.iter().map(|step| plain(&self.0, step)).collect())
        })
    }

    /// Draws the board with these queens.
    fn _picture(&self, queens: Squares, margin: &str) -> PyResult<Drawing> {
        guarded(|| Drawing::new(Picture::regions(&self.0, &squares(&queens)), margin, None))
    }
}

/// The texts of puzzles with one solution each: those of `count` seeds from `seed` on.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
pub fn regions_make(
    py: Python<'_>,
    size: u32,
    stars: u32,
    level: Option<u32>,
    single_squares: Option<u32>,
    seed: u64,
    count: u64,
    limits: Limits,
) -> PyResult<Vec<String>> {
    let boards = run(py, &limits, move |context| {
        let mut maker = Maker::new(size)?.stars(stars)?.seed(seed);
        if let Some(level) = level {
            maker = maker.level(level)?;
        }
        if let Some(most) = single_squares {
            maker = maker.single_squares(most);
        }
        maker.make_many(count, context)
    })?;
    Ok(boards.iter().map(Board::to_string).collect())
}
