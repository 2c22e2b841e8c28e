//! The machines and the builds behind the results, and the runs themselves.

use super::folder::Entry;
use super::series::Machines;
use super::table::{Table, TableCell};
use super::text;
use crate::report::{Environment, Stage, field, time};
use std::collections::BTreeMap;

/// A column for each machine.
pub fn machines(machines: &Machines) -> Table {
    let numbers = (1..=machines.len()).map(|number| match machines.len() {
        1 => "machine".to_owned(),
        _ => format!("machine {number}"),
    });
    let mut table = Table::new(std::iter::once(String::new()).chain(numbers));
    let mut row = |name: &str, value: &dyn Fn(&Environment) -> String| {
        let cells: Vec<TableCell> = machines.iter().map(|machine| value(machine).into()).collect();
        if cells.iter().any(|cell| !cell.text.is_empty()) {
            table.row(std::iter::once(name.into()).chain(cells).collect());
        }
    };
    let some = |number: usize| if number == 0 { String::new() } else { number.to_string() };
    row("processor", &|machine| machine.processor.clone());
    row("model", &|machine| field(machine.model.as_ref().map(|model| model.identity())));
    row("caches", &|machine| field(machine.model.as_ref().map(|model| model.cache_sizes())));
    row("logical processors", &|machine| some(machine.processors));
    row("features", &|machine| machine.features.join(" "));
    row("memory", &|machine| match machine.memory_bytes {
        0 => String::new(),
        bytes => crate::text::size(bytes.into()),
    });
    row("system", &|machine| machine.system.clone());
    row("host", &|machine| machine.host.clone().unwrap_or_default());
    table
}

/// A row for each build that counted.
pub fn builds(entries: &[Entry]) -> Table {
    let mut builds: BTreeMap<[&str; 4], Vec<u64>> = BTreeMap::new();
    for run in entries.iter().filter_map(|entry| entry.record.environment.as_ref()) {
        let of = &run.environment;
        let build = [&of.version, &of.commit, &of.rustc, &of.target].map(String::as_str);
        builds.entry(build).or_default().push(run.started_unix.unwrap_or(0));
    }
    let mut table = Table::new(["version", "commit", "compiler", "target", "#counts", "first", "last (UTC)"]);
    for (build, started) in builds {
        let date =
            |time: Option<&u64>| TableCell::from(time.map(|&time| text::utc(time)).unwrap_or_default());
        let (first, last) = (started.iter().min(), started.iter().max());
        let row = build.into_iter().map(TableCell::from).chain([started.len().to_string().into()]);
        table.row(row.chain([date(first), date(last)]).collect());
    }
    table
}

/// A row for each run, with the file and the command that the numbers of the other tables come from.
pub fn runs(entries: &[Entry]) -> Table {
    let mut table = Table::new([
        "file",
        "count",
        "status",
        "#seconds",
        "#thread seconds",
        "#share of the processor",
        "stages",
        "#fingerprint",
        "started (UTC)",
        "command",
    ]);
    for entry in entries {
        let run = entry.record.environment.clone().unwrap_or_default();
        let made = &entry.record.made;
        let stage = |stage: &Stage| format!("{} {}", stage.name, text::seconds(stage.seconds.max(0.0)));
        table.row(vec![
            entry.file.as_str().into(),
            entry.record.label().into(),
            made.status.to_string().into(),
            time(made.seconds).into(),
            time(made.core_seconds).into(),
            field(run.processor_share.map(|share| format!("{:.1} %", 100.0 * share))).into(),
            run.stages.iter().map(stage).collect::<Vec<_>>().join(", ").into(),
            field(run.fingerprint).into(),
            run.started_unix.map(text::utc).unwrap_or_default().into(),
            run.command.join(" ").into(),
        ]);
    }
    table
}
