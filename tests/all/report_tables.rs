//! The tables of `vuelta report` beside those of counts: machines, estimates, repeated runs.

use super::common::run;
use super::report::{folder, vuelta};

#[test]
fn two_processors_of_one_name_are_two_machines() {
    let folder = folder("processors");
    let count = |model: &str, seconds: f64| {
        format!(
            r#"{{"problem":"queens","n":8,"total":"92","status":"complete","engine":"halves","isa":"avx512","threads":2,"seconds":{seconds},
            "environment":{{"processor":"AMD EPYC","processors":2{model}}}}}"#
        )
    };
    let zen = |family: u32, model: u32| {
        format!(
            r#","vendor":"AuthenticAMD","family":{family},"model":{model},"stepping":1,"microarchitecture":"Zen","caches":{{"L2":1048576}}"#
        )
    };
    let page = |counts: &[String]| {
        std::fs::write(folder.join("a.json"), format!("[{}]", counts.join(","))).unwrap();
        let path = folder.join("page.md");
        let path = path.to_str().unwrap();
        assert_eq!(vuelta(&["report", folder.to_str().unwrap(), "-o", path]).code, Some(0));
        std::fs::read_to_string(path).unwrap()
    };
    let both = page(&[count(&zen(25, 17), 0.5), count(&zen(26, 2), 0.25)]);
    assert!(both.contains("| 8 | 500 ms | 1 |") && both.contains("| 8 | 250 ms | 1 |"), "{both}");
    for machine in ["family 25, model 17, stepping 1 (Zen)", "family 26, model 2, stepping 1 (Zen)"] {
        assert!(both.contains(&format!("\nAMD EPYC, {machine}, L2 1 MiB, 2 CPUs\n")), "{both}");
    }
    // Results that do not say their model may be of either; among themselves they are one machine.
    assert!(page(&[count(&zen(25, 17), 0.5), count("", 0.25)]).contains("| 8 | 500 ms | 1 |"));
    let old = page(&[count("", 0.5), count("", 0.25)]);
    assert!(old.contains("| 8 | 250 ms | 1 |") && !old.contains("500 ms"), "{old}");
}

#[test]
fn estimates_are_a_table_in_a_report() {
    let folder = folder("estimates");
    run(&folder, &["queens", "estimate", "14", "--time-limit", "1s", "--export", "estimate.json"]).ends(0);
    let ran = run(&folder, &["report", ".", "-o", "page.md"]);
    assert!(ran.code == Some(0) && !ran.err.contains("warning"), "{}", ran.err);
    let page = std::fs::read_to_string(folder.join("page.md")).unwrap();
    assert!(page.contains("## Estimates") && page.contains("95 % interval"), "{page}");
    assert!(page.lines().any(|line| line.starts_with("| 14 | ") && line.contains(" to ")), "{page}");
}

#[test]
fn a_report_has_the_number_of_runs_and_their_spread() {
    let folder = folder("median");
    run(&folder, &["queens", "count", "9", "-r", "3", "-t", "1", "--export", "nine.json"]);
    run(&folder, &["queens", "count", "10", "-t", "1", "--export", "ten.json"]);
    run(&folder, &["report", ".", "-o", "page.md"]);
    let page = std::fs::read_to_string(folder.join("page.md")).unwrap();
    let (_, times) = page.split_once("## Times").unwrap();
    let row = |n: u32| times.lines().find(|line| line.starts_with(&format!("| {n} | "))).unwrap();
    let ends = |n: u32| row(n).split(" | ").skip(2).map(str::to_owned).collect::<Vec<_>>();
    assert!(ends(9)[0] == "3" && ends(9)[1].contains("ms"), "{times}");
    assert_eq!(ends(10), ["1", " |"], "{times}");
}
