//! Numbers as the documents have them.

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

/// The cores of ours that one card is worth, from the time that each needs alone.
pub fn worth(ours: f64, theirs: f64) -> String {
    let ratio = ours / theirs;
    let digits = usize::from(ratio < 9.95);
    format!("{ratio:.digits$}")
}

/// The day in UTC, as in 22 November 2026: the civil calendar from days since 1970, after H. Hinnant.
pub fn date(unix: u64) -> String {
    const MONTHS: [&str; 12] = [
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
        "January",
        "February",
    ];
    let days = unix / 86400 + 719_468; // since 1 March of the year 0
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let year = era * 400 + year + u64::from(month >= 10);
    format!("{} {} {year}", day - (153 * month + 2) / 5 + 1, MONTHS[month as usize])
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
