//! The command line: arguments in, numbers out. One file per group of commands; `session` holds what they share (threads,
//! stopping, progress), `failure` the exit codes, `refusal` the messages about arguments that were not understood.

#[macro_use]
mod output;
#[macro_use]
mod failure;

mod about;
mod args;
mod bench;
mod boards;
mod conditions;
mod counts;
mod files;
mod memory;
mod merge;
mod pictures;
mod progress;
mod queens;
mod refusal;
mod regions;
mod report;
mod scheduler;
mod senku;
mod session;
mod sheet;
mod signals;
mod stopping;
mod trace;
mod verify;

use args::{Arguments, Common, QueensVerb, RegionsVerb, SenkuVerb, Verb};
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use failure::{Failure, Outcome};
pub use memory::out_of_memory;
use output::Output;
use session::Session;
use std::ffi::OsString;
use std::io::Write;
use vuelta::Error;
use vuelta::simd::Isa;

/// Runs the program with these arguments, the first of which is its name, and returns its exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    signals::outlive();
    let parsed = Arguments::command().try_get_matches_from(output::keep_given(arguments));
    let parsed = parsed.and_then(|matches| Ok((Arguments::from_arg_matches(&matches)?, path(&matches))));
    let (arguments, path) = match &parsed {
        Ok(parsed) => parsed,
        Err(error) => return refusal::refuse(error),
    };
    match refuse_unused(&arguments.common, path).and_then(|()| dispatch(arguments)) {
        Ok(status) => status.code(),
        Err(failure) => failure.report(path),
    }
}

/// Ends the process with this exit code. The hooks of C libraries are left out: mimalloc's returns memory to the system,
/// which takes it anyway.
#[cfg_attr(windows, expect(clippy::exit))]
pub fn end(status: u8) -> ! {
    std::io::stdout().flush().ok();
    signals::exit(status.into())
}

/// The command's name, such as `queens count`.
fn path(matches: &ArgMatches) -> String {
    let below = |(name, matches)| format!("{name} {}", path(matches));
    matches.subcommand().map(below).unwrap_or_default().trim_end().to_owned()
}

/// Refuses global options that the command would ignore, if its output would then be other than asked for.
fn refuse_unused(common: &Common, path: &str) -> Result<(), Failure> {
    let unused = args::unused(path);
    match common.export.first() {
        Some(file) if unused.contains(&"export") => Err(usage!(
            "--export '{}': this command has no result to export; redirect its output with > FILE",
            file.display()
        )),
        _ if common.json && unused.contains(&"json") => Err(usage!("--json: this command prints text only")),
        _ => Ok(()),
    }
}

fn dispatch(arguments: &Arguments) -> Outcome {
    Isa::from_environment()?;
    let common = &arguments.common;
    let out = &mut Output::new(common.color);
    let session = || {
        let (usual_limit, is_short) = match &arguments.verb {
            Verb::Verify(_) => (Some(verify::USUAL_LIMIT), false),
            Verb::Queens(QueensVerb::Count(count)) => (None, count.is_short()),
            _ => (None, false),
        };
        Session::start(common, usual_limit, is_short)
    };
    match &arguments.verb {
        Verb::Queens(QueensVerb::Count(count)) => compute(queens::count, count, session()?, out),
        Verb::Queens(QueensVerb::List(list)) => compute(queens::list, list, session()?, out),
        Verb::Queens(QueensVerb::Complete(complete)) => compute(queens::complete, complete, session()?, out),
        Verb::Queens(QueensVerb::Estimate(estimate)) => compute(queens::estimate, estimate, session()?, out),
        Verb::Queens(QueensVerb::Solve(solve)) => compute(queens::solve, solve, session()?, out),
        Verb::Queens(QueensVerb::Trace(trace)) => compute(trace::trace_queens, trace, session()?, out),
        Verb::Senku(SenkuVerb::Boards) => senku::boards(common, out),
        Verb::Senku(SenkuVerb::Check(check)) if check.hint => compute(senku::hint, check, session()?, out),
        Verb::Senku(SenkuVerb::Check(check)) => senku::check(check, common, None, out),
        Verb::Senku(SenkuVerb::Count(count)) => compute(senku::count, count, session()?, out),
        Verb::Senku(SenkuVerb::Winning(winning)) => compute(senku::winning, winning, session()?, out),
        Verb::Senku(SenkuVerb::List(list)) => compute(senku::list, list, session()?, out),
        Verb::Senku(SenkuVerb::Solve(solve)) => compute(senku::solve, solve, session()?, out),
        Verb::Senku(SenkuVerb::Trace(trace)) => compute(trace::trace_senku, trace, session()?, out),
        Verb::Regions(RegionsVerb::Solve(solve)) => compute(regions::solve, solve, session()?, out),
        Verb::Regions(RegionsVerb::Count(count)) => compute(regions::count, count, session()?, out),
        Verb::Regions(RegionsVerb::Grade(file)) => compute(regions::grade, file, session()?, out),
        Verb::Regions(RegionsVerb::Hint(hint)) => compute(regions::hint, hint, session()?, out),
        Verb::Regions(RegionsVerb::Link(files)) => compute(regions::link, files, session()?, out),
        Verb::Regions(RegionsVerb::Make(make)) => compute(regions::make, make, session()?, out),
        Verb::Regions(RegionsVerb::Sheet(sheet)) => compute(sheet::regions_sheet, sheet, session()?, out),
        Verb::Sheet(sheet) => compute(sheet::sheet, sheet, session()?, out),
        Verb::Bench(bench) => compute(bench::bench, bench, session()?, out),
        Verb::Verify(arguments) => compute(verify::verify, arguments, session()?, out),
        Verb::Merge(ledgers) => compute(merge::merge, ledgers, session()?, out),
        Verb::Report(arguments) => report::report(arguments, common, out),
        Verb::Info => about::info(common, out),
        Verb::BoardFiles => about::print(args::BOARD_FILES.as_bytes(), out),
        Verb::Json { schema: false } => about::print(args::JSON.as_bytes(), out),
        Verb::Json { schema: true } => about::print(args::JSON_SCHEMA.as_bytes(), out),
        Verb::Completions { shell } => about::print(&about::completions(*shell), out),
        Verb::Man => about::print(&args::man()?, out),
    }
}

/// Runs a command in its session. If it is stopped before a partial result exists, returns the stop reason's status.
fn compute<A>(
    command: fn(&A, &mut Session<'_>, &mut Output) -> Outcome,
    arguments: &A,
    mut session: Session<'_>,
    out: &mut Output,
) -> Outcome {
    let ended = command(arguments, &mut session, out);
    session.stopping.wait_until_said();
    match (ended, session.stopped()) {
        (Err(Failure::Library(Error::Stopped)), Some(status)) => {
            say!("stopped during set-up: nothing has been counted");
            Ok(status)
        }
        (ended, _) => ended,
    }
}
