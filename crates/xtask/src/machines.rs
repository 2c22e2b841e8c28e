//! crates/cli/src/bench/machines.csv, the times that `vuelta bench` compares with: those of its own files in results/bench/, and of the same
//! counts in the folders of measured results. A time whose processor or day is not recorded is left out.

use crate::compared::Peer;
use crate::records;
use crate::tool::Result;
use serde::Serialize;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

/// A case's times on a machine. Empty fields are not known.
#[derive(Debug, Clone, Default, Serialize)]
struct Row {
    work: String,
    all_threads: bool,
    /// The number that was counted, if it is compared.
    #[serde(skip)]
    answer: String,
    processor: String,
    threads: u64,
    isa: String,
    /// `bench`: repeated in one process; `count`: the field `seconds` of processes; `process`: whole processes.
    measured: &'static str,
    runs: u64,
    median: f64,
    minimum: Option<f64>,
    spread: Option<f64>,
    date: String,
    /// In results/.
    source: String,
}

impl Row {
    fn is_about(&self, other: &Row) -> bool {
        (&self.work, self.all_threads) == (&other.work, other.all_threads)
            && (self.answer.is_empty() || self.answer == other.answer)
    }
}

/// The table: the cases in the order of the benchmark, the fastest first.
pub fn table(results: &Path) -> Result<String> {
    let mut cases: Vec<Row> = vec![];
    for file in sorted(&results.join("bench"))? {
        if file.extension().is_some_and(|extension| extension == "json") {
            cases.extend(benchmark(&file)?);
        }
    }
    let mut rows = cases.clone();
    for folder in sorted(results)? {
        let its = [counts(&folder.join(records::FILE))?, processes(&folder.join("peers.csv"))?].concat();
        for case in &cases {
            // Counts before whole processes.
            let key = |row: &&Row| (row.measured, Duration::from_secs_f64(row.median));
            let best = its.iter().filter(|row| row.is_about(case)).min_by_key(key);
            rows.extend(
                best.filter(|best| rows.iter().all(|row| row.source != best.source || !best.is_about(row)))
                    .cloned(),
            );
        }
    }
    let place = |row: &Row| cases.iter().position(|case| row.is_about(case));
    rows.sort_by_key(|row| (place(row), Duration::from_secs_f64(row.median)));
    let mut table = csv::Writer::from_writer(vec![]);
    rows.iter().try_for_each(|row| table.serialize(row))?;
    Ok(String::from_utf8(table.into_inner()?)?)
}

/// The paths in a folder, sorted.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// The undisturbed cases of a complete benchmark.
fn benchmark(file: &Path) -> Result<Vec<Row>> {
    let record: Value = serde_json::from_str(&fs::read_to_string(file)?)?;
    let timings = record["timings"].as_array().filter(|_| record["complete"] == true).into_iter().flatten();
    let row = |timing: &Value| {
        let runs = timed(&timing["runs"]);
        let work = text(&timing["name"]);
        let (all_threads, answer) = (timing["all_threads"] == true, text(&timing["answer"]));
        let isa = record["environment"]["isas"].as_array().and_then(|isas| isas.last()).map(text);
        let isa = isa.unwrap_or_default();
        let threads = timing["threads"].as_u64().unwrap_or_default();
        on(
            &record["environment"],
            Row { work, all_threads, answer, isa, threads, measured: "bench", ..runs },
            file,
        )
    };
    Ok(timings.filter(|timing| timing["disturbed"] == false).filter_map(row).collect())
}

/// The whole counts of the fastest engine by the best instruction set, on one thread or on all.
fn counts(file: &Path) -> Result<Vec<Row>> {
    let mut rows = vec![];
    for record in if file.exists() { records::read(file)? } else { vec![] } {
        let environment = &record["environment"];
        let (work, answer) = match record["problem"].as_str() {
            Some("queens") if record["engine"] == "halves" => {
                (format!("queens {}", record["n"]), &record["total"])
            }
            Some("senku") if record["engine"] == "dense" && record["winning_positions"].is_null() => {
                (format!("senku {}", text(&record["board"])), &record["games"])
            }
            _ => continue,
        };
        let is_best = environment["isas"].as_array().is_some_and(|isas| isas.last() == Some(&record["isa"]));
        let threads = record["threads"].as_u64().unwrap_or_default();
        let all_threads = threads > 1;
        if record["status"] != "complete" || !is_best || all_threads && environment["processors"] != threads {
            continue;
        }
        let once =
            || Row { runs: 1, median: record["seconds"].as_f64().unwrap_or_default(), ..Row::default() };
        let runs = if record["runs"].is_null() { once() } else { timed(&record["runs"]) };
        let (answer, isa) = (text(answer), text(&record["isa"]));
        rows.extend(on(
            environment,
            Row { work, all_threads, answer, isa, threads, measured: "count", ..runs },
            file,
        ));
    }
    Ok(rows)
}

/// Whole processes of the program beside others. The folder's name says which processor it is.
fn processes(file: &Path) -> Result<Vec<Row>> {
    let mut rows = vec![];
    for peer in csv::Reader::from_path(file).iter_mut().flat_map(csv::Reader::deserialize) {
        let peer: Peer = peer?;
        let (Some(median), Some(ended)) = (peer.median_seconds, peer.ended_unix) else { continue };
        let [_, _, processor] = peer.build.split("; ").collect::<Vec<_>>()[..] else { continue };
        let work = match &*peer.what {
            "queens" => format!("queens {}", peer.n),
            "senku-solutions" => format!("senku {}", peer.n),
            _ => continue,
        };
        if peer.program == "vuelta" && peer.status == "ok" {
            rows.push(Row {
                work,
                all_threads: peer.threads > 1,
                processor: format!("{processor} ({})", microarchitecture(file)),
                threads: peer.threads as u64,
                measured: "process",
                runs: peer.runs,
                median,
                minimum: peer.min_seconds,
                spread: peer.max_seconds.zip(peer.min_seconds).map(|(most, least)| nanoseconds(most - least)),
                date: date(ended),
                source: source(file),
                ..Row::default()
            });
        }
    }
    Ok(rows)
}

/// The row with the machine and the day, if the environment has them.
fn on(environment: &Value, row: Row, file: &Path) -> Option<Row> {
    let microarchitecture = environment["microarchitecture"].as_str()?;
    let processor = format!("{} ({microarchitecture})", text(&environment["processor"]));
    Some(Row { processor, date: date(environment["ended_unix"].as_u64()?), source: source(file), ..row })
}

/// The times of the field `runs`.
fn timed(runs: &Value) -> Row {
    Row {
        runs: runs["count"].as_u64().unwrap_or_default(),
        median: runs["median"].as_f64().unwrap_or_default(),
        minimum: runs["minimum"].as_f64(),
        spread: runs["spread"].as_f64().map(nanoseconds),
        ..Row::default()
    }
}

/// A time to the nanosecond: differences have digits that say nothing.
fn nanoseconds(seconds: f64) -> f64 {
    (seconds * 1e9).round() / 1e9
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// `2026-11-23`
fn date(unix: u64) -> String {
    humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_secs(unix)).to_string()[..10].to_owned()
}

/// The last two parts of a path: `2026-11-zen5/records.jsonl`.
fn source(file: &Path) -> String {
    let parts: Vec<_> = file.iter().rev().take(2).map(|part| part.to_string_lossy()).collect();
    parts.into_iter().rev().collect::<Vec<_>>().join("/")
}

/// `Zen 3` for a file in a folder such as `2026-11-zen3`.
fn microarchitecture(file: &Path) -> String {
    let folder = source(file);
    let name = folder.split('/').next().and_then(|folder| folder.splitn(3, '-').nth(2)).unwrap_or_default();
    let at = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    let (word, number) = name.split_at(at);
    let (first, rest) = word.split_at(word.len().min(1));
    format!("{}{rest} {number}", first.to_uppercase()).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_unknown_machines_and_of_other_counts_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let [bench, month] = ["bench", "2026-11-zen3"].map(|name| folder.path().join(name));
        [&bench, &month].into_iter().for_each(|folder| fs::create_dir(folder).unwrap());
        let machine = r#""processor":"P","microarchitecture":"M","ended_unix":1795682509,"processors":2,"isas":["portable","avx2"]"#;
        let runs = r#"{"count":3,"median":0.5,"minimum":0.4,"maximum":0.7,"spread":0.3}"#;
        let timing = |all| {
            format!(
                r#"{{"name":"queens 16","all_threads":{all},"threads":1,"answer":"14772512","runs":{runs},"disturbed":false}}"#
            )
        };
        let record = format!(
            r#"{{"complete":true,"timings":[{},{}],"environment":{{{machine}}}}}"#,
            timing(false),
            timing(true)
        );
        fs::write(bench.join("a.json"), record).unwrap();
        let count = |total, isa, machine: &str| {
            format!(
                r#"{{"problem":"queens","n":16,"total":"{total}","status":"complete","engine":"halves","isa":"{isa}","threads":1,"seconds":0.25,"environment":{{{machine}}}}}"#
            )
        };
        let nameless = &machine.replace("microarchitecture", "unknown");
        let lines = [count("14772512", "avx2", machine), count("14772512", "portable", machine)];
        let lines =
            [&lines[..], &[count("1", "avx2", machine), count("14772512", "avx2", nameless)]].concat();
        fs::write(month.join(records::FILE), lines.join("\n")).unwrap();
        let peers = "program,commit,build,n,threads,runs,median_seconds,min_seconds,max_seconds,answer,what,status,ended_unix\n\
            vuelta,c,r; t; P,16,2,5,0.75,0.5,1.5,14772512,queens,ok,1795682509\nother,c,r; t; P,16,2,5,0.5,0.5,0.5,1,queens,ok,1795682509\n";
        fs::write(month.join("peers.csv"), peers).unwrap();
        let table = table(folder.path()).unwrap();
        let lines: Vec<_> = table.lines().skip(1).collect();
        assert_eq!(
            lines,
            [
                "queens 16,false,P (M),1,avx2,count,1,0.25,,,2026-11-26,2026-11-zen3/records.jsonl",
                "queens 16,false,P (M),1,avx2,bench,3,0.5,0.4,0.3,2026-11-26,bench/a.json",
                "queens 16,true,P (M),1,avx2,bench,3,0.5,0.4,0.3,2026-11-26,bench/a.json",
                "queens 16,true,P (Zen 3),2,,process,5,0.75,0.5,1.0,2026-11-26,2026-11-zen3/peers.csv",
            ]
        );
    }
}
