//! The map of winnable positions.

use crate::errors::{guarded, raised};
use crate::queens::Method;
use crate::run::{Limits, run};
use crate::senku::{Places, SenkuGame, places};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::io::BufWriter;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use vuelta::Error;
use vuelta::search::Context;
use vuelta::senku::{Game, Jump, Position, Winnable};
use vuelta_records::{Draft, ExportError};

/// The winnable positions of a game.
#[pyclass(module = "vuelta._vuelta", frozen)]
pub struct SenkuWinnable {
    map: Arc<Mutex<Winnable>>,
    game: Arc<Game>,
}

impl SenkuWinnable {
    fn with<T>(&self, ask: impl FnOnce(&mut Winnable) -> T) -> PyResult<T> {
        guarded(|| Ok(ask(&mut self.map.lock().unwrap_or_else(PoisonError::into_inner))))
    }

    /// Asks what needs the number of solutions from each position.
    fn counted<T: Send + 'static>(
        &self,
        py: Python<'_>,
        limits: &Limits,
        ask: impl FnOnce(&mut Winnable, &Context<'_>) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<T> {
        let map = Arc::clone(&self.map);
        run(py, limits, move |context| {
            let mut map = map.lock().unwrap_or_else(PoisonError::into_inner);
            map.count_solutions(context)?;
            ask(&mut map, context)
        })
    }
}

#[pymethods]
impl SenkuWinnable {
    /// The map of a game, from a file where there is one. A new map is kept in the file.
    #[new]
    fn new(
        py: Python<'_>,
        game: &SenkuGame,
        file: Option<PathBuf>,
        method: Method,
        limits: Limits,
    ) -> PyResult<Self> {
        let (memory, game) = (method.memory(), Arc::clone(&game.0));
        let load = |path: &PathBuf| guarded(|| Winnable::load(path, &game, memory).map_err(raised));
        let known = file.as_ref().map(load).transpose()?.flatten();
        if let Some(map) = known.filter(|map| map.covers(game.start())) {
            return Ok(SenkuWinnable { map: Arc::new(Mutex::new(map)), game });
        }
        let unwritten = |error: ExportError| PyOSError::new_err(error.to_string());
        let draft = file.as_deref().map(Draft::open).transpose().map_err(unwritten)?;
        let (is_kept, wanted) = (draft.is_some(), Arc::clone(&game));
        let map = run(py, &limits, move |context| {
            let mut make = |pegs| Winnable::of(&wanted, pegs, memory, context);
            match is_kept.then(|| make(Some(wanted.board().len()))) {
                None | Some(Err(Error::Memory { .. })) => make(None),
                Some(made) => made,
            }
        })?;
        if let Some(draft) = draft {
            draft.fill(|file| map.write(&mut BufWriter::new(file))).map_err(unwritten)?;
        }
        Ok(SenkuWinnable { map: Arc::new(Mutex::new(map)), game })
    }

    /// Whether the map knows about as many pegs.
    fn covers(&self, pegs: u64) -> PyResult<bool> {
        self.with(|map| map.covers(Position::from_bits(pegs)))
    }

    /// Whether the goal can be reached from these pegs.
    fn contains(&self, pegs: u64) -> PyResult<bool> {
        self.with(|map| map.contains(Position::from_bits(pegs)))
    }

    /// The jumps that keep the game winnable.
    fn good_jumps(&self, pegs: u64) -> PyResult<Places> {
        let jumps: Vec<Jump> = self.with(|map| map.good_jumps(Position::from_bits(pegs)).collect())?;
        Ok(places(self.game.board(), &jumps))
    }

    /// The number of solutions from these pegs.
    fn solutions(&self, py: Python<'_>, pegs: u64, limits: Limits) -> PyResult<u128> {
        let position = Position::from_bits(pegs);
        self.counted(py, &limits, move |map, context| map.solutions(position, &context.stop))
    }

    /// A solution from these pegs.
    fn draw(&self, py: Python<'_>, pegs: u64, seed: u64, limits: Limits) -> PyResult<Option<Places>> {
        let position = Position::from_bits(pegs);
        let jumps = self.counted(py, &limits, move |map, context| {
            map.draws(position, seed, &context.stop).next().transpose()
        })?;
        Ok(jumps.map(|jumps| places(self.game.board(), &jumps)))
    }
}
