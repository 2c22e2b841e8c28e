//! Hints, lists of solutions and random solutions, from the map of winnable positions.

mod draw;
mod hint;
mod list;

pub use draw::draw;
pub use hint::Hint;
pub use list::list;

use crate::args::MapOptions;
use crate::failure::Failure;
use crate::memory::memory_limit;
use crate::session::Session;
use std::io::BufWriter;
use vuelta::Error;
use vuelta::senku::{Game, Position, Winnable};

/// The most slots of a map without --map: a few seconds of work. With --map, larger maps are made.
const MOST_SLOTS: u128 = 1 << 28;

/// The map that covers this position of the game, read from the file or made and written to it; `None` if it would take
/// too much memory or time. If `counted`, it has the numbers of solutions from the positions that may follow.
fn map_of(
    (game, position): (&Game, Position),
    counted: bool,
    options: &MapOptions,
    session: &mut Session<'_>,
) -> Result<Option<Winnable>, Failure> {
    let limit = memory_limit(options.memory_limit);
    let Some(path) = &options.map else {
        let estimate = Winnable::estimate(&game.at(position)?);
        if estimate.slots > MOST_SLOTS || !estimate.fits(limit) {
            return Ok(None);
        }
        let mut progress = session.progress("map of the winnable positions");
        let mut map = Winnable::from_position(game, position, limit, &mut session.watched(&mut progress))?;
        if counted {
            map.count_solutions(&mut session.watched(&mut progress))?;
        }
        return Ok(Some(map));
    };
    if let Some(map) = Winnable::load(path, game, limit)?
        && map.covers(position)
    {
        return Ok(Some(map));
    }
    let draft = session.open(path)?;
    let mut progress = session.progress("map of the winnable positions");
    let mut make = |pegs| Winnable::of(game, pegs, limit, &mut session.watched(&mut progress));
    let made = match make(Some(game.board().len())) {
        Err(Error::Memory { .. }) => make(None),
        made => made,
    };
    let counted = made.and_then(|mut map| {
        map.count_solutions(&mut session.watched(&mut progress))?;
        Ok(map)
    });
    drop(progress);
    match counted {
        Ok(map) => {
            draft.fill(|file| map.write(&mut BufWriter::new(file)))?;
            Ok(Some(map))
        }
        Err(error @ (Error::Memory { .. } | Error::Input(_))) => {
            say!("note: '{}' was not written: {error}", path.display());
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}
