//! Run time against N, on a logarithmic axis, as SVG that takes its colours from the page.

use super::text;
use std::fmt::Write;

/// The room that a plot has for its axes: left, right, top, bottom.
const MARGINS: [f64; 4] = [58.0, 14.0, 26.0, 40.0];
/// Units that a letter of a line's name takes, and that the name is high.
const LETTER: [f64; 2] = [8.5, 14.0];
/// The fewest units between two labels of the axis of N.
const LABEL_WIDTH: f64 = 26.0;
/// Colours that the style sheet has.
pub const COLORS: usize = 8;

/// Where the names of the lines stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// At the end of each line: its short name.
    Direct,
    /// Below the plot.
    Legend,
}

/// A series: a line with a dot for each count.
#[derive(Debug, Clone)]
pub struct Line {
    /// Its short name.
    pub name: String,
    pub label: String,
    /// The number of its colour, below [`COLORS`].
    pub color: usize,
    pub dashed: bool,
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

/// The plot for wide and for narrow pages, of which the style sheet shows one; empty without points.
pub fn figure(lines: &[Line], names: Names) -> String {
    let plots = svg(lines, names, "wide", 960.0, 480.0) + &svg(lines, names, "narrow", 360.0, 400.0);
    if plots.is_empty() {
        return plots;
    }
    let legend = if names == Names::Legend { legend(lines) } else { String::new() };
    let dashed = if lines.iter().any(|line| line.dashed) { "; dashed: fewer threads" } else { "" };
    format!("{plots}{legend}<figcaption>Time against N, on a logarithmic axis{dashed}.</figcaption>\n")
}

/// The plot as a file of its own, which brings its style; `None` without points.
pub fn alone(lines: &[Line]) -> Option<String> {
    let (width, height) = (960.0, 480.0);
    let svg = svg(lines, Names::Direct, "", width, height);
    let (open, drawing) = svg.split_once('\n')?;
    let open = open.replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1);
    let style = include_str!("plot.css").replace("font-family:inherit", "font-family:system-ui,sans-serif");
    let ground = format!("<rect width=\"{width}\" height=\"{height}\" fill=\"var(--card)\"/>");
    Some(format!("{open}\n<style>{style}</style>\n{ground}\n{drawing}"))
}

/// The plot, so many units wide and high; empty without points.
fn svg(lines: &[Line], names: Names, class: &str, width: f64, height: f64) -> String {
    let Some(scale) = Scale::of(lines, width, height) else { return String::new() };
    let mut svg = format!(
        "<svg class=\"plot {class}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"Run time against N on a logarithmic axis\">\n"
    );
    axes(&mut svg, &scale);
    // The first series is the best one: drawn last, on top.
    for line in lines.iter().rev() {
        draw(&mut svg, &scale, line);
    }
    if names == Names::Direct {
        for (line, (x, y)) in placed_names(lines, &scale) {
            let name = text::html(&line.name);
            // Writing to a string does not fail.
            let _ = writeln!(
                svg,
                "<text class=\"name c{}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{name}</text>",
                line.color % COLORS
            );
        }
    }
    svg + "</svg>\n"
}

/// The lines with the places of their names: above the last dot, where steep lines leave room, and above the names
/// that would be written over.
fn placed_names<'a>(lines: &'a [Line], scale: &Scale) -> Vec<(&'a Line, (f64, f64))> {
    let half = |line: &Line| line.name.chars().count() as f64 * LETTER[0] / 2.0;
    let wanted = |line: &'a Line| {
        let &(n, seconds) = line.points.last()?;
        Some((line, (scale.x(n).min(scale.width - half(line)), scale.y(seconds) - 9.0)))
    };
    let mut names: Vec<_> = lines.iter().filter_map(wanted).collect();
    // The lowest first, which has its place.
    names.sort_by(|a, b| b.1.1.total_cmp(&a.1.1));
    for i in 1..names.len() {
        let (placed, rest) = names.split_at_mut(i);
        let (line, (x, y)) = &mut rest[0];
        for (other, (its_x, its_y)) in placed.iter() {
            let beside = (*x - its_x).abs() >= half(line) + half(other);
            if !beside && (*y - its_y).abs() < LETTER[1] {
                *y = its_y - LETTER[1];
            }
        }
        // Higher names last, also after one was moved over another.
        names[..=i].sort_by(|a, b| b.1.1.total_cmp(&a.1.1));
    }
    names
}

fn axes(svg: &mut String, scale: &Scale) {
    let [left, right, top, bottom] = MARGINS;
    let (end, foot) = (scale.width - right, scale.height - bottom);
    // Writing to a string does not fail.
    for decade in scale.decades.0..=scale.decades.1 {
        let y = scale.y(10f64.powi(decade));
        let _ = write!(svg, "<path class=\"grid\" d=\"M{left} {y:.1}H{end}\"/>");
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            left - 8.0,
            y + 4.0,
            power(decade)
        );
    }
    for n in scale.labelled() {
        let x = scale.x(n);
        let _ = write!(svg, "<path class=\"grid\" d=\"M{x:.1} {top}V{foot}\"/>");
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{n}</text>", foot + 17.0);
    }
    let (middle, below) = ((left + end) / 2.0, scale.height - 6.0);
    let _ = writeln!(svg, "<text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\">N</text>");
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

fn draw(svg: &mut String, scale: &Scale, line: &Line) {
    let at = |&(n, seconds): &(u32, f64)| (scale.x(n), scale.y(seconds));
    let mut path = String::new();
    for (i, (x, y)) in line.points.iter().map(at).enumerate() {
        let _ = write!(path, "{}{x:.1} {y:.1}", if i == 0 { 'M' } else { 'L' });
    }
    let dashed = if line.dashed { " dashed" } else { "" };
    let _ =
        writeln!(svg, "<g class=\"c{}{dashed}\"><path class=\"line\" d=\"{path}\"/>", line.color % COLORS);
    for point in &line.points {
        let (x, y) = at(point);
        let title = format!("{}: N = {}, {}", line.label, point.0, text::seconds(point.1));
        let _ = write!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.2\"><title>{}</title></circle>",
            text::html(&title)
        );
    }
    svg.push_str("</g>\n");
}

/// What the lines stand for.
fn legend(lines: &[Line]) -> String {
    let mut list = "<ul class=\"legend\">".to_owned();
    for line in lines {
        let dashed = if line.dashed { " dashed" } else { "" };
        let _ = write!(
            list,
            "<li><svg class=\"key c{}{dashed}\" viewBox=\"0 0 30 10\" aria-hidden=\"true\">\
             <path class=\"line\" d=\"M1 5H29\"/><circle cx=\"15\" cy=\"5\" r=\"3.2\"/></svg>{}</li>",
            line.color % COLORS,
            text::html(&line.label)
        );
    }
    list + "</ul>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(points: &[(u32, f64)]) -> Line {
        Line {
            name: "<n>".to_owned(),
            label: "<x>".to_owned(),
            color: 0,
            dashed: false,
            points: points.to_vec(),
        }
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
            assert!(!figure(&[line(points)], Names::Direct).contains("NaN"));
        }
        for names in [Names::Direct, Names::Legend] {
            assert_eq!((figure(&[], names), figure(&[line(&[])], names)), (String::new(), String::new()));
        }
    }

    #[test]
    fn labels_have_room_and_are_escaped() {
        let wide = Scale { sizes: (1, 64), decades: (0, 1), width: 400.0, height: 300.0 };
        let labelled: Vec<u32> = wide.labelled().collect();
        assert!(labelled.len() <= 13 && labelled[0] == 1, "{labelled:?}");
        let drawn = figure(&[line(&[(8, 1.0)])], Names::Legend);
        assert!(
            drawn.contains("&lt;x&gt;: N = 8, 1.00 s") && drawn.contains("</svg>&lt;x&gt;</li>"),
            "{drawn}"
        );
        assert!(!drawn.contains("<x>") && !drawn.contains(">&lt;n&gt;<"), "{drawn}");
        let named = figure(&[line(&[(8, 1.0)])], Names::Direct);
        assert!(named.contains(">&lt;n&gt;</text>") && !named.contains("legend"), "{named}");
        let dashed = Line { dashed: true, ..line(&[(8, 1.0)]) };
        assert!(
            figure(&[dashed], Names::Legend).contains("fewer threads") && !named.contains("fewer threads")
        );
    }

    #[test]
    fn names_stand_at_the_ends_of_their_lines_and_never_on_each_other() {
        let lines = [line(&[(8, 1.0), (12, 1.0)]), line(&[(12, 1.0)]), line(&[(12, 1.1)]), line(&[(8, 1.0)])];
        let scale = Scale::of(&lines, 400.0, 300.0).unwrap();
        let names = placed_names(&lines, &scale);
        assert_eq!(names.len(), 4);
        for (i, (_, (x, y))) in names.iter().enumerate() {
            assert!((0.0..400.0).contains(x) && *y < scale.y(1.0), "{x} {y}");
            for (_, (its_x, its_y)) in &names[..i] {
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
