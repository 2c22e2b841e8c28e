//! A folder of results as one page: self-contained HTML, or Markdown.
//!
//! ```text
//! folder ──▶ [Counted], [Estimated] ──▶ machines, tables ──▶ Page ──▶ html, markdown
//! ```
//!
//! The page depends on nothing but the results and the published numbers: the same results give the same page, byte for
//! byte. Text from files is escaped by its type. The page has no scripts, fonts or pictures from elsewhere, and its
//! policy forbids them. Run time and memory O(results).

mod counts;
mod folder;
mod machines;
mod plot;
mod tables;
mod text;
mod write;

pub use folder::{Results, ResultsError};

use crate::text::plural;
use counts::{Verdicts, distinct};
use machines::{Machine, machines, processor};
use write::{Block, Page};

impl Results {
    /// The number of counts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are no counts, only estimates.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The numbers that differ from the published ones, each in one sentence.
    #[must_use]
    pub fn differing(&self) -> Vec<String> {
        Verdicts::of(&self.counts).differing
    }

    /// The page as HTML.
    #[must_use]
    pub fn html(&self) -> String {
        self.page().html()
    }

    /// The plot of times against N on the newest machine, each engine's best, as an SVG file; `None` without times of
    /// queens.
    #[must_use]
    pub fn plot(&self) -> Option<String> {
        plot::alone(&timed(&machines(&self.counts)).next()?.lines())
    }

    /// The tables of the page as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        self.page().markdown()
    }

    fn page(&self) -> Page {
        let machines = machines(&self.counts);
        let distinct = distinct(&self.counts);
        let verdicts = Verdicts::of(&self.counts);
        let newest = timed(&machines).next();
        let plot = newest.map(|machine| plot::figure(&machine.lines()).into());
        let times = timed(&machines)
            .enumerate()
            .map(|(i, machine)| Block::from(machine.times()).titled(&machine.name, &machine.facts(), i == 0));
        let sections = [
            Block::section(
                "Counts of N-queens",
                "The ways to put N queens on N × N squares so that none attacks another: all, those that differ up to \
                 rotation and reflection, and those that a half turn or a quarter turn leaves unchanged.",
                [tables::counts(&distinct).into()],
            ),
            Block::section(
                "Times",
                "Wall time of each count, or the median of its runs; the spread is the longest run less the shortest. \
                 If several results have a time, the shortest is shown. Runs and spread are those of the first column. \
                 The plot shows the newest machine.",
                plot.into_iter().chain(times),
            ),
            Block::section(
                "Estimates",
                "Wall time of whole counts, estimated from a random sample of their subproblems. The interval covers \
                 the sampling error only.",
                [tables::estimates(&self.estimates).into()],
            ),
            Block::section(
                "Senku",
                "Games are jump sequences that end where no jump is left; solutions are those that reach the goal. \
                 Positions are counted up to the symmetries that keep the start, winning positions up to those that keep \
                 both the start and the goal. Times are the shortest on the newest machine that counted the problem.",
                [tables::senku(&distinct, &machines).into(), Block::notes(&tables::sources(&distinct))],
            ),
            Block::section(
                "Shards, conditions and stopped counts",
                "Counts of shards, counts with conditions, and counts that were stopped.",
                [tables::parts(&distinct).into()],
            ),
        ];
        Page {
            facts: facts(newest.or(machines.first()), &verdicts),
            differing: verdicts.differing,
            sections: sections.into_iter().collect(),
        }
    }
}

/// The machines with times of queens, or all where there are none.
fn timed<'m, 'a>(machines: &'m [Machine<'a>]) -> impl Iterator<Item = &'m Machine<'a>> {
    machines.iter().filter(|machine| !machine.ways.is_empty())
}

/// Date, processor, threads, commit and matches.
fn facts(machine: Option<&Machine<'_>>, verdicts: &Verdicts) -> Vec<String> {
    let of_machine = machine.map(|machine| {
        let threads = machine.ways.keys().map(|way| way.threads.0).max();
        let commit = &machine.last_run.environment.commit;
        let commit = if commit.is_empty() { String::new() } else { format!("commit {commit}") };
        let threads = threads.map_or(String::new(), |threads| plural(threads, "thread"));
        [text::date(machine.last_run.started_unix), processor(machine.environment), threads, commit]
    });
    let all = of_machine.into_iter().flatten().chain(verdicts.facts());
    all.filter(|fact| !fact.is_empty()).collect()
}
