//! The result of a Senku count.

use super::count::{Made, Number, Status};
use super::subject::{SenkuSubject, Subject};
use super::{Record, Row, Run, field};
use crate::known::{self, Entry, Published};
use crate::senku::{Board, Count, Counted, Game, Goal, HoleSet, NAMED_BOARDS, NamedBoard, Square};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What came out; nothing of a run that was stopped.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SenkuNumbers {
    /// Jump sequences that end where no jump is left.
    pub games: Option<Number>,
    /// Jump sequences that end in the goal.
    pub solutions: Option<Number>,
    /// Orbits of solutions.
    pub solutions_up_to_symmetry: Option<Number>,
    /// Positions up to the symmetry that keeps the start.
    pub positions: Option<Number>,
    /// All positions.
    pub positions_in_all: Option<Number>,
    /// Positions without a jump, up to the symmetry that keeps the start.
    pub stuck_positions: Option<Number>,
    /// Positions by the number of jumps made, up to the symmetry that keeps the start.
    pub levels: Option<Vec<Number>>,
    /// Positions from which the goal can be reached, up to the symmetries that keep both the start and the goal.
    pub winning_positions: Option<Number>,
    /// Winning positions by the number of jumps made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_levels: Option<Vec<Number>>,
    /// The published numbers; `None` where there are none.
    pub published: Option<PublishedSenku>,
    /// Which numbers in `published` follow from published ones and were not published themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derived: Vec<String>,
    /// Whether all numbers agree with the published ones; `None` where there are none.
    pub agrees: Option<bool>,
}

/// A Senku count, compared with the published numbers where there are some.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "problem", rename = "senku")]
pub struct SenkuRecord {
    /// What was counted.
    #[serde(flatten)]
    pub subject: SenkuSubject,
    /// What came out.
    #[serde(flatten)]
    pub numbers: SenkuNumbers,
    /// How.
    #[serde(flatten)]
    pub made: Made,
    /// Where the numbers come from; filled in by whoever knows the machine.
    pub environment: Option<Run>,
    /// What is compared, for the reader of the text form.
    #[serde(skip)]
    comparisons: Vec<(&'static str, u128, Published)>,
}

/// The published or derived values of the two main numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedSenku {
    games: Option<Number>,
    solutions: Option<Number>,
}

impl SenkuRecord {
    /// The record of a count that was made with this many threads; `name` is the board's, or its file's.
    #[must_use]
    pub fn new(name: &str, game: &Game, counted: &Counted, threads: usize) -> Self {
        let count = counted.count.as_ref();
        let positions = count.and_then(|count| count.positions.as_ref());
        let number = |count: u64| Number(count.into());
        let numbers_of = |levels: &[u64]| levels.iter().copied().map(number).collect();
        let numbers = SenkuNumbers {
            games: count.map(|count| Number(count.games)),
            solutions: count.map(|count| Number(count.solutions)),
            solutions_up_to_symmetry: count.and_then(|count| count.solutions_up_to_symmetry).map(Number),
            positions: positions.map(|positions| number(positions.total())),
            positions_in_all: positions.map(|positions| number(positions.in_all)),
            stuck_positions: positions.map(|positions| number(positions.stuck)),
            levels: positions.map(|positions| numbers_of(&positions.levels)),
            winning_positions: count.and_then(Count::winning_positions).map(number),
            winning_levels: count.and_then(|count| count.winning_levels.as_deref()).map(numbers_of),
            published: None,
            derived: vec![],
            agrees: None,
        };
        let ledger = counted.ledger;
        let resumed = ledger.is_some_and(|ledger| ledger.resumed > 0);
        let made = Made {
            status: Some(match count {
                None => Status::Partial,
                Some(_) if resumed => Status::Resumed,
                Some(_) => Status::Complete,
            }),
            engine: counted.engine.name().to_owned(),
            isa: Some(counted.isa.to_string()),
            threads: Some(threads),
            seconds: Some(counted.elapsed.as_secs_f64()),
            subproblems: Some(ledger.map_or(counted.subproblems, |ledger| ledger.sweeps)),
            subproblems_here: ledger.map(|ledger| ledger.done - ledger.resumed),
            resumed,
            core_seconds: ledger.map(|ledger| ledger.core_time.as_secs_f64()),
            ..Made::default()
        };
        let subject = SenkuSubject::of(name, game);
        let mut record = SenkuRecord { subject, numbers, made, environment: None, comparisons: vec![] };
        record.compare(game);
        record
    }

    /// Looks up what was published about this game or a symmetric twin of it.
    fn compare(&mut self, game: &Game) {
        let known = known(game);
        self.comparisons = self.numbers.compared(&known).collect();
        let value = |quantity| Some(Number(published(&known, quantity).first()?.value));
        let (games, solutions) = (value("games"), value("solutions"));
        if games.is_some() || solutions.is_some() {
            self.numbers.published = Some(PublishedSenku { games, solutions });
        }
        let is_derived = |quantity: &str| published(&known, quantity).iter().any(|number| number.is_derived);
        let derived = ["games", "solutions"].into_iter().filter(|quantity| is_derived(quantity));
        self.numbers.derived = derived.map(str::to_owned).collect();
        let any_published = self.comparisons.iter().any(|(_, _, number)| !number.is_derived);
        self.numbers.agrees = any_published.then(|| self.verify().is_ok());
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
            known::compare(
                &format!("{} of {}", published.name(quantity), self.subject.board),
                count,
                published,
            )
        })
    }
}

impl SenkuNumbers {
    /// Every number that has a published one, beside it, by its name in the tables.
    pub(super) fn compared(&self, known: &[Entry]) -> impl Iterator<Item = (&'static str, u128, Published)> {
        let peak = self.levels.as_ref().and_then(|levels| levels.iter().max().copied());
        let of = |name, counts: Vec<Number>| {
            // A list ends with the last level that has a position.
            let count = move |published: &Published| {
                let count = counts.get(published.place.unwrap_or_default() as usize);
                count.map_or(0, |count| count.0)
            };
            published(known, name).into_iter().map(move |published| (name, count(&published), published))
        };
        let counts = [
            ("games", self.games),
            ("solutions", self.solutions),
            ("positions_up_to_symmetry", self.positions),
            ("peak_positions_up_to_symmetry", peak),
            ("winning_positions_up_to_symmetry", self.winning_positions),
        ];
        let lists = [("levels", &self.levels), ("winning_levels", &self.winning_levels)];
        let counts = counts.into_iter().filter_map(|(name, count)| Some((name, vec![count?])));
        let lists = lists.into_iter().filter_map(|(name, list)| Some((name, list.clone()?)));
        counts.chain(lists).flat_map(move |(name, counts)| of(name, counts))
    }
}

/// The published numbers about this game, also those about its images under the board's symmetries.
pub(super) fn known(game: &Game) -> Vec<Entry> {
    twins(game).iter().flat_map(|subject| known::about("senku", subject)).collect()
}

/// The published numbers of a quantity: a single number, a list, or nothing.
fn published(known: &[Entry], quantity: &str) -> Vec<Published> {
    let entry = known.iter().find(|entry| entry.quantity == quantity);
    entry.map(|entry| entry.numbers.clone()).unwrap_or_default()
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

impl Record for SenkuRecord {
    fn row(&self) -> Row {
        let (SenkuSubject { board, start, goal, .. }, numbers) = (&self.subject, &self.numbers);
        let mut row = vec![
            ("board", board.clone()),
            ("start", start.to_string()),
            ("goal", goal.to_string()),
            ("diagram", self.subject.diagram_line()),
            ("games", field(numbers.games)),
            ("solutions", field(numbers.solutions)),
            ("solutions_up_to_symmetry", field(numbers.solutions_up_to_symmetry)),
            ("positions", field(numbers.positions)),
            ("positions_in_all", field(numbers.positions_in_all)),
            ("stuck_positions", field(numbers.stuck_positions)),
            ("winning_positions", field(numbers.winning_positions)),
            ("agrees", field(numbers.agrees)),
            ("status", field(self.made.status)),
        ];
        row.extend(self.made.row());
        row
    }

    fn subject(&self) -> Option<(Subject, bool)> {
        Some((Subject::Senku(self.subject.clone()), self.made.is_complete()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::senku::Diagram;

    /// How many games and numbers of solutions the tables have for this game.
    fn entries(game: &Game) -> usize {
        known(game).iter().filter(|entry| ["games", "solutions"].contains(&entry.quantity)).count()
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
        let levels = |quantity| published(&known, quantity).iter().map(|known| Number(known.value)).collect();
        let (mut all, winning): (Vec<Number>, Vec<Number>) = (levels("levels"), levels("winning_levels"));
        // A list of ours ends before the level that has no position.
        assert_eq!((all.pop(), all.len(), winning.len()), (Some(Number(0)), 32, 33));
        let mut numbers = SenkuNumbers {
            levels: Some(all),
            winning_levels: Some(winning[..32].to_vec()),
            ..SenkuNumbers::default()
        };
        let wrong = |numbers: &SenkuNumbers| {
            let compared: Vec<_> = numbers.compared(&known).collect();
            let wrong: Vec<String> = compared
                .iter()
                .filter(|(_, count, published)| *count != published.value)
                .map(|(quantity, _, published)| published.name(quantity))
                .collect();
            (compared.len(), wrong)
        };
        // The peak is a number by itself.
        assert_eq!(wrong(&numbers), (67, vec![]));
        numbers.levels.as_mut().unwrap()[5].0 += 1;
        numbers.winning_levels.as_mut().unwrap().pop();
        assert_eq!(wrong(&numbers), (67, vec!["levels[5]".to_owned(), "winning_levels[31]".to_owned()]));
    }

    #[test]
    fn other_boards_and_starts_have_no_published_numbers() {
        assert_eq!(entries(&Game::named("triangle21").unwrap()), 0);
        let board = Board::named("english").unwrap();
        let vacancy = board.hole(Square::new(0, 2)).unwrap();
        assert_eq!(entries(&Game::from_vacancy(board, vacancy).unwrap()), 0);
    }
}
