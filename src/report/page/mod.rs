//! A folder of results as one page: self-contained HTML, or Markdown.
//!
//! ```text
//! folder ──▶ [Counted], [Peers], [Estimated] ──▶ machines, tables ──▶ Page ──▶ html, markdown
//! ```
//!
//! The page depends on nothing but the results and the published numbers: the same results give the same page, byte for
//! byte. Text from files is escaped by its type. The page has no scripts, fonts or pictures from elsewhere, and its
//! policy forbids them. Run time and memory O(results).

mod counts;
mod folder;
mod machines;
mod peers;
mod plot;
mod queens;
mod senku;
mod table;
mod text;
mod write;

pub use folder::{Results, ResultsError};

use super::grouped;
use super::read::Estimated;
use crate::text::plural;
use counts::{Counted, Subject, Verdicts, date, distinct};
use machines::{Machine, machines, processor, short};
use maud::html;
use table::Table;
use write::{Block, Page};

impl Results {
    /// The number of counts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are no counts, only estimates or comparisons with other programs.
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

    /// The file, build, machine and command of each count as CSV.
    #[must_use]
    pub fn provenance(&self) -> String {
        machines::provenance(&self.counts)
    }

    fn page(&self) -> Page {
        let machines = machines(&self.counts);
        let distinct = distinct(&self.counts);
        let verdicts = Verdicts::of(&self.counts);
        let totals = queens::totals(&distinct);
        let newest = timed(&machines).next();
        let csv = html! { details { summary { "Provenance as CSV" } pre { (self.provenance()) } } };
        let csv = if self.is_empty() { Block::default() } else { Block::from(csv) };
        let machine_panels: Vec<_> = timed(&machines).map(panel).collect();
        let panels = machine_panels.len();
        let sections = [
            Block::section(
                "Counts of N-queens",
                "The ways to put N queens on N × N squares so that none attacks another: all, those that differ up to \
                 rotation and reflection, and those that a half turn or a quarter turn leaves unchanged.",
                [queens::counts(&distinct).into(), Block::boards(queens::example(&totals).as_slice())],
            ),
            Block::section(
                "Times",
                "Wall time of each count, or the median of its runs; the spread is the longest run less the shortest. \
                 If several results have a time, the shortest is shown. Runs and spread are those of the first column.",
                [Block::pick("machine", machine_panels)],
            ),
            Block::section(
                "Estimates",
                "Wall time of whole counts, estimated from a random sample of their subproblems. The interval covers \
                 the sampling error only.",
                [estimates(&self.estimates).into()],
            ),
            Block::section(
                "Growth",
                "Q(N) is the number of solutions, T(N) the shortest time on the newest machine, if it is at least 1 ms.",
                [queens::growths(&totals, newest).into()],
            ),
            Block::section(
                "Senku",
                "Games are jump sequences that end where no jump is left; solutions are those that reach the goal. \
                 Positions are counted up to the symmetries that keep the start, winning positions up to those that keep \
                 both the start and the goal. Times are the shortest on the newest machine that counted the problem.",
                [
                    senku::table(&distinct, &machines).into(),
                    Block::notes(&senku::sources(&distinct)),
                    Block::boards(&senku::boards(&distinct)),
                ],
            ),
            Block::section(
                "Other programs",
                "Medians of whole processes, programs alternated, with equal thread counts. In parentheses: the median of \
                 the per-round ratios to Vuelta's time (in older files, the ratio of the medians). ✓: all answers are as \
                 published. Runs are listed per count if they differ. Numbers in brackets are the builds below the table; \
                 peers.csv has the spread.",
                self.peers(&machines),
            ),
            Block::section(
                "Shards, conditions and stopped counts",
                "Counts of shards, counts with conditions, and counts that were stopped.",
                [queens::parts(&distinct).into()],
            ),
            Block::section(
                "Machines and provenance",
                "'vuelta report DIR -o provenance.csv' writes the file, build, machine and command of each count.",
                [machines::table(&machines).into(), csv],
            ),
        ];
        Page {
            facts: facts(newest.or(machines.first()), &verdicts),
            tiles: self.tiles(&distinct, newest, &verdicts),
            differing: verdicts.differing,
            sections: sections.into_iter().collect(),
            panels,
        }
    }

    /// A table for each comparison, that of the newest machine first and open.
    fn peers(&self, machines: &[Machine<'_>]) -> Vec<Block> {
        let place = |name: &str| machines.iter().position(|machine| name.starts_with(&machine.name));
        let mut all: Vec<_> =
            self.peers.iter().map(|peers| (peers.place(&self.counts, machines), peers)).collect();
        all.sort_by_key(|(name, _)| place(name).unwrap_or(usize::MAX));
        let blocks = all.into_iter().enumerate().map(|(i, (name, peers))| {
            let (table, notes) = peers::table(peers);
            let notes = Block::notes(&notes);
            match i {
                0 => [table.titled(name).into(), notes].into_iter().collect(),
                _ => Block::folded(&name, [table.into(), notes].into_iter().collect()),
            }
        });
        blocks.collect()
    }

    /// The few numbers that a reader should see first.
    fn tiles(
        &self,
        all: &[&Counted],
        newest: Option<&Machine<'_>>,
        verdicts: &Verdicts,
    ) -> Vec<(String, String)> {
        let mut tiles = vec![];
        if let Some(matching) = verdicts.facts().into_iter().next() {
            tiles.push((matching, "counts with a published value".to_owned()));
        }
        let largest = |is_wanted: &dyn Fn(&&&Counted) -> bool| all.iter().rev().find(is_wanted).copied();
        let queens = largest(&|count| matches!(count.subject, Subject::Queens(_)));
        let senku = largest(&|count| {
            let is_won = count.record.number("solutions").is_some_and(|solutions| solutions > 0);
            matches!(count.subject, Subject::Senku(..))
                && is_won
                && count.record.comparisons().next().is_some()
        });
        for (count, number) in [(queens, "total"), (senku, "solutions")] {
            let Some((count, total)) = count.and_then(|count| Some((count, count.record.number(number)?)))
            else {
                continue;
            };
            let time = newest.and_then(|machine| machine.best(&count.subject));
            let time = time.map_or(String::new(), |seconds| format!(", in {}", short(seconds)));
            tiles.push((grouped(total), format!("solutions of {}{time}", count.subject.name())));
        }
        if let Some((ratio, what)) = self.peers.iter().rev().find_map(peers::Peers::closest) {
            tiles.push((format!("{} ×", text::times(ratio)), what));
        }
        if let Some(last) = self.estimates.iter().max_by_key(|estimate| estimate.n) {
            tiles.push((
                text::seconds(last.seconds),
                format!("estimated for N = {}, {}", last.n, plural(last.threads, "thread")),
            ));
        }
        tiles
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
        [date(machine.last_run.started_unix), processor(machine.environment), threads, commit]
    });
    let all = of_machine.into_iter().flatten().chain(verdicts.facts());
    all.filter(|fact| !fact.is_empty()).collect()
}

/// The times of a machine.
fn panel(machine: &Machine<'_>) -> (String, Block) {
    let blocks = [plot::figure(&machine.lines()).into(), machine.times().into(), machine.scaling().into()];
    (machine.name.clone(), blocks.into_iter().collect())
}

/// A row for each estimate, by N.
fn estimates(estimates: &[Estimated]) -> Table {
    let headings = ["#N", "#time", "#95 % interval", "#thread-hours", "#samples", "#threads", "processor"];
    let mut table = Table::new(headings);
    let mut rows: Vec<&Estimated> = estimates.iter().collect();
    rows.sort_by_key(|row| row.n);
    for row in rows {
        let interval = match (row.low, row.high) {
            (Some(low), Some(high)) => format!("{} to {}", text::seconds(low), text::seconds(high)),
            _ => "too few samples".to_owned(),
        };
        let of = if row.extrapolated { " (of smaller boards)" } else { "" };
        let environment = row.environment.as_ref().map(|run| &run.environment);
        let hours = row.seconds * row.threads as f64 / 3600.0;
        table.row(vec![
            row.n.to_string().into(),
            text::seconds(row.seconds).into(),
            interval.into(),
            text::times(hours).into(),
            (grouped(row.samples.into()) + of).into(),
            row.threads.to_string().into(),
            environment.map(processor).unwrap_or_default().into(),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::read::found;

    #[test]
    fn an_estimate_is_shown_with_its_interval_and_its_samples() {
        let text = r#"[{"problem":"queens","n":28,"seconds":7200,"core_hours":4,"solutions_estimate":"1","samples":2,
            "extrapolated":true,"threads":2},
            {"problem":"queens","n":27,"seconds":3600,"low":3000,"high":4200,"core_hours":2,"solutions_estimate":"1",
            "samples":1234,"threads":2}]"#;
        let table = estimates(&found(text).estimates).markdown();
        let rows: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(
            rows,
            [
                "| 27 | 1 h 00 min | 50 min 00 s to 1 h 10 min | 2.00 | 1,234 | 2 |  |",
                "| 28 | 2 h 00 min | too few samples | 4.00 | 2 (of smaller boards) | 2 |  |"
            ]
        );
    }
}
