//! Progress on standard error: a bar on a terminal, otherwise an occasional line.

use super::args::{Common, When};
use super::output::plural_grouped;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use vuelta::search::{Observer, Progress};
use vuelta_records::{duration, grouped};

/// Runs shorter than this show no bar.
const BEFORE_BAR: Duration = Duration::from_millis(500);
/// Runs shorter than this print no line.
const BEFORE_LINES: Duration = Duration::from_secs(10);
/// The time between two lines.
const BETWEEN_LINES: Duration = Duration::from_secs(30);
/// The bar's length in thousandths of the estimated work.
const WHOLE: u64 = 1000;

/// The last reported progress, which clones share.
#[derive(Debug, Clone, Default)]
pub struct State(Arc<Mutex<Option<(String, Progress)>>>);

impl State {
    fn get(&self) -> Option<(String, Progress)> {
        self.0.lock().ok()?.clone()
    }

    /// The expected time of the subproblems in progress on this many threads, if known.
    pub fn in_progress(&self, threads: usize) -> Option<Duration> {
        self.get()?.1.in_progress(threads)
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            Some((label, progress)) => write!(f, "{label}: {}", details(&progress)),
            None => f.write_str("the count has not begun"),
        }
    }
}

/// The display of a run's progress.
pub struct Shown {
    label: String,
    form: Form,
    colored: bool,
    state: State,
}

enum Form {
    /// No display.
    Nothing,
    /// A bar, shown once the run takes longer than `BEFORE_BAR`.
    Bar(Option<ProgressBar>),
    /// Lines; if `always`, the end has one too.
    Lines { next: Duration, always: bool },
}

impl Shown {
    /// The progress of the work with this name. The state is updated even without a display.
    pub fn new(label: String, common: &Common, state: State) -> Self {
        let form = match common.progress {
            When::Never => Form::Nothing,
            When::Auto if common.quiet => Form::Nothing,
            _ if io::stderr().is_terminal() && !wants_plain_text() => Form::Bar(None),
            When::Auto => Form::Lines { next: BEFORE_LINES, always: false },
            When::Always => Form::Lines { next: Duration::ZERO, always: true },
        };
        Shown { label, form, colored: common.color != When::Never, state }
    }
}

/// Whether the terminal is for plain text: indicatif hides its bars there, so lines are better.
fn wants_plain_text() -> bool {
    std::env::var_os("NO_COLOR").is_some() || std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

impl Observer for Shown {
    fn trouble(&mut self, sentence: &str) {
        self.note(&format!("error: {sentence}"));
    }

    /// Prints a line, above the bar if there is one.
    fn note(&mut self, sentence: &str) {
        match &self.form {
            Form::Bar(Some(bar)) => bar.suspend(|| say!("{sentence}")),
            _ => say!("{sentence}"),
        }
    }

    fn progress(&mut self, progress: &Progress) {
        if let Ok(mut state) = self.state.0.lock() {
            *state = Some((self.label.clone(), *progress));
        }
        let is_end = progress.done == progress.total;
        match &mut self.form {
            Form::Bar(bar) if is_end => {
                if let Some(bar) = bar.take() {
                    bar.finish_and_clear();
                }
            }
            Form::Bar(bar) if progress.elapsed >= BEFORE_BAR => {
                let bar = bar.get_or_insert_with(|| new_bar(&self.label, self.colored, self.state.clone()));
                bar.set_position((progress.fraction() * WHOLE as f64) as u64);
            }
            Form::Lines { next, always } if progress.elapsed >= *next || *always && is_end => {
                say!("{}: {}", self.label, details(progress));
                *next = progress.elapsed + BETWEEN_LINES;
            }
            _ => {}
        }
    }
}

/// A bar with the times of the state, drawn when its position is set.
fn new_bar(label: &str, colored: bool, state: State) -> ProgressBar {
    let bar = if colored { "{wide_bar:.cyan/blue}" } else { "{wide_bar}" };
    let style = ProgressStyle::with_template(&format!("{{prefix}} {bar} {{times}}"));
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    let style = style.with_key("times", move |_: &ProgressState, out: &mut dyn fmt::Write| {
        let text = state.get().map(|(_, progress)| times(&progress)).unwrap_or_default();
        out.write_str(&text).ok();
    });
    let target = ProgressDrawTarget::stderr_with_hz(10);
    ProgressBar::with_draw_target(Some(WHOLE), target).with_style(style).with_prefix(label.to_owned())
}

/// `41.2 %, 12.3 s, ETA 17.5 s, 98.1 subproblems/s, 39,029,188,884 found`
fn times(progress: &Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    let rate = progress.done as f64 / seconds.max(1e-3);
    let rate = if rate < 1000.0 { format!("{rate:.1}") } else { grouped(rate as u128) };
    let eta = progress.eta().map_or_else(|| "unknown".to_owned(), |eta| duration(eta.as_secs_f64()));
    let found = progress.found.map(|found| format!(", {} found", grouped(found))).unwrap_or_default();
    format!(
        "{:.1} %, {}, ETA {eta}, {rate} subproblems/s{found}",
        100.0 * progress.fraction(),
        duration(seconds),
    )
}

/// `1,234 of 3,206 subproblems`, followed by the times.
fn details(progress: &Progress) -> String {
    let of_all = plural_grouped((progress.earlier + progress.total).into(), "subproblem");
    format!("{} of {of_all}, {}", grouped((progress.earlier + progress.done).into()), times(progress))
}
