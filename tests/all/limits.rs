//! Limits of the system: nobody listens, files may not grow, signals, time, threads.

#[cfg(unix)]
use super::common::kill;
use super::common::{Start, at_once, command, end, folder, vuelta, waited};
#[cfg(target_os = "linux")]
use super::common::{at_work, names, shell, until};
#[cfg(target_os = "linux")]
use std::fs::File;
use std::process::Stdio;
use std::time::{Duration, Instant};

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
    vuelta(&kept).prints(0, "73712\n");
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
            let ran = command(arguments).stderr(stderr).ran().ends(code);
            assert!(ran.out.contains(out), "{arguments}: {}", ran.out);
        }
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
            let child = at_work(command(arguments).stdout(Stdio::null()).begun());
            let began = Instant::now();
            kill(&child, name);
            waited(child).ends(code);
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
    until(|| signals(child.id(), "SigCgt") & USR1 != 0);
    kill(&child, "USR1");
    drop(child.stdin.take());
    assert!(child.wait().unwrap().code().is_some());
}

#[cfg(target_os = "linux")]
#[test]
fn a_lost_terminal_leaves_no_draft_and_ends_nothing_that_is_to_survive_it() {
    let folder = folder("limits-hang-up");
    // Who started the tests may have told them to survive.
    if signals("self", "SigIgn") & 1 == 0 {
        let count = format!("queens count 24 --engine bitmask --export {}", folder.join("n.json").display());
        let child = at_work(command(&count).begun());
        assert_eq!(names(&folder).len(), 1);
        kill(&child, "HUP");
        waited(child).ends(129);
        assert_eq!(names(&folder), ["n.json"]);
    }
    let line = "trap '' HUP; exec vuelta queens count 15 --engine bitmask -q -t 1";
    let child = at_work(shell(line).begun());
    kill(&child, "HUP");
    waited(child).prints(0, "2279184\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_that_ends_by_force_leaves_no_draft() {
    let folder = folder("limits-force");
    let list = format!("queens list 14 --export {}", folder.join("n.csv").display());
    // Nobody reads its output, so it waits for ever.
    let mut child = command(&list).begun();
    until(|| !names(&folder).is_empty());
    std::thread::sleep(Duration::from_millis(300));
    kill(&child, "TERM");
    assert_eq!((child.wait().unwrap().code(), names(&folder).len()), (Some(143), 0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_is_heeded_where_nobody_listens() {
    for (stderr, ledger) in deaf().into_iter().zip([false, true]) {
        let mut command = command("queens count 18 --engine bitmask -t 1");
        if ledger {
            command.arg("--checkpoint").arg(folder("limits-deaf-signal").join("ledger"));
        }
        let child = at_work(command.stderr(stderr).stdout(Stdio::null()).begun());
        kill(&child, "USR1");
        kill(&child, "TERM");
        waited(child).ends(143);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn with_a_ledger_the_subproblems_in_progress_have_ten_seconds() {
    // None of these ends in the time.
    let ledger = folder("limits-grace").join("ledger");
    let arguments = format!("queens count 26 --engine backtrack -t 1 --checkpoint {}", ledger.display());
    let child = at_work(command(&arguments).begun());
    let began = Instant::now();
    kill(&child, "TERM");
    let err = waited(child).ends(143).err;
    assert!(began.elapsed() >= Duration::from_secs(9), "they are waited for: {:?}", began.elapsed());
    assert!(began.elapsed() < Duration::from_secs(10) + at_once(), "{:?}", began.elapsed());
    assert!(
        err.contains("stopping after the subproblems in progress; press Ctrl-C again to stop now"),
        "{err}"
    );
    assert!(err.contains("saved; resume with: ") && err.contains(" --checkpoint "), "{err}");
}

/// A reader that has seen enough is not an error.
#[test]
fn a_closed_pipe_ends_a_run_quietly() {
    let runs = ["queens count 1-10", "queens list 14", "queens trace 12 --all"];
    for arguments in &runs[..if cfg!(unix) { 3 } else { 2 }] {
        let mut child = command(arguments).begun();
        drop(child.stdout.take());
        let ran = waited(child);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{arguments}");
    }
}

#[test]
fn a_time_limit_holds_for_what_comes_before_the_count_too() {
    let drawn = folder("limits-drawn");
    for (arguments, is_refused) in [
        ("queens count 27", true),
        ("queens count 33", true),
        ("queens count 27 --shard 1/7", true),
        ("queens count 25 --json", true),
        ("queens count 24 --engine bitmask", true),
        // What was sampled by then is an estimate, or it is not.
        ("queens estimate 27", false),
        ("senku count european", true),
        ("senku count diamond --memory-limit 64GiB", true),
        ("senku count diamond --memory-limit 64GiB --isa portable --winning", true),
        ("senku count wiegleb --engine memo", true),
        ("senku solve square8 --fewest-moves", true),
        // Wide boards, and long stretches without a result.
        ("queens count 64x64 --queens 32", true),
        ("queens count 16x64 --queens all --fixed 0,3", true),
        ("queens estimate 12x40 --queens all", false),
        ("queens list 64", true),
        // Of more than a year, which are refused without a limit.
        ("queens count 30 --queens all", true),
        ("queens count 30 --knight", true),
        ("queens count 40", true),
        ("queens count 40 --engine backtrack", true),
        ("queens count 40 --shard 1/1000000", true),
        // Nothing looks at the clock while a picture is drawn.
        ("queens solve 500 --png FOLDER/board.png", false),
    ] {
        let arguments = arguments.replace("FOLDER", &drawn.display().to_string());
        let began = Instant::now();
        let ran = vuelta(&format!("{arguments} --time-limit 100ms"));
        assert!(ran.code == Some(124) || !is_refused && ran.code == Some(0), "{arguments}: {}", ran.err);
        assert!(
            began.elapsed() < Duration::from_millis(100) + at_once(),
            "{arguments}: {:?}",
            began.elapsed()
        );
    }
    let ledger = folder("limits-time").join("ledger");
    let kept =
        format!("queens count 26 --engine backtrack --time-limit 500ms --checkpoint {}", ledger.display());
    let began = Instant::now();
    let err = vuelta(&kept).ends(124).err;
    assert!(err.contains("resume with: "), "{err}");
    assert!(err.contains("no subproblem was finished") && !err.contains("--time-limit"), "{err}");
    vuelta("queens estimate 24 --time-limit 1ms").prints(124, "");
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
    let has_header = || std::fs::read(&ledger).is_ok_and(|text| text.ends_with(b"\n"));
    while !has_header() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(20));
    }
    end(child);
    let began = Instant::now();
    vuelta(&format!("merge {} --time-limit 50ms", ledger.display())).ends(124);
    assert!(began.elapsed() < at_once(), "{:?}", began.elapsed());
}

#[test]
fn more_threads_than_make_sense_are_not_started() {
    let began = Instant::now();
    let ran = vuelta("queens count 12 -t 4096 --json").ends(0);
    assert!(began.elapsed() < at_once(), "{:?}", began.elapsed());
    let most = 4 * std::thread::available_parallelism().unwrap().get();
    let value = ran.json();
    assert_eq!((&value["total"], &value["threads"]), (&"14200".into(), &most.into()));
    assert_eq!(ran.err, format!("note: using {most} threads instead of 4096, 4 per CPU\n"));
    assert_eq!(vuelta("queens count 12 -t 4096 -q").prints(0, "14200\n").err, "");
}

#[test]
fn a_lock_without_an_owner_does_not_cost_a_quarter_of_a_minute() {
    let ledger = folder("limits-empty-lock").join("ledger");
    let lock = ledger.with_extension("lock");
    std::fs::write(&lock, "").unwrap();
    let began = Instant::now();
    vuelta(&format!("queens count 10 -q --checkpoint {}", ledger.display())).prints(0, "724\n");
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
    assert!(line.contains("process 4711 on elsewhere; waiting up to"), "{line}");
    let began = Instant::now();
    kill(&child, "TERM");
    let mut rest = String::new();
    lines.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(143), "{rest}");
    assert!(began.elapsed() < Duration::from_secs(4) + at_once(), "{:?}", began.elapsed());
    assert!(rest.contains("resume with: ") && lock.exists(), "{rest}");
}
