//! Other programs beside vuelta, on as many threads: their times, and whether their answers are right.

use crate::rounds::{self, Program, Rounds};
use crate::tool::{self, Result};
use serde::Deserialize;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};
use vuelta_records::Environment;

/// Runs the programs of scripts/peers.tsv alternated with vuelta, which is built here, as is the bitmask search in C
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
    #[command(flatten)]
    rounds: rounds::Options,
    /// Threads of each program [default: all processors]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    threads: Option<u32>,
    /// A folder for peers.csv
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Sizes or names of Senku boards
    #[arg(default_values = ["16", "18", "english"])]
    boards: Vec<String>,
}

const COLUMNS: &str = "program,commit,build,n,threads,runs,median_seconds,min_seconds,max_seconds,answer,\
    what,page,ratio,ratio_low,ratio_high,status,ended_unix";

/// A line of the list.
#[derive(Deserialize)]
struct Row {
    name: String,
    page: String,
    what: String,
    boards: String,
    command: String,
    pattern: String,
}

pub fn peers(options: Options, list: &Path, profile: &str, out: &mut dyn Write) -> Result<i32> {
    let dir = options.dir.as_deref().map(fs::canonicalize).transpose()?.unwrap_or_default();
    let mut reader = csv::ReaderBuilder::new();
    reader.delimiter(b'\t').comment(Some(b'#')).has_headers(false).quoting(false);
    let rows: Vec<Row> = reader.from_path(list)?.deserialize().collect::<Result<_, _>>()?;
    let vuelta = tool::program(profile)?;
    let machine = tool::environment(&vuelta)?;
    let threads = options.threads.map_or(machine.processors, |threads| threads as usize);
    writeln!(out, "{}, threads: {threads}; whole processes in seconds", machine.processor)?;
    let mut rounds = Rounds::new(options.rounds, out)?;
    let ours = rounds.scratch.path().to_owned();
    build_ours(&ours, &vuelta, &machine)?;
    let mut records = vec![];
    for board in &options.boards {
        let board_name = if board.parse::<u32>().is_ok() { "N" } else { board };
        let is_for = |row: &&Row| row.boards.split(',').any(|name| name == board_name);
        let counts: Vec<&Row> = rows.iter().filter(is_for).filter(|row| row.name == "vuelta").collect();
        if counts.is_empty() {
            return Err(format!("vuelta counts no board '{board}' in '{}'", list.display()).into());
        }
        for what in counts.iter().map(|row| &row.what) {
            let rows: Vec<&Row> = rows.iter().filter(is_for).filter(|row| row.what == *what).collect();
            let folder = |row: &Row| if ours.join(&row.name).is_dir() { &ours } else { &dir }.join(&row.name);
            let programs = rows.iter().map(|row| program(row, board, threads, folder(row)));
            let mut programs: Vec<Program> = programs.collect::<Result<_>>()?;
            rounds.measure(&format!("{what} {board}"), &mut programs)?;
            let measured = programs.iter().zip(rows).filter(|(program, _)| program.code() != Some(0));
            records.extend(measured.map(|(program, row)| record(program, row, board, threads, &programs[0])));
            if let Some(folder) = &options.out {
                fs::create_dir_all(folder)?;
                let mut csv = csv::Writer::from_path(folder.join("peers.csv"))?;
                csv.write_record(COLUMNS.split(','))?;
                records.iter().try_for_each(|record| csv.write_record(record))?;
                csv.flush()?;
            }
        }
    }
    Ok(rounds.code())
}

/// Puts vuelta and the bitmask search in C into folders like those of the other programs.
fn build_ours(folder: &Path, vuelta: &Path, machine: &Environment) -> Result<()> {
    for name in ["vuelta", "textbook"] {
        fs::create_dir(folder.join(name))?;
    }
    fs::copy(vuelta, folder.join("vuelta/vuelta"))?;
    let build = format!("{}; {}; {}", machine.rustc, machine.target, machine.processor);
    fs::write(folder.join("vuelta/BUILD"), build)?;
    fs::write(folder.join("vuelta/COMMIT"), &machine.commit)?;
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let (mut build, flags) = (Command::new(&compiler), ["-O3", "-march=native", "-pthread"]);
    build.args(flags).arg("-o").arg(folder.join("textbook/textbook"));
    tool::printed(build.arg(tool::root().join("scripts/textbook.c")))?;
    let version = tool::printed(Command::new(&compiler).arg("--version"))?;
    let version = version.lines().next().unwrap_or_default();
    Ok(fs::write(folder.join("textbook/BUILD"), format!("{version} {}", flags.join(" ")))?)
}

/// The program of a row, for this board.
fn program(row: &Row, board: &str, threads: usize, folder: PathBuf) -> Result<Program> {
    let filled = |word: &str| {
        let word = word.replace("{n}", board).replace("{threads}", &threads.to_string());
        word.replace("{dir}", &folder.display().to_string())
    };
    let words: Vec<String> = row.command.split(' ').map(filled).collect();
    let is_built = words.iter().any(|word| Path::new(word).starts_with(&folder) && Path::new(word).is_file());
    let mut program = Program::new(&row.name, words, folder, &format!("(?m){}", row.pattern))?;
    if !is_built {
        program.trouble = Some((0, format!("not built here: {}", row.page)));
    } else if threads != 1 && !row.command.contains("{threads}") {
        program.trouble = Some((0, "has one thread only".to_owned()));
    }
    Ok(program)
}

/// A row of peers.csv.
fn record(program: &Program, row: &Row, board: &str, threads: usize, ours: &Program) -> [String; 17] {
    let first_line = |name| {
        let text = fs::read_to_string(program.folder.join(name)).unwrap_or_default();
        text.lines().next().unwrap_or_default().to_owned()
    };
    let git = |question: &[&str]| tool::git(&program.folder, &[&["rev-parse"], question].concat());
    let (build, mut commit) = (&first_line("BUILD"), first_line("COMMIT"));
    // Not the commit of a repository that the folder lies in.
    if commit.is_empty() && Path::new(&git(&["--show-toplevel"])) == program.folder {
        commit = git(&["--short=12", "HEAD"]);
    }
    let [runs, median, least, most, low, ratio, high] = &program.cells(ours);
    let (answer, page) = (program.answer.as_deref().unwrap_or_default(), row.page.trim_matches('-'));
    let status = program.trouble.as_ref().map_or("ok", |(_, trouble)| trouble);
    let ended = &SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs()).to_string();
    let (name, commit, what, threads) = (&row.name, &commit, &row.what, &threads.to_string());
    let cells: [&str; 17] = [
        name, commit, build, board, threads, runs, median, least, most, answer, what, page, ratio, low, high,
        status, ended,
    ];
    cells.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    const VUELTA: &str =
        "vuelta\t-\tqueens\tN\t{dir}/vuelta queens count {n} --threads {threads} -q\t^([0-9]+)$";

    /// The exit code, the table and the results, with programs that the shell interprets.
    fn ran(programs: &[(&str, &str)]) -> (i32, String, Vec<HashMap<String, String>>) {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mut list = format!("# a comment\n{VUELTA}\n");
        for (name, text) in programs {
            let columns = "queens\tN\tenv OMP_NUM_THREADS={threads} {dir}/run {n}\tfound ([0-9]+)";
            list += &format!("{name}\thttps://example.org/{name}\t{columns}\n");
            tool::script(&path(&format!("the peers/{name}/run")), text);
        }
        list += "alone\t-\tqueens\tN\t{dir}/run\tfound ([0-9]+)\n";
        list += "absent\thttps://example.org\tqueens\tN\t{dir}/run {threads}\tfound ([0-9]+)\n";
        fs::write(path("list"), list).unwrap();
        tool::script(&path("the peers/alone/run"), "");
        fs::write(path("the peers/right/BUILD"), "cc 1.0 \"fast\", -O9\nmore\n").unwrap();
        let options = Options {
            dir: Some(path("the peers")),
            rounds: rounds::Options { pairs: 3, limit: std::time::Duration::from_secs(2) },
            threads: Some(2),
            out: Some(path("results")),
            boards: vec!["8".to_owned()],
        };
        let mut out = vec![];
        let code = peers(options, &path("list"), "test", &mut out).unwrap();
        let section = crate::compared::section(&path("results"), &["peers.csv".into()]).unwrap();
        assert!(section.contains("| right "), "{section}");
        let mut results = csv::Reader::from_path(path("results/peers.csv")).unwrap();
        (code, String::from_utf8(out).unwrap(), results.deserialize().map(|row| row.unwrap()).collect())
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
        let right = &results[1];
        let number = |field: &str| right[field].parse::<f64>().unwrap();
        assert!(number("median_seconds") >= 0.2 && number("ratio") > 1.0);
        let fields =
            ["answer", "build", "commit", "status", "runs", "threads"].map(|field| right[field].as_str());
        assert_eq!(fields, ["92", "cc 1.0 \"fast\", -O9", "", "ok", "3", "2"]);
    }

    #[test]
    fn each_trouble_has_its_exit_code_and_the_others_go_on() {
        let (crash, slow) = (("crash", "kill -s SEGV $$"), ("slow", "exec sleep 30"));
        let seldom = ("seldom", "test -e again && echo found 91 || { touch again; echo found 92; }");
        let (code, table, results) = ran(&[slow, RIGHT]);
        assert!(code == 124 && table.contains("slow       time limit"), "{table}");
        assert_eq!((results[1]["runs"].as_str(), results[2]["status"].as_str()), ("0", "ok"));
        let (code, table, _) = ran(&[crash, ("silent", "echo nothing"), RIGHT]);
        assert!(code == 1 && table.contains("exit code 139") && table.contains("no answer"), "{table}");
        let (code, table, _) = ran(&[crash, ("wrong", "echo found 93"), seldom, RIGHT]);
        assert!(code == 3 && table.contains("wrong answer (93)") && table.contains("answer (91)"), "{table}");
    }
}
