//! Files that are whole or not there: what is written stands in a draft beside its place until it is complete.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf, is_separator};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use tempfile::{Builder, NamedTempFile, PersistError};
use thiserror::Error;
use vuelta::base::place::place;
use vuelta::base::text::not_written;

/// Drafts are hidden, and say whose they are: one that a SIGKILL left behind may be deleted.
const PREFIX: &str = ".vuelta-";
const SUFFIX: &str = ".draft";
/// On Windows a file cannot be replaced while another program has it open, or looks at the draft, as virus scanners do.
/// The replacement is tried again this often, at this interval.
const TRIES: u32 = if cfg!(windows) { 20 } else { 0 };
const BETWEEN_TRIES: Duration = Duration::from_millis(50);

/// Why results could not be exported.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The file's name says no format.
    #[error("'{0}' must end in .json, .csv or .md, which sets the format")]
    Format(PathBuf),
    /// The file could not be created or written.
    #[error("'{}' could not be written: {}", .0.display(), not_written(.1))]
    Write(PathBuf, io::Error),
    /// A partial result would replace a complete one.
    #[error("'{0}' holds a complete count of {1}; a partial one replaces it only with --force")]
    Complete(PathBuf, String),
}

/// A file that will be written. Until then the one that is there stays as it is, whatever happens; a draft that is
/// dropped leaves nothing behind.
///
/// The draft is made at once, so that a place that cannot be written is found before the work. What is no regular file
/// (a terminal, a pipe, `/dev/null`), or what standard output or standard error go to already, has no draft: it
/// is written through. A link stays, and the file that it leads to is replaced; that keeps its permissions.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    target: Target,
}

#[derive(Debug)]
enum Target {
    Beside { draft: NamedTempFile, target: PathBuf },
    Through(File),
}

/// The drafts of this process that were made and not yet filled.
static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(vec![]);

fn open_drafts() -> MutexGuard<'static, Vec<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the drafts that are open: for a process that ends by force, which drops nothing.
pub fn remove_drafts() {
    // The thread that ends the process may hold the list itself, when it has no memory to extend it.
    let wait = || thread::sleep(Duration::from_millis(1));
    let list = (0..100).find_map(|_| OPEN.try_lock().map_err(|_| wait()).ok());
    for draft in list.into_iter().flat_map(|mut list| std::mem::take(&mut *list)) {
        fs::remove_file(draft).ok();
    }
}

impl Draft {
    /// Makes the draft of the file at `path`.
    ///
    /// # Errors
    /// [`ExportError::Write`] where a file could not be put there.
    pub fn open(path: &Path) -> Result<Self, ExportError> {
        let target = Target::of(path).map_err(|error| ExportError::Write(path.to_owned(), error))?;
        Ok(Draft { path: path.to_owned(), target })
    }

    /// The file's name, as it was given.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file that will be replaced: two drafts of the same one are a mistake. Nothing where there is no draft.
    #[must_use]
    pub fn target(&self) -> Option<&Path> {
        match &self.target {
            Target::Beside { target, .. } => Some(target),
            Target::Through(_) => None,
        }
    }

    /// Writes all there is to write, and puts the file in its place.
    ///
    /// # Errors
    /// [`ExportError::Write`]; then the earlier file is still there. Where only that could not be replaced, the draft is kept
    /// and the error names it.
    pub fn write(self, contents: &[u8]) -> Result<(), ExportError> {
        self.fill(|file| file.write_all(contents))
    }

    /// Writes a file whose contents are produced piece by piece.
    ///
    /// # Errors
    /// [`ExportError::Write`] with what `contents` says, or as [`write`](Self::write).
    pub fn fill(self, contents: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), ExportError> {
        let written = match self.target {
            Target::Through(mut file) => contents(&mut file),
            Target::Beside { mut draft, target } => {
                let whole = contents(draft.as_file_mut()).and_then(|()| draft.as_file().sync_all());
                open_drafts().retain(|open| open != draft.path());
                whole.and_then(|()| put_in_place(draft, &target))
            }
        };
        written.map_err(|error| ExportError::Write(self.path, error))
    }
}

/// Puts a whole draft in the place of the file, or keeps it and says where it is: it may be the result of days.
fn put_in_place(mut draft: NamedTempFile, target: &Path) -> io::Result<()> {
    let mut tries = TRIES;
    loop {
        let PersistError { error, file } = match draft.persist(target) {
            Ok(_) => return Ok(()),
            Err(error) => error,
        };
        if tries == 0 || error.kind() != io::ErrorKind::PermissionDenied {
            let Ok((_, kept)) = file.keep() else { return Err(error) };
            let kept = kept.display().to_string();
            let kept = kept.strip_prefix(r"\\?\").unwrap_or(&kept);
            return Err(io::Error::other(format!("{error}; the result is kept in '{kept}'")));
        }
        (draft, tries) = (file, tries - 1);
        thread::sleep(BETWEEN_TRIES);
    }
}

impl Target {
    fn of(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(there) => match standard_stream(&there) {
                Some(stream) => Ok(Target::Through(stream)),
                // Asks whether it may be written, and leaves it as it is.
                None => match OpenOptions::new().write(true).open(path)? {
                    _ if there.is_file() => Target::beside(fs::canonicalize(path)?, Some(&there)),
                    device => Ok(Target::Through(device)),
                },
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Target::beside(new_target(path)?, None),
            // Windows says nothing about its devices (NUL, CON), but they can be written.
            Err(error) => OpenOptions::new().write(true).open(path).map(Target::Through).map_err(|_| error),
        }
    }

    fn beside(target: PathBuf, there: Option<&Metadata>) -> io::Result<Self> {
        let folder = target.parent().ok_or(io::ErrorKind::IsADirectory)?;
        let mut builder = Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less the umask
        // The error as it is: the name of a draft would say nothing to the user.
        let draft = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
        if let Some(there) = there {
            #[cfg(unix)]
            {
                use std::os::unix::fs::{MetadataExt, fchown};
                // Only root may give a file away; elsewhere it is the user's own from now on.
                fchown(draft.as_file(), Some(there.uid()), Some(there.gid())).ok();
            }
            draft.as_file().set_permissions(there.permissions())?;
        }
        open_drafts().push(draft.path().to_owned());
        Ok(Target::Beside { draft, target })
    }
}

/// The place of a file that is not there yet: where links lead, in a folder that is there.
fn new_target(path: &Path) -> io::Result<PathBuf> {
    if path.as_os_str().as_encoded_bytes().last().is_some_and(|&last| is_separator(last.into())) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    place(path)
}

/// The standard stream that goes to this very file: what is written to it there stands after what was written before.
#[cfg(unix)]
fn standard_stream(there: &Metadata) -> Option<File> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let (out, err) = (io::stdout(), io::stderr());
    [out.as_fd(), err.as_fd()].into_iter().find_map(|stream| {
        let file = File::from(stream.try_clone_to_owned().ok()?);
        let ours = file.metadata().ok()?;
        ((ours.dev(), ours.ino()) == (there.dev(), there.ino())).then_some(file)
    })
}

#[cfg(not(unix))]
fn standard_stream(_: &Metadata) -> Option<File> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(unix)]
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|item| item.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_draft_that_cannot_take_its_place_is_kept_and_named() {
        let folder = folder();
        let path = folder.path().join("result.json");
        let draft = Draft::open(&path).unwrap();
        fs::create_dir(&path).unwrap();
        let error = draft.write(b"42").unwrap_err().to_string();
        let (_, kept) = error.split_once("kept in '").unwrap();
        assert_eq!(fs::read_to_string(kept.trim_end_matches('\'')).unwrap(), "42", "{error}");
    }

    #[cfg(windows)]
    #[test]
    fn a_file_that_another_program_has_open_is_not_replaced_and_nothing_is_lost() {
        use std::os::windows::fs::OpenOptionsExt;
        let folder = folder();
        let path = folder.path().join("open.csv");
        fs::write(&path, "old").unwrap();
        let draft = Draft::open(&path).unwrap();
        // As spreadsheets do: others may read it, and nothing else.
        let other = File::options().read(true).share_mode(1).open(&path).unwrap();
        let error = draft.write(b"new").unwrap_err().to_string();
        assert!(error.contains("the result is kept in '"), "{error}");
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), names(folder.path()).len()), ("old", 2));
        // Before the work it is refused at once.
        assert!(Draft::open(&path).is_err());
        drop(other);
        Draft::open(&path).unwrap().write(b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_usual_permissions_and_an_old_one_keeps_its_own() {
        let folder = folder();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let (usual, ours) = (folder.path().join("usual"), folder.path().join("ours"));
        File::create(&usual).unwrap();
        Draft::open(&ours).unwrap().write(b"").unwrap();
        assert_eq!(mode(&ours), mode(&usual));
        fs::set_permissions(&ours, PermissionsExt::from_mode(0o640)).unwrap();
        Draft::open(&ours).unwrap().write(b"").unwrap();
        assert_eq!(mode(&ours), 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_and_lead_to_the_new_file() {
        let folder = folder();
        fs::create_dir(folder.path().join("deeper")).unwrap();
        let (link, file) = (folder.path().join("link"), folder.path().join("deeper/file"));
        symlink("deeper/file", &link).unwrap();
        for contents in ["new", "newer"] {
            let draft = Draft::open(&link).unwrap();
            assert_eq!(
                draft.target(),
                Some(fs::canonicalize(folder.path()).unwrap().join("deeper/file").as_path())
            );
            draft.write(contents.as_bytes()).unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(fs::read_to_string(&file).unwrap(), contents);
        }
        assert_eq!(names(folder.path()), ["deeper", "link"]);
        symlink("circle", folder.path().join("circle")).unwrap();
        assert!(Draft::open(&folder.path().join("circle")).is_err());
    }

    #[test]
    fn places_that_cannot_be_written_are_found_at_once() {
        let folder = folder();
        for name in ["", ".", "..", "no/such/folder", "new/"] {
            assert!(Draft::open(&folder.path().join(name)).is_err(), "{name}");
        }
        assert!(Draft::open(Path::new("")).is_err());
        // Wine says that there is no such file.
        assert!(cfg!(windows) || Draft::open(&folder.path().join("x".repeat(300))).is_err());
        assert_eq!(names(folder.path()), [""; 0]);
    }
}
