//! Files named by the user, standard input, and on Windows the files that match a pattern.

use super::failure::Failure;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The largest file in bytes. Boards and lists of jumps are smaller: the largest, of 1,000 queens in colours, has 30 MiB.
const LARGEST_FILE: u64 = 1 << 26;

/// Reads the file of this name; `-` is standard input.
pub fn read(name: impl AsRef<Path>) -> Result<Vec<u8>, Failure> {
    let name = name.as_ref();
    let failed = |error| Failure::Read(name.display().to_string(), error);
    let reader: Box<dyn Read> = if name == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(std::fs::File::open(name).map_err(failed)?)
    };
    let mut contents = vec![];
    reader.take(LARGEST_FILE + 1).read_to_end(&mut contents).map_err(failed)?;
    if contents.len() as u64 > LARGEST_FILE {
        return Err(usage!(
            "'{}' is larger than 64 MiB, so it is neither a board nor a list of jumps",
            name.display()
        ));
    }
    Ok(contents)
}

/// The files of these names. On Windows shells pass `shard-*.ledger` to the program unchanged.
#[cfg(windows)]
pub fn matching(names: &[PathBuf]) -> Vec<PathBuf> {
    let files = |name: &PathBuf| {
        let pattern = name.to_str().filter(|name| !name.starts_with(r"\\?\") && name.contains(['*', '?']));
        let found = pattern.and_then(|pattern| glob::glob(pattern).ok()).into_iter().flatten();
        let found: Vec<PathBuf> = found.filter_map(Result::ok).collect();
        // A pattern without matches is reported when it cannot be read.
        if found.is_empty() { vec![name.clone()] } else { found }
    };
    names.iter().flat_map(files).collect()
}

/// The files of these names; the shell has already expanded patterns.
#[cfg(not(windows))]
pub fn matching(names: &[PathBuf]) -> Vec<PathBuf> {
    names.to_vec()
}
