//! The map in a file: made once, then the next question is answered at once.
//!
//! ```text
//! vuelta-map format=1 board=__ooo/... goal=[3,3] class=9 pegs=1..32 words=181234
//! the words of all levels, from the goal's up, eight bytes each, lowest byte first
//! CRC-32 of all that stands before, four bytes, lowest byte first
//! ```
//!
//! Nothing depends on the machine or its instruction set. The words are those of the dense engine's ranks: a change of
//! these, or of the order of the partitions, needs a new format number.

use super::super::dense::{Backward, Places};
use super::Winnable;
use crate::Error;
use crate::senku::{Game, Goal, HoleSet};
use crate::text::shown;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use thiserror::Error as ThisError;

const NAME: &str = "vuelta-map";
const FORMAT: &str = "1";
/// A header is shorter: the board, a position as its goal, and some words.
const LONGEST_HEADER: u64 = 1 << 14;
/// Bytes of the checksum.
const CRC: usize = 4;

/// Why a map's file cannot be used.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum MapError {
    /// The file is something else.
    #[error("'{path}' is not a map of winnable positions, and is left as it is; name another file")]
    NoMap {
        /// The file.
        path: String,
    },
    /// The file is not as it was written.
    #[error("the map '{path}' is damaged: {what}; delete it to have it made again")]
    Damaged {
        /// The file.
        path: String,
        /// The fault.
        what: &'static str,
    },
    /// Another version of the program wrote it.
    #[error(
        "the map '{path}' is of format {version}, and this version of vuelta reads format {FORMAT}; name another file"
    )]
    Version {
        /// The file.
        path: String,
        /// The format's number.
        version: String,
    },
    /// The map is of another game.
    #[error(
        "the map '{path}' belongs to another game: its {field} is {found}, not {wanted}; name another file"
    )]
    Foreign {
        /// The file.
        path: String,
        /// The field that differs.
        field: &'static str,
        /// The map's value.
        found: String,
        /// The game's value.
        wanted: String,
    },
    /// The file could not be read.
    #[error("the map '{path}' could not be read: {source}")]
    File {
        /// The file.
        path: String,
        /// The operating system's error.
        source: io::Error,
    },
}

/// The header's fields about the game, in order: a name and a word each.
fn about(game: &Game) -> [(&'static str, String); 3] {
    let board = game.board();
    let word = |pegs| board.diagram(pegs).trim_end().replace(' ', "_").replace('\n', "/");
    let goal = match game.goal() {
        Goal::Any => "any".to_owned(),
        Goal::Hole(hole) => board.square(hole).to_string(),
        Goal::Position(pegs) => word(pegs),
    };
    let class = board.invariants().class(game.start());
    [("board", word(HoleSet::EMPTY)), ("goal", goal), ("class", class.to_string())]
}

impl Winnable {
    /// Writes the map.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut out = Summed { out, crc: crc32fast::Hasher::new() };
        let words = about(&self.game).map(|(name, word)| format!("{name}={word}")).join(" ");
        let number: usize = self.levels.iter().map(|marks| marks.words.len()).sum();
        let (least, most) = (self.least, self.most);
        out.put(format!("{NAME} format={FORMAT} {words} pegs={least}..{most} words={number}\n").as_bytes())?;
        for marks in &self.levels {
            let bytes: Vec<u8> = marks.words.iter().flat_map(|word| word.to_le_bytes()).collect();
            out.put(&bytes)?;
        }
        let crc = out.crc.finalize();
        out.out.write_all(&crc.to_le_bytes())?;
        out.out.flush()
    }

    /// The map of this game in a file; `None` where there is no such file. `memory_limit` is for the numbers of solutions.
    ///
    /// # Errors
    /// [`Error::Map`].
    pub fn load(path: &Path, game: &Game, memory_limit: u64) -> Result<Option<Self>, Error> {
        let failed = |source| MapError::File { path: path.display().to_string(), source };
        match File::open(path) {
            Ok(file) if file.metadata().is_ok_and(|there| there.is_dir()) => {
                Err(failed(io::ErrorKind::IsADirectory.into()).into())
            }
            Ok(file) => Winnable::read(&mut BufReader::new(file), path, game, memory_limit).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(failed(error).into()),
        }
    }

    fn read(file: &mut dyn BufRead, path: &Path, game: &Game, memory_limit: u64) -> Result<Self, Error> {
        let name = || path.display().to_string();
        let failed = |source| MapError::File { path: name(), source };
        let damaged = |what| MapError::Damaged { path: name(), what };
        let mut header = vec![];
        Read::take(&mut *file, LONGEST_HEADER).read_until(b'\n', &mut header).map_err(failed)?;
        let line = std::str::from_utf8(&header).ok().and_then(|text| text.strip_suffix('\n'));
        let mut words = line.unwrap_or_default().split(' ');
        if words.next() != Some(NAME) {
            return Err(MapError::NoMap { path: name() }.into());
        }
        let mut value = |field: &str| {
            let word = words.next().and_then(|word| word.strip_prefix(field)?.strip_prefix('='));
            word.ok_or_else(|| damaged("its first line is not as it was written"))
        };
        let version = value("format")?;
        if version != FORMAT {
            return Err(MapError::Version { path: name(), version: shown(version) }.into());
        }
        for (field, wanted) in about(game) {
            let found = value(field)?;
            if found != wanted {
                let (path, found) = (name(), shown(found));
                return Err(MapError::Foreign { path, field, found, wanted: shown(&wanted) }.into());
            }
        }
        let (pegs, number) = (value("pegs")?, value("words")?);
        let (_, most) = pegs.split_once("..").ok_or_else(|| damaged("it does not say how far it goes"))?;
        let most = most.parse().map_err(|_| damaged("it does not say how far it goes"))?;
        let backward = Backward::new(game, Some(most));
        let found = backward.least().map(|least| (Places::new(&backward), least));
        let mut levels = match &found {
            Some((places, least)) => (*least..=backward.most()).map(|pegs| places.unmarked(pegs)).collect(),
            None => vec![],
        };
        let length: usize = levels.iter().map(|marks| marks.words.len()).sum();
        let range = format!("{}..{}", backward.least().unwrap_or(0), backward.most());
        if pegs != range || number != length.to_string() {
            return Err(damaged("its levels are not those of its board").into());
        }
        let mut crc = crc32fast::Hasher::new();
        crc.update(&header);
        for marks in &mut levels {
            let mut bytes = vec![0; 8 * marks.words.len()];
            file.read_exact(&mut bytes).map_err(|_| damaged("it ends too early"))?;
            crc.update(&bytes);
            for (word, bytes) in marks.words.iter_mut().zip(bytes.as_chunks::<8>().0) {
                *word = u64::from_le_bytes(*bytes);
            }
        }
        let mut end = vec![];
        Read::take(&mut *file, CRC as u64 + 1).read_to_end(&mut end).map_err(failed)?;
        if end != crc.finalize().to_le_bytes() {
            return Err(damaged("its checksum does not fit").into());
        }
        Ok(Winnable::new(game, backward.most(), found, levels, memory_limit))
    }
}

/// Writes and takes the checksum.
struct Summed<'a> {
    out: &'a mut dyn Write,
    crc: crc32fast::Hasher,
}

impl Summed<'_> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.crc.update(bytes);
        self.out.write_all(bytes)
    }
}
