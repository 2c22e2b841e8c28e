//! The tables of other programs in results/RECORDS.md, from each `peers.csv`, which `cargo xtask peers` writes.

use crate::tool::Result;
use serde::Deserialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use vuelta::report::{duration, grouped};

const TEXT: &str = "Medians of whole processes, programs alternated, with equal thread counts. In parentheses: the median of \
    the per-round ratios to Vuelta's time (in older files, the ratio of the medians). ✓: all answers are as published. \
    Numbers in brackets are the builds below the table; peers.csv has the runs and the spread.";

/// A program on a board.
#[derive(Debug, Deserialize)]
struct Row {
    program: String,
    commit: String,
    build: String,
    n: String,
    threads: usize,
    median_seconds: Option<f64>,
    /// `queens`, or `senku-` and what is counted; older files have queens alone.
    #[serde(default)]
    what: String,
    #[serde(default)]
    page: String,
    ratio: Option<f64>,
    /// `ok`, or what was wrong; older files have rows without troubles alone.
    #[serde(default)]
    status: String,
}

impl Row {
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

    fn is_right(&self) -> bool {
        ["", "ok"].contains(&self.status.as_str())
    }
}

/// A ratio to three digits, or all of those above a thousand.
fn times(ratio: f64) -> String {
    match ratio {
        ..9.995 => format!("{ratio:.2}"),
        ..99.95 => format!("{ratio:.1}"),
        _ => grouped(ratio.round() as u128),
    }
}

/// A section with the tables of these files, newest folder first.
pub fn section(results: &Path, files: &[PathBuf]) -> Result<String> {
    let mut text = format!("\n## Other programs\n\n{TEXT}\n");
    for file in files.iter().rev().filter(|file| file.ends_with("peers.csv")) {
        let rows: Vec<Row> =
            csv::Reader::from_path(results.join(file))?.deserialize().collect::<Result<_, _>>()?;
        text += &table(&file.parent().unwrap_or(file).display().to_string(), &rows)?;
    }
    Ok(text)
}

/// A row for each program, a column for each count, and the builds as footnotes.
fn table(folder: &str, rows: &[Row]) -> Result<String> {
    let distinct = |of: &dyn Fn(&Row) -> String| {
        let mut found: Vec<String> = vec![];
        rows.iter().map(of).for_each(|item| {
            if !found.contains(&item) {
                found.push(item)
            }
        });
        found
    };
    let (subjects, builds) = (distinct(&Row::subject), distinct(&Row::note));
    let threads = rows.first().map_or(0, |row| row.threads);
    let mut text =
        format!("\n### {folder}, {threads} threads\n\n| program | {} | answers |\n", subjects.join(" | "));
    writeln!(text, "| --- |{} --- |", " ---: |".repeat(subjects.len()))?;
    let vuelta =
        |row: &Row| rows.iter().find(|ours| ours.program == "vuelta" && ours.subject() == row.subject());
    for name in distinct(&|row| row.name().to_owned()) {
        let its: Vec<&Row> = rows.iter().filter(|row| row.name() == name).collect();
        let noted = (1..).zip(&builds).filter(|(_, build)| its.iter().any(|row| row.note() == **build));
        let notes: String = noted.map(|(number, _)| format!(" \\[{number}\\]")).collect();
        write!(text, "| {name}{notes} |")?;
        for subject in &subjects {
            let row = its.iter().find(|row| row.subject() == *subject);
            let time = row.and_then(|row| {
                let seconds = row.median_seconds?;
                let medians = || Some(seconds / vuelta(row)?.median_seconds?);
                let ratio = row.ratio.or_else(medians).filter(|_| row.program != "vuelta");
                Some(
                    duration(seconds)
                        + &ratio.map(|ratio| format!(" ({} ×)", times(ratio))).unwrap_or_default(),
                )
            });
            write!(text, " {} |", time.unwrap_or_default())?;
        }
        let troubles: Vec<String> = its
            .iter()
            .filter(|row| !row.is_right())
            .map(|row| format!("{}: {}", row.subject(), row.status))
            .collect();
        writeln!(text, " {} |", if troubles.is_empty() { "✓".to_owned() } else { troubles.join("; ") })?;
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
             other,,\"a, b_c\",16,2,3,0.5,0.4,0.6,14772512,queens,,ok\nslow,,,english,2,0,,,,,senku-winning,,time limit\n";
        let rows: Vec<Row> =
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
                "\\[1\\] vuelta, 5df9, cargo",
                "\\[2\\] other, a, b\\_c",
                "\\[3\\] slow",
            ]
        );
    }
}
