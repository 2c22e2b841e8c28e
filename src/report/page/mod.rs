//! A folder of results as one page: HTML that needs nothing else, or Markdown.
//!
//! ```text
//! folder ──▶ [Entry], [Peers] ──▶ QueensResults, SenkuResults, Machines ──▶ [Section] ──▶ html, markdown
//! ```
//!
//! The page says nothing that is not in the results, but for what was published, which is looked up; so it is the
//! same, byte for byte, for the same results. Whatever comes from a file is escaped where it is written, in one
//! place for each form. There are no scripts, no fonts and no pictures from elsewhere, and the page's policy
//! forbids them. Run time and memory O(results).

mod compare;
mod estimates;
mod folder;
mod machines;
mod peers;
mod plot;
mod queens;
mod senku;
mod series;
mod table;
mod text;
mod verdict;
mod write;

pub use folder::{Results, ResultsError};

use super::grouped;
use super::read::Estimated;
use crate::picture::Picture;
use crate::queens::{Board, Square, random};
use plot::Names;
use queens::QueensResults;
use senku::{Card, SenkuResults};
use series::{Machines, Times};
use std::collections::BTreeMap;
use table::Table;
use verdict::Verdicts;

/// The largest board that is drawn: queens on larger ones are dots.
const LARGEST_DRAWN: u32 = 20;

/// What opens to show all times.
const EVERY_SERIES: &str = "Every instruction set, number of threads and machine";

/// A part of the page.
struct Section {
    title: &'static str,
    text: String,
    blocks: Vec<Block>,
}

/// What stands in a section. Pictures are for HTML alone.
enum Block {
    Table(Table),
    /// SVG, and what it shows.
    Figure(String),
    Cards(Vec<Card>),
    /// Pictures with captions.
    Boards(Vec<(String, String)>),
    /// What opens when asked for; open in Markdown.
    Details(&'static str, Vec<Block>),
    /// A long table for HTML alone.
    Runs(Table),
}

/// A page before it is written.
struct Page {
    sections: Vec<Section>,
    /// The best that there is to say, each in one sentence.
    headline: Vec<String>,
    tiles: Vec<(String, String)>,
    verdicts: Verdicts,
}

impl Results {
    /// How many counts there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none; never so after [`Results::read`].
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The numbers that differ from the published ones, each in one sentence.
    #[must_use]
    pub fn differing(&self) -> Vec<String> {
        self.page().verdicts.differing
    }

    /// The page as HTML.
    #[must_use]
    pub fn html(&self) -> String {
        write::html(&self.page())
    }

    /// The plot of times against N alone, each engine's best, as an SVG file; `None` without counts of queens that have a
    /// time.
    #[must_use]
    pub fn plot(&self) -> Option<String> {
        let machines = Machines::of(self.entries.iter());
        let queens = QueensResults::of(&self.entries, &machines);
        plot::alone(&queens.lines(&queens.times.first(), &machines))
    }

    /// The page as Markdown, without pictures and without the list of runs.
    #[must_use]
    pub fn markdown(&self) -> String {
        write::markdown(&self.page())
    }

    fn page(&self) -> Page {
        let machines = Machines::of(self.entries.iter());
        let queens = QueensResults::of(&self.entries, &machines);
        let senku = SenkuResults::of(&self.entries, &machines);
        let mut verdicts = Verdicts::default();
        let mut sections = queens_sections(&queens, &self.estimates, &machines, &mut verdicts);
        sections.extend(senku_section(&senku, &machines, &mut verdicts));
        sections.extend(section(
            "Beside other programs",
            "Each in turn with the others, there and back, on as many threads. Times are those of whole processes, ours too: \
             what a program prints about itself is less, and not the same for all. The times' \
             ratio to ours is the median of those of the rounds, with between what their middle half lies; in older files it is \
             that of the medians. Answers are compared with the published one or, where there is none, with ours.",
            vec![Block::Table(peers::table(&self.peers, &self.entries, &machines))],
        ));
        let differences = verdicts.differing.iter().map(|difference| format!(" {difference}."));
        sections.extend(section(
            "Machine, builds and runs",
            &("Where the numbers come from, as each result says itself.".to_owned()
                + &differences.collect::<String>()),
            vec![
                Block::Table(machines::machines(&machines)),
                Block::Table(machines::builds(&self.entries)),
                Block::Details("Every run", vec![Block::Runs(machines::runs(&self.entries))]),
                Block::Table(verdicts.sources()),
            ],
        ));
        Page {
            sections,
            headline: headline(&queens, &senku, &machines),
            tiles: self.tiles(&queens, &senku),
            verdicts,
        }
    }

    /// The few numbers that one sees first.
    fn tiles(&self, queens: &QueensResults<'_>, senku: &SenkuResults<'_>) -> Vec<(String, String)> {
        let plural = |number: usize, noun: &str| format!("{noun}{}", if number == 1 { "" } else { "s" });
        let mut tiles = vec![(
            self.len().to_string(),
            format!("{} in {} {}", plural(self.len(), "count"), self.files, plural(self.files, "file")),
        )];
        if let Some((n, total)) = queens.totals().last_key_value() {
            tiles.push((grouped(*total), format!("solutions for N = {n}")));
            if let Some((time, runs)) = queens.best(*n) {
                let median = runs.map(|runs| format!(", the median of {runs} runs")).unwrap_or_default();
                tiles.push((text::seconds(time), format!("for N = {n}{median}")));
            }
        }
        for of in queens.times.headline() {
            let what =
                format!("{} against {}, N = {}", of.engine.0.engine(), of.other.0.engine(), of.subject);
            tiles.push((of.factor(), what));
        }
        let problems = senku.problems.len();
        if problems > 0 {
            tiles.push((problems.to_string(), plural(problems, "Senku problem")));
        }
        tiles
    }
}

/// How the engines compare, on the largest counts that two of them made.
fn headline(queens: &QueensResults<'_>, senku: &SenkuResults<'_>, machines: &Machines) -> Vec<String> {
    let of_queens = queens.times.headline();
    let of_senku = senku.times.headline();
    let queens: Vec<_> = of_queens.iter().map(|of| of.sentence(&size_name(of.subject), machines)).collect();
    let senku: Vec<_> = of_senku
        .iter()
        .map(|of| of.sentence(&format!("Senku {}", senku.problem_name(of.subject)), machines))
        .collect();
    [queens, senku].into_iter().filter(|part| !part.is_empty()).map(|part| part.join(" ")).collect()
}

/// As it stands in a sentence.
fn size_name(n: &u32) -> String {
    format!("N = {n}")
}

/// The section of the blocks that are not empty, if there is one.
fn section(title: &'static str, text: &str, mut blocks: Vec<Block>) -> Option<Section> {
    blocks.retain_mut(Block::retained);
    (!blocks.is_empty()).then(|| Section { title, text: text.to_owned(), blocks })
}

impl Block {
    /// Whether there is something in it, after what is empty within it has gone.
    fn retained(&mut self) -> bool {
        match self {
            Block::Table(table) | Block::Runs(table) => !table.is_empty(),
            Block::Cards(cards) => !cards.is_empty(),
            Block::Figure(svg) => !svg.is_empty(),
            Block::Boards(boards) => !boards.is_empty(),
            Block::Details(_, blocks) => {
                blocks.retain_mut(Block::retained);
                !blocks.is_empty()
            }
        }
    }
}

fn queens_sections(
    queens: &QueensResults<'_>,
    estimates: &[Estimated],
    machines: &Machines,
    verdicts: &mut Verdicts,
) -> Vec<Section> {
    let mut sections = vec![];
    let mut add = |title, text, blocks| sections.extend(section(title, text, blocks));
    add(
        "N-queens: the counts",
        "The ways to put N queens on N × N squares so that none attacks another: all of them, those that differ up to \
         rotation and reflection, and those that a half turn or a quarter turn leaves as they are.",
        vec![Block::Table(queens.counts(verdicts)), Block::Boards(example_board(&queens.totals()))],
    );
    if !queens.times.0.is_empty() {
        let first = queens.times.first();
        let all = queens.lines(&queens.times, machines);
        add(
            "N-queens: time against N",
            "Each engine with its most threads and best instructions, on the machine that went furthest. The time of \
             a result of --runs is the median of its runs; where several results have a time, the shortest is shown.",
            vec![
                Block::Figure(plot::figure(&queens.lines(&first, machines), Names::Direct)),
                Block::Table(first.table("#N", u32::to_string, machines)),
                Block::Table(queens.times.compared(size_name, machines)),
                every_series(
                    &queens.times,
                    &first,
                    vec![
                        Block::Figure(plot::figure(&all, Names::Legend)),
                        Block::Table(queens.times.table("#N", u32::to_string, machines).titled("All times")),
                        Block::Table(queens.times.gains(size_name, machines)),
                    ],
                ),
            ],
        );
    }
    add(
        "N-queens: estimates",
        "Counts that were not made: the wall time of the whole count, estimated from a sample of its subproblems. \
         The interval bounds the sampling error.",
        vec![Block::Table(estimates::table(estimates))],
    );
    add(
        "N-queens: growth",
        "How many times more solutions than on the board before, and how many times longer the count takes than that of \
         N − 1 and of N − 2 (times from a millisecond on). Q(N)^(1/N) / N tends to 0.143 (Simkin, 2021).",
        vec![Block::Table(queens.growth(machines))],
    );
    add(
        "N-queens: parts and conditions",
        "Counts with fixed queens or blocked squares, shards, and counts that were stopped.",
        vec![Block::Table(queens.others())],
    );
    sections
}

/// What is shown of all series when asked for; nothing where the first of each engine are all there are.
fn every_series<S>(all: &Times<S>, first: &Times<S>, blocks: Vec<Block>) -> Block {
    let more = all.0.len() > first.0.len();
    Block::Details(EVERY_SERIES, if more { blocks } else { vec![] })
}

fn senku_section(senku: &SenkuResults<'_>, machines: &Machines, verdicts: &mut Verdicts) -> Option<Section> {
    let (times, first) = (&senku.times, senku.times.first());
    let problem_name = |problem: &_| senku.problem_name(problem);
    section(
        "Senku",
        "Games are jump sequences that end where no jump is left; solutions are those that reach the goal. \
         Positions are counted up to the symmetries that keep the start, winning positions up to those that keep both \
         the start and the goal; the bars show positions by the number of jumps made.",
        vec![
            Block::Cards(senku.cards(verdicts)),
            Block::Table(first.table("board", problem_name, machines).titled("Senku: times")),
            Block::Table(times.compared(problem_name, machines)),
            every_series(
                times,
                &first,
                vec![
                    Block::Table(times.table("board", problem_name, machines).titled("All times")),
                    Block::Table(times.gains(problem_name, machines)),
                ],
            ),
        ],
    )
}

/// A solution of the largest board that was counted and can be drawn well. It is a found one, not one by
/// construction, whose queens stand in stairs; the same for the same N.
fn example_board(totals: &BTreeMap<u32, u128>) -> Vec<(String, String)> {
    let drawn = totals.range(..=LARGEST_DRAWN).rev().find(|(_, total)| **total > 0);
    let picture = |n: u32| {
        let columns = random(n, n.into()).ok()?;
        let queens: Vec<_> = (0..).zip(columns).map(|(row, column)| Square::new(row, column)).collect();
        Some(Picture::queens(&Board::new(n).ok()?, &queens).ok()?.svg())
    };
    let caption = |n: u32, total: u128| format!("One of the {} solutions for N = {n}", grouped(total));
    drawn.and_then(|(&n, &total)| Some((picture(n)?, caption(n, total)))).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queens::construct;

    #[test]
    fn the_example_is_a_found_solution_and_always_the_same() {
        for n in 8..=LARGEST_DRAWN {
            let totals = BTreeMap::from([(n, 92), (LARGEST_DRAWN + 1, 1)]);
            let drawn = example_board(&totals);
            assert_eq!(drawn, example_board(&totals));
            assert!(drawn[0].1.ends_with(&format!("for N = {n}")), "{}", drawn[0].1);
            let columns = random(n, n.into()).unwrap();
            assert_ne!(columns, construct(n).unwrap());
            // Stairs: five queens one after the other, each as far beside the one before.
            let step = |two: &[u32]| i64::from(two[1]) - i64::from(two[0]);
            let steps: Vec<i64> = columns.windows(2).map(step).collect();
            let stairs = steps.windows(4).any(|four| four.iter().all(|step| *step == four[0]));
            assert!(!stairs, "N = {n}: {columns:?}");
        }
        assert!(example_board(&BTreeMap::from([(3, 0)])).is_empty());
    }
}
