//! Scenes as SVG text, 40 user units to a cell.
//!
//! A picture has a view box and no size of its own, so it fits the width that it is given, up to 40 pixels per cell.
//! Pages are stacked in one picture. As a document of its own, its style sheet gives it the size of the paper, and a
//! browser prints one page per sheet. On a page of HTML it fits like any picture.

use super::glyphs::Point;
use super::page::Pages;
use super::scene::{self, Color, Scene, Shape};
use std::collections::HashMap;
use std::fmt::Write;

const UNIT: f32 = 40.0;

/// One scene.
pub(super) fn still(scene: &Scene) -> String {
    let shapes: String = scene.shapes.iter().map(|shape| element(shape) + "\n").collect();
    open(scene) + &shapes + "</svg>\n"
}

/// Scenes one after the other, each a group that is visible for its time.
pub(super) fn animated(scenes: &[Scene], hundredths: u16) -> String {
    let shown = |frame: usize| f32::from(hundredths) * if frame + 1 == scenes.len() { 3.0 } else { 1.0 };
    let total: f32 = (0..scenes.len()).map(shown).sum();
    let mut elements = Elements::default();
    let frames: Vec<Vec<usize>> =
        scenes.iter().map(|scene| scene.shapes.iter().map(|shape| elements.add(shape)).collect()).collect();
    let mut text = open(&scenes[0]);
    let shared = elements.define(&mut text);
    let mut start = 0.0;
    for (frame, shapes) in frames.iter().enumerate() {
        let (from, to) = (start / total, (start + shown(frame)) / total);
        start += shown(frame);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "<g visibility=\"{}\"><animate attributeName=\"visibility\" calcMode=\"discrete\" dur=\"{}s\" \
             repeatCount=\"indefinite\" values=\"hidden;visible;hidden\" keyTimes=\"0;{from:.5};{to:.5}\"/>",
            if frame == 0 { "visible" } else { "hidden" },
            total / 100.0,
        );
        shapes.iter().for_each(|&element| text.push_str(&shared[element]));
        text.push_str("</g>\n");
    }
    text.push_str("</svg>\n");
    text
}

/// The distinct elements in order, each with the number of its uses.
#[derive(Default)]
struct Elements {
    places: HashMap<String, usize>,
    uses: Vec<(String, usize)>,
}

impl Elements {
    /// Adds a use of the shape, and returns the index of its element.
    fn add(&mut self, shape: &Shape) -> usize {
        let text = element(shape);
        let place = self.places.get(&text).copied().unwrap_or_else(|| {
            self.places.insert(text.clone(), self.uses.len());
            self.uses.push((text, 0));
            self.uses.len() - 1
        });
        self.uses[place].1 += 1;
        place
    }

    /// Defines the elements that are used several times, for reference. Returns the line of each element at its uses.
    fn define(self, text: &mut String) -> Vec<String> {
        text.push_str("<defs>\n");
        let mut numbers = 0..;
        let written = |(element, uses): (String, usize)| {
            let number = (uses > 1).then(|| numbers.next()).flatten();
            let Some(number) = number else { return element + "\n" };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "<g id=\"p{number}\">{element}</g>");
            format!("<use href=\"#p{number}\"/>\n")
        };
        let elements = self.uses.into_iter().map(written).collect();
        text.push_str("</defs>\n");
        elements
    }
}

fn open(scene: &Scene) -> String {
    let (width, height) = (scene.width * UNIT, scene.height * UNIT);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         style=\"max-width:{width}px;margin:auto\">\n{}",
        dark_style()
    )
}

/// The opening of a stack of pages. Paper is white, so there are no dark colours.
fn open_pages(scene: &Scene, pages: &Pages) -> String {
    let (across, down) = (pages.page().0 * pages.scale, pages.top(pages.pages) * pages.scale);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.2} {:.2}\">\n\
         <style>@page{{size:{};margin:0}}\
         svg:root{{width:{across:.3}mm;height:{down:.3}mm;margin:auto}}\
         @media print{{.page-edge{{display:none}}svg:root{{margin:0}}}}</style>\n",
        scene.width * UNIT,
        scene.height * UNIT,
        pages.paper.name()
    )
}

/// The lines between pages, which are not printed.
fn page_edges(pages: &Pages) -> String {
    let width = pages.page().0 * UNIT;
    let edge = |page: usize| {
        let y = pages.top(page) * UNIT;
        format!(
            "<path class=\"page-edge\" d=\"M0 {y:.2}h{width:.2}\" stroke=\"#888888\" stroke-width=\"2\"/>\n"
        )
    };
    (1..pages.pages).map(edge).collect()
}

/// The style of dark systems. Attributes have the light colours, for programs without style sheets.
fn dark_style() -> String {
    let rule = |(light, dark): (Color, Color)| {
        let (light, dark) = (color(light), color(dark));
        format!("[fill=\"{light}\"]{{fill:{dark}}}[stroke=\"{light}\"]{{stroke:{dark}}}")
    };
    let rules: String = scene::DARK_PAGE.map(rule).concat();
    format!("<style>@media (prefers-color-scheme:dark){{{rules}}}</style>\n")
}

fn color([red, green, blue, _]: Color) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn opacity(color: Color) -> String {
    if color[3] == 255 { String::new() } else { format!(" opacity=\"{:.2}\"", f32::from(color[3]) / 255.0) }
}

fn points(points: &[Point]) -> String {
    let written = points.iter().map(|(x, y)| format!("{:.2},{:.2}", x * UNIT, y * UNIT));
    written.collect::<Vec<_>>().join(" ")
}

/// A scene with placed boards, on these pages if any. Elements that several boards share are written once.
pub(super) fn sheet(scene: &Scene, pages: Option<&Pages>) -> String {
    let mut elements = Elements::default();
    let mut places = vec![];
    for shape in &scene.shapes {
        if let Shape::Placed(_, shapes) = shape {
            places.extend(shapes.iter().map(|shape| elements.add(shape)));
        }
    }
    let mut text = pages.map_or_else(|| open(scene), |pages| open_pages(scene, pages));
    let shared = elements.define(&mut text);
    let mut places = places.into_iter();
    for shape in &scene.shapes {
        let Shape::Placed((x, y), shapes) = shape else {
            text.push_str(&(element(shape) + "\n"));
            continue;
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "<g transform=\"translate({:.2} {:.2})\">", x * UNIT, y * UNIT);
        places.by_ref().take(shapes.len()).for_each(|element| text.push_str(&shared[element]));
        text.push_str("</g>\n");
    }
    text.push_str(&pages.map(page_edges).unwrap_or_default());
    text.push_str("</svg>\n");
    text
}

fn element(shape: &Shape) -> String {
    match shape {
        Shape::Rectangle(sides, fill) => {
            let [x, y, width, height] = sides.map(|side| side * UNIT);
            format!(
                "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{}\"/>",
                color(*fill)
            )
        }
        Shape::Squares(corners, fill) => {
            let side = |(x, y): &Point| format!("M{} {}h{UNIT}v{UNIT}h-{UNIT}z", x * UNIT, y * UNIT);
            let path: String = corners.iter().map(side).collect();
            format!("<path d=\"{path}\" fill=\"{}\"/>", color(*fill))
        }
        Shape::Disc(disc, fill) => {
            let [x, y, radius] = disc.map(|length| length * UNIT);
            format!("<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"{}\"/>", color(*fill))
        }
        Shape::Polygon(corners, fill) => {
            format!("<polygon points=\"{}\" fill=\"{}\"/>", points(corners), color(*fill))
        }
        Shape::Stroke(line, width, stroke) => format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"{}/>",
            points(line),
            color(*stroke),
            width * UNIT,
            opacity(*stroke)
        ),
        Shape::Group(shapes) => shapes.iter().map(element).collect::<Vec<_>>().join("\n"),
        Shape::Placed((x, y), shapes) => {
            let inside: String = shapes.iter().map(element).collect();
            format!("<g transform=\"translate({:.2} {:.2})\">{inside}</g>", x * UNIT, y * UNIT)
        }
    }
}
