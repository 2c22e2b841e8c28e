//! Standard output, with or without colours; and lines on standard error.

use super::args::When;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use std::fmt;
use std::io::{self, Stdout, Write};
use vuelta::report::{Made, grouped};

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
            When::Auto => AutoStream::choice(&io::stdout()),
            When::Always => ColorChoice::Always,
            When::Never => ColorChoice::Never,
        };
        Output(AutoStream::new(io::stdout(), choice))
    }
}

impl Write for Output {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0.write(text)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Says a line on standard error. Whether somebody hears it changes nothing: a pipe may be closed, a disk full.
macro_rules! say {
    ($($text:tt)*) => { $crate::cli::output::say(format_args!($($text)*)) };
}

/// What [`say!`] does. The line is written at once, so that lines of two threads do not mix.
pub fn say(text: fmt::Arguments<'_>) {
    io::stderr().write_all(format!("{text}\n").as_bytes()).ok();
}

/// `1 thread`, `2 threads`.
pub fn plural(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// How a count was made: `halves engine (avx512), 2 threads, 3,270 subproblems, 0.020 s`.
pub fn how_made(made: &Made) -> String {
    let isa = made.isa.as_ref().map(|isa| format!(" ({isa})")).unwrap_or_default();
    let here = made.subproblems_here.filter(|_| made.resumed);
    let here = here.map(|here| format!(", {} of them here", grouped(here.into()))).unwrap_or_default();
    let subproblems =
        |all: u64| format!("{} subproblem{}{here}", grouped(all.into()), if all == 1 { "" } else { "s" });
    let time = match (made.seconds, made.core_seconds) {
        (Some(seconds), Some(all)) if made.resumed => {
            Some(format!("this process {}, all processes {} of core time", duration(seconds), duration(all)))
        }
        (Some(seconds), _) => Some(format!("{seconds:.3} s")),
        (None, all) => all.map(|all| format!("{} of core time", duration(all))),
    };
    let rest =
        [made.threads.map(|threads| plural(threads, "thread")), made.subproblems.map(subproblems), time];
    let parts = std::iter::once(format!("{} engine{isa}", made.engine)).chain(rest.into_iter().flatten());
    parts.collect::<Vec<_>>().join(", ")
}

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "-_./,:=+@%^".contains(character);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Seconds as one says them: with two units at most, and years where there are some.
pub fn duration(seconds: f64) -> String {
    if seconds < 60.0 {
        return format!("{seconds:.2} s");
    }
    const UNITS: [(&str, f64); 4] = [("years", 31_557_600.0), ("d", 86_400.0), ("h", 3600.0), ("min", 60.0)];
    let at = UNITS.iter().position(|(_, unit)| seconds >= *unit).unwrap_or(UNITS.len() - 1);
    let (name, unit) = UNITS[at];
    if at == 0 {
        return format!("{:.1} {name}", seconds / unit);
    }
    let (below, small) = UNITS.get(at + 1).copied().unwrap_or(("s", 1.0));
    let whole = (seconds / unit).floor();
    format!("{whole:.0} {name} {:.0} {below}", ((seconds - whole * unit) / small).floor())
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn times_have_two_units() {
        assert_eq!(duration(0.25), "0.25 s");
        assert_eq!(duration(61.0), "1 min 1 s");
        assert_eq!(duration(4000.0), "1 h 6 min");
        assert_eq!(duration(100_000.0), "1 d 3 h");
        assert_eq!(duration(31_557_600.0 * 2.5), "2.5 years");
    }
}
