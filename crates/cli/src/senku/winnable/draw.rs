//! Solutions at random.
//!
//! If the map of winnable positions fits, all solutions are equally likely. Otherwise the game is played jump by jump
//! in random order, and a jump is kept if the solver finds a solution after it: every solution is possible, but some
//! are likelier.

use super::map_of;
use crate::args::MapOptions;
use crate::failure::Failure;
use crate::session::Session;
use vuelta::Error;
use vuelta::base::random::Random;
use vuelta::search::StopFlag;
use vuelta::senku::{Game, Jump, Solution, Solver};

/// Nodes of the solver per tried jump.
const NODES_PER_JUMP: u64 = 50_000;

/// Draws solutions until `take` returns false. Returns the last one, or why there is none.
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
