//! `vuelta queens estimate`: its numbers, their intervals, its exports.

use super::common::{estimated, json, vuelta};
use serde_json::Value;

#[test]
fn an_estimate_has_the_fields_of_the_contract() {
    let (value, _) = estimated("queens estimate 18 -t 2", |value, _| value["low"].is_f64());
    assert_eq!((&value["n"], &value["extrapolated"]), (&18.into(), &false.into()));
    for field in ["seconds", "standard_error", "core_hours"] {
        assert!(value[field].is_f64(), "{field}");
    }
    for (field, least) in
        [("memory_bytes", 1 << 20), ("memory_bytes_per_subproblem", 1 << 20), ("ledger_bytes", 100)]
    {
        assert!(value[field].as_u64().unwrap() > least, "{field}");
    }
    assert_eq!(value["side_by_side"], 2);
    let solutions: f64 = value["solutions_estimate"].as_str().unwrap().parse().unwrap();
    assert!((solutions / 666_090_624.0 - 1.0).abs() < 0.5, "{solutions}");
}

#[test]
fn an_estimate_has_intervals_that_are_in_order() {
    let (value, shown) = estimated("queens estimate 18 --seed 7", |value, shown| {
        value["low"].is_f64() && shown.matches(" (95 %: ").count() == 2
    });
    let [low, seconds, high, error] =
        ["low", "seconds", "high", "standard_error"].map(|field| value[field].as_f64().unwrap());
    assert!(0.0 < low && low < seconds && seconds < high && error > 0.0, "{value}");
    let [low, solutions, high] = ["solutions_low", "solutions_estimate", "solutions_high"]
        .map(|field| value[field].as_str().unwrap().parse::<u64>().unwrap());
    assert!(0 < low && low < solutions && solutions < high, "{value}");
    assert_eq!(value["seed"], 7);
    assert!(value["samples"].as_u64().unwrap() < value["subproblems"].as_u64().unwrap());
    for (name, unit) in [("time", "s"), ("solutions", "")] {
        let line = shown.lines().find(|line| line.trim_start().starts_with(name)).unwrap();
        let interval = line.split_once(" (95 %: ").unwrap().1;
        assert!(interval.contains(&format!("{unit} to ")) && interval.contains(')'), "{shown}");
    }
    assert!(shown.contains("drawn with --seed 7") && !shown.contains('±'), "{shown}");
}

#[test]
fn each_estimate_has_a_seed_of_its_own() {
    let seed = || json("queens estimate 8")["seed"].as_u64().unwrap();
    let (one, other) = (seed(), seed());
    assert!(one != other && one.max(other) < 1 << 53, "{one} {other}");
}

#[test]
fn few_samples_tell_no_error() {
    // How fast the program is depends on its build and its day: the first board and time that give few samples.
    let times = [20, 50, 100, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 4000, 6000, 8000, 12_000];
    let (size, flags, value) = times
        .into_iter()
        .flat_map(|time| [20, 22, 24].map(|size| (size, format!("-t 1 --time-limit {time}ms --color never"))))
        .filter_map(|(size, flags)| {
            let out = vuelta(&format!("queens estimate {size} {flags} --json")).out;
            serde_json::from_str::<Value>(&out).ok().map(|value| (size, flags, value))
        })
        .find(|(_, _, value)| value["samples"].as_u64().unwrap() < 10)
        .unwrap();
    assert!(value["seconds"].as_f64().unwrap() > 0.0, "{value}");
    for field in
        ["standard_error", "low", "high", "solutions_standard_error", "solutions_low", "solutions_high"]
    {
        assert!(value.as_object().unwrap().contains_key(field) && value[field].is_null(), "{field}: {value}");
    }
    let shown = vuelta(&format!("queens estimate {size} {flags}")).out;
    if let Some(samples) = shown.lines().last().and_then(|line| line.split_whitespace().nth(1)) {
        let told = shown.matches(" (too few samples for a 95 % interval)").count();
        assert_eq!(told, if samples.parse::<u64>().unwrap() < 10 { 2 } else { 0 }, "{shown}");
    }
}

#[test]
fn what_is_astronomical_has_three_digits_or_none() {
    let (value, shown) = estimated("queens estimate 64x64 --seed 7", |_, _| true);
    let longest = shown.split(|c: char| !c.is_ascii_digit()).map(str::len).max();
    assert!(longest <= Some(6) && shown.contains(" years on "), "{shown}");
    assert!(
        !shown.contains("340,282") && shown.contains("e") && shown.lines().all(|l| l.len() < 120),
        "{shown}"
    );
    assert!(value["solutions_estimate"].is_null() && value["seconds"].as_f64().unwrap() > 1e20, "{value}");
    for field in ["solutions_low", "solutions_high"] {
        assert!(value[field].is_null(), "{value}");
    }
}
