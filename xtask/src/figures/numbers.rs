//! Numbers as the documents have them.

use std::time::{Duration, UNIX_EPOCH};

/// A time with three significant digits.
pub fn seconds(seconds: f64) -> String {
    let (mut number, mut unit) = if seconds < 1.0 { (seconds * 1000.0, "ms") } else { (seconds, "s") };
    if number >= 1000.0 {
        (number, unit) = (number / 60.0, "min");
    }
    let digits = if number >= 99.95 { 0 } else { 1 + usize::from(number < 9.995) };
    format!("{number:.digits$} {unit}")
}

/// The nearest whole number, with commas.
pub fn grouped(number: f64) -> String {
    vuelta::report::grouped(number.round() as u128)
}

/// Hours with two significant digits.
pub fn hours(hours: f64) -> String {
    let unit = 10f64.powf(hours.log10().floor() - 1.0).max(1.0);
    grouped((hours / unit + 0.5).floor() * unit)
}

/// A wall time in the unit that suits it.
pub fn wall(hours: f64) -> String {
    match hours {
        ..60.0 => format!("{hours:.0} hours"),
        ..1440.0 => format!("{:.0} days", hours / 24.0),
        _ => format!("{:.0} months", hours / 730.0),
    }
}

/// A ratio of two times with two significant digits.
pub fn worth(ours: f64, theirs: f64) -> String {
    let ratio = ours / theirs;
    let digits = usize::from(ratio < 9.95);
    format!("{ratio:.digits$}")
}

/// The day in UTC, as in 22 November 2026.
pub fn date(unix: u64) -> String {
    const MONTHS: &str =
        "January February March April May June July August September October November December";
    let text = humantime::format_rfc3339(UNIX_EPOCH + Duration::from_secs(unix)).to_string();
    let number = |digits: std::ops::Range<usize>| text[digits].parse::<usize>().unwrap_or_default();
    let month = MONTHS.split(' ').nth(number(5..7) - 1).unwrap_or_default();
    format!("{} {month} {}", number(8..10), number(0..4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_that_count() {
        let times = [0.01841, 0.386, 2.778, 17.94, 99.96, 521.4, 5658.0].map(seconds);
        assert_eq!(times, ["18.4 ms", "386 ms", "2.78 s", "17.9 s", "100 s", "521 s", "94.3 min"]);
        assert_eq!([13_364.2, 1456.0, 968.0, 71_499.0].map(hours), ["13,000", "1,500", "970", "71,000"]);
        assert_eq!([13.0, 70.0, 835.0, 2000.0].map(wall), ["13 hours", "3 days", "35 days", "3 months"]);
        assert_eq!((worth(33.0, 2.5), worth(13.0, 5.4)), ("13".to_owned(), "2.4".to_owned()));
        assert_eq!(
            [0, 951_782_400, 1_795_318_457].map(date),
            ["1 January 1970", "29 February 2000", "22 November 2026"]
        );
    }
}
