//! Folders for tests.

use std::path::{Path, PathBuf};

/// A folder of a test's own, which is removed with what is in it.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// An empty one; no two tests may give the same name.
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("vuelta-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// The path of a file in it.
    pub fn file(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.join(name)
    }

    /// How many files are in it.
    pub fn len(&self) -> usize {
        std::fs::read_dir(&self.0).unwrap().count()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}
