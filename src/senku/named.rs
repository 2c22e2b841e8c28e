//! The boards with names, and their default starts.
//!
//! On square lattices the hole that is empty at the start is the centre, if the board has one. On european, diamond,
//! square5 and square7 no finish is possible from there, so another hole is named as solvable. On other boards it is
//! the first hole, row by row, from which the invariants allow a finish: the apex of triangle15 and triangle21, a hole
//! of the second row on triangle28.

use super::{Board, Diagram, Game, Hole, Square};
use crate::Error;
use crate::base::text::shown;

/// A board with a name.
#[derive(Debug, Clone, Copy)]
pub struct NamedBoard {
    /// Its name.
    pub name: &'static str,
    /// Another accepted name: `french` is european. The first one is printed.
    pub alias: Option<&'static str>,
    /// The hole that is empty at the start.
    pub start: Square,
    /// A hole from which a game can be won with one peg left: the default start if possible.
    pub solvable_start: Square,
    /// The lines of its diagram.
    rows: &'static [&'static str],
}

const ENGLISH: &[&str] = &["  ooo", "  ooo", "ooooooo", "ooooooo", "ooooooo", "  ooo", "  ooo"];
const EUROPEAN: &[&str] = &["  ooo", " ooooo", "ooooooo", "ooooooo", "ooooooo", " ooooo", "  ooo"];
const WIEGLEB: &[&str] =
    &["   ooo", "   ooo", "   ooo", "ooooooooo", "ooooooooo", "ooooooooo", "   ooo", "   ooo", "   ooo"];
const ASYMMETRICAL: &[&str] =
    &["   ooo", "   ooo", "   ooo", "oooooooo", "oooooooo", "oooooooo", "   ooo", "   ooo"];
const DIAMOND: &[&str] =
    &["    o", "   ooo", "  ooooo", " ooooooo", "ooooooooo", " ooooooo", "  ooooo", "   ooo", "    o"];
/// The largest triangle, and above its last rows the smaller ones.
const TRIANGLE: &[&str] = &["triangle", "o", "oo", "ooo", "oooo", "ooooo", "oooooo", "ooooooo"];

/// All boards with names.
pub const NAMED_BOARDS: &[NamedBoard] = &[
    named("english", (3, 3), ENGLISH),
    NamedBoard {
        solvable_start: Square::new(0, 2),
        alias: Some("french"),
        ..named("european", (3, 3), EUROPEAN)
    },
    named("wiegleb", (4, 4), WIEGLEB),
    named("asymmetrical", (4, 4), ASYMMETRICAL),
    NamedBoard { solvable_start: Square::new(2, 4), ..named("diamond", (4, 4), DIAMOND) },
    named("triangle15", (0, 0), TRIANGLE.split_at(6).0),
    named("triangle21", (0, 0), TRIANGLE.split_at(7).0),
    named("triangle28", (1, 0), TRIANGLE),
    named("square4", (0, 1), &["oooo"; 4]),
    NamedBoard { solvable_start: Square::new(0, 2), ..named("square5", (2, 2), &["ooooo"; 5]) },
    named("square6", (0, 0), &["oooooo"; 6]),
    NamedBoard { solvable_start: Square::new(0, 2), ..named("square7", (3, 3), &["ooooooo"; 7]) },
    named("square8", (0, 2), &["oooooooo"; 8]),
];

const fn named(name: &'static str, (row, column): (u32, u32), rows: &'static [&'static str]) -> NamedBoard {
    let start = Square::new(row, column);
    NamedBoard { name, alias: None, start, solvable_start: start, rows }
}

impl NamedBoard {
    /// The board of this name or alias, if there is one.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static NamedBoard> {
        NAMED_BOARDS.iter().find(|named| named.name == name || named.alias == Some(name))
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> Board {
        let diagram = Diagram::parse(self.rows.join("\n").as_bytes());
        diagram.expect("the tables above are boards: a test reads them all").board
    }

    /// The game from the default start to the default goal.
    #[must_use]
    pub fn game(&self) -> Game {
        let board = self.board();
        let hole = board.hole(self.start).unwrap_or(Hole::new(0));
        Game::from_vacancy(board, hole).expect("every named board has more than one hole")
    }
}

impl Board {
    /// The board with this name, see [`NAMED_BOARDS`].
    ///
    /// # Errors
    /// [`Error::Input`] for an unknown name; the sentence lists the names.
    pub fn named(name: &str) -> Result<Board, Error> {
        find(name).map(NamedBoard::board)
    }
}

impl Game {
    /// The board with this name, with its default start and goal.
    ///
    /// # Errors
    /// As [`Board::named`].
    pub fn named(name: &str) -> Result<Game, Error> {
        find(name).map(NamedBoard::game)
    }
}

fn find(name: &str) -> Result<&'static NamedBoard, Error> {
    NamedBoard::find(name).ok_or_else(|| {
        let name_of = |named: &NamedBoard| match named.alias {
            Some(alias) => format!("{} ({alias})", named.name),
            None => named.name.to_owned(),
        };
        let names: Vec<String> = NAMED_BOARDS.iter().map(name_of).collect();
        Error::input(format!("there is no board named '{}'; the names are {}", shown(name), names.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Solution, Solver};
    use super::*;
    use crate::search::StopFlag;

    #[test]
    fn every_name_has_its_holes() {
        let holes = [33, 37, 45, 39, 41, 15, 21, 28, 16, 25, 36, 49, 64];
        assert_eq!(NAMED_BOARDS.len(), holes.len());
        for (named, holes) in NAMED_BOARDS.iter().zip(holes) {
            let board = named.board();
            assert_eq!(board.len(), holes, "{}", named.name);
            assert!(board.hole(named.start).is_some(), "{}", named.name);
            assert_eq!(named.game().start().len(), holes - 1);
        }
    }

    #[test]
    fn every_board_has_a_start_that_wins() {
        for named in NAMED_BOARDS {
            let board = named.board();
            let hole = board.require(named.solvable_start).unwrap();
            let game = Game::from_vacancy(board, hole).unwrap();
            let (solution, _) = Solver::new(&game).solve(&StopFlag::default());
            assert!(matches!(solution, Solution::Found(_)), "{}: {solution:?}", named.name);
            let default = named.game().is_possible();
            assert_eq!(default, named.start == named.solvable_start, "{}", named.name);
        }
    }
}
