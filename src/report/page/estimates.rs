//! Estimates of counts that were not made.

use super::table::Table;
use super::text;
use crate::report::read::Estimated;
use crate::report::{Environment, grouped};

/// A row for each estimate, by N.
pub fn table(estimates: &[Estimated]) -> Table {
    let mut table =
        Table::new(["#N", "#estimated time", "#95 % interval", "#samples", "#threads", "processor"]);
    let mut rows: Vec<&Estimated> = estimates.iter().collect();
    rows.sort_by_key(|row| row.n);
    for row in rows {
        let interval = match (row.low, row.high) {
            (Some(low), Some(high)) => format!("{} to {}", text::seconds(low), text::seconds(high)),
            _ => "too few samples".to_owned(),
        };
        let of = if row.extrapolated { " (of smaller boards)" } else { "" };
        let environment = row.environment.as_ref().map(|run| &run.environment);
        table.row(vec![
            row.n.to_string().into(),
            text::seconds(row.seconds).into(),
            interval.into(),
            (grouped(row.samples.into()) + of).into(),
            row.threads.to_string().into(),
            environment.map(processor).unwrap_or_default().into(),
        ]);
    }
    table
}

/// `AMD EPYC (Zen 5)`.
fn processor(of: &Environment) -> String {
    let name = of.model.as_ref().and_then(|model| model.microarchitecture.as_ref());
    of.processor.clone() + &name.map(|name| format!(" ({name})")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::read::found;

    #[test]
    fn an_estimate_is_shown_with_its_interval_and_its_samples() {
        let text = r#"[{"problem":"queens","n":28,"seconds":7200,"core_hours":4,"solutions_estimate":"1","samples":2,
            "extrapolated":true,"threads":2},
            {"problem":"queens","n":27,"seconds":3600,"low":3000,"high":4200,"core_hours":2,"solutions_estimate":"1",
            "samples":1234,"threads":2}]"#;
        let table = table(&found(text).estimates).markdown();
        let rows: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(
            rows,
            [
                "| 27 | 1 h 00 min | 50 min 00 s to 1 h 10 min | 1,234 | 2 |  |",
                "| 28 | 2 h 00 min | too few samples | 2 (of smaller boards) | 2 |  |"
            ]
        );
    }
}
