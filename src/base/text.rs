//! Numbers, times and sizes as people read them, and texts as errors repeat them. Files have plain numbers.

use std::io;

/// The most characters of a text that an error repeats.
const LONGEST_SHOWN: usize = 60;

/// A text as an error repeats it: on one line, harmless to a terminal, and no longer than one reads.
pub fn shown(text: &str) -> String {
    let (mut escaped, mut length) = (String::new(), 0);
    for character in text.chars() {
        let part = match character {
            '\'' | '"' => character.to_string(),
            other => other.escape_debug().to_string(),
        };
        length += part.chars().count();
        if length > LONGEST_SHOWN {
            return escaped + "...";
        }
        escaped += &part;
    }
    escaped
}

/// The reason why a file could not be written, with what to do about it.
pub fn not_written(error: &io::Error) -> String {
    use io::ErrorKind::{
        FileTooLarge, IsADirectory, NotFound, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem,
        StorageFull,
    };
    let remedy = match error.kind() {
        NotFound => "create its folder, or name another file",
        IsADirectory => "name a file in that folder",
        PermissionDenied | ReadOnlyFilesystem => "write to another folder",
        StorageFull | QuotaExceeded => "free some space, or write to another disk",
        FileTooLarge => "raise the limit of file sizes (ulimit -f), or write to another disk",
        _ => return error.to_string(),
    };
    format!("{error}; {remedy}")
}

/// A number with commas between its thousands: `14,772,512`.
///
/// ```
/// assert_eq!(vuelta::base::text::grouped(14_772_512), "14,772,512");
/// assert_eq!(vuelta::base::text::grouped(92), "92");
/// ```
#[must_use]
pub fn grouped(number: u128) -> String {
    let digits = number.to_string().into_bytes();
    let thousands: Vec<_> = digits.rchunks(3).rev().map(String::from_utf8_lossy).collect();
    thousands.join(",")
}

/// A time: three digits below 200 seconds, two units above.
///
/// ```
/// use vuelta::base::text::duration;
/// assert_eq!([0.000_412, 0.026, 61.0, 4000.0].map(duration), ["412 µs", "26.0 ms", "61.0 s", "1 h 06 min"]);
/// ```
#[must_use]
pub fn duration(seconds: f64) -> String {
    const UNITS: [(&str, f64); 4] = [("years", 31_557_600.0), ("d", 86_400.0), ("h", 3600.0), ("min", 60.0)];
    if seconds <= 0.0 {
        return "0 s".to_owned();
    }
    if seconds < 199.5 {
        // What rounds to a thousand is one of the next unit.
        let units = [("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)];
        let (name, unit) = units.into_iter().find(|(_, unit)| seconds >= 0.9995 * unit).unwrap_or(units[2]);
        return format!("{} {name}", digits(seconds / unit));
    }
    let seconds = seconds.round();
    let at = UNITS.iter().position(|(_, unit)| seconds >= *unit).unwrap_or(UNITS.len() - 1);
    let (name, unit) = UNITS[at];
    if at == 0 {
        let years = seconds / unit;
        return format!("{} {name}", if years < 1000.0 { format!("{years:.1}") } else { rounded(years) });
    }
    let (below, small) = UNITS.get(at + 1).copied().unwrap_or(("s", 1.0));
    let whole = (seconds / unit).floor();
    format!("{whole:.0} {name} {:02.0} {below}", ((seconds - whole * unit) / small).floor())
}

/// A size in memory or on disk: `23.5 GiB`, `512 MiB`, `1 B`.
#[must_use]
pub fn size(bytes: u128) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    // What rounds to 1024 is one of the next unit.
    let power = (1..units.len()).rev().find(|&power| bytes as f64 >= 1023.5 * 1024f64.powi(power as i32 - 1));
    let power = power.unwrap_or(0);
    let number = bytes as f64 / 1024f64.powi(power as i32);
    let text = if number < 1024.0 { digits(number) } else { rounded(number) };
    let whole = text.split_once('.').filter(|(_, rest)| rest.bytes().all(|digit| digit == b'0'));
    format!("{} {}", whole.map_or(&*text, |(whole, _)| whole), units[power])
}

/// A number with its noun: `1 thread`, `2 threads`.
pub fn plural(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A share of one in percent, to three digits: `0.00708 %`.
///
/// ```
/// use vuelta::base::text::percent;
/// assert_eq!([1.0, 0.1234, 7.0803e-5, 2e-12].map(percent), ["100 %", "12.3 %", "0.00708 %", "2.00e-10 %"]);
/// ```
#[must_use]
pub fn percent(share: f64) -> String {
    let number = 100.0 * share;
    match number {
        1e-6..1.0 => format!("{number:.*} %", (2.0 - number.log10().floor()) as usize),
        0.0..1e-6 if number > 0.0 => format!("{number:.2e} %"),
        _ => format!("{} %", digits(number)),
    }
}

/// A number of any size to three digits: `12.3`, `8,600`, `1.23e61`.
pub fn rounded(number: f64) -> String {
    const LARGE: f64 = 1e9;
    match number {
        number if number < 999.5 => digits(number),
        number if number < LARGE => {
            let unit = 10f64.powf(number.log10().floor() - 2.0);
            grouped(((number / unit).round() * unit).round() as u128)
        }
        _ => format!("{number:.2e}"),
    }
}

/// A ratio, such as a time relative to another: three digits, and all of them above a thousand: `4.00`, `228`, `7,047`.
#[must_use]
pub fn times(ratio: f64) -> String {
    if ratio < 999.5 { digits(ratio) } else { grouped(ratio.round() as u128) }
}

/// A number of moderate size to three digits.
pub fn digits(number: f64) -> String {
    let places = match number {
        number if number < 9.995 => 2,
        number if number < 99.95 => 1,
        _ => 0,
    };
    format!("{number:.places$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_shown_on_one_line_and_cut() {
        assert_eq!(shown("3,x 'é'"), "3,x 'é'");
        assert_eq!(shown("a\nb\u{1b}[31m\u{202e}\0"), r"a\nb\u{1b}[31m\u{202e}\0");
        let long = "é".repeat(LONGEST_SHOWN);
        assert_eq!(shown(&long), long);
        assert_eq!(shown(&(long.clone() + "x")), long + "...");
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(577_116_156_815_309_849_672), "577,116,156,815,309,849,672");
    }

    #[test]
    fn times_have_three_digits_or_two_units() {
        for (seconds, text) in [
            (0.0, "0 s"),
            (1e-7, "0.10 µs"),
            (0.000_204, "204 µs"),
            (0.0118, "11.8 ms"),
            (0.260_124, "260 ms"),
            (0.999_7, "1.00 s"),
            (4.213, "4.21 s"),
            (119.6, "120 s"),
            (199.4, "199 s"),
            (199.6, "3 min 20 s"),
            (600.0, "10 min 00 s"),
            (4000.0, "1 h 06 min"),
            (100_000.0, "1 d 03 h"),
            (31_557_600.0 * 2.5, "2.5 years"),
            (31_557_600.0 * 12_345.6, "12,300 years"),
            (1e60, "3.17e52 years"),
        ] {
            assert_eq!(duration(seconds), text, "{seconds}");
        }
    }

    #[test]
    fn sizes_have_binary_units() {
        for (bytes, text) in [
            (0, "0 B"),
            (1, "1 B"),
            (1000, "1000 B"),
            (1536, "1.50 KiB"),
            (512 << 20, "512 MiB"),
            ((1 << 30) - 1, "1 GiB"),
            (25_276_502_016, "23.5 GiB"),
            (8 << 30, "8 GiB"),
            (1 << 70, "1,020 EiB"),
            (u128::MAX, "2.95e20 EiB"),
        ] {
            assert_eq!(size(bytes), text);
        }
    }

    #[test]
    fn numbers_of_any_size_have_three_digits() {
        let texts =
            [0.0, 4.5678, 999.4, 999.6, 8_612.0, 71_250_000.0, 999_600_000.0, 1e9, 1.234e61].map(rounded);
        let expected =
            ["0.00", "4.57", "999", "1,000", "8,610", "71,300,000", "1,000,000,000", "1.00e9", "1.23e61"];
        assert_eq!(texts, expected);
    }

    #[test]
    fn percentages_have_three_digits() {
        assert_eq!(percent(0.0), "0.00 %");
        assert_eq!(percent(0.009_99), "0.999 %");
        assert_eq!(percent(0.5), "50.0 %");
    }
}
