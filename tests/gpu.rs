//! Counts on a graphics card as a user makes them. They need an adapter: Mesa's llvmpipe is enough.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vuelta"));
    command.args(arguments.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env("XDG_RUNTIME_DIR", env!("CARGO_TARGET_TMPDIR")); // Mesa complains without one
    command
}

fn ended(mut command: Command) -> Ran {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

#[track_caller]
fn vuelta(arguments: &str) -> Ran {
    let ran = ended(command(arguments));
    assert_eq!(ran.code, Some(0), "{arguments}: {}{}", ran.out, ran.err);
    ran
}

/// The sentence of a refused command.
#[track_caller]
fn refusal(command: Command, code: i32) -> String {
    let ran = ended(command);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.lines().count()), (Some(code), "", 1), "{}", ran.err);
    ran.err
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The header of a ledger, and the subproblems and count of each chunk.
fn chunks(ledger: &Path) -> (String, BTreeSet<String>) {
    let text = std::fs::read_to_string(ledger).unwrap_or_default();
    let mut lines = text.lines().map(str::to_owned);
    let header = lines.next().unwrap_or_default();
    (header, lines.map(|line| line.split(" ns=").next().unwrap().to_owned()).collect())
}

/// Asserts that a record is of this kind of the schema.
#[track_caller]
fn is_of_kind(record: &Value, kind: &str) {
    let mut schema: Value = serde_json::from_str(include_str!("../doc/vuelta.schema.json")).unwrap();
    schema.as_object_mut().unwrap().remove("oneOf");
    schema["$ref"] = json!(format!("#/$defs/{kind}"));
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(validator.is_valid(record), "{:?}", validator.iter_errors(record).collect::<Vec<_>>());
}

#[test]
fn chunks_on_a_gpu_are_those_of_the_processor() {
    let folder = folder("gpu-chunks");
    for shard in
        ["20 --shard 701/4000", "21 --shard 5/20000", "22 --shard 9/20000", "20 --fixed a1 --shard 3/3000"]
    {
        let ledgers = ["cpu", "gpu"].map(|device| {
            let ledger = folder.join(format!("{}-{device}", shard.replace([' ', '/'], "-")));
            let arguments = format!("queens count {shard} --engine halves --device {device} --chunk 1ms -q");
            let mut command = command(&arguments);
            command.arg("--checkpoint").arg(&ledger);
            let ran = ended(command);
            assert_eq!(ran.code, Some(0), "{arguments}: {}", ran.err);
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
    assert_eq!(ended(on("cpu", &whole)).out, "14772512\n");
    let (header, lines) = chunks(&whole);
    // Twice on the card, killed both times, and then to the end on the processor.
    for _ in 0..2 {
        let (before, began) = (chunks(&ledger).1.len(), Instant::now());
        let mut child = on("gpu", &ledger).spawn().unwrap();
        while chunks(&ledger).1.len() < (before + 3).min(lines.len())
            && began.elapsed() < Duration::from_secs(60)
        {
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(chunks(&ledger).1.len() >= (before + 2).min(lines.len()), "what was finished is kept");
    }
    assert_eq!(ended(on("cpu", &ledger)).out, "14772512\n");
    assert_eq!(chunks(&ledger), (header.clone(), lines.clone()));
    // The other way round: the card counts what a processor left.
    let text = std::fs::read_to_string(&whole).unwrap();
    let some: Vec<&str> =
        text.lines().enumerate().filter(|(i, _)| i % 4 != 3).map(|(_, line)| line).collect();
    std::fs::write(&whole, some.join("\n") + "\n").unwrap();
    let ran = ended(on("gpu", &whole));
    assert_eq!(ran.out, "14772512\n");
    assert!(ran.err.starts_with("resuming at "), "{}", ran.err);
    assert_eq!(chunks(&whole), (header, lines));
}

#[test]
fn results_name_the_gpu() {
    let record: Value = serde_json::from_str(&vuelta("queens count 12 --device gpu --json").out).unwrap();
    is_of_kind(&record, "queens");
    let info: Value = serde_json::from_str(&vuelta("info --json").out).unwrap();
    is_of_kind(&info, "info");
    let adapter = &info["adapters"][0];
    let device = record["device"].as_str().unwrap();
    assert!(device.starts_with(adapter["name"].as_str().unwrap()), "{device}");
    assert_eq!((&record["total"], &record["engine"]), (&json!("14200"), &json!("halves")));
    assert!(vuelta("queens count 12 --device gpu:0").out.contains(&format!("on {device}")));
    assert!(vuelta("info").out.contains("  gpu:0      "));
    let estimate = vuelta("queens estimate 18 --device gpu --time-limit 4s --json").out;
    let estimate: Value = serde_json::from_str(&estimate).unwrap();
    is_of_kind(&estimate, "estimate");
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
    assert!(refusal(without, 1).contains("there is no graphics card"));
    assert!(refusal(command("queens estimate 12 --device gpu:99"), 1).contains("there is no gpu:99"));
    for (arguments, part) in [
        ("queens count 12 --device gpu --engine bitmask", "the engine bitmask runs on the processor alone"),
        ("queens count 0 --device gpu", "the engine backtrack runs on the processor alone"),
        ("queens count 32 --device gpu", "the engine halves counts boards up to N = 31"),
        ("queens count 8x9 --device gpu", "--device gpu works for N queens on N x N alone"),
        ("queens estimate 8 --torus --device gpu:1", "--device gpu works for N queens on N x N alone"),
        ("queens count 8 --device cuda", "'cuda' for --device: expected cpu, gpu or gpu:K"),
        ("queens count 8 --shard 1/2 --double-check", "--shard and --double-check cannot be used together"),
    ] {
        let sentence = refusal(command(arguments), 2);
        assert!(sentence.contains(part), "{arguments}: {sentence}");
    }
}
