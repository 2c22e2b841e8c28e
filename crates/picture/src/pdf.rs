//! Pages as a PDF: the shapes of a stack of pages as vector graphics, without fonts and without compression.
//!
//! Text is drawn as strokes, as everywhere, so it cannot be searched. Equal pages give equal bytes. Run time and memory O(shapes).

use super::glyphs::Point;
use super::page::Pages;
use super::scene::{Color, PAPER, Scene, Shape};

/// Points of a PDF per millimetre.
const POINT: f32 = 72.0 / 25.4;
/// The length of the control lines of a quarter of a circle of radius 1.
const CIRCLE: f32 = 0.5523;

/// The stack of pages as a PDF with this title and language.
pub(super) fn pages(scene: &Scene, pages: &Pages, title: &str, language: &str) -> Vec<u8> {
    let scale = pages.scale * POINT;
    let (width, height) = (pages.page().0 * scale, pages.page().1 * scale);
    // The first shape is the paper.
    let mut contents = vec![String::new(); pages.pages];
    for shape in scene.shapes.iter().skip(1) {
        let at = top(shape).unwrap_or(0.0) / pages.page().1;
        contents[(at.max(0.0) as usize).min(pages.pages - 1)] += &drawn(shape);
    }
    let kids: Vec<String> = (0..contents.len()).map(|page| format!("{} 0 R", 4 + 2 * page)).collect();
    let mut objects = vec![
        format!("<</Type/Catalog/Pages 2 0 R/Lang{}>>", text(language)),
        format!("<</Type/Pages/Kids[{}]/Count {}>>", kids.join(" "), kids.len()),
        format!("<</Title{}/Producer(vuelta)>>", text(title)),
    ];
    for (page, content) in contents.into_iter().enumerate() {
        objects.push(format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width:.2} {height:.2}]/Resources<<>>/Contents {} 0 R>>",
            5 + 2 * page
        ));
        // From the top down, in cells.
        let down = (page as f32 + 1.0) * height;
        let content = format!("{scale:.4} 0 0 {:.4} 0 {down:.3} cm 1 J 1 j\n{content}", -scale);
        objects.push(format!("<</Length {}>>stream\n{content}\nendstream", content.len()));
    }
    document(&objects)
}

/// The objects, numbered from 1, with the table of their offsets. Object 1 is the catalogue, object 3 the information.
fn document(objects: &[String]) -> Vec<u8> {
    let mut document = "%PDF-1.4\n".to_owned();
    let mut table = String::new();
    for (number, object) in (1..).zip(objects) {
        table += &format!("{:010} 00000 n \n", document.len());
        document += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let (start, size) = (document.len(), objects.len() + 1);
    document += &format!(
        "xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<</Size {size}/Root 1 0 R/Info 3 0 R>>\nstartxref\n{start}\n%%EOF\n"
    );
    document.into_bytes()
}

/// A string of a PDF: UTF-16 in hexadecimal digits.
fn text(text: &str) -> String {
    let digits: String = text.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    format!("<FEFF{digits}>")
}

/// The height of a shape's first point, from the top of the stack.
fn top(shape: &Shape) -> Option<f32> {
    match shape {
        Shape::Rectangle([_, y, ..], _) | Shape::Disc([_, y, _], _) | Shape::Placed((_, y), _) => Some(*y),
        Shape::Squares(points, _) | Shape::Polygon(points, _) | Shape::Stroke(points, ..) => {
            points.first().map(|point| point.1)
        }
        Shape::Group(shapes) => shapes.first().and_then(top),
    }
}

/// The operators that draw a shape.
fn drawn(shape: &Shape) -> String {
    match shape {
        Shape::Rectangle([x, y, width, height], fill) => {
            format!("{}rg {x:.3} {y:.3} {width:.3} {height:.3} re f\n", color(*fill))
        }
        Shape::Squares(corners, fill) => {
            let squares: String = corners.iter().map(|(x, y)| format!("{x:.3} {y:.3} 1 1 re ")).collect();
            format!("{}rg {squares}f\n", color(*fill))
        }
        Shape::Disc([x, y, radius], fill) => {
            let point = |dx: f32, dy: f32| format!("{:.3} {:.3} ", x + radius * dx, y + radius * dy);
            let quarter = |(cos, sin): (f32, f32)| {
                let at = |(dx, dy): Point| point(dx * cos - dy * sin, dx * sin + dy * cos);
                [(1.0, CIRCLE), (CIRCLE, 1.0), (0.0, 1.0)].map(at).concat() + "c "
            };
            let quarters = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)].map(quarter).concat();
            format!("{}rg {}m {quarters}f\n", color(*fill), point(1.0, 0.0))
        }
        Shape::Polygon(points, fill) => format!("{}rg {}f\n", color(*fill), line(points)),
        Shape::Stroke(points, width, stroke) => {
            format!("{}RG {width:.3} w {}S\n", color(*stroke), line(points))
        }
        Shape::Group(shapes) => shapes.iter().map(drawn).collect(),
        Shape::Placed((x, y), shapes) => {
            let inside: String = shapes.iter().map(drawn).collect();
            format!("q 1 0 0 1 {x:.3} {y:.3} cm\n{inside}Q\n")
        }
    }
}

fn line(points: &[Point]) -> String {
    let point = |(i, (x, y)): (usize, &Point)| format!("{x:.3} {y:.3} {} ", if i == 0 { 'm' } else { 'l' });
    points.iter().enumerate().map(point).collect()
}

/// The colour as it looks on paper.
fn color([red, green, blue, opacity]: Color) -> String {
    let share = f32::from(opacity) / 255.0;
    let mixed = |ink: u8, paper: u8| (f32::from(ink) * share + f32::from(paper) * (1.0 - share)) / 255.0;
    let [red, green, blue] =
        [(red, PAPER[0]), (green, PAPER[1]), (blue, PAPER[2])].map(|(ink, paper)| mixed(ink, paper));
    format!("{red:.3} {green:.3} {blue:.3} ")
}

#[cfg(test)]
mod tests {
    use super::super::page::{Paper, Tiles};
    use super::*;

    #[test]
    fn each_shape_is_on_its_page_and_the_table_has_the_offsets() {
        let tiles =
            Tiles { number: 2, size: (8.5, 8.5), gap: 1.0, columns: None, least: 8.0, per_page: Some(1) };
        let of = Pages::lay_out(Paper::A4, tiles, 11.0, 0.0);
        assert_eq!(of.pages, 2);
        let mut scene = Scene::filled(of.page().0, of.top(2), PAPER);
        scene.shapes.push(Shape::Placed(of.place(0), vec![Shape::Disc([1.0, 1.0, 0.5], [255, 0, 0, 255])]));
        scene.shapes.push(Shape::Placed(
            of.place(1),
            vec![Shape::Stroke(vec![(0.0, 0.0), (1.0, 1.0)], 0.1, [0, 0, 0, 128])],
        ));
        let pdf = String::from_utf8(pages(&scene, &of, "Tí", "es")).unwrap();
        let streams: Vec<&str> = pdf.split("stream\n").filter(|part| part.contains(" cm 1 J")).collect();
        assert_eq!(streams.len(), 2);
        assert!(streams[0].contains("1.000 0.000 0.000 rg") && !streams[0].contains("RG"), "{pdf}");
        assert!(streams[1].contains("0.498 0.498 0.498 RG 0.100 w 0.000 0.000 m 1.000 1.000 l S"), "{pdf}");
        assert!(pdf.contains("/Title<FEFF005400ED>") && pdf.contains("/MediaBox[0 0 595.28 842.2"), "{pdf}");
        let table = pdf.split("xref\n").nth(1).unwrap();
        for (number, entry) in (1..).zip(table.lines().skip(2).take_while(|line| line.ends_with("n "))) {
            let offset: usize = entry[..10].parse().unwrap();
            assert!(pdf[offset..].starts_with(&format!("{number} 0 obj\n")), "{entry}");
        }
        let start: usize = pdf.lines().rev().nth(1).unwrap().parse().unwrap();
        assert!(pdf[start..].starts_with("xref\n"));
    }
}
