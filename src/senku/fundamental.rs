//! Solutions up to symmetry, by Burnside's lemma.
//!
//! A symmetry g that keeps start and goal maps each solution to a solution, and two solutions are the same
//! up to symmetry when some g maps one to the other. The number of classes is the mean over all g of the
//! solutions that g leaves as they are: those whose every jump lies on holes that g does not move. Such
//! jumps lie on the axis of a mirror, so that there are few; the count walks them with a table.

use super::{Game, Jump, Position, Symmetry};
use std::collections::HashMap;

/// Positions after which the walk gives up; reached only on boards in several pieces.
const CAP: usize = 1 << 20;

/// The number of classes of `solutions`, or `None` when it would take too long or too many bits.
pub(super) fn solutions_up_to_symmetry(game: &Game, solutions: u128) -> Option<u128> {
    let symmetries = game.symmetries();
    let moving = symmetries.elements().iter().filter(|s| !s.is_identity());
    let mut sum = solutions;
    for symmetry in moving {
        sum = sum.checked_add(unmoved_solutions(game, symmetry)?)?;
    }
    Some(sum / symmetries.order() as u128)
}

/// Solutions whose every jump `symmetry` maps to itself.
fn unmoved_solutions(game: &Game, symmetry: &Symmetry) -> Option<u128> {
    let unmoved = |jump: &&Jump| [jump.from, jump.over, jump.to].iter().all(|&h| symmetry.hole(h) == h);
    let jumps: Vec<Jump> = game.board().jumps().iter().filter(unmoved).copied().collect();
    ways_to_goal(game, &jumps, game.start(), &mut HashMap::new())
}

fn ways_to_goal(
    game: &Game,
    jumps: &[Jump],
    position: Position,
    known: &mut HashMap<Position, u128>,
) -> Option<u128> {
    if game.is_won(position) {
        return Some(1);
    }
    if position.len() <= game.goal().pegs() {
        return Some(0);
    }
    if let Some(&ways) = known.get(&position) {
        return Some(ways);
    }
    let mut sum = 0u128;
    for jump in jumps.iter().filter(|jump| jump.is_legal(position)) {
        sum = sum.checked_add(ways_to_goal(game, jumps, jump.play(position), known)?)?;
    }
    known.insert(position, sum);
    (known.len() < CAP).then_some(sum)
}
