//! Board sizes and conditions as they are written on the command line.

use super::args::{Conditions, QueensBoard};
use super::failure::Failure;
use super::files;
use std::ops::RangeInclusive;
use vuelta::queens::{Board, LARGEST_BOARD, LARGEST_COMPLETION, LargeBoard};
use vuelta::{Error, Square};

/// `16`, or `8-14`.
pub fn parse_sizes(text: &str) -> Result<RangeInclusive<u32>, Failure> {
    match text.char_indices().skip(1).find(|&(_, character)| character == '-') {
        None => parse_size(text, LARGEST_BOARD).map(|size| size..=size),
        Some((dash, _)) => {
            let first = parse_size(&text[..dash], LARGEST_BOARD)?;
            let last = parse_size(&text[dash + 1..], LARGEST_BOARD)?;
            if first > last {
                return Err(Failure::Usage(format!("the range {text} runs backwards; write {last}-{first}")));
            }
            Ok(first..=last)
        }
    }
}

/// A board size from 1 to `largest`.
pub fn parse_size(text: &str, largest: u32) -> Result<u32, Failure> {
    let size: i64 = text.trim().parse().map_err(|_| {
        Failure::Usage(format!(
            "'{text}' is neither a board size nor a range of them; examples are 16 and 8-14"
        ))
    })?;
    match u32::try_from(size) {
        Ok(size) if (1..=largest).contains(&size) => Ok(size),
        _ => Err(Failure::Usage(format!("the board size is {size}; it must be from 1 to {largest}"))),
    }
}

impl Conditions {
    /// Whether there are any.
    pub fn is_empty(&self) -> bool {
        self.fixed.is_empty() && self.blocked.is_empty() && self.board.is_none()
    }

    /// The boards of these sizes, each with the conditions.
    pub fn boards(&self, sizes: Option<RangeInclusive<u32>>) -> Result<Vec<Board>, Failure> {
        self.each(sizes, Board::with_conditions)
    }

    /// The same, for a kind of board that is made by `make`. The picture of `--board` says its size itself; where it and
    /// a size are given, they must be the same.
    fn each<B>(
        &self,
        sizes: Option<RangeInclusive<u32>>,
        make: impl Fn(u32, &[Square], &[Square]) -> Result<B, Error>,
    ) -> Result<Vec<B>, Failure> {
        let picture = self.board.as_deref().map(files::read).transpose()?;
        let picture = picture.map(|text| LargeBoard::parse(&text)).transpose()?;
        let own = picture.as_ref().map(|board| board.size()..=board.size());
        if let (Some(own), Some(sizes)) = (&own, &sizes)
            && own != sizes
        {
            let size = own.start();
            return Err(Failure::Usage(format!(
                "the board in the file is {size} x {size}, not the size given"
            )));
        }
        let sizes = own.or(sizes).ok_or_else(|| Failure::Usage("the board size is missing".to_owned()))?;
        let drawn = picture.as_ref().map(|board| (board.fixed(), board.blocked()));
        let board = |size| {
            let (fixed, blocked) = self.squares(size, drawn)?;
            make(size, &fixed, &blocked).map_err(|error| self.by_their_names(size, error))
        };
        sizes.map(board).collect()
    }

    /// The error with the squares as the user wrote them, where that was by their names.
    fn by_their_names(&self, size: u32, error: Error) -> Failure {
        let Error::Conditions(mut sentence) = error else { return error.into() };
        for text in self.fixed.iter().chain(&self.blocked) {
            let is_name = text.starts_with(|first: char| first.is_ascii_alphabetic());
            if let (true, Ok(square)) = (is_name, Square::parse(text, size)) {
                sentence = sentence.replace(&square.to_string(), text);
            }
        }
        Failure::Usage(sentence)
    }

    /// The fixed and the blocked squares: the picture's, then those of the flags.
    fn squares(
        &self,
        size: u32,
        picture: Option<(&[Square], &[Square])>,
    ) -> Result<(Vec<Square>, Vec<Square>), Failure> {
        let (fixed, blocked) = picture.unwrap_or_default();
        let squares = |given: &[Square], texts: &[String]| {
            let parsed = texts.iter().map(|text| Square::parse(text, size));
            given.iter().copied().map(Ok).chain(parsed).collect::<Result<Vec<_>, _>>()
        };
        Ok((squares(fixed, &self.fixed)?, squares(blocked, &self.blocked)?))
    }
}

impl QueensBoard {
    /// The board of this size, or of the size of the picture, with the conditions.
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
        let size = self.size.as_deref().map(|size| parse_size(size, largest)).transpose()?;
        let mut boards = self.conditions.each(size.map(|size| size..=size), make)?;
        Ok(boards.remove(0)) // one size, one board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sizes_and_ranges_are_read() {
        assert_eq!(parse_sizes("16").unwrap(), 16..=16);
        assert_eq!(parse_sizes("8-14").unwrap(), 8..=14);
        assert_eq!(parse_sizes("8-8").unwrap(), 8..=8);
    }

    proptest! {
        #[test]
        fn any_text_is_sizes_or_a_sentence(text in prop_oneof!["[-+0-9 ]{0,6}", "[0-9]{1,2}-[0-9]{1,2}", any::<String>()]) {
            match parse_sizes(&text) {
                Ok(sizes) => {
                    prop_assert!(1 <= *sizes.start() && sizes.start() <= sizes.end() && *sizes.end() <= LARGEST_BOARD);
                    let again = parse_sizes(&format!("{}-{}", sizes.start(), sizes.end())).unwrap();
                    prop_assert_eq!(again, sizes);
                }
                Err(error) => prop_assert!(!error.sentence().contains(char::is_control), "{:?}", error.sentence()),
            }
        }
    }

    #[test]
    fn sizes_that_make_no_sense_are_refused_in_a_sentence() {
        let sentence = |text| parse_sizes(text).unwrap_err().to_string();
        assert_eq!(sentence("0"), "the board size is 0; it must be from 1 to 64");
        assert_eq!(sentence("-3"), "the board size is -3; it must be from 1 to 64");
        assert_eq!(sentence("14-8"), "the range 14-8 runs backwards; write 8-14");
        for text in ["", "x", "8-", "8-x", "-", "8..14", "99999999999999999999"] {
            assert!(sentence(text).contains("neither a board size"), "{text}: {}", sentence(text));
        }
    }
}
