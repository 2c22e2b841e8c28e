//! The command line: arguments in, numbers out. One file per group of verbs; [`session`] holds what they
//! share (threads, stopping, progress), [`failure`] the exit codes.

#[macro_use]
mod output;

mod about;
mod args;
mod boards;
mod conditions;
mod failure;
mod files;
mod merge;
mod outputs;
mod pictures;
mod progress;
mod queens;
mod report;
mod runs;
mod scheduler;
mod senku;
mod session;
mod signals;
mod stopping;
mod verify;

use args::{Arguments, Common, QueensVerb, SenkuVerb, Verb};
use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use failure::{Failure, Status};
use output::Output;
use session::Session;
use std::ffi::OsString;
use std::num::ParseIntError;
use std::time::Duration;
use vuelta::Error;
use vuelta::simd::Isa;

/// Runs the program with these arguments, the first of which is its name, and gives its exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    signals::outlive_file_limit();
    let arguments = match Arguments::try_parse_from(output::keep_given(arguments)) {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error),
    };
    match dispatch(&arguments) {
        Ok(status) => status.code(),
        Err(failure) => failure.report(),
    }
}

fn dispatch(arguments: &Arguments) -> Result<Status, Failure> {
    Isa::from_environment()?;
    let common = &arguments.common;
    let exports = !matches!(
        arguments.verb,
        Verb::Senku(SenkuVerb::Boards | SenkuVerb::Check(_))
            | Verb::Report(_)
            | Verb::Boards
            | Verb::Info
            | Verb::Completions { .. }
            | Verb::Man
    );
    if !exports && let Some(file) = common.export.first() {
        let file = file.display();
        return Err(Failure::Usage(format!(
            "--export '{file}': this verb has no result to be exported; redirect it with > FILE"
        )));
    }
    let out = &mut Output::new(common.color);
    match &arguments.verb {
        Verb::Queens(QueensVerb::Count(count)) => {
            let session =
                if count.is_short() { Session::short(common) } else { Session::start(common, None) };
            run_in(session?, |session| queens::count(count, session, out))
        }
        Verb::Queens(QueensVerb::List(list)) => queens::list(list, common, out),
        Verb::Queens(QueensVerb::Complete(complete)) => {
            in_session(common, None, |session| queens::complete(complete, session, out))
        }
        Verb::Queens(QueensVerb::Estimate(estimate)) => {
            in_session(common, None, |session| queens::estimate(estimate, session, out))
        }
        Verb::Queens(QueensVerb::Solve(solve)) => {
            in_session(common, None, |session| queens::solve(solve, session, out))
        }
        Verb::Senku(SenkuVerb::Boards) => senku::boards(common, out),
        Verb::Senku(SenkuVerb::Count(count)) => {
            in_session(common, None, |session| senku::count(count, session, out))
        }
        Verb::Senku(SenkuVerb::Solve(solve)) => {
            in_session(common, None, |session| senku::solve(solve, session, out))
        }
        Verb::Senku(SenkuVerb::Check(check)) => senku::check(check, common, out),
        Verb::Verify(resources) => {
            in_session(common, Some(verify::USUAL_LIMIT), |session| verify::verify(resources, session, out))
        }
        Verb::Merge(ledgers) => in_session(common, None, |session| merge::merge(ledgers, session, out)),
        Verb::Report(arguments) => report::report(arguments, common, out),
        Verb::Boards => about::boards(out),
        Verb::Info => about::info(common, out),
        Verb::Completions { shell } => about::completions(*shell, out),
        Verb::Man => about::man(out),
    }
}

/// Runs a verb that computes.
fn in_session(
    common: &Common,
    usual_limit: Option<Duration>,
    verb: impl FnOnce(&mut Session<'_>) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    run_in(Session::start(common, usual_limit)?, verb)
}

/// Runs a verb in this session. What is stopped before there is a part of a result to tell of ends as it was told to.
fn run_in(
    mut session: Session<'_>,
    verb: impl FnOnce(&mut Session<'_>) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    let ended = verb(&mut session);
    session.wait_until_said();
    match (ended, session.stopped()) {
        (Err(Failure::Library(Error::Stopped)), Some(status)) => {
            say!("stopped while it was being prepared: nothing is counted yet");
            Ok(status)
        }
        (ended, _) => ended,
    }
}

/// Says what is wrong with the command line: help and the version as they are, a bad value in one sentence.
fn refuse(error: &clap::Error) -> u8 {
    let bad_value = matches!(error.kind(), ErrorKind::ValueValidation | ErrorKind::InvalidValue);
    match (bad_value, error.get(ContextKind::InvalidArg), error.get(ContextKind::InvalidValue)) {
        (true, Some(ContextValue::String(argument)), Some(ContextValue::String(value)))
            if value.is_empty() =>
        {
            Failure::Usage(format!("'{argument}' needs a value")).report()
        }
        (true, Some(ContextValue::String(argument)), Some(ContextValue::String(value))) => {
            let reason = match (error.get(ContextKind::ValidValue), std::error::Error::source(error)) {
                (Some(ContextValue::Strings(names)), _) => format!("it must be one of {}", names.join(", ")),
                (_, Some(source)) if source.is::<ParseIntError>() => "it must be a whole number".to_owned(),
                (_, Some(source)) => source.to_string(),
                _ => "it is not valid".to_owned(),
            };
            Failure::Usage(format!("'{value}' for '{argument}': {reason}")).report()
        }
        _ if error.use_stderr() && error.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let text = error.to_string();
            let said = text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect::<Vec<_>>();
            Failure::Usage(said.join(" ").trim_start_matches("error: ").to_owned() + "; --help says more")
                .report()
        }
        _ => {
            // Help goes to stdout and may meet a closed pipe; there is no one left to tell.
            error.print().ok();
            u8::try_from(error.exit_code()).unwrap_or(2)
        }
    }
}
