//! The files that a run will write: each is opened before the work, and none of them twice.

use super::failure::Failure;
use crate::place::place;
use crate::report::Draft;
use std::path::{Path, PathBuf};

/// The files that are spoken for.
#[derive(Debug, Default)]
pub struct Outputs(Vec<PathBuf>);

impl Outputs {
    /// The draft of the file at `path`, which nothing else of this run writes.
    pub fn open(&mut self, path: &Path) -> Result<Draft, Failure> {
        let draft = Draft::open(path)?;
        if let Some(target) = draft.target() {
            if self.0.iter().any(|taken| taken == target) {
                return Err(Failure::Usage(format!(
                    "'{}' would be written twice: each output needs a file of its own",
                    path.display()
                )));
            }
            self.0.push(target.to_owned());
        }
        Ok(draft)
    }

    /// Takes note of a ledger, which is opened elsewhere: nothing else is to replace it. Where its folder is not
    /// there, that will be said when it is opened.
    pub fn reserve(&mut self, ledger: &Path) {
        self.0.extend(place(ledger));
    }
}
