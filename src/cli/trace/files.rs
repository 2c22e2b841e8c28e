//! The files of a trace: animations and the page. Opened before the first step, written after the last.

use super::Traced;
use super::tally::{End, Extent, Tally};
use crate::cli::args::{CoordinateStyle, Trace};
use crate::cli::failure::Failure;
use crate::cli::pictures::{no_picture, style};
use crate::cli::session::Session;
use crate::picture::{Animation, Coordinates, Picture, trace};
use crate::report::{Draft, grouped};
use serde_json::json;
use std::io;
use std::path::{Path, PathBuf};

/// The most steps of an animation, and of a page.
const MOST_FRAMES: u64 = 2_000;
const MOST_STEPS: u64 = 200_000;
/// How long a step is shown, in hundredths of a second: an animation of many steps is faster, down to a tenth.
const PACE: u16 = 80;
const FASTEST: u16 = 10;
/// How long an animation takes, in hundredths of a second, where its pace allows.
const LENGTH: u16 = 6_000;
/// Pixels across a cell of a GIF, and across the whole picture.
const GIF_CELL: u32 = 40;
const GIF_SIDE: u32 = 640;

/// The files that were asked for.
pub struct Files {
    svg: Option<Draft>,
    gif: Option<Draft>,
    html: Option<Draft>,
    coordinates: Coordinates,
}

impl Files {
    /// Opens the files, unless the trace has too many steps for them.
    pub fn open<T: Traced>(
        problem: &T,
        wanted: &Trace,
        extent: Extent,
        session: &mut Session<'_>,
    ) -> Result<Self, Failure> {
        let paths = [("svg", &wanted.svg), ("gif", &wanted.gif), ("html", &wanted.html)];
        if wanted.labels.coordinates.is_some() && wanted.svg.is_none() && wanted.gif.is_none() {
            return Err(no_picture("--coordinates", "--svg"));
        }
        let mut drafts = vec![];
        for (option, path) in paths {
            let Some(path) = path else {
                drafts.push(None);
                continue;
            };
            check_extension(option, path)?;
            let most = if option == "html" { MOST_STEPS } else { MOST_FRAMES };
            if steps_up_to(problem, extent, most + 1) > most {
                return Err(Failure::Usage(format!(
                    "the trace has more than {} steps, too many for --{option}: end it sooner with --limit or --steps",
                    grouped(most.into())
                )));
            }
            drafts.push(Some(path));
        }
        // No file is opened before all of them are known to be possible.
        let mut open = |path: Option<&PathBuf>| path.map(|path| session.open(path)).transpose();
        Ok(Files {
            svg: open(drafts[0])?,
            gif: open(drafts[1])?,
            html: open(drafts[2])?,
            coordinates: style(wanted.labels.coordinates),
        })
    }

    /// Whether no file was asked for.
    pub fn is_empty(&self) -> bool {
        self.svg.is_none() && self.gif.is_none() && self.html.is_none()
    }

    /// Draws the steps into the files.
    pub fn write<T: Traced>(self, problem: &T, steps: &[T::Step], end: End) -> Result<(), Failure> {
        if self.svg.is_some() || self.gif.is_some() {
            let frames = frames(problem, steps)?.into_iter().map(|frame| frame.coordinates(self.coordinates));
            let pace = (LENGTH / (steps.len() as u16).max(1)).clamp(FASTEST, PACE);
            let cell = GIF_CELL.min(GIF_SIDE / problem.side());
            let animation = Animation::new(frames.collect(), pace)?;
            if let Some(file) = self.svg {
                file.write(animation.svg().as_bytes())?;
            }
            if let Some(file) = self.gif {
                file.write(&animation.gif(cell)?)?;
            }
        }
        if let Some(file) = self.html {
            let mut data = problem.page();
            let steps = steps.iter().map(|&step| problem.packed(step)).collect();
            data.0.extend([("complete", json!(end == End::Complete)), ("steps", steps)]);
            let data = serde_json::to_string(&data).map_err(io::Error::from)?;
            let page = trace::page(&problem.title(), &data);
            file.write(page.as_bytes())?;
        }
        Ok(())
    }
}

/// The start, then the board after each step.
fn frames<T: Traced>(problem: &T, steps: &[T::Step]) -> Result<Vec<Picture>, crate::Error> {
    let mut state = problem.start();
    let mut frames = vec![problem.picture(None, &state)?];
    for &step in steps {
        problem.apply(step, &mut state);
        frames.push(problem.picture(Some(step), &state)?);
    }
    Ok(frames)
}

/// The number of steps, or `most` where there are more.
fn steps_up_to<T: Traced>(problem: &T, extent: Extent, most: u64) -> u64 {
    let mut tally = Tally::default();
    for step in problem.steps() {
        if tally.steps == most || !extent.goes_on(&tally) {
            break;
        }
        tally.add(T::kind(step));
    }
    tally.steps
}

/// Refuses a name whose extension is another option's.
fn check_extension(option: &str, path: &Path) -> Result<(), Failure> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let other = ["svg", "gif", "html"].into_iter().find(|other| extension.eq_ignore_ascii_case(other));
    match other.filter(|&other| other != option) {
        Some(other) => Err(Failure::Usage(format!(
            "'{}' cannot be the file of --{option}: use --{other} for it",
            path.display()
        ))),
        None => Ok(()),
    }
}

/// Whether squares are called by their names: where the user did, or asked for it.
pub fn wants_names<'a>(wanted: &Trace, mut typed: impl Iterator<Item = &'a String>) -> bool {
    let is_name = |text: &String| {
        let mut characters = text.chars();
        let is_letter = characters.next().is_some_and(|first| first.is_ascii_alphabetic());
        is_letter && characters.next().is_some_and(|second| second.is_ascii_digit())
    };
    wanted.labels.coordinates == Some(CoordinateStyle::Names) || typed.any(is_name)
}
