//! Scenes as SVG text, 40 user units to a cell.

use super::glyphs::Point;
use super::scene::{self, Color, Scene, Shape};
use std::collections::HashMap;
use std::fmt::Write;

const UNIT: f32 = 40.0;

/// One scene.
pub(super) fn still(scene: &Scene) -> String {
    let mut text = open(scene);
    shapes(&mut text, scene);
    text.push_str("</svg>\n");
    text
}

/// Scenes one after the other: each a group that is visible for its time.
pub(super) fn animated(scenes: &[Scene], hundredths: u16) -> String {
    let shown = |frame: usize| f32::from(hundredths) * if frame + 1 == scenes.len() { 3.0 } else { 1.0 };
    let total: f32 = (0..scenes.len()).map(shown).sum();
    let mut text = open(&scenes[0]);
    let mut start = 0.0;
    for (frame, scene) in scenes.iter().enumerate() {
        let (from, to) = (start / total, (start + shown(frame)) / total);
        start += shown(frame);
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "<g visibility=\"{}\"><animate attributeName=\"visibility\" calcMode=\"discrete\" dur=\"{}s\" \
             repeatCount=\"indefinite\" values=\"hidden;visible;hidden\" keyTimes=\"0;{from:.5};{to:.5}\"/>",
            if frame == 0 { "visible" } else { "hidden" },
            total / 100.0,
        );
        shapes(&mut text, scene);
        text.push_str("</g>\n");
    }
    text.push_str("</svg>\n");
    text
}

fn open(scene: &Scene) -> String {
    let (width, height) = (scene.width * UNIT, scene.height * UNIT);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n{}",
        dark_style()
    )
}

/// The colours that change where the reader's system is dark. What is drawn says the light ones, which is what
/// programs without style sheets show.
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

/// A scene with placed boards, where what several boards have at the same place is written once.
pub(super) fn sheet(scene: &Scene) -> String {
    let placed = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Placed(_, shapes) => Some(shapes),
        _ => None,
    });
    let elements: Vec<String> = placed.flatten().map(element).collect();
    let mut times: HashMap<&str, usize> = HashMap::new();
    elements.iter().for_each(|element| *times.entry(element).or_default() += 1);
    let mut text = open(scene);
    text.push_str("<defs>\n");
    // By the element: the number that it is known by.
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for element in elements.iter().filter(|element| times[element.as_str()] > 1) {
        let next = numbers.len();
        if *numbers.entry(element).or_insert(next) == next {
            // Writing to a string does not fail.
            let _ = writeln!(text, "<g id=\"p{next}\">{element}</g>");
        }
    }
    text.push_str("</defs>\n");
    let mut elements = elements.iter();
    for shape in &scene.shapes {
        let Shape::Placed((x, y), shapes) = shape else {
            text.push_str(&(element(shape) + "\n"));
            continue;
        };
        let _ = writeln!(text, "<g transform=\"translate({:.2} {:.2})\">", x * UNIT, y * UNIT);
        for element in elements.by_ref().take(shapes.len()) {
            let _ = match numbers.get(element.as_str()) {
                Some(number) => writeln!(text, "<use href=\"#p{number}\"/>"),
                None => writeln!(text, "{element}"),
            };
        }
        text.push_str("</g>\n");
    }
    text.push_str("</svg>\n");
    text
}

fn shapes(text: &mut String, scene: &Scene) {
    for shape in &scene.shapes {
        text.push_str(&element(shape));
        text.push('\n');
    }
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
