//! Shared by the tests of the program: runs of it, and folders of a test's own.

use crate::schema;
use serde_json::Value;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The end of a run: its exit code, and its texts on standard output and standard error.
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let ran = Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) };
        schema::allows_lines(&ran.out);
        ran
    }
}

impl Ran {
    /// The run, which ended with this exit code.
    #[track_caller]
    pub fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}{}", self.out, self.err);
        self
    }

    /// The run, which ended with this exit code and printed this.
    #[track_caller]
    pub fn prints(self, code: i32, out: &str) -> Self {
        let ran = self.ends(code);
        assert_eq!(ran.out, out, "{}", ran.err);
        ran
    }

    /// The object that was printed.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}{}", self.out, self.err))
    }
}

/// Starts a program that must start, and waits for its end or not.
pub trait Start {
    fn begun(&mut self) -> Child;
    fn ended(&mut self) -> Output;

    fn ran(&mut self) -> Ran {
        self.ended().into()
    }
}

impl Start for Command {
    fn begun(&mut self) -> Child {
        started(|| self.spawn())
    }

    fn ended(&mut self) -> Output {
        started(|| self.output())
    }
}

/// Wine cannot start a process now and then (an internal error to the caller): then it is tried again.
fn started<T>(mut start: impl FnMut() -> std::io::Result<T>) -> T {
    const ERROR_INTERNAL_ERROR: i32 = 1359;
    for _ in 0..5 {
        match start() {
            Err(error) if cfg!(windows) && error.raw_os_error() == Some(ERROR_INTERNAL_ERROR) => {}
            result => return result.unwrap(),
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    start().unwrap()
}

/// The run of a program that was started.
pub fn waited(child: Child) -> Ran {
    child.wait_with_output().unwrap().into()
}

/// Waits until this is so, for a minute at most.
pub fn until(mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Kills a program.
pub fn end(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

/// The program with these arguments.
pub fn command(arguments: &str) -> Command {
    let mut command = of_itself(env!("CARGO_BIN_EXE_vuelta"));
    command.args(arguments.split_whitespace());
    command
}

/// A line of the shell, which finds the program as `vuelta`, and the scripts for users in $SCRIPTS.
#[cfg(unix)]
pub fn shell(line: &str) -> Command {
    let programs = Path::new(env!("CARGO_BIN_EXE_vuelta")).parent().unwrap();
    let mut command = of_itself("sh");
    command.env("PATH", format!("{}:{}", programs.display(), std::env::var("PATH").unwrap()));
    command.env("SCRIPTS", format!("{ROOT}/scripts")).env("VUELTA", env!("CARGO_BIN_EXE_vuelta"));
    command.args(["-c", line]);
    command
}

/// A command without variables that change what the program does: the tests may run in an array job themselves.
fn of_itself(program: &str) -> Command {
    let mut command = Command::new(program);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let indices = ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "PARALLEL_SEQ", "BATCH_TASK_INDEX"];
    for variable in indices.into_iter().chain(["RAYON_NUM_THREADS"]) {
        command.env_remove(variable);
    }
    command
}

pub fn vuelta(arguments: &str) -> Ran {
    command(arguments).ran()
}

/// Runs the program with this text on its standard input.
pub fn told(arguments: &str, input: impl AsRef<[u8]>) -> Ran {
    answered(&mut command(arguments), input)
}

/// Likewise for a command.
pub fn answered(command: &mut Command, input: impl AsRef<[u8]>) -> Ran {
    let mut child = command.stdin(Stdio::piped()).begun();
    // A program that refuses its arguments may have ended before it reads.
    if let Err(error) = child.stdin.take().unwrap().write_all(input.as_ref()) {
        assert_eq!(error.kind(), ErrorKind::BrokenPipe);
    }
    waited(child)
}

/// Runs the program in a folder, with arguments that may hold spaces.
pub fn run(folder: &Path, arguments: &[&str]) -> Ran {
    command("").args(arguments).current_dir(folder).ran()
}

/// The object that a command prints with `--json`.
pub fn json(arguments: &str) -> Value {
    vuelta(&format!("{arguments} --json")).ends(0).json()
}

/// The JSON and the text of `queens estimate`, from the first of several growing times in which both suit: how much
/// is sampled in a time depends on the build and on the machine's load.
pub fn estimated(arguments: &str, suits: impl Fn(&Value, &str) -> bool) -> (Value, String) {
    let said = |time: &str| {
        let [json, text] = ["--json", "--color never"]
            .map(|form| vuelta(&format!("{arguments} --time-limit {time} {form}")).out);
        let value = serde_json::from_str(&json).ok()?;
        (!text.is_empty() && suits(&value, &text)).then_some((value, text))
    };
    ["500ms", "2s", "8s", "32s", "128s"].into_iter().find_map(said).unwrap()
}

/// The program, once it has used some processor time: then it is in the middle of its work, and listens for signals.
#[cfg(unix)]
pub fn at_work(child: Child) -> Child {
    if !cfg!(target_os = "linux") {
        std::thread::sleep(Duration::from_millis(300));
        return child;
    }
    until(|| {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
        let words: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
        // A tick is 10 ms everywhere.
        words[11].parse::<u64>().unwrap() + words[12].parse::<u64>().unwrap() >= 15
    });
    child
}

#[cfg(unix)]
pub fn kill(child: &Child, signal: &str) {
    Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
}

/// Asserts that a run was refused with one clear sentence, and gives it.
pub fn one_sentence(arguments: &str, ran: &Ran, code: i32) -> String {
    assert_eq!(ran.code, Some(code), "{arguments}: {}", ran.err);
    assert_eq!(ran.out, "", "{arguments}");
    assert_eq!(ran.err.lines().count(), 1, "{arguments}: {}", ran.err);
    assert!(ran.err.starts_with("error: "), "{arguments}: {}", ran.err);
    ran.err.trim_start_matches("error: ").trim_end().to_owned()
}

/// A time by which a run that ends at once has ended, longer while others keep the processors busy.
pub fn at_once() -> Duration {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: f64 = load.split(' ').next().and_then(|load| load.parse().ok()).unwrap_or(0.0);
    let processors = std::thread::available_parallelism().map_or(1.0, |number| number.get() as f64);
    Duration::from_secs(6).mul_f64((load / processors).max(1.0))
}

/// The project's folder.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// An empty folder of this name: give each test one of its own.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The names of the files in a folder, sorted.
#[cfg(target_os = "linux")]
pub fn names(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
