//! Time against N, on a logarithmic axis, as SVG that takes its colours from the page.

use super::text::{self, Text};
use maud::{Markup, html};

/// Units of width and height.
const SIZE: [f64; 2] = [720.0, 420.0];
/// The room that a plot has for its axes: left, right, top, bottom.
const MARGINS: [f64; 4] = [58.0, 14.0, 26.0, 40.0];
/// Units that a letter of a line's name takes, and that the name is high.
const LETTER: [f64; 2] = [8.5, 14.0];
/// The fewest units between two labels of the axis of N.
const LABEL_WIDTH: f64 = 26.0;
/// Colours that the style sheet has.
const COLORS: usize = 8;

/// A series: a line with a dot for each count.
#[derive(Debug, Clone)]
pub struct Line {
    /// Its short name.
    pub name: String,
    pub label: String,
    /// N and seconds, N ascending.
    pub points: Vec<(u32, f64)>,
}

/// Where times and sizes are on the plot.
#[derive(Debug, Clone, PartialEq)]
struct Scale {
    /// Smallest and largest N.
    sizes: (u32, u32),
    /// Powers of ten, in seconds: a whole number at either end.
    decades: (i32, i32),
    width: f64,
    height: f64,
}

impl Scale {
    /// The scale that all points fit in; `None` without points.
    fn of(lines: &[Line], width: f64, height: f64) -> Option<Self> {
        let points = || lines.iter().flat_map(|line| &line.points);
        let sizes = (points().map(|p| p.0).min()?, points().map(|p| p.0).max()?);
        let decade = |time: f64| clamped(time).log10();
        let least = points().map(|p| decade(p.1)).fold(f64::INFINITY, f64::min).floor() as i32;
        let most = points().map(|p| decade(p.1)).fold(f64::NEG_INFINITY, f64::max).ceil() as i32;
        Some(Scale { sizes, decades: (least, most.max(least + 1)), width, height })
    }

    fn x(&self, n: u32) -> f64 {
        let [left, right, ..] = MARGINS;
        // A single size stands in the middle.
        let range = f64::from(self.sizes.1 - self.sizes.0);
        let part = if range > 0.0 { f64::from(n - self.sizes.0) / range } else { 0.5 };
        left + part * (self.width - left - right)
    }

    fn y(&self, seconds: f64) -> f64 {
        let [.., top, bottom] = MARGINS;
        let (least, most) = (f64::from(self.decades.0), f64::from(self.decades.1));
        let part = (clamped(seconds).log10() - least) / (most - least);
        self.height - bottom - part * (self.height - top - bottom)
    }

    /// The sizes that have a label: as many as there is room for.
    fn labelled(&self) -> impl Iterator<Item = u32> {
        let (first, last) = self.sizes;
        let room = ((self.width - MARGINS[0] - MARGINS[1]) / LABEL_WIDTH).max(1.0) as u32;
        let step = (last - first).div_ceil(room).max(1);
        (first..=last).step_by(step as usize)
    }
}

/// A clock's resolution at least: zero has no logarithm.
fn clamped(seconds: f64) -> f64 {
    seconds.clamp(1e-7, 1e11)
}

/// The plot with its caption; empty without points.
pub fn figure(lines: &[Line]) -> Markup {
    let Some(svg) = svg(lines) else { return Markup::default() };
    html! { figure { (svg) figcaption { "Time against N, on a logarithmic axis." } } }
}

/// The plot as a file of its own, which brings its style; `None` without points.
pub fn alone(lines: &[Line]) -> Option<String> {
    let svg = svg(lines)?.into_string();
    let (open, drawing) = svg.split_once('>')?;
    let style = include_str!("plot.css").replace("font-family:inherit", "font-family:system-ui,sans-serif");
    let ground = "<rect width=\"100%\" height=\"100%\" fill=\"var(--card)\"/>";
    Some(format!("{open} xmlns=\"http://www.w3.org/2000/svg\">\n<style>{style}</style>\n{ground}{drawing}\n"))
}

/// Draws the plot; `None` without points.
fn svg(lines: &[Line]) -> Option<Markup> {
    let scale = Scale::of(lines, SIZE[0], SIZE[1])?;
    let one = |number: f64| format!("{number:.1}");
    Some(html! {
        svg.plot viewBox=(format!("0 0 {} {}", SIZE[0], SIZE[1])) role="img"
            aria-label="Time against N on a logarithmic axis" {
            (axes(&scale))
            // The first series is the best one: drawn last, on top.
            @for (color, line) in lines.iter().enumerate().rev() { (draw(&scale, color, line)) }
            @for (color, name, (x, y)) in placed_names(lines, &scale) {
                text class={ "name c" (color % COLORS) } x=(one(x)) y=(one(y)) text-anchor="middle" { (Text(name)) }
            }
        }
    })
}

/// The colours and names of the lines with their places: above the last dot, where steep lines leave room, and above the
/// names that would be written over.
fn placed_names<'a>(lines: &'a [Line], scale: &Scale) -> Vec<(usize, &'a str, (f64, f64))> {
    let half = |name: &str| name.chars().count() as f64 * LETTER[0] / 2.0;
    let wanted = |(color, line): (usize, &'a Line)| {
        let &(n, seconds) = line.points.last()?;
        Some((color, &*line.name, (scale.x(n).min(scale.width - half(&line.name)), scale.y(seconds) - 9.0)))
    };
    let mut names: Vec<_> = lines.iter().enumerate().filter_map(wanted).collect();
    // The lowest first, which has its place.
    names.sort_by(|a, b| b.2.1.total_cmp(&a.2.1));
    let mut placed: Vec<(usize, &str, (f64, f64))> = vec![];
    for (color, name, (x, mut y)) in names {
        for (_, other, (its_x, its_y)) in &placed {
            let beside = (x - its_x).abs() >= half(name) + half(other);
            if !beside && (y - its_y).abs() < LETTER[1] {
                y = its_y - LETTER[1];
            }
        }
        // Higher names last, also after one was moved over another.
        let at = placed.partition_point(|(.., (_, its_y))| *its_y >= y);
        placed.insert(at, (color, name, (x, y)));
    }
    placed
}

fn axes(scale: &Scale) -> Markup {
    let [left, right, top, bottom] = MARGINS;
    let (end, foot) = (scale.width - right, scale.height - bottom);
    html! {
        @for (decade, y) in (scale.decades.0..=scale.decades.1).map(|decade| (decade, scale.y(10f64.powi(decade)))) {
            path.grid d=(format!("M{left} {y:.1}H{end}")) {}
            text x=(left - 8.0) y=(format!("{:.1}", y + 4.0)) text-anchor="end" { (power(decade)) }
        }
        @for (n, x) in scale.labelled().map(|n| (n, scale.x(n))) {
            path.grid d=(format!("M{x:.1} {top}V{foot}")) {}
            text x=(format!("{x:.1}")) y=(foot + 17.0) text-anchor="middle" { (n) }
        }
        text x=((left + end) / 2.0) y=(scale.height - 6.0) text-anchor="middle" { "N" }
    }
}

/// A power of ten of seconds: `10 ms`.
fn power(decade: i32) -> String {
    let (unit, name) = match decade {
        ..-6 => (-9, "ns"),
        -6..-3 => (-6, "µs"),
        -3..0 => (-3, "ms"),
        _ => (0, "s"),
    };
    format!("{:.0} {name}", 10f64.powi(decade - unit))
}

fn draw(scale: &Scale, color: usize, line: &Line) -> Markup {
    let at = |&(n, seconds): &(u32, f64)| (scale.x(n), scale.y(seconds));
    let path: Vec<_> = line.points.iter().map(at).map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    html! {
        g class={ "c" (color % COLORS) } {
            path.line d={ "M" (path.join("L")) } {}
            @for (point, (x, y)) in line.points.iter().map(|point| (point, at(point))) {
                circle cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) r="3.2" {
                    title { (Text(&format!("{}: N = {}, {}", line.label, point.0, text::seconds(point.1)))) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(points: &[(u32, f64)]) -> Line {
        Line { name: "<n>".to_owned(), label: "<x>".to_owned(), points: points.to_vec() }
    }

    #[test]
    fn the_axis_covers_whole_decades() {
        let lines = [line(&[(8, 0.0002), (16, 0.02)]), line(&[(9, 3.0)])];
        let scale = Scale::of(&lines, 400.0, 300.0).unwrap();
        assert_eq!((scale.sizes, scale.decades), ((8, 16), (-4, 1)));
        assert_eq!((scale.x(8), scale.x(16)), (MARGINS[0], 400.0 - MARGINS[1]));
        assert!((scale.y(10.0) - MARGINS[2]).abs() < 1e-9);
        assert!((scale.y(1e-4) - (300.0 - MARGINS[3])).abs() < 1e-9);
        let steps = [scale.y(0.01) - scale.y(0.1), scale.y(0.1) - scale.y(1.0)];
        assert!(steps[0] > 0.0 && (steps[0] - steps[1]).abs() < 1e-9, "a decade is a decade: {steps:?}");
    }

    #[test]
    fn odd_numbers_neither_fail_nor_leave_the_plot() {
        for points in [&[(8, 0.0)][..], &[(8, 1.0)], &[(1, 1e-9), (64, 1e11)], &[(1, 0.0), (1, 0.0)]] {
            let scale = Scale::of(&[line(points)], 400.0, 300.0).unwrap();
            for &(n, seconds) in points {
                assert!((0.0..=400.0).contains(&scale.x(n)) && (0.0..=300.0).contains(&scale.y(seconds)));
            }
            assert!(!figure(&[line(points)]).0.contains("NaN"));
        }
        assert_eq!((figure(&[]).0, figure(&[line(&[])]).0), (String::new(), String::new()));
    }

    #[test]
    fn labels_have_room_and_are_escaped() {
        let wide = Scale { sizes: (1, 64), decades: (0, 1), width: 400.0, height: 300.0 };
        let labelled: Vec<u32> = wide.labelled().collect();
        assert!(labelled.len() <= 13 && labelled[0] == 1, "{labelled:?}");
        let drawn = figure(&[line(&[(8, 1.0)])]).0.replace('\u{a0}', " ");
        assert!(drawn.contains("&lt;x&gt;: N = 8, 1.00 s") && drawn.contains(">&lt;n&gt;</text>"), "{drawn}");
        assert!(!drawn.contains("<x>") && !drawn.contains("<n>"), "{drawn}");
    }

    #[test]
    fn names_stand_at_the_ends_of_their_lines_and_never_on_each_other() {
        let lines = [line(&[(8, 1.0), (12, 1.0)]), line(&[(12, 1.0)]), line(&[(12, 1.1)]), line(&[(8, 1.0)])];
        let scale = Scale::of(&lines, 400.0, 300.0).unwrap();
        let names = placed_names(&lines, &scale);
        assert_eq!(names.len(), 4);
        for (i, (.., (x, y))) in names.iter().enumerate() {
            assert!((0.0..400.0).contains(x) && *y < scale.y(1.0), "{x} {y}");
            for (.., (its_x, its_y)) in &names[..i] {
                assert!((x - its_x).abs() > 20.0 || (y - its_y).abs() >= LETTER[1] - 1e-9, "{names:?}");
            }
        }
    }

    #[test]
    fn decades_are_said_in_the_unit_of_their_thousand() {
        let labels: Vec<String> = [-7, -6, -5, -3, -1, 0, 2, 4].map(power).to_vec();
        assert_eq!(labels, ["100 ns", "1 µs", "10 µs", "1 ms", "100 ms", "1 s", "100 s", "10000 s"]);
    }
}
