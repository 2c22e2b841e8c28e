//! The results in a folder: every .json file in it and in its subfolders, in the order of their names.

use crate::Record;
use crate::read::{Found, found};
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;
use vuelta::Error;
use vuelta::base::reading::decoded;
use walkdir::{DirEntry, WalkDir};

/// The largest file that is read, in bytes. Results are far smaller.
const LARGEST_FILE: u64 = 64 << 20;

/// The counts found in a folder.
#[derive(Debug, Default)]
pub struct Results {
    /// The counts.
    pub counts: Vec<Record>,
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
    /// The folder has no count.
    #[error(
        "the folder '{0}' holds no counts in JSON: `vuelta queens count 8-12 --export {0}/queens.json` would put some there"
    )]
    Empty(String),
    /// It is not a folder.
    #[error(transparent)]
    Input(#[from] Error),
}

impl Results {
    /// Reads the counts of a folder and the folders in it: files that end in `.json`, `.jsonl` or `.ndjson`, as
    /// `--export` and `--json` write them. Names that begin with a dot and links to folders are skipped. A damaged file, or
    /// one without results, is left out with a warning.
    ///
    /// # Errors
    /// [`ResultsError`] if it is not a folder, cannot be read, or holds no results.
    pub fn read(folder: &Path) -> Result<Self, ResultsError> {
        let kind = folder.metadata().map_err(|error| ResultsError::Read(folder.to_owned(), error))?;
        if !kind.is_dir() {
            let error = "is a file, not a folder; name the folder that holds the results";
            return Err(Error::input(format!("'{}' {error}", folder.display())).into());
        }
        let mut results = Results::default();
        let is_shown = |item: &DirEntry| !item.file_name().as_encoded_bytes().starts_with(b".");
        let items = WalkDir::new(folder).sort_by_file_name().into_iter();
        for item in items.filter_entry(|item| item.depth() == 0 || is_shown(item)) {
            match item {
                Ok(item) if item.path().is_file() && is_result(item.path()) => {
                    results.add(folder, item.path());
                }
                Ok(_) => {}
                Err(error) => results.warnings.push(format!("a folder is left out: {error}")),
            }
        }
        if results.counts.is_empty() {
            return Err(ResultsError::Empty(folder.display().to_string()));
        }
        Ok(results)
    }

    /// Adds what a file holds, and a warning if some of it is left out.
    fn add(&mut self, folder: &Path, path: &Path) {
        let Found { records, trouble } = match text(path) {
            Ok(text) => found(&text),
            Err(error) => Found { records: vec![], trouble: Some(format!("it could not be read ({error})")) },
        };
        if let Some(trouble) = trouble {
            let name = path.strip_prefix(folder).unwrap_or(path).display();
            let how = if records.is_empty() { "left out" } else { "read in part" };
            self.warnings.push(format!("'{name}' is {how}: {trouble}"));
        }
        self.files += usize::from(!records.is_empty());
        self.counts.extend(records);
    }
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
