//! Time against N, on a logarithmic axis, as SVG.

use super::times::Ways;
use super::write::shown;
use crate::duration;
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeMap;

/// Units of width and height.
const SIZE: [f64; 2] = [720.0, 420.0];
/// The room for the axes: left, right, top, bottom.
const MARGINS: [f64; 4] = [92.0, 14.0, 26.0, 40.0];

/// Where times and sizes are on the plot.
#[derive(Debug)]
struct Scale {
    /// Smallest and largest N.
    sizes: [u32; 2],
    /// Powers of ten, in seconds: a whole number at either end.
    decades: [i32; 2],
}

impl Scale {
    fn x(&self, n: u32) -> f64 {
        let [left, right, ..] = MARGINS;
        let [first, last] = self.sizes;
        left + f64::from(n - first) / f64::from(last - first) * (SIZE[0] - left - right)
    }

    fn y(&self, seconds: f64) -> f64 {
        let [.., top, bottom] = MARGINS;
        let [least, most] = self.decades.map(f64::from);
        SIZE[1] - bottom - (decade(seconds) - least) / (most - least) * (SIZE[1] - top - bottom)
    }
}

/// The power of ten; of a clock's resolution at least, as zero has no logarithm.
fn decade(seconds: f64) -> f64 {
    seconds.clamp(1e-7, 1e11).log10()
}

/// The best times of each engine as a line with a dot per board; `None` without times.
pub fn drawn(ways: &Ways<'_>) -> Option<String> {
    let mut lines = BTreeMap::<&str, BTreeMap<u32, f64>>::new();
    for ((engine, _), times) in ways {
        for (&n, &(seconds, _)) in times {
            let best = lines.entry(engine).or_default().entry(n).or_insert(seconds);
            *best = best.min(seconds);
        }
    }
    let sizes = || lines.values().flat_map(BTreeMap::keys).copied();
    let decades = || lines.values().flat_map(BTreeMap::values).map(|&seconds| decade(seconds));
    let first = sizes().min()?;
    let least = decades().fold(f64::INFINITY, f64::min).floor() as i32;
    let most = decades().fold(f64::NEG_INFINITY, f64::max).ceil() as i32;
    let scale =
        Scale { sizes: [first, sizes().max()?.max(first + 1)], decades: [least, most.max(least + 1)] };
    let drawn = html! {
        svg.plot xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {} {}", SIZE[0], SIZE[1])) role="img"
            aria-label="Time against N on a logarithmic axis" {
            style { (PreEscaped(include_str!("plot.css"))) }
            rect width="100%" height="100%" fill="var(--card)" {}
            (axes(&scale))
            @for (i, (engine, times)) in lines.iter().enumerate() { (line(&scale, i, engine, times)) }
        }
    };
    Some(drawn.into_string() + "\n")
}

fn axes(scale: &Scale) -> Markup {
    let [left, right, top, bottom] = MARGINS;
    let (end, foot) = (SIZE[0] - right, SIZE[1] - bottom);
    let ([first, last], [least, most]) = (scale.sizes, scale.decades);
    html! {
        @for seconds in (least..=most).map(|decade| 10f64.powi(decade)) {
            path.grid d=(format!("M{left} {:.1}H{end}", scale.y(seconds))) {}
            text x=(left - 8.0) y=(format!("{:.1}", scale.y(seconds) + 4.0)) text-anchor="end" { (duration(seconds)) }
        }
        @for n in first..=last {
            path.grid d=(format!("M{:.1} {top}V{foot}", scale.x(n))) {}
            text x=(format!("{:.1}", scale.x(n))) y=(foot + 17.0) text-anchor="middle" { (n) }
        }
        text x=((left + end) / 2.0) y=(SIZE[1] - 6.0) text-anchor="middle" { "N" }
    }
}

/// A line, and its name in the upper left corner, which times that grow leave free.
fn line(scale: &Scale, i: usize, engine: &str, times: &BTreeMap<u32, f64>) -> Markup {
    let points = times.iter().map(|(&n, &seconds)| [scale.x(n), scale.y(seconds)]);
    let path: Vec<_> = points.clone().map(|[x, y]| format!("{x:.1} {y:.1}")).collect();
    html! {
        g class={ "c" (i) } {
            path.line d={ "M" (path.join("L")) } {}
            @for [x, y] in points { circle cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) r="3.2" {} }
            text.name x=(MARGINS[0] + 10.0) y=(MARGINS[2] + 18.0 * (i + 1) as f64) { (shown(engine)) }
        }
    }
}
