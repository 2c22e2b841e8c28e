//! What was counted: a board of queens with its conditions, or a board of Senku with its start and its goal.

use super::pairs;
use crate::Square;
use crate::known::{self, Published};
use crate::queens::Board;
use crate::senku::{Game, Goal, Hole};
use serde::{Deserialize, Serialize};
use std::fmt;

/// So many squares of a kind are named in a sentence; of more, their number is said.
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
    /// What a shard is a part of; `None` for what is no shard.
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
    /// Squares without queens, likewise.
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

/// What was counted: a board with its start and its goal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SenkuSubject {
    /// The board's name, or its file's.
    pub board: String,
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
        let vacancies: Vec<_> = game.vacancies().iter().map(|hole| coordinates(game, hole)).collect();
        let start = if let [hole] = vacancies[..] { Holes::One(hole) } else { Holes::Several(vacancies) };
        let goal = match game.goal() {
            Goal::Any => Holes::Any("any".to_owned()),
            Goal::Hole(hole) => Holes::One(coordinates(game, hole)),
            Goal::Position(pegs) => Holes::Several(pegs.iter().map(|hole| coordinates(game, hole)).collect()),
        };
        SenkuSubject { board: name.to_owned(), start, goal }
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
