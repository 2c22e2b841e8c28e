//! Digits, letters and a few signs, drawn as strokes without fonts.
//!
//! A glyph is a path on a grid with x from 0. Digits and capitals reach from y = 0 down to the baseline y = 12, small
//! letters from y = 4, with descenders to y = 16. The paths use these commands of SVG: `M` (begin at a point), `L`
//! (line), `Q` (quadratic Bézier curve) and `Z` (close). Curves become short lines, which every back end can draw.

/// Across and down, from the top left corner.
pub(super) type Point = (f32, f32);

/// Height of a digit on the grid.
const HEIGHT: f32 = 12.0;
/// The top of small letters.
const SMALL: f32 = 4.0;
/// The air between two glyphs.
const AIR: f32 = 3.4;
/// Lines to a curve.
const LINES: u8 = 6;

/// A glyph's width and path; empty for characters without a glyph.
fn glyph(character: char) -> (f32, &'static str) {
    match character {
        '0' => (8.0, "M4 0Q8 0 8 4L8 8Q8 12 4 12Q0 12 0 8L0 4Q0 0 4 0Z"),
        '1' => (4.0, "M0 3L4 0L4 12"),
        '2' => (8.0, "M0 3Q0 0 4 0Q8 0 8 3.5Q8 6 5 8L0 12L8 12"),
        '3' => (8.0, "M0 2Q1 0 4 0Q8 0 8 3Q8 6 4 6L3 6M4 6Q8 6 8 9Q8 12 4 12Q1 12 0 10"),
        '4' => (8.0, "M6 12L6 0L0 8.5L8 8.5"),
        '5' => (8.0, "M7 0L1 0L0.5 6Q2 4.5 4 4.5Q8 4.5 8 8Q8 12 4 12Q1 12 0 10"),
        '6' => (8.0, "M6.5 0Q0 2 0 8Q0 12 4 12Q8 12 8 8.5Q8 5 4 5Q1 5 0 8"),
        '7' => (8.0, "M0 0L8 0L3 12"),
        '8' => (
            8.0,
            "M4 5.5Q0.5 5.5 0.5 2.8Q0.5 0 4 0Q7.5 0 7.5 2.8Q7.5 5.5 4 5.5Q0 5.5 0 8.8Q0 12 4 12Q8 12 8 8.8Q8 5.5 4 5.5Z",
        ),
        '9' => (8.0, "M8 4Q7 7 4 7Q0 7 0 3.5Q0 0 4 0Q8 0 8 4Q8 10 1.5 12"),
        'a' => (6.0, "M0 5.5Q1 4 3 4Q6 4 6 7L6 12M6 7.5L3 7.5Q0 7.5 0 9.8Q0 12 2.5 12Q5 12 6 10"),
        'b' => (7.0, "M0 0L0 12M0 8Q0 4 3.5 4Q7 4 7 8Q7 12 3.5 12Q0 12 0 8"),
        'c' => (6.0, "M6 5Q5 4 3.5 4Q0 4 0 8Q0 12 3.5 12Q5 12 6 11"),
        'd' => (7.0, "M7 0L7 12M7 8Q7 4 3.5 4Q0 4 0 8Q0 12 3.5 12Q7 12 7 8"),
        'e' => (7.0, "M0 8L7 8Q7 4 3.5 4Q0 4 0 8Q0 12 4 12Q6 12 6.5 10.5"),
        'f' => (5.0, "M5 0Q2 0 2 3L2 12M0 4L5 4"),
        'g' => (7.0, "M7 4L7 12.5Q7 16 3.5 16Q1.5 16 0.5 15M7 8Q7 4 3.5 4Q0 4 0 8Q0 12 3.5 12Q7 12 7 8"),
        'h' => (6.0, "M0 0L0 12M0 8Q0 4 3 4Q6 4 6 7L6 12"),
        'i' => (0.0, "M0 4L0 12M0 0.5L0 0.7"),
        'j' => (2.0, "M2 4L2 13Q2 16 0 16M2 0.5L2 0.7"),
        'k' => (6.0, "M0 0L0 12M6 4L0 9M2.5 7L6 12"),
        'l' => (0.0, "M0 0L0 12"),
        'm' => (10.0, "M0 4L0 12M0 7Q0 4 2.5 4Q5 4 5 7L5 12M5 7Q5 4 7.5 4Q10 4 10 7L10 12"),
        'n' => (6.0, "M0 4L0 12M0 8Q0 4 3 4Q6 4 6 7L6 12"),
        'o' => (7.0, "M3.5 4Q7 4 7 8Q7 12 3.5 12Q0 12 0 8Q0 4 3.5 4Z"),
        'p' => (7.0, "M0 4L0 16M0 8Q0 4 3.5 4Q7 4 7 8Q7 12 3.5 12Q0 12 0 8"),
        'q' => (7.0, "M7 4L7 16M7 8Q7 4 3.5 4Q0 4 0 8Q0 12 3.5 12Q7 12 7 8"),
        'r' => (4.0, "M0 4L0 12M0 8Q0 4 4 4"),
        's' => (6.0, "M6 5.5Q5 4 3 4Q0 4 0 6Q0 7.7 3 8Q6 8.3 6 10Q6 12 3 12Q1 12 0 10.5"),
        't' => (5.0, "M2 1L2 9Q2 12 5 12M0 4L5 4"),
        'u' => (6.0, "M0 4L0 9Q0 12 3 12Q6 12 6 8M6 4L6 12"),
        'v' => (6.0, "M0 4L3 12L6 4"),
        'w' => (10.0, "M0 4L2.5 12L5 5L7.5 12L10 4"),
        'x' => (6.0, "M0 4L6 12M6 4L0 12"),
        'y' => (6.0, "M0 4L3 12M6 4L2 16L0 16"),
        'z' => (6.0, "M0 4L6 4L0 12L6 12"),
        ':' => (0.0, "M0 5.5L0 5.7M0 11.5L0 11.7"),
        '.' => (0.0, "M0 11.5L0 11.7"),
        ',' => (1.0, "M1 11.4L0 14"),
        '-' => (5.0, "M0 7.5L5 7.5"),
        '/' => (5.0, "M5 0L0 12"),
        '(' => (2.5, "M2.5 0Q0 3 0 7Q0 11 2.5 14"),
        ')' => (2.5, "M0 0Q2.5 3 2.5 7Q2.5 11 0 14"),
        '>' => (6.0, "M0 4L6 8L0 12"),
        '=' => (6.0, "M0 6L6 6M0 9.5L6 9.5"),
        '+' => (6.0, "M0 8L6 8M3 5L3 11"),
        // Several make one line.
        '_' => (6.6, "M0 13L10 13"),
        '!' => (0.0, "M0 0L0 8.5M0 11.5L0 11.7"),
        '?' => (7.0, "M0 2.5Q0.5 0 3.5 0Q7 0 7 3Q7 5 5 6Q3.5 7 3.5 8.5M3.5 11.5L3.5 11.7"),
        '¡' => (0.0, "M0 4L0 4.2M0 7.2L0 15.7"),
        '¿' => (7.0, "M3.5 4L3.5 4.2M3.5 7.2Q3.5 8.7 2 9.7Q0 10.7 0 12.7Q0 15.7 3.5 15.7Q6.5 15.7 7 13.2"),
        'ı' => (0.0, "M0 4L0 12"),
        'A' => (8.0, "M0 12L4 0L8 12M1.4 8L6.6 8"),
        'B' => (7.0, "M0 0L0 12L4 12Q7 12 7 9Q7 6 4 6L0 6M0 0L3.5 0Q6.5 0 6.5 3Q6.5 6 3.5 6"),
        'C' => (8.0, "M8 2.5Q6.5 0 4.5 0Q0 0 0 6Q0 12 4.5 12Q6.5 12 8 9.5"),
        'D' => (8.0, "M0 0L0 12L3 12Q8 12 8 6Q8 0 3 0Z"),
        'E' => (6.5, "M6.5 0L0 0L0 12L6.5 12M0 6L5 6"),
        'F' => (6.5, "M6.5 0L0 0L0 12M0 6L5 6"),
        'G' => (8.0, "M8 2.5Q6.5 0 4.5 0Q0 0 0 6Q0 12 4.5 12Q8 12 8 7L5 7"),
        'H' => (8.0, "M0 0L0 12M8 0L8 12M0 6L8 6"),
        'I' => (0.0, "M0 0L0 12"),
        'J' => (5.0, "M5 0L5 9Q5 12 2.5 12Q0.5 12 0 10"),
        'K' => (7.0, "M0 0L0 12M7 0L0 7.5M2.5 5L7 12"),
        'L' => (6.0, "M0 0L0 12L6 12"),
        'M' => (9.0, "M0 12L0 0L4.5 8L9 0L9 12"),
        'N' => (8.0, "M0 12L0 0L8 12L8 0"),
        'O' => (9.0, "M4.5 0Q9 0 9 6Q9 12 4.5 12Q0 12 0 6Q0 0 4.5 0Z"),
        'P' => (7.0, "M0 12L0 0L3.5 0Q7 0 7 3.5Q7 7 3.5 7L0 7"),
        'Q' => (9.0, "M4.5 0Q9 0 9 6Q9 12 4.5 12Q0 12 0 6Q0 0 4.5 0ZM5.5 9L9 13"),
        'R' => (7.0, "M0 12L0 0L3.5 0Q7 0 7 3.5Q7 7 3.5 7L0 7M3.5 7L7 12"),
        'S' => (7.0, "M7 2Q6 0 3.5 0Q0 0 0 3Q0 5.5 3.5 6Q7 6.5 7 9Q7 12 3.5 12Q1 12 0 10"),
        'T' => (8.0, "M0 0L8 0M4 0L4 12"),
        'U' => (8.0, "M0 0L0 8Q0 12 4 12Q8 12 8 8L8 0"),
        'V' => (8.0, "M0 0L4 12L8 0"),
        'W' => (11.0, "M0 0L2.75 12L5.5 3L8.25 12L11 0"),
        'X' => (7.0, "M0 0L7 12M7 0L0 12"),
        'Y' => (7.0, "M0 0L3.5 6L7 0M3.5 6L3.5 12"),
        'Z' => (7.0, "M0 0L7 0L0 12L7 12"),
        _ => (5.0, ""),
    }
}

/// The letter below an accent, and the accent's path: x from the letter's middle, y = 0 at its top. Others have no accent.
fn accent(character: char) -> (char, &'static str) {
    const ACUTE: &str = "M-0.8 -1.8L1.2 -4";
    const TILDE: &str = "M-3 -2Q-1.8 -4 0 -2.9Q1.8 -1.8 3 -3.8";
    const DIAERESIS: &str = "M-1.8 -2.8L-1.8 -2.6M1.8 -2.8L1.8 -2.6";
    match character {
        'á' => ('a', ACUTE),
        'é' => ('e', ACUTE),
        'í' => ('ı', ACUTE),
        'ó' => ('o', ACUTE),
        'ú' => ('u', ACUTE),
        'ñ' => ('n', TILDE),
        'ü' => ('u', DIAERESIS),
        'Á' => ('A', ACUTE),
        'É' => ('E', ACUTE),
        'Í' => ('I', ACUTE),
        'Ó' => ('O', ACUTE),
        'Ú' => ('U', ACUTE),
        'Ñ' => ('N', TILDE),
        'Ü' => ('U', DIAERESIS),
        other => (other, ""),
    }
}

/// The width of a text with digits `height` high.
pub(super) fn width(text: &str, height: f32) -> f32 {
    let glyphs: f32 = text.chars().map(|character| glyph(accent(character).0).0 + AIR).sum();
    (glyphs - AIR).max(0.0) * height / HEIGHT
}

/// The strokes of a text centred on a point, with digits `height` high.
pub(super) fn strokes(text: &str, (x, y): Point, height: f32) -> Vec<Vec<Point>> {
    let unit = height / HEIGHT;
    let (mut left, top) = (x - width(text, height) / 2.0, y - height / 2.0);
    let mut strokes = vec![];
    for character in text.chars() {
        let (letter, above) = accent(character);
        let (width, path) = glyph(letter);
        let rise = if letter.is_uppercase() { 0.0 } else { SMALL };
        for (path, (across, down)) in [(path, (0.0, 0.0)), (above, (width / 2.0, rise))] {
            let place = |(dx, dy): Point| (left + (across + dx) * unit, top + (down + dy) * unit);
            strokes.extend(lines(path).into_iter().map(|stroke| stroke.into_iter().map(place).collect()));
        }
        left += (width + AIR) * unit;
    }
    strokes
}

/// The strokes of a path as lines from point to point.
fn lines(path: &str) -> Vec<Vec<Point>> {
    let mut strokes: Vec<Vec<Point>> = vec![];
    let starts = path.char_indices().filter(|(_, character)| character.is_ascii_alphabetic());
    for (start, command) in starts {
        let numbers = path[start + 1..].split(|character: char| character.is_ascii_alphabetic()).next();
        let mut numbers = numbers.unwrap_or_default().split(' ').filter_map(|number| number.parse().ok());
        let mut point = || Some((numbers.next()?, numbers.next()?));
        match (command, strokes.last_mut()) {
            ('M', _) => strokes.push(point().into_iter().collect()),
            ('L', Some(stroke)) => stroke.extend(point()),
            ('Q', Some(stroke)) => {
                if let (Some(&from), Some(control), Some(to)) = (stroke.last(), point(), point()) {
                    stroke.extend(
                        (1..=LINES).map(|i| curve(from, control, to, f32::from(i) / f32::from(LINES))),
                    );
                }
            }
            ('Z', Some(stroke)) => stroke.extend(stroke.first().copied()),
            _ => {}
        }
    }
    strokes
}

/// The point at `t`, 0 to 1, of a quadratic Bézier curve.
fn curve(from: Point, control: Point, to: Point, t: f32) -> Point {
    let at = |a: f32, b: f32, c: f32| (1.0 - t).powi(2) * a + 2.0 * t * (1.0 - t) * b + t * t * c;
    (at(from.0, control.0, to.0), at(from.1, control.1, to.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_is_as_wide_as_its_strokes() {
        for character in ('0'..='9').chain('a'..='z').chain('A'..='Z').chain(":.,-/()>=+!?¡¿".chars()) {
            let (width, path) = glyph(character);
            let points: Vec<Point> = lines(path).concat();
            let right = points.iter().map(|point| point.0).fold(f32::MIN, f32::max);
            let left = points.iter().map(|point| point.0).fold(f32::MAX, f32::min);
            assert_eq!((left, right), (0.0, width), "{character}");
            assert!(points.iter().all(|point| (0.0..=16.0).contains(&point.1)), "{character}");
        }
    }

    #[test]
    fn a_text_is_centred_and_scaled() {
        let near = |a: &Point, b: Point| (a.0 - b.0).abs() + (a.1 - b.1).abs() < 1e-3;
        let points = strokes("7", (4.0, 6.0), 12.0).concat();
        let expected = [(0.0, 0.0), (8.0, 0.0), (3.0, 12.0)];
        assert!(points.len() == 3 && points.iter().zip(expected).all(|(a, b)| near(a, b)), "{points:?}");
        assert_eq!(strokes("17", (10.0, 20.0), 24.0).concat().len(), 6);
        assert_eq!(strokes("%", (0.0, 0.0), 12.0), Vec::<Vec<Point>>::new());
    }
}
