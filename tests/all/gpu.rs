//! Counts on a graphics card as a user makes them. They need an adapter: Mesa's llvmpipe is enough.

use crate::common::{self, Start, end, folder, one_sentence, until};
use crate::schema::kind;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The program with these arguments; Mesa complains without a folder of the session.
fn command(arguments: &str) -> Command {
    let mut command = common::command(arguments);
    command.env("XDG_RUNTIME_DIR", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// Its run, which must succeed.
#[track_caller]
fn vuelta(arguments: &str) -> common::Ran {
    command(arguments).ran().ends(0)
}

/// The header of a ledger, and the subproblems and count of each chunk.
fn chunks(ledger: &Path) -> (String, BTreeSet<String>) {
    let text = std::fs::read_to_string(ledger).unwrap_or_default();
    let mut lines = text.lines().map(str::to_owned);
    let header = lines.next().unwrap_or_default();
    (header, lines.map(|line| line.split(" ns=").next().unwrap().to_owned()).collect())
}

#[test]
fn chunks_on_a_gpu_are_those_of_the_processor() {
    let folder = folder("gpu-chunks");
    for shard in
        ["20 --shard 701/4000", "21 --shard 5/20000", "22 --shard 9/20000", "20 --fixed a1 --shard 3/3000"]
    {
        let ledgers = ["cpu", "gpu"].map(|device| {
            let ledger = folder.join(format!("{}-{device}", shard.replace([' ', '/'], "-")));
            let mut command =
                command(&format!("queens count {shard} --engine halves --device {device} --chunk 1ms -q"));
            command.arg("--checkpoint").arg(&ledger);
            command.ran().ends(0);
            chunks(&ledger)
        });
        assert!(ledgers[0] == ledgers[1] && !ledgers[0].1.is_empty(), "{shard}: {ledgers:?}");
    }
}

#[test]
fn a_count_killed_on_a_gpu_goes_on_on_either_device() {
    let folder = folder("gpu-resume");
    let ledger = folder.join("ledger");
    let on = |device: &str, ledger: &Path| {
        let mut command = command(&format!("queens count 16 -q --chunk 1ms --device {device} --checkpoint"));
        command.arg(ledger);
        command
    };
    let whole = folder.join("whole");
    on("cpu", &whole).ran().prints(0, "14772512\n");
    let (header, lines) = chunks(&whole);
    // Twice on the card, killed both times, and then to the end on the processor.
    for _ in 0..2 {
        let before = chunks(&ledger).1.len();
        let child = on("gpu", &ledger).begun();
        until(|| chunks(&ledger).1.len() >= (before + 3).min(lines.len()));
        end(child);
        assert!(chunks(&ledger).1.len() >= (before + 2).min(lines.len()), "what was finished is kept");
    }
    on("cpu", &ledger).ran().prints(0, "14772512\n");
    assert_eq!(chunks(&ledger), (header.clone(), lines.clone()));
    // The other way round: the card counts what a processor left.
    let text = std::fs::read_to_string(&whole).unwrap();
    let some: Vec<&str> =
        text.lines().enumerate().filter(|(i, _)| i % 4 != 3).map(|(_, line)| line).collect();
    std::fs::write(&whole, some.join("\n") + "\n").unwrap();
    let ran = on("gpu", &whole).ran().prints(0, "14772512\n");
    assert!(ran.err.starts_with("resuming at "), "{}", ran.err);
    assert_eq!(chunks(&whole), (header, lines));
}

#[test]
fn results_name_the_gpu() {
    let json = |arguments: &str| vuelta(&format!("{arguments} --json")).json();
    let [record, info] = ["queens count 12 --device gpu", "info"].map(json);
    assert_eq!([&record, &info].map(|record| kind(record).unwrap()), ["#/$defs/queens", "#/$defs/info"]);
    let adapter = &info["adapters"][0];
    let device = record["device"].as_str().unwrap();
    assert!(device.starts_with(adapter["name"].as_str().unwrap()), "{device}");
    assert_eq!((&record["total"], &record["engine"]), (&json!("14200"), &json!("halves")));
    assert!(vuelta("queens count 12 --device gpu:0").out.contains(&format!("on {device}")));
    assert!(vuelta("info").out.contains("  gpu:0      "));
    let estimate = json("queens estimate 18 --device gpu --time-limit 4s");
    assert_eq!(kind(&estimate).unwrap(), "#/$defs/estimate");
    assert_eq!(estimate["device"], record["device"]);
    assert!(!vuelta("queens count 12 --json").out.contains("\"device\""));
}

#[test]
fn counts_on_a_gpu_are_checked() {
    let ran = vuelta("queens count 12 --device gpu --double-check --chunk 1ms");
    assert!(ran.err.contains("double check of N = 12: the processor counted "), "{}", ran.err);
    assert!(ran.out.contains("14,200"), "{}", ran.out);
    let ran = vuelta("queens count 13 --device gpu --double-check --shard 2/3");
    assert!(ran.err.contains("with the same numbers"), "{}", ran.err);
    let verified = vuelta("verify --device gpu --time-limit 3s");
    assert!(verified.out.contains(": all agree"), "{}", verified.out);
}

#[test]
fn a_gpu_that_is_missing_or_of_no_use_is_refused_in_one_sentence() {
    let mut without = command("queens count 12 --device gpu");
    without.env("VK_DRIVER_FILES", "/nonexistent").env("VK_ICD_FILENAMES", "/nonexistent");
    let refusal = |command: &mut Command, code| one_sentence("--device gpu", &command.ran(), code);
    assert!(refusal(&mut without, 1).contains("there is no graphics card"));
    let missing = &mut command("queens estimate 12 --device gpu:99");
    assert!(refusal(missing, 1).contains("there is no gpu:99"));
    for (arguments, part) in [
        ("queens count 12 --device gpu --engine bitmask", "the engine bitmask runs on the processor alone"),
        ("queens count 0 --device gpu", "the engine backtrack runs on the processor alone"),
        ("queens count 32 --device gpu", "the engine halves counts boards up to N = 31"),
        ("queens count 8x9 --device gpu", "--device gpu works for N queens on N x N alone"),
        ("queens estimate 8 --torus --device gpu:1", "--device gpu works for N queens on N x N alone"),
        ("queens count 8 --device cuda", "'cuda' for --device: expected cpu, gpu or gpu:K"),
        (
            "queens count 8 --shard 1/2 --double-check",
            "--double-check works with --shard only on a graphics card (--device gpu)",
        ),
    ] {
        let sentence = refusal(&mut command(arguments), 2);
        assert!(sentence.contains(part), "{arguments}: {sentence}");
    }
}
