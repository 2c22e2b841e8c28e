//! Records of Senku counts.

use super::made::COLUMNS;
use super::{Countable, Family, Kind, Made, Record, Status, Subject, pair};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::{fmt, slice};
use vuelta::Error;
use vuelta::known::{self, Published};
use vuelta::search::{Context, Instant};
use vuelta::senku::{
    Board, Count, Counting, Diagram, Engine, Game, Goal, HoleSet, NAMED_BOARDS, NamedBoard, Square,
    winning_levels,
};
use vuelta::simd::Isa;

/// Counts of games and solutions; nothing of a run that was stopped.
pub(super) static FAMILY: Family = Family {
    problem: "senku",
    quantities: &[
        Kind::number("games"),
        Kind::number("solutions"),
        Kind { label: "  up to symmetry", ..Kind::number("solutions_up_to_symmetry") },
        Kind { known_as: &["positions_up_to_symmetry"], ..Kind::number("positions") },
        Kind { label: "  in all", ..Kind::number("positions_in_all") },
        Kind::number("stuck_positions"),
        Kind { known_as: &["levels", "peak_positions_up_to_symmetry"], ..Kind::list("levels") },
        Kind { known_as: &["winning_positions_up_to_symmetry"], ..Kind::number("winning_positions") },
        Kind { is_optional: true, ..Kind::list("winning_levels") },
    ],
    main: &["games", "solutions"],
    columns: &[
        &["board", "start", "goal", "diagram", "games", "solutions", "solutions_up_to_symmetry"],
        &["positions", "positions_in_all", "stuck_positions", "winning_positions", "agrees", "status"],
        COLUMNS,
    ],
};

/// Counts of winning positions alone.
pub(super) static WINNING: Family = Family {
    problem: "senku-winning",
    quantities: &[
        Kind { known_as: &["winning_positions_up_to_symmetry"], ..Kind::number("winning_positions") },
        Kind { is_optional: true, ..Kind::list("winning_levels") },
    ],
    main: &["winning_positions"],
    columns: &[&["board", "start", "goal", "diagram", "winning_positions", "agrees", "status"], COLUMNS],
};

/// A hole, several, or a word: any.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Holes {
    /// One peg anywhere.
    Any(String),
    /// A hole, by row and column.
    One([u32; 2]),
    /// Several.
    Several(Vec<[u32; 2]>),
}

impl fmt::Display for Holes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares = match self {
            Holes::Any(word) => return f.pad(word),
            Holes::One(square) => slice::from_ref(square),
            Holes::Several(squares) => squares,
        };
        let squares: Vec<_> = squares.iter().map(|[row, column]| format!("[{row},{column}]")).collect();
        f.pad(&squares.join(" "))
    }
}

/// A game: a board with its start and its goal.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SenkuSubject {
    /// The board's name, or its file's.
    pub board: String,
    /// The rows of a board from a file, with the pegs at the start: two files of one name are two problems.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagram: Option<Vec<String>>,
    /// The holes that are empty at the start.
    pub start: Holes,
    /// The pegs at the end.
    pub goal: Holes,
}

impl SenkuSubject {
    /// This game; `name` is the board's, or its file's.
    #[must_use]
    pub fn new(name: &str, game: &Game) -> Self {
        let named = NamedBoard::find(name).filter(|named| named.board() == *game.board());
        let coordinates = |hole| pair(game.board().square(hole));
        let vacancies: Vec<_> = game.vacancies().iter().map(coordinates).collect();
        let diagram = || game.board().diagram(game.start()).lines().map(str::to_owned).collect();
        SenkuSubject {
            board: named.map_or(name, |named| named.name).to_owned(),
            diagram: named.is_none().then(diagram),
            start: if let [hole] = vacancies[..] { Holes::One(hole) } else { Holes::Several(vacancies) },
            goal: match game.goal() {
                Goal::Any => Holes::Any("any".to_owned()),
                Goal::Hole(hole) => Holes::One(coordinates(hole)),
                Goal::Position(pegs) => Holes::Several(pegs.iter().map(coordinates).collect()),
            },
        }
    }

    /// The game, if its board is known by its name or by its diagram.
    fn game(&self) -> Option<Game> {
        let board = match &self.diagram {
            None => Board::named(&self.board).ok()?,
            Some(rows) => Diagram::parse(rows.join("\n").as_bytes()).ok()?.board,
        };
        let hole = |[row, column]: [u32; 2]| board.hole(Square::new(row, column));
        let holes = |place: &Holes| -> Option<HoleSet> {
            match place {
                Holes::Any(_) => None,
                Holes::One(square) => hole(*square).map(HoleSet::from),
                Holes::Several(squares) => squares.iter().map(|&square| hole(square)).collect(),
            }
        };
        let start = board.holes() ^ holes(&self.start)?;
        let goal = match &self.goal {
            Holes::Any(text) if text == "any" => Goal::Any,
            Holes::One(square) => Goal::Hole(hole(*square)?),
            place => Goal::Position(holes(place)?),
        };
        Game::new(board, start).ok()?.with_goal(goal).ok()
    }

    /// Everything published about it.
    pub(super) fn published(&self) -> Vec<Published> {
        self.game().map(|game| known(&game)).unwrap_or_default()
    }

    /// `english, empty at [3,3], goal [3,3]`
    pub(super) fn title(&self) -> String {
        format!("{}, empty at {}, goal {}", self.board, self.start, self.goal)
    }
}

/// A Senku count with the name of its board, or of its file.
#[derive(Debug, Clone)]
pub struct SenkuCounting<'a> {
    /// The board's name, or its file's.
    pub name: &'a str,
    /// The count.
    pub counting: Counting<'a>,
}

impl Countable for SenkuCounting<'_> {
    fn subject(&self) -> Subject {
        Subject::Senku(SenkuSubject::new(self.name, self.counting.game()))
    }

    fn large_pages(&self, _: usize) -> u64 {
        self.counting.large_pages()
    }

    fn count(&self, context: &mut Context<'_>) -> Result<Record, Error> {
        let counted = self.counting.run(context)?;
        let count = counted.count.as_ref();
        let positions = count.and_then(|count| count.positions.as_ref());
        let made = Made::of(&counted.work, &counted.engine, context.workers.threads());
        let made = Made {
            status: if count.is_some() { made.status } else { Status::Partial },
            isa: Some(counted.isa.to_string()),
            seconds: Some(counted.work.outcome.elapsed.as_secs_f64()),
            subproblems_here: made.subproblems_here.filter(|_| made.ledger.is_some()),
            stages: counted.stages.clone(),
            ..made
        };
        Ok(Record::new(self.subject(), made)
            .with("games", count.map(|count| count.games))
            .with("solutions", count.map(|count| count.solutions))
            .with("solutions_up_to_symmetry", count.and_then(|count| count.solutions_up_to_symmetry))
            .with("positions", positions.map(|positions| positions.total()))
            .with("positions_in_all", positions.map(|positions| positions.in_all))
            .with("stuck_positions", positions.map(|positions| positions.stuck))
            .with("levels", positions.map(|positions| positions.levels.clone()).unwrap_or_default())
            .with("winning_positions", count.and_then(Count::winning_positions))
            .with("winning_levels", count.and_then(|count| count.winning_levels.clone()).unwrap_or_default())
            .compared())
    }

    fn again(&self, first: &Record) -> Option<Self> {
        let engine = first.made.engine.parse().ok()?;
        let counting = self.counting.double_check(engine, first.number("games"))?;
        Some(SenkuCounting { counting, ..*self })
    }
}

/// A count of winning positions alone, with the name of its board, or of its file.
#[derive(Debug, Clone, Copy)]
pub struct WinningCounting<'a> {
    /// The board's name, or its file's.
    pub name: &'a str,
    /// The game.
    pub game: &'a Game,
    /// The instruction set; `None` for a count by the memo.
    pub isa: Option<Isa>,
    /// The most bytes of the tables.
    pub memory_limit: u64,
}

impl Countable for WinningCounting<'_> {
    fn subject(&self) -> Subject {
        Subject::SenkuWinning(SenkuSubject::new(self.name, self.game))
    }

    fn count(&self, context: &mut Context<'_>) -> Result<Record, Error> {
        let began = Instant::now();
        let (engine, levels) = match self.isa {
            Some(isa) => (Engine::Dense, winning_levels(self.game, isa, self.memory_limit, context)?),
            None => {
                let counting = Counting::new(self.game).engine(Engine::Memo).winning(true);
                let count = counting.memory_limit(self.memory_limit).run(context)?.count;
                (Engine::Memo, count.and_then(|count| count.winning_levels))
            }
        };
        let made = Made {
            status: if levels.is_some() { Status::Complete } else { Status::Partial },
            engine: engine.to_string(),
            isa: Some(self.isa.unwrap_or(Isa::Portable).to_string()),
            threads: Some(context.workers.threads()),
            seconds: Some(began.elapsed().as_secs_f64()),
            ..Made::default()
        };
        Ok(Record::new(self.subject(), made)
            .with("winning_positions", levels.as_ref().map(|levels| levels.iter().sum::<u64>()))
            .with("winning_levels", levels.unwrap_or_default())
            .compared())
    }

    fn again(&self, _: &Record) -> Option<Self> {
        self.isa?;
        let counting = Counting::new(self.game).memory_limit(self.memory_limit);
        counting.double_check(Engine::Dense, None).map(|_| WinningCounting { isa: None, ..*self })
    }
}

/// The published numbers about this game, also those about its images under the board's symmetries.
fn known(game: &Game) -> Vec<Published> {
    twins(game).iter().flat_map(|subject| known::about("senku", subject)).collect()
}

/// The game and its images, as the table of published numbers writes them: with the goal, and without it.
fn twins(game: &Game) -> BTreeSet<String> {
    let board = game.board();
    let shifted = |named: &NamedBoard| Some((named.name, shift(&named.board(), board)?));
    let Some((name, [down, right])) = NAMED_BOARDS.iter().find_map(shifted) else { return BTreeSet::new() };
    let text = |holes: HoleSet| {
        let squares = holes.iter().map(|hole| board.square(hole));
        squares.map(|Square { row, column }| format!("{} {}", row - down, column - right)).collect::<String>()
    };
    let images = board.symmetries().elements().iter().flat_map(|symmetry| {
        let start = format!("board={name};start={}", text(symmetry.apply(game.vacancies())));
        let goal = match game.goal() {
            Goal::Any => "any".to_owned(),
            Goal::Hole(hole) => text(symmetry.apply(hole.into())),
            Goal::Position(_) => return vec![start],
        };
        vec![format!("{start};goal={goal}"), start]
    });
    images.collect()
}

/// How far down and to the right the holes of `board` lie, if they are those of the named one but for that.
fn shift(named: &Board, board: &Board) -> Option<[u32; 2]> {
    let pairs = || named.squares().iter().zip(board.squares());
    let (first, ours) = pairs().next()?;
    let (down, right) = (ours.row.checked_sub(first.row)?, ours.column.checked_sub(first.column)?);
    let same = pairs().all(|(a, b)| (a.row + down, a.column + right) == (b.row, b.column));
    (same && named.lattice() == board.lattice() && named.len() == board.len()).then_some([down, right])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Row;

    fn subject(name: &str, text: &str) -> SenkuSubject {
        let game = Game::from_diagram(Diagram::parse(text.as_bytes()).unwrap()).unwrap();
        SenkuSubject::new(name, &game.with_goal(Goal::Any).unwrap())
    }

    /// The fields that tell this game from others.
    fn keys(subject: &SenkuSubject) -> Row {
        Subject::Senku(subject.clone()).keys()
    }

    #[test]
    fn a_board_from_a_file_is_known_by_its_diagram() {
        let (row, longer) = (subject("x.txt", "oo."), subject("x.txt", "oo.oo"));
        assert_eq!((&row.start, &row.goal), (&longer.start, &longer.goal));
        assert_ne!(keys(&row), keys(&longer));
        assert_eq!(keys(&row), keys(&subject("y.txt", "o o .\n")));
        // Another start is another problem.
        assert_ne!(keys(&row), keys(&subject("x.txt", ".oo")));
        assert_eq!(row.game().unwrap().board().len(), 3);
        let triangle = subject("t", "triangle\n.\noo\nooo\n");
        assert_eq!(triangle.game().unwrap().board().len(), 6);
        assert_eq!(triangle.diagram.unwrap().join("/"), "triangle/  ./ o o/o o o");
    }

    #[test]
    fn a_board_known_by_name_has_no_diagram() {
        let european = Game::named("european").unwrap();
        let [named, french, file] =
            ["european", "french", "french.txt"].map(|name| SenkuSubject::new(name, &european));
        assert_eq!((&named.diagram, french.board.as_str()), (&None, "european"));
        assert_eq!(keys(&named), keys(&french));
        assert_ne!(keys(&file), keys(&named));
        assert_eq!(file.game().unwrap(), named.game().unwrap());
    }

    /// How many numbers of games and of solutions the table has for this game.
    fn entries(game: &Game) -> usize {
        known(game).iter().filter(|number| ["games", "solutions"].contains(&number.quantity)).count()
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
    fn published_numbers_serve_boards_that_are_drawn_further_down_or_to_the_right() {
        let of = |text: &str| Game::from_diagram(Diagram::parse(text.as_bytes()).unwrap()).unwrap();
        let english = Game::named("english").unwrap();
        let rows = "xxoooxx\nxxoooxx\nooooooo\nooo.ooo\nooooooo\nxxoooxx\nxxoooxx\n";
        let shifted: String = rows.lines().map(|line| format!("x{line}\n")).collect();
        for text in [rows.to_owned(), shifted.clone(), format!("xxxxxxx\n{rows}"), format!("xxxx\n{shifted}")]
        {
            assert_eq!(entries(&of(&text)), entries(&english), "{text}");
        }
        assert_eq!(entries(&of(&rows.replacen("xxooo", "xxoox", 1))), 0);
    }

    #[test]
    fn every_level_is_compared() {
        let game = Game::named("english").unwrap();
        let known = known(&game);
        let levels = |quantity| -> Vec<u128> {
            known.iter().filter(|number| number.quantity == quantity).map(|number| number.value).collect()
        };
        let (mut all, mut winning) = (levels("levels"), levels("winning_levels"));
        // A list of ours ends before the level that has no position.
        assert_eq!((all.pop(), all.len(), winning.len()), (Some(0), 32, 33));
        let wrong = |all: &[u128], winning: &[u128]| {
            let subject = Subject::Senku(SenkuSubject::new("english", &game));
            let record = Record::new(subject, Made::default())
                .with("levels", all.to_vec())
                .with("winning_levels", winning.to_vec())
                .compared();
            let compared: Vec<_> = record.comparisons().collect();
            let wrong = compared.iter().filter(|(count, published)| *count != published.value);
            let wrong: Vec<String> = wrong.map(|(_, published)| published.name()).collect();
            (compared.len(), wrong)
        };
        winning.pop();
        // The peak is a number by itself.
        assert_eq!(wrong(&all, &winning), (67, vec![]));
        all[5] += 1;
        winning.pop();
        assert_eq!(
            wrong(&all, &winning),
            (67, vec!["levels[5]".to_owned(), "winning_levels[31]".to_owned()])
        );
    }
}
