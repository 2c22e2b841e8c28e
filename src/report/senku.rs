//! The result of a Senku count.

use super::{Record, Run, as_string, field};
use crate::known::{self, Published, SenkuEntry, SenkuGoal};
use crate::senku::{Board, Counted, Game, Goal, Hole, HoleSet, Square};
use serde::Serialize;
use std::fmt;

/// A Senku count, compared with the published numbers where there are some.
#[derive(Debug, Clone, Serialize)]
pub struct SenkuRecord {
    problem: &'static str,
    /// The board's name, or its file's.
    pub board: String,
    start: Place,
    goal: Place,
    /// Jump sequences that end where no jump is left; `None` for a run that was stopped.
    #[serde(serialize_with = "as_string")]
    pub games: Option<u128>,
    /// Jump sequences that end in the goal.
    #[serde(serialize_with = "as_string")]
    pub solutions: Option<u128>,
    /// Orbits of solutions.
    #[serde(serialize_with = "as_string")]
    pub solutions_up_to_symmetry: Option<u128>,
    /// Positions up to the symmetry that keeps the start.
    #[serde(serialize_with = "as_string")]
    pub positions: Option<u128>,
    /// All positions.
    #[serde(serialize_with = "as_string")]
    pub positions_in_all: Option<u128>,
    /// Positions without a jump, up to the symmetry that keeps the start.
    #[serde(serialize_with = "as_string")]
    pub stuck_positions: Option<u128>,
    /// Positions by the number of jumps made, likewise.
    pub levels: Option<Vec<String>>,
    /// Positions from which the goal can be reached.
    #[serde(serialize_with = "as_string")]
    pub winning_positions: Option<u128>,
    /// The published numbers; `None` where there are none.
    pub published: Option<PublishedSenku>,
    /// Whether all numbers agree with the published ones.
    pub agrees: Option<bool>,
    /// The engine that counted.
    pub engine: &'static str,
    /// The instruction set it used.
    pub isa: String,
    /// Worker threads.
    pub threads: usize,
    /// Run time, set-up included.
    pub seconds: f64,
    /// Independent subproblems.
    pub subproblems: u64,
    /// Where the numbers come from; filled in by whoever knows the machine.
    pub environment: Option<Run>,
    /// What is compared, for the reader of the text form.
    #[serde(skip)]
    comparisons: Vec<(&'static str, u128, Published)>,
}

/// A hole, several, or any.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum Place {
    Any(&'static str),
    Hole([u32; 2]),
    Holes(Vec<[u32; 2]>),
}

/// What was published of the two main numbers.
#[derive(Debug, Clone, Serialize)]
pub struct PublishedSenku {
    #[serde(serialize_with = "as_string")]
    games: Option<u128>,
    #[serde(serialize_with = "as_string")]
    solutions: Option<u128>,
}

impl SenkuRecord {
    /// The record of a count that was made with this many threads; `name` is the board's, or its file's.
    #[must_use]
    pub fn new(name: &str, game: &Game, counted: &Counted, threads: usize) -> Self {
        let count = counted.count.as_ref();
        let positions = count.and_then(|count| count.positions.as_ref());
        let mut record = SenkuRecord {
            problem: "senku",
            board: name.to_owned(),
            start: Place::start(game),
            goal: Place::goal(game),
            games: count.map(|count| count.games),
            solutions: count.map(|count| count.solutions),
            solutions_up_to_symmetry: count.and_then(|count| count.solutions_up_to_symmetry),
            positions: positions.map(|positions| positions.total().into()),
            positions_in_all: positions.map(|positions| positions.in_all.into()),
            stuck_positions: positions.map(|positions| positions.stuck.into()),
            levels: positions.map(|positions| positions.levels.iter().map(ToString::to_string).collect()),
            winning_positions: count.and_then(|count| count.winning_positions).map(Into::into),
            published: None,
            agrees: None,
            engine: counted.engine.name(),
            isa: counted.isa.to_string(),
            threads,
            seconds: counted.elapsed.as_secs_f64(),
            subproblems: counted.subproblems,
            environment: None,
            comparisons: vec![],
        };
        record.compare(game, positions.and_then(|positions| positions.levels.iter().copied().max()));
        record
    }

    /// Looks up what was published about this game or a symmetric twin of it. `peak` is its largest level.
    fn compare(&mut self, game: &Game, peak: Option<u64>) {
        let published: Vec<_> = known::senku().filter(|entry| is_about(entry, game)).collect();
        let find =
            |quantity| published.iter().find(|entry| entry.quantity == quantity).map(|entry| entry.published);
        let counts = [
            ("games", self.games),
            ("solutions", self.solutions),
            ("positions_up_to_symmetry", self.positions),
            ("peak_positions_up_to_symmetry", peak.map(Into::into)),
            ("winning_positions_up_to_symmetry", self.winning_positions),
        ];
        let compared =
            counts.into_iter().filter_map(|(quantity, count)| Some((quantity, count?, find(quantity)?)));
        self.comparisons = compared.collect();
        let value = |quantity| find(quantity).map(|published: Published| published.value);
        let (games, solutions) = (value("games"), value("solutions"));
        if games.is_some() || solutions.is_some() {
            self.published = Some(PublishedSenku { games, solutions });
        }
        if !self.comparisons.is_empty() {
            self.agrees =
                Some(self.comparisons.iter().all(|(_, count, published)| *count == published.value));
        }
    }

    /// What the published tables say about `quantity` of this game, if it was counted.
    #[must_use]
    pub fn published(&self, quantity: &str) -> Option<Published> {
        self.comparisons.iter().find(|(name, ..)| *name == quantity).map(|&(_, _, published)| published)
    }

    /// Every number that has a published one, beside it.
    pub fn comparisons(&self) -> impl Iterator<Item = (&'static str, u128, Published)> {
        self.comparisons.iter().copied()
    }

    /// The first number that differs from the published one, as an error.
    ///
    /// # Errors
    /// [`crate::Error::Differs`].
    pub fn verify(&self) -> Result<(), crate::Error> {
        self.comparisons.iter().try_for_each(|&(quantity, count, published)| {
            known::compare(&format!("{quantity} of {}", self.board), count, published)
        })
    }
}

impl Place {
    /// The holes that are empty at the start.
    pub(super) fn start(game: &Game) -> Place {
        Place::of(game.board(), game.vacancies())
    }

    /// What wins.
    pub(super) fn goal(game: &Game) -> Place {
        let place = |hole| coordinates(game.board(), hole);
        match game.goal() {
            Goal::Any => Place::Any("any"),
            Goal::Hole(hole) => Place::Hole(place(hole)),
            Goal::Position(pegs) => Place::Holes(pegs.iter().map(place).collect()),
        }
    }

    /// One hole by itself, several as a list.
    fn of(board: &Board, holes: HoleSet) -> Place {
        let mut all: Vec<_> = holes.iter().map(|hole| coordinates(board, hole)).collect();
        if all.len() == 1 { Place::Hole(all.remove(0)) } else { Place::Holes(all) }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Any(any) => f.write_str(any),
            Place::Hole(hole) => write!(f, "{hole:?}"),
            Place::Holes(holes) => write!(f, "{holes:?}"),
        }
    }
}

fn coordinates(board: &Board, hole: Hole) -> [u32; 2] {
    let Square { row, column: col } = board.square(hole);
    [row, col]
}

/// What the published tables say about `quantity` of this game.
#[cfg(feature = "picture")]
pub(super) fn published(game: &Game, quantity: &str) -> Option<Published> {
    known::senku()
        .filter(|entry| entry.quantity == quantity)
        .find(|entry| is_about(entry, game))
        .map(|entry| entry.published)
}

/// Whether a published number is about this game, or a symmetry of the board maps the two onto each other.
fn is_about(entry: &SenkuEntry, game: &Game) -> bool {
    let board = game.board();
    let hole = |[row, column]: [u32; 2]| board.hole(Square::new(row, column)).map(HoleSet::from);
    if Board::named(entry.board).ok().as_ref() != Some(board) {
        return false;
    }
    let Some(start) = hole(entry.start) else {
        return false;
    };
    board.symmetries().elements().iter().any(|symmetry| {
        let same_goal = match (entry.goal, game.goal()) {
            (SenkuGoal::None, _) | (SenkuGoal::Any, Goal::Any) => true,
            (SenkuGoal::Hole(goal), Goal::Hole(ours)) => {
                hole(goal).is_some_and(|goal| symmetry.apply(goal) == ours.into())
            }
            _ => false,
        };
        same_goal && symmetry.apply(start) == game.vacancies()
    })
}

impl Record for SenkuRecord {
    const HEADINGS: &'static [&'static str] = &[
        "board",
        "start",
        "goal",
        "games",
        "solutions",
        "solutions_up_to_symmetry",
        "positions",
        "positions_in_all",
        "stuck_positions",
        "winning_positions",
        "agrees",
        "engine",
        "isa",
        "threads",
        "seconds",
    ];

    fn fields(&self) -> Vec<String> {
        vec![
            self.board.clone(),
            self.start.to_string(),
            self.goal.to_string(),
            field(self.games),
            field(self.solutions),
            field(self.solutions_up_to_symmetry),
            field(self.positions),
            field(self.positions_in_all),
            field(self.stuck_positions),
            field(self.winning_positions),
            field(self.agrees),
            self.engine.to_owned(),
            self.isa.clone(),
            self.threads.to_string(),
            format!("{:.6}", self.seconds),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(game: &Game) -> usize {
        known::senku().filter(|entry| is_about(entry, game)).count()
    }

    #[test]
    fn published_numbers_serve_symmetric_twins() {
        let board = Board::named("triangle15").unwrap();
        let corner = |row, col| {
            let vacancy = board.hole(Square::new(row, col)).unwrap();
            Game::from_vacancy(board.clone(), vacancy).unwrap()
        };
        let apex = corner(0, 0);
        assert_eq!(entries(&apex), 2, "games, and solutions that end in the same hole");
        assert_eq!(entries(&corner(4, 0)), 2);
        assert_eq!(entries(&corner(4, 4)), 2);
        assert_eq!(entries(&apex.with_goal(Goal::Any).unwrap()), 2);
    }

    #[test]
    fn other_boards_and_starts_have_no_published_numbers() {
        assert_eq!(entries(&Game::named("triangle21").unwrap()), 0);
        let board = Board::named("english").unwrap();
        let vacancy = board.hole(Square::new(0, 2)).unwrap();
        assert_eq!(entries(&Game::from_vacancy(board, vacancy).unwrap()), 0);
    }
}
