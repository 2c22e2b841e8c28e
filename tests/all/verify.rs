//! `vuelta verify`: the published numbers counted again.

use super::common::{Ran, folder, vuelta};
#[cfg(unix)]
use super::common::{Start, at_once, at_work, command, kill, waited};
use crate::schema::parsed;
use serde_json::Value;

/// A verification with enough time to print these texts, however slow and busy the machine is.
fn verified(reached: &[&str], arguments: &str) -> Ran {
    let limits = ["2s", "8s", "32s", "128s"];
    let mut runs = limits.map(|limit| format!("verify --time-limit {limit} {arguments}")).into_iter();
    let ran = runs
        .find_map(|arguments| {
            Some(vuelta(&arguments)).filter(|ran| reached.iter().all(|text| ran.out.contains(text)))
        })
        .unwrap();
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    ran
}

#[test]
fn a_verification_counts_the_published_numbers_again_and_stops_where_time_would_run_out() {
    let ran = verified(&["queens 12 ", "triangle15 2,1 4,2 moves ", "triangle15 2,0 any"], "--color never");
    for heading in ["problem", "count", "published", "agreement", "time", "solutions/s", "source"] {
        assert!(ran.out.lines().next().unwrap().contains(heading), "{heading} in {}", ran.out);
    }
    let rows = || ran.out.lines().filter(|line| line.contains("agrees "));
    let row = |name: &str| rows().find(|row| row.starts_with(name)).unwrap();
    assert_eq!(row("queens 12 ").matches("14,200").count(), 2);
    assert!(row("queens 0 ").contains("agrees 1/1"));
    assert!(row("queens 12 ").contains("agrees 4/4") && row("queens 12 ").ends_with("OEIS A000170"));
    // Of a list the sum is shown.
    for (name, sum, agreeing) in [
        ("queens 8 first row ", "92", "8/8"),
        ("queens 5 nodes ", "54", "6/6"),
        ("triangle15 2,1 4,2 moves ", "11", "1/1"),
    ] {
        let row = row(name).split_whitespace().rev().collect::<Vec<_>>();
        assert_eq!(row.iter().filter(|&&word| word == sum).count(), 2, "{row:?}");
        assert!(row.contains(&agreeing), "{row:?}");
    }
    assert!(row("triangle15 2,0 any").contains("85,258") && row("triangle15 2,0 any").ends_with("Butler"));
    let mut end = ran.out.lines().rev();
    let (stopped, summary) = (end.next().unwrap(), end.next().unwrap());
    assert!(summary.contains(" published numbers: all agree; "), "{summary}");
    assert!(summary.ends_with(" derived numbers: all match"), "{summary}");
    // A count that takes longer than was forecast, on a busy machine, is cut short.
    let forms = ["stopped before ", "the time limit came in "];
    let ends = forms.iter().any(|form| stopped.starts_with(form)) && stopped.contains("takes about");
    assert!(ends, "{stopped}");
}

#[test]
fn a_verification_is_one_object_with_a_row_for_each_number_and_is_exported() {
    let folder = folder("verification");
    let path = |name: &str| folder.join(name).display().to_string();
    let (csv, markdown, whole) = (path("v.csv"), path("v.md"), path("v.json"));
    let ran = verified(
        &["fewest_moves", "\"first_row\"", "\"n\":12,", "\"85258\"", "\"14200\""],
        &format!("-t 2 --json --export {csv} --export {markdown} --export {whole}"),
    );
    let value = ran.json();
    assert_eq!((&value["agrees"], &value["differing"]), (&true.into(), &0.into()));
    let rows = value["results"].as_array().unwrap();
    assert_eq!(value["compared"], rows.len());
    let find = |field: &str, value: Value, quantity: &str| {
        rows.iter().find(|row| row[field] == value && row["quantity"] == quantity).unwrap()
    };
    let expected = serde_json::json!({"problem": "queens", "n": 8, "board": null, "start": null, "goal": null,
        "quantity": "fundamental", "count": "12", "published": "12", "source": "OEIS A002562", "agrees": true,
        "solutions_per_second": null, "engine": "halves", "threads": 2});
    let row = find("n", 8.into(), "fundamental");
    for (field, expected) in expected.as_object().unwrap() {
        assert_eq!(&row[field], expected, "{field}");
    }
    assert!(find("n", 8.into(), "total")["solutions_per_second"].is_f64());
    let list = |n: u32, quantity: &str| {
        let rows = rows.iter().filter(|row| row["n"] == n && row["quantity"] == quantity);
        rows.map(|row| row["count"].as_str().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(list(8, "first_row"), ["4", "8", "16", "18", "18", "16", "8", "4"]);
    assert_eq!(list(6, "nodes"), ["1", "6", "20", "36", "46", "40", "4"]);
    let row = find("n", 6.into(), "nodes");
    assert_eq!(
        (&row["place"], &row["part"], &row["engine"]),
        (&0.into(), &"nodes".into(), &"backtrack".into())
    );
    let row = find("board", "triangle15".into(), "games");
    assert_eq!((&row["place"], &row["part"]), (&Value::Null, &Value::Null));
    assert_eq!((&row["n"], &row["start"]), (&Value::Null, &serde_json::json!([0, 0])));
    let row = find("problem", "placements".into(), "counts");
    assert!(row["rows"].is_u64() && row["columns"].is_u64() && row["rules"][0] == "queen", "{row}");
    assert_eq!(row["board"], Value::Null);
    let stopped = &value["stopped_before"];
    assert!(stopped["problem"].is_string() && stopped["estimated_seconds"].is_f64(), "{stopped}");
    let [left, forecast] =
        ["seconds_left", "estimated_seconds"].map(|field| stopped[field].as_f64().unwrap());
    assert!(stopped["begun"] == true || left < 2.0 * forecast, "{stopped}");
    assert!(value["time_limit"].as_f64().unwrap() >= 2.0);
    assert!(value["environment"]["version"].is_string() && value["environment"].get("host").is_none());
    // The files hold the same.
    let contents = |path: &str| std::fs::read_to_string(path).unwrap();
    assert_eq!(parsed(contents(&whole)), value);
    let (csv, markdown) = (contents(&csv), contents(&markdown));
    assert_eq!(
        csv.lines().next().unwrap(),
        "problem,n,board,start,goal,rows,columns,rules,quantity,place,count,published,source,agrees,seconds,\
        solutions_per_second,engine,isa,threads"
    );
    assert!(csv.contains("queens,12,,,,,,,total,,14200,14200,OEIS A000170,true,"), "{csv}");
    assert!(csv.contains("queens,8,,,,,,,first_row,2,16,16,OEIS A059963,true,"), "{csv}");
    assert!(csv.contains("queens,6,,,,,,,nodes,3,36,36,OEIS A319284; A269133,true,"));
    assert!(csv.contains("senku,,triangle15,\"[2,1]\",\"[4,2]\",,,,fewest_moves,,11,11,Bell"), "{csv}");
    assert!(csv.contains("senku,,triangle15,\"[2,0]\",any,,,,solutions,,85258,85258,Butler,true,"), "{csv}");
    assert!(
        markdown.contains(
            "| queens | 12 |  |  |  |  |  |  | fundamental |  | 1787 | 1787 | OEIS A002562 | true |"
        )
    );
    assert_eq!((csv.lines().count(), markdown.lines().count()), (rows.len() + 1, rows.len() + 2));
}

#[test]
fn a_quiet_verification_prints_the_numbers_alone() {
    let ran = verified(&["568630\n29760\n"], "-q");
    assert!(ran.out.starts_with("1\n1\n0\n0\n2\n10\n4\n40\n92\n352\n"), "{}", ran.out);
    // Of Senku the games, then the solutions.
    assert!(ran.out.contains("568630\n29760\n"), "{}", ran.out);
}

#[cfg(unix)]
#[test]
fn an_interrupted_verification_has_what_was_counted() {
    let export = folder("verification-interrupted").join("v.csv");
    let mut command =
        command(&format!("verify --time-limit 1h --isa portable --json --export {}", export.display()));
    let child = at_work(command.begun());
    std::thread::sleep(at_once() / 4); // in which the smallest boards are counted
    kill(&child, "INT");
    let ran = waited(child).ends(130);
    assert!(ran.err.contains("stopping"), "{}", ran.err);
    let value = ran.json();
    assert!(value["agrees"] == true && value["stopped_before"].is_object(), "{}", ran.out);
    assert!(std::fs::read_to_string(export).unwrap().contains("queens,8,,,,,,,total,,92,92,"));
}
