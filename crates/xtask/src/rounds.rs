//! Programs that count the same, in rounds: a b c, c b a, a b c, ..., so that what the machine does beside them, and how
//! warm it is, meets all alike.

use crate::tool::Result;
use regex::Regex;
use std::io::{Read, Seek, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[derive(clap::Args)]
#[group(skip)]
pub struct Options {
    /// Timed runs of each program per count
    #[arg(long, default_value_t = 11, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub pairs: u32,
    /// Most time for the timed runs of one program per count; at least one is made
    #[arg(long, default_value = "5m", value_name = "DURATION", value_parser = humantime::parse_duration)]
    pub limit: Duration,
}

/// A program and its results.
pub struct Program {
    pub name: String,
    pub words: Vec<String>,
    pub folder: PathBuf,
    /// Its first group is the answer.
    pub pattern: Regex,
    /// Why it was not run (exit code 0), or what its runs did wrong.
    pub trouble: Option<(i32, String)>,
    pub answer: Option<String>,
    /// The seconds of each round that it took part in. The first round is not timed.
    times: Vec<Option<f64>>,
}

const HEADING: &str =
    "count                    program         median       least        most runs      ratio   quartiles";

/// Measurements with the settings that all programs share.
pub struct Rounds<'a> {
    options: Options,
    /// A folder for programs.
    pub scratch: tempfile::TempDir,
    out: &'a mut dyn Write,
    codes: Vec<i32>,
}

impl<'a> Rounds<'a> {
    /// Prints the heading of the table.
    pub fn new(options: Options, out: &'a mut dyn Write) -> Result<Self> {
        writeln!(out, "{HEADING}")?;
        Ok(Rounds { options, scratch: tempfile::tempdir()?, out, codes: vec![] })
    }

    /// Runs programs in rounds and prints their lines. The first program's first answer is the expected one.
    pub fn measure(&mut self, count: &str, programs: &mut [Program]) -> Result<()> {
        let mut expected = None;
        for round in 0..=self.options.pairs {
            for step in 0..programs.len() {
                let at = if round % 2 == 0 { step } else { programs.len() - 1 - step };
                let program = &mut programs[at];
                if at > 0 && expected.is_none() && program.trouble.is_none() {
                    program.trouble = Some((0, "nothing to compare with".to_owned()));
                }
                let used: f64 = program.times.iter().flatten().sum();
                let is_due = round < 2 || used <= self.options.limit.as_secs_f64();
                let is_run = is_due && program.trouble.is_none();
                let time = is_run.then(|| self.run(program, expected.as_deref())).transpose()?;
                program.times.push(time);
                if expected.is_none() && program.trouble.is_none() {
                    expected.clone_from(&program.answer);
                }
            }
        }
        for program in &*programs {
            writeln!(self.out, "{}", program.line(count, &programs[0]))?;
            self.codes.extend(program.code());
        }
        Ok(())
    }

    /// The exit code: 3 for a wrong answer, else 1 for a failure, else 124 for a program that takes too long.
    pub fn code(&self) -> i32 {
        [3, 1, 124].into_iter().find(|code| self.codes.contains(code)).unwrap_or(0)
    }

    /// Runs a program once, and gives its seconds from start to end.
    fn run(&self, program: &mut Program, expected: Option<&str>) -> Result<f64> {
        // A file, because a pipe would take part of the time.
        let mut output = tempfile::tempfile()?;
        let mut command = Command::new("timeout");
        command.args(["--foreground", "--kill-after", "5", &self.options.limit.as_secs().to_string()]);
        command.args(&program.words).current_dir(&program.folder);
        command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output.try_clone()?);
        let start = Instant::now();
        let status = command.status().map_err(|error| format!("timeout: {error}"))?;
        let seconds = start.elapsed().as_secs_f64();
        output.rewind()?;
        let mut text = vec![];
        output.read_to_end(&mut text)?;
        let text = String::from_utf8_lossy(&text);
        program.answer = program.pattern.captures(&text).map(|found| found[1].to_owned());
        let code = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
        program.trouble = match &program.answer {
            _ if seconds >= self.options.limit.as_secs_f64() => Some((124, "time limit".to_owned())),
            _ if code != 0 => Some((1, format!("exit code {code}"))),
            None => Some((1, "no answer".to_owned())),
            Some(answer) => expected
                .filter(|expected| expected != answer)
                .map(|_| (3, format!("wrong answer ({answer:.60})"))),
        };
        Ok(seconds)
    }
}

impl Program {
    pub fn new(name: &str, words: Vec<String>, folder: PathBuf, pattern: &str) -> Result<Self> {
        let (name, pattern) = (name.to_owned(), Regex::new(pattern)?);
        Ok(Program { name, words, folder, pattern, trouble: None, answer: None, times: vec![] })
    }

    /// The number of timed runs, the median, the least and the most of their seconds, and the quartiles of their ratios to
    /// those of another program in the same rounds.
    pub fn cells(&self, other: &Program) -> [String; 7] {
        let timed = if self.trouble.is_some() { &[] } else { &self.times[1..] };
        let ratio = |(time, other): (&Option<f64>, &Option<f64>)| Some((*time)? / (*other)?);
        let ratios: Vec<f64> = timed.iter().zip(other.times.iter().skip(1)).filter_map(ratio).collect();
        let seconds: Vec<f64> = timed.iter().flatten().copied().collect();
        let cell = |numbers: &[f64], share| quantile(numbers, share).map(|number| format!("{number:.6}"));
        let [median, least, most] = [0.5, 0.0, 1.0].map(|share| cell(&seconds, share).unwrap_or_default());
        let [low, ratio, high] = [0.25, 0.5, 0.75].map(|share| cell(&ratios, share).unwrap_or_default());
        [seconds.len().to_string(), median, least, most, low, ratio, high]
    }

    /// The exit code for its trouble: 0 where it was not run.
    pub fn code(&self) -> Option<i32> {
        Some(self.trouble.as_ref()?.0)
    }

    /// A line of the table, with the ratio to another program.
    fn line(&self, count: &str, other: &Program) -> String {
        let [runs, median, least, most, low, ratio, high] = self.cells(other);
        let results = format!("{median:>11} {least:>11} {most:>11} {runs:>4} {ratio:>10}   {low} to {high}");
        let shown = self.trouble.as_ref().map_or(&results, |(_, trouble)| trouble);
        format!("{count:<24} {:<10} {shown}", self.name)
    }
}

/// The quantile of these numbers, between the two that are nearest in rank, if there are any numbers.
fn quantile(numbers: &[f64], share: f64) -> Option<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = share * sorted.len().checked_sub(1)? as f64;
    let (low, high) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    Some(low + at.fract() * (high - low))
}
