//! The number of stars in comments: `# stars: 2`, `# 2 stars`, `# 10 x 10, 2-star`.

use crate::Error;
use crate::base::text::shown;
use crate::regions::LARGEST_BOARD;

/// Words that may stand between "stars" and their number.
const BETWEEN: [&str; 9] = ["per", "row", "column", "region", "in", "each", "is", "are", "and"];

/// Whether a line without `#` gives a number of stars: `stars: 2`. A row of letters does not.
pub(super) fn are_given(line: &str) -> bool {
    line.contains(|c: char| c.is_ascii_digit()) && words(line).iter().any(|word| is_stars(word))
}

/// The number of stars that a comment gives, if it speaks of stars.
///
/// # Errors
/// [`Error::Input`] if it speaks of stars and its number cannot be read.
pub(super) fn in_comment(comment: &str, line: usize) -> Result<Option<u32>, Error> {
    if !words(comment).iter().any(|word| is_stars(word)) {
        return Ok(None); // the name of the puzzle, Star Battle, says nothing of their number
    }
    let value = match comment.split_once([':', '=']) {
        Some((name, value)) if is_stars(&name.trim().to_lowercase()) => Some(value.trim().to_owned()),
        _ => number(&words(comment)),
    };
    let Some(value) = value else {
        let comment = shown(comment.trim());
        return Err(Error::input(format!(
            "line {line}: the comment '{comment}' speaks of stars; write '# stars: 2' for two in each row"
        )));
    };
    of_value(&value, line).map(Some)
}

/// The number of stars that a value gives.
///
/// # Errors
/// [`Error::Input`] unless it is from 1 to 32.
pub(super) fn of_value(value: &str, line: usize) -> Result<u32, Error> {
    let stars = value.parse().ok().filter(|stars| (1..=LARGEST_BOARD).contains(stars));
    stars.ok_or_else(|| {
        let value = shown(value);
        Error::input(format!(
            "line {line}: '{value}' is not a number of stars; it must be from 1 to {LARGEST_BOARD}"
        ))
    })
}

/// The number beside the word "stars", if there is only one.
fn number(words: &[String]) -> Option<String> {
    let is_number = |word: &&String| word.bytes().all(|byte| byte.is_ascii_digit());
    let at = words.iter().position(|word| is_stars(word))?;
    let before = words[..at].last().filter(is_number);
    let after = words[at + 1..].iter().find(|word| !BETWEEN.contains(&word.as_str())).filter(is_number);
    match (before, after) {
        (Some(number), None) | (None, Some(number)) => Some(number.clone()),
        _ => None,
    }
}

fn is_stars(word: &str) -> bool {
    matches!(word, "star" | "stars" | "★")
}

/// The words of a text in small letters, those before "star" and "★" apart: `2-star` is `2 star`.
fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace("star battle", "").replace('★', " ★ ");
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '=' | '.' | '(' | ')');
    let words = text.split(is_between).filter(|word| !word.is_empty());
    let apart = |word: &str| -> Vec<String> {
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = word.split_at(digits);
        let rest = rest.strip_prefix('-').filter(|_| digits > 0).unwrap_or(rest);
        let parts = if is_stars(rest) { vec![number, rest] } else { vec![word] };
        parts.into_iter().filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    words.flat_map(apart).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_about_stars_gives_their_number_or_is_refused() {
        for (comment, stars) in [
            (" stars: 2", Some(2)),
            ("STARS=3", Some(3)),
            ("star 2", Some(2)),
            (" 2 stars", Some(2)),
            ("10x10, 2-star, hard", Some(2)),
            ("Star Battle 10 x 10 (2★)", Some(2)),
            ("2stars", Some(2)),
            ("stars per row: 4", Some(4)),
            ("Star Battle 14", None),
            ("Starlight 3, seed 4, level 2", None),
            ("", None),
        ] {
            assert_eq!(in_comment(comment, 1).unwrap(), stars, "{comment}");
        }
        for comment in
            ["stars", "two stars", "stars are bright: 7", "3 stars 2", "stars: -1", "stars: 0", "33 stars"]
        {
            assert!(in_comment(comment, 4).unwrap_err().to_string().starts_with("line 4: "), "{comment}");
        }
    }
}
