//! Times of whole boards of queens, by machine.

use super::counts::Problem;
use super::write::Table;
use crate::{Made, Record, Status, duration};
use std::collections::{BTreeMap, BTreeSet};
use vuelta::base::text::plural;

/// The fastest counts on a machine: by engine and by instruction set, threads and device, then by N.
pub type Ways<'a> = BTreeMap<(&'a str, String), BTreeMap<u32, (f64, &'a Made)>>;

/// The times on each machine.
pub fn machines(counts: &[Record]) -> BTreeMap<String, Ways<'_>> {
    let mut machines = BTreeMap::<String, Ways<'_>>::new();
    for count in counts {
        let made = &count.made;
        let whole = Problem::of(count).board().filter(|_| made.status == Status::Complete);
        let (Some(n), Some(seconds), Some(isa), Some(threads)) =
            (whole, made.seconds, &made.isa, made.threads)
        else {
            continue;
        };
        let device = made.device.as_ref().map(|device| format!(", {device}")).unwrap_or_default();
        let way = (&*made.engine, format!("{isa}, {}{device}", plural(threads, "thread")));
        let times = machines.entry(machine(count)).or_default().entry(way).or_default();
        let best = times.entry(n).or_insert((seconds, made));
        if seconds < best.0 {
            *best = (seconds, made);
        }
    }
    machines
}

/// The machine of a count: `AMD EPYC, family 26, model 2, stepping 1 (Zen 5), 2 CPUs`.
pub fn machine(count: &Record) -> String {
    let Some(of) = count.environment.as_ref().map(|run| &run.environment) else { return String::new() };
    let model = of.model.as_ref().map(|model| model.identity());
    let facts = [Some(of.processor.clone()), model, Some(plural(of.processors, "CPU")), of.host.clone()];
    facts.into_iter().flatten().filter(|fact| !fact.is_empty()).collect::<Vec<_>>().join(", ")
}

/// A row per board and a column per way.
pub fn table(ways: &Ways<'_>) -> Table {
    let names = ways.keys().map(|(engine, how)| format!("#{engine} {how}"));
    let ends = ["#runs", "#spread"].map(str::to_owned);
    let mut table = Table::new(["#N".to_owned()].into_iter().chain(names).chain(ends));
    let boards: BTreeSet<u32> = ways.values().flat_map(BTreeMap::keys).copied().collect();
    for n in boards {
        let times: Vec<_> = ways.values().map(|times| times.get(&n)).collect();
        let fastest = times.iter().flatten().min_by(|a, b| a.0.total_cmp(&b.0));
        let runs = fastest.and_then(|(_, made)| made.runs.as_ref());
        let mut row = vec![n.to_string()];
        row.extend(times.iter().map(|time| time.map(|time| duration(time.0)).unwrap_or_default()));
        row.push(runs.map_or(1, |runs| runs.count).to_string());
        row.push(runs.map(|runs| duration(runs.spread)).unwrap_or_default());
        table.rows.push(row);
    }
    table
}
