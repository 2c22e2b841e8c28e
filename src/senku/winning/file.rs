//! The map in a file, so that it is made only once.
//!
//! ```text
//! vuelta-map format=4 board=__ooo/... goal=[3,3] class=9 pegs=1..32 words=181234 ways=32
//! the words of all levels, from the goal's up, eight bytes each, lowest byte first
//! for each level of the table of solutions, from the goal's up (`ways` levels, or none): the bytes of a number, 8 or
//!     16, as one byte; the words of its positions; the numbers in the order of their bits
//! CRC-32 of everything before it, four bytes, lowest byte first
//! ```
//!
//! Nothing depends on the machine or its instruction set. The words follow the dense engine's ranks: a change of the
//! ranks or of the order of the partitions needs a new format number.

use super::bits::{Level, Side};
use super::map::{Found, Winnable, classes, most_pegs};
use super::ways::{LevelWays, Numbers, Ways};
use crate::Error;
use crate::base::error::map::{FORMAT, MapError};
use crate::base::text::shown;
use crate::search::StopFlag;
use crate::senku::dense::live_goals;
use crate::senku::{Game, HoleSet};
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
    /// Those of `out`; a map [`from_position`](Self::from_position) is not written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.only_reached {
            return Err(io::Error::other("a file holds the whole map"));
        }
        let mut out = Summed { out, crc: crc32fast::Hasher::new() };
        let words = about(&self.game).map(|(name, word)| format!("{name}={word}")).join(" ");
        let levels = self.found.as_ref().map_or(&[][..], |found| &found.levels);
        let number: usize = levels.iter().map(|level| level.words.len()).sum();
        let (least, most) = (self.found.as_ref().map_or(0, |found| found.least), self.most);
        let ways = self.ways.as_ref().map_or(&[][..], |ways| &ways.levels);
        let sizes = format!("pegs={least}..{most} words={number} ways={}", ways.len());
        out.put(format!("{NAME} format={FORMAT} {words} {sizes}\n").as_bytes())?;
        let bytes = |words: &[u64]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
        for level in levels {
            out.put(&bytes(&level.words))?;
        }
        for LevelWays { level, numbers, .. } in ways {
            let (width, numbers) = match numbers {
                Numbers::Narrow(numbers) => (8, bytes(numbers)),
                Numbers::Wide(numbers) => {
                    (16, numbers.iter().flat_map(|number| number.to_le_bytes()).collect())
                }
            };
            out.put(&[width])?;
            out.put(&bytes(&level.words))?;
            out.put(&numbers)?;
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
        let [pegs, number, ways] = ["pegs", "words", "ways"].map(&mut value);
        let (pegs, number, ways) = (pegs?, number?, ways?);
        let most = pegs.split_once("..").and_then(|(_, most)| most.parse().ok());
        let most = most_pegs(game, Some(most.ok_or_else(|| damaged("its number of pegs is missing"))?));
        let mut found = live_goals(game).first().map(|goal| {
            let (classes, least) =
                (classes(game, &StopFlag::default()).expect("nobody stops it"), goal.len());
            let level = |pegs| classes.empty(Side::Goals, classes.live.len() - pegs);
            Found { levels: (least..=most.max(least)).map(level).collect(), least, classes }
        });
        let (least, levels) = found.as_ref().map_or((0, &[][..]), |found| (found.least, &found.levels));
        let length: usize = levels.iter().map(|level| level.words.len()).sum();
        let ways = (0..=levels.len()).find(|known| known.to_string() == ways);
        let ways = ways.filter(|_| pegs == format!("{least}..{most}") && number == length.to_string());
        let ways = ways.ok_or_else(|| damaged("its levels do not match its board"))?;
        let mut body = Body { file, crc: crc32fast::Hasher::new(), damaged: &damaged };
        body.crc.update(&header);
        let mut counted = vec![];
        if let Some(Found { classes, levels, .. }) = &mut found {
            levels.iter_mut().try_for_each(|level| body.fill(level))?;
            for pegs in least..least + ways {
                let mut level = classes.empty(Side::Start, pegs);
                let width = body.bytes(1)?[0];
                body.fill(&mut level)?;
                let members = level.members() as usize;
                let numbers = match width {
                    8 => Numbers::Narrow(body.words(members)?),
                    16 => Numbers::Wide(wide(&body.bytes(16 * members)?)),
                    _ => return Err(damaged("a level's numbers have no width").into()),
                };
                counted.push(LevelWays::new(level, numbers));
            }
        }
        let crc = body.crc.finalize();
        let mut end = vec![];
        Read::take(&mut *file, CRC as u64 + 1).read_to_end(&mut end).map_err(failed)?;
        if end != crc.to_le_bytes() {
            return Err(damaged("its checksum does not match").into());
        }
        let ways = (ways > 0).then_some(Ways { levels: counted });
        let mut map = Winnable::new(game, most, found, memory_limit);
        map.ways = ways;
        Ok(map)
    }
}

/// The body of a file, and its checksum so far.
struct Body<'a> {
    file: &'a mut dyn BufRead,
    crc: crc32fast::Hasher,
    damaged: &'a dyn Fn(&'static str) -> MapError,
}

impl Body<'_> {
    fn bytes(&mut self, length: usize) -> Result<Vec<u8>, MapError> {
        let mut bytes = vec![0; length];
        self.file.read_exact(&mut bytes).map_err(|_| (self.damaged)("it is cut short"))?;
        self.crc.update(&bytes);
        Ok(bytes)
    }

    fn words(&mut self, length: usize) -> Result<Vec<u64>, MapError> {
        let bytes = self.bytes(8 * length)?;
        Ok(bytes.as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect())
    }

    fn fill(&mut self, level: &mut Level) -> Result<(), MapError> {
        level.words = self.words(level.words.len())?;
        level.note_reached();
        Ok(())
    }
}

fn wide(bytes: &[u8]) -> Vec<u128> {
    bytes.as_chunks().0.iter().map(|&bytes| u128::from_le_bytes(bytes)).collect()
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
