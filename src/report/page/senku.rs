//! What the results say about Senku.

use super::folder::Entry;
use super::series::{Key, Machines, Times};
use super::table::{Table, TableCell};
use super::text;
use super::verdict::Verdicts;
use crate::picture::Picture;
use crate::report::senku::{game, peg_board};
use crate::report::{Holes, Number, Record, Subject, grouped, percent};
use crate::senku::Game;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A board with its start and its goal, in the order in which problems are shown. A board from a file is known by its
/// diagram.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// Small boards first; diagrams that cannot be read last.
    holes: usize,
    diagram: Option<Vec<String>>,
    name: Option<String>,
    start: Holes,
    goal: Holes,
}

impl Problem {
    fn of(subject: &Subject) -> Self {
        let diagram: Option<Vec<String>> = subject.get("diagram");
        Problem {
            holes: peg_board(subject).map_or(usize::MAX, |board| board.len()),
            name: diagram.is_none().then(|| subject.cell("board")),
            diagram,
            start: subject.get("start"),
            goal: subject.get("goal"),
        }
    }

    /// The board's holes, without the pegs at the start.
    fn shape(&self) -> Option<String> {
        self.diagram.as_ref().map(|rows| rows.join("\n").replace(['o', '.'], "o"))
    }
}

/// The Senku counts of all results: those of one problem together.
#[derive(Debug, Default)]
pub struct SenkuResults<'a> {
    /// Results that say the same numbers are one; those that differ stand one after the other.
    pub problems: BTreeMap<Problem, Vec<&'a Record>>,
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
            let record = &entry.record;
            if record.problem != "senku" || record.number("games").is_none() {
                continue;
            }
            let problem = Problem::of(&record.subject);
            results.times.add(Key::of(entry, machines), &problem);
            let known = results.problems.entry(problem).or_default();
            match known.iter_mut().find(|other| same_numbers(other, record)) {
                Some(other) if facts_known(other) < facts_known(record) => *other = record,
                Some(_) => {}
                None => known.push(record),
            }
        }
        results
    }

    pub fn cards(&self, verdicts: &mut Verdicts) -> Vec<Card> {
        let all = self
            .problems
            .iter()
            .flat_map(|(problem, results)| results.iter().map(move |senku| (problem, *senku)));
        all.map(|(problem, senku)| card(self.title(problem), senku, self.times.best(problem), verdicts))
            .collect()
    }

    /// The board's name, with what tells its problem from the others of the board.
    fn title(&self, problem: &Problem) -> String {
        let others = || {
            let others = self.problems.keys();
            others.filter(|other| self.file(other) == self.file(problem) && other.shape() == problem.shape())
        };
        let mut title = self.board_name(problem);
        if others().any(|other| other.start != problem.start) {
            title += &format!(" from {}", problem.start);
        }
        if others().any(|other| other.start == problem.start && other.goal != problem.goal) {
            title += &format!(" to {}", problem.goal);
        }
        title
    }

    /// The board's name, or its file's.
    fn file(&self, problem: &Problem) -> String {
        let record = self.problems.get(problem).and_then(|records| records.first());
        record.map(|record| record.subject.cell("board")).unwrap_or_default()
    }

    /// The board's name; with a number where files of one name hold several boards.
    fn board_name(&self, problem: &Problem) -> String {
        let name = self.file(problem);
        let namesakes = self.problems.keys().filter(|other| self.file(other) == name);
        let all: BTreeSet<_> = namesakes.map(|other| &other.diagram).collect();
        match all.iter().position(|diagram| **diagram == problem.diagram) {
            Some(number) if all.len() > 1 => format!("{name} ({})", number + 1),
            _ => name,
        }
    }

    /// As it stands in a table.
    pub fn problem_name(&self, problem: &Problem) -> String {
        format!("{} {} → {}", self.board_name(problem), problem.start, problem.goal)
    }
}

fn same_numbers(a: &Record, b: &Record) -> bool {
    ["games", "solutions", "positions", "winning_positions"].iter().all(|name| {
        let (a, b) = (a.number(name), b.number(name));
        a.is_none() || b.is_none() || a == b
    })
}

/// How much a result says.
fn facts_known(record: &Record) -> usize {
    let facts = ["solutions_up_to_symmetry", "positions", "winning_positions", "levels"];
    facts.iter().filter(|name| record.number(name).is_some()).count()
}

fn card(title: String, record: &Record, best: Option<f64>, verdicts: &mut Verdicts) -> Card {
    let number = |name| TableCell::from(record.number(name).map(grouped).unwrap_or_default());
    let what = |name| format!("{name} of {}", record.subject.short());
    let compared = record.comparisons();
    let verdict =
        verdicts.compare(compared.map(|(quantity, count, known)| (what(known.name(quantity)), count, known)));
    let goal: Holes = record.subject.get("goal");
    Card {
        title,
        picture: game(&record.subject).as_ref().and_then(picture),
        facts: vec![
            ("start", format!("empty at {}", record.subject.cell("start")).into()),
            ("goal", goal.to_string().into()),
            ("games", number("games")),
            ("solutions", number("solutions")),
            ("solutions up to symmetry", number("solutions_up_to_symmetry")),
            ("games won", share(record.number("games"), record.number("solutions"), &goal).into()),
            ("positions up to symmetry", number("positions")),
            ("positions in all", number("positions_in_all")),
            ("stuck positions", number("stuck_positions")),
            ("winning positions", number("winning_positions")),
            ("published", verdict),
            ("time", best.map(text::seconds).unwrap_or_default().into()),
        ],
        chart: chart(record.list("levels")),
    }
}

/// The percentage of games that are won; empty where the goal has several pegs: such a goal need not end a game.
fn share(games: Option<u128>, solutions: Option<u128>, goal: &Holes) -> String {
    match (games, solutions, goal) {
        (Some(games), Some(solutions), Holes::Any(_) | Holes::One(_)) if games > 0 => {
            if solutions == 0 {
                "none".to_owned()
            } else {
                percent(solutions as f64 / games as f64)
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
            "levels":["1","2"],"status":"complete","engine":"memo","isa":"portable","threads":1,"seconds":0.5,"agrees":true}}"#
        )
    }

    fn cards(texts: &[String]) -> (Vec<Card>, Verdicts) {
        let all: Vec<_> = texts.iter().flat_map(|text| entries(found(text).records, "")).collect();
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
        let share =
            |games: u128, solutions: u128| super::share(Some(games), Some(solutions), &Holes::One([0, 0]));
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
