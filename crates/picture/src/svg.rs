//! Scenes as SVG text, 40 user units to a cell.
//!
//! A picture has a view box and no size of its own, so it fits the width that it is given, up to 40 pixels per cell.
//! Pages are stacked in one picture. As a document of its own, its style sheet gives it the size of the paper, and a
//! browser prints one page per sheet. On a page of HTML it fits like any picture.

use super::glyphs::Point;
use super::page::Pages;
use super::scene::{self, Color, Scene, Shape};
use std::collections::HashMap;
use std::slice;

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
    let mut document = Document::default();
    let mut start = 0.0;
    for (frame, scene) in scenes.iter().enumerate() {
        let (from, to) = (start / total, (start + shown(frame)) / total);
        start += shown(frame);
        let tag = format!(
            "<g visibility=\"{}\"><animate attributeName=\"visibility\" calcMode=\"discrete\" dur=\"{}s\" \
             repeatCount=\"indefinite\" values=\"hidden;visible;hidden\" keyTimes=\"0;{from:.5};{to:.5}\"/>\n",
            if frame == 0 { "visible" } else { "hidden" },
            total / 100.0,
        );
        document.add_group(tag, &scene.shapes);
    }
    document.text(open(&scenes[0])) + "</svg>\n"
}

/// Groups of elements, with the elements that are used several times written once.
#[derive(Default)]
struct Document {
    /// The distinct elements in order, each with the number of its uses.
    elements: Vec<(String, usize)>,
    /// The indices of the elements in groups.
    places: HashMap<String, usize>,
    /// The opening tags of the groups, and the indices of their elements. Elements outside groups have no tag.
    groups: Vec<(String, Vec<usize>)>,
}

impl Document {
    fn add_group(&mut self, tag: String, shapes: &[Shape]) {
        let indices = shapes.iter().map(|shape| {
            let text = element(shape);
            let index = *self.places.entry(text).or_insert_with_key(|text| {
                self.elements.push((text.clone(), 0));
                self.elements.len() - 1
            });
            self.elements[index].1 += 1;
            index
        });
        let indices = indices.collect();
        self.groups.push((tag, indices));
    }

    /// The text after `open`: the definitions for reference, then the groups.
    fn text(self, open: String) -> String {
        let mut text = open + "<defs>\n";
        let mut numbers = 0..;
        let written = |(element, uses): (String, usize)| {
            let number = (uses > 1).then(|| numbers.next()).flatten();
            let Some(number) = number else { return element + "\n" };
            text.push_str(&format!("<g id=\"p{number}\">{element}</g>\n"));
            format!("<use href=\"#p{number}\"/>\n")
        };
        let lines: Vec<String> = self.elements.into_iter().map(written).collect();
        text.push_str("</defs>\n");
        for (tag, elements) in self.groups {
            text.push_str(&tag);
            elements.into_iter().for_each(|element| text.push_str(&lines[element]));
            text.push_str(if tag.is_empty() { "" } else { "</g>\n" });
        }
        text
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
    let mut document = Document::default();
    for shape in &scene.shapes {
        match shape {
            Shape::Placed((x, y), shapes) => {
                let tag = format!("<g transform=\"translate({:.2} {:.2})\">\n", x * UNIT, y * UNIT);
                document.add_group(tag, shapes);
            }
            shape => document.add_group(String::new(), slice::from_ref(shape)),
        }
    }
    // A sheet that is wider than high is printed across the paper.
    let across = if scene.width > scene.height { "<style>@page{size:landscape}</style>\n" } else { "" };
    let text = document.text(pages.map_or_else(|| open(scene) + across, |pages| open_pages(scene, pages)));
    text + &pages.map(page_edges).unwrap_or_default() + "</svg>\n"
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
