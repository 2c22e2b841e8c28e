//! `vuelta merge`: the ledgers of a count's shards, merged: the total, or what is missing.

use super::args::Merge;
use super::counts::{self, Printer};
use super::failure::{Failure, Outcome, Status};
use super::files::matching;
use super::output::{Output, given_as_typed, quoted};
use super::queens::{PlacementsPrinter, QueensPrinter};
use super::session::Session;
use std::io::Write;
use std::path::{Path, PathBuf};
use vuelta::Error;
use vuelta::search::{Ledger, LedgerError, LedgerFault, Shard, Survey};
use vuelta_records::{Countable, counting_of};

/// Merges the ledgers, writes the union where that was asked for, and says what there is.
pub fn merge(arguments: &Merge, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let part = |path: &PathBuf| match Ledger::read(path) {
        Ok(ledger) => Ok(Part { path: path.clone(), ledger }),
        Err(LedgerError { path, fault: LedgerFault::File { source, .. }, .. }) => {
            Err(Failure::Read(path, source))
        }
        Err(error) => Err(Error::from(error).into()),
    };
    let is_empty = |path: &PathBuf| path.metadata().is_ok_and(|file| file.is_file() && file.len() == 0);
    let mut ledgers = matching(&arguments.ledgers);
    if !ledgers.iter().all(is_empty) {
        for path in ledgers.extract_if(.., |path| is_empty(path)) {
            say!("note: the ledger '{}' is empty: its count has not begun", path.display());
        }
    }
    let parts = ledgers.iter().map(part).collect::<Result<Vec<_>, Failure>>()?;
    let others = parts[1..].iter().map(|part| (&part.ledger, &*part.path));
    let union = parts[0].ledger.unite(others).map_err(Error::from)?;
    let counting = counting_of(&union.header)?;
    ledgers.iter().chain(&arguments.output).for_each(|ledger| session.reserve(ledger));
    session.open_exports()?;
    let (mut record, survey) = counting.merged(&union, &parts[0].path, &session.context())?;
    if let Some(path) = &arguments.output {
        union.write(path).map_err(Error::from)?;
    }
    let commands = commands(&*counting, &union, &survey, &parts, arguments.output.as_deref());
    let (ledgers, missing) = (parts.len(), survey.missing.clone());
    let merge =
        vuelta_records::Merge { ledgers, fraction: survey.fraction, missing, commands: commands.clone() };
    record.made = record.made.in_ledgers();
    record.merge = Some(merge);
    record.environment = session.provenance(None).map(|run| run.with_plan(&record.made));
    let mut status = if union.is_complete() { Status::Done } else { Status::No };
    if let Err(difference) = record.verify() {
        say!("error: {difference}");
        status = Status::Differs;
    }
    let printer: &dyn Printer = match record.problem {
        "placements" => &PlacementsPrinter,
        _ => &QueensPrinter { table: None },
    };
    let told = if session.common.json || record.is_whole() {
        counts::print(&record, (0, status), printer, session, out)
    } else {
        say_what_is_missing(&union, &survey, commands.len());
        let printed = commands.iter().try_for_each(|command| writeln!(out, "{command}"));
        printed.and_then(|()| out.flush()).map_err(Failure::from)
    };
    session.export(told, &[record])?;
    Ok(status)
}

/// A ledger with its file.
struct Part {
    path: PathBuf,
    ledger: Ledger,
}

fn say_what_is_missing(union: &Ledger, survey: &Survey, commands: usize) {
    let (missing, shards) = (survey.missing.len(), union.header.split);
    let percent = 100.0 * survey.fraction;
    if shards == 1 {
        say!("no total: {percent:.1} % of the work is done; this command counts the rest:");
    } else {
        let are = if missing == 1 { "is" } else { "are" };
        let this = if commands == 1 { "this command counts" } else { "these commands count" };
        say!(
            "no total: {missing} of {shards} shards {are} not finished, {percent:.1} % of the work is done; {this} the rest:"
        );
    }
}

/// The commands that count what is missing. A shard goes on in its own ledger. What a union holds of a shard that is
/// not finished cannot be told apart from outside: then the union itself goes on, as a count without shards.
fn commands(
    counting: &dyn Countable,
    union: &Ledger,
    survey: &Survey,
    parts: &[Part],
    output: Option<&Path>,
) -> Vec<String> {
    let program = given_as_typed().into_iter().next().unwrap_or_else(|| "vuelta".to_owned());
    let words: Vec<String> = counting.command().iter().map(quoted).collect();
    let count = format!("{program} {}", words.join(" "));
    // The count in a word for names of files: `queens-8`.
    let label = counting.subject().label();
    let words = label.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let label = words.collect::<Vec<_>>().join("-");
    let goes_on = |path: &Path| format!("{count} --checkpoint {}", quoted(path));
    let in_its_own = survey.missing.iter().map(|missing| {
        let own = parts.iter().find(|part| part.ledger.header.shard == missing.shard);
        let known = own.map_or(0, |part| part.ledger.done.len());
        let name = own.map_or_else(|| name_for(missing.shard, &label, parts), |part| part.path.clone());
        let is_alone = known == missing.done && missing.shard != Shard::WHOLE;
        is_alone.then(|| format!("{count} --shard {} --checkpoint {}", missing.shard, quoted(name)))
    });
    if let Some(commands) = in_its_own.collect::<Option<Vec<_>>>() {
        return commands;
    }
    match (output, parts) {
        (Some(path), _) => vec![goes_on(path)],
        (None, [only]) if only.ledger.header.shard == union.header.shard => vec![goes_on(&only.path)],
        (None, parts) => {
            let files: Vec<String> = parts.iter().map(|part| quoted(&part.path)).collect();
            let path = PathBuf::from(format!("{label}-union.ledger"));
            vec![format!("{program} merge {} -o {}", files.join(" "), path.display()), goes_on(&path)]
        }
    }
}

/// A name for a shard's ledger: like those of the other shards, with its own numbers, where these are in them.
fn name_for(shard: Shard, label: &str, parts: &[Part]) -> PathBuf {
    let numbers = |shard: Shard| format!("{}-of-{}", shard.number(), shard.count());
    let like = parts.iter().find_map(|part| {
        let name = part.path.file_name()?.to_str()?;
        let theirs = numbers(part.ledger.header.shard);
        let at = name.find(&theirs)?;
        let alone = !name[..at].ends_with(|c: char| c.is_ascii_digit());
        alone.then(|| part.path.with_file_name(name.replacen(&theirs, &numbers(shard), 1)))
    });
    let beside = parts[0].path.parent().unwrap_or(Path::new(""));
    like.unwrap_or_else(|| beside.join(format!("{label}-{}.ledger", numbers(shard))))
}
