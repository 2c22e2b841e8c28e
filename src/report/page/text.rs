//! Dates, and foreign text made harmless.

pub use crate::text::{digits, duration as seconds};
use std::time::{Duration, SystemTime};

/// The last second that a calendar with four digits has.
const LAST_SECOND: u64 = 253_402_300_799;

/// Text that stands in HTML as it is: no tag, no attribute's end, no control character.
pub fn html(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(visible(other)),
        }
    }
    safe
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

/// A time of the Unix clock in UTC: `2026-11-21 09:15:00`; empty for one that no calendar has.
pub fn utc(unix: u64) -> String {
    if unix > LAST_SECOND {
        return String::new();
    }
    let time = SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(unix));
    let text = time.map(|time| humantime::format_rfc3339_seconds(time).to_string()).unwrap_or_default();
    text.replace('T', " ").replace('Z', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_harmless() {
        assert_eq!(html("<script>&\"'</script>"), "&lt;script&gt;&amp;&quot;&#39;&lt;/script&gt;");
        assert_eq!(html("a\0b\nc\u{202e}d é ♛"), "a\u{fffd}b\u{fffd}c\u{fffd}d é ♛");
        assert_eq!(markdown("a|b\n[x](y) <i> `c` *d*"), "a\\|b\u{fffd}\\[x\\](y) &lt;i> \\`c\\` \\*d\\*");
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(utc(0), "1970-01-01 00:00:00");
        assert_eq!(utc(1_795_242_510), "2026-11-21 06:28:30");
        assert_eq!(utc(LAST_SECOND), "9999-12-31 23:59:59");
        assert_eq!(utc(u64::MAX), "");
    }
}
