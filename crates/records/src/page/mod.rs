//! A folder of results as one page: self-contained HTML, or Markdown.
//!
//! ```text
//! folder ──▶ [Record] ──▶ tables, plot ──▶ html, markdown
//! ```
//!
//! The page depends on nothing but the results and the published numbers: the same results give the same page, byte for
//! byte. The page has no scripts, fonts or pictures from elsewhere, and its policy forbids them. Run time and memory
//! O(results).

mod counts;
mod folder;
mod plot;
mod times;
mod write;

pub use folder::{Results, ResultsError};

use super::Record;
use std::time::{Duration, SystemTime};
use write::Table;

/// The last second that a calendar with four digits has.
const LAST_SECOND: u64 = 253_402_300_799;

/// A title, a text, and a table.
type Section = (String, &'static str, Table);

impl Results {
    /// The numbers that differ from the published ones, each in one sentence.
    #[must_use]
    pub fn differing(&self) -> Vec<String> {
        let compared =
            self.counts.iter().flat_map(|of| of.comparisons().map(|compared| of.compare(compared)));
        let mut differing: Vec<_> = compared.filter_map(Result::err).map(|error| error.to_string()).collect();
        differing.sort();
        differing.dedup();
        differing
    }

    /// The plot of times against N on the machine of the newest count, each engine's best, as an SVG file; `None` without
    /// times of queens.
    #[must_use]
    pub fn plot(&self) -> Option<String> {
        plot::drawn(times::machines(&self.counts).get(&times::machine(self.newest()?))?)
    }

    fn newest(&self) -> Option<&Record> {
        self.counts.iter().max_by_key(|count| count.environment.as_ref().and_then(|run| run.started_unix))
    }

    /// The sections that have something to show.
    fn sections(&self) -> Vec<Section> {
        let mut sections = vec![(
            "Counts of N-queens".to_owned(),
            "All solutions, those that differ up to rotation and reflection, and those that a half turn or a quarter turn \
             leaves unchanged. Growth is the ratio to the board before.",
            counts::table(&self.counts, "#N", |problem| problem.board().is_some()),
        )];
        sections.extend(times::machines(&self.counts).iter().map(|(machine, ways)| {
            let text = "The shortest wall time of each count, or median of its runs. Runs and spread (the longest run less \
                        the shortest) are those of the fastest column.";
            (format!("Times: {machine}"), text, times::table(ways))
        }));
        sections.push((
            "Other counts".to_owned(),
            "Counts of Senku and of placements, counts of shards, counts with conditions, and counts that were stopped. \
             Games are jump sequences that end where no jump is left; solutions are those that reach the goal. Positions \
             are counted up to symmetry.",
            counts::table(&self.counts, "problem", |problem| problem.board().is_none()),
        ));
        sections.retain(|(.., table)| !table.rows.is_empty());
        sections
    }

    /// Date, machine and commit of the newest count.
    fn facts(&self) -> String {
        let machine = self.newest().map(times::machine).unwrap_or_default();
        let run = self.newest().and_then(|count| count.environment.clone()).unwrap_or_default();
        let mut facts = vec![date(run.started_unix), machine, format!("commit {}", run.environment.commit)];
        facts.retain(|fact| !fact.is_empty() && !fact.ends_with(' '));
        facts.join(" · ")
    }
}

/// The date of a time of the Unix clock: `2026-11-21`; empty if it is not known, or one that no calendar has.
fn date(unix: Option<u64>) -> String {
    let Some(unix) = unix.filter(|&unix| unix <= LAST_SECOND) else { return String::new() };
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(unix);
    humantime::format_rfc3339_seconds(time).to_string().chars().take(10).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let dates = [0, 1_795_242_510, LAST_SECOND, u64::MAX].map(|unix| date(Some(unix)));
        assert_eq!(dates, ["1970-01-01", "2026-11-21", "9999-12-31", ""]);
    }
}
