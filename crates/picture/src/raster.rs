//! Scenes as pixels, PNG and GIF.

use super::Picture;
use super::glyphs::Point;
use super::scene::{Scene, Shape};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};
use vuelta::Error;

/// The longest side of a picture, in pixels; cells shrink to keep it.
const LONGEST_SIDE: f32 = 8_192.0;
/// The least width of a cell, in pixels.
const SMALLEST_CELL: f32 = 4.0;
/// Quality of the GIF's palette, 1 (best) to 30 (fastest).
const GIF_SPEED: i32 = 10;

/// A scene as a PNG file.
pub(super) fn png(scene: &Scene, pixels: u32) -> Result<Vec<u8>, Error> {
    draw(scene, pixels)?
        .encode_png()
        .map_err(|error| Error::Input(format!("the PNG could not be written: {error}")))
}

/// Pictures of one size as an animated GIF file. Each frame holds only the changes, and one frame is in memory at a time.
pub(super) fn gif(pictures: &[Picture], pixels: u32, hundredths: u16) -> Result<Vec<u8>, Error> {
    let failed = |error: gif::EncodingError| Error::Input(format!("the GIF could not be written: {error}"));
    let (_, sides) = size(&Scene::of(&pictures[0]), pixels)?;
    let [width, height] = sides.map(|side| side as u16); // at most LONGEST_SIDE
    let mut encoder = gif::Encoder::new(vec![], width, height, &[]).map_err(failed)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(failed)?;
    let mut before = None::<Pixmap>;
    for (i, picture) in pictures.iter().enumerate() {
        let canvas = draw(&Scene::of(picture), pixels)?;
        let [left, top, right, bottom] = changed(before.as_ref(), &canvas);
        let rows = (top..bottom).map(|row| row * canvas.width() as usize);
        // All pixels are opaque, so premultiplication makes no difference.
        let mut pixels: Vec<u8> =
            rows.flat_map(|row| &canvas.data()[4 * (row + left)..4 * (row + right)]).copied().collect();
        let sides = [right - left, bottom - top].map(|side| side as u16);
        let mut frame = gif::Frame::from_rgba_speed(sides[0], sides[1], &mut pixels, GIF_SPEED);
        (frame.left, frame.top) = (left as u16, top as u16);
        frame.dispose = gif::DisposalMethod::Keep;
        frame.delay = if i + 1 == pictures.len() { 3 * hundredths } else { hundredths };
        encoder.write_frame(&frame).map_err(failed)?;
        before = Some(canvas);
    }
    encoder.into_inner().map_err(failed)
}

/// The smallest rectangle with all changed pixels: left, top, right and bottom, the latter two exclusive. At least one
/// pixel; the whole canvas if there is no previous one of the same size.
fn changed(before: Option<&Pixmap>, canvas: &Pixmap) -> [usize; 4] {
    let (width, height) = (canvas.width() as usize, canvas.height() as usize);
    let Some(before) = before.filter(|before| before.data().len() == canvas.data().len()) else {
        return [0, 0, width, height];
    };
    let mut sides = [width, height, 0, 0];
    let pixels = before.pixels().iter().zip(canvas.pixels()).enumerate();
    for (i, _) in pixels.filter(|(_, (old, new))| old != new) {
        let (x, y) = (i % width, i / width);
        sides = [sides[0].min(x), sides[1].min(y), sides[2].max(x + 1), sides[3].max(y + 1)];
    }
    if sides[2] == 0 { [0, 0, 1, 1] } else { sides }
}

/// The width of a cell and the sides of the canvas, in pixels.
fn size(scene: &Scene, pixels: u32) -> Result<(f32, [u32; 2]), Error> {
    let unit = (pixels.clamp(8, 256) as f32).min(LONGEST_SIDE / scene.width.max(scene.height));
    if unit < SMALLEST_CELL {
        let sentence = "the picture is too large for a PNG: take an SVG, more columns or fewer boards";
        return Err(Error::Input(sentence.to_owned()));
    }
    Ok((unit, [scene.width, scene.height].map(|side| ((side * unit).ceil() as u32).max(1))))
}

/// The scene with cells `pixels` wide.
fn draw(scene: &Scene, pixels: u32) -> Result<Pixmap, Error> {
    let (unit, [width, height]) = size(scene, pixels)?;
    let mut canvas =
        Pixmap::new(width, height).ok_or_else(|| Error::Input("the picture is too large".to_owned()))?;
    canvas.fill(tiny_skia::Color::WHITE); // what rounding leaves at the edge
    paint_shapes(&mut canvas, &scene.shapes, Transform::from_scale(unit, unit));
    Ok(canvas)
}

fn paint_shapes(canvas: &mut Pixmap, shapes: &[Shape], scale: Transform) {
    for shape in shapes {
        let (path, stroke, color) = match shape {
            Shape::Rectangle([x, y, width, height], color) => {
                let rectangle = Rect::from_xywh(*x, *y, *width, *height);
                (rectangle.map(PathBuilder::from_rect), None, *color)
            }
            Shape::Squares(corners, color) => (squares(corners), None, *color),
            Shape::Disc([x, y, radius], color) => (PathBuilder::from_circle(*x, *y, *radius), None, *color),
            Shape::Polygon(points, color) => (path(points, true), None, *color),
            Shape::Stroke(points, width, color) => (path(points, false), Some(*width), *color),
            Shape::Group(shapes) => {
                paint_shapes(canvas, shapes, scale);
                continue;
            }
            Shape::Placed((x, y), shapes) => {
                paint_shapes(canvas, shapes, scale.pre_translate(*x, *y));
                continue;
            }
        };
        let Some(path) = path else { continue };
        let mut paint = Paint::default();
        let [red, green, blue, opacity] = color;
        paint.set_color_rgba8(red, green, blue, opacity);
        match stroke {
            None => canvas.fill_path(&path, &paint, FillRule::Winding, scale, None),
            Some(width) => {
                let stroke = Stroke {
                    width,
                    line_cap: LineCap::Round,
                    line_join: LineJoin::Round,
                    ..Stroke::default()
                };
                canvas.stroke_path(&path, &paint, &stroke, scale, None);
            }
        }
    }
}

fn squares(corners: &[Point]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let rectangles = corners.iter().filter_map(|&(x, y)| Rect::from_xywh(x, y, 1.0, 1.0));
    rectangles.for_each(|rectangle| builder.push_rect(rectangle));
    builder.finish()
}

fn path(points: &[Point], closed: bool) -> Option<Path> {
    let (&(x, y), rest) = points.split_first()?;
    let mut builder = PathBuilder::new();
    builder.move_to(x, y);
    rest.iter().for_each(|&(x, y)| builder.line_to(x, y));
    if closed {
        builder.close();
    }
    builder.finish()
}
