//! `vuelta bench`: its table, its file, and how it stops.

use crate::common::{folder, vuelta};
use crate::schema::parsed;

/// The answers are the totals that `queens count` gives. A time limit leaves out the case in progress and all after it.
#[test]
fn a_benchmark_writes_one_file_to_send_and_leaves_out_what_was_stopped() {
    let file = folder("bench").join("machine.json");
    let ran = vuelta(&format!("bench --quick --time-limit 3s --export {}", file.display())).ends(124);
    assert!(ran.out.contains("median") && ran.out.contains("queens 12, program"), "{}", ran.out);
    let others = [
        "AMD EPYC (Zen 3), AMD EPYC (Zen 4), AMD EPYC (Zen 5), Intel",
        "(Emerald Rapids), avx512, 2026-11-23",
    ];
    assert!(others.iter().all(|other| ran.out.contains(other)), "{}", ran.out);
    let record = parsed(std::fs::read(&file).unwrap());
    assert_eq!((&record["problem"], &record["complete"]), (&"bench".into(), &false.into()));
    assert!(record["environment"]["processor"].is_string());
    let timings = record["timings"].as_array().unwrap();
    assert!((1..6).contains(&timings.len()), "{record}");
    for timing in timings {
        let (runs, name) = (&timing["runs"], timing["name"].as_str().unwrap());
        let seconds = runs["seconds"].as_array().unwrap();
        assert!(seconds.len() >= 3 && runs["count"] == seconds.len(), "{name}");
        let size = name.split([' ', ',']).nth(1).unwrap();
        assert_eq!(timing["answer"], vuelta(&format!("queens count {size} -q")).out.trim(), "{name}");
        let spread = runs["spread"].as_f64().unwrap() / runs["median"].as_f64().unwrap();
        assert_eq!(timing["disturbed"], spread > 1.0 / 3.0, "{name}");
        assert!(timing["place"].is_null() || timing["disturbed"] == false, "{name}");
    }
}
