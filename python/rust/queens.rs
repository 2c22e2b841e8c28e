//! N-queens.

use crate::errors::{bad_value, guarded, raised};
use crate::pictures::Drawing;
use crate::run::{Limits, counted, json, run};
use crate::stream::Stream;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};
use vuelta::known;
use vuelta::queens::placements::{self, Field, Rules};
use vuelta::queens::{
    self, Board, Completion, Counting, LARGEST_BOARD, LARGEST_COMPLETION, LARGEST_ESTIMATE, LargeBoard,
    Listing, Turn, count_placements,
};
use vuelta::search::{Context, Keeping, Progress, Workers};
use vuelta::simd::Isa;
use vuelta::{EngineChoice, Error, Square};
use vuelta_picture::Picture;
use vuelta_records::{CompletionRecord, Countable, Environment, EstimateRecord, duration, grouped, size};

/// Solutions of an array between two reports of progress.
const SOLUTIONS_PER_REPORT: u64 = 1 << 12;

pub type Squares = Vec<(u32, u32)>;

/// A board of 1 to 1,000 rows with its conditions: what `Board` in Python is derived from. For counts also the board
/// without rows.
#[pyclass(module = "vuelta._vuelta", frozen, subclass)]
pub struct QueensBoard(LargeBoard);

impl QueensBoard {
    /// The board for all that goes from this number of rows to 64.
    fn small(&self, least: u32) -> PyResult<Board> {
        let size = self.0.size();
        let range = format!("from {least} to {LARGEST_BOARD}");
        let refused = || bad_value(format!("the board size is {size}; it must be {range}"));
        self.0.small().filter(|_| size >= least).ok_or_else(refused)
    }
}

/// Squares from Python.
pub fn squares(pairs: &[(u32, u32)]) -> Vec<Square> {
    pairs.iter().map(|&pair| pair.into()).collect()
}

/// Squares for Python.
pub fn pairs(squares: &[Square]) -> Squares {
    squares.iter().map(|&Square { row, column }| (row, column)).collect()
}

#[pymethods]
impl QueensBoard {
    #[new]
    fn new(size: u32, fixed: Squares, blocked: Squares) -> PyResult<Self> {
        guarded(|| {
            if size == 0 && fixed.is_empty() && blocked.is_empty() {
                return Ok(QueensBoard(LargeBoard::empty()));
            }
            let board = LargeBoard::with_conditions(size, &squares(&fixed), &squares(&blocked));
            board.map(QueensBoard).map_err(raised)
        })
    }

    /// Reads a picture of a board: its size, the fixed and the blocked squares.
    #[staticmethod]
    fn _parse(text: &str) -> PyResult<(u32, Squares, Squares)> {
        guarded(|| {
            let board = LargeBoard::parse(text.as_bytes()).map_err(raised)?;
            Ok((board.size(), pairs(board.fixed()), pairs(board.blocked())))
        })
    }

    /// Rows, which are as many as columns.
    #[getter]
    fn size(&self) -> u32 {
        self.0.size()
    }

    /// The fixed queens, in the order given.
    #[getter]
    fn fixed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, pairs(self.0.fixed()))
    }

    /// The blocked squares, in the order given.
    #[getter]
    fn blocked<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, pairs(self.0.blocked()))
    }

    /// The picture that `_parse` reads, with these queens.
    fn _text(&self, queens: Squares) -> PyResult<String> {
        guarded(|| Ok(self.0.to_text(&squares(&queens))))
    }

    /// The squares that a text names.
    fn _named(&self, text: &str) -> PyResult<Squares> {
        guarded(|| Square::parse_list(text, self.0.size()).map(|found| pairs(&found)).map_err(raised))
    }

    /// The name of a square.
    fn _name(&self, row: u32, column: u32) -> PyResult<String> {
        guarded(|| Ok(Square::new(row, column).name(self.0.size())))
    }

    /// Draws the board with these queens. Solutions that a turn keeps are marked on sheets.
    fn _picture(&self, queens: Squares, attacks: bool, margin: &str) -> PyResult<Drawing> {
        guarded(|| {
            let columns: Vec<u32> = queens.iter().map(|&(_, column)| column).collect();
            let picture = Picture::queens(&self.0, &squares(&queens)).map(|picture| picture.attacks(attacks));
            Drawing::new(picture, margin, Turn::of(&columns))
        })
    }

    /// Counts the solutions: the record as JSON.
    fn _count(&self, py: Python<'_>, method: Method, limits: Limits) -> PyResult<String> {
        let (board, has_end) = (self.small(0)?, limits.time_limit.is_some());
        counted(py, &limits, move |context| {
            let counting = method.counting(board)?;
            if !has_end {
                method.refuse_endless(&counting, context.workers.threads())?;
            }
            counting.count(context)
        })
    }

    /// A solution under the board's conditions, none where there is none.
    fn _solve(&self, py: Python<'_>, limits: Limits) -> PyResult<Option<Vec<u32>>> {
        let board = self.small(1)?;
        run(py, &limits, move |context| queens::solve(&board, context))
    }

    /// The most queens, as JSON, and whether the time limit ended the search.
    fn _complete(&self, py: Python<'_>, count: bool, limits: Limits) -> PyResult<(String, bool)> {
        if self.0.size() == 0 {
            return Err(raised(Error::BoardSize { size: 0, largest: LARGEST_COMPLETION }));
        }
        let small = if count { Some(self.small(1)?) } else { self.0.small() };
        let board = self.0.clone();
        let (record, late) = run(py, &limits, move |context| {
            let completion = match &small {
                Some(board) => Completion::of(board, context)?,
                None => board.complete(&context.stop),
            };
            let placements = match &small {
                Some(board) if count && completion.proved => {
                    count_placements(board, completion.maximum, u64::MAX, context)?
                }
                _ => None,
            };
            Ok((CompletionRecord::new(&board, &completion, placements), context.stop.is_raised()))
        })?;
        Ok((json(&record)?, late))
    }

    /// The estimate of a count as JSON; `None` if the time was too short for a sample.
    fn _estimate(
        &self,
        py: Python<'_>,
        method: Method,
        seconds: f64,
        seed: u64,
        limits: Limits,
    ) -> PyResult<Option<String>> {
        let board = self.small(1)?;
        let time = Duration::try_from_secs_f64(seconds)
            .map_err(|_| bad_value(format!("{seconds} is no number of seconds")))?;
        let record = run(py, &limits, move |context| {
            let counting = method.counting(board)?;
            let estimate = counting.estimate(time, seed, context)?;
            let (engine, threads) = (counting.resolved_engine(), context.workers.threads());
            Ok(estimate.map(|found| EstimateRecord::new(&counting, &engine, &found, threads)))
        })?;
        record.as_ref().map(json).transpose()
    }

    /// Every solution, in lexicographic order.
    fn _solutions(&self) -> PyResult<Stream> {
        let board = self.small(1)?;
        Ok(Stream::new(move |sink, stop| {
            queens::solutions(&board).until(stop).all(|solution| sink.take(solution));
            Ok(())
        }))
    }

    /// One solution of each symmetry class, in lexicographic order.
    fn _fundamental(&self) -> PyResult<Stream> {
        let board = self.small(1)?;
        Ok(Stream::new(move |sink, stop| {
            let (workers, listing) = (Workers::new(0)?, Listing::new(board).fundamental(true));
            // It cannot be written where it is no longer wanted.
            listing.write(&Context::new(&workers).until(stop), sink).ok();
            Ok(())
        }))
    }

    /// Every solution, or the first `limit`, a byte for each queen's column.
    ///
    /// The number of solutions comes first: the published one, or that of a count, which is much faster than the list. An
    /// array that would not fit is refused before the list begins.
    fn _array<'py>(
        &self,
        py: Python<'py>,
        limit: Option<u64>,
        method: Method,
        limits: Limits,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let board = self.small(1)?;
        let bytes = run(py, &limits, move |context| {
            let (number, mut bytes) = room_for_rows(&board, limit, method.memory(), context)?;
            let (stop, observer, began) = (&context.stop, &mut *context.observer, Instant::now());
            let rows =
                queens::solutions(&board).until(stop).take(usize::try_from(number).unwrap_or(usize::MAX));
            for (row, columns) in (1..).zip(rows) {
                bytes.extend(columns.iter().map(|&column| column as u8));
                if row % SOLUTIONS_PER_REPORT == 0 {
                    observer.progress(&Progress::of_steps(row, number, began.elapsed()));
                }
            }
            if stop.is_raised() {
                return Err(Error::Stopped);
            }
            let found = (bytes.len() / board.size() as usize) as u64;
            observer.progress(&Progress::of_steps(found, found, began.elapsed()));
            Ok(bytes)
        })?;
        let whole = PyBytes::new_with(py, bytes.len(), |whole| {
            whole.copy_from_slice(&bytes);
            Ok(())
        });
        whole.map_err(|_| PyMemoryError::new_err(format!("{} are too much", size(bytes.len() as u128))))
    }
}

/// How a count is made: a Python object with these attributes.
#[derive(FromPyObject)]
pub struct Method {
    engine: String,
    isa: Option<String>,
    /// Bytes.
    memory_limit: Option<u64>,
    pub checkpoint: Option<PathBuf>,
}

impl Method {
    /// The engine.
    pub fn engine<E: FromStr<Err = Error>>(&self) -> Result<EngineChoice<E>, Error> {
        self.engine.parse()
    }

    /// The instruction set.
    pub fn isa(&self) -> Result<Isa, Error> {
        let asked = self.isa.as_deref().filter(|&name| name != "auto");
        asked.map_or_else(|| Ok(Isa::detect()), str::parse)
    }

    /// The memory that may be used.
    pub fn memory(&self) -> u64 {
        self.memory_limit.unwrap_or_else(Environment::usual_memory_limit)
    }

    fn counting(&self, board: Board) -> Result<Counting, Error> {
        let usual = || Environment::usual_memory_limit_of_queens(board.size());
        let memory = self.memory_limit.unwrap_or_else(usual);
        let keeping = Keeping { ledger: self.checkpoint.clone(), ..Keeping::default() };
        let counting = Counting::new(board).engine(self.engine()?).isa(self.isa()?);
        Ok(counting.memory_limit(memory).keep(keeping))
    }

    /// Refuses what nobody would see the end of, where neither an engine nor a ledger was asked for.
    fn refuse_endless(&self, counting: &Counting, threads: usize) -> Result<(), Error> {
        if self.engine != "auto" || self.checkpoint.is_some() {
            return Ok(());
        }
        let Some(seconds) = counting.endless_seconds(threads) else { return Ok(()) };
        let (n, engine) = (counting.board().size(), counting.resolved_engine());
        let time = if n <= LARGEST_ESTIMATE { duration(seconds) } else { "far more than a year".to_owned() };
        Err(Error::Input(format!(
            "N = {n} would take {time} here; engine=\"{engine}\", a checkpoint or a time_limit insists"
        )))
    }
}

/// Counts the placements of this number of queens, or else of each number, on a field of this size.
#[pyfunction]
pub fn placements_count(
    py: Python<'_>,
    size: (u32, u32, Option<u32>),
    rules: Vec<String>,
    conditions: (Squares, Squares),
    method: Method,
    limits: Limits,
) -> PyResult<String> {
    counted(py, &limits, move |context| {
        let ((rows, columns, queens), (fixed, blocked)) = (size, conditions);
        let field = Field::new(rows, columns, Rules::named(rules.iter().map(String::as_str)))?;
        let counting = placements::Counting::new(field.fix(fixed)?.block(blocked)?).queens(queens);
        counting.isa(method.isa()?).memory_limit(method.memory()).count(context)
    })
}

/// A solution for N up to 10,000,000, without a search.
#[pyfunction]
pub fn queens_construct(py: Python<'_>, size: u32) -> PyResult<Option<Vec<u32>>> {
    guarded(|| match py.detach(|| queens::construct(size)) {
        Err(Error::NoSolution(_)) => Ok(None),
        solution => solution.map(Some).map_err(raised),
    })
}

/// A random solution for N up to 1,000,000.
#[pyfunction]
pub fn queens_random(py: Python<'_>, size: u32, seed: u64) -> PyResult<Vec<u32>> {
    guarded(|| py.detach(|| queens::random(size, seed)).map_err(raised))
}

/// Whether these columns, row by row, are a solution.
#[pyfunction]
pub fn queens_is_solution(columns: Vec<u32>) -> PyResult<bool> {
    guarded(|| Ok(queens::is_solution(&columns)))
}

/// The number of solutions, at most `limit`, and room for the array of them, if it fits in the memory.
fn room_for_rows(
    board: &Board,
    limit: Option<u64>,
    memory: u64,
    context: &Context<'_>,
) -> Result<(u64, Vec<u8>), Error> {
    // The array is there twice while it is handed over.
    let needed = |rows: u128| 2 * rows * u128::from(board.size());
    let limit = u128::from(limit.unwrap_or(u64::MAX));
    let published = known::queens_count("total", board.size()).filter(|_| !board.has_conditions());
    let rows = match published {
        Some(published) => published.value,
        // The numbers that are not published are larger than any memory; and so few fit in any case.
        None if !board.has_conditions() || needed(limit) <= memory.into() => limit,
        None => {
            let memory = Environment::usual_memory_limit_of_queens(board.size());
            let counting = Counting::new(board.clone()).memory_limit(memory);
            let mut unseen = Context::new(context.workers).until(&context.stop);
            counting.run(&mut unseen)?.total().ok_or(Error::Stopped)?
        }
    };
    let rows = rows.min(limit);
    let mut array = vec![];
    let fits = needed(rows) <= memory.into();
    // A vector that grows would take three times as much as it holds.
    if fits && array.try_reserve_exact((needed(rows) / 2) as usize).is_ok() {
        return Ok((u64::try_from(rows).unwrap_or(u64::MAX), array));
    }
    let what = match published.filter(|published| published.value == rows) {
        Some(_) => format!("the array of all {} solutions", grouped(rows)),
        None => "the array of the solutions".to_owned(),
    };
    Err(Error::Memory { what, needed: needed(rows), limit: memory })
}
