//! A complete search from both ends, without the positions that resource counts exclude.
//!
//! While both ends have few positions, each position of one end is tested against each of the other. If a single last
//! jump reaches the goal, or a single first jump leaves the start, this alone proves most impossible problems. Later a
//! few positions of each level are tested, and all are compared with the weights found so far ([`Excluded`]).
//!
//! Nothing else is dropped. So the search solves the problem, proves that it has no solution, or gives up at its limit
//! of positions: 8 bytes each, and up to twice as much for the level in progress. Run time about 30 ns per jump, and a
//! few milliseconds per tested position.

use super::excluded::Excluded;
use super::sweep::{End, Swept, way_through};
use crate::search::StopFlag;
use crate::senku::holes::common;
use crate::senku::jump::Play;
use crate::senku::{Game, Position};

/// The most pairs of positions that are all tested.
const PAIRS: usize = 64;
/// Tested positions per larger level.
const SAMPLES: usize = 16;
/// Positions between two checks of the stop flag.
const POSITIONS_PER_LOOK: usize = 1 << 12;

/// An end of the search, and the small levels that it has passed.
struct Side {
    end: End,
    /// Its last level with few positions.
    gate: Vec<Position>,
    /// Its last level, if it had a single position.
    single: Option<Position>,
}

impl Side {
    fn new(play: Play, positions: Vec<Position>, pegs: usize) -> Self {
        let mut side = Side { end: End::new(play, positions.clone(), pegs), gate: positions, single: None };
        side.pass();
        side
    }

    /// Notes the frontier, if it is small.
    fn pass(&mut self) {
        let frontier = self.end.frontier();
        if let [single] = frontier {
            self.single = Some(*single);
        }
        if frontier.len() <= PAIRS {
            self.gate = frontier.to_vec();
        }
    }
}

/// Searches with at most `most` positions kept. Adds visited positions to `nodes`, and gives up beyond `limit`.
pub(super) fn exhaust(game: &Game, stop: &StopFlag, most: usize, nodes: &mut u64, limit: u64) -> Swept {
    let mut excluded = Excluded::new(game.board());
    let mut forward = Side::new(Play::Forward, vec![game.start()], game.start().len());
    let mut backward = Side::new(Play::Backward, game.goals().collect(), game.goal().pegs());
    let mut room = most;
    let ended = |nodes: u64| stop.is_raised() || nodes >= limit;
    while forward.end.pegs > backward.end.pegs {
        let fewer_forward = forward.end.frontier().len() <= backward.end.frontier().len();
        let (side, other) = if fewer_forward { (&mut forward, &backward) } else { (&mut backward, &forward) };
        let Some(next) = following(side, &excluded, room, nodes, ended) else { return Swept::Unknown };
        side.end.push(next);
        weigh(side, other, &mut excluded);
        side.pass();
        excluded.bound(&forward.gate, &backward.gate);
        let side = if fewer_forward { &mut forward } else { &mut backward };
        side.end.retain(|position, play| excluded.holds(position, play));
        if side.end.frontier().is_empty() {
            return Swept::None;
        }
        room = room.saturating_sub(side.end.frontier().len());
    }
    match common(forward.end.frontier(), backward.end.frontier()) {
        Some(meeting) => Swept::Found(way_through(game, &forward.end, &backward.end, meeting)),
        None => Swept::None,
    }
}

/// The next level of this side without excluded positions; `None` beyond `room` positions or if `ended` says so of the
/// nodes.
fn following(
    side: &Side,
    excluded: &Excluded<'_>,
    room: usize,
    nodes: &mut u64,
    ended: impl Fn(u64) -> bool,
) -> Option<Vec<Position>> {
    let play = side.end.play;
    let (mut next, mut sorted) = (vec![], 0);
    for (i, &position) in side.end.frontier().iter().enumerate() {
        if i.is_multiple_of(POSITIONS_PER_LOOK) && ended(*nodes) {
            return None;
        }
        let slack = excluded.slack(position, play);
        for (number, jump) in excluded.jumps().filter(|(_, jump)| jump.fits(position, play)) {
            *nodes += 1;
            if excluded.allows(&slack, number) {
                next.push(jump.play(position));
            }
        }
        if next.len() > 2 * sorted + (1 << 16) {
            next.sort_unstable();
            next.dedup();
            sorted = next.len();
            if sorted > room {
                return None;
            }
        }
    }
    next.sort_unstable();
    next.dedup();
    (next.len() <= room).then_some(next)
}

/// Tests positions of this side's frontier against the other side and drops the dead ones.
fn weigh(side: &mut Side, other: &Side, excluded: &mut Excluded<'_>) {
    let (frontier, targets) = (side.end.frontier(), other.end.frontier());
    let (chosen, targets) = match other.single {
        _ if frontier.len() * targets.len() <= PAIRS => (frontier.to_vec(), targets.to_vec()),
        Some(single) => (sample(frontier), vec![single]),
        None => return,
    };
    let play = side.end.play;
    let mut separate = |position, target| match play {
        Play::Forward => excluded.separate(position, target),
        Play::Backward => excluded.separate(target, position),
    };
    let dead: Vec<Position> = chosen
        .into_iter()
        .filter(|&position| targets.iter().all(|&target| separate(position, target)))
        .collect();
    side.end.retain(|position, _| !dead.contains(&position));
}

/// A few positions, evenly spaced.
fn sample(positions: &[Position]) -> Vec<Position> {
    positions.iter().copied().step_by(positions.len().div_ceil(SAMPLES)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::senku::{Board, Goal, NAMED_BOARDS, Solution, Solver, solutions};

    /// The outcome of a complete search that may keep `most` positions.
    fn exhausted(game: &Game, most: usize) -> Swept {
        exhaust(game, &StopFlag::default(), most, &mut 0, u64::MAX)
    }

    /// Every start with one empty hole and every goal of one peg that the invariants allow.
    fn problems(board: &Board) -> impl Iterator<Item = Game> + '_ {
        let pairs =
            board.holes().iter().flat_map(|start| board.holes().iter().map(move |goal| (start, goal)));
        let game = |(start, goal)| Game::from_vacancy(board.clone(), start)?.with_goal(Goal::Hole(goal));
        pairs.map(move |pair| game(pair).unwrap()).filter(Game::is_possible)
    }

    #[test]
    fn it_agrees_with_the_textbook_search() {
        for name in ["triangle15", "square4"] {
            for game in problems(&Board::named(name).unwrap()) {
                let expected = solutions(&game).next().is_some();
                match exhausted(&game, 1 << 20) {
                    Swept::Found(jumps) => {
                        let end = jumps.iter().fold(game.start(), |position, jump| jump.play(position));
                        assert!(expected && game.is_won(end), "{name} {:?}", game.goal());
                    }
                    Swept::None => assert!(!expected, "{name} {:?}", game.goal()),
                    Swept::Unknown => panic!("there was room"),
                }
            }
        }
    }

    #[test]
    fn no_solvable_problem_is_refused() {
        // With little room the search gives up before the ends meet, but not before it has weighed and excluded.
        for named in NAMED_BOARDS.iter().filter(|named| named.board().len() <= 45) {
            for game in problems(&named.board()).step_by(37) {
                if matches!(exhausted(&game, 1000), Swept::None) {
                    let (solution, _) = Solver::new(&game).max_nodes(200_000).solve(&StopFlag::default());
                    let solved = matches!(solution, Solution::Found(_));
                    assert!(!solved, "{} {:?} {:?}", named.name, game.vacancies(), game.goal());
                }
            }
        }
    }
}
