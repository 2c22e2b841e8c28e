//! Texts as people and other programs write them: their encoding, and the values of data files.

mod value;

pub(crate) use value::{Kind, Value, Values};

use crate::Error;
use std::borrow::Cow;

/// The byte order mark.
const MARK: char = '\u{feff}';

/// The text of a file: UTF-8, or UTF-16 with a byte order mark, as Windows PowerShell writes it. The mark and the colours
/// of a terminal are left out.
///
/// # Errors
/// [`Error::Input`] that calls the file `what` and names the first line that is neither.
pub fn decoded<'a>(bytes: &'a [u8], what: &str) -> Result<Cow<'a, str>, Error> {
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes, what)?.into(),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes, what)?.into(),
        _ => {
            let text = str::from_utf8(bytes).map_err(|error| {
                let line = line_of(bytes[..error.valid_up_to()].iter().map(|&byte| byte.into()));
                Error::input(format!("the {what} is not valid UTF-8 (line {line})"))
            })?;
            Cow::Borrowed(text.strip_prefix(MARK).unwrap_or(text))
        }
    };
    Ok(if text.contains('\x1b') { uncoloured(&text).into() } else { text })
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16, what: &str) -> Result<String, Error> {
    let (pairs, odd) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|&pair| unit(pair));
    let text: Option<String> = char::decode_utf16(units.clone()).map(Result::ok).collect();
    text.filter(|_| odd.is_empty()).ok_or_else(|| {
        let valid = char::decode_utf16(units).map_while(Result::ok);
        let line = line_of(valid.map(u32::from));
        Error::input(format!("the {what} is not valid UTF-16 (line {line})"))
    })
}

/// The number of the line, from 1, that these characters end in.
fn line_of(characters: impl Iterator<Item = u32>) -> usize {
    1 + characters.filter(|&character| character == u32::from(b'\n')).count()
}

/// A text without a terminal's control sequences: `ESC [`, parameters, and a letter.
fn uncoloured(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    let end = |part: &str| part.find(|c| ('@'..='~').contains(&c)).map_or(part.len(), |end| end + 1);
    parts.fold(first, |text, part| text + &part[end(part)..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect()
    }

    #[test]
    fn encodings_of_a_text_are_told_apart() {
        let text = "A🟥é\r\nB";
        for bytes in [
            text.as_bytes().to_vec(),
            format!("\u{feff}{text}").into_bytes(),
            utf16(text, u16::to_le_bytes),
            utf16(text, u16::to_be_bytes),
            "\x1b[1mA\x1b[0m🟥\x1b[38;5;10;48;5;8mé\r\nB\x1b[0".as_bytes().to_vec(),
        ] {
            assert_eq!(decoded(&bytes, "board").unwrap(), text, "{bytes:?}");
        }
        assert_eq!(decoded(b"", "board").unwrap(), "");
    }

    #[test]
    fn invalid_texts_are_refused_with_their_line() {
        let sentence = |bytes: &[u8]| decoded(bytes, "board").unwrap_err().to_string();
        assert_eq!(sentence(b"a\nb\xff"), "the board is not valid UTF-8 (line 2)");
        let mut bytes = utf16("a\nb\nc", u16::to_le_bytes);
        assert_eq!(sentence(&bytes[..bytes.len() - 1]), "the board is not valid UTF-16 (line 3)");
        bytes[4..6].copy_from_slice(&[0, 0xd8]); // half a pair
        assert_eq!(sentence(&bytes), "the board is not valid UTF-16 (line 1)");
    }
}
