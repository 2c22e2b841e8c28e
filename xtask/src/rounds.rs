//! Programs that count the same, in rounds: a b c, c b a, a b c, ..., so that what the machine does beside them, and how
//! warm it is, meets all alike.

use crate::tool::{Failure, fail};
use regex::Regex;
use std::fs::{self, File};
use std::io::{Read, Seek};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

pub const HEADING: &str =
    "count                    program         median       least        most runs      ratio   quartiles";

/// A program and its results.
pub struct Program {
    pub name: String,
    pub words: Vec<String>,
    pub environment: Vec<(String, String)>,
    pub folder: PathBuf,
    /// Its first group is the answer.
    pub pattern: Regex,
    /// Why it was not run (exit code 0), or what its runs did wrong.
    pub trouble: Option<(i32, String)>,
    pub answer: Option<String>,
    /// The round and the seconds of each timed run.
    pub times: Vec<(usize, f64)>,
}

/// The settings that all programs share.
pub struct Rounds {
    pub most: usize,
    /// The most that the timed runs of a program may take together. A run that takes longer is ended.
    pub limit: Duration,
    /// A folder for their output.
    pub scratch: PathBuf,
}

impl Rounds {
    /// Runs each program once without timing it, and then in rounds. The first one's answer is the expected one.
    pub fn measure(&self, programs: &mut [Program]) -> Result<(), Failure> {
        let (mut expected, mut most) = (None, vec![]);
        for (at, program) in programs.iter_mut().enumerate() {
            if at > 0 && expected.is_none() && program.trouble.is_none() {
                program.trouble = Some((0, "nothing to compare with".to_owned()));
            }
            let seconds = self.run(program, expected.as_deref())?;
            most.push((self.limit.as_secs_f64() / seconds).max(1.0) as usize);
            if at == 0 && program.trouble.is_none() {
                expected.clone_from(&program.answer);
            }
        }
        for round in 0..self.most {
            for step in 0..programs.len() {
                let at = if round % 2 == 0 { step } else { programs.len() - 1 - step };
                if round < most[at] && programs[at].trouble.is_none() {
                    let seconds = self.run(&mut programs[at], expected.as_deref())?;
                    programs[at].times.push((round, seconds));
                }
            }
        }
        Ok(())
    }

    /// Runs a program once, and gives its seconds from start to end.
    fn run(&self, program: &mut Program, expected: Option<&str>) -> Result<f64, Failure> {
        if program.trouble.is_some() {
            return Ok(f64::INFINITY);
        }
        // Files, because a pipe would take part of the time.
        let (output, mut errors) = (self.scratch.join("output"), tempfile::tempfile()?);
        let mut command = Command::new("timeout");
        command.args(["--foreground", "--kill-after", "5", &self.limit.as_secs().to_string()]);
        command.args(&program.words).envs(program.environment.iter().cloned()).current_dir(&program.folder);
        command.stdin(Stdio::null()).stdout(File::create(&output)?).stderr(errors.try_clone()?);
        let start = Instant::now();
        let status = command.status().map_err(|error| fail(format!("timeout: {error}")))?;
        let seconds = start.elapsed().as_secs_f64();
        let mut text = fs::read(&output)?;
        errors.rewind()?;
        errors.read_to_end(&mut text)?;
        let text = String::from_utf8_lossy(&text);
        program.answer = program.pattern.captures(&text).map(|found| found[1].to_owned());
        let code = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
        let trouble = match &program.answer {
            _ if seconds >= self.limit.as_secs_f64() => (124, "time limit".to_owned()),
            _ if code != 0 => (1, format!("exit code {code}")),
            None => (1, "no answer".to_owned()),
            Some(answer) if expected.is_some_and(|expected| expected != answer) => {
                (3, format!("wrong answer ({answer:.60})"))
            }
            Some(_) => return Ok(seconds),
        };
        program.trouble = Some(trouble);
        Ok(seconds)
    }
}

impl Program {
    /// The median, the least and the most of its seconds.
    pub fn seconds(&self) -> Option<[f64; 3]> {
        let times: Vec<f64> = self.times.iter().map(|(_, seconds)| *seconds).collect();
        (self.trouble.is_none() && !times.is_empty())
            .then(|| [0.5, 0.0, 1.0].map(|share| quantile(&times, share)))
    }

    /// The quartiles of the ratios of its times to another's, round by round.
    pub fn ratios(&self, other: &Program) -> Option<[f64; 3]> {
        let time =
            |round: usize| other.times.iter().find(|(of, _)| *of == round).map(|(_, seconds)| *seconds);
        let ratios: Vec<f64> =
            self.times.iter().filter_map(|(round, seconds)| Some(seconds / time(*round)?)).collect();
        (self.trouble.is_none() && other.trouble.is_none() && !ratios.is_empty())
            .then(|| [0.25, 0.5, 0.75].map(|share| quantile(&ratios, share)))
    }

    /// A line of the table, with the ratio to another program.
    pub fn line(&self, count: &str, other: &Program) -> String {
        let mut line = format!("{count:<24} {:<10} ", self.name);
        if let Some((_, trouble)) = &self.trouble {
            line += trouble;
        }
        let Some([median, least, most]) = self.seconds() else { return line };
        line += &format!("{median:>11.6} {least:>11.6} {most:>11.6} {:>4}", self.times.len());
        if let Some([low, ratio, high]) = self.ratios(other) {
            line += &format!(" {ratio:>10.3}   {low:.3} to {high:.3}");
        }
        line
    }
}

/// The quantile of these numbers, between the two that are nearest in rank.
fn quantile(numbers: &[f64], share: f64) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = share * (sorted.len() - 1) as f64;
    let (low, high) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    low + at.fract() * (high - low)
}
