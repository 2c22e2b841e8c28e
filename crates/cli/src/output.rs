//! Standard output, with or without colours; and lines on standard error.

use super::args::{Common, When};
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{self, IsTerminal, Stdout, Write};
use std::sync::{Mutex, PoisonError};
pub use vuelta::base::text::plural;
use vuelta::known::Published;
use vuelta_records::{Made, Quantity, duration, grouped};

/// Text that says: this is right.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Text that says: this is wrong.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// The numbers one came for.
pub const STRONG: Style = Style::new().bold();

/// Where results go. Colours are left out where the terminal, or the user, does not want them.
pub struct Output(AutoStream<Stdout>);

impl Output {
    /// Standard output.
    pub fn new(color: When) -> Self {
        let choice = match color {
            When::Auto => ColorChoice::Auto,
            When::Always => ColorChoice::Always,
            When::Never => ColorChoice::Never,
        };
        Output(AutoStream::new(io::stdout(), choice))
    }

    /// Whether colours are shown: then boards are drawn with them, elsewhere in ASCII.
    pub fn has_colors(&self) -> bool {
        self.0.current_choice() != ColorChoice::Never
    }

    /// The terminal's width in characters, where there is a terminal.
    pub fn width(&self) -> Option<usize> {
        console::Term::stdout()
            .size_checked()
            .map(|(_, columns)| columns.into())
            .filter(|&columns| columns > 0)
    }

    /// Whether somebody reads it at a terminal who wants more than numbers.
    pub fn is_for_people(&self, common: &Common) -> bool {
        self.0.as_inner().is_terminal() && !common.quiet && !common.json
    }

    /// Writes a line of JSON.
    pub fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        self.plain(&(serde_json::to_string(value)? + "\n"))
    }

    /// Writes a text that has no colours, in one piece.
    pub fn plain(&mut self, text: &str) -> io::Result<()> {
        self.0.as_inner().write_all(text.as_bytes())
    }

    /// A line with a number, if it is known, and what was published.
    pub fn number(&mut self, quantity: &Quantity, width: usize) -> io::Result<()> {
        let Some(&count) = quantity.values.first() else { return Ok(()) };
        let label = quantity.kind.label.replace('_', " ");
        write!(self, "  {label:<18} {STRONG}{:>width$}{STRONG:#}", grouped(count))?;
        self.compare(count, quantity.published.first().copied())
    }

    /// Ends the line of a count with what was published.
    pub fn compare(&mut self, count: u128, published: Option<Published>) -> io::Result<()> {
        let Some(published) = published else { return writeln!(self) };
        let (number, citation) = (grouped(published.value), published.citation());
        match (published.is_derived, published.value == count) {
            (true, true) => writeln!(self, "   as {citation}"),
            (true, false) => writeln!(self, "   {BAD}differs from {number}, {citation}{BAD:#}"),
            (false, true) => writeln!(self, "   {GOOD}agrees with {citation}{GOOD:#}"),
            (false, false) => {
                writeln!(self, "   {BAD}differs from {citation}, which has {number}{BAD:#}")
            }
        }
    }
}

impl Write for Output {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        // (`write` would write a line and its end by two calls of the system.)
        self.0.write_all(text).map(|()| text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A writer that hands each text to a function.
pub struct Each<F>(pub F);

impl<F: FnMut(&[u8]) -> io::Result<()>> Write for Each<F> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        (self.0)(text).map(|()| text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Says a line on standard error. Whether somebody hears it changes nothing: a pipe may be closed, a disk full.
macro_rules! say {
    ($($text:tt)*) => { $crate::output::say(format_args!($($text)*)) };
}

/// Implements [`say!`]. The line is written at once, so that lines of two threads do not mix.
pub fn say(text: fmt::Arguments<'_>) {
    io::stderr().write_all(format!("{text}\n").as_bytes()).ok();
}

/// How a count was made: `halves engine (avx512), 2 threads, 3,299 subproblems, 20.0 ms`.
pub fn how_made(made: &Made) -> String {
    let isa = made.isa.as_ref().map(|isa| format!(" ({isa})")).unwrap_or_default();
    let here = made.subproblems_here.filter(|&here| made.resumed || Some(here) < made.subproblems);
    let here = here.map(|here| format!(", {} of them here", grouped(here.into()))).unwrap_or_default();
    let subproblems = |all: u64| plural_grouped(all.into(), "subproblem") + &here;
    let [seconds, all] = [made.seconds, made.core_seconds].map(|time| time.map(duration));
    let time = match (seconds, all) {
        (Some(seconds), Some(all)) if made.resumed => {
            Some(format!("this process {seconds}, all processes {all} of thread time"))
        }
        (Some(seconds), _) => Some(seconds),
        (None, all) => all.map(|all| format!("{all} of thread time")),
    };
    let device = made.device.as_ref().map(|device| format!(" on {device}")).unwrap_or_default();
    let engine = format!("{} engine{isa}{device}", made.engine);
    let threads = made.threads.map(|threads| plural(threads, "thread"));
    let parts = [Some(engine), threads, made.subproblems.map(subproblems), time];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// `1 subproblem`, `3,299 subproblems`.
pub fn plural_grouped(number: u128, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A word of a command line or the name of a file as this system's shells read it, also if it is not Unicode: `$'l\xff'`,
/// as bash and zsh read it.
pub fn quoted(word: impl AsRef<OsStr>) -> String {
    let word = word.as_ref();
    match word.to_str() {
        None if !cfg!(windows) => {
            let byte = |byte: &u8| match byte {
                b'\'' | b'\\' => format!("\\{}", char::from(*byte)),
                b' '..=b'~' => char::from(*byte).to_string(),
                byte => format!("\\x{byte:02x}"),
            };
            format!("$'{}'", word.as_encoded_bytes().iter().map(byte).collect::<String>())
        }
        Some(word) if !cfg!(windows) => quoted_for_sh(word),
        word => quoted_for_windows(word.unwrap_or_default()),
    }
}

fn quoted_for_sh(word: &str) -> String {
    if is_plain(word, "-_./,:=+@%^") {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// For cmd and PowerShell alike, which have double quotes in common; a comma would make a list in PowerShell. Backslashes
/// count as themselves but before a quote: names have none in them, but folders may end with one.
fn quoted_for_windows(word: &str) -> String {
    if is_plain(word, "-_./\\:=+") {
        return word.to_owned();
    }
    let at_the_end = word.len() - word.trim_end_matches('\\').len();
    format!("\"{word}{}\"", "\\".repeat(at_the_end))
}

fn is_plain(word: &str, besides: &str) -> bool {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || besides.contains(character);
    !word.is_empty() && word.chars().all(is_plain)
}

/// The command line, for whoever repeats it.
static GIVEN: Mutex<Vec<OsString>> = Mutex::new(vec![]);

/// Keeps the command line, and gives it back. `help --help` is the same as `help`, and a topic of the help is a command:
/// `help json --schema` is `json --schema`.
pub fn keep_given(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    *given = words.into_iter().collect();
    let is_group = |word: &OsString| ["queens", "senku", "regions"].iter().any(|group| word == group);
    let at = 1 + usize::from(given.get(1).is_some_and(is_group));
    if given.get(at).is_some_and(|word| word == "help") {
        given.retain(|word| word != "--help" && word != "-h");
        if given.get(2).is_some_and(|word| word == "json") {
            given.remove(at);
        }
    }
    given.clone()
}

/// The command line as it was given. What is no Unicode is shown as well as it can be.
pub fn given() -> Vec<String> {
    let given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    given.iter().map(|word| word.to_string_lossy().into_owned()).collect()
}

/// The words of the command line as one would type them again.
pub fn given_as_typed() -> Vec<String> {
    let given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    given.iter().map(quoted).collect()
}

/// A command line without its time limit: for a run that got nowhere in that time.
pub fn without_limit(words: Vec<String>) -> Vec<String> {
    let (mut kept, mut words) = (vec![], words.into_iter());
    while let Some(word) = words.next() {
        match word.strip_prefix("--time-limit") {
            Some("") => drop(words.next()),
            Some(rest) if rest.starts_with('=') => {}
            _ => kept.push(word),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_limit_is_left_out_with_its_value_and_nothing_else_is() {
        let given = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        for line in ["a --time-limit 1s b", "a --time-limit=1s b", "a --time-limit 1s b --time-limit=2s"] {
            assert_eq!(without_limit(given(line)), ["a", "b"], "{line}");
        }
        assert_eq!(without_limit(given("--time-limits 1s --time-limit")), ["--time-limits", "1s"]);
    }

    #[test]
    fn words_are_quoted_for_the_shell_that_reads_them() {
        for word in ["vuelta", "./a-b_c.ledger", "16", "--time-limit=1h"] {
            assert_eq!((quoted_for_sh(word).as_str(), quoted_for_windows(word).as_str()), (word, word));
        }
        assert_eq!(quoted_for_sh("it's mine"), r"'it'\''s mine'");
        assert_eq!(quoted_for_sh(r"C:\x y"), r"'C:\x y'");
        assert_eq!(quoted_for_windows(r"C:\x\f.ledger"), r"C:\x\f.ledger");
        assert_eq!(quoted_for_windows(r"C:\x y\f"), r#""C:\x y\f""#);
        assert_eq!(quoted_for_windows(r"\\?\C:\x y\"), r#""\\?\C:\x y\\""#);
        assert_eq!((quoted_for_windows("0,0"), quoted_for_sh("0,0")), ("\"0,0\"".into(), "0,0".into()));
        assert_eq!((quoted_for_windows(""), quoted_for_sh("")), ("\"\"".into(), "''".into()));
        assert_eq!(quoted("a.ledger"), "a.ledger");
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt;
            assert_eq!(quoted(OsStr::from_bytes(b"l'\xff\n \\")), r"$'l\'\xff\x0a \\'");
        }
    }
}
