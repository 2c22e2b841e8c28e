//! Scenes as pixels, PNG and GIF.

use super::glyphs::Point;
use super::scene::{Color, Scene, Shape};
use crate::Error;
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

/// The longest side of a picture, in pixels; cells shrink where it would be longer.
const LONGEST_SIDE: f32 = 8_192.0;
/// Quality of the GIF's palette, 1 (best) to 30 (fastest).
const GIF_SPEED: i32 = 10;

/// A scene as a PNG file.
pub(super) fn png(scene: &Scene, pixels: u32) -> Result<Vec<u8>, Error> {
    draw(scene, pixels)?
        .encode_png()
        .map_err(|error| Error::Picture(format!("the PNG could not be written: {error}")))
}

/// Scenes as an animated GIF file.
pub(super) fn gif(scenes: &[Scene], pixels: u32, hundredths: u16) -> Result<Vec<u8>, Error> {
    let failed = |error: gif::EncodingError| Error::Picture(format!("the GIF could not be written: {error}"));
    let too_large = |_| Error::Picture("the picture is too large for a GIF".to_owned());
    let canvases = scenes.iter().map(|scene| draw(scene, pixels)).collect::<Result<Vec<_>, _>>()?;
    let sides = |canvas: &Pixmap| -> Result<(u16, u16), Error> {
        let width = u16::try_from(canvas.width()).map_err(too_large)?;
        Ok((width, u16::try_from(canvas.height()).map_err(too_large)?))
    };
    let (width, height) = sides(&canvases[0])?;
    let mut file = vec![];
    let mut encoder = gif::Encoder::new(&mut file, width, height, &[]).map_err(failed)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(failed)?;
    let last = canvases.len() - 1;
    for (i, mut canvas) in canvases.into_iter().enumerate() {
        let (width, height) = sides(&canvas)?;
        // All pixels are opaque: premultiplied or not is the same.
        let mut frame = gif::Frame::from_rgba_speed(width, height, canvas.data_mut(), GIF_SPEED);
        frame.delay = if i == last { 3 * hundredths } else { hundredths };
        encoder.write_frame(&frame).map_err(failed)?;
    }
    drop(encoder);
    Ok(file)
}

/// The scene with cells `pixels` wide.
fn draw(scene: &Scene, pixels: u32) -> Result<Pixmap, Error> {
    let unit = (pixels.clamp(8, 256) as f32).min(LONGEST_SIDE / scene.width.max(scene.height));
    let sides = [scene.width, scene.height].map(|side| ((side * unit).ceil() as u32).max(1));
    let mut canvas = Pixmap::new(sides[0], sides[1])
        .ok_or_else(|| Error::Picture("the picture is too large".to_owned()))?;
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
        let paint = paint(color);
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

fn paint([red, green, blue, opacity]: Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, opacity);
    paint
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
