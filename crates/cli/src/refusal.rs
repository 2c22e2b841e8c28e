//! Messages about arguments that clap rejects: one sentence, with the nearest valid word.

use super::args::{Arguments, documented};
use super::failure::Failure;
use super::output::given;
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::io::{self, Write};
use std::num::ParseIntError;

/// The least similarity, up to 1, of a suggestion.
const LIKE: f64 = 0.8;

/// Prints the help or the version as it is, and an error in one sentence. Returns the exit code.
pub fn refuse(error: &clap::Error) -> u8 {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let code = u8::try_from(error.exit_code()).unwrap_or(2);
        let help = documented().try_get_matches_from(given()).err();
        let printed = help.as_ref().unwrap_or(error).print().and_then(|()| io::stdout().flush());
        return printed.map_or_else(|error| Failure::Output(error).report(""), |()| code);
    }
    let bad_value = matches!(error.kind(), ErrorKind::ValueValidation | ErrorKind::InvalidValue);
    let sentence =
        match (bad_value, text(error, ContextKind::InvalidArg), text(error, ContextKind::InvalidValue)) {
            (true, Some(argument), Some("")) => format!("{} needs a value", option(argument)),
            (true, Some(argument), Some(value)) => {
                let (option, reason) = (option(argument), reason(error));
                let names = reason.rsplit("; ").next().unwrap_or_default();
                let meant = nearest(value, words(names))
                    .filter(|name| !name.starts_with(|c: char| c.is_ascii_digit()));
                let meant = did_you_mean(meant);
                match reason.contains(&format!("'{value}'")) {
                    true => format!("{option}: {reason}{meant}"),
                    false => format!("'{value}' for {option}: {reason}{meant}"),
                }
            }
            _ => match suggestion(error) {
                Some(name) => format!("{}{}", rejected(error), did_you_mean(Some(name))),
                None => format!("{}; see --help", rejected(error)),
            },
        };
    Failure::Usage(sentence).report("")
}

/// The sentence about an argument that is missing, unknown, or in conflict with another one.
fn rejected(error: &clap::Error) -> String {
    match (error.kind(), error.get(ContextKind::InvalidArg), text(error, ContextKind::PriorArg)) {
        (ErrorKind::MissingRequiredArgument, Some(ContextValue::Strings(names)), _) => {
            let names: Vec<&str> = names.iter().map(|name| option(name).trim_end_matches("...")).collect();
            let names = names.join(" or ");
            // An option is only missing if another option needs it.
            let missing = if names.starts_with('-') { "needed too" } else { "missing" };
            // `--fixed b4 8` takes the 8 for a square.
            let taken = given().iter().any(|word| word == "--fixed" || word == "--blocked");
            let first = if taken && names.starts_with("<N") { "; put it before the squares" } else { "" };
            format!("{names} is {missing}{first}")
        }
        (ErrorKind::ArgumentConflict, Some(ContextValue::String(name)), Some(prior)) if name != prior => {
            format!("{} and {} cannot be used together", option(name), option(prior))
        }
        (ErrorKind::UnknownArgument, Some(ContextValue::String(name)), _) => {
            let unknown = if name.starts_with('-') { "unknown" } else { "not expected" };
            format!("'{name}' is {unknown} here")
        }
        (ErrorKind::InvalidUtf8, ..) => {
            "an argument is not valid UTF-8, and only the names of files need not be".to_owned()
        }
        (ErrorKind::InvalidSubcommand, ..) => {
            let word = text(error, ContextKind::InvalidSubcommand).unwrap_or_default();
            format!("'{word}' is not a command")
        }
        _ => {
            let text = error.to_string();
            let lines = text.lines().take_while(|line| !line.is_empty()).map(str::trim);
            lines.collect::<Vec<_>>().join(" ").trim_start_matches("error: ").to_owned()
        }
    }
}

/// An option without the names of its values: `--limit` for `--limit <K>`. Other arguments are unchanged.
fn option(argument: &str) -> &str {
    match argument.split_once(' ') {
        Some((option, _)) if option.starts_with('-') => option,
        _ => argument,
    }
}

/// The reason why a value was rejected.
fn reason(error: &clap::Error) -> String {
    match (error.get(ContextKind::ValidValue), std::error::Error::source(error)) {
        (Some(ContextValue::Strings(names)), _) => format!("expected {}", names.join(", ")),
        (_, Some(source)) if source.is::<ParseIntError>() => "expected a whole number".to_owned(),
        (_, Some(source)) => expected_range(&source.to_string()),
        _ => "it is not valid".to_owned(),
    }
}

/// `expected a number from 1 to 6` for clap's `9 is not in 1..=6`; other sentences are unchanged.
fn expected_range(sentence: &str) -> String {
    let range = sentence.split_once(" is not in ").and_then(|(_, range)| range.split_once(".."));
    let range = range.map(|(least, most)| (least, most.trim_start_matches('=')));
    match range.map(|(least, most)| (least, most, most.parse::<u64>())) {
        Some((least, _, Ok(most))) if [u32::MAX.into(), u64::MAX].contains(&most) => {
            format!("expected a number of at least {least}")
        }
        Some((least, most, Ok(_))) => format!("expected a number from {least} to {most}"),
        _ => sentence.to_owned(),
    }
}

/// The command or option that may have been meant.
fn suggestion(error: &clap::Error) -> Option<String> {
    if let Some(word) = text(error, ContextKind::InvalidSubcommand) {
        return count_of(word, &given()).or_else(|| nearest_command(word, &given()));
    }
    text(error, ContextKind::SuggestedArg).map(str::to_owned)
}

/// The command most similar to a word, among those allowed at its position.
fn nearest_command(word: &str, words: &[String]) -> Option<String> {
    let mut all = Arguments::command();
    all.build();
    let before = words.iter().skip(1).take_while(|other| *other != word);
    let group = before.fold(&all, |group, name| group.find_subcommand(name).unwrap_or(group));
    nearest(word, group.get_subcommands().map(clap::Command::get_name))
}

/// `vuelta queens count 16` for `vuelta queens 16`, `queens 16x16` and `vuelta 16`.
fn count_of(size: &str, words: &[String]) -> Option<String> {
    let at = words.iter().position(|word| word == size)?;
    let of_queens = at == 1 || words.get(at - 1).is_some_and(|word| word == "queens");
    let is_size = size.starts_with(|c: char| c.is_ascii_digit())
        && size.len() < 20
        && size.chars().all(|c| c.is_ascii_digit() || "-:,x".contains(c));
    let square =
        size.split_once('x').filter(|(rows, columns)| rows == columns).map_or(size, |(rows, _)| rows);
    (of_queens && is_size).then(|| format!("vuelta queens count {square}"))
}

fn text(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text),
        _ => None,
    }
}

/// The words of a sentence that may be names.
fn words(sentence: &str) -> impl Iterator<Item = &str> {
    sentence.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| word.len() > 2)
}

/// The name most similar to a word, if it is similar enough.
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    if word.len() > 40 {
        return None;
    }
    let lower = word.to_lowercase();
    let likeness =
        |name: &&str| if is_shortened(&lower, name) { 1.0 } else { strsim::jaro_winkler(&lower, name) };
    let names = names.filter(|name| *name != word);
    let nearest = names.max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    nearest.filter(|name| likeness(name) > LIKE).map(str::to_owned)
}

/// Whether a word is a name with some letters left out, as `cnt` is for count.
fn is_shortened(word: &str, name: &str) -> bool {
    let mut letters = name.chars();
    word.chars().all(|letter| letters.any(|other| other == letter))
        && word.chars().next() == name.chars().next()
        && 2 * word.len() >= name.len()
}

/// `; did you mean 'count'?`, or nothing.
pub fn did_you_mean(name: Option<String>) -> String {
    name.map(|name| format!("; did you mean '{name}'?")).unwrap_or_default()
}
