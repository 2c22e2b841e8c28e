//! Region queens.

use crate::errors::{guarded, raised};
use crate::pictures::coordinates;
use crate::queens::{Squares, pairs, squares};
use crate::run::{Limits, run};
use pyo3::prelude::*;
use vuelta::Error;
use vuelta::picture::Picture;
use vuelta::regions::deduce::{Deduction, Hint, grade, hint, way};
use vuelta::regions::{Board, Maker, Search, Verdict};
use vuelta::search::StopFlag;

/// Technique, level, units, squares removed, squares placed, sentence.
type PlainStep = (&'static str, u32, Vec<String>, Squares, Squares, String);

/// A board of 1 to 25 rows in regions.
#[pyclass(module = "vuelta._vuelta", frozen)]
pub struct RegionsBoard(Board);

fn plain(board: &Board, step: &Deduction) -> PlainStep {
    let units = step.units.iter().map(|unit| unit.name(board)).collect();
    let technique = step.technique;
    let (removed, placed) = (pairs(&step.removed), pairs(&step.placed));
    (technique.name(), technique.level(), units, removed, placed, step.text.clone())
}

#[pymethods]
impl RegionsBoard {
    #[new]
    fn new(size: u32, stars: u32, regions: Vec<u8>) -> PyResult<Self> {
        guarded(|| Board::new(size, stars, regions).map(RegionsBoard).map_err(raised))
    }

    /// Reads a grid, a JSON matrix or a list.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Self> {
        guarded(|| Board::parse(text.as_bytes()).map(RegionsBoard).map_err(raised))
    }

    #[getter]
    fn size(&self) -> u32 {
        self.0.size()
    }

    #[getter]
    fn stars(&self) -> u32 {
        self.0.stars()
    }

    /// The region of each square, row by row.
    #[getter]
    fn regions(&self) -> Vec<u32> {
        self.0.regions().iter().map(|&region| region.into()).collect()
    }

    #[getter]
    fn notes(&self) -> Vec<String> {
        self.0.notes()
    }

    fn text(&self) -> String {
        self.0.to_string()
    }

    /// The solutions that settle the question: none, the only one, or two.
    fn solve(&self, py: Python<'_>, limits: Limits) -> PyResult<(Option<Vec<Squares>>, bool)> {
        let board = self.0.clone();
        guarded(|| {
            run(py, &limits, move |context| {
                Ok(match Search::new(&board).until(&context.stop).verdict()? {
                    Verdict::Unsolvable => vec![],
                    Verdict::Unique(queens) => vec![pairs(&queens)],
                    Verdict::Several(two) => two.iter().map(|queens| pairs(queens)).collect(),
                })
            })
        })
    }

    /// The number of solutions up to a limit.
    fn count(&self, py: Python<'_>, limit: Option<u64>, limits: Limits) -> PyResult<(Option<u128>, bool)> {
        let board = self.0.clone();
        guarded(|| {
            run(py, &limits, move |context| {
                let search = Search::new(&board).until(&context.stop);
                match limit {
                    Some(limit) => {
                        let count = search.count(limit);
                        let at_end = count.complete || count.solutions == limit;
                        if at_end { Ok(count.solutions.into()) } else { Err(Error::Stopped) }
                    }
                    None => {
                        let outcome = search.count_on(context)?;
                        if outcome.is_complete() { Ok(outcome.tally) } else { Err(Error::Stopped) }
                    }
                }
            })
        })
    }

    /// The level and the number of steps; no level if it needs a guess.
    fn grade(&self) -> PyResult<(Option<u32>, u32)> {
        guarded(|| {
            let grade = grade(&self.0);
            Ok((grade.level, grade.steps))
        })
    }

    /// The next step and its sentence; without a step the sentence says why.
    fn hint(&self, placed: Squares) -> PyResult<(Option<PlainStep>, String)> {
        guarded(|| {
            let hint = hint(&self.0, &squares(&placed), &StopFlag::default()).map_err(raised)?;
            let step = if let Hint::Step(step) = &hint { Some(plain(&self.0, step)) } else { None };
            Ok((step, hint.text().to_owned()))
        })
    }

    /// Every step from these queens on.
    fn way(&self, placed: Squares) -> PyResult<Vec<PlainStep>> {
        guarded(|| {
            let way = way(&self.0, &squares(&placed)).map_err(raised)?;
            Ok(way.steps.iter().map(|step| plain(&self.0, step)).collect())
        })
    }

    fn svg(&self, queens: Squares, margin: &str) -> PyResult<String> {
        guarded(|| {
            let picture = Picture::regions(&self.0, &squares(&queens)).map_err(raised)?;
            Ok(picture.coordinates(coordinates(margin)?).svg())
        })
    }
}

/// Puzzles with one solution each: those of `count` seeds from `seed` on.
#[pyfunction]
#[pyo3(signature = (size, stars, level, single_squares, seed, count, limits))]
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
) -> PyResult<(Option<Vec<RegionsBoard>>, bool)> {
    guarded(|| {
        let make = || {
            let mut maker = Maker::new(size)?.stars(stars)?.seed(seed);
            if let Some(level) = level {
                maker = maker.level(level)?;
            }
            Ok(single_squares.map_or(maker.clone(), |most| maker.single_squares(most)))
        };
        let maker: Maker = make().map_err(raised)?;
        let (boards, late) = run(py, &limits, move |context| maker.make_many(count, context))?;
        Ok((boards.map(|boards| boards.into_iter().map(RegionsBoard).collect()), late))
    })
}
