//! The map in a file, so that it is made only once.
//!
//! ```text
//! vuelta-map format=3 board=__ooo/... goal=[3,3] class=9 pegs=1..32 words=181234
//! the words of all levels, from the goal's up, eight bytes each, lowest byte first
//! CRC-32 of everything before it, four bytes, lowest byte first
//! ```
//!
//! Nothing depends on the machine or its instruction set. The words follow the dense engine's ranks: a change of the
//! ranks or of the order of the partitions needs a new format number.

use super::Winnable;
use super::error::{FORMAT, MapError};
use crate::Error;
use crate::senku::dense::{Backward, PositionIndex};
use crate::senku::{Game, HoleSet};
use crate::text::shown;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

const NAME: &str = "vuelta-map";
/// A bound on the header's length: the board, a position as its goal, and some words.
const LONGEST_HEADER: u64 = 1 << 14;
/// Bytes of the checksum.
const CRC: usize = 4;

/// The header's fields about the game, in order: name and value.
fn about(game: &Game) -> [(&'static str, String); 3] {
    let board = game.board();
    let class = board.invariants().class(game.start());
    let empty = board.diagram_word(HoleSet::EMPTY);
    [("board", empty), ("goal", game.goal_word()), ("class", class.to_string())]
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
        let (least, most) = (self.index.as_ref().map_or(0, |(_, least)| *least), self.most);
        out.put(format!("{NAME} format={FORMAT} {words} pegs={least}..{most} words={number}\n").as_bytes())?;
        for marks in &self.levels {
            let bytes: Vec<u8> = marks.words.iter().flat_map(|word| word.to_le_bytes()).collect();
            out.put(&bytes)?;
        }
        let crc = out.crc.finalize();
        out.out.write_all(&crc.to_le_bytes())?;
        out.out.flush()
    }

    /// Reads the map of this game from a file; `None` if the file does not exist. `memory_limit` bounds the table of
    /// numbers of solutions, in bytes.
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
            word.ok_or_else(|| damaged("its first line has been changed"))
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
        let (_, most) = pegs.split_once("..").ok_or_else(|| damaged("its number of pegs is missing"))?;
        let most = most.parse().map_err(|_| damaged("its number of pegs is missing"))?;
        let backward = Backward::new(game, Some(most));
        let found = backward.least().map(|least| (PositionIndex::new(&backward), least));
        let mut levels = match &found {
            Some((index, least)) => (*least..=backward.most()).map(|pegs| index.unmarked(pegs)).collect(),
            None => vec![],
        };
        let length: usize = levels.iter().map(|marks| marks.words.len()).sum();
        let range = format!("{}..{}", backward.least().unwrap_or(0), backward.most());
        if pegs != range || number != length.to_string() {
            return Err(damaged("its levels do not match its board").into());
        }
        let mut crc = crc32fast::Hasher::new();
        crc.update(&header);
        for marks in &mut levels {
            let mut bytes = vec![0; 8 * marks.words.len()];
            file.read_exact(&mut bytes).map_err(|_| damaged("it is cut short"))?;
            crc.update(&bytes);
            for (word, bytes) in marks.words.iter_mut().zip(bytes.as_chunks::<8>().0) {
                *word = u64::from_le_bytes(*bytes);
            }
        }
        let mut end = vec![];
        Read::take(&mut *file, CRC as u64 + 1).read_to_end(&mut end).map_err(failed)?;
        if end != crc.finalize().to_le_bytes() {
            return Err(damaged("its checksum does not match").into());
        }
        Ok(Winnable::new(game, backward.most(), found, levels, memory_limit))
    }
}

/// A writer that computes the checksum.
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
