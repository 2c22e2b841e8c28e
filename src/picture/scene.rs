//! The layout: a picture as plain shapes, a cell being one unit wide.

use super::{Cell, Picture, digits};

/// Red, green, blue, opacity.
pub(super) type Color = [u8; 4];

const BACKGROUND: Color = [250, 248, 244, 255];
const INK: Color = [60, 56, 54, 255];
const LIGHT: Color = [240, 226, 200, 255];
const DARK: Color = [205, 178, 140, 255];
const BLOCKED: Color = [120, 116, 112, 255];
const QUEEN: Color = [36, 34, 33, 255];
const FIXED: Color = [178, 34, 34, 255];
const ATTACK: Color = [30, 100, 200, 90];
const HOLE: Color = [214, 204, 190, 255];
const PEG: Color = [44, 98, 160, 255];
const MOVED: Color = [214, 110, 20, 255];

/// Room around the board; wider where there are coordinates.
const MARGIN: f32 = 0.25;
const COORDINATES_MARGIN: f32 = 0.75;

/// A shape, in units of a cell.
#[derive(Debug, Clone)]
pub(super) enum Shape {
    /// Left, top, width, height.
    Rectangle([f32; 4], Color),
    /// Centre and radius.
    Disc([f32; 3], Color),
    /// The points of a filled outline.
    Polygon(Vec<(f32, f32)>, Color),
    /// The points of a line and its width.
    Stroke(Vec<(f32, f32)>, f32, Color),
}

/// Shapes on a canvas, from back to front.
#[derive(Debug, Clone)]
pub(super) struct Scene {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) shapes: Vec<Shape>,
}

impl Scene {
    pub(super) fn of(picture: &Picture) -> Self {
        let columns = picture.rows.iter().map(Vec::len).max().unwrap_or(0) as f32;
        let rows = picture.rows.len() as f32;
        let margin = if picture.coordinates { COORDINATES_MARGIN } else { MARGIN };
        let below = if picture.number.is_some() { 0.9 } else { MARGIN };
        let (width, height) = (margin + columns + MARGIN, margin + rows + below);
        let mut scene =
            Scene { width, height, shapes: vec![Shape::Rectangle([0.0, 0.0, width, height], BACKGROUND)] };
        for (row, cells) in picture.rows.iter().enumerate() {
            let shift = if picture.triangular { (rows - 1.0 - row as f32) / 2.0 } else { 0.0 };
            for (column, &cell) in cells.iter().enumerate() {
                let place = (margin + column as f32 + shift, margin + row as f32);
                scene.ground(cell, place, (row + column).is_multiple_of(2));
            }
        }
        if picture.attacks {
            scene.attacks(picture, margin);
        }
        for (row, cells) in picture.rows.iter().enumerate() {
            let shift = if picture.triangular { (rows - 1.0 - row as f32) / 2.0 } else { 0.0 };
            for (column, &cell) in cells.iter().enumerate() {
                scene.piece(cell, (margin + column as f32 + shift + 0.5, margin + row as f32 + 0.5));
            }
        }
        if picture.coordinates {
            for row in 0..picture.rows.len() {
                scene.number(row as u32, (margin / 2.0, margin + row as f32 + 0.5), 0.3);
            }
            // A triangle's columns are not straight: its rows alone have a place on the margin.
            let columns = if picture.triangular { 0 } else { columns as u32 };
            for column in 0..columns {
                scene.number(column, (margin + column as f32 + 0.5, margin / 2.0), 0.3);
            }
        }
        if let Some(number) = picture.number {
            scene.number(number, (width / 2.0, margin + rows + 0.45), 0.45);
        }
        scene
    }

    fn number(&mut self, number: u32, centre: (f32, f32), height: f32) {
        let strokes = digits::strokes(number, centre, height);
        let drawn = strokes.into_iter().map(|points| Shape::Stroke(points, height * 0.13, INK));
        self.shapes.extend(drawn);
    }

    /// The square of a queens board with this top left corner.
    fn ground(&mut self, cell: Cell, (x, y): (f32, f32), light: bool) {
        let color = match cell {
            Cell::Square | Cell::Queen | Cell::FixedQueen | Cell::Blocked => {
                if light {
                    LIGHT
                } else {
                    DARK
                }
            }
            _ => return,
        };
        self.shapes.push(Shape::Rectangle([x, y, 1.0, 1.0], color));
    }

    fn piece(&mut self, cell: Cell, (x, y): (f32, f32)) {
        let disc = |radius, color| Shape::Disc([x, y, radius], color);
        match cell {
            Cell::Outside | Cell::Square => {}
            Cell::Queen => self.queen((x, y), QUEEN),
            Cell::FixedQueen => {
                // A frame as well as a colour: told apart without seeing red.
                let (a, b) = (0.45, -0.45);
                let frame = [(a, a), (a, b), (b, b), (b, a), (a, a)].map(|(dx, dy)| (x + dx, y + dy));
                self.shapes.push(Shape::Stroke(frame.to_vec(), 0.06, FIXED));
                self.queen((x, y), FIXED);
            }
            Cell::Blocked => {
                self.shapes.push(Shape::Rectangle([x - 0.42, y - 0.42, 0.84, 0.84], BLOCKED));
                for slope in [1.0, -1.0] {
                    let ends = vec![(x - 0.25, y - 0.25 * slope), (x + 0.25, y + 0.25 * slope)];
                    self.shapes.push(Shape::Stroke(ends, 0.08, BACKGROUND));
                }
            }
            Cell::Hole => self.shapes.push(disc(0.22, HOLE)),
            Cell::Peg => self.shapes.push(disc(0.38, PEG)),
            Cell::MovedPeg => self.shapes.extend([disc(0.44, INK), disc(0.38, MOVED)]),
            Cell::LeftHole => self.shapes.extend([disc(0.3, MOVED), disc(0.22, BACKGROUND)]),
            Cell::TakenPeg => self.shapes.extend([disc(0.38, PEG), disc(0.32, BACKGROUND)]),
        }
    }

    /// A crown with five points, and a foot.
    fn queen(&mut self, (x, y): (f32, f32), color: Color) {
        let points = [(-0.36, -0.2), (-0.18, -0.32), (0.0, -0.36), (0.18, -0.32), (0.36, -0.2)];
        let valleys = [(-0.17, 0.0), (-0.06, -0.02), (0.06, -0.02), (0.17, 0.0)];
        let mut outline = vec![(-0.22, 0.22)];
        for (i, &point) in points.iter().enumerate() {
            outline.push(point);
            outline.extend(valleys.get(i));
        }
        outline.push((0.22, 0.22));
        let outline = outline.into_iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        self.shapes.push(Shape::Polygon(outline, color));
        self.shapes.extend(points.map(|(dx, dy)| Shape::Disc([x + dx, y + dy, 0.055], color)));
        self.shapes.push(Shape::Rectangle([x - 0.26, y + 0.25, 0.52, 0.1], color));
    }

    /// The rows, columns and diagonals of all queens, from edge to edge.
    fn attacks(&mut self, picture: &Picture, margin: f32) {
        let rows = picture.rows.len() as i32;
        for (row, cells) in picture.rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                if !matches!(cell, Cell::Queen | Cell::FixedQueen) {
                    continue;
                }
                let (r, c, columns) = (row as i32, column as i32, cells.len() as i32);
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let end = |sign: i32| {
                        let inside = |&steps: &i32| {
                            let (row, column) = (r + sign * steps * down, c + sign * steps * right);
                            (0..rows).contains(&row) && (0..columns).contains(&column)
                        };
                        let steps = (0..).take_while(inside).last().unwrap_or(0);
                        let at = |from, step| margin + 0.5 + (from + sign * steps * step) as f32;
                        (at(c, right), at(r, down))
                    };
                    self.shapes.push(Shape::Stroke(vec![end(-1), end(1)], 0.05, ATTACK));
                }
            }
        }
    }
}
