//! The map of winnable positions.

use crate::errors::{guarded, raised};
use crate::queens::Method;
use crate::run::{Limits, run};
use crate::senku::{Places, SenkuGame, places};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::io::BufWriter;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use vuelta::Error;
use vuelta::report::Draft;
use vuelta::senku::{Hole, Jump, Position, Winnable};

/// The winnable positions of a game.
#[pyclass(module = "vuelta._vuelta", frozen)]
pub struct SenkuWinnable {
    map: Arc<Mutex<Winnable>>,
    places: Arc<HashMap<(Hole, Hole), u32>>,
}

impl SenkuWinnable {
    fn with<T>(&self, ask: impl FnOnce(&mut Winnable) -> T) -> T {
        ask(&mut self.map.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl SenkuWinnable {
    /// Whether the map knows about as many pegs.
    fn covers(&self, pegs: u64) -> PyResult<bool> {
        guarded(|| Ok(self.with(|map| map.covers(Position::from_bits(pegs)))))
    }

    /// Whether the goal can be reached from these pegs.
    fn contains(&self, pegs: u64) -> PyResult<bool> {
        guarded(|| Ok(self.with(|map| map.contains(Position::from_bits(pegs)))))
    }

    /// The jumps that keep the game winnable.
    fn good_jumps(&self, pegs: u64) -> PyResult<Places> {
        guarded(|| {
            let jumps: Vec<Jump> = self.with(|map| map.good_jumps(Position::from_bits(pegs)).collect());
            Ok(places(&self.places, &jumps))
        })
    }

    /// The number of solutions from these pegs, and whether the time limit came first.
    fn solutions(&self, py: Python<'_>, pegs: u64, limits: Limits) -> PyResult<(Option<u128>, bool)> {
        guarded(|| {
            let (map, position) = (Arc::clone(&self.map), Position::from_bits(pegs));
            run(py, &limits, move |context| {
                let mut map = map.lock().unwrap_or_else(PoisonError::into_inner);
                map.count_solutions(context)?;
                map.solutions(position, &context.stop)
            })
        })
    }

    /// A solution from these pegs, and whether the time limit came first.
    fn draw(&self, py: Python<'_>, pegs: u64, seed: u64, limits: Limits) -> PyResult<(Option<Places>, bool)> {
        guarded(|| {
            let (map, position) = (Arc::clone(&self.map), Position::from_bits(pegs));
            let (jumps, late) = run(py, &limits, move |context| {
                let mut map = map.lock().unwrap_or_else(PoisonError::into_inner);
                map.count_solutions(context)?;
                map.draws(position, seed, &context.stop).next().transpose()
            })?;
            Ok((jumps.flatten().map(|jumps| places(&self.places, &jumps)), late))
        })
    }
}

/// The map of a game, from a file where there is one, and whether the time limit came first. A new map is kept in the file.
#[pyfunction]
pub fn senku_winnable(
    py: Python<'_>,
    game: &SenkuGame,
    file: Option<PathBuf>,
    method: Method,
    limits: Limits,
) -> PyResult<(Option<SenkuWinnable>, bool)> {
    guarded(|| {
        let (memory, wanted) = (method.memory(), Arc::clone(&game.game));
        let mut draft = None;
        let mut known = None;
        if let Some(path) = &file {
            known = Winnable::load(path, &wanted, memory).map_err(raised)?;
            known = known.filter(|map| map.covers(wanted.start()));
            if known.is_none() {
                draft = Some(Draft::open(path).map_err(|error| PyOSError::new_err(error.to_string()))?);
            }
        }
        let is_kept = draft.is_some();
        let (map, late) = match known {
            Some(map) => (Some(map), false),
            None => run(py, &limits, move |context| {
                let mut make = |pegs| Winnable::of(&wanted, pegs, memory, context);
                match is_kept.then(|| make(Some(wanted.board().len()))) {
                    None | Some(Err(Error::Memory { .. })) => make(None),
                    Some(made) => made,
                }
            })?,
        };
        if let (Some(draft), Some(map)) = (draft, &map) {
            let written = draft.fill(|file| map.write(&mut BufWriter::new(file)));
            written.map_err(|error| PyOSError::new_err(error.to_string()))?;
        }
        let known = |map| SenkuWinnable { map: Arc::new(Mutex::new(map)), places: Arc::clone(&game.places) };
        Ok((map.map(known), late))
    })
}
