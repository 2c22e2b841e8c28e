//! The tables of other programs in results/RECORDS.md, from each `peers.csv`, which `cargo xtask peers` writes.

use crate::tool;
use serde::Deserialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use vuelta::known::{self, Published};
use vuelta_records::{duration, grouped, times};

const TEXT: &str = "Medians of whole processes, programs alternated, with equal thread counts. In parentheses: the median of \
    the per-round ratios to Vuelta's time (in older files, the ratio of the medians). ✓: all answers are as published. \
    Numbers in brackets are the builds below the table; peers.csv has the runs and the spread.";

/// A program on a board.
#[derive(Debug, Deserialize)]
pub struct Peer {
    pub program: String,
    commit: String,
    pub build: String,
    pub n: String,
    pub threads: usize,
    #[serde(default)]
    pub runs: u64,
    pub median_seconds: Option<f64>,
    pub min_seconds: Option<f64>,
    pub max_seconds: Option<f64>,
    answer: Option<u128>,
    /// `queens`, or `senku-` and what is counted; older files have queens alone.
    #[serde(default)]
    pub what: String,
    #[serde(default)]
    page: String,
    ratio: Option<f64>,
    /// `ok`, or what was wrong; older files have rows without troubles alone.
    #[serde(default)]
    pub status: String,
    pub ended_unix: Option<u64>,
}

impl Peer {
    fn name(&self) -> &str {
        if self.program == "textbook" { "bitmask search in C" } else { &self.program }
    }

    /// `N = 16`, `Senku english: solutions`.
    fn subject(&self) -> String {
        match self.what.strip_prefix("senku-") {
            Some("winning") => format!("Senku {}: winning positions", self.n),
            Some(quantity) => format!("Senku {}: {quantity}", self.n),
            None => format!("N = {}", self.n),
        }
    }

    fn note(&self) -> String {
        let parts = [self.name(), &self.commit, &self.build, &self.page];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ").replace('_', "\\_")
    }

    /// The published value, if it is a single number.
    fn published(&self) -> Option<Published> {
        let Some(quantity) = self.what.strip_prefix("senku-") else {
            return known::queens_count("total", self.n.parse().ok()?);
        };
        let quantity = match quantity {
            "positions" => "positions_up_to_symmetry",
            "winning" => "winning_positions_up_to_symmetry",
            other => other,
        };
        let is_about =
            |entry: &known::Entry| entry.key("board") == Some(&self.n) && entry.quantity == quantity;
        let mut entries = known::entries().filter(is_about);
        let numbers = entries.next().filter(|_| entries.next().is_none())?.numbers;
        numbers.first().copied().filter(|_| numbers.len() == 1)
    }

    /// Whether the answer is as published (if it is, or is Vuelta's where no value is published), or what is wrong.
    fn verdict(&self, vuelta: Option<&Peer>) -> Result<bool, String> {
        let published = self.published();
        let said = self.answer.map(|answer| format!(": {}", grouped(answer))).unwrap_or_default();
        match (self.answer, published, vuelta.and_then(|vuelta| vuelta.answer)) {
            (Some(answer), Some(published), _) if answer != published.value => {
                Err(format!("DIFFERS from {}{said}", published.citation()))
            }
            (Some(answer), None, Some(ours)) if answer != ours => Err(format!("DIFFERS from vuelta{said}")),
            _ if !["", "ok"].contains(&&*self.status) => Err(format!("{}{said}", self.status)),
            (answer, published, _) => Ok(answer.is_some() && published.is_some()),
        }
    }
}

/// The row of vuelta on the same board.
fn vuelta<'a>(rows: &'a [Peer], row: &Peer) -> Option<&'a Peer> {
    rows.iter().find(|ours| ours.program == "vuelta" && ours.subject() == row.subject())
}

/// A mark if all answers of a program are as published, or what is wrong with them.
fn answers(its: &[&Peer], rows: &[Peer]) -> String {
    let verdicts: Vec<_> = its.iter().map(|row| (row, row.verdict(vuelta(rows, row)))).collect();
    let named = |(row, verdict): &(&&Peer, Result<bool, String>)| {
        verdict.as_ref().err().map(|trouble| format!("{}: {trouble}", row.subject()))
    };
    let troubles: Vec<String> = verdicts.iter().filter_map(named).collect();
    if troubles.is_empty() && verdicts.iter().all(|(_, verdict)| *verdict == Ok(true)) {
        return "✓".to_owned();
    }
    troubles.join("; ")
}

/// A section with the tables of these files, newest folder first.
pub fn section(results: &Path, files: &[PathBuf]) -> tool::Result<String> {
    let mut text = format!("\n## Other programs\n\n{TEXT}\n");
    for file in files.iter().rev().filter(|file| file.ends_with("peers.csv")) {
        let rows: Vec<Peer> =
            csv::Reader::from_path(results.join(file))?.deserialize().collect::<Result<_, _>>()?;
        text += &table(&file.parent().unwrap_or(file).display().to_string(), &rows)?;
    }
    Ok(text)
}

/// A row for each program, a column for each count, and the builds as footnotes.
fn table(folder: &str, rows: &[Peer]) -> tool::Result<String> {
    let distinct = |of: &dyn Fn(&Peer) -> String| {
        let mut found: Vec<String> = vec![];
        for item in rows.iter().map(of) {
            if !found.contains(&item) {
                found.push(item);
            }
        }
        found
    };
    let (subjects, builds) = (distinct(&Peer::subject), distinct(&Peer::note));
    let threads = rows.first().map_or(0, |row| row.threads);
    let mut text =
        format!("\n### {folder}, {threads} threads\n\n| program | {} | answers |\n", subjects.join(" | "));
    writeln!(text, "| --- |{} --- |", " ---: |".repeat(subjects.len()))?;
    for name in distinct(&|row| row.name().to_owned()) {
        let its: Vec<&Peer> = rows.iter().filter(|row| row.name() == name).collect();
        let noted = (1..).zip(&builds).filter(|(_, build)| its.iter().any(|row| row.note() == **build));
        let notes: String = noted.map(|(number, _)| format!(" \\[{number}\\]")).collect();
        write!(text, "| {name}{notes} |")?;
        for subject in &subjects {
            let row = its.iter().find(|row| row.subject() == *subject);
            let time = row.and_then(|row| {
                let seconds = row.median_seconds?;
                let medians = || Some(seconds / vuelta(rows, row)?.median_seconds?);
                let ratio = row.ratio.or_else(medians).filter(|_| row.program != "vuelta");
                Some(
                    duration(seconds)
                        + &ratio.map(|ratio| format!(" ({} ×)", times(ratio))).unwrap_or_default(),
                )
            });
            write!(text, " {} |", time.unwrap_or_default())?;
        }
        writeln!(text, " {} |", answers(&its, rows))?;
    }
    for (number, build) in (1..).zip(&builds) {
        write!(text, "\n\\[{number}\\] {build}\n")?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_has_its_ratios_its_build_and_its_troubles() {
        let text = "program,commit,build,n,threads,runs,median_seconds,min_seconds,max_seconds,answer,what,ratio,status\n\
             vuelta,5df9,cargo,16,2,9,0.02,0.01,0.03,14772512,queens,1,ok\n\
             other,,\"a, b_c\",16,2,3,0.5,0.4,0.6,14772512,queens,,ok\nslow,,,english,2,0,,,,,senku-winning,,time limit\n\
             wrong,,,16,2,3,0.1,0.1,0.1,14772511,queens,,ok\n";
        let rows: Vec<Peer> =
            csv::Reader::from_reader(text.as_bytes()).deserialize().map(|row| row.unwrap()).collect();
        let table = table("2026-11-zen4", &rows).unwrap();
        let lines: Vec<&str> = table.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(
            lines,
            [
                "### 2026-11-zen4, 2 threads",
                "| program | N = 16 | Senku english: winning positions | answers |",
                "| --- | ---: | ---: | --- |",
                "| vuelta \\[1\\] | 20.0 ms |  | ✓ |",
                "| other \\[2\\] | 500 ms (25.0 ×) |  | ✓ |",
                "| slow \\[3\\] |  |  | Senku english: winning positions: time limit |",
                "| wrong \\[4\\] | 100 ms (5.00 ×) |  | N = 16: DIFFERS from OEIS A000170: 14,772,511 |",
                "\\[1\\] vuelta, 5df9, cargo",
                "\\[2\\] other, a, b\\_c",
                "\\[3\\] slow",
                "\\[4\\] wrong",
            ]
        );
    }
}
