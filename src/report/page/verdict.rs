//! Agreement with the published counts.

use super::table::{Table, TableCell, Tone};
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
    pub fn compare(&mut self, numbers: impl Iterator<Item = (String, u128, Published)>) -> TableCell {
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
            Some(source) => TableCell::new(format!("DIFFERS from {source}"), Tone::Bad),
            None if any => TableCell::new("✓ agrees", Tone::Good),
            None => TableCell::new("none", Tone::Faint),
        }
    }

    /// A sentence for the reader.
    pub fn sentence(&self) -> String {
        match (self.agreeing, self.differing.len()) {
            (0, 0) => "Nothing here has a published number to compare with.".to_owned(),
            (agreeing, 0) => format!("All {agreeing} numbers that have a published one agree with it."),
            (agreeing, differing) => {
                format!("{differing} of {} numbers DIFFER from the published ones.", agreeing + differing)
            }
        }
    }

    /// Where the published numbers stand.
    pub fn sources(&self) -> Table {
        let mut table = Table::new(["compared with"]);
        self.sources.iter().for_each(|source| table.row(vec![(*source).into()]));
        table
    }
}
