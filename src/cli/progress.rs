//! Progress on standard error: a bar on a terminal, elsewhere a plain line now and then.

use super::args::When;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::Duration;
use vuelta::report::grouped;
use vuelta::search::{Observer, Progress};

/// Runs shorter than this show no bar.
const BEFORE_BAR: Duration = Duration::from_millis(500);
/// Runs shorter than this print no line.
const BEFORE_LINES: Duration = Duration::from_secs(10);
/// Time between two lines.
const BETWEEN_LINES: Duration = Duration::from_secs(30);
/// The bar's length in thousandths of the estimated work.
const WHOLE: u64 = 1000;

/// How a run's progress is shown.
pub enum Shown {
    /// Not at all.
    Nothing,
    /// As a bar, which appears once the run has turned out not to be short.
    Bar { label: String, bar: Option<ProgressBar> },
    /// As lines; `always` says that the end has one too.
    Lines { label: String, next: Duration, always: bool },
}

impl Shown {
    /// For the work of this name.
    pub fn new(label: String, when: When, quiet: bool) -> Self {
        match when {
            When::Never => Shown::Nothing,
            When::Auto if quiet => Shown::Nothing,
            _ if io::stderr().is_terminal() && !wants_plain_text() => Shown::Bar { label, bar: None },
            When::Auto => Shown::Lines { label, next: BEFORE_LINES, always: false },
            When::Always => Shown::Lines { label, next: Duration::ZERO, always: true },
        }
    }
}

/// Whether the terminal asked for no more than text: indicatif hides its bars there, a line is better.
fn wants_plain_text() -> bool {
    std::env::var_os("NO_COLOR").is_some() || std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

impl Observer for Shown {
    fn progress(&mut self, progress: &Progress) {
        match self {
            Shown::Nothing => {}
            Shown::Bar { label, bar } => show_bar(label, bar, progress),
            Shown::Lines { label, next, always } => {
                let end = progress.done == progress.total;
                if progress.elapsed >= *next || (*always && end) {
                    eprintln!("{label}: {}", details(progress));
                    *next = progress.elapsed + BETWEEN_LINES;
                }
            }
        }
    }
}

fn show_bar(label: &str, bar: &mut Option<ProgressBar>, progress: &Progress) {
    if progress.done == progress.total {
        if let Some(bar) = bar.take() {
            bar.finish_and_clear();
        }
    } else if progress.elapsed >= BEFORE_BAR {
        let bar = bar.get_or_insert_with(|| new_bar(label));
        bar.set_position((progress.fraction() * WHOLE as f64) as u64);
        bar.set_message(details(progress));
    }
}

fn new_bar(label: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix} {wide_bar} {msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    let target = ProgressDrawTarget::stderr_with_hz(10);
    ProgressBar::with_draw_target(Some(WHOLE), target).with_style(style).with_prefix(label.to_owned())
}

/// `41.2 %, 1,234 of 3,206 subproblems, 98.1/s, ETA 12s`
fn details(progress: &Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64().max(1e-3);
    let left = match progress.eta() {
        Some(eta) => format!("ETA {}", humantime::format_duration(Duration::from_secs(eta.as_secs()))),
        None => "ETA unknown".to_owned(),
    };
    format!(
        "{:.1} %, {} of {} subproblems, {:.1}/s, {left}",
        100.0 * progress.fraction(),
        grouped(progress.done.into()),
        grouped(progress.total.into()),
        progress.done as f64 / seconds,
    )
}

impl Drop for Shown {
    fn drop(&mut self) {
        if let Shown::Bar { bar: Some(bar), .. } = self {
            bar.finish_and_clear();
        }
    }
}
