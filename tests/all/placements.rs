//! `vuelta queens count` of placements: MxN, --queens, --knight, --torus.

use crate::common::{
    Ran, Start, command, estimated, folder, json as printed, one_sentence, refusal, run, vuelta,
};
use crate::schema::parsed;
use serde_json::{Value, json};

fn quiet(arguments: &str) -> String {
    let ran = vuelta(&format!("queens count {arguments} -q"));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{arguments}");
    ran.out.trim_end().replace('\n', " ")
}

#[test]
fn the_fields_are_those_of_the_contract() {
    let value = printed("queens count 4x6 --queens all -t 2");
    let fields = [
        ("problem", json!("placements")),
        ("rows", json!(4)),
        ("columns", json!(6)),
        ("rules", json!(["queen"])),
        ("fixed", json!([])),
        ("blocked", json!([])),
        ("queens", json!([0, 1, 2, 3, 4])),
        ("counts", json!(["1", "24", "128", "172", "46"])),
        ("status", json!("complete")),
        ("threads", json!(2)),
    ];
    for (field, expected) in fields {
        assert_eq!(value[field], expected, "{field}");
    }
    assert!(value.get("total").is_none() && value.get("n").is_none());
    assert!(value["seconds"].is_f64() && value["environment"].is_object());
    let value = printed("queens count 5 --torus --knight --queens 2 --fixed 0,0");
    assert_eq!(value["rules"], json!(["queen", "knight", "torus"]));
    assert_eq!((&value["queens"], &value["fixed"]), (&json!([2]), &json!([[0, 0]])));
}

#[test]
fn numbers_alone_are_one_a_line() {
    for (arguments, expected) in [
        ("8x8 --queens all", "1 64 1288 10320 34568 46736 22708 3192 92"),
        // Without a number of queens, as many as the shorter side is long.
        ("4x6", "46"),
        ("6X4", "46"),
        ("7 --torus", "28"),
        ("10 --knight", "4"),
        ("5-7 --torus", "10 0 28"),
        ("4x6,3 --queens 1", "24 9"),
        ("8 --queens 9", "0"),
        ("8 --queens 0", "1"),
        ("1x1 --queens all", "1 1"),
        ("8 --queens 8 --fixed b4,d5", "2"),
        ("8x9 --queens 1 --blocked 0,0 0,1", "70"),
    ] {
        assert_eq!(quiet(arguments), expected, "{arguments}");
    }
}

/// Half boards, the textbook search and the search by rows: three engines, one number.
#[test]
fn as_many_queens_as_rows_are_the_classical_count() {
    for size in [1, 2, 3, 4, 5, 8, 9, 10] {
        let classical = quiet(&size.to_string());
        assert_eq!(quiet(&format!("{size} --queens {size}")), classical, "N = {size}");
        assert_eq!(quiet(&format!("{size} --engine backtrack")), classical, "N = {size}");
    }
    let conditions = "--fixed 2,5 --blocked 0,0 7,7 8,1";
    assert_eq!(quiet(&format!("9 --queens 9 {conditions}")), quiet(&format!("9 {conditions}")));
}

#[test]
fn a_second_count_agrees() {
    for arguments in ["7x8 --queens all", "9 --knight", "7 --torus --queens all", "3x20 --queens all"] {
        let ran = vuelta(&format!("queens count {arguments} --double-check"));
        assert_eq!(ran.code, Some(0), "{arguments}: {}", ran.err);
        assert!(ran.err.starts_with("double check of "), "{arguments}: {}", ran.err);
    }
}

#[test]
fn exports_have_a_row_for_each_number_of_queens() {
    let folder = folder("placements-exports");
    let path = |name: &str| folder.join(name).display().to_string();
    let (csv, markdown, whole) = (path("a.csv"), path("a.md"), path("a.json"));
    let ran =
        vuelta(&format!("queens count 2x3 --queens all --export {csv} --export {markdown} --export {whole}"))
            .ends(0);
    assert!(ran.out.starts_with("2 x 3 (queen)\n"), "{}", ran.out);
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    let csv = read(&csv);
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("rows,columns,rules,fixed,blocked,queens,count,published,status"));
    assert_eq!(lines.len(), 4);
    assert!(lines[3].starts_with("2,3,queen,,,2,2,"), "{csv}");
    assert_eq!(read(&markdown).lines().count(), 5);
    let value = parsed(read(&whole));
    assert_eq!(value["counts"], json!(["1", "6", "2"]));
}

#[test]
fn a_stopped_count_prints_nothing_and_exports_that_it_is_partial() {
    let file = folder("placements-stopped").join("kept.json");
    std::fs::write(&file, "kept").unwrap();
    let ran = vuelta(&format!("queens count 17 --queens all --time-limit 200ms --export {}", file.display()));
    assert_eq!((ran.code, ran.out.as_str()), (Some(124), ""), "{}", ran.err);
    assert!(ran.err.contains("stopped before the end of 17 x 17"), "{}", ran.err);
    let value = parsed(std::fs::read_to_string(&file).unwrap());
    assert_eq!((&value["counts"], &value["status"]), (&json!(null), &json!("partial")));
}

#[test]
fn a_torus_is_solved_by_formula_or_refused_with_the_reason() {
    assert_eq!(vuelta("queens solve 5 --torus -q").out, "0 2 4 1 3\n");
    for size in [1, 7, 11, 25, 35] {
        let value = vuelta(&format!("queens solve {size} --torus --json")).json();
        let columns: Vec<i64> = serde_json::from_value(value["queens"].clone()).unwrap();
        // Each line is used once: columns and both kinds of diagonals, modulo the size.
        for slope in [0, 1, -1] {
            let mut lines: Vec<i64> =
                (0..).zip(&columns).map(|(row, column)| (column + slope * row).rem_euclid(size)).collect();
            lines.sort_unstable();
            assert!(lines.into_iter().eq(0..size), "{size}, {slope}");
        }
    }
    for size in [2, 4, 8, 9, 12, 27] {
        let ran = vuelta(&format!("queens solve {size} --torus"));
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{size}");
        assert!(ran.err.contains("coprime to 6"), "{}", ran.err);
    }
}

#[test]
fn the_report_page_shows_placements() {
    let folder = folder("placements-report");
    let result = folder.join("a.json").display().to_string();
    assert_eq!(vuelta(&format!("queens count 4x6 --queens all -q --export {result}")).code, Some(0));
    let ran = vuelta(&format!("report {}", folder.display()));
    assert_eq!((ran.code, ran.err.contains("left out")), (Some(0), false), "{}", ran.err);
    assert!(ran.out.contains("4 x 6 (queen)"));
}

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
    let with_ledger = |arguments: &str| {
        let mut command = command(arguments);
        command.arg("--checkpoint").arg(&ledger);
        command
    };
    let lines = || std::fs::read_to_string(&ledger).unwrap_or_default().lines().count();
    let mut child = with_ledger(SLOW).begun();
    let began = std::time::Instant::now();
    while lines() < 4 && began.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = lines();
    assert!(kept >= 4);
    let stopped = Ran::from(with_ledger(&format!("{SLOW} --json --time-limit 30ms")).ended());
    // A machine that is too busy to stop in half a second ends it by force, without a result.
    if stopped.code == Some(124) && !stopped.out.is_empty() {
        let value = stopped.json();
        assert!(value["counts"].is_null() && numbers(&value["partial"]).len() == 13, "{value}");
        assert!(stopped.err.contains("resume with: "), "{}", stopped.err);
    }
    let ran = Ran::from(with_ledger("queens count 12 --queens all -t 2 --json").ended());
    let value = ran.json();
    assert!(ran.err.starts_with("resuming at "), "{}", ran.err);
    assert_eq!((&value["agrees"], &value["status"]), (&json!(true), &json!("resumed")));
    assert!(value["subproblems_here"].as_u64() < value["subproblems"].as_u64());
    assert_eq!(numbers(&value["counts"])[12], 14_200);
    // A ledger is of one count, and damage is found.
    let refused = |arguments: &str| one_sentence(arguments, &with_ledger(arguments).ended().into(), 4);
    for other in ["12x13 --queens all", "12 --queens 11", "12 --knight", "12", "12 --queens all --fixed 0,0"]
    {
        assert!(refused(&format!("queens count {other}")).contains("another job"), "{other}");
    }
    let text = std::fs::read_to_string(&ledger).unwrap();
    std::fs::write(&ledger, text.replacen("more=", "more=1", 1)).unwrap();
    assert!(refused("queens count 12 --queens all").contains("damaged in line 2"));
}

#[test]
fn pictures_of_a_torus_have_lines_that_wrap() {
    let path = folder("placements-picture").join("a.svg").display().to_string();
    let strokes = |arguments: &str| {
        assert_eq!(vuelta(&format!("queens solve {arguments} --attacks --svg {path}")).code, Some(0));
        std::fs::read_to_string(&path).unwrap().matches("stroke-width").count()
    };
    // Each queen's diagonals are in two pieces, but for one of each kind.
    assert_eq!((strokes("5"), strokes("5 --torus")), (4 * 5, 2 * 5 + 9 + 9));
}

#[test]
fn an_estimate_is_of_any_board_and_rules() {
    let estimate = |arguments: &str| printed(&format!("queens estimate {arguments}"));
    for (arguments, exact) in [
        ("6x7 --queens all", printed("queens count 6x7 --queens all")),
        ("9 --knight", printed("queens count 9 --knight")),
        ("7 --torus --queens 3 --fixed 0,0", printed("queens count 7 --torus --queens 3 --fixed 0,0")),
        ("11 --torus", printed("queens count 11 --torus")),
        ("4x50 --queens 2", printed("queens count 4x50 --queens 2")),
    ] {
        let value = estimate(arguments);
        let sum: u128 = numbers(&exact["counts"]).iter().sum();
        assert_eq!(value["solutions_estimate"], json!(sum.to_string()), "{arguments}: {value}");
        assert_eq!((&value["problem"], &value["rules"]), (&json!("placements"), &exact["rules"]));
        assert!(value["memory_bytes"].as_u64().unwrap() > 1 << 20 && value["seconds"].is_f64(), "{value}");
    }
    // What would take centuries is sampled in parts.
    let value = estimated("queens estimate 30 --queens all", |_, _| true).0;
    assert_eq!(value["extrapolated"], json!(true));
    assert!(
        value["seconds"].as_f64().unwrap() > 1e9 && value["ledger_bytes"].as_u64().unwrap() > 1000,
        "{value}"
    );
}

#[test]
fn what_takes_more_than_a_year_is_refused_unless_it_is_insisted_on() {
    for count in ["30 --queens all", "30 --knight"] {
        let sentence = refusal(&format!("queens count {count}"), 2);
        assert!(sentence.contains("30 x 30") && sentence.contains("--time-limit"), "{sentence}");
        assert_eq!(vuelta(&format!("queens count {count} --time-limit 100ms")).code, Some(124));
    }
    assert_eq!(vuelta("queens count 30 --queens 1 -q").out, "900\n");
}
