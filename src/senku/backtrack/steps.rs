//! The textbook search of Senku one step at a time: the loop of [`Solutions`] with its steps.

use super::{Move, Solutions, solutions};
use crate::senku::{Game, Jump};

/// A step of the textbook search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A jump to a new node of the search tree.
    Jump(Jump),
    /// The position is not the goal and has no jump.
    DeadEnd,
    /// All jumps of the position were tried, so the jump that led to it is taken back.
    Back(Jump),
    /// The position is the goal. The search does not go on from it.
    Solution,
}

/// The steps of the textbook search, from the start until all jumps are taken back.
///
/// ```
/// use vuelta::senku::{Game, backtrack::{Step, Steps}};
/// let game = Game::named("triangle15")?;
/// assert_eq!(Steps::of(&game).filter(|step| *step == Step::Solution).count(), 6_816);
/// # Ok::<(), vuelta::Error>(())
/// ```
///
/// Run time O(jumps of the board) per step, memory O(pegs).
#[derive(Debug, Clone)]
pub struct Steps<'a> {
    search: Solutions<'a>,
    /// Whether the last step led to a new position.
    is_new: bool,
    /// The step after a dead end.
    next: Option<Step>,
}

impl<'a> Steps<'a> {
    /// The steps of the search for the game's solutions.
    #[must_use]
    pub fn of(game: &'a Game) -> Self {
        Steps { search: solutions(game), is_new: true, next: None }
    }
}

impl Iterator for Steps<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if let Some(step) = self.next.take() {
            return Some(step);
        }
        let was_new = std::mem::take(&mut self.is_new);
        let jumps = self.search.game.board().jumps();
        let step = match self.search.advance(|_| true) {
            Some(Move::Jump(jump)) => {
                self.is_new = true;
                Some(Step::Jump(jumps[jump]))
            }
            Some(Move::Solution) => return Some(Step::Solution),
            // The search continues after the jump that was taken back.
            Some(Move::Back) => Some(Step::Back(jumps[self.search.next - 1])),
            None => None,
        };
        if was_new && !self.is_new {
            self.next = step;
            return Some(Step::DeadEnd);
        }
        step
    }
}

impl std::iter::FusedIterator for Steps<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::senku::Diagram;

    fn game(rows: &str) -> Game {
        Game::from_diagram(Diagram::parse(rows.as_bytes()).unwrap()).unwrap()
    }

    /// Plays the steps, checks each, and returns the nodes and the solutions.
    fn replay(game: &Game, steps: impl Iterator<Item = Step>) -> (u64, Vec<Vec<Jump>>) {
        let (mut position, mut path, mut nodes, mut found) = (game.start(), vec![], 1, vec![]);
        for step in steps {
            match step {
                Step::Jump(jump) => {
                    assert!(jump.is_legal(position) && !game.is_won(position));
                    position = jump.play(position);
                    path.push(jump);
                    nodes += 1;
                }
                Step::Back(jump) => {
                    assert_eq!(path.pop(), Some(jump));
                    position = jump.play(position);
                }
                Step::DeadEnd => assert!(game.board().is_stuck(position) && !game.is_won(position)),
                Step::Solution => {
                    assert!(game.is_won(position));
                    found.push(path.clone());
                }
            }
        }
        (nodes, found)
    }

    #[test]
    fn the_steps_have_the_solutions_and_nodes_of_the_search() {
        for game in [game("oo.o."), game(".oo.\noooo\no.oo"), game("o.."), game("oo.oo")] {
            let (nodes, found) = replay(&game, Steps::of(&game));
            let mut search = solutions(&game);
            assert!(search.by_ref().eq(found));
            assert_eq!(nodes, search.nodes());
        }
    }

    #[test]
    fn a_position_is_a_dead_end_once_and_at_the_start_too() {
        let steps = |rows: &str| Steps::of(&game(rows)).collect::<Vec<_>>();
        assert_eq!(steps("o.o"), [Step::DeadEnd]);
        assert_eq!(steps("o.."), [Step::Solution]);
        let steps = steps("oo.oo");
        assert!(matches!(steps[..3], [Step::Jump(_), Step::Jump(_), Step::DeadEnd]));
        assert!(matches!(steps[3..5], [Step::Back(_), Step::Back(_)]));
        assert_eq!(steps.iter().filter(|step| **step == Step::DeadEnd).count(), 2);
    }
}
