//! The error messages of all commands: one sentence on standard error each, and the exit code.

use super::common::{Ran, Start, command, folder, one_sentence};
use std::fs;

/// For each refused command its exit code, and on the next line the sentence. `{missing}` is the system's words for a file
/// that does not exist; a sentence that ends in `...` may go on in any way.
const REFUSED: &str = include_str!("messages.txt");

/// For each command whose answer is no its exit code, and on the next line the answer.
const ANSWERED_NO: &str = "
1 queens solve 6 --fixed a1
  no solution: 6 queens do not fit under these conditions
1 senku solve european
  no solution: the invariants exclude this goal from this start; try --start 0,2
1 senku check d6-d4;d6-d4
  not legal at jump 2: there is no peg in d6
1 senku check d6-d4
  legal, but does not win: 31 pegs remain; the goal is one peg at d4
1 senku check 1,3>3,3
  legal, but does not win: 31 pegs remain; the goal is one peg at [3,3]
1 senku check --start c3 c5-c3
  legal, but does not win: 31 pegs remain; the goal is one peg at c3
1 regions grade several.txt
  no grade: the puzzle has several solutions
1 regions hint several.txt --placed a1,a4
  No solution has a queen on a1.
";

const FILES: [(&str, &[u8]); 19] = [
    ("bytes.txt", b"\xff\xff"),
    ("empty.txt", b""),
    ("notes.txt", b"my notes\n"),
    ("queens-z.txt", b"Q..\n.z.\n...\n"),
    ("queens-3.txt", b"...\n...\n...\n"),
    ("queens-3x4.txt", b"Q...\n....\n....\n"),
    ("queens-attack.txt", b"Q.Q...\n......\n......\n......\n......\n......\n"),
    ("senku-q.txt", b"oqo\n"),
    ("senku-full.txt", b"ooo\n"),
    ("senku-empty.txt", b"...\n"),
    ("senku-two.txt", b"oo.\n...\n\n.oo\n...\n"),
    ("senku-after.txt", b"oo.\n...\n\n0,0 > 0,2\n\n.oo\n...\n"),
    ("senku-x.txt", b"xxx\nx.x\n"),
    ("senku-dash.txt", b"o-o\n"),
    ("senku-mixed.txt", b"oo0\n"),
    ("regions-short.txt", b"AAB\nABB\n"),
    ("regions-sign.txt", b"AABB\nACBB\nCCBD\nDDD!\n"),
    ("regions-two.txt", b"AABB\nAABB\nAABB\nAABB\n"),
    ("several.txt", b"AABB\nAABB\nCCDD\nCCDD\n"),
];

/// The exit codes, the commands and the sentences of a table.
fn entries(table: &'static str) -> Vec<(i32, &'static str, &'static str)> {
    let lines: Vec<&str> = table.trim().lines().collect();
    let entry = |pair: &[&'static str]| {
        let (code, command) = pair[0].split_once(' ').unwrap();
        (code.parse().unwrap(), command, pair[1].trim_start())
    };
    lines.chunks(2).map(entry).collect()
}

#[test]
fn every_message_is_the_one_of_the_table() {
    let folder = folder("messages");
    FILES.iter().for_each(|(name, contents)| fs::write(folder.join(name), contents).unwrap());
    fs::create_dir(folder.join("dir")).unwrap();
    let missing = fs::read(folder.join("missing.txt")).unwrap_err().to_string();
    let mut differences = vec![];
    let refused = entries(REFUSED);
    assert!(refused.len() >= 150, "{}", refused.len());
    for (code, arguments, expected) in refused {
        let ran = command(arguments).current_dir(&folder).ended().into();
        let sentence = one_sentence(arguments, &ran, code);
        let expected = expected.replace("{missing}", &missing);
        let agrees = match expected.strip_suffix("...") {
            Some(beginning) => sentence.starts_with(beginning),
            None => sentence == expected,
        };
        if !agrees {
            differences.push(format!("{arguments}\n  {sentence}\n  not {expected}"));
        }
    }
    for (code, arguments, expected) in entries(ANSWERED_NO) {
        let ran = Ran::from(command(arguments).current_dir(&folder).ended());
        let answer = if ran.out.is_empty() { &ran.err } else { &ran.out };
        if (ran.code, answer.lines().next()) != (Some(code), Some(expected)) {
            differences.push(format!("{arguments}\n  {answer}\n  not {expected}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
