//! Other programs beside vuelta, on as many threads: their times, and whether their answers are right.

use crate::rounds::{HEADING, Program, Rounds};
use crate::tool::{self, Failure, fail, refuse};
use regex::Regex;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use vuelta::report::Environment;

/// Runs the programs of a list alternated with vuelta, which is built here, as is the bitmask search in C
/// (scripts/textbook.c).
///
/// Every other program is run from DIR/NAME, where you have built it as its page says. The first line of DIR/NAME/BUILD
/// tells compiler, version and flags. Programs that are not there are named with their pages.
///
/// Times are those of whole processes. The table has for each program the median, the least and the most in seconds, the
/// median of the per-round ratios program / vuelta, and their interquartile range. Exit code 3 if an answer is wrong, else
/// 1 if a program fails, else 124 if one takes too long.
#[derive(clap::Args)]
pub struct Options {
    /// The folder with the other programs
    #[arg(long)]
    dir: Option<PathBuf>,
    /// Timed runs of each program per board
    #[arg(long, default_value_t = 9, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// Threads of each program [default: all processors]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    threads: Option<u32>,
    /// Most time for the timed runs of one program per board; at least one is made
    #[arg(long, default_value = "5m", value_name = "DURATION", value_parser = humantime::parse_duration)]
    limit: Duration,
    /// A folder for peers.csv and peers.json, the latter with the machine
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// The list of programs [default: scripts/peers.tsv, which explains its columns]
    #[arg(long)]
    list: Option<PathBuf>,
    /// Sizes or names of Senku boards
    #[arg(default_values = ["16", "18", "english"])]
    boards: Vec<String>,
}

const TEXTBOOK_FLAGS: [&str; 3] = ["-O3", "-march=native", "-pthread"];

/// A line of the list.
#[derive(Deserialize)]
struct Row {
    name: String,
    page: String,
    what: String,
    boards: String,
    environment: String,
    command: String,
    pattern: String,
}

impl Row {
    /// Whether the program counts this board.
    fn is_for(&self, board: &str) -> bool {
        self.boards.split(',').any(|part| {
            let size = |text: &str| text.parse::<u32>().ok();
            let range = part.split_once('-').and_then(|(low, high)| Some(size(low)?..=size(high)?));
            part == board || range.zip(size(board)).is_some_and(|(range, size)| range.contains(&size))
        })
    }
}

fn listed(path: &Path) -> Result<Vec<Row>, Failure> {
    let wrong = |error: csv::Error| refuse(format!("the list '{}': {error}", path.display()));
    let mut reader = csv::ReaderBuilder::new();
    reader.delimiter(b'\t').comment(Some(b'#')).has_headers(false).quoting(false);
    reader.from_path(path).map_err(wrong)?.deserialize().collect::<Result<_, _>>().map_err(wrong)
}

pub fn peers(options: Options, profile: &str, out: &mut dyn Write) -> Result<i32, Failure> {
    let dir = options.dir.as_deref().map(fs::canonicalize).transpose()?;
    let list = options.list.unwrap_or_else(|| tool::root().join("scripts/peers.tsv"));
    let rows = listed(&list)?;
    let scratch = tempfile::tempdir()?;
    // A copy, which no build changes meanwhile.
    let vuelta = scratch.path().join("vuelta");
    fs::copy(tool::program(profile)?, &vuelta)?;
    let machine = tool::environment(&vuelta)?;
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let mut build = Command::new(&compiler);
    build.args(TEXTBOOK_FLAGS).arg("-o").arg(scratch.path().join("textbook"));
    if let Err(failure) = tool::printed(build.arg(tool::root().join("scripts/textbook.c"))) {
        eprintln!("the search in C cannot be built: {}", failure.text.lines().next().unwrap_or_default());
    }
    let threads = options.threads.map_or(machine.processors, |threads| threads as usize);
    let rounds =
        Rounds { most: options.pairs as usize, limit: options.limit, scratch: scratch.path().to_owned() };
    writeln!(out, "{}, threads: {threads}; whole processes in seconds\n{HEADING}", machine.processor)?;
    let mut results = Results { machine, peers: vec![] };
    let mut codes = vec![];
    for board in &options.boards {
        let ours: Vec<&Row> = rows.iter().filter(|row| row.name == "vuelta" && row.is_for(board)).collect();
        if ours.is_empty() {
            return Err(refuse(format!("vuelta counts no board '{board}' in '{}'", list.display())));
        }
        for what in ours.iter().map(|row| &row.what) {
            let rows: Vec<&Row> = rows.iter().filter(|row| row.what == *what && row.is_for(board)).collect();
            let program = |row: &&Row| program(row, board, threads, scratch.path(), dir.as_deref());
            let mut programs: Vec<Program> = rows.iter().map(program).collect::<Result<_, _>>()?;
            rounds.measure(&mut programs)?;
            for (program, row) in programs.iter().zip(rows) {
                writeln!(out, "{}", program.line(&format!("{what} {board}"), &programs[0]))?;
                codes.extend(program.trouble.as_ref().map(|(code, _)| *code));
                if program.trouble.as_ref().is_none_or(|(code, _)| *code != 0) {
                    results.add(program, row, board, threads, &programs[0], &compiler);
                }
            }
            if let Some(folder) = &options.out {
                results.write(folder)?;
            }
        }
    }
    Ok([3, 1, 124].into_iter().find(|code| codes.contains(code)).unwrap_or(0))
}

/// The program of a row, for this board.
fn program(
    row: &Row,
    board: &str,
    threads: usize,
    scratch: &Path,
    dir: Option<&Path>,
) -> Result<Program, Failure> {
    let is_other = row.command.contains("{dir}");
    let folder = if is_other { dir.map(|dir| dir.join(&row.name)) } else { Some(scratch.to_owned()) };
    let folder = folder.unwrap_or_default();
    let filled = |word: &str| {
        let word = word.replace("{n}", board).replace("{threads}", &threads.to_string());
        let word = word.replace("{dir}", &folder.display().to_string());
        ["vuelta", "textbook"].iter().fold(word, |word, name| {
            word.replace(&format!("{{{name}}}"), &scratch.join(name).display().to_string())
        })
    };
    let words: Vec<String> = row.command.split_whitespace().map(filled).collect();
    let variables = row.environment.split_whitespace().filter_map(|word| word.split_once('='));
    let is_told = [&row.command, &row.environment].iter().any(|text| text.contains("{threads}"));
    let reason = if words.first().is_none_or(|program| !Path::new(program).is_file()) {
        Some(format!("not built here: {}", row.page))
    } else {
        (threads != 1 && !is_told).then(|| "has one thread only".to_owned())
    };
    Ok(Program {
        name: row.name.clone(),
        environment: variables.map(|(name, value)| (name.to_owned(), filled(value))).collect(),
        words,
        pattern: Regex::new(&format!("(?m){}", row.pattern))?,
        folder,
        trouble: reason.map(|reason| (0, reason)),
        answer: None,
        times: vec![],
    })
}

/// The contents of both files.
#[derive(Serialize)]
struct Results {
    machine: Environment,
    peers: Vec<Peer>,
}

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
    ended_unix: u64,
}

impl Results {
    fn add(
        &mut self,
        program: &Program,
        row: &Row,
        board: &str,
        threads: usize,
        ours: &Program,
        compiler: &str,
    ) {
        let (commit, build) = match row.command.split(' ').next() {
            Some("{vuelta}") => {
                (self.machine.commit.clone(), format!("{}; {}", self.machine.rustc, self.machine.target))
            }
            Some("{textbook}") => {
                let version = tool::printed(Command::new(compiler).arg("--version")).unwrap_or_default();
                let version = version.lines().next().unwrap_or_default();
                (String::new(), format!("{version} {}", TEXTBOOK_FLAGS.join(" ")))
            }
            _ => {
                // Not the commit of a repository that the folder lies in.
                let top = tool::git(&program.folder, &["rev-parse", "--show-toplevel"]);
                let is_own = Path::new(&top) == program.folder;
                let commit = tool::git(&program.folder, &["rev-parse", "--short=12", "HEAD"]);
                let build = fs::read_to_string(program.folder.join("BUILD")).unwrap_or_default();
                (
                    if is_own { commit } else { String::new() },
                    build.lines().next().unwrap_or_default().to_owned(),
                )
            }
        };
        let rounded = |numbers: Option<[f64; 3]>, at: usize| Some((numbers?[at] * 1e6).round() / 1e6);
        let (seconds, ratios) = (program.seconds(), program.ratios(ours));
        self.peers.push(Peer {
            program: row.name.clone(),
            commit,
            build,
            n: board.to_owned(),
            threads,
            runs: if seconds.is_some() { program.times.len() } else { 0 },
            median_seconds: rounded(seconds, 0),
            min_seconds: rounded(seconds, 1),
            max_seconds: rounded(seconds, 2),
            answer: program.answer.clone(),
            what: row.what.clone(),
            page: row.page.trim_matches('-').to_owned(),
            ratio: rounded(ratios, 1),
            ratio_low: rounded(ratios, 0),
            ratio_high: rounded(ratios, 2),
            status: program.trouble.as_ref().map_or("ok", |(_, trouble)| trouble).to_owned(),
            ended_unix: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs()),
        });
    }

    fn write(&self, folder: &Path) -> Result<(), Failure> {
        fs::create_dir_all(folder)?;
        let mut csv = csv::Writer::from_writer(vec![]);
        self.peers.iter().try_for_each(|peer| csv.serialize(peer))?;
        let csv = csv.into_inner().map_err(|error| fail(error.to_string()))?;
        let json = serde_json::to_string_pretty(self)? + "\n";
        for (name, bytes) in [("peers.csv", csv), ("peers.json", json.into())] {
            fs::write(folder.join(name), bytes)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VUELTA: &str =
        "vuelta\t-\tqueens\t4-9\t-\t{vuelta} queens count {n} --threads {threads} -q\t^([0-9]+)$";

    /// The exit code, the table and the results, with programs that the shell interprets.
    fn ran(programs: &[(&str, &str)]) -> (i32, String, serde_json::Value) {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mut list = format!("# a comment\n{VUELTA}\n");
        for (name, text) in programs {
            let columns = "queens\t4-9\tOMP_NUM_THREADS={threads}\t{dir}/run {n}\tfound ([0-9]+)";
            list += &format!("{name}\thttps://example.org/{name}\t{columns}\n");
            tool::script(&path(&format!("the peers/{name}/run")), text);
        }
        list += "alone\t-\tqueens\t4-9\t-\t{dir}/../right/run\tfound ([0-9]+)\n";
        list += "absent\thttps://example.org\tqueens\t4-9\t-\t{dir}/run {threads}\tfound ([0-9]+)\n";
        fs::write(path("list"), list).unwrap();
        fs::create_dir_all(path("the peers/alone")).unwrap();
        fs::write(path("the peers/right/BUILD"), "cc 1.0 \"fast\", -O9\nmore\n").unwrap();
        let options = Options {
            dir: Some(path("the peers")),
            pairs: 3,
            threads: Some(2),
            limit: Duration::from_secs(2),
            out: Some(path("results")),
            list: Some(path("list")),
            boards: vec!["8".to_owned()],
        };
        let mut out = vec![];
        let code = peers(options, "test", &mut out).unwrap();
        // The report reads the table.
        let mut report = Command::new(tool::program("test").unwrap());
        let page = path("page.md");
        tool::printed(report.arg("report").arg(path("results")).arg("-o").arg(&page)).ok();
        assert!(fs::read_to_string(page).unwrap().contains("| right "));
        let json = fs::read(path("results/peers.json")).unwrap();
        (code, String::from_utf8(out).unwrap(), serde_json::from_slice(&json).unwrap())
    }

    const RIGHT: (&str, &str) = (
        "right",
        "sleep 0.2; echo threads: $OMP_NUM_THREADS; test \"$OMP_NUM_THREADS$1\" = 28 && echo found 92",
    );

    #[test]
    fn a_program_that_is_right_has_times_ratios_and_its_build() {
        let (code, table, results) = ran(&[RIGHT]);
        assert_eq!(code, 0, "{table}");
        assert!(table.contains("queens 8                 vuelta") && table.contains("has one thread only"));
        assert!(table.contains("not built here: https://example.org\n"), "{table}");
        let right = &results["peers"][1];
        assert!(right["median_seconds"].as_f64().unwrap() >= 0.2 && right["ratio"].as_f64().unwrap() > 1.0);
        for (field, value) in
            [("answer", "92"), ("build", "cc 1.0 \"fast\", -O9"), ("commit", ""), ("status", "ok")]
        {
            assert_eq!(right[field], value, "{field}");
        }
        assert_eq!((&right["runs"], &right["threads"]), (&3.into(), &2.into()));
    }

    #[test]
    fn each_trouble_has_its_exit_code_and_the_others_go_on() {
        let slow = ("slow", "exec sleep 30");
        let (code, table, results) = ran(&[slow, RIGHT]);
        assert!(code == 124 && table.contains("slow       time limit"), "{table}");
        assert_eq!((&results["peers"][1]["runs"], &results["peers"][2]["status"]), (&0.into(), &"ok".into()));
        let crash = ("crash", "kill -s SEGV $$");
        let (code, table, _) = ran(&[crash, ("silent", "echo nothing"), RIGHT]);
        assert!(code == 1 && table.contains("exit code 139") && table.contains("no answer"), "{table}");
        let seldom = ("seldom", "test -e again && echo found 91 || { touch again; echo found 92; }");
        let (code, table, _) = ran(&[crash, ("wrong", "echo found 93"), seldom, RIGHT]);
        assert!(code == 3 && table.contains("wrong answer (93)") && table.contains("answer (91)"), "{table}");
    }
}
