//! The formats of a list.

use crate::Error;
use crate::base::text::shown;
use std::str::FromStr;

/// The format of a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ListFormat {
    /// The columns row by row: `0 2 4 1 3`.
    #[default]
    Rows,
    /// A picture, one line like ` Q  -  -  -  - ` a row, and an empty line.
    Board,
    /// One line like `1 0 0 0 0` a row, and an empty line.
    Matrix,
    /// The squares: `0,0 1,2 2,4 3,1 4,3`.
    Coords,
    /// A header `row0,row1,...`, then `0,2,4,1,3`.
    Csv,
    /// `[0,2,4,1,3]`, one array a line.
    Json,
    /// A table in Markdown with the header of CSV: `| 0 | 2 | 4 | 1 | 3 |`. For files; it has no name.
    Markdown,
}

impl ListFormat {
    /// The formats by name.
    pub const NAMES: [(&'static str, ListFormat); 6] = [
        ("rows", ListFormat::Rows),
        ("board", ListFormat::Board),
        ("matrix", ListFormat::Matrix),
        ("coords", ListFormat::Coords),
        ("csv", ListFormat::Csv),
        ("json", ListFormat::Json),
    ];

    /// The text before the first solution.
    pub(super) fn header(self, size: usize, base: usize) -> String {
        let names: Vec<_> = (0..size).map(|row| format!("row{}", row + base)).collect();
        match self {
            ListFormat::Csv => names.join(",") + "\n",
            ListFormat::Markdown => format!("| {} |\n|{}\n", names.join(" | "), " ---: |".repeat(size)),
            _ => String::new(),
        }
    }

    /// The text of the queen of `row` in `column`.
    fn token(self, size: usize, base: usize, row: usize, column: usize) -> String {
        let last = row + 1 == size;
        let separated = |text: String, separator| text + if last { "\n" } else { separator };
        let line = |queen, empty, between: &str| {
            let places: Vec<_> = (0..size).map(|c| if c == column { queen } else { empty }).collect();
            places.join(between) + if last { "\n\n" } else { "\n" }
        };
        let (r, c) = (row + base, column + base);
        match self {
            ListFormat::Rows => separated(c.to_string(), " "),
            ListFormat::Csv => separated(c.to_string(), ","),
            ListFormat::Coords => separated(format!("{r},{c}"), " "),
            ListFormat::Json => {
                let open = if row == 0 { "[" } else { "" };
                format!("{open}{c}{}", if last { "]\n" } else { "," })
            }
            ListFormat::Markdown => format!("| {c} {}", if last { "|\n" } else { "" }),
            ListFormat::Board => line(" Q ", " - ", ""),
            ListFormat::Matrix => line("1", "0", " "),
        }
    }
}

impl FromStr for ListFormat {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let known = ListFormat::NAMES.iter().find(|(known, _)| *known == name);
        known.map(|&(_, format)| format).ok_or_else(|| {
            let names = ListFormat::NAMES.map(|(name, _)| name).join(", ");
            Error::input(format!("there is no list format '{}'; they are {names}", shown(name)))
        })
    }
}

/// Bytes copied at once: one vector register.
const PIECE: usize = 16;
/// The largest size with tokens for pairs of squares in two rows; beyond, the search dominates.
const LARGEST_WITH_PAIRS: usize = 32;

/// The texts of all squares in a format.
///
/// A token is the text of one row, or of two if that fits in a piece. Tokens are copied in whole pieces, and the next
/// token overwrites the excess: copies of constant length need no branches.
pub(super) struct Tokens {
    size: usize,
    /// Rows per token. If there are two, an odd last row is followed by one without text.
    rows: usize,
    /// Pieces per token.
    pieces: usize,
    text: Vec<[u8; PIECE]>,
    /// The length of each token in bytes.
    lengths: Vec<u32>,
    /// Bytes that [`write`](Self::write) may write.
    pub(super) room: usize,
}

impl Tokens {
    pub(super) fn new(format: ListFormat, size: usize, base: usize) -> Self {
        let squares: Vec<Vec<_>> = (0..size)
            .map(|row| (0..size).map(|column| format.token(size, base, row, column)).collect())
            .collect();
        let longest = squares.iter().flatten().map(String::len).max().unwrap_or(0);
        let rows = if size <= LARGEST_WITH_PAIRS && 2 * longest <= PIECE { 2 } else { 1 };
        let pieces = (rows * longest).div_ceil(PIECE);
        let mut tokens = Tokens { size, rows, pieces, text: vec![], lengths: vec![], room: 0 };
        for rows in squares.chunks(rows) {
            for columns in 0..size.pow(tokens.rows as u32) {
                let columns = [columns / size, columns % size];
                let columns = &columns[2 - tokens.rows..];
                let token: String =
                    rows.iter().zip(columns).map(|(row, &column)| row[column].as_str()).collect();
                tokens.append(token.as_bytes());
            }
        }
        tokens.room = squares.len().div_ceil(rows) * pieces * PIECE;
        tokens
    }

    fn append(&mut self, token: &[u8]) {
        let end = self.text.len() + self.pieces;
        self.text.extend(token.chunks(PIECE).map(|bytes| {
            let mut piece = [0; PIECE];
            piece[..bytes.len()].copy_from_slice(bytes);
            piece
        }));
        self.text.resize(end, [0; PIECE]);
        self.lengths.push(token.len() as u32);
    }

    /// Writes the text of the solution with these columns to the front of `to`, which has at least `room` bytes, and
    /// returns its length; the bytes behind it are undefined. There must be a zero behind the columns.
    #[inline]
    pub(super) fn write(&self, columns: &[u32], to: &mut [u8]) -> usize {
        if self.rows == 2 {
            self.write_rows::<2>(columns, 1, to)
        } else {
            self.write_rows::<1>(columns, self.pieces, to)
        }
    }

    #[inline(always)]
    fn write_rows<const ROWS: usize>(&self, columns: &[u32], pieces: usize, to: &mut [u8]) -> usize {
        let columns = columns[..self.size.next_multiple_of(ROWS)].as_chunks::<ROWS>().0;
        let (mut first, mut end) = (0, 0);
        for columns in columns {
            let mut token = 0;
            for &column in columns {
                token = token * self.size + column as usize;
            }
            token += first;
            for piece in 0..pieces {
                if let Some(to) = to[end + piece * PIECE..].first_chunk_mut() {
                    *to = self.text[token * pieces + piece];
                }
            }
            end += self.lengths[token] as usize;
            first += self.size.pow(ROWS as u32);
        }
        end
    }
}
