//! Agreement with the published counts.

use super::table::{Cell, Tone};
use crate::known::{self, Published};
use std::collections::BTreeSet;

/// What was compared so far.
#[derive(Debug, Default)]
pub struct Verdicts {
    /// Numbers that are as published.
    pub agreeing: usize,
    /// The others, each in one sentence.
    pub differing: Vec<String>,
    sources: BTreeSet<&'static str>,
}

impl Verdicts {
    /// Compares the numbers of a row: each with its name and what was published. Gives the row's verdict.
    pub fn compare(&mut self, numbers: impl Iterator<Item = (String, u128, Published)>) -> Cell {
        let (mut any, mut wrong) = (false, None);
        for (what, count, published) in numbers {
            any = true;
            self.sources.insert(published.source);
            match known::compare(&what, count, published) {
                Ok(()) => self.agreeing += 1,
                Err(difference) => {
                    wrong = wrong.or(Some(published.source));
                    self.differing.push(difference.to_string());
                }
            }
        }
        match wrong {
            Some(source) => Cell::new(format!("DIFFERS from {source}"), Tone::Bad),
            None if any => Cell::new("✓ agrees", Tone::Good),
            None => Cell::new("none", Tone::Faint),
        }
    }

    /// A sentence for the reader.
    pub fn sentence(&self) -> String {
        let sources = self.sources.iter().copied().collect::<Vec<_>>().join("; ");
        match (self.agreeing, self.differing.len()) {
            (0, 0) => "Nothing here has a published number to compare with.".to_owned(),
            (agreeing, 0) => {
                format!(
                    "All {agreeing} numbers that were published agree with what was published ({sources})."
                )
            }
            (agreeing, differing) => {
                format!("{differing} of {} published numbers DIFFER ({sources}).", agreeing + differing)
            }
        }
    }
}
