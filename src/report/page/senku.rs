//! What the results say about Senku.

use super::folder::Entry;
use super::series::{Key, Machines, Times};
use super::table::{Table, TableCell, Tone};
use super::text;
use super::verdict::Verdicts;
use crate::picture::Picture;
use crate::report::read::Count;
use crate::report::senku::known as published_about;
use crate::report::{Holes, Number, SenkuNumbers, SenkuRecord, SenkuSubject, grouped, percent};
use crate::senku::{Game, Goal, HoleSet, Square};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The holes of a board, and the board with its start and its goal.
type Problem = (usize, SenkuSubject);

/// The Senku counts of all results: those of one problem together.
#[derive(Debug, Default)]
pub struct SenkuResults<'a> {
    /// Results that say the same numbers are one; those that differ stand one after the other.
    pub problems: BTreeMap<Problem, Vec<&'a SenkuRecord>>,
    pub times: Times<Problem>,
}

/// One problem as it is shown.
#[derive(Debug)]
pub struct Card {
    pub title: String,
    pub picture: Option<String>,
    pub facts: Vec<(&'static str, TableCell)>,
    pub chart: String,
}

impl<'a> SenkuResults<'a> {
    pub fn of(entries: &'a [Entry], machines: &Machines) -> Self {
        let mut results = SenkuResults::default();
        for entry in entries {
            let Count::Senku(senku) = &entry.count else { continue };
            if senku.numbers.games.is_none() {
                continue;
            }
            // Small boards first; files without a diagram last.
            let holes = senku.subject.peg_board().map_or(usize::MAX, |board| board.len());
            let problem = (holes, senku.subject.clone());
            results.times.add(Key::of(entry, machines), &problem);
            let known = results.problems.entry(problem).or_default();
            match known.iter_mut().find(|other| same_numbers(&other.numbers, &senku.numbers)) {
                Some(other) if facts_known(&other.numbers) < facts_known(&senku.numbers) => *other = senku,
                Some(_) => {}
                None => known.push(senku),
            }
        }
        results
    }

    pub fn cards(&self, verdicts: &mut Verdicts) -> Vec<Card> {
        let all = self
            .problems
            .iter()
            .flat_map(|(problem, results)| results.iter().map(move |senku| (problem, *senku)));
        all.map(|(problem, senku)| card(self.title(&problem.1), senku, self.times.best(problem), verdicts))
            .collect()
    }

    /// The board's name, with what tells its problem from the others of the board.
    fn title(&self, subject: &SenkuSubject) -> String {
        let SenkuSubject { board, diagram, start, goal } = subject;
        let shape =
            |of: &Option<Vec<String>>| of.as_ref().map(|rows| rows.join("\n").replace(['o', '.'], "o"));
        let others = || {
            let others = self.problems.keys().map(|(_, other)| other);
            others.filter(|other| other.board == *board && shape(&other.diagram) == shape(diagram))
        };
        let mut title = self.board_name(subject);
        if others().any(|other| other.start != *start) {
            title += &format!(" from {start}");
        }
        if others().any(|other| other.start == *start && other.goal != *goal) {
            title += &format!(" to {goal}");
        }
        title
    }

    /// The board's name; with a number where files of one name hold several boards.
    fn board_name(&self, subject: &SenkuSubject) -> String {
        let all: BTreeSet<&Option<Vec<String>>> = self
            .problems
            .keys()
            .filter(|(_, other)| other.board == subject.board)
            .map(|(_, other)| &other.diagram)
            .collect();
        let number = all.iter().position(|diagram| **diagram == subject.diagram);
        match number {
            Some(number) if all.len() > 1 => format!("{} ({})", subject.board, number + 1),
            _ => subject.board.clone(),
        }
    }

    /// As it stands in a table.
    pub fn problem_name(&self, (_, subject): &Problem) -> String {
        format!("{} {} → {}", self.board_name(subject), subject.start, subject.goal)
    }
}

fn same_numbers(a: &SenkuNumbers, b: &SenkuNumbers) -> bool {
    let same = |a: Option<Number>, b: Option<Number>| a.is_none() || b.is_none() || a == b;
    same(a.games, b.games)
        && same(a.solutions, b.solutions)
        && same(a.positions, b.positions)
        && same(a.winning_positions, b.winning_positions)
}

/// How much a result says.
fn facts_known(senku: &SenkuNumbers) -> usize {
    let known = [senku.solutions_up_to_symmetry, senku.positions, senku.winning_positions];
    known.iter().flatten().count() + usize::from(senku.levels.is_some())
}

fn card(title: String, record: &SenkuRecord, best: Option<f64>, verdicts: &mut Verdicts) -> Card {
    let SenkuRecord { subject, numbers: senku, .. } = record;
    let game = game(subject);
    let verdict = match &game {
        Some(game) => {
            let what = |name| format!("{name} of {}", subject.board);
            let known = published_about(game);
            let compared = senku.compared(&known);
            verdicts
                .compare(compared.map(|(quantity, count, known)| (what(known.name(quantity)), count, known)))
        }
        // Of a board from a file the result alone knows what it looks like.
        None => match senku.agrees {
            Some(true) => TableCell::new("✓ agrees", Tone::Good),
            Some(false) => TableCell::new("DIFFERS", Tone::Bad),
            None => TableCell::new("none", Tone::Faint),
        },
    };
    let number =
        |count: Option<Number>| TableCell::from(count.map(|count| grouped(count.0)).unwrap_or_default());
    Card {
        title,
        picture: game.as_ref().and_then(picture),
        facts: vec![
            ("start", format!("empty at {}", subject.start).into()),
            ("goal", subject.goal.to_string().into()),
            ("games", number(senku.games)),
            ("solutions", number(senku.solutions)),
            ("solutions up to symmetry", number(senku.solutions_up_to_symmetry)),
            ("games won", share(senku, &subject.goal).into()),
            ("positions up to symmetry", number(senku.positions)),
            ("positions in all", number(senku.positions_in_all)),
            ("stuck positions", number(senku.stuck_positions)),
            ("winning positions", number(senku.winning_positions)),
            ("published", verdict),
            ("time", best.map(text::seconds).unwrap_or_default().into()),
        ],
        chart: chart(senku.levels.as_deref().unwrap_or_default()),
    }
}

/// The percentage of games that are won; empty where the goal has several pegs: such a goal need not end a game.
fn share(senku: &SenkuNumbers, goal: &Holes) -> String {
    match (senku.games, senku.solutions, goal) {
        (Some(games), Some(solutions), Holes::Any(_) | Holes::One(_)) if games.0 > 0 => {
            if solutions.0 == 0 {
                "none".to_owned()
            } else {
                percent(solutions.0 as f64 / games.0 as f64)
            }
        }
        _ => String::new(),
    }
}

/// The cards as one table with a row for each fact.
pub fn as_table(cards: &[Card]) -> Table {
    let mut table = Table::new(
        std::iter::once("board".to_owned()).chain(cards.iter().map(|card| format!("#{}", card.title))),
    );
    let facts = cards.first().map_or(0, |card| card.facts.len());
    for fact in 0..facts {
        let name = cards[0].facts[fact].0.into();
        table.row(std::iter::once(name).chain(cards.iter().map(|card| card.facts[fact].1.clone())).collect());
    }
    table
}

/// The game that a result is about, if its board is known by name or by its diagram.
fn game(senku: &SenkuSubject) -> Option<Game> {
    let board = senku.peg_board()?;
    let hole = |[row, column]: [u32; 2]| board.hole(Square::new(row, column));
    let holes = |place: &Holes| -> Option<HoleSet> {
        match place {
            Holes::Any(_) => None,
            Holes::One(square) => hole(*square).map(HoleSet::from),
            Holes::Several(squares) => {
                let mut all = board.holes() ^ board.holes();
                for &square in squares {
                    all = all | hole(square)?.into();
                }
                Some(all)
            }
        }
    };
    let start = board.holes() ^ holes(&senku.start)?;
    let goal = match &senku.goal {
        Holes::Any(text) if text == "any" => Goal::Any,
        Holes::One(square) => Goal::Hole(hole(*square)?),
        place => Goal::Position(holes(place)?),
    };
    Game::new(board, start).ok()?.with_goal(goal).ok()
}

fn picture(game: &Game) -> Option<String> {
    Some(Picture::senku(game.board(), game.start(), None).ok()?.svg())
}

/// Bars for the positions by the number of jumps made.
fn chart(levels: &[Number]) -> String {
    let most = levels.iter().map(|level| level.0).max().unwrap_or(0);
    // No game of 64 pegs is longer.
    if most == 0 || levels.len() > 64 {
        return String::new();
    }
    let (width, height) = (levels.len() * 10, 64.0);
    let mut svg = format!(
        "<svg class=\"bars\" viewBox=\"0 0 {width} {height}\" preserveAspectRatio=\"none\" role=\"img\" \
         aria-label=\"Positions by jumps made\">"
    );
    for (jumps, level) in levels.iter().enumerate() {
        let tall = (level.0 as f64 / most as f64 * height).max(0.5);
        // Writing to a string does not fail.
        let _ = write!(
            svg,
            "<rect x=\"{}\" y=\"{:.1}\" width=\"8\" height=\"{tall:.1}\"><title>after {jumps} jumps: {}</title></rect>",
            jumps * 10 + 1,
            height - tall,
            grouped(level.0)
        );
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::page::folder::entries;
    use crate::report::read::found;

    fn json(board: &str, start: &str, games: &str) -> String {
        format!(
            r#"{{"problem":"senku","board":"{board}","start":{start},"goal":[0,0],"games":"{games}","solutions":"6816",
            "levels":["1","2"],"engine":"memo","isa":"portable","threads":1,"seconds":0.5,"agrees":true}}"#
        )
    }

    fn cards(texts: &[String]) -> (Vec<Card>, Verdicts) {
        let all: Vec<_> = texts.iter().flat_map(|text| entries(found(text).counts, "")).collect();
        assert_eq!(all.len(), texts.len());
        let mut verdicts = Verdicts::default();
        let cards = SenkuResults::of(&all, &Machines::of(all.iter())).cards(&mut verdicts);
        (cards, verdicts)
    }

    #[test]
    fn a_named_board_is_drawn_and_held_against_what_was_published() {
        let (cards, verdicts) =
            cards(&[json("triangle15", "[0,0]", "568630"), json("triangle15", "[0,0]", "568630")]);
        assert_eq!(cards.len(), 1, "the same numbers are one card");
        assert_eq!(cards[0].picture.as_ref().unwrap().matches("<circle").count(), 15);
        // The solutions are published, the games derived.
        assert_eq!((verdicts.agreeing, verdicts.derived, verdicts.differing.len()), (1, 1, 0));
        assert!(cards[0].facts.contains(&("games won", "1.20 %".into())), "{:?}", cards[0].facts);
        assert_eq!(cards[0].chart.matches("<rect").count(), 2);
    }

    #[test]
    fn the_share_of_games_won_is_readable_however_small() {
        let share = |games: u128, solutions: u128| {
            let (games, solutions) = (Some(Number(games)), Some(Number(solutions)));
            super::share(&SenkuNumbers { games, solutions, ..SenkuNumbers::default() }, &Holes::One([0, 0]))
        };
        assert_eq!(share(577_116_156_815_309_849_672, 40_861_647_040_079_968), "0.00708 %");
        assert_eq!((share(1 << 60, 1).as_str(), share(9, 0).as_str()), ("8.67e-17 %", "none"));
    }

    #[test]
    fn cards_of_one_board_say_what_differs() {
        let titles = |texts: &[String]| cards(texts).0.into_iter().map(|card| card.title).collect::<Vec<_>>();
        let [corner, below] = ["[0,0]", "[1,0]"].map(|start| json("triangle15", start, "1"));
        assert_eq!(titles(std::slice::from_ref(&corner)), ["triangle15"]);
        assert_eq!(titles(&[corner.clone(), below]), ["triangle15 from [0,0]", "triangle15 from [1,0]"]);
        let any = corner.replace(r#""goal":[0,0]"#, r#""goal":"any""#);
        assert_eq!(titles(&[corner.clone(), any]), ["triangle15 to any", "triangle15 to [0,0]"]);
        assert_eq!(titles(&[corner, json("english", "[1,0]", "1")]), ["triangle15", "english"]);
    }

    #[test]
    fn numbers_that_differ_stand_beside_each_other() {
        let (cards, verdicts) =
            cards(&[json("triangle15", "[0,0]", "568630"), json("triangle15", "[0,0]", "1")]);
        assert_eq!((cards.len(), verdicts.differing.len()), (2, 1));
        assert!(verdicts.differing[0].contains("568630"), "{:?}", verdicts.differing);
    }

    #[test]
    fn boards_that_are_not_known_are_told_by_name_alone() {
        let (cards, verdicts) = cards(&[
            json("<script>", "[0,0]", "1"),
            json("english", "[0,0]", "1"),
            json("english", "[9999999,4294967295]", "1"),
            json("english", "[]", "1"),
        ]);
        assert_eq!(cards.len(), 4);
        assert!(cards.iter().take(3).all(|card| card.picture.is_none()));
        assert_eq!((verdicts.agreeing, verdicts.differing.len()), (0, 0));
    }
}
