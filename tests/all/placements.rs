//! `vuelta queens count` of placements: MxN, --queens, --knight, --torus.

use crate::common::{end, estimated, folder, run, vuelta};
use crate::resume::{self, begin, lines, refusal};
use serde_json::{Value, json};

/// The numbers of a list in JSON.
fn numbers(list: &Value) -> Vec<u128> {
    let numbers: Vec<String> = serde_json::from_value(list.clone()).unwrap();
    numbers.iter().map(|number| number.parse().unwrap()).collect()
}

#[test]
fn shards_add_up_and_are_merged_to_the_whole() {
    for (name, count) in [
        ("rows", "9x10 --queens all"),
        ("conditions", "6x9 --queens all --fixed 2,3 --blocked 0,0 5,8"),
        ("half-boards", "11 --knight"),
        ("torus", "13 --torus"),
        ("torus-rows", "7 --torus --queens all"),
        ("states", "4x30 --queens all"),
        ("theorem", "6 --torus"),
    ] {
        let folder = folder(&format!("placements-shards-{name}"));
        let run = |arguments: &str| run(&folder, &arguments.split(' ').collect::<Vec<_>>());
        let json = |arguments: String| run(&arguments).json();
        let whole = numbers(&json(format!("queens count {count} --json"))["counts"]);
        let mut sum = vec![0; whole.len()];
        for i in 1..=3 {
            let shard =
                json(format!("queens count {count} --json --shard {i}/3 --checkpoint {{shard}}.ledger"));
            assert_eq!((&shard["shard"], &shard["status"]), (&json!([i, 3]), &json!("partial")), "{count}");
            assert_eq!(shard["shard_finished"], true, "{count}");
            for field in ["counts", "published", "agrees"] {
                assert!(shard[field].is_null(), "{count}: {field}");
            }
            sum.iter_mut().zip(numbers(&shard["partial"])).for_each(|(sum, more)| *sum += more);
        }
        // A torus with fewer queens than rows has parts that are not whole numbers.
        assert!(sum == whole || name == "torus-rows", "{count}: {sum:?}");
        let merged = json("merge 1-of-3.ledger 3-of-3.ledger 2-of-3.ledger --json".to_owned());
        assert_eq!(numbers(&merged["counts"]), whole, "{count}");
        assert_eq!((&merged["status"], &merged["ledgers"]), (&json!("merged"), &json!(3)), "{count}");
        assert!(merged.get("seconds").is_none() && merged["missing"] == json!([]), "{count}: {merged}");
        // A shard that is missing is a command that counts it.
        std::fs::remove_file(folder.join("2-of-3.ledger")).unwrap();
        let rest = run("merge 1-of-3.ledger 3-of-3.ledger");
        if rest.code == Some(1) {
            assert!(rest.err.contains("1 of 3 shards is not finished"), "{count}: {}", rest.err);
            let words: Vec<&str> = rest.out.split_whitespace().skip(1).collect();
            assert_eq!(run(&words.join(" ")).code, Some(0), "{}", rest.out);
            assert_eq!(run("merge 1-of-3.ledger 2-of-3.ledger 3-of-3.ledger").code, Some(0), "{count}");
        }
    }
}

/// Several seconds of work in some hundred subproblems, in a build without optimisation.
const SLOW: &str = "queens count 12 --queens all --chunk 1ms -t 1";

#[test]
fn a_count_that_is_killed_or_stopped_goes_on() {
    let ledger = folder("placements-resume").join("ledger");
    end(begin(SLOW, &ledger));
    assert!(lines(&ledger) >= 3);
    let stopped = resume::vuelta(&format!("{SLOW} --json --time-limit 30ms"), &ledger);
    // A machine that is too busy to stop in half a second ends it by force, without a result.
    if stopped.code == Some(124) && !stopped.out.is_empty() {
        let value = stopped.json();
        assert!(value["counts"].is_null() && numbers(&value["partial"]).len() == 13, "{value}");
        assert!(stopped.err.contains("resume with: "), "{}", stopped.err);
    }
    let ran = resume::vuelta("queens count 12 --queens all -t 2 --json", &ledger);
    let value = ran.json();
    assert!(ran.err.starts_with("resuming at "), "{}", ran.err);
    assert_eq!((&value["agrees"], &value["status"]), (&json!(true), &json!("resumed")));
    assert!(value["subproblems_here"].as_u64() < value["subproblems"].as_u64());
    assert_eq!(numbers(&value["counts"])[12], 14_200);
    // Damage is found.
    let text = std::fs::read_to_string(&ledger).unwrap();
    std::fs::write(&ledger, text.replacen("more=", "more=1", 1)).unwrap();
    assert!(refusal("queens count 12 --queens all", &ledger, 4).contains("damaged in line 2"));
}

#[test]
fn pictures_of_a_torus_have_lines_that_wrap() {
    let path = folder("placements-picture").join("a.svg").display().to_string();
    let strokes = |arguments: &str| {
        vuelta(&format!("queens solve {arguments} --attacks --svg {path}")).ends(0);
        std::fs::read_to_string(&path).unwrap().matches("stroke-width").count()
    };
    // Each queen's diagonals are in two pieces, but for one of each kind.
    assert_eq!((strokes("5"), strokes("5 --torus")), (4 * 5, 2 * 5 + 9 + 9));
}

/// A count of centuries is sampled in parts.
#[test]
fn an_estimate_of_centuries_is_extrapolated() {
    let value = estimated("queens estimate 30 --queens all", |_, _| true).0;
    assert_eq!(value["extrapolated"], json!(true));
    assert!(
        value["seconds"].as_f64().unwrap() > 1e9 && value["ledger_bytes"].as_u64().unwrap() > 1000,
        "{value}"
    );
}
