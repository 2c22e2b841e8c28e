//! Canonical paths: a file with many names is known by one of them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The most links in a chain: more are circular.
const MOST_LINKS: usize = 40;

/// The path of the file without links. The file need not exist, as a link may lead to a future file; its folder must.
///
/// # Errors
/// The folder's errors, a path without a file name, and circular links.
pub fn place(path: &Path) -> io::Result<PathBuf> {
    let path = followed(path)?;
    let name = path.file_name().ok_or(io::ErrorKind::NotFound)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(fs::canonicalize(folder)?.join(name))
}

/// The path at the end of the file's own links; its folders remain as given.
///
/// # Errors
/// Circular links.
pub fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(link) => path = path.parent().unwrap_or(Path::new("")).join(link),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("its links lead in a circle"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn all_names_of_a_file_lead_to_one_place_before_it_exists_too() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("deeper")).unwrap();
        symlink("deeper", folder.path().join("folder")).unwrap();
        symlink("folder/file", folder.path().join("link")).unwrap();
        symlink("../link", folder.path().join("deeper/back")).unwrap();
        let expected = folder.path().join("deeper").canonicalize().unwrap().join("file");
        for _ in 0..2 {
            for name in ["deeper/file", "folder/file", "link", "folder/back", "folder/../deeper/file"] {
                assert_eq!(place(&folder.path().join(name)).unwrap(), expected, "{name}");
            }
            assert_eq!(followed(&folder.path().join("link")).unwrap(), folder.path().join("folder/file"));
            fs::write(&expected, "").unwrap();
        }
        symlink("circle", folder.path().join("circle")).unwrap();
        for name in ["circle", "no/such/folder", "deeper/.."] {
            assert!(place(&folder.path().join(name)).is_err(), "{name}");
        }
    }
}
