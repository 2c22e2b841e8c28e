//! What was counted: a board of queens with its conditions, or a board of Senku with its start and its goal.

use super::pairs;
use crate::Square;
use crate::known::{self, Published};
use crate::queens::Board;
use crate::senku::{Board as PegBoard, Diagram, Game, Goal, Hole, NamedBoard};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;

/// The most squares of a kind that a sentence names; of more squares it says the number.
const NAMED_SQUARES: usize = 4;

/// What was counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// A board of queens, or a shard of it.
    Queens(QueensSubject),
    /// A game of Senku.
    Senku(SenkuSubject),
}

impl Subject {
    /// Whether the two may be one problem: see [`SenkuSubject::may_be`].
    pub(super) fn may_be(&self, other: &Self) -> bool {
        match (self, other) {
            (Subject::Senku(one), Subject::Senku(other)) => one.may_be(other),
            _ => self == other,
        }
    }

    /// The whole that a shard belongs to; `None` for a subject that is not a shard.
    #[must_use]
    pub fn whole(&self) -> Option<Subject> {
        match self {
            Subject::Queens(part) if part.shard.is_some() => {
                Some(Subject::Queens(QueensSubject { shard: None, ..part.clone() }))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Queens(queens) => queens.fmt(f),
            Subject::Senku(senku) => senku.fmt(f),
        }
    }
}

/// What was counted: the board with its conditions, or a shard of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueensSubject {
    /// N.
    pub n: u32,
    /// Squares with fixed queens, as row and column.
    #[serde(default)]
    pub fixed: Vec<[u32; 2]>,
    /// Squares without queens, as row and column.
    #[serde(default)]
    pub blocked: Vec<[u32; 2]>,
    /// Which part was counted, and of how many; `None` for the whole.
    pub shard: Option<[u64; 2]>,
}

impl QueensSubject {
    /// The whole of this board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let (mut fixed, mut blocked) = (pairs(board.fixed()), pairs(board.blocked()));
        fixed.sort_unstable();
        blocked.sort_unstable();
        QueensSubject { n: board.size(), fixed, blocked, shard: None }
    }

    /// The whole board of this size, without conditions.
    #[must_use]
    pub fn plain(n: u32) -> Self {
        QueensSubject { n, fixed: vec![], blocked: vec![], shard: None }
    }

    /// Whether it has no conditions.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.fixed.is_empty() && self.blocked.is_empty()
    }

    /// What the published tables say about `quantity` on this board; nothing where it has conditions.
    #[must_use]
    pub fn published(&self, quantity: &str) -> Option<Published> {
        self.is_plain().then(|| known::queens_count(quantity, self.n)).flatten()
    }

    /// The conditions in a few words: `fixed b4 d5, blocked a1`; empty where there are none.
    #[must_use]
    pub fn conditions(&self) -> String {
        let of = |name: &str, squares: &[[u32; 2]]| match squares.len() {
            0 => None,
            1..=NAMED_SQUARES => {
                let names = squares.iter().map(|&[row, column]| Square::new(row, column).name(self.n));
                Some(format!("{name} {}", names.collect::<Vec<_>>().join(" ")))
            }
            many => Some(format!("{many} {name}")),
        };
        let all = [of("fixed", &self.fixed), of("blocked", &self.blocked)];
        all.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// `8 queens on 8 x 8, fixed b4`
impl fmt::Display for QueensSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (n, conditions) = (self.n, self.conditions());
        write!(f, "{n} queen{} on {n} x {n}", if n == 1 { "" } else { "s" })?;
        if conditions.is_empty() { Ok(()) } else { write!(f, ", {conditions}") }
    }
}

/// The problem that was counted: a board with its start and its goal.
///
/// A board from a file is known by its diagram: two files of one name are two problems, and a file that was renamed is
/// the same problem. The start is part of the diagram.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SenkuSubject {
    /// The board's name, or its file's.
    pub board: String,
    /// The rows of a board from a file, with the pegs at the start; `None` for a board known by name, and in records
    /// that do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagram: Option<Vec<String>>,
    /// The holes that are empty at the start.
    pub start: Holes,
    /// What wins.
    pub goal: Holes,
}

/// A hole, several, or a word: any.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Holes {
    /// One peg anywhere.
    Any(String),
    /// A hole, by row and column.
    One([u32; 2]),
    /// Several.
    Several(Vec<[u32; 2]>),
}

impl SenkuSubject {
    /// This game; `name` is the board's, or its file's.
    #[must_use]
    pub fn of(name: &str, game: &Game) -> Self {
        let named = NamedBoard::find(name).filter(|named| named.board() == *game.board());
        let diagram = || game.board().diagram(game.start()).lines().map(str::to_owned).collect();
        let vacancies: Vec<_> = game.vacancies().iter().map(|hole| coordinates(game, hole)).collect();
        let start = if let [hole] = vacancies[..] { Holes::One(hole) } else { Holes::Several(vacancies) };
        let goal = match game.goal() {
            Goal::Any => Holes::Any("any".to_owned()),
            Goal::Hole(hole) => Holes::One(coordinates(game, hole)),
            Goal::Position(pegs) => Holes::Several(pegs.iter().map(|hole| coordinates(game, hole)).collect()),
        };
        let board = named.map_or(name, |named| named.name).to_owned();
        SenkuSubject { board, diagram: named.is_none().then(diagram), start, goal }
    }

    /// The board, of a file from its diagram; `None` for a file without one.
    #[must_use]
    pub fn peg_board(&self) -> Option<PegBoard> {
        match &self.diagram {
            Some(rows) => Diagram::parse(rows.join("\n").as_bytes()).ok().map(|diagram| diagram.board),
            None => PegBoard::named(&self.board).ok(),
        }
    }

    /// The diagram on one line, its rows separated by `/`; empty for a board known by name.
    #[must_use]
    pub fn diagram_line(&self) -> String {
        self.diagram.as_ref().map(|rows| rows.join("/")).unwrap_or_default()
    }

    /// Whether the other may be the same problem: a record of a file without a diagram is compared by its name.
    #[must_use]
    pub fn may_be(&self, other: &Self) -> bool {
        let by_name = |subject: &Self| SenkuSubject { diagram: None, ..subject.clone() };
        let is_unclear =
            |subject: &Self| subject.diagram.is_none() && NamedBoard::find(&subject.board).is_none();
        self == other || (is_unclear(self) || is_unclear(other)) && by_name(self) == by_name(other)
    }

    /// The parts that tell a problem from another.
    fn key(&self) -> (Option<&[String]>, Option<&str>, &Holes, &Holes) {
        let name = self.diagram.is_none().then_some(self.board.as_str());
        (self.diagram.as_deref(), name, &self.start, &self.goal)
    }
}

impl PartialEq for SenkuSubject {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for SenkuSubject {}

impl Ord for SenkuSubject {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for SenkuSubject {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `english, empty at [3,3], goal [3,3]`
impl fmt::Display for SenkuSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, empty at {}, goal {}", self.board, self.start, self.goal)
    }
}

impl fmt::Display for Holes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hole = |[row, column]: &[u32; 2]| format!("[{row},{column}]");
        match self {
            Holes::Any(any) => f.write_str(any),
            Holes::One(square) => f.write_str(&hole(square)),
            Holes::Several(squares) => f.write_str(&squares.iter().map(hole).collect::<Vec<_>>().join(" ")),
        }
    }
}

fn coordinates(game: &Game, hole: Hole) -> [u32; 2] {
    let Square { row, column } = game.board().square(hole);
    [row, column]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(name: &str, text: &str) -> SenkuSubject {
        let game = Game::from_diagram(Diagram::parse(text.as_bytes()).unwrap()).unwrap();
        SenkuSubject::of(name, &game.with_goal(Goal::Any).unwrap())
    }

    #[test]
    fn a_board_from_a_file_is_known_by_its_diagram() {
        let (row, longer) = (subject("x.txt", "oo."), subject("x.txt", "oo.oo"));
        assert_eq!((&row.start, &row.goal), (&longer.start, &longer.goal));
        assert!(row != longer && !row.may_be(&longer));
        assert_eq!(row, subject("y.txt", "o o .\n"));
        // Another start is another problem.
        assert_ne!(row, subject("x.txt", ".oo"));
        assert_eq!(row.peg_board().unwrap().len(), 3);
        let triangle = subject("t", "triangle\n.\noo\nooo\n");
        assert_eq!(
            (triangle.peg_board().unwrap().len(), triangle.diagram_line().as_str()),
            (6, "triangle/  ./ o o/o o o")
        );
        // A record without a diagram may be of either file.
        let old = SenkuSubject { diagram: None, ..row.clone() };
        assert!(old.may_be(&row) && longer.may_be(&old) && old != row);
    }

    #[test]
    fn a_board_known_by_name_has_no_diagram() {
        let european = Game::named("european").unwrap();
        let (named, french) =
            (SenkuSubject::of("european", &european), SenkuSubject::of("french", &european));
        assert_eq!((named.diagram.as_ref(), french.board.as_str()), (None, "european"));
        assert_eq!(named, french);
        let file = SenkuSubject::of("french.txt", &european);
        assert!(file.diagram.is_some() && !file.may_be(&named));
    }
}
