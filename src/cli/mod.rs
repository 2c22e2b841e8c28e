//! The command line: arguments in, numbers out. One file per group of commands; `session` holds what they share (threads,
//! stopping, progress), `failure` the exit codes, `refusal` the messages about arguments that were not understood.

#[macro_use]
mod output;

mod about;
mod args;
mod bench;
mod boards;
mod conditions;
mod counts;
mod failure;
mod files;
mod merge;
mod pictures;
mod progress;
mod queens;
mod refusal;
mod regions;
mod report;
mod runs;
mod scheduler;
mod senku;
mod session;
mod signals;
mod stopping;
mod trace;
mod verify;

use crate::Error;
use crate::simd::Isa;
pub use crate::simd::pages::begin_heap;
use args::{Arguments, Common, QueensVerb, RegionsVerb, SenkuVerb, Verb};
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use failure::{Failure, Outcome};
use output::Output;
use session::Session;
use std::ffi::OsString;
use std::io::Write;

/// Runs the program with these arguments, the first of which is its name, and returns its exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    signals::outlive();
    let parsed = Arguments::command().try_get_matches_from(output::keep_given(arguments));
    let parsed = parsed.and_then(|matches| Ok((Arguments::from_arg_matches(&matches)?, path(&matches))));
    let ended = match &parsed {
        Ok((arguments, path)) => refuse_unused(&arguments.common, path).and_then(|()| dispatch(arguments)),
        Err(error) => return refusal::refuse(error),
    };
    match ended {
        Ok(status) => status.code(),
        Err(failure) => failure.report(),
    }
}

/// Ends the process with this exit code. The hooks of C libraries are left out: mimalloc's returns memory to the system,
/// which takes it anyway.
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
        Some(file) if unused.contains(&"export") => Err(Failure::Usage(format!(
            "--export '{}': this command has no result to export; redirect its output with > FILE",
            file.display()
        ))),
        _ if common.json && unused.contains(&"json") => Err(Failure::usage(
            "--json: this command prints text only; 'vuelta senku boards --json' prints the boards known by name",
        )),
        _ => Ok(()),
    }
}

fn dispatch(arguments: &Arguments) -> Outcome {
    Isa::from_environment()?;
    let common = &arguments.common;
    let out = &mut Output::new(common.color);
    match &arguments.verb {
        Verb::Queens(QueensVerb::Count(count)) if count.is_short() => {
            run_in(Session::short(common)?, |session| queens::count(count, session, out))
        }
        Verb::Queens(verb) => in_session(common, |session| match verb {
            QueensVerb::Count(count) if count.is_of_placements() => queens::placements(count, session, out),
            QueensVerb::Count(count) => queens::count(count, session, out),
            QueensVerb::List(list) => queens::list(list, session, out),
            QueensVerb::Complete(complete) => queens::complete(complete, session, out),
            QueensVerb::Estimate(estimate) => queens::estimate(estimate, session, out),
            QueensVerb::Solve(solve) => queens::solve(solve, session, out),
            QueensVerb::Trace(trace) => trace::trace_queens(trace, session, out),
        }),
        Verb::Senku(SenkuVerb::Boards) => senku::boards(common, out),
        Verb::Senku(SenkuVerb::Check(check)) if !check.hint => senku::check(check, None, common, out),
        Verb::Senku(verb) => in_session(common, |session| match verb {
            SenkuVerb::Boards => senku::boards(common, out),
            SenkuVerb::Check(check) => senku::check(check, Some(session), common, out),
            SenkuVerb::Count(count) => senku::count(count, session, out),
            SenkuVerb::List(list) => senku::list(list, session, out),
            SenkuVerb::Solve(solve) => senku::solve(solve, session, out),
            SenkuVerb::Trace(trace) => trace::trace_senku(trace, session, out),
        }),
        Verb::Regions(verb) => in_session(common, |session| match verb {
            RegionsVerb::Solve(solve) => regions::solve(solve, session, out),
            RegionsVerb::Count(count) => regions::count(count, session, out),
            RegionsVerb::Grade(file) => regions::grade(file, session, out),
            RegionsVerb::Hint(hint) => regions::hint(hint, session, out),
            RegionsVerb::Make(make) => regions::make(make, session, out),
        }),
        Verb::Bench(arguments) => in_session(common, |session| bench::bench(arguments, session, out)),
        Verb::Verify(resources) => {
            let session = Session::start(common, Some(verify::USUAL_LIMIT))?;
            run_in(session, |session| verify::verify(resources, session, out))
        }
        Verb::Merge(ledgers) => in_session(common, |session| merge::merge(ledgers, session, out)),
        Verb::Report(arguments) => report::report(arguments, common, out),
        Verb::BoardFiles => about::board_files(out),
        Verb::Info => about::info(common, out),
        Verb::Completions { shell } => about::completions(*shell, out),
        Verb::Man => about::man(out),
    }
}

/// Runs a command that computes.
fn in_session(common: &Common, verb: impl FnOnce(&mut Session<'_>) -> Outcome) -> Outcome {
    run_in(Session::start(common, None)?, verb)
}

/// Runs a command in this session. If it is stopped before a partial result exists, returns the stop reason's status.
fn run_in(mut session: Session<'_>, verb: impl FnOnce(&mut Session<'_>) -> Outcome) -> Outcome {
    let ended = verb(&mut session);
    session.wait_until_said();
    match (ended, session.stopped()) {
        (Err(Failure::Library(Error::Stopped)), Some(status)) => {
            say!("stopped during set-up: nothing has been counted");
            Ok(status)
        }
        (ended, _) => ended,
    }
}
