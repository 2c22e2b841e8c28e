//! Searches from both ends of a game, level by level, until the ends meet.

use super::Solution;
use crate::senku::holes::common;
use crate::senku::jump::Play;
use crate::senku::{Game, Jump, Position};

/// The levels of one end in the order of play, each sorted.
pub(super) struct End {
    /// Whether the levels follow each other by jumps, or by jumps taken back.
    pub(super) play: Play,
    levels: Vec<Vec<Position>>,
    /// Whether no position was dropped that may be on the way.
    pub(super) complete: bool,
}

impl End {
    fn new(play: Play, positions: Vec<Position>) -> Self {
        End { play, levels: vec![positions], complete: true }
    }

    pub(super) fn frontier(&self) -> &[Position] {
        self.levels.last().map_or(&[], Vec::as_slice)
    }

    /// The jumps from `meeting` through the levels, made or taken back by this play.
    fn way(&self, game: &Game, meeting: Position, play: Play) -> Vec<Jump> {
        let mut position = meeting;
        let levels = self.levels.iter().rev().skip(1);
        let step = |level: &Vec<Position>| {
            let leads =
                |jump: &&Jump| jump.fits(position, play) && level.binary_search(&jump.play(position)).is_ok();
            let jump = *game.board().jumps().iter().find(leads)?;
            position = jump.play(position);
            Some(jump)
        };
        levels.filter_map(step).collect()
    }
}

/// Searches for one of these goals: adds levels to the end with fewer positions until both have equally many pegs. `next` makes the level that follows
/// an end, given the other end; `None` gives up. Returns the solution, or that there is none if nothing was dropped.
pub(super) fn meet(
    game: &Game,
    goals: Vec<Position>,
    mut next: impl FnMut(&mut End, &End) -> Option<Vec<Position>>,
) -> Option<Solution> {
    let mut forward = End::new(Play::Forward, vec![game.start()]);
    let mut backward = End::new(Play::Backward, goals);
    while forward.frontier()[0].len() > backward.frontier()[0].len() {
        let fewer_forward = forward.frontier().len() <= backward.frontier().len();
        let (end, other) = if fewer_forward { (&mut forward, &backward) } else { (&mut backward, &forward) };
        let level = next(end, other)?;
        if level.is_empty() {
            return end.complete.then_some(Solution::None);
        }
        end.levels.push(level);
    }
    match common(forward.frontier(), backward.frontier()) {
        Some(meeting) => {
            let mut jumps = forward.way(game, meeting, Play::Backward);
            jumps.reverse();
            jumps.extend(backward.way(game, meeting, Play::Forward));
            Some(Solution::Found(jumps))
        }
        None => (forward.complete && backward.complete).then_some(Solution::None),
    }
}
