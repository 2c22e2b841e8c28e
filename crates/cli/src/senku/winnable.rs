//! The map of winnable positions, for hints and lists of solutions, and random solutions from it.

use crate::args::MapOptions;
use crate::failure::Failure;
use crate::memory::memory_limit;
use crate::session::Session;
use std::io::BufWriter;
use vuelta::Error;
use vuelta::base::random::Random;
use vuelta::search::StopFlag;
use vuelta::senku::{Game, Jump, Position, Solution, Solver, Winnable};

/// The most slots of a map without --map: a few seconds of work. With --map, larger maps are made.
const MOST_SLOTS: u128 = 1 << 28;
/// Nodes of the solver per jump that is tried at random.
const NODES_PER_JUMP: u64 = 50_000;

/// The map that covers this position of the game, read from the file or made and written to it; `None` if it would take
/// too much memory or time. If `counted`, it has the numbers of solutions from the positions that may follow.
pub fn map_of(
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

/// Draws solutions until `take` returns false. Returns the last one, or why there is none.
///
/// If the map of winnable positions fits, all solutions are equally likely. Otherwise the game is played jump by jump
/// in random order, and a jump is kept if the solver finds a solution after it: every solution is possible, but some
/// are likelier.
pub fn draw(
    game: &Game,
    seed: u64,
    options: &MapOptions,
    session: &mut Session<'_>,
    mut take: impl FnMut(&[Jump]) -> Result<bool, Failure>,
) -> Result<Solution, Failure> {
    if !game.is_possible() {
        return Ok(Solution::Forbidden);
    }
    let map = map_of((game, game.start()), true, options, session)?;
    let quiet = session.common.quiet;
    if !quiet {
        say!("seed {seed}");
    }
    let stop = session.stop();
    if let Some(mut map) = map {
        if !map.contains(game.start()) {
            return Ok(Solution::None);
        }
        for jumps in map.draws(game.start(), seed, stop) {
            match jumps {
                Ok(jumps) if take(&jumps)? => {}
                Ok(jumps) => return Ok(Solution::Found(jumps)),
                Err(Error::Stopped) => return Ok(Solution::Stopped),
                Err(error) => return Err(error.into()),
            }
        }
    }
    if !quiet {
        say!("note: the map of winnable positions does not fit, so some solutions are likelier than others");
    }
    let mut random = Random::new(seed);
    loop {
        match play(game, &mut random, stop)? {
            Solution::Found(jumps) if take(&jumps)? => {}
            ended => return Ok(ended),
        }
    }
}

/// Plays random jumps after which the solver finds a solution.
fn play(game: &Game, random: &mut Random, stop: &StopFlag) -> Result<Solution, Error> {
    let mut rest = match Solver::new(game).solve(stop).0 {
        Solution::Found(jumps) => jumps,
        ended => return Ok(ended),
    };
    let (mut position, mut path) = (game.start(), vec![]);
    while !rest.is_empty() {
        let mut jumps: Vec<Jump> = game.board().legal_jumps(position).collect();
        loop {
            // The known solution's own jump is among them, so one is always taken.
            let jump = jumps.swap_remove(random.below(jumps.len()));
            if jump == rest[0] {
                rest.remove(0);
            } else {
                let here = game.at(jump.play(position))?;
                match Solver::new(&here).max_nodes(NODES_PER_JUMP).solve(stop).0 {
                    Solution::Found(jumps) => rest = jumps,
                    Solution::Stopped => return Ok(Solution::Stopped),
                    _ => continue,
                }
            }
            path.push(jump);
            position = jump.play(position);
            break;
        }
    }
    Ok(Solution::Found(path))
}
