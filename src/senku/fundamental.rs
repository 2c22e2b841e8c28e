//! Solutions up to symmetry, by Burnside's lemma.
//!
//! A symmetry g that keeps start and goal maps each solution to a solution, and two solutions are equal up to symmetry
//! if some g maps one to the other. The number of classes is the mean over all g of the number of solutions that g
//! fixes. Every jump of such a solution lies on holes that g does not move, for example on the axis of a mirror. So
//! there are few, and a walk with a table counts them.

use super::{Game, Jump, Position, Symmetry};
use std::collections::HashMap;

/// Positions after which the walk gives up, reached only on boards of several pieces.
const CAP: usize = 1 << 20;

/// The number of classes of `solutions`; `None` if it would take too long or overflow.
pub(super) fn solutions_up_to_symmetry(game: &Game, solutions: u128) -> Option<u128> {
    let symmetries = game.symmetries();
    let moving = symmetries.elements().iter().filter(|s| !s.is_identity());
    let mut sum = solutions;
    for symmetry in moving {
        sum = sum.checked_add(unmoved_solutions(game, symmetry)?)?;
    }
    Some(sum / symmetries.order() as u128)
}

/// The number of solutions whose every jump `symmetry` maps to itself.
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

#[cfg(test)]
mod tests {
    use crate::senku::{Diagram, Game, Goal, Hole, count, solutions};
    use std::collections::BTreeSet;

    /// The board of doc/ALGORITHMS.md, whose middle row is turned round by a symmetry that moves nothing else.
    #[test]
    fn a_row_that_can_be_reversed_is_a_symmetry() {
        let diagram = Diagram::parse(b"    o\no o o o o\n. o o o\n").unwrap();
        let game = Game::from_diagram(diagram).unwrap().with_goal(Goal::Any).unwrap();
        let symmetries = game.symmetries();
        let holes = |list: &[Hole]| list.iter().map(|hole| hole.index()).collect::<Vec<_>>();
        let all: Vec<Vec<Vec<usize>>> = solutions(&game)
            .map(|jumps| jumps.iter().map(|jump| holes(&[jump.from, jump.over, jump.to])).collect())
            .collect();
        // Each class by the least of its members, as plainly as can be.
        let classes: BTreeSet<_> = all
            .iter()
            .filter_map(|jumps| {
                let image = |s: &super::Symmetry| -> Vec<Vec<usize>> {
                    let turned = |&hole: &usize| s.hole(Hole::new(hole)).index();
                    jumps.iter().map(|jump| jump.iter().map(turned).collect()).collect()
                };
                symmetries.elements().iter().map(image).min()
            })
            .collect();
        let counted = count(&game).unwrap();
        assert_eq!((symmetries.order(), all.len(), classes.len(), counted.games), (2, 8, 4, 20));
        assert_eq!((counted.solutions, counted.solutions_up_to_symmetry), (8, Some(4)));
    }
}
