//! Agreement with published counts.

use super::table::{Table, TableCell, Tone};
use crate::known::{self, Published};
use std::collections::BTreeSet;

/// What was compared so far.
#[derive(Debug, Default)]
pub struct Verdicts {
    /// Numbers that are as published.
    pub agreeing: usize,
    /// Numbers that match one derived from published numbers.
    pub derived: usize,
    /// The others, each in one sentence.
    pub differing: Vec<String>,
    sources: BTreeSet<String>,
}

impl Verdicts {
    /// Compares the numbers of a row, each with its name and its published value. Returns the row's verdict.
    pub fn compare(&mut self, numbers: impl Iterator<Item = (String, u128, Published)>) -> TableCell {
        let (mut any, mut derived, mut wrong) = (false, false, None);
        for (what, count, published) in numbers {
            any |= !published.is_derived;
            derived |= published.is_derived;
            self.sources.insert(published.citation());
            match known::compare(&what, count, published) {
                Ok(()) if published.is_derived => self.derived += 1,
                Ok(()) => self.agreeing += 1,
                Err(difference) => {
                    wrong = wrong.or(Some(published.citation()));
                    self.differing.push(difference.to_string());
                }
            }
        }
        match wrong {
            Some(source) => TableCell::new(format!("DIFFERS from {source}"), Tone::Bad),
            None if any => TableCell::new("✓ agrees", Tone::Good),
            None if derived => TableCell::new("✓ as derived", Tone::Good),
            None => TableCell::new("none", Tone::Faint),
        }
    }

    /// A sentence for the reader.
    pub fn sentence(&self) -> String {
        let derived = match self.derived {
            0 => String::new(),
            1 => " One more matches a value derived from published ones.".to_owned(),
            more => format!(" {more} more match values derived from published ones."),
        };
        match (self.agreeing, self.differing.len()) {
            (0, 0) if self.derived == 0 => "No count here has a published value.".to_owned(),
            (agreeing, 0) => format!("All {agreeing} counts with a published value match it.{derived}"),
            (agreeing, differing) => {
                let compared = agreeing + differing + self.derived;
                format!("{differing} of {compared} counts DIFFER from the published values.")
            }
        }
    }

    /// Where the published numbers stand.
    pub fn sources(&self) -> Table {
        let mut table = Table::new(["compared with"]);
        self.sources.iter().for_each(|source| table.row(vec![source.as_str().into()]));
        table
    }
}
