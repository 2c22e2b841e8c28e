//! Shards and their union, as a user meets them.

use super::common::{Folder, Ran, Start, shell};
use crate::schema::parsed;
use serde_json::json;

impl Folder {
    fn shell(&self, command: &str) -> Ran {
        shell(command).current_dir(self.path("")).ran()
    }

    fn ok(&self, command: &str) -> String {
        self.shell(command).ends(0).out
    }
}

#[test]
fn missing_parts_are_commands_that_count_them() {
    let folder = Folder::new("merge-missing");
    folder.ok("vuelta queens count 12 --engine bitmask --chunk 1ms -q --shard 1/4 --checkpoint part-1-of-4");
    folder.ok("vuelta queens count 12 --engine bitmask --chunk 1ms -q --shard 3/4 --checkpoint part-3-of-4");
    // Shard 3 lost its end.
    let lines = folder.text("part-3-of-4");
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
