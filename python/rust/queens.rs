//! N-queens.

use crate::errors::{bad_value, guarded, raised};
use crate::run::{Limits, Reported, counted, reported, run};
use crate::stream::{Sink, Stream};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use vuelta::known;
use vuelta::queens::placements::{self, Field, Rules};
use vuelta::queens::{
    self, Board, Completion, Counting, Engine, Keeping, LARGEST_BOARD, LARGEST_COMPLETION, LARGEST_ESTIMATE,
    LargeBoard, Listing, count_placements,
};
use vuelta::report::{CompletionRecord, Countable, Environment, EstimateRecord, duration, grouped, size};
use vuelta::search::{Context, Progress, Workers};
use vuelta::simd::Isa;
use vuelta::{EngineChoice, Error, Square};

/// Solutions are looked up to this many bytes at a time.
const BLOCK: usize = 1 << 20;

pub type Squares = Vec<(u32, u32)>;

/// A board of 1 to 1,000 rows with its conditions; for counts also the board without rows.
#[pyclass(module = "vuelta._vuelta", frozen)]
pub struct QueensBoard(pub LargeBoard);

impl QueensBoard {
    /// The board for all that goes to 64 rows.
    fn small(&self) -> PyResult<Board> {
        self.has_rows(LARGEST_BOARD)?;
        let size = self.0.size();
        self.0.small().ok_or_else(|| raised(Error::BoardSize { size, largest: LARGEST_BOARD }))
    }

    /// The board of a count, which may have no rows.
    fn counted(&self) -> PyResult<Board> {
        let size = self.0.size();
        let refused = || bad_value(format!("the board size is {size}; it must be from 0 to {LARGEST_BOARD}"));
        self.0.small().ok_or_else(refused)
    }

    fn has_rows(&self, largest: u32) -> PyResult<()> {
        match self.0.size() {
            0 => Err(raised(Error::BoardSize { size: 0, largest })),
            _ => Ok(()),
        }
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

    /// Reads a picture of the board.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Self> {
        guarded(|| LargeBoard::parse(text.as_bytes()).map(QueensBoard).map_err(raised))
    }

    #[getter]
    fn size(&self) -> u32 {
        self.0.size()
    }

    #[getter]
    fn fixed(&self) -> Squares {
        pairs(self.0.fixed())
    }

    #[getter]
    fn blocked(&self) -> Squares {
        pairs(self.0.blocked())
    }

    /// The picture that `parse` reads, with these queens.
    fn text(&self, queens: Squares) -> PyResult<String> {
        guarded(|| Ok(self.0.to_text(&squares(&queens))))
    }

    /// The squares that a text names.
    fn squares(&self, text: &str) -> PyResult<Squares> {
        guarded(|| Square::parse_list(text, self.0.size()).map(|found| pairs(&found)).map_err(raised))
    }

    /// The name of a square.
    fn name(&self, row: u32, column: u32) -> PyResult<String> {
        guarded(|| Ok(Square::new(row, column).name(self.0.size())))
    }
}

/// How a count is made: a Python object with these attributes.
#[derive(FromPyObject)]
pub struct Method {
    pub engine: String,
    pub isa: Option<String>,
    /// Bytes.
    pub memory_limit: Option<u64>,
    pub checkpoint: Option<PathBuf>,
}

impl Method {
    /// The instruction set.
    pub fn isa(&self) -> PyResult<Isa> {
        let asked = self.isa.as_deref().filter(|&name| name != "auto");
        asked.map_or_else(|| Ok(Isa::detect()), |name| name.parse().map_err(raised))
    }

    /// The memory that may be used.
    pub fn memory(&self) -> u64 {
        self.memory_limit.unwrap_or_else(Environment::usual_memory_limit)
    }

    fn counting(&self, board: Board) -> PyResult<Counting> {
        let usual = || Environment::usual_memory_limit_of_queens(board.size());
        let memory = self.memory_limit.unwrap_or_else(usual);
        let engine = self.engine.parse::<EngineChoice<Engine>>().map_err(raised)?;
        let mut keeping = Keeping::default();
        keeping.ledger.clone_from(&self.checkpoint);
        let counting =
            Counting::new(board).engine(engine).isa(self.isa()?).memory_limit(memory).keep(keeping);
        counting.check().map_err(raised)?;
        Ok(counting)
    }

    /// Refuses what nobody would see the end of, where neither an engine nor a ledger nor a time was asked for.
    fn refuse_endless(&self, counting: &Counting, limits: &Limits) -> PyResult<()> {
        if self.engine != "auto" || self.checkpoint.is_some() || limits.has_end() {
            return Ok(());
        }
        let Some(seconds) = counting.endless_seconds(limits.threads()) else { return Ok(()) };
        let (n, engine) = (counting.board().size(), counting.resolved_engine());
        let time = if n <= LARGEST_ESTIMATE { duration(seconds) } else { "far more than a year".to_owned() };
        Err(bad_value(format!(
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
) -> PyResult<Reported> {
    guarded(|| {
        let ((rows, columns, queens), (fixed, blocked)) = (size, conditions);
        let field = Field::new(rows, columns, Rules::named(rules.iter().map(String::as_str)));
        let field = field.and_then(|field| field.fix(fixed)?.block(blocked)).map_err(raised)?;
        let counting = placements::Counting::new(field).queens(queens).isa(method.isa()?);
        let counting = counting.memory_limit(method.memory());
        counted(py, &limits, move |context| counting.record(context))
    })
}

/// Counts the solutions.
#[pyfunction]
pub fn queens_count(
    py: Python<'_>,
    board: &QueensBoard,
    method: Method,
    limits: Limits,
) -> PyResult<Reported> {
    guarded(|| {
        let counting = method.counting(board.counted()?)?;
        method.refuse_endless(&counting, &limits)?;
        counted(py, &limits, move |context| counting.record(context))
    })
}

/// A solution under the board's conditions, none where there is none, and whether the time limit came first.
#[pyfunction]
pub fn queens_solve(
    py: Python<'_>,
    board: &QueensBoard,
    limits: Limits,
) -> PyResult<(Option<Vec<u32>>, bool)> {
    guarded(|| {
        let board = board.small()?;
        let (solution, late) = run(py, &limits, move |context| queens::solve(&board, context))?;
        Ok(solution.map_or((None, late), |columns| (columns, false)))
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

/// The most queens, as JSON.
#[pyfunction]
pub fn queens_complete(
    py: Python<'_>,
    board: &QueensBoard,
    count: bool,
    limits: Limits,
) -> PyResult<Reported> {
    guarded(|| {
        board.has_rows(LARGEST_COMPLETION)?;
        let small = if count { Some(board.small()?) } else { board.0.small() };
        let board = board.0.clone();
        reported(run(py, &limits, move |context| {
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
            Ok(CompletionRecord::new(&board, &completion, placements))
        })?)
    })
}

/// The estimate of a count as JSON; `None` if the time was too short for a sample.
#[pyfunction]
pub fn queens_estimate(
    py: Python<'_>,
    board: &QueensBoard,
    method: Method,
    sampling: (f64, u64),
    limits: Limits,
) -> PyResult<Reported> {
    guarded(|| {
        let board = board.small()?;
        let (seconds, seed) = sampling;
        let time = Duration::try_from_secs_f64(seconds)
            .map_err(|_| bad_value(format!("{seconds} is no number of seconds")))?;
        let counting = method.counting(board)?;
        let (record, late) = run(py, &limits, move |context| {
            let estimate = counting.estimate(time, seed, context)?;
            let engine = counting.resolved_engine();
            Ok(estimate
                .map(|found| EstimateRecord::new(&counting, &engine, &found, context.workers.threads())))
        })?;
        reported((record.flatten(), late))
    })
}

/// Every solution, in lexicographic order.
#[pyfunction]
pub fn queens_solutions(board: &QueensBoard) -> PyResult<Stream> {
    guarded(|| {
        let board = board.small()?;
        Ok(Stream::new(move |sink, stop| {
            queens::solutions(&board).until(stop).all(|solution| sink.take(solution));
            Ok(())
        }))
    })
}

/// One solution of each symmetry class, in lexicographic order.
#[pyfunction]
pub fn queens_fundamental(board: &QueensBoard) -> PyResult<Stream> {
    guarded(|| {
        let board = board.small()?;
        Ok(Stream::new(move |sink, stop| {
            let (workers, listing) = (Workers::new(0)?, Listing::new(board).fundamental(true));
            // It cannot be written where it is no longer wanted.
            listing.write(&Context::new(&workers).until(stop), &mut Lines { sink, rest: vec![] }).ok();
            Ok(())
        }))
    })
}

/// Text of columns, a line for each solution, as numbers.
struct Lines<'a> {
    sink: &'a mut Sink,
    /// The bytes after the last complete line.
    rest: Vec<u8>,
}

impl Write for Lines<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(text);
        let Some(end) = self.rest.iter().rposition(|&byte| byte == b'\n') else { return Ok(text.len()) };
        let rest = self.rest.split_off(end + 1);
        let lines = std::mem::replace(&mut self.rest, rest);
        for line in String::from_utf8_lossy(&lines).lines() {
            let columns = line.split(' ').filter_map(|column| column.parse().ok()).collect();
            if !self.sink.take(columns) {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Solutions between two looks at the clock for progress.
const SOLUTIONS_PER_LOOK: u64 = 1 << 12;
/// How often progress is told.
const PACE: Duration = Duration::from_millis(100);

/// Every solution, or the first `limit`, a byte for each queen's column, and whether the time limit came first.
///
/// The number of solutions comes first: the published one, or that of a count, which is much faster than the list. An
/// array that would not fit is refused before the list begins.
#[pyfunction]
pub fn queens_bytes<'py>(
    py: Python<'py>,
    board: &QueensBoard,
    limit: Option<u64>,
    memory_limit: Option<u64>,
    limits: Limits,
) -> PyResult<(Option<Bound<'py, PyBytes>>, bool)> {
    guarded(|| {
        let board = board.small()?;
        let method = Method { engine: "auto".to_owned(), isa: None, memory_limit, checkpoint: None };
        let memory = method.memory();
        // The limit is the array's: the count before it takes what any count may.
        let counting = Method { memory_limit: None, ..method }.counting(board.clone())?;
        let (blocks, late) = run(py, &limits, move |context| {
            let number = number_of_rows(&counting, limit, memory, context)?;
            let (stop, observer) = (&context.stop, &mut *context.observer);
            let (began, mut told) = (Instant::now(), Instant::now());
            let mut blocks = Blocks { blocks: vec![], bytes: 0 };
            let rows =
                queens::solutions(&board).until(stop).take(usize::try_from(number).unwrap_or(usize::MAX));
            for (row, columns) in (1..).zip(rows) {
                blocks.add(&columns);
                if row % SOLUTIONS_PER_LOOK == 0 && told.elapsed() >= PACE {
                    told = Instant::now();
                    observer.progress(&Progress::of_steps(row, number, began.elapsed()));
                }
            }
            if stop.is_raised() {
                return Err(Error::Stopped);
            }
            let found = (blocks.bytes / board.size() as usize) as u64;
            observer.progress(&Progress::of_steps(found, found, began.elapsed()));
            Ok(blocks)
        })?;
        let Some(Blocks { blocks, bytes }) = blocks else { return Ok((None, late)) };
        let whole = PyBytes::new_with(py, bytes, |mut whole| {
            blocks.into_iter().try_for_each(|block| whole.write_all(&block))?;
            Ok(())
        });
        let named = |_| PyMemoryError::new_err(format!("{} are too much", size(bytes as u128)));
        Ok((Some(whole.map_err(named)?), false))
    })
}

/// The number of solutions, at most `limit`, if the array of them fits in the memory.
fn number_of_rows(
    counting: &Counting,
    limit: Option<u64>,
    memory: u64,
    context: &Context<'_>,
) -> Result<u64, Error> {
    let board = counting.board();
    // The array is there twice while it is handed over.
    let needed = |rows: u128| 2 * rows * u128::from(board.size());
    let limit = limit.map_or(u128::MAX, u128::from);
    let published = known::queens_count("total", board.size()).filter(|_| !board.has_conditions());
    let rows = match published {
        Some(published) => published.value,
        // The numbers that are not published are larger than any memory.
        None if !board.has_conditions() => u128::from(u64::MAX),
        // So few fit in any case.
        None if needed(limit.min(u64::MAX.into())) <= memory.into() => limit,
        None => {
            let mut unseen = Context::new(context.workers).until(&context.stop);
            counting.run(&mut unseen)?.total().ok_or(Error::Stopped)?
        }
    };
    let rows = rows.min(limit);
    if needed(rows) > memory.into() {
        let what = match published.filter(|published| published.value == rows) {
            Some(_) => format!("the array of all {} solutions", grouped(rows)),
            None => "the array of the solutions".to_owned(),
        };
        return Err(Error::Memory { what, needed: needed(rows), limit: memory });
    }
    Ok(u64::try_from(rows).unwrap_or(u64::MAX))
}

/// Bytes in blocks, which need not move while they grow.
struct Blocks {
    blocks: Vec<Vec<u8>>,
    bytes: usize,
}

impl Blocks {
    fn add(&mut self, columns: &[u32]) {
        if self.blocks.last().is_none_or(|block| block.len() + columns.len() > BLOCK) {
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        if let Some(block) = self.blocks.last_mut() {
            block.extend(columns.iter().map(|&column| column as u8));
        }
        self.bytes += columns.len();
    }
}
