//! A solution with the fewest moves, where a move is a chain of jumps by one peg.
//!
//! Only positions that can be reached and that can still win matter (1,679,072 on the English board, up to
//! symmetry); two sweeps of the dense engine find them. Let D(P, h) be the fewest further moves from P to the goal
//! when the last jump ended in hole h. A jump j from P goes on with that move for nothing when it starts in h, and
//! costs a move when not:
//!
//! ```text
//! D(goal, h) = 0,     D(P, h) = min over j of D(P after j, j's end) + [j does not start in h].
//! ```
//!
//! So the levels are gone through from the goal up, with one byte for each position and hole; then the jumps of a best
//! solution are read off from the start down. Positions are kept up to the symmetries of start and goal, and the
//! hole goes along with the symmetry.
//!
//! Run time O(winning positions · jumps · symmetries), memory (holes + 9) bytes for each.

use super::dense::{live_start, winning_sets};
use super::{Game, Group, Hole, Jump, MAX_HOLES, Position, Symmetry};
use crate::Error;
use crate::search::{Observer, StopFlag, Workers};
use rayon::prelude::*;

/// A solution with the fewest moves: its jumps, and how many moves they are. `None` when there is no solution, or
/// when it was stopped.
///
/// # Errors
/// [`Error::Memory`] when it would not fit in `memory_limit` bytes.
pub fn fewest_moves(
    game: &Game,
    memory_limit: u64,
    workers: &Workers,
    stop: &StopFlag,
    observer: &mut dyn Observer,
) -> Result<Option<(Vec<Jump>, u32)>, Error> {
    let Some(sets) = winning_sets(game, memory_limit, workers, stop, observer)? else {
        return Ok(None);
    };
    let group = game.symmetries();
    let holes = game.board().len();
    let positions: u128 = sets.iter().map(|set| set.len() as u128).sum();
    let needed = positions * (size_of::<Position>() + holes) as u128;
    if needed > u128::from(memory_limit) {
        return Err(Error::Memory {
            what: format!("the fewest moves from {positions} winning positions"),
            needed,
            limit: memory_limit,
        });
    }
    let mut levels: Vec<Moves> = Vec::new();
    for set in sets {
        if stop.is_raised() {
            return Ok(None);
        }
        let level = workers
            .pool()
            .install(|| Moves::of(game, &group, set, levels.last()));
        levels.push(level);
    }
    Ok(read_off(game, &group, &levels))
}

/// The winning positions of a level, and the fewest moves from each.
struct Moves {
    positions: Vec<Position>,
    /// D(P, h): `holes` bytes for each position.
    fewest: Vec<u8>,
    holes: usize,
}

impl Moves {
    /// The level of `positions`, from the level after it; none after the goal's.
    fn of(game: &Game, group: &Group, positions: Vec<Position>, after: Option<&Moves>) -> Self {
        let holes = game.board().len();
        let mut fewest = vec![0; positions.len() * holes];
        if let Some(after) = after {
            let each = fewest.par_chunks_mut(holes).zip(&positions);
            each.for_each(|(fewest, &position)| {
                let mut by_first = [u8::MAX; MAX_HOLES];
                for (jump, moves) in after.winning_jumps(game, group, position) {
                    let first = &mut by_first[jump.from.index()];
                    *first = moves.min(*first);
                }
                let other = by_first
                    .iter()
                    .min()
                    .map_or(u8::MAX, |&moves| moves.saturating_add(1));
                for (fewest, going_on) in fewest.iter_mut().zip(by_first) {
                    *fewest = going_on.min(other);
                }
            });
        }
        Moves {
            positions,
            fewest,
            holes,
        }
    }

    /// The jumps from `position` to a winning one of this level, with the fewest moves that follow.
    fn winning_jumps(
        &self,
        game: &Game,
        group: &Group,
        position: Position,
    ) -> impl Iterator<Item = (Jump, u8)> {
        let jumps = game.board().legal_jumps(position);
        jumps.filter_map(move |jump| {
            let (least, symmetry) = least_image(group, jump.play(position))?;
            let found = self.positions.binary_search(&least).ok()?;
            let last: Hole = symmetry.hole(jump.to);
            Some((jump, self.fewest[found * self.holes + last.index()]))
        })
    }
}

/// The representative of a position, and a symmetry that leads there.
fn least_image(group: &Group, position: Position) -> Option<(Position, &Symmetry)> {
    let images = group
        .elements()
        .iter()
        .map(|symmetry| (symmetry.apply(position), symmetry));
    images.min_by_key(|&(image, _)| image)
}

/// The jumps of a best solution, and its moves.
fn read_off(game: &Game, group: &Group, levels: &[Moves]) -> Option<(Vec<Jump>, u32)> {
    let mut position = live_start(game);
    let (_, after_start) = levels.split_last()?;
    let (mut jumps, mut moves, mut last) = (Vec::new(), 0, None);
    for level in after_start.iter().rev() {
        let cost = |(jump, moves): &(Jump, u8)| u32::from(*moves) + u32::from(last != Some(jump.from));
        let (jump, _) = level.winning_jumps(game, group, position).min_by_key(cost)?;
        moves += u32::from(last != Some(jump.from));
        last = Some(jump.to);
        position = jump.play(position);
        jumps.push(jump);
    }
    Some((jumps, moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Quiet;
    use std::collections::HashMap;

    fn solve(game: &Game) -> Option<(Vec<Jump>, u32)> {
        let workers = Workers::new(2).unwrap();
        fewest_moves(game, 1 << 30, &workers, &StopFlag::default(), &mut Quiet).unwrap()
    }

    /// The fewest moves, by trying everything.
    fn by_hand(
        game: &Game,
        position: Position,
        last: Option<Hole>,
        known: &mut HashMap<(Position, Option<Hole>), Option<u32>>,
    ) -> Option<u32> {
        if game.is_won(position) {
            return Some(0);
        }
        if let Some(&moves) = known.get(&(position, last)) {
            return moves;
        }
        let jumps: Vec<Jump> = game.board().legal_jumps(position).collect();
        let after = jumps.into_iter().filter_map(|jump| {
            let rest = by_hand(game, jump.play(position), Some(jump.to), known)?;
            Some(rest + u32::from(last != Some(jump.from)))
        });
        let moves = after.min();
        known.insert((position, last), moves);
        moves
    }

    fn check(game: &Game, jumps: &[Jump], moves: u32) {
        let mut position = game.start();
        for jump in jumps {
            assert!(jump.is_legal(position));
            position = jump.play(position);
        }
        assert!(game.is_won(position));
        let chained = jumps.windows(2).filter(|pair| pair[0].to == pair[1].from).count();
        assert_eq!(jumps.len() - chained, moves as usize);
    }

    #[test]
    fn eighteen_moves_on_the_english_board() {
        let game = Game::named("english").unwrap();
        let (jumps, moves) = solve(&game).unwrap();
        assert_eq!((jumps.len(), moves), (31, 18));
        check(&game, &jumps, moves);
    }

    #[test]
    fn small_boards_agree_with_trying_everything() {
        for name in ["triangle15", "square4"] {
            let board = super::super::Board::named(name).unwrap();
            for vacancy in board.holes().iter() {
                let game = Game::from_vacancy(board.clone(), vacancy).unwrap();
                let expected = by_hand(&game, game.start(), None, &mut HashMap::new());
                let found = solve(&game);
                assert_eq!(
                    found.as_ref().map(|found| found.1),
                    expected,
                    "{name} {vacancy:?}"
                );
                if let Some((jumps, moves)) = found {
                    check(&game, &jumps, moves);
                }
            }
        }
    }
}
