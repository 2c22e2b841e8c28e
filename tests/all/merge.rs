//! Shards and their union, as a user meets them.

use super::common::{Folder, Ran, Start, one_sentence};
use crate::schema::parsed;
use serde_json::json;
use std::path::Path;
use std::process::Command;

impl Folder {
    /// Runs a command of the shell, which finds the program.
    fn shell(&self, command: &str) -> Ran {
        let program = Path::new(env!("CARGO_BIN_EXE_vuelta"));
        let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).current_dir(self.path("")).env("PATH", path).ended().into()
    }

    fn ok(&self, command: &str) -> String {
        let ran = self.shell(command);
        assert_eq!(ran.code, Some(0), "{command}: {}", ran.err);
        ran.out
    }

    fn refusal(&self, command: &str, code: i32) -> String {
        one_sentence(command, &self.shell(command), code)
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    /// Counts the shards of N = 12 into s1, s2, ...
    fn count_12(&self, shards: std::ops::RangeInclusive<u32>, count: u32) {
        for i in shards {
            self.ok(&format!("vuelta queens count 12 -t 1 --shard {i}/{count} --checkpoint s{i}"));
        }
    }
}

#[test]
fn shards_add_up_to_the_total() {
    let folder = Folder::new("merge-add");
    let part = |i| {
        let out = folder
            .ok(&format!("vuelta queens count 12 --json --shard {i}/3 --checkpoint '{{shard}}.ledger'"));
        let value = parsed(out);
        assert!(value["total"].is_null() && value["published"].is_null() && value["agrees"].is_null());
        assert_eq!(value["shard"], json!([i, 3]));
        value["partial"].as_str().unwrap().parse::<u128>().unwrap()
    };
    assert_eq!((1..=3).map(part).sum::<u128>(), 14_200);
    assert_eq!(folder.ok("vuelta merge *.ledger -q"), "14200\n");
    assert!(folder.ok("vuelta merge 3-of-3.ledger 1-of-3.ledger 2-of-3.ledger").contains("agrees with OEIS"));
    let value = parsed(folder.ok("vuelta merge *.ledger --json"));
    let expected = json!({"n": 12, "total": "14200", "fundamental": "1787", "agrees": true, "ledgers": 3,
        "fraction": 1.0, "missing": [], "commands": []});
    for (field, expected) in expected.as_object().unwrap() {
        assert_eq!(&value[field], expected, "{field}");
    }
    let human = folder.ok("vuelta queens count 12 --shard 2/3");
    assert!(human.contains("shard 2/3 alone") && !human.contains("agrees"), "{human}");
    assert_eq!(folder.ok("vuelta queens count 12 --shard 2/3 -q"), format!("{}\n", part(2)));
}

#[test]
fn more_shards_than_subproblems_are_a_whole_too() {
    let folder = Folder::new("merge-tiny");
    for i in 1..=9 {
        folder.ok(&format!("vuelta queens count 4 -q --shard {i}/9 --checkpoint s{i}"));
    }
    assert_eq!(folder.ok("vuelta merge s? -q"), "2\n");
}

#[test]
fn conditions_and_engines_are_merged_too() {
    let folder = Folder::new("merge-conditions");
    for i in 1..=2 {
        folder.ok(&format!("vuelta queens count 10 --fixed 4,1 --blocked 0,0 1,9 --engine backtrack --shard {i}/2 --checkpoint s{i}"));
    }
    let whole = folder.ok("vuelta queens count 10 --fixed 4,1 --blocked 0,0 1,9 -q");
    assert_eq!(folder.ok("vuelta merge s1 s2 -q"), whole);
    let ran = folder.shell("vuelta merge s2");
    assert!(ran.out.contains("--fixed 4,1 --blocked 0,0 1,9 --engine backtrack --shard 1/2"), "{}", ran.out);
}

#[test]
fn one_at_a_time_is_all_at_once() {
    let folder = Folder::new("merge-grouping");
    folder.count_12(1..=4, 4);
    folder.ok("vuelta merge s1 s2 s3 s4 -o all");
    folder.shell("vuelta merge s3 -o one");
    for part in ["s1", "s4", "s2"] {
        folder.shell(&format!("vuelta merge one {part} -o one"));
    }
    folder.shell("vuelta merge s4 s1 -o left");
    folder.shell("vuelta merge s2 s3 -o right");
    folder.ok("vuelta merge left right -o both");
    assert_eq!(folder.bytes("one"), folder.bytes("all"));
    assert_eq!(folder.bytes("both"), folder.bytes("all"));
    assert_eq!(folder.ok("vuelta merge one -q"), "14200\n");
    assert_eq!(folder.ok("vuelta queens count 12 -q --checkpoint one"), "14200\n");
}

#[test]
fn missing_parts_are_commands_that_count_them() {
    let folder = Folder::new("merge-missing");
    folder.ok("vuelta queens count 12 --engine bitmask --chunk 1ms -q --shard 1/4 --checkpoint part-1-of-4");
    folder.ok("vuelta queens count 12 --engine bitmask --chunk 1ms -q --shard 3/4 --checkpoint part-3-of-4");
    // Shard 3 lost its end.
    let lines = String::from_utf8(folder.bytes("part-3-of-4")).unwrap();
    let kept: Vec<&str> = lines.lines().take(3).collect();
    std::fs::write(folder.path("part-3-of-4"), kept.join("\n") + "\n").unwrap();
    let ran = folder.shell("vuelta merge part-* -o union");
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.err.contains("3 of 4 shards are not finished"), "{}", ran.err);
    // Where a union was asked for, the shards still go on in their own ledgers.
    assert_eq!(ran.out.lines().count(), 3, "{}", ran.out);
    for shard in
        ["2/4 --checkpoint part-2-of-4", "3/4 --checkpoint part-3-of-4", "4/4 --checkpoint part-4-of-4"]
    {
        assert!(ran.out.contains(shard), "{}", ran.out);
    }
    let value = parsed(folder.shell("vuelta merge part-* --json").out);
    assert!(value["total"].is_null() && value["partial"].is_string());
    assert_eq!(value["missing"][0]["shard"], json!([2, 4]));
    // The union alone goes on by itself.
    let alone = folder.shell("vuelta merge union");
    assert_eq!((alone.code, alone.out.lines().count()), (Some(1), 1), "{}", alone.out);
    let whole = folder.shell(alone.out.trim());
    assert!(
        whole.out.contains("14,200") && whole.err.contains("resuming at "),
        "{} {}",
        whole.out,
        whole.err
    );
    assert_eq!(folder.ok("vuelta merge union -q"), "14200\n");
    // And the commands do what they say.
    assert_eq!(folder.shell(&ran.out).code, Some(0));
    assert_eq!(folder.ok("vuelta merge part-* -q"), "14200\n");
    // A union and the ledgers of other shards.
    folder.shell("vuelta merge part-1-of-4 part-2-of-4 -o half");
    let rest = folder.shell("vuelta merge half part-4-of-4");
    assert!(
        rest.out.contains("--shard 3/4 --checkpoint part-3-of-4") && rest.out.lines().count() == 1,
        "{}",
        rest.out
    );
    assert_eq!(folder.ok("vuelta merge half part-3-of-4 part-4-of-4 -q"), "14200\n");
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let folder = Folder::new("merge-refused");
    folder.count_12(1..=2, 2);
    folder.ok("vuelta queens count 12 --shard 3/3 --checkpoint third");
    folder.ok("vuelta queens count 11 --shard 2/2 --checkpoint eleven");
    folder.ok("vuelta queens count 12 --engine backtrack --shard 2/2 --checkpoint other");
    assert!(folder.refusal("vuelta merge s1 s1", 4).contains("overlaps another"));
    assert!(folder.refusal("vuelta merge s1 third", 4).contains("number of shards is 3, not 2"));
    assert!(folder.refusal("vuelta merge s1 eleven", 4).contains("problem is queens/11"));
    assert!(folder.refusal("vuelta merge s1 other", 4).contains("engine is backtrack"));
    assert!(folder.refusal("vuelta merge s1 nowhere", 2).contains("nowhere"));
    assert!(folder.refusal("vuelta merge /dev/zero", 2).contains("regular file"));
    folder.ok("sed 's/format=1/format=7/' s2 > newer");
    assert!(folder.refusal("vuelta merge s1 newer", 4).contains("format 7"));
    folder.ok("sed 's/count=/count=1/' s2 > damaged");
    assert!(folder.refusal("vuelta merge s1 damaged", 4).contains("damaged in line 2"));
    // A union never takes the place of something else.
    folder.ok("echo my thesis > thesis");
    assert!(folder.refusal("vuelta merge s1 s2 -o thesis", 4).contains("not the header of a ledger"));
    assert!(folder.refusal("vuelta merge s1 s2 -o s2", 4).contains("shard is 2/2, not 1/1"));
    folder.shell("vuelta merge s1 -o union");
    assert!(folder.refusal("vuelta merge s2 -o union", 4).contains("which the union lacks"));
    assert!(folder.refusal("vuelta merge s1 s2 -o no/such/folder", 1).contains("no/such/folder"));
    assert_eq!(folder.bytes("thesis"), b"my thesis\n");
    assert_eq!(folder.shell("vuelta merge").code, Some(2));
}

#[test]
fn a_merged_result_says_what_the_ledgers_know_and_no_more() {
    let folder = Folder::new("merge-truth");
    folder.count_12(1..=2, 2);
    let printed = parsed(folder.ok("vuelta merge s1 s2 --json --export m.json --export m.csv --export m.md"));
    let mut exported = parsed(folder.bytes("m.json"));
    for field in ["seconds", "isa", "threads", "subproblems_here"] {
        assert!(printed.get(field).is_none(), "{field}: {printed}");
    }
    assert!(printed["environment"].get("started_unix").is_none(), "{printed}");
    assert_eq!((&printed["status"], &printed["ledgers"]), (&json!("merged"), &json!(2)));
    assert!(printed["core_seconds"].as_f64().unwrap() > 0.0);
    // One type: what is printed is what is exported, but for what changes from moment to moment.
    exported["environment"] = printed["environment"].clone();
    assert_eq!(exported, printed);
    let table = String::from_utf8(folder.bytes("m.csv")).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    let field = |name: &str| rows[1][rows[0].iter().position(|&heading| heading == name).unwrap()];
    assert_eq!(
        ["n", "total", "status", "isa", "threads", "seconds"].map(field),
        ["12", "14200", "merged", "", "", ""]
    );
    assert!(field("core_seconds").parse::<f64>().unwrap() > 0.0);
    assert!(String::from_utf8(folder.bytes("m.md")).unwrap().contains("| merged |"));
    // The report has the number and no time for it.
    let page = folder.ok("vuelta report . -o page.md && cat page.md");
    assert!(page.contains("| 12 | 14,200 | 1,787 | 80 | 8 | ✓ OEIS A000170 |"), "{page}");
    assert!(!page.contains("## Times") && !page.contains("portable"), "{page}");
    let human = folder.ok("vuelta merge s1 s2");
    assert!(human.contains("of thread time, 2 ledgers") && !human.contains("solutions/s"), "{human}");
}
