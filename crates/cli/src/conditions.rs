//! Board sizes and conditions as they are written on the command line.

use super::args::{Conditions, Placements, QueensBoard, QueensCount};
use super::failure::Failure;
use super::files;
use std::collections::HashSet;
use std::iter::StepBy;
use std::ops::RangeInclusive;
use vuelta::base::text::shown;
use vuelta::queens::placements::{Field, Rules};
use vuelta::queens::{Board, Engine, LARGEST_BOARD, LARGEST_COMPLETION, LargeBoard};
use vuelta::{Error, Square};

/// The largest board that one thread counts before another thread would be awake.
const LARGEST_SHORT: u32 = 12;

/// Reads `16`, `8-14`, `8-20:2`, or several of them separated by commas or spaces; from 0 on.
pub fn parse_sizes(texts: &[String]) -> Result<Vec<u32>, Failure> {
    parse_parts(texts, |part| Ok(parse_range(part)?.collect()))
}

/// Reads the sides of boards: `8x12`, or sizes as [`parse_sizes`] reads them.
fn parse_sides(texts: &[String]) -> Result<Vec<(u32, u32)>, Failure> {
    parse_parts(texts, |part| {
        let Some((rows, columns)) = part.split_once(['x', 'X', '\u{d7}']) else {
            return Ok(squares(parse_range(part)?));
        };
        let sides = rows.parse().ok().zip(columns.parse().ok());
        let sides = sides.ok_or_else(|| {
            usage!("'{}' is not a board: write its rows and columns, such as 8x12", shown(part))
        });
        Ok(vec![sides?])
    })
}

/// The sides of square boards.
fn squares(sizes: impl IntoIterator<Item = u32>) -> Vec<(u32, u32)> {
    sizes.into_iter().map(|size| (size, size)).collect()
}

/// Reads parts separated by commas or spaces, of which there is at least one.
fn parse_parts<T>(
    texts: &[String],
    parse: impl Fn(&str) -> Result<Vec<T>, Failure>,
) -> Result<Vec<T>, Failure> {
    let text = texts.join(" ");
    let blanks = text.replace(',', " ");
    let parts: Vec<&str> = blanks.split_whitespace().collect();
    if parts.is_empty() {
        return parse(&text); // refused
    }
    Ok(parts.into_iter().map(parse).collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

/// Reads `16`, `8-14` or `8-20:2`.
fn parse_range(text: &str) -> Result<StepBy<RangeInclusive<u32>>, Failure> {
    let size = |part: &str| {
        if is_whole_number(part) {
            return parse_size(part, 0..=LARGEST_BOARD);
        }
        Err(usage!(
            "'{}' is neither a board size nor a range of sizes; examples are 16, 8-14 and 8-20:2",
            shown(text)
        ))
    };
    // A dash at the beginning is a sign.
    let Some((dash, _)) = text.char_indices().skip(1).find(|&(_, character)| character == '-') else {
        return size(text).map(|size| (size..=size).step_by(1));
    };
    let (first, rest) = (size(&text[..dash])?, &text[dash + 1..]);
    let (last, step) = rest.split_once(':').unwrap_or((rest, "1"));
    let last = size(last)?;
    let step: usize = step.parse().ok().filter(|&step| step > 0).ok_or_else(|| {
        let step = shown(step);
        usage!("'{step}' is not a step between board sizes; an example is 8-20:2")
    })?;
    if first > last {
        return Err(usage!("the range {text} runs backwards; write {last}-{first}"));
    }
    Ok((first..=last).step_by(step))
}

/// Reads a board size in this range.
pub fn parse_size(text: &str, range: RangeInclusive<u32>) -> Result<u32, Failure> {
    let text = text.trim();
    match text.parse::<u32>() {
        Ok(size) if range.contains(&size) => Ok(size),
        _ if is_whole_number(text) => {
            let (size, least, largest) = (shown(text), range.start(), range.end());
            Err(usage!("the board size is {size}; it must be from {least} to {largest}"))
        }
        _ => Err(usage!("'{}' is not a board size: write a whole number such as 16", shown(text))),
    }
}

/// Whether a text is a whole number, with any number of digits.
fn is_whole_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

impl Placements {
    /// Whether another board or other rules than N queens on N x N are asked for.
    pub fn are_asked_for<'a>(&self, sizes: impl IntoIterator<Item = &'a String>) -> bool {
        let has_sides = |size: &String| {
            size.contains(['x', 'X', '\u{d7}']) && size.starts_with(|c: char| c.is_ascii_digit())
        };
        self.queens.is_some() || self.knight || self.torus || sizes.into_iter().any(has_sides)
    }
}

impl QueensCount {
    /// Whether the calling thread alone finishes the count sooner than a pool of workers would start, without a ledger.
    pub fn is_short(&self) -> bool {
        let are_small = |sizes: Vec<u32>| sizes.iter().all(|&size| size <= LARGEST_SHORT);
        self.engine.engine != Engine::Backtrack.into()
            && self.counting.runs == 1
            && self.checkpoint.is_none()
            && !self.placements.are_asked_for(&self.sizes)
            && parse_sizes(&self.sizes).is_ok_and(are_small)
    }
}

/// The rows and columns of a picture, with its fixed queens and its blocked squares.
type Drawn = ((u32, u32), [Vec<Square>; 2]);

fn read_board(text: &[u8]) -> Result<Drawn, Error> {
    let board = LargeBoard::parse(text)?;
    Ok(((board.size(), board.size()), [board.fixed(), board.blocked()].map(<[_]>::to_vec)))
}

impl Conditions {
    /// Whether there are any.
    pub fn is_empty(&self) -> bool {
        self.fixed.is_empty() && self.blocked.is_empty() && self.board.is_none()
    }

    /// The boards of these sizes, from 0 on, with the conditions.
    pub fn boards(&self, sizes: Option<Vec<u32>>) -> Result<Vec<Board>, Failure> {
        let has_zero = sizes.as_ref().is_some_and(|sizes| sizes.contains(&0));
        if has_zero && !(self.fixed.is_empty() && self.blocked.is_empty()) {
            return Err(usage!("N = 0 has no squares; begin with N = 1, or leave out --fixed and --blocked"));
        }
        self.each(sizes.map(squares), read_board, |(size, _), fixed, blocked| {
            if size == 0 { Ok(Board::empty()) } else { Board::with_conditions(size, fixed, blocked) }
        })
    }

    /// The fields of these sizes, `8x12` or as [`parse_sizes`] reads them, with the conditions.
    pub fn fields(&self, sizes: &[String], rules: Rules) -> Result<Vec<Field>, Failure> {
        let sides = if sizes.is_empty() { None } else { Some(parse_sides(sizes)?) };
        let read = |text: &[u8]| {
            let field = Field::parse(text, rules)?;
            Ok(((field.rows(), field.columns()), [field.fixed(), field.blocked()].map(<[_]>::to_vec)))
        };
        self.each(sides, read, |sides, fixed, blocked| Field::with_conditions(sides, rules, fixed, blocked))
    }

    /// The boards that `make` creates from rows and columns and the conditions. The picture of `--board` implies a size;
    /// a size given too must be equal.
    fn each<B>(
        &self,
        sides: Option<Vec<(u32, u32)>>,
        read: impl Fn(&[u8]) -> Result<Drawn, Error>,
        make: impl Fn((u32, u32), &[Square], &[Square]) -> Result<B, Error>,
    ) -> Result<Vec<B>, Failure> {
        let picture = self.board.as_ref().map(files::read).transpose()?;
        let picture = picture.map(|text| read(&text)).transpose()?;
        let (own, drawn) = picture.map(|(sides, drawn)| (vec![sides], drawn)).unzip();
        let drawn = drawn.unwrap_or_default();
        if let (Some(own), Some(sides)) = (&own, &sides)
            && own != sides
        {
            let name = |&(rows, columns): &(u32, u32)| match rows == columns {
                true => rows.to_string(),
                false => format!("{rows}x{columns}"),
            };
            let ((rows, columns), given) = (own[0], sides.iter().map(name).collect::<Vec<_>>().join(", "));
            return Err(usage!(
                "the board in the file is {rows} x {columns}, but the size given is {given}; leave the size out"
            ));
        }
        let sides = own.or(sides).ok_or_else(|| usage!("the board size is missing"))?;
        let board = |(rows, columns): (u32, u32)| {
            // Only squares of square boards have names.
            let size = if rows == columns { rows } else { rows.max(columns).max(LARGEST_BOARD) };
            let (fixed, blocked) = self.squares(size, &drawn)?;
            make((rows, columns), &fixed, &blocked).map_err(|error| self.by_their_names(size, error))
        };
        sides.into_iter().map(board).collect()
    }

    /// The error with squares by name if the user wrote names.
    fn by_their_names(&self, size: u32, error: Error) -> Failure {
        let Error::Conditions(mut sentence) = error else { return error.into() };
        for text in self.fixed.iter().chain(&self.blocked) {
            let squares = Square::parse_list(text, size).unwrap_or_default();
            let is_name = text.starts_with(|first: char| first.is_ascii_alphabetic());
            for square in squares.iter().filter(|_| is_name) {
                let name = if squares.len() == 1 { text } else { &square.name(size) };
                sentence = sentence.replace(&square.to_string(), name);
            }
        }
        Failure::Usage(sentence)
    }

    /// The fixed and the blocked squares, from the picture and then from the options.
    fn squares(
        &self,
        size: u32,
        [fixed, blocked]: &[Vec<Square>; 2],
    ) -> Result<(Vec<Square>, Vec<Square>), Failure> {
        let lists = |given: &[Square], texts: &[String]| {
            let lists = texts.iter().map(|text| Square::parse_list(text, size));
            std::iter::once(Ok(given.to_vec())).chain(lists).collect::<Result<Vec<_>, _>>()
        };
        let (lines, alone): (Vec<_>, Vec<_>) =
            lists(blocked, &self.blocked)?.into_iter().partition(|squares| squares.len() > 1);
        let mut blocked = alone.concat();
        // Lines of squares may cross, but a single square must not be repeated.
        let mut seen: HashSet<Square> = blocked.iter().copied().collect();
        blocked.extend(lines.concat().into_iter().filter(|&square| seen.insert(square)));
        Ok((lists(fixed, &self.fixed)?.concat(), blocked))
    }
}

impl QueensBoard {
    /// The board of this size, or of the picture's size, with the conditions.
    pub fn board(&self) -> Result<Board, Failure> {
        self.made(LARGEST_BOARD, Board::with_conditions)
    }

    /// The board of `complete`, which goes beyond 64 rows.
    pub fn large_board(&self) -> Result<LargeBoard, Failure> {
        self.made(LARGEST_COMPLETION, LargeBoard::with_conditions)
    }

    fn made<B>(
        &self,
        largest: u32,
        make: impl Fn(u32, &[Square], &[Square]) -> Result<B, Error>,
    ) -> Result<B, Failure> {
        let size = self.size.as_deref().map(|size| parse_size(size, 1..=largest)).transpose()?;
        let sides = size.map(|size| squares([size]));
        let mut boards = self
            .conditions
            .each(sides, read_board, |(size, _), fixed, blocked| make(size, fixed, blocked))?;
        Ok(boards.remove(0)) // one size, one board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sizes(text: &str) -> Result<Vec<u32>, Failure> {
        parse_sizes(&[text.to_owned()])
    }

    proptest! {
        #[test]
        fn any_text_is_sizes_or_a_sentence(
            text in prop_oneof!["[-+0-9 ,:]{0,6}", "[0-9]{1,2}-[0-9]{1,2}(:[0-9])?", any::<String>()]
        ) {
            match sizes(&text) {
                Ok(found) => {
                    prop_assert!(!found.is_empty() && found.iter().all(|size| (0..=LARGEST_BOARD).contains(size)));
                    let again: Vec<String> = found.iter().map(u32::to_string).collect();
                    prop_assert_eq!(sizes(&again.join(",")).unwrap(), found);
                }
                Err(error) => prop_assert!(!error.sentence().contains(char::is_control), "{:?}", error.sentence()),
            }
        }
    }
}
