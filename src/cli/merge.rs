//! `vuelta merge`: the ledgers of a count's shards, merged: the total, or what is missing.

use super::args::Merge;
use super::failure::{Failure, Status};
use super::files::matching;
use super::output::{Output, given, quoted};
use super::queens::print_one;
use super::session::Session;
use crate::Error;
use crate::queens::{Board, Counting, Square, Survey};
use crate::report::{MissingShard, Record};
use crate::search::{Ledger, LedgerError, Shard};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Merges the ledgers, writes the union where that was asked for, and says what there is.
pub fn merge(arguments: &Merge, session: &mut Session<'_>, out: &mut Output) -> Result<Status, Failure> {
    let part = |path: &PathBuf| match Ledger::read(path) {
        Ok(ledger) => Ok(Part { path: path.clone(), ledger }),
        Err(LedgerError::File { path, source, .. }) => Err(Failure::Read(path, source)),
        Err(error) => Err(Error::from(error).into()),
    };
    let ledgers = matching(&arguments.ledgers);
    let parts = ledgers.iter().map(part).collect::<Result<Vec<_>, Failure>>()?;
    let union = united(&parts)?;
    let counting = Counting::of_ledger(&union.header)?;
    ledgers.iter().chain(&arguments.output).for_each(|ledger| session.reserve(ledger));
    session.open_exports()?;
    let survey = counting.survey(&union, &parts[0].path, session.workers())?;
    if let Some(path) = &arguments.output {
        union.write(path).map_err(Error::from)?;
    }
    let count = survey.count(session.workers(), session.stop())?;
    let commands = if union.is_complete() {
        vec![]
    } else {
        commands(&counting, &union, &survey, &parts, arguments.output.as_deref())
    };
    let missing = survey.missing.iter().map(MissingShard::from).collect();
    let merge = crate::report::Merge { ledgers: parts.len(), fraction: survey.fraction, missing, commands };
    let mut record = Record::of_ledgers(counting.board(), &count);
    record.merge = Some(merge);
    record.environment = session.provenance(None).map(|run| run.with_plan(&record.made));
    let mut status = if union.is_complete() { Status::Done } else { Status::No };
    if let Err(difference) = record.verify() {
        say!("error: {difference}");
        status = Status::Differs;
    }
    let told = match record.number("total") {
        _ if session.common().json => out.json(&record),
        Some(total) if session.common().quiet => writeln!(out, "{total}"),
        Some(_) => print_one(&record, out),
        None => {
            say_what_is_missing(&union, &survey);
            let mut commands = record.merge.iter().flat_map(|merge| &merge.commands);
            commands.try_for_each(|command| writeln!(out, "{command}"))
        }
    };
    session.export_told(told.and_then(|()| out.flush()), &[record])?;
    Ok(status)
}

/// A ledger with its file.
struct Part {
    path: PathBuf,
    ledger: Ledger,
}

fn united(parts: &[Part]) -> Result<Ledger, Error> {
    let mut union = parts[0].ledger.clone().into_union();
    for part in &parts[1..] {
        union.unite(&part.ledger, &part.path)?;
    }
    Ok(union.into_union())
}

fn say_what_is_missing(union: &Ledger, survey: &Survey) {
    let (missing, shards) = (survey.missing.len(), union.header.split);
    let percent = 100.0 * survey.fraction;
    if shards == 1 {
        say!("no total: {percent:.1} % of the work is done; this counts what is missing:");
    } else {
        say!(
            "no total: {missing} of {shards} shards are not finished, {percent:.1} % of the work is done; this counts \
            what is missing:"
        );
    }
}

/// The commands that count what is missing. A shard goes on in its own ledger. What a union holds of a shard that is
/// not finished cannot be told apart from outside: then the union itself goes on, as a count without shards.
fn commands(
    counting: &Counting,
    union: &Ledger,
    survey: &Survey,
    parts: &[Part],
    output: Option<&Path>,
) -> Vec<String> {
    let count = count_command(counting);
    let goes_on = |path: &Path| format!("{count} --checkpoint {}", quoted(&path.display().to_string()));
    let in_its_own = survey.missing.iter().map(|missing| {
        let own = parts.iter().find(|part| part.ledger.header.shard == missing.shard);
        let known = own.map_or(0, |part| part.ledger.done.len());
        let name = own.map_or_else(|| name_for(missing.shard, counting, parts), |part| part.path.clone());
        (known == missing.done && missing.shard != Shard::WHOLE).then(|| {
            let name = quoted(&name.display().to_string());
            format!("{count} --shard {} --checkpoint {name}", missing.shard)
        })
    });
    if let Some(commands) = in_its_own.collect::<Option<Vec<_>>>() {
        return commands;
    }
    let program = program();
    match (output, parts) {
        (Some(path), _) => vec![goes_on(path)],
        (None, [only]) if only.ledger.header.shard == union.header.shard => vec![goes_on(&only.path)],
        (None, parts) => {
            let files: Vec<String> =
                parts.iter().map(|part| quoted(&part.path.display().to_string())).collect();
            let path = PathBuf::from(format!("queens-{}-union.ledger", counting.board().size()));
            vec![format!("{program} merge {} -o {}", files.join(" "), path.display()), goes_on(&path)]
        }
    }
}

/// A name for a shard's ledger: like those of the other shards, with its own numbers, where these are in them.
fn name_for(shard: Shard, counting: &Counting, parts: &[Part]) -> PathBuf {
    let numbers = |shard: Shard| format!("{}-of-{}", shard.number(), shard.count());
    let like = parts.iter().find_map(|part| {
        let name = part.path.file_name()?.to_str()?;
        let theirs = numbers(part.ledger.header.shard);
        let at = name.find(&theirs)?;
        let alone = !name[..at].ends_with(|c: char| c.is_ascii_digit());
        alone.then(|| part.path.with_file_name(name.replacen(&theirs, &numbers(shard), 1)))
    });
    let beside = parts[0].path.parent().unwrap_or(Path::new(""));
    like.unwrap_or_else(|| {
        beside.join(format!("queens-{}-{}.ledger", counting.board().size(), numbers(shard)))
    })
}

fn program() -> String {
    given().first().map_or_else(|| "vuelta".to_owned(), |program| quoted(program))
}

/// `vuelta queens count N` with the conditions and the engine.
fn count_command(counting: &Counting) -> String {
    let board = counting.board();
    let mut command = format!("{} queens count {}", program(), board.size());
    let mut add = |flag: &str, squares: &[Square]| {
        if !squares.is_empty() {
            let squares: Vec<String> =
                squares.iter().map(|s| quoted(&format!("{},{}", s.row, s.column))).collect();
            command += &format!(" {flag} {}", squares.join(" "));
        }
    };
    add("--fixed", board.fixed());
    add("--blocked", board.blocked());
    let engine = counting.resolved_engine();
    let board = Board::with_conditions(board.size(), board.fixed(), board.blocked());
    if board.is_ok_and(|board| Counting::new(board).resolved_engine() != engine) {
        command += &format!(" --engine {engine}");
    }
    command
}
