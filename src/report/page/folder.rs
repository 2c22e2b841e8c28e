//! The results in a folder: every .json file in it and in its subfolders, in the order of their names.

use super::counts::Counted;
use crate::Error;
use crate::reading::decoded;
use crate::report::read::{Estimated, Found, found};
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;
use walkdir::{DirEntry, WalkDir};

/// The largest file that is read, in bytes. Results are far smaller.
const LARGEST_FILE: u64 = 64 << 20;
/// The greatest depth of folders that is searched.
const DEEPEST: usize = 32;

/// The counts and the estimates found in a folder.
#[derive(Debug, Default)]
pub struct Results {
    pub(super) counts: Vec<Counted>,
    pub(super) estimates: Vec<Estimated>,
    /// Files that were left out, or read in part, and why.
    pub warnings: Vec<String>,
    /// The number of files with a count.
    pub files: usize,
}

/// Why there are no results.
#[derive(Debug, Error)]
pub enum ResultsError {
    /// The folder could not be read.
    #[error("the folder '{0}' could not be read: {1}")]
    Read(PathBuf, io::Error),
    /// The folder has neither a count nor an estimate.
    #[error(
        "the folder '{0}' holds no results in JSON: `vuelta queens count 8-12 --export {0}/queens.json` would put some there"
    )]
    Empty(String),
    /// It is not a folder.
    #[error(transparent)]
    Input(#[from] Error),
}

impl Results {
    /// Reads the counts of a folder and the folders in it: files that end in `.json`, `.jsonl` or `.ndjson`, as
    /// `--export` and `--json` write them. Names that begin with a dot and links to folders are skipped. A damaged file, or one without results, is left
    /// out with a warning.
    ///
    /// # Errors
    /// [`ResultsError`] if it is not a folder, cannot be read, or holds no results.
    pub fn read(folder: &Path) -> Result<Self, ResultsError> {
        let kind = folder.metadata().map_err(|error| ResultsError::Read(folder.to_owned(), error))?;
        if !kind.is_dir() {
            return Err(Error::input(format!(
                "'{}' is a file, not a folder; name the folder that holds the results",
                folder.display()
            ))
            .into());
        }
        let mut results = Results::default();
        let is_shown = |item: &DirEntry| !item.file_name().as_encoded_bytes().starts_with(b".");
        let items = WalkDir::new(folder).max_depth(DEEPEST).sort_by_file_name().into_iter();
        for item in items.filter_entry(|item| item.depth() == 0 || is_shown(item)) {
            match item {
                Ok(item) if item.path().is_file() && is_result(item.path()) => {
                    results.add(item.path(), &label(folder, item.path()));
                }
                Ok(_) => {}
                Err(error) if error.depth() == 0 => {
                    return Err(ResultsError::Read(folder.to_owned(), error.into()));
                }
                Err(error) => results.warnings.push(format!("a folder is left out: {error}")),
            }
        }
        if results.counts.is_empty() && results.estimates.is_empty() {
            return Err(ResultsError::Empty(folder.display().to_string()));
        }
        Ok(results)
    }

    /// Adds what a file holds, and a warning if some of it is left out.
    fn add(&mut self, path: &Path, label: &str) {
        let (found, trouble) = match text(path) {
            Ok(text) => {
                let Found { records, estimates, trouble } = found(&text);
                let any = !records.is_empty() || !estimates.is_empty();
                self.files += usize::from(!records.is_empty());
                self.counts.extend(records.into_iter().map(Counted::new));
                self.estimates.extend(estimates);
                (any, trouble)
            }
            Err(error) => (false, Some(format!("it could not be read ({error})"))),
        };
        if let Some(trouble) = trouble {
            let how = if found { "read in part" } else { "left out" };
            self.warnings.push(format!("'{label}' is {how}: {trouble}"));
        }
    }
}

/// The name of a file relative to the folder, with `/` on every system.
fn label(folder: &Path, file: &Path) -> String {
    let below = file.strip_prefix(folder).unwrap_or(file);
    below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn text(path: &Path) -> io::Result<String> {
    if path.metadata()?.len() > LARGEST_FILE {
        return Err(io::Error::other("it is larger than 64 MiB"));
    }
    let text = std::fs::read(path)?;
    decoded(&text, "file").map(Cow::into_owned).map_err(io::Error::other)
}

fn is_result(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    ["json", "jsonl", "ndjson"].iter().any(|known| extension.eq_ignore_ascii_case(known))
}
