//! A game: a board, the position it starts from, and the goal.

use super::{Board, Diagram, Group, Hole, HoleSet, Jump, Position};
use crate::Error;

/// The goal of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// One peg, in this hole.
    Hole(Hole),
    /// One peg, anywhere.
    Any,
    /// Exactly these pegs.
    Position(Position),
}

impl Goal {
    /// The pegs at the goal; `None` if one peg anywhere is the goal.
    #[must_use]
    pub fn position(self) -> Option<Position> {
        match self {
            Goal::Hole(hole) => Some(hole.into()),
            Goal::Any => None,
            Goal::Position(goal) => Some(goal),
        }
    }

    /// The number of pegs left at the goal.
    #[must_use]
    pub fn pegs(self) -> usize {
        self.position().map_or(1, Position::len)
    }
}

/// A board, a start and a goal.
///
/// A *game* is an ordered sequence of jumps from the start that ends when no jump is left; a *solution* is
/// a sequence of jumps from the start to the goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    board: Board,
    start: Position,
    goal: Goal,
}

impl Game {
    /// Creates a game from any position with at least one peg. The default goal is one peg in the hole that is empty at
    /// the start, if there is exactly one and the invariants allow it; otherwise one peg anywhere.
    ///
    /// # Errors
    /// [`Error::Input`] if there is no peg, or if a peg is off the board.
    pub fn new(board: Board, start: Position) -> Result<Self, Error> {
        if start.is_empty() {
            return Err(Error::input("the board has no pegs; `o` is a peg"));
        }
        if !board.holes().contains_all(start) {
            return Err(Error::input("the start has a peg that is off the board"));
        }
        let mut game = Game { board, start, goal: Goal::Any };
        if let Ok(same) = game.same() {
            game.goal = same;
            if !game.is_possible() {
                game.goal = Goal::Any;
            }
        }
        Ok(game)
    }

    /// Creates a game from the full board minus one peg, with the default goal.
    ///
    /// # Errors
    /// [`Error::Input`] if the board has no such hole, or no other.
    pub fn from_vacancy(board: Board, vacancy: Hole) -> Result<Self, Error> {
        if vacancy.index() >= board.len() {
            return Err(Error::input("the board has no such hole"));
        }
        let start = board.holes() ^ vacancy.into();
        Game::new(board, start)
    }

    /// Creates a game from the pegs of a diagram, with the default goal.
    ///
    /// # Errors
    /// [`Error::Input`] for a diagram without pegs or without an empty hole; for a full board use
    /// [`from_vacancy`](Self::from_vacancy).
    pub fn from_diagram(diagram: Diagram) -> Result<Self, Error> {
        if diagram.pegs == diagram.board.holes() {
            return Err(Error::input(
                "the board has no empty hole (`o` is a peg); mark one with `.`, or give the start's empty hole",
            ));
        }
        Game::new(diagram.board, diagram.pegs)
    }

    /// Replaces the goal.
    ///
    /// # Errors
    /// [`Error::Input`] if the goal has no pegs or is off the board.
    pub fn with_goal(mut self, goal: Goal) -> Result<Self, Error> {
        let pegs = goal.position().unwrap_or(self.start);
        if pegs.is_empty() {
            return Err(Error::input("the goal has no pegs"));
        }
        if !self.board.holes().contains_all(pegs) {
            return Err(Error::input("the goal has a peg that is off the board"));
        }
        self.goal = goal;
        Ok(self)
    }

    /// The game from another position to the same goal.
    ///
    /// # Errors
    /// [`Error::Input`] if the position has no pegs, or one off the board.
    pub fn at(&self, position: Position) -> Result<Self, Error> {
        Game::new(self.board.clone(), position)?.with_goal(self.goal)
    }

    /// The goal "one peg, in the hole that is empty at the start".
    ///
    /// # Errors
    /// [`Error::Input`] unless exactly one hole is empty at the start.
    pub fn same(&self) -> Result<Goal, Error> {
        let mut vacancies = self.vacancies().iter();
        match (vacancies.next(), vacancies.next()) {
            (Some(hole), None) => Ok(Goal::Hole(hole)),
            _ => Err(Error::input(format!(
                "the goal 'same' needs a start with exactly one empty hole; this one has {}; the goal can be a hole or 'any'",
                self.vacancies().len()
            ))),
        }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The pegs at the start, at least one.
    #[must_use]
    pub fn start(&self) -> Position {
        self.start
    }

    /// The goal.
    #[must_use]
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The goal in one word, for files: `any`, the hole's square, or a diagram.
    pub(super) fn goal_word(&self) -> String {
        match self.goal {
            Goal::Any => "any".to_owned(),
            Goal::Hole(hole) => self.board.square(hole).to_string(),
            Goal::Position(pegs) => self.board.diagram_word(pegs),
        }
    }

    /// The holes that are empty at the start.
    #[must_use]
    pub fn vacancies(&self) -> HoleSet {
        self.board.holes() ^ self.start
    }

    /// Whether `position` wins.
    #[must_use]
    pub fn is_won(&self, position: Position) -> bool {
        self.goal.position().map_or(position.len() == 1, |goal| position == goal)
    }

    /// The winning positions that the invariants and the number of pegs allow.
    pub(super) fn goals(&self) -> impl Iterator<Item = Position> {
        let goals = match self.goal.position() {
            Some(goal) => vec![goal],
            None => self.board.holes().iter().map(Position::from).collect(),
        };
        let invariants = self.board.invariants();
        let allowed =
            |goal: &Position| goal.len() <= self.start.len() && invariants.same_class(self.start, *goal);
        goals.into_iter().filter(allowed)
    }

    /// Whether the invariants and the number of pegs allow the goal. If not, there is no solution; if so, there may
    /// still be none.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        self.goals().next().is_some()
    }

    /// The position after playing these jumps from the start.
    #[must_use]
    pub fn after(&self, jumps: &[Jump]) -> Position {
        jumps.iter().fold(self.start, |position, jump| jump.play(position))
    }

    /// The symmetries that keep the start.
    #[must_use]
    pub fn start_symmetries(&self) -> Group {
        self.board.symmetries().stabiliser(self.start)
    }

    /// The symmetries that keep the start and the goal: they map solutions to solutions.
    #[must_use]
    pub fn symmetries(&self) -> Group {
        let group = self.start_symmetries();
        match self.goal.position() {
            Some(goal) => group.stabiliser(goal),
            None => group,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::senku::Square;

    fn hole(board: &Board, row: u32, col: u32) -> Hole {
        board.hole(Square::new(row, col)).unwrap()
    }

    #[test]
    fn the_default_goal_is_the_same_hole_where_the_invariants_allow_it() {
        let english = Game::named("english").unwrap();
        assert_eq!(english.goal(), Goal::Hole(hole(english.board(), 3, 3)));
        let european = Game::named("european").unwrap();
        assert_eq!(european.goal(), Goal::Any);
        assert!(!european.is_possible(), "no one-peg finish from the centre at all");
    }

    #[test]
    fn sixteen_vacancies_of_the_european_board_have_some_finish() {
        let board = Board::named("european").unwrap();
        let possible = board.holes().iter().filter(|&vacancy| {
            let game = Game::from_vacancy(board.clone(), vacancy).unwrap();
            assert_eq!(game.goal(), Goal::Any, "a finish in the same hole never");
            game.is_possible()
        });
        assert_eq!(possible.count(), 16);
    }

    #[test]
    fn symmetries_keep_start_and_goal() {
        let game = Game::named("english").unwrap();
        assert_eq!(game.symmetries().order(), 8);
        let goal = Goal::Hole(hole(game.board(), 0, 3));
        let game = game.with_goal(goal).unwrap();
        assert_eq!(game.start_symmetries().order(), 8);
        assert_eq!(game.symmetries().order(), 2);
    }

    #[test]
    fn invalid_games_are_refused() {
        let diagram = |text: &str| Diagram::parse(text.as_bytes()).unwrap();
        let error = |text| Game::from_diagram(diagram(text)).unwrap_err().to_string();
        assert!(error("...").contains("no pegs"));
        assert!(error("ooo").contains("no empty hole"));
        let game = Game::from_diagram(diagram("oo..")).unwrap();
        assert_eq!(game.goal(), Goal::Any);
        assert!(game.same().unwrap_err().to_string().contains("has 2"));
        assert!(game.with_goal(Goal::Position(HoleSet::EMPTY)).is_err());
    }
}
