//! `vuelta senku count`: games, solutions and positions, compared with the published numbers.

use super::game::read_game;
use crate::cli::args::{Common, SenkuCount};
use crate::cli::failure::{Failure, Status};
use crate::cli::output::{Output, as_typed, given, given_without_limit, how_made, plural};
use crate::cli::runs::{Repeated, print_runs, repeat};
use crate::cli::session::{Session, memory_limit};
use crate::report::{Holes, Number, Record, percent};
use crate::senku::{Counting, Engine, Game};
use std::io::Write;

/// Counts, and says what was found.
pub fn count(arguments: &SenkuCount, session: &mut Session<'_>, out: &mut Output) -> Result<Status, Failure> {
    let game = read_game(&arguments.game.board, &arguments.game.ends)?;
    say_if_impossible(&game);
    if arguments.winning && arguments.engine == Engine::Backtrack {
        say!("note: the textbook search does not count winning positions");
    }
    let mut counting = Counting::new(&game)
        .engine(arguments.engine)
        .isa(arguments.counting.resources.isa)
        .memory_limit(memory_limit(&arguments.counting.resources))
        .winning(arguments.winning);
    if let Some(ledger) = &arguments.checkpoint {
        counting = counting.ledger(ledger.clone());
        session.reserve(ledger);
    }
    session.open_exports()?;
    let name = &arguments.game.board;
    let wanted = &arguments.counting;
    let Repeated { count: counted, runs, elapsed, complete } = repeat(
        wanted.runs,
        &format!("senku {name}"),
        session,
        |progress| counting.run(session.workers(), session.stop(), progress),
        |counted| (counted.elapsed, counted.count.as_ref().map(|count| vec![count.games, count.solutions])),
    )?;
    let mut record = Record::of_senku(name, &game, &counted, session.workers().threads());
    record.environment = session.provenance(elapsed).map(|run| run.with_plan(&record.made));
    record.made.runs = runs;
    let mut status = match counted.ledger {
        Some(ledger) if complete && ledger.troubled => Status::No,
        _ if complete => Status::Done,
        _ => session.stopped().unwrap_or(Status::No),
    };
    if let (Some(ledger), None) = (counted.ledger, &counted.count) {
        let saved = match ledger.done {
            0 => "nothing is saved before the end of a sweep through all positions".to_owned(),
            done => format!("saved {done} of {}", plural(ledger.sweeps as usize, "sweep")),
        };
        let (why, command) = match session.stopped() {
            Some(Status::TimeLimit) if ledger.done == ledger.resumed => {
                (", and the time limit is shorter than one", given_without_limit())
            }
            _ => ("", given()),
        };
        say!("{saved}{why}; resume with: {}", as_typed(&command));
    }
    if let Err(difference) = record.verify() {
        say!("error: {difference}");
        status = Status::Differs;
    }
    if wanted.double_check && status == Status::Done {
        status = match counting.double_check(&counted) {
            Some(again) => count_again(&again, &record, session)?,
            None => {
                say!("note: not double-checked: no other engine counts this board here in a reasonable time");
                status
            }
        };
    }
    let with_names = arguments.game.ends.have_names();
    let told = print(&record, &game, with_names, session.common(), out);
    session.export_told(told, &[record])?;
    Ok(status)
}

/// Counts once more by another engine; games and solutions must be the same.
fn count_again(again: &Counting<'_>, record: &Record, session: &Session<'_>) -> Result<Status, Failure> {
    let mut progress = session.progress(format!("senku {} once more", record.subject.cell("board")));
    let second = again.run(session.workers(), session.stop(), &mut progress)?;
    drop(progress);
    let Some(count) = second.count else {
        say!("stopped before the end of the double check");
        return Ok(session.stopped().unwrap_or(Status::No));
    };
    if [Some(count.games), Some(count.solutions)] != ["games", "solutions"].map(|name| record.number(name)) {
        let engine = second.engine.name();
        say!(
            "error: the double check by {engine} counts {} games and {} solutions",
            count.games,
            count.solutions
        );
        return Ok(Status::Differs);
    }
    if !session.common().quiet {
        say!("double check: the same numbers by {}", second.engine.name());
    }
    Ok(Status::Done)
}

/// Says which goal the invariants exclude: there is nothing to wait for.
fn say_if_impossible(game: &Game) {
    if let Some(why) = game.why_impossible() {
        say!("note: the invariants exclude this goal from this start: there are no solutions\nnote: {why}");
    }
}

fn print(
    record: &Record,
    game: &Game,
    with_names: bool,
    common: &Common,
    out: &mut Output,
) -> Result<(), Failure> {
    if common.json {
        return Ok(out.json(record)?);
    }
    let (Some(games), Some(solutions)) = (record.number("games"), record.number("solutions")) else {
        say!("stopped before the end: a Senku count has no partial result");
        return Ok(());
    };
    if common.quiet {
        return Ok(writeln!(out, "{games}\n{solutions}")?);
    }
    let [board, start] = ["board", "start"].map(|key| record.subject.cell(key));
    let goal = match record.subject.get("goal") {
        Holes::Any(_) => "one peg anywhere".to_owned(),
        goal @ Holes::One(_) => format!("one peg in {goal}"),
        Holes::Several(pegs) => format!("a position of {}", plural(pegs.len(), "peg")),
    };
    let ends = format!("empty at the start {start}, goal {goal}");
    let ends = if with_names { game.board().with_names(&ends) } else { ends };
    writeln!(out, "{board}: {} holes, {ends}", game.board().len())?;
    let mut number = |label: &str, name: &str| out.number(label, 31, record.quantity(name));
    number("games", "games")?;
    number("solutions", "solutions")?;
    number("  up to symmetry", "solutions_up_to_symmetry")?;
    // Where the goal is not the end of a game there can be more solutions than games.
    if game.goal().pegs() == 1 && solutions > 0 {
        writeln!(out, "  {:<18} {:>31}", "games won", percent(solutions as f64 / games as f64))?;
    }
    let mut number = |label: &str, name: &str| out.number(label, 31, record.quantity(name));
    number("positions", "positions")?;
    number("  in all", "positions_in_all")?;
    number("stuck positions", "stuck_positions")?;
    number("winning positions", "winning_positions")?;
    if record.number("positions").is_some() {
        let [of_start, of_both] = [game.start_symmetries(), game.symmetries()].map(|group| group.order());
        writeln!(
            out,
            "  {:<18} {of_start} of the start (positions), {of_both} of start and goal (solutions, winning positions)",
            "symmetries"
        )?;
    }
    for (name, levels) in [("positions", "levels"), ("winning positions", "winning_levels")] {
        let levels = record.list(levels);
        if !levels.is_empty() {
            let levels: Vec<_> = levels.iter().map(Number::to_string).collect();
            writeln!(out, "  {name} by jumps made: {}", levels.join(" "))?;
        }
    }
    writeln!(out, "  {}", how_made(&record.made))?;
    Ok(print_runs(record.made.runs.as_ref(), out)?)
}
