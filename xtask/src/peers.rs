//! Other programs beside vuelta, alternated and on as many threads: their times, and whether their answers are right.

mod list;
mod write;

use crate::tool::{self, Failure, refuse};
use list::Row;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use vuelta::report::Environment;
use write::Files;

pub const HELP: &str = "\
Usage: cargo xtask peers [--dir DIR] [--pairs K] [--threads T] [--limit DURATION] [--out FOLDER] [--list FILE] [BOARD...]

The programs are those of scripts/peers.tsv (or FILE), which says how each is run and what it counts. Vuelta and the
textbook search in C (scripts/textbook.c) are built here. Every other one is run from DIR/NAME, where you have built it as
its page says. A program that is not there is named with its page, and the rest goes on. The commit is what git says of
DIR/NAME; compiler, version and flags are the line that you write into DIR/NAME/BUILD. What is not known is left out.
A BOARD is a size or the name of a Senku board [default: 16 18 english].

On each board every program runs once without being timed, and then K times [default: 9] in rounds: a b c, c b a, a b c, ...
The timed runs of a program on a board may take DURATION together [default: 5m]: a slow program gets fewer, at least one,
and a run that alone takes longer is ended. T is by default the number of processors. Let nothing else run meanwhile.

Times are those of whole processes. The table has for each program the median, the least and the most in seconds, the median
of the per-round ratios program / vuelta, and their interquartile range. FOLDER gets the same as peers.csv and peers.json,
with the machine. Exit code 3 where an answer is wrong, else 1 where a program fails, else 124 where one took too long.
VUELTA names a program that is built already.";

const TEXTBOOK_FLAGS: [&str; 3] = ["-O3", "-march=native", "-pthread"];

pub fn peers(arguments: &[String]) -> Result<i32, Failure> {
    run(arguments, "release", &mut std::io::stdout())
}

fn run(arguments: &[String], profile: &str, out: &mut dyn Write) -> Result<i32, Failure> {
    let known = ["--dir", "--pairs", "--threads", "--limit", "--out", "--list"];
    let (options, mut boards) = tool::words(arguments, &known)?;
    if boards.is_empty() {
        boards = ["16", "18", "english"].map(str::to_owned).to_vec();
    }
    let pairs = options.get("--pairs").map_or(Ok(9), |pairs| tool::number(pairs, "pairs"))?;
    let threads = options.get("--threads").map(|threads| tool::number(threads, "threads")).transpose()?;
    let limit = tool::time(options.get("--limit").map_or("5m", String::as_str))?;
    let dir = match options.get("--dir") {
        Some(dir) => Some(fs::canonicalize(dir).map_err(|_| refuse(format!("there is no folder '{dir}'")))?),
        None => None,
    };
    let list = options.get("--list").map_or_else(|| tool::root().join("scripts/peers.tsv"), PathBuf::from);
    let rows = list::read(&list)?;
    for board in &boards {
        if list::subjects(&rows, board).is_empty() {
            return Err(refuse(format!("vuelta counts no board '{board}' in '{}'", list.display())));
        }
    }
    let scratch = tempfile::tempdir()?;
    // A copy, which no build changes meanwhile.
    let vuelta = scratch.path().join("vuelta");
    fs::copy(tool::program(profile)?, &vuelta)?;
    let text = tool::printed(Command::new(&vuelta).args(["info", "--json"]))?;
    let machine: Environment = serde_json::from_str(&text)?;
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let textbook = scratch.path().join("textbook");
    let mut build = Command::new(&compiler);
    build.args(TEXTBOOK_FLAGS).arg("-o").arg(&textbook).arg(tool::root().join("scripts/textbook.c"));
    if let Err(failure) = tool::printed(&mut build) {
        eprintln!("the textbook search cannot be built: {}", failure.text.lines().next().unwrap_or_default());
    }
    let threads = threads.unwrap_or(machine.processors);
    writeln!(out, "{}, threads: {threads}; whole processes in seconds", machine.processor)?;
    writeln!(out, "{}", write::HEADING)?;
    let bench = Bench { scratch: scratch.path().to_owned(), dir, threads, limit, compiler };
    let mut files = Files::new(options.get("--out").map(PathBuf::from), machine)?;
    let mut codes = vec![];
    for board in &boards {
        for what in list::subjects(&rows, board) {
            let rows = rows.iter().filter(|row| row.what == what && row.is_for(board));
            let programs = bench.measure(rows.collect(), board, pairs);
            codes.extend(programs.iter().map(|program| program.status.code()));
            for program in &programs {
                writeln!(out, "{}", write::line(program, &programs, board))?;
                files.add(program, &programs, board, &bench)?;
            }
        }
    }
    Ok([3, 1, 124].into_iter().find(|code| codes.contains(code)).unwrap_or(0))
}

/// How a program's runs ended.
#[derive(Debug, Clone, PartialEq)]
enum Status {
    Ok,
    /// It was not run, and why.
    Left(String),
    Wrong,
    ExitCode(i32),
    NoAnswer,
    TimeLimit,
}

impl Status {
    fn code(&self) -> i32 {
        match self {
            Status::Ok | Status::Left(_) => 0,
            Status::Wrong => 3,
            Status::ExitCode(_) | Status::NoAnswer => 1,
            Status::TimeLimit => 124,
        }
    }
}

/// A program on a board, and what its runs gave.
struct Program<'a> {
    row: &'a Row,
    status: Status,
    answer: Option<String>,
    /// The number of timed runs that the time limit allows.
    most: usize,
    /// The round and the seconds of each timed run.
    times: Vec<(usize, f64)>,
}

/// The settings that all runs share.
struct Bench {
    scratch: PathBuf,
    dir: Option<PathBuf>,
    threads: usize,
    limit: Duration,
    compiler: String,
}

impl Bench {
    fn measure<'a>(&self, rows: Vec<&'a Row>, board: &str, pairs: usize) -> Vec<Program<'a>> {
        let mut expected = None;
        let mut programs: Vec<Program<'_>> = vec![];
        for row in rows {
            let mut program = Program { row, status: Status::Ok, answer: None, most: 0, times: vec![] };
            if row.name != "vuelta" && expected.is_none() && self.command(row, board).is_ok() {
                program.status = Status::Left("nothing to compare with".to_owned());
            } else {
                let seconds = self.run(&mut program, board, None);
                program.most =
                    (self.limit.as_secs_f64() / seconds.unwrap_or(f64::INFINITY)).max(1.0) as usize;
                if expected.is_some() && program.answer.is_some() && program.answer != expected {
                    program.status = Status::Wrong;
                }
                if row.name == "vuelta" && program.status == Status::Ok {
                    expected.clone_from(&program.answer);
                }
            }
            programs.push(program);
        }
        for round in 0..pairs {
            let order: Vec<usize> = (0..programs.len()).collect();
            for at in if round % 2 == 0 { order } else { order.into_iter().rev().collect() } {
                let program = &mut programs[at];
                if round < program.most && program.status == Status::Ok {
                    let seconds = self.run(program, board, expected.as_deref());
                    program.times.extend(seconds.map(|seconds| (round, seconds)));
                }
            }
        }
        programs
    }

    /// Runs a program once and gives its time, if it can be run; its answer has to be the expected one, if that is known.
    fn run(&self, program: &mut Program<'_>, board: &str, expected: Option<&str>) -> Option<f64> {
        let output = self.scratch.join("output");
        let ran = match self.command(program.row, board).map(|mut command| tool::timed(&mut command, &output))
        {
            Ok(Ok(ran)) => ran,
            Ok(Err(failure)) => {
                program.status = Status::Left(failure.text);
                return None;
            }
            Err(reason) => {
                program.status = Status::Left(reason);
                return None;
            }
        };
        let text =
            fs::read(&output).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        let found =
            text.lines().chain(ran.errors.lines()).find_map(|line| program.row.pattern.captures(line));
        program.answer = found.and_then(|found| found.get(1)).map(|number| number.as_str().to_owned());
        program.status = match &program.answer {
            _ if ran.seconds >= self.limit.as_secs_f64() => Status::TimeLimit,
            Some(answer) if expected.is_some_and(|expected| expected != answer) => Status::Wrong,
            _ if ran.code == 3 && program.row.name == "vuelta" => Status::Wrong,
            _ if ran.code != 0 => Status::ExitCode(ran.code),
            None => Status::NoAnswer,
            Some(_) => Status::Ok,
        };
        Some(ran.seconds)
    }

    /// The command of a program, or why it cannot be run.
    fn command(&self, row: &Row, board: &str) -> Result<Command, String> {
        let missing = || format!("not built here{}{}", if row.page.is_empty() { "" } else { ": " }, row.page);
        let folder = if row.command.contains("{dir}") {
            self.folder(row).ok_or_else(missing)?
        } else {
            self.scratch.clone()
        };
        let filled = |word: &str| {
            let programs = ["vuelta", "textbook"].map(|name| self.scratch.join(name).display().to_string());
            let word = word.replace("{n}", board).replace("{threads}", &self.threads.to_string());
            let word = word.replace("{dir}", &folder.display().to_string());
            word.replace("{vuelta}", &programs[0]).replace("{textbook}", &programs[1])
        };
        let words: Vec<String> = row.command.split_whitespace().map(filled).collect();
        if !folder.is_dir() || words.first().is_none_or(|program| !Path::new(program).is_file()) {
            return Err(missing());
        }
        if self.threads != 1 && !row.command.contains("{threads}") && !row.environment.contains("{threads}") {
            return Err("has one thread only".to_owned());
        }
        let mut command = Command::new("timeout");
        command.args(["--foreground", "--kill-after", "5", &self.limit.as_secs().to_string()]).args(words);
        let pairs = row.environment.split_whitespace().filter_map(|word| word.split_once('='));
        command.envs(pairs.map(|(name, value)| (name, filled(value)))).current_dir(folder);
        Ok(command)
    }

    /// The folder where a program was built.
    fn folder(&self, row: &Row) -> Option<PathBuf> {
        self.dir.as_ref().map(|dir| dir.join(&row.name))
    }

    /// The commit and the build of a program, as far as they are known.
    fn build(&self, row: &Row, machine: &Environment) -> (String, String) {
        let (commit, build) = match row.command.split(' ').next() {
            Some("{vuelta}") => (machine.commit.clone(), format!("{}; {}", machine.rustc, machine.target)),
            Some("{textbook}") => {
                let version =
                    tool::printed(Command::new(&self.compiler).arg("--version")).unwrap_or_default();
                (
                    String::new(),
                    format!("{} {}", version.lines().next().unwrap_or_default(), TEXTBOOK_FLAGS.join(" ")),
                )
            }
            _ => {
                let Some(folder) = self.folder(row) else { return Default::default() };
                // Not the commit of a repository that the folder lies in.
                let is_own = Path::new(&tool::git(&folder, &["rev-parse", "--show-toplevel"])) == folder;
                let commit = if is_own {
                    tool::git(&folder, &["rev-parse", "--short=12", "HEAD"])
                } else {
                    String::new()
                };
                let build = fs::read_to_string(folder.join("BUILD")).unwrap_or_default();
                (commit, build.lines().next().unwrap_or_default().to_owned())
            }
        };
        (commit, build.chars().filter(|c| !c.is_control()).collect())
    }
}

#[cfg(all(test, unix))]
mod tests;
