//! The files of a trace: animations and the page. Opened before the first step, written after the last.

use super::Traced;
use super::tally::End;
use crate::args::Trace;
use crate::failure::Failure;
use crate::pictures::{GIF_CELL, PictureFiles, check_extension, needs_picture};
use crate::session::Session;
use serde_json::json;
use std::io;
use vuelta_picture::{Coordinates, Language, Picture, trace};
use vuelta_records::{Draft, Fields, grouped};

/// The most steps of an animation, and of a page.
const MOST_FRAMES: usize = 2_000;
const MOST_STEPS: usize = 200_000;
/// The time per step in hundredths of a second. Animations of many steps are faster, down to `FASTEST`.
const PACE: u16 = 80;
const FASTEST: u16 = 10;
/// The length of an animation in hundredths of a second, as far as the pace allows.
const LENGTH: u16 = 6_000;
/// The most pixels across a GIF.
const GIF_SIDE: u32 = 640;

/// The files that were asked for.
pub struct Files {
    animations: PictureFiles,
    html: Option<Draft>,
    /// The option whose file has the fewest steps, and the most that it can have; `None` without files.
    limit: Option<(&'static str, usize)>,
    language: Language,
}

impl Files {
    /// Opens the files.
    pub fn open(wanted: &Trace, session: &mut Session<'_>) -> Result<Self, Failure> {
        let Trace { svg, gif, html, .. } = wanted;
        let coordinates = wanted.labels.coordinates;
        let mut limit = None;
        for (option, path, most) in
            [("svg", svg, MOST_FRAMES), ("gif", gif, MOST_FRAMES), ("html", html, MOST_STEPS)]
        {
            let Some(path) = path else { continue };
            check_extension(option, path, &["svg", "gif", "html"])?;
            limit = limit.or(Some((option, most)));
        }
        needs_picture(coordinates.is_some() && limit.is_none(), "--coordinates", "--svg")?;
        let animations = PictureFiles::of_options([("svg", svg), ("gif", gif)], coordinates, session)?;
        let html = html.as_deref().map(|path| session.open(path)).transpose()?;
        Ok(Files { animations, html, limit, language: wanted.words.lang })
    }

    /// Whether no file was asked for.
    pub fn is_empty(&self) -> bool {
        self.limit.is_none()
    }

    /// Refuses more steps than one of the files can have.
    pub fn check_number(&self, steps: usize) -> Result<(), Failure> {
        match self.limit {
            Some((option, most)) if steps > most => Err(usage!(
                "the trace has more than {} steps, too many for --{option}; shorten it with --limit or --steps",
                grouped(most as u128)
            )),
            _ => Ok(()),
        }
    }

    /// Draws the steps into the files.
    pub fn write<T: Traced>(self, problem: &T, steps: &[T::Step], end: End) -> Result<(), Failure> {
        let pace = (LENGTH / (steps.len() as u16).max(1)).clamp(FASTEST, PACE);
        let cell = GIF_CELL.min(GIF_SIDE / problem.side());
        self.animations.animate(pace, cell, || frames(problem, steps, self.language))?;
        if let Some(file) = self.html {
            let mut data = problem.page();
            let steps = steps.iter().map(|&step| problem.packed(step)).collect();
            data.extend([("complete", json!(end == End::Complete)), ("steps", steps)]);
            let data = serde_json::to_string(&Fields::new(data)).map_err(io::Error::from)?;
            let page = trace::page(&problem.title(self.language), &data, self.language);
            file.write(page.as_bytes())?;
        }
        Ok(())
    }
}

/// The board at the start and after each step.
fn frames<T: Traced>(
    problem: &T,
    steps: &[T::Step],
    language: Language,
) -> Result<Vec<Picture>, vuelta::Error> {
    let mut state = problem.start();
    let mut frames = vec![problem.picture(None, &state, language)?];
    for &step in steps {
        problem.apply(step, &mut state);
        frames.push(problem.picture(Some(step), &state, language)?);
    }
    Ok(frames)
}

/// Whether squares are printed by name: if the user typed names, or asked for them.
pub fn wants_names<'a>(wanted: &Trace, mut typed: impl Iterator<Item = &'a String>) -> bool {
    let is_name = |text: &String| match text.as_bytes() {
        [first, second, ..] => first.is_ascii_alphabetic() && second.is_ascii_digit(),
        _ => false,
    };
    wanted.labels.coordinates == Some(Coordinates::Names) || typed.any(is_name)
}
