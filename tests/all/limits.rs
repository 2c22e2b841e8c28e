//! Limits of the system: nobody listens, files may not grow, signals, time, threads.

#[cfg(unix)]
use super::common::kill;
#[cfg(target_os = "linux")]
use super::common::names;
use super::common::{Ran, Start, at_once, command, folder, one_sentence};
#[cfg(target_os = "linux")]
use std::fs::File;
#[cfg(target_os = "linux")]
use std::process::Child;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The exit code and what was said on either stream.
fn told(output: Output) -> (Option<i32>, String, String) {
    let Ran { code, out, err } = output.into();
    (code, out, err)
}

fn vuelta(arguments: &str) -> (Option<i32>, String, String) {
    told(command(arguments).ended())
}

/// Asserts that the run is refused with one sentence, and gives it.
fn refusal(command: &mut Command) -> String {
    one_sentence("a command", &command.ended().into(), 2)
}

/// A pipe that nobody reads from, and a disk that is full.
#[cfg(target_os = "linux")]
fn deaf() -> [Stdio; 2] {
    let (_, closed) = std::io::pipe().unwrap();
    [closed.into(), File::options().write(true).open("/dev/full").unwrap().into()]
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_that_nobody_listens_to_ends_as_any_other() {
    let ledger = folder("limits-deaf").join("ledger");
    let kept = format!("queens count 13 -q --checkpoint {}", ledger.display());
    assert_eq!(vuelta(&kept).1, "73712\n");
    for (arguments, code, out) in [
        ("queens count 10 -q --progress always", 0, "724\n"),
        (kept.as_str(), 0, "73712\n"),
        ("queens count 9 --double-check --color never", 0, "352"),
        ("senku count triangle15 --double-check --color never", 0, ""),
        ("queens count 30 --engine bitmask -q --time-limit 200ms", 124, ""),
        ("queens count 99", 2, ""),
        ("queens count 8 --nonsense", 2, ""),
        ("queens count", 2, ""),
        ("senku count no-such-board", 2, ""),
        ("senku solve --progress always -q", 0, ""),
        ("queens solve 8 --random -q", 0, ""),
        ("queens count 8 -t 999", 0, "92"),
    ] {
        for stderr in deaf() {
            let (ended, told, _) = told(command(arguments).stderr(stderr).ended());
            assert_eq!(ended, Some(code), "{arguments}: {told}");
            assert!(told.contains(out), "{arguments}: {told}");
        }
    }
}

/// Waits until the process has used this much processor time: then it is in the middle of its work, and listens for signals.
#[cfg(target_os = "linux")]
fn has_worked(child: &Child, time: Duration) {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(60) {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
        let words: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
        let ticks: u64 = words[11].parse::<u64>().unwrap() + words[12].parse::<u64>().unwrap();
        // A tick is 10 ms everywhere.
        if u128::from(10 * ticks) >= time.as_millis() {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn one_signal_ends_what_keeps_nothing_at_once() {
    for arguments in [
        "queens count 40 --engine backtrack",
        "queens count 18 --engine backtrack",
        "queens count 24 --engine bitmask",
        "queens count 24",
        "queens count 25 --double-check",
        "queens list 22",
        "queens complete 40 --fixed 0,0 --count",
        "queens estimate 27",
        "senku count english --engine backtrack",
        "senku count square6 --engine memo --memory-limit 1GiB",
        "senku count european",
        "senku solve square8 --fewest-moves",
        "verify --time-limit 1h",
    ] {
        for (name, code) in [("TERM", 143), ("INT", 130)] {
            let child = command(arguments).stdout(Stdio::null()).begun();
            has_worked(&child, Duration::from_millis(150));
            let began = Instant::now();
            kill(&child, name);
            let (ended, _, err) = told(child.wait_with_output().unwrap());
            assert_eq!(ended, Some(code), "{arguments}: {err}");
            assert!(began.elapsed() < at_once(), "{arguments}: {:?}", began.elapsed());
        }
    }
}

/// The signals that a process ignores, or catches, as /proc names the set: bit 0 is SIGHUP's.
#[cfg(target_os = "linux")]
fn signals(process: impl std::fmt::Display, set: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix(set)).unwrap();
    u64::from_str_radix(mask.trim_start_matches(':').trim(), 16).unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_question_ends_no_command_that_has_no_answer() {
    const USR1: u64 = 1 << 9;
    let mut child = command("senku check -").stdin(Stdio::piped()).begun();
    let began = Instant::now();
    while signals(child.id(), "SigCgt") & USR1 == 0 && began.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(5));
    }
    kill(&child, "USR1");
    drop(child.stdin.take());
    assert!(child.wait().unwrap().code().is_some());
}

#[cfg(target_os = "linux")]
#[test]
fn a_lost_terminal_leaves_no_draft_and_ends_nothing_that_is_to_survive_it() {
    let folder = folder("limits-hang-up");
    let program = env!("CARGO_BIN_EXE_vuelta");
    // Who started the tests may have told them to survive.
    if signals("self", "SigIgn") & 1 == 0 {
        let count = format!("queens count 24 --engine bitmask --export {}", folder.join("n.json").display());
        let child = command(&count).begun();
        has_worked(&child, Duration::from_millis(150));
        assert_eq!(names(&folder).len(), 1);
        kill(&child, "HUP");
        let (code, _, err) = told(child.wait_with_output().unwrap());
        assert_eq!((code, names(&folder)), (Some(129), vec!["n.json".to_owned()]), "{err}");
    }
    let line = format!("trap '' HUP; exec {program} queens count 15 --engine bitmask -q -t 1");
    let mut shell = Command::new("sh");
    let child = shell.args(["-c", &line]).stdout(Stdio::piped()).stderr(Stdio::piped()).begun();
    has_worked(&child, Duration::from_millis(150));
    kill(&child, "HUP");
    let (code, out, err) = told(child.wait_with_output().unwrap());
    assert_eq!((code, out.as_str()), (Some(0), "2279184\n"), "{err}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_that_ends_by_force_leaves_no_draft() {
    let folder = folder("limits-force");
    let list = format!("queens list 14 --export {}", folder.join("n.csv").display());
    // Nobody reads its output, so it waits for ever.
    let mut child = command(&list).begun();
    let began = Instant::now();
    while names(&folder).is_empty() && began.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(300));
    kill(&child, "TERM");
    assert_eq!((child.wait().unwrap().code(), names(&folder).len()), (Some(143), 0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_is_heeded_where_nobody_listens() {
    for (stderr, ledger) in deaf().into_iter().zip([false, true]) {
        let mut command = command("queens count 22 --engine bitmask");
        if ledger {
            command.arg("--checkpoint").arg(folder("limits-deaf-signal").join("ledger"));
        }
        let child = command.stderr(stderr).stdout(Stdio::null()).begun();
        has_worked(&child, Duration::from_millis(150));
        kill(&child, "USR1");
        kill(&child, "TERM");
        assert_eq!(child.wait_with_output().unwrap().status.code(), Some(143));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn with_a_ledger_the_subproblems_in_progress_have_ten_seconds() {
    // None of these ends in the time.
    let ledger = folder("limits-grace").join("ledger");
    let arguments = format!("queens count 26 --engine backtrack --checkpoint {}", ledger.display());
    let child = command(&arguments).begun();
    has_worked(&child, Duration::from_millis(150));
    let began = Instant::now();
    kill(&child, "TERM");
    let (code, _, err) = told(child.wait_with_output().unwrap());
    assert_eq!(code, Some(143), "{err}");
    assert!(began.elapsed() >= Duration::from_secs(9), "they are waited for: {:?}", began.elapsed());
    assert!(began.elapsed() < Duration::from_secs(10) + at_once(), "{:?}", began.elapsed());
    assert!(
        err.contains("stopping after the subproblems in progress; press Ctrl-C again to stop now"),
        "{err}"
    );
    assert!(err.contains("saved; resume with: ") && err.contains(" --checkpoint "), "{err}");
}

#[test]
fn a_time_limit_holds_for_what_comes_before_the_count_too() {
    let drawn = folder("limits-drawn");
    for (arguments, codes) in [
        ("queens count 27", [124, 124]),
        ("queens count 33", [124, 124]),
        ("queens count 27 --shard 1/7", [124, 124]),
        ("queens count 25 --json", [124, 124]),
        // What was sampled by then is an estimate, or it is not.
        ("queens estimate 27", [0, 124]),
        ("senku count european", [124, 124]),
        ("senku count diamond --memory-limit 64GiB", [124, 124]),
        ("senku count diamond --memory-limit 64GiB --isa portable --winning", [124, 124]),
        ("senku count wiegleb --engine memo", [124, 124]),
        ("senku solve square8 --fewest-moves", [124, 124]),
        // Wide boards, and long stretches without a result.
        ("queens count 64x64 --queens 32", [124, 124]),
        ("queens count 16x64 --queens all --fixed 0,3", [124, 124]),
        ("queens estimate 12x40 --queens all", [0, 124]),
        ("queens list 64", [124, 124]),
        // Nothing looks at the clock while a picture is drawn.
        ("queens solve 500 --png FOLDER/board.png", [0, 124]),
    ] {
        let arguments = arguments.replace("FOLDER", &drawn.display().to_string());
        let began = Instant::now();
        let (code, _, err) = vuelta(&format!("{arguments} --time-limit 1s"));
        assert!(codes.contains(&code.unwrap()), "{arguments}: {code:?} {err}");
        assert!(began.elapsed() < Duration::from_secs(1) + at_once(), "{arguments}: {:?}", began.elapsed());
    }
    let ledger = folder("limits-time").join("ledger");
    let kept =
        format!("queens count 26 --engine backtrack --time-limit 500ms --checkpoint {}", ledger.display());
    let began = Instant::now();
    let (code, _, err) = vuelta(&kept);
    assert!(code == Some(124) && err.contains("resume with: "), "{err}");
    assert!(err.contains("no subproblem was finished") && !err.contains("--time-limit"), "{err}");
    let (code, out, err) = vuelta("queens estimate 24 --time-limit 1ms");
    assert_eq!((code, out.as_str()), (Some(124), ""), "{err}");
    assert!(began.elapsed() < at_once(), "{:?}", began.elapsed());
}

#[test]
fn a_time_limit_holds_for_a_reader_that_waits_and_leaves_no_draft() {
    let folder = folder("limits-reader");
    // Nobody reads the output.
    let list = format!("queens list 14 --time-limit 300ms --export {}", folder.join("n.csv").display());
    let mut child = command(&list).begun();
    let began = Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(124));
    assert!(began.elapsed() < at_once(), "{:?}", began.elapsed());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn a_time_limit_holds_for_a_merge() {
    // Fifteen million subproblems are numbered before anything is said.
    let ledger = folder("limits-merge").join("ledger");
    let shard = format!("queens count 25 --shard 1/9 --checkpoint {}", ledger.display());
    let mut child = command(&shard).stdout(Stdio::null()).stderr(Stdio::null()).begun();
    while !ledger.exists() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let began = Instant::now();
    let (code, _, err) = vuelta(&format!("merge {} --time-limit 50ms", ledger.display()));
    assert_eq!(code, Some(124), "{err}");
    assert!(began.elapsed() < at_once(), "{:?}", began.elapsed());
}

/// Runs the program with a limit of the file size, in blocks.
#[cfg(target_os = "linux")]
fn with_file_limit(blocks: u32, arguments: &str) -> (Option<i32>, String, String) {
    let line = format!("ulimit -f {blocks}; exec {} {arguments}", env!("CARGO_BIN_EXE_vuelta"));
    told(Command::new("sh").args(["-c", &line]).env_remove("RAYON_NUM_THREADS").ended())
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_may_not_grow_is_a_write_that_fails() {
    let folder = folder("limits-growth");
    let (ledger, export) = (folder.join("ledger"), folder.join("export.json"));
    let kept = format!("queens count 14 --engine bitmask --chunk 1ms -q --checkpoint {}", ledger.display());
    let (code, out, err) = with_file_limit(1, &kept);
    assert_eq!((code, out.as_str()), (Some(1), "365596\n"), "{err}");
    assert!(err.contains("cannot be written") && err.contains("the count goes on"), "{err}");
    // What it holds is whole lines, and can be gone on with.
    let (code, out, err) = told(command(&kept).ended());
    assert_eq!((code, out.as_str()), (Some(0), "365596\n"), "{err}");
    let (code, _, err) = with_file_limit(0, &format!("queens count 8 --export {}", export.display()));
    assert_eq!((code, err.lines().count()), (Some(1), 1), "{err}");
    assert!(err.starts_with("error: ") && err.contains("too large"), "{err}");
}

#[test]
fn more_threads_than_make_sense_are_not_started() {
    let began = Instant::now();
    let (code, out, err) = vuelta("queens count 12 -t 4096 --json");
    assert_eq!(code, Some(0), "{err}");
    assert!(began.elapsed() < at_once(), "{:?}", began.elapsed());
    let most = 4 * std::thread::available_parallelism().unwrap().get();
    let value = crate::schema::parsed(out);
    assert_eq!((&value["total"], &value["threads"]), (&"14200".into(), &most.into()));
    assert_eq!(err, format!("note: using {most} threads instead of 4096, 4 per CPU\n"));
    assert_eq!(vuelta("queens count 12 -t 4096 -q"), (Some(0), "14200\n".to_owned(), String::new()));
}

#[test]
fn an_environment_that_makes_no_sense_is_refused() {
    for arguments in ["queens count 8", "queens count 8 --isa portable", "info", "senku count triangle15"] {
        let refused = refusal(command(arguments).env("VUELTA_ISA", "axv2"));
        assert!(refused.contains("VUELTA_ISA") && refused.contains("'axv2'"), "{refused}");
    }
    let refused = refusal(command("queens count 8").env("RAYON_NUM_THREADS", "garbage"));
    assert!(refused.contains("RAYON_NUM_THREADS is 'garbage'"), "{refused}");
    let threads = |value: &str| told(command("queens count 8 -q").env("RAYON_NUM_THREADS", value).ended());
    for value in ["", "0", "2", " 1 "] {
        assert_eq!(threads(value), (Some(0), "92\n".to_owned(), String::new()), "{value:?}");
    }
    let (_, out, _) = told(command("queens count 8 --json").env("VUELTA_ISA", "portable").ended());
    assert!(out.contains("\"isa\":\"portable\""), "{out}");
    assert_eq!(told(command("queens count 8 -q").env("VUELTA_ISA", "").ended()).0, Some(0));
}

#[test]
fn a_count_that_nobody_would_see_the_end_of_is_refused_unless_it_is_meant() {
    for (arguments, insisting) in [
        ("queens count 40", "--engine backtrack"),
        ("queens count 32", "--engine bitmask"),
        ("queens count 8-64", "--engine "),
        ("queens count 40 --fixed 0,0", "--engine backtrack"),
        ("queens count 28 -t 1", "--engine halves"),
        ("queens count 28 -t 1 --memory-limit 1TiB", "queens estimate 28"),
    ] {
        let refused = refusal(&mut command(arguments));
        assert!(refused.contains(insisting) && refused.contains(" year"), "{refused}");
    }
    for meant in ["--engine backtrack", "--shard 1/1000000", ""] {
        let (code, _, err) = vuelta(&format!("queens count 40 {meant} --time-limit 50ms -q"));
        assert_eq!(code, Some(124), "{meant}: {err}");
    }
    // A large board with most of its queens fixed is a small one.
    let (_, out, _) = vuelta("queens solve 40 --json");
    let value = crate::schema::parsed(out);
    let queens = value["queens"].as_array().unwrap().iter().enumerate().take(30);
    let fixed: Vec<String> = queens.map(|(row, column)| format!("{row},{column}")).collect();
    let (code, out, err) = vuelta(&format!("queens count 40 -q --fixed {}", fixed.join(" ")));
    assert!(code == Some(0) && out.trim().parse::<u64>().unwrap() >= 1, "{err}");
}

#[test]
fn a_lock_without_an_owner_does_not_cost_a_quarter_of_a_minute() {
    let ledger = folder("limits-empty-lock").join("ledger");
    let lock = ledger.with_extension("lock");
    std::fs::write(&lock, "").unwrap();
    let began = Instant::now();
    let (code, out, err) = vuelta(&format!("queens count 10 -q --checkpoint {}", ledger.display()));
    assert_eq!((code, out.as_str()), (Some(0), "724\n"), "{err}");
    assert!(began.elapsed() < Duration::from_secs(4) + at_once() && !lock.exists(), "{:?}", began.elapsed());
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_wait_for_another_writer() {
    use std::io::{BufRead, BufReader, Read};
    let ledger = folder("limits-wait").join("ledger");
    let lock = ledger.with_extension("lock");
    std::fs::write(&lock, "elsewhere 4711 1 another/boot\n").unwrap();
    let mut child = command(&format!("queens count 10 --checkpoint {}", ledger.display())).begun();
    let mut lines = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    lines.read_line(&mut line).unwrap();
    assert!(line.contains("waiting up to"), "{line}");
    let began = Instant::now();
    kill(&child, "TERM");
    let mut rest = String::new();
    lines.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(143), "{rest}");
    assert!(began.elapsed() < Duration::from_secs(4) + at_once(), "{:?}", began.elapsed());
    assert!(rest.contains("resume with: ") && lock.exists(), "{rest}");
}
