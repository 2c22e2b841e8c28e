//! Dates, ratios, and foreign text made harmless.

pub use crate::text::{duration as seconds, times};
use maud::Render;
use std::time::{Duration, SystemTime};

/// The last second that a calendar with four digits has.
const LAST_SECOND: u64 = 253_402_300_799;

/// Text of any origin in HTML: escaped, without control characters, and with formulas and quantities that stay on one
/// line (`N = 20`, `11.0 ms`, `228 times`).
pub struct Text<'a>(pub &'a str);

impl Render for Text<'_> {
    fn render_to(&self, buffer: &mut String) {
        tied(&shown(self.0)).render_to(buffer);
    }
}

/// The words with a space between them, one that ends no line within a formula or a quantity.
fn tied(text: &str) -> String {
    let operator = |word: &str| ["=", "−", "×", "/", "→"].contains(&word);
    let unit = |word: &str| {
        let name = word.trim_end_matches(['.', ',', ';', ':', ')']);
        ["s", "ms", "µs", "min", "h", "d", "%", "times", "thread", "threads"].contains(&name)
    };
    let words: Vec<&str> = text.split(' ').collect();
    let mut line = words[0].to_owned();
    for (before, word) in words.iter().zip(&words[1..]) {
        let ends_in_digit = before.ends_with(|last: char| last.is_ascii_digit());
        let kept = operator(before) || operator(word) || ends_in_digit && unit(word);
        line.push(if kept { '\u{a0}' } else { ' ' });
        line.push_str(word);
    }
    line
}

/// The text with a mark in place of each control character and each that turns the direction of writing.
fn shown(text: &str) -> String {
    text.chars().map(visible).collect()
}

/// Text that stands in a cell of a Markdown table as it is.
pub fn markdown(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => safe.push_str("&lt;"),
            '&' => safe.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => safe.extend(['\\', character]),
            other => safe.push(visible(other)),
        }
    }
    safe
}

/// Control characters, and those that turn the direction of writing, have no place in names.
fn visible(character: char) -> char {
    let turns =
        matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}');
    if turns || character.is_control() { '\u{fffd}' } else { character }
}

/// The date of a time of the Unix clock: `2026-11-21`; empty if it is not known, or one that no calendar has.
pub fn date(unix: Option<u64>) -> String {
    let Some(unix) = unix.filter(|&unix| unix <= LAST_SECOND) else { return String::new() };
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(unix);
    humantime::format_rfc3339_seconds(time).to_string().chars().take(10).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(text: &str) -> String {
        Text(text).render().into_string()
    }

    #[test]
    fn foreign_text_is_harmless() {
        assert_eq!(html("<script>&\"</script>"), "&lt;script&gt;&amp;&quot;&lt;/script&gt;");
        assert_eq!(html("a\0b\nc\u{202e}d é ♛"), "a\u{fffd}b\u{fffd}c\u{fffd}d é ♛");
        assert_eq!(markdown("a|b\n[x](y) <i> `c` *d*"), "a\\|b\u{fffd}\\[x\\](y) &lt;i> \\`c\\` \\*d\\*");
    }

    #[test]
    fn formulas_and_quantities_stay_on_one_line() {
        let spaces = |text| html(text).replace('\u{a0}', "_");
        assert_eq!(spaces("for N = 20, 11.0 ms. A < B"), "for N_=_20, 11.0_ms. A &lt; B");
        assert_eq!(spaces("(77.5 s) s, N × N"), "(77.5_s) s, N_×_N");
        assert_eq!(spaces("cross [3,3] → any"), "cross [3,3]_→_any");
    }

    #[test]
    fn ratios_have_three_digits_at_least() {
        assert_eq!([0.8, 227.6, 999.6, 7047.2].map(times), ["0.80", "228", "1,000", "7,047"]);
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        let dates = [0, 1_795_242_510, LAST_SECOND, u64::MAX].map(|unix| date(Some(unix)));
        assert_eq!(dates, ["1970-01-01", "2026-11-21", "9999-12-31", ""]);
    }
}
