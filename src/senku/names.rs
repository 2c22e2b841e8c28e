//! Names of holes. On square lattices they are those of a chess board: a letter for the column, then the row counted
//! from 1 at the bottom. On the English board `d4` is the centre, `[3,3]`. On triangles they are numbers: 1 is the
//! apex, and the others follow row by row.
//!
//! The user's notation is echoed: input with names gets output with names.

use super::{Board, Lattice, Square};

/// Columns with a letter.
const LETTERS: u32 = 26;

impl Board {
    /// The name of a square, as [`parse_square`](Board::parse_square) reads it: a letter and a number, or on triangles a
    /// number; `None` on square boards with more than 26 rows or columns.
    ///
    /// ```
    /// use vuelta::{Square, senku::Board};
    /// let english = Board::named("english")?;
    /// assert_eq!(english.name(Square::new(1, 3)).as_deref(), Some("d6"));
    /// assert_eq!(Board::named("triangle15")?.name(Square::new(4, 0)).as_deref(), Some("11"));
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    #[must_use]
    pub fn name(&self, square: Square) -> Option<String> {
        let Square { row, column } = square;
        if self.lattice() == Lattice::Triangular {
            let row = u64::from(row);
            return Some((row * (row + 1) / 2 + u64::from(column) + 1).to_string());
        }
        let rows = self.squares().last()?.row + 1;
        let fits = self.has_names() && row < rows && column < LETTERS;
        fits.then(|| format!("{}{}", char::from(b'a' + column as u8), rows - row))
    }

    /// Whether all holes have names with a letter: then pictures can show them beside rows and columns.
    #[must_use]
    pub fn has_names(&self) -> bool {
        let fits = |square: &Square| square.row < LETTERS && square.column < LETTERS;
        self.lattice() == Lattice::Square && self.squares().iter().all(fits)
    }

    /// Replaces each square `[row,column]` in a text by its name, if it has one.
    ///
    /// ```
    /// use vuelta::senku::Board;
    /// let english = Board::named("english")?;
    /// assert_eq!(english.with_names("there is no peg in [1,3]"), "there is no peg in d6");
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    #[must_use]
    pub fn with_names(&self, text: &str) -> String {
        let mut parts = text.split('[');
        let mut named = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let name = part.split_once(']').and_then(|(square, rest)| {
                let name = self.name(square.parse().ok()?)?;
                Some(name + rest)
            });
            named += &name.unwrap_or_else(|| format!("[{part}"));
        }
        named
    }
}

/// The square of a triangle's hole with this number: 1 at the apex.
pub(super) fn numbered(number: u32) -> Option<Square> {
    let index = u64::from(number.checked_sub(1)?);
    let row = ((8 * index + 1).isqrt() - 1) / 2;
    Some(Square::new(row as u32, (index - row * (row + 1) / 2) as u32))
}

/// Whether a text is a number, as holes of triangles have.
pub(super) fn is_number(text: &str) -> bool {
    let digits = text.trim();
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a text names a square, by a word such as `d4` or joined names such as `d6d4`.
///
/// ```
/// use vuelta::senku::notation::has_names;
/// assert!(has_names("d6 d4") && has_names("d6d4;b5-d5") && has_names("1: DOWN from d6"));
/// assert!(!has_names("1: DOWN from [1,3]") && !has_names("1,3 > 3,3"));
/// ```
#[must_use]
pub fn has_names(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty()).any(|word| names(word).all(is_name))
}

/// Splits a word into names that are joined without a space.
pub(super) fn names(word: &str) -> impl Iterator<Item = &str> {
    let starts = word.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(at, _)| at).skip(1);
    let mut begin = 0;
    starts.chain([word.len()]).map(move |end| &word[std::mem::replace(&mut begin, end)..end])
}

/// A letter and one or two digits.
fn is_name(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    word.len() - digits.len() == 1
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_on_boards_of_any_form() {
        let wide = Board::new(Lattice::Square, (0..8).map(|column| Square::new(column % 2, column))).unwrap();
        for board in [Board::named("english").unwrap(), Board::named("wiegleb").unwrap(), wide] {
            for &square in board.squares() {
                let name = board.name(square).unwrap();
                assert_eq!(board.parse_square(&name).unwrap(), square, "{name}");
                assert!(has_names(&name) && !has_names(&square.to_string()));
            }
        }
    }

    #[test]
    fn squares_in_a_text_are_named_where_they_can_be() {
        let board = Board::named("english").unwrap();
        assert_eq!(board.with_names("[0,2] > [2,2], [a] and [9,9] ["), "c7 > c5, [a] and [9,9] [");
        assert_eq!(board.with_names(""), "");
        let triangle = Board::named("triangle15").unwrap();
        assert_eq!(triangle.with_names("in [0,0], not in [4,4]"), "in 1, not in 15");
        assert!(!triangle.has_names());
        for number in 1..=1000 {
            let square = numbered(number).unwrap();
            assert_eq!(triangle.name(square), Some(number.to_string()), "{square}");
        }
        assert_eq!((numbered(0), numbered(u32::MAX)), (None, Some(Square::new(92681, 37073))));
        let long = Board::new(Lattice::Square, (0..30).map(|row| Square::new(row, 0))).unwrap();
        assert_eq!((long.name(Square::new(0, 0)), long.has_names()), (None, false));
    }

    #[test]
    fn other_words_are_not_names() {
        for text in ["", "DOWN", "d", "4", "4d", "d123", "ab1", "31 jumps in 18 moves", "é4"] {
            assert!(!has_names(text), "{text}");
        }
        assert_eq!(names("d6d4f4").collect::<Vec<_>>(), ["d6", "d4", "f4"]);
    }
}
