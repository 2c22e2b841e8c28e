//! Faults around a count must not end it, and must lose no file that was there: kills at any moment, full
//! disks, limits of the file size and of the memory. What only root can set up is left out elsewhere.

use super::common::{Ran, Start, command, end, folder, names, shell, vuelta};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// An export of N = 13, to be replaced.
fn earlier(path: &Path) -> Vec<u8> {
    vuelta(&format!("queens count 13 --quiet --export {}", path.display())).prints(0, "73712\n");
    fs::read(path).unwrap()
}

#[test]
fn a_kill_at_any_moment_leaves_the_earlier_result_or_the_new_one_whole() {
    const KILLS: u32 = 12;
    let folder = folder("faults-exports");
    let file = folder.join("count.json");
    let old = earlier(&file);
    let words =
        format!("queens count 13 --engine bitmask --double-check --quiet --export {}", file.display());
    let began = Instant::now();
    vuelta(&words).ends(0);
    let time = began.elapsed();
    // The first is killed at once, the last after its end.
    for kill in 0..=KILLS {
        fs::write(&file, &old).unwrap();
        let mut child = command(&words).stdout(Stdio::null()).stderr(Stdio::null()).begun();
        sleep(time * kill / (KILLS - 2));
        if kill == KILLS {
            child.wait().unwrap();
        }
        end(child);
        let text = fs::read_to_string(&file).unwrap();
        let is_new = text.contains("\"engine\": \"bitmask\"") && text.ends_with("\n}\n");
        assert!(is_new || text.as_bytes() == old, "kill {kill} left {text}");
        assert!(kill < KILLS || is_new, "{text}");
    }
    // Kills leave hidden drafts, which a report does not read.
    let shown = names(&folder).into_iter().filter(|name| !name.starts_with('.'));
    assert!(shown.eq(["count.json"]));
    let page = folder.join("page.html");
    vuelta(&format!("report {} --quiet -o {}", folder.display(), page.display())).ends(0);
}

/// The numbers of subproblems in the chunks of a ledger.
fn chunks(ledger: &Path) -> Vec<u64> {
    let text = fs::read_to_string(ledger).unwrap_or_default();
    let range = |line: &str| {
        let (start, end) = line.split_once(" count=")?.0.split_once("..")?;
        Some(end.parse::<u64>().ok()? - start.parse::<u64>().ok()?)
    };
    text.lines().filter_map(range).collect()
}

/// The number of subproblems that SIGUSR1 made a count say are done.
fn said(errors: &Path) -> Option<u64> {
    let text = fs::read_to_string(errors).unwrap();
    let line = text.lines().rev().find_map(|line| line.split_once(" %, ")?.1.split_once(" of "))?;
    line.0.replace(',', "").parse().ok()
}

/// A kill costs each thread the chunk that it is at, and what was finished in the tenth of a second between two writes:
/// a moment before the kill the count says how many subproblems are done.
#[test]
fn kills_lose_no_line_and_at_most_a_chunk_of_each_thread() {
    const THREADS: u64 = 2;
    let folder = folder("faults-kills");
    let (ledger, errors) = (folder.join("ledger"), folder.join("errors"));
    let words = format!(
        "queens count 16 --engine bitmask --threads {THREADS} --chunk 100ms --quiet --checkpoint {}",
        ledger.display()
    );
    let total = "14772512\n";
    vuelta(&words).prints(0, total);
    let bound = THREADS * chunks(&ledger).into_iter().max().unwrap();
    fs::remove_file(&ledger).unwrap();
    let mut random = fastrand::Rng::with_seed(16);
    let (mut kills, mut counts) = (0, 0);
    while kills < 6 && counts < 20 {
        let before = fs::read(&ledger).unwrap_or_default();
        let said_to = fs::File::create(&errors).unwrap();
        let mut child = command(&words).stdout(Stdio::piped()).stderr(said_to).begun();
        sleep(Duration::from_millis(50 + random.u64(..400)));
        Command::new("kill").args(["-USR1", &child.id().to_string()]).stderr(Stdio::null()).status().unwrap();
        let began = Instant::now();
        while said(&errors).is_none() && began.elapsed() < Duration::from_millis(200) {
            sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        let ran = child.wait_with_output().unwrap();
        if ran.status.code().is_some() {
            assert_eq!(String::from_utf8_lossy(&ran.stdout), total, "a count that went on");
            fs::remove_file(&ledger).unwrap();
            counts += 1;
            continue;
        }
        kills += 1;
        let after = fs::read(&ledger).unwrap_or_default();
        let lines = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        assert_eq!(after.get(..lines), Some(&before[..lines]), "a line that was in the ledger is gone");
        let lost = said(&errors).unwrap_or(0).saturating_sub(chunks(&ledger).iter().sum());
        assert!(lost <= bound, "{lost} subproblems were done and lost, more than {bound}");
    }
    assert!(kills > 0, "every count ended before it was killed");
    assert_eq!(vuelta(&words).out, total);
}

/// Runs a script with mounts of its own, which end with it. `None` where that is not allowed.
fn with_own_mounts(script: &str, folder: &Path) -> Option<String> {
    let run = |script: &str| -> Option<Ran> {
        let mut command = shell("exec unshare --mount sh -c \"$SCRIPT\"");
        Some(command.env("SCRIPT", script).current_dir(folder).output().ok()?.into())
    };
    fs::create_dir(folder.join("disk")).unwrap();
    if run("mount -t tmpfs tmpfs disk").is_none_or(|ran| ran.code != Some(0)) {
        println!("left out: no file system can be mounted here");
        return None;
    }
    run(script).map(|ran| ran.ends(0).out)
}

#[test]
fn a_full_disk_keeps_the_earlier_result_and_the_total_is_told() {
    let folder = folder("faults-disk-export");
    earlier(&folder.join("earlier.json"));
    // 4 kB hold the earlier result, and no second one beside it.
    let script = "set -e; mount -t tmpfs -o size=8k tmpfs disk; cp earlier.json disk/count.json
        head -c 4096 /dev/zero >disk/filler || true
        code=0; vuelta queens count 12 --quiet --export disk/count.json 2>errors || code=$?
        echo $code $(wc -l <errors) $(ls -A disk); cmp earlier.json disk/count.json";
    if let Some(out) = with_own_mounts(script, &folder) {
        assert_eq!(out, "14200\n1 1 count.json filler\n");
    }
}

/// A file system of 64 kB of which the ledger gets 16.
const FULL_DISK: &str = "set -e; mount -t tmpfs -o size=64k tmpfs disk; head -c 49152 /dev/zero >disk/filler; code=0
    count() { vuelta queens count 15 --engine bitmask --chunk 1ms --checkpoint disk/ledger --quiet 2>errors || code=$?; }
    more() { mount -o remount,size=4m disk; }\n";

#[test]
fn what_a_full_disk_holds_of_a_ledger_is_gone_on_with() {
    let script = "count; echo $code; grep -c 'No space left on device.*the count goes on' errors
        rm disk/filler; more; code=0; count; echo $code; grep -c '^resuming at [1-9]' errors";
    if let Some(out) = with_own_mounts(&(FULL_DISK.to_owned() + script), &folder("faults-disk-ledger")) {
        assert_eq!(out, "2279184\n1\n1\n2279184\n0\n1\n");
    }
}

#[test]
fn once_there_is_room_again_the_whole_ledger_is_kept() {
    let script = ": >errors; (until test -s errors; do sleep 0.02; done; more) & count; wait
        echo $code; vuelta merge --quiet disk/ledger";
    if let Some(out) = with_own_mounts(&(FULL_DISK.to_owned() + script), &folder("faults-disk-room")) {
        assert_eq!(out, "2279184\n1\n2279184\n");
    }
}

#[test]
fn a_control_group_limits_the_memory() {
    let old = Path::new("/sys/fs/cgroup/memory");
    let (parent, limit) = if old.is_dir() {
        (old, "memory.limit_in_bytes")
    } else {
        (Path::new("/sys/fs/cgroup"), "memory.max")
    };
    let group = parent.join(format!("vuelta-faults-{}", std::process::id()));
    if fs::create_dir(&group).is_err() || fs::write(group.join(limit), (300u32 << 20).to_string()).is_err() {
        println!("left out: no control group of memory can be made here");
        fs::remove_dir(&group).ok();
        return;
    }
    let inside = |words: &str| -> Ran {
        shell(&format!("echo $$ >{}/cgroup.procs && exec vuelta {words}", group.display())).ran()
    };
    let (refused, counted) = (inside("senku count european --quiet"), inside("queens count 14 --quiet"));
    fs::remove_dir(&group).unwrap();
    refused.ends(5);
    counted.prints(0, "365596\n");
}
