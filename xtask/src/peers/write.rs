//! The table of the programs, and the files peers.csv and peers.json.

use super::{Bench, Program, Status};
use crate::tool::{Failure, quantile};
use serde::Serialize;
use std::fmt;
use std::fs;
use std::path::PathBuf;
use vuelta::report::Environment;

pub const HEADING: &str =
    "count                    program         median       least        most runs   x vuelta   quartiles";

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::Ok => write!(f, "ok"),
            Status::Left(why) => write!(f, "{why}"),
            Status::Wrong => write!(f, "wrong answer"),
            Status::ExitCode(code) => write!(f, "exit code {code}"),
            Status::NoAnswer => write!(f, "no answer"),
            Status::TimeLimit => write!(f, "time limit"),
        }
    }
}

impl Program<'_> {
    /// The quartiles of the ratios of its times to vuelta's, round by round.
    fn ratios(&self, all: &[Program<'_>]) -> Option<[f64; 3]> {
        let ours = all.iter().find(|program| program.row.name == "vuelta" && program.status == Status::Ok)?;
        let time = |round: usize| ours.times.iter().find(|(of, _)| *of == round).map(|(_, seconds)| *seconds);
        let ratios: Vec<f64> =
            self.times.iter().filter_map(|(round, seconds)| Some(seconds / time(*round)?)).collect();
        (!ratios.is_empty()).then(|| [0.25, 0.5, 0.75].map(|share| quantile(&ratios, share)))
    }

    /// The median, the least and the most of its times.
    fn seconds(&self) -> Option<[f64; 3]> {
        let times: Vec<f64> = self.times.iter().map(|(_, seconds)| *seconds).collect();
        (self.status == Status::Ok).then(|| [0.5, 0.0, 1.0].map(|share| quantile(&times, share)))
    }
}

/// A program's line of the table.
pub fn line(program: &Program<'_>, all: &[Program<'_>], board: &str) -> String {
    let mut line = format!("{:<24} {:<10} ", format!("{} {board}", program.row.what), program.row.name);
    let Some([median, least, most]) = program.seconds() else {
        let answer = program.answer.as_ref().map(|answer| format!(" ({answer})")).unwrap_or_default();
        return format!("{line}{}{answer}", program.status);
    };
    line += &format!("{median:>11.6} {least:>11.6} {most:>11.6} {:>4}", program.times.len());
    if let Some([low, ratio, high]) = program.ratios(all) {
        line += &format!(" {ratio:>10.3}   {low:.3} to {high:.3}");
    }
    line
}

/// Both files, with everything that was measured so far.
pub struct Files {
    folder: Option<PathBuf>,
    contents: Contents,
}

#[derive(Serialize)]
struct Contents {
    machine: Environment,
    peers: Vec<Peer>,
}

/// A row of both files; JSON leaves out what is not known.
#[derive(Serialize)]
struct Peer {
    program: String,
    commit: String,
    build: String,
    n: String,
    threads: usize,
    runs: usize,
    median_seconds: Option<f64>,
    min_seconds: Option<f64>,
    max_seconds: Option<f64>,
    answer: Option<String>,
    what: String,
    page: String,
    ratio: Option<f64>,
    ratio_low: Option<f64>,
    ratio_high: Option<f64>,
    status: String,
}

impl Files {
    pub fn new(folder: Option<PathBuf>, machine: Environment) -> Result<Self, Failure> {
        if let Some(folder) = &folder {
            fs::create_dir_all(folder)?;
        }
        Ok(Files { folder, contents: Contents { machine, peers: vec![] } })
    }

    /// Adds a program that ran, and writes both files.
    pub fn add(
        &mut self,
        program: &Program<'_>,
        all: &[Program<'_>],
        board: &str,
        bench: &Bench,
    ) -> Result<(), Failure> {
        let Some(folder) = &self.folder else { return Ok(()) };
        if matches!(program.status, Status::Left(_)) {
            return Ok(());
        }
        let row = program.row;
        let (commit, build) = bench.build(row, &self.contents.machine);
        let rounded = |number: f64| (number * 1e6).round() / 1e6;
        let (seconds, ratios) =
            (program.seconds(), program.ratios(all).filter(|_| program.status == Status::Ok));
        self.contents.peers.push(Peer {
            program: row.name.clone(),
            commit,
            build,
            n: board.to_owned(),
            threads: bench.threads,
            runs: if seconds.is_some() { program.times.len() } else { 0 },
            median_seconds: seconds.map(|[median, _, _]| rounded(median)),
            min_seconds: seconds.map(|[_, least, _]| rounded(least)),
            max_seconds: seconds.map(|[_, _, most]| rounded(most)),
            answer: program.answer.clone(),
            what: row.what.clone(),
            page: row.page.clone(),
            ratio: ratios.map(|[_, ratio, _]| rounded(ratio)),
            ratio_low: ratios.map(|[low, _, _]| rounded(low)),
            ratio_high: ratios.map(|[_, _, high]| rounded(high)),
            status: program.status.to_string(),
        });
        let mut csv = csv::Writer::from_writer(vec![]);
        self.contents.peers.iter().try_for_each(|peer| csv.serialize(peer))?;
        let csv = csv.into_inner().map_err(|error| error.into_error())?;
        let mut json = serde_json::to_value(&self.contents)?;
        for peer in json["peers"].as_array_mut().into_iter().flatten().filter_map(|peer| peer.as_object_mut())
        {
            peer.retain(|_, value| !value.is_null() && value.as_str() != Some(""));
        }
        // Each by a draft that takes the file's place.
        for (name, bytes) in
            [("peers.csv", csv), ("peers.json", (serde_json::to_string_pretty(&json)? + "\n").into())]
        {
            fs::write(folder.join(format!(".{name}")), bytes)?;
            fs::rename(folder.join(format!(".{name}")), folder.join(name))?;
        }
        Ok(())
    }
}
