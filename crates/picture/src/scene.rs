//! The layout: a picture as plain shapes, in units of a cell.

use super::glyphs::{self, Point};
use super::grid::{Cell, Coordinates, Picture};
use std::iter::successors;
use vuelta::Square;
use vuelta::queens::Turn;

/// Red, green, blue, opacity.
pub(super) type Color = [u8; 4];

pub(super) const BACKGROUND: Color = [250, 248, 244, 255];
/// The background of printed pages.
pub(super) const PAPER: Color = [255, 255, 255, 255];
pub(super) const INK: Color = [60, 56, 54, 255];
const LIGHT: Color = [240, 226, 200, 255];
const DARK: Color = [205, 178, 140, 255];
/// The dark squares of boards to write on.
const PALE: Color = [226, 226, 226, 255];
const BLOCKED: Color = [120, 116, 112, 255];
const CROSS: Color = [250, 250, 248, 255];
const QUEEN: Color = [36, 34, 33, 255];
const FIXED: Color = [178, 34, 34, 255];
const PLACED: Color = [31, 95, 168, 255];
const ATTACK: Color = [30, 100, 200, 90];
const HOLE: Color = [214, 204, 190, 255];
const PEG: Color = [44, 98, 160, 255];
const MOVED: Color = [214, 110, 20, 255];

/// The colours outside the squares of a queens board that change on a dark page, with their replacements.
pub(super) const DARK_PAGE: [(Color, Color); 4] = [
    (BACKGROUND, [29, 32, 33, 255]),
    (INK, [213, 205, 192, 255]),
    (HOLE, [98, 92, 86, 255]),
    (PEG, [106, 158, 216, 255]),
];

/// The margin around the board, without and with coordinates.
const MARGIN: f32 = 0.25;
const COORDINATES_MARGIN: f32 = 0.75;
/// Room for a number below the board.
const CAPTION: f32 = 0.65;
/// Height of the coordinates.
const LETTERS: f32 = 0.3;

/// A shape, in units of a cell.
#[derive(Debug, Clone)]
pub(super) enum Shape {
    /// Left, top, width, height.
    Rectangle([f32; 4], Color),
    /// The top left corners of squares with side 1.
    Squares(Vec<Point>, Color),
    /// Centre and radius.
    Disc([f32; 3], Color),
    /// The points of a filled outline.
    Polygon(Vec<Point>, Color),
    /// The points of a line and its width.
    Stroke(Vec<Point>, f32, Color),
    /// Shapes that make one thing, such as a queen.
    Group(Vec<Shape>),
    /// Shapes with an origin of their own, placed at this point: a board on a sheet.
    Placed(Point, Vec<Shape>),
}

/// Shapes on a canvas, from back to front.
#[derive(Debug, Clone)]
pub(super) struct Scene {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) shapes: Vec<Shape>,
}

impl Scene {
    /// A canvas in one colour.
    pub(super) fn filled(width: f32, height: f32, color: Color) -> Self {
        Scene { width, height, shapes: vec![Shape::Rectangle([0.0, 0.0, width, height], color)] }
    }

    /// The picture on its background.
    pub(super) fn of(picture: &Picture) -> Self {
        let Scene { width, height, shapes } = Self::without_background(picture);
        let mut scene = Self::filled(width, height, BACKGROUND);
        scene.shapes.extend(shapes);
        scene
    }

    pub(super) fn without_background(picture: &Picture) -> Self {
        if !picture.tree.is_empty() {
            return Self::tree(&picture.tree);
        }
        let columns = picture.rows.iter().map(Vec::len).max().unwrap_or(0) as f32;
        let rows = picture.rows.len() as f32;
        let labelled = picture.coordinates != Coordinates::None;
        let margin = if labelled { COORDINATES_MARGIN } else { MARGIN };
        let below = if labelled && names_below(picture) { COORDINATES_MARGIN } else { MARGIN };
        let caption = if picture.caption.is_some() { CAPTION } else { 0.0 };
        let top = if names_below(picture) { MARGIN } else { margin };
        let (width, height) = (margin + columns + MARGIN, top + rows + below + caption);
        let mut scene = Scene { width, height, shapes: vec![] };
        match &picture.regions {
            Some(regions) => scene.region_grounds(regions, (margin, top), picture.pale),
            None => scene.ground(picture, (margin, top)),
        }
        if picture.attacks {
            scene.attacks(picture, (margin, top));
        }
        let place = |row: usize, column: usize| {
            let shift = if picture.triangular { (rows - 1.0 - row as f32) / 2.0 } else { 0.0 };
            (margin + column as f32 + shift + 0.5, top + row as f32 + 0.5)
        };
        for (row, cells) in picture.rows.iter().enumerate() {
            for (column, &cell) in cells.iter().enumerate() {
                scene.piece(cell, place(row, column));
            }
        }
        scene.path(picture, place);
        if labelled {
            scene.labels(picture, columns as usize, (margin, top));
        }
        if let Some(text) = &picture.caption {
            let size = (0.9 * width / glyphs::width(text, 1.0)).min(0.45);
            scene.text(text, (width / 2.0, height - caption / 2.0 - 0.1), size);
        }
        scene
    }

    /// The path of a peg over the board with a dot at each landing. The hole that it left and the peg are drawn again
    /// on top.
    fn path(&mut self, picture: &Picture, place: impl Fn(usize, usize) -> Point) {
        let points: Vec<Point> = picture.path.iter().map(|&(row, column)| place(row, column)).collect();
        if points.len() < 2 {
            return;
        }
        self.shapes.push(Shape::Stroke(points.clone(), 0.09, MOVED));
        let landings = &points[1..points.len() - 1];
        self.shapes.extend(landings.iter().map(|&(x, y)| Shape::Disc([x, y, 0.13], MOVED)));
        for end in [0, points.len() - 1] {
            let (row, column) = picture.path[end];
            self.piece(picture.rows[row][column], points[end]);
        }
    }

    /// The names of rows, on the left, and of columns.
    fn labels(&mut self, picture: &Picture, columns: usize, (left, top): Point) {
        let rows = picture.rows.len();
        let y = if names_below(picture) { top + rows as f32 + left / 2.0 } else { top / 2.0 };
        // Three small digits are as wide as two larger ones.
        let height = if rows.max(columns) > 100 { LETTERS * 0.7 } else { LETTERS };
        let first = usize::from(picture.coordinates == Coordinates::NumbersFromOne);
        for row in 0..rows {
            let name = if has_letters(picture) { rows - row } else { row + first };
            self.text(&name.to_string(), (left / 2.0, top + row as f32 + 0.5), height);
        }
        for column in 0..columns {
            let name = match has_letters(picture) {
                true => char::from(b'a' + column as u8).to_string(),
                false => (column + first).to_string(),
            };
            self.text(&name, (left + column as f32 + 0.5, y), height);
        }
    }

    /// A text around its centre, its digits `height` high.
    pub(super) fn text(&mut self, text: &str, centre: Point, height: f32) {
        let strokes = glyphs::strokes(text, centre, height);
        let drawn = strokes.into_iter().map(|points| Shape::Stroke(points, height * 0.125, INK));
        self.shapes.extend(drawn);
    }

    /// The squares of a queens board: a light ground, so that nothing shows between squares, with the dark squares on
    /// top.
    fn ground(&mut self, picture: &Picture, (left, top): Point) {
        use Cell::{Hole, LeftHole, MovedPeg, Outside, Peg, TakenPeg};
        let is_square = |cell: &Cell| !matches!(cell, Outside | Hole | Peg | MovedPeg | LeftHole | TakenPeg);
        let mut squares = [vec![], vec![]];
        for (row, cells) in picture.rows.iter().enumerate() {
            for (column, _) in cells.iter().enumerate().filter(|(_, cell)| is_square(cell)) {
                squares[(row + column) % 2].push((left + column as f32, top + row as f32));
            }
        }
        let [light, dark] = squares;
        if light.is_empty() && dark.is_empty() {
            return;
        }
        let (rows, columns) = (picture.rows.len() as f32, picture.rows[0].len() as f32);
        let [light_fill, dark_fill] = if picture.pale { [PAPER, PALE] } else { [LIGHT, DARK] };
        if light.len() + dark.len() == picture.rows.len() * picture.rows[0].len() {
            self.shapes.push(Shape::Rectangle([left, top, columns, rows], light_fill));
        } else {
            self.shapes.push(Shape::Squares(light, light_fill));
        }
        self.shapes.push(Shape::Squares(dark, dark_fill));
        if picture.pale {
            let corners = [(0.0, 0.0), (columns, 0.0), (columns, rows), (0.0, rows), (0.0, 0.0)];
            let corners = corners.map(|(x, y)| (left + x, top + y)).to_vec();
            self.shapes.push(Shape::Stroke(corners, 0.04, INK));
        }
    }

    fn piece(&mut self, cell: Cell, (x, y): Point) {
        let disc = |radius, color| Shape::Disc([x, y, radius], color);
        match cell {
            Cell::Outside | Cell::Square => {}
            Cell::Queen => self.queen((x, y), QUEEN),
            Cell::FixedQueen => {
                // A frame as well as a colour, for readers who do not see red.
                self.frame((x, y), FIXED);
                self.queen((x, y), FIXED);
            }
            Cell::PlacedQueen => {
                self.frame((x, y), PLACED);
                self.queen((x, y), QUEEN);
            }
            Cell::TakenQueen => self.frame((x, y), BLOCKED),
            Cell::Conflict => {
                self.frame((x, y), FIXED);
                self.cross((x, y), FIXED);
            }
            Cell::Blocked => {
                self.shapes.push(Shape::Rectangle([x - 0.42, y - 0.42, 0.84, 0.84], BLOCKED));
                self.cross((x, y), CROSS);
            }
            Cell::Hole => self.shapes.push(disc(0.22, HOLE)),
            Cell::Peg => self.shapes.push(disc(0.38, PEG)),
            Cell::MovedPeg => self.shapes.extend([disc(0.44, INK), disc(0.38, MOVED)]),
            Cell::LeftHole => self.shapes.extend([disc(0.3, MOVED), disc(0.22, BACKGROUND)]),
            Cell::TakenPeg => self.shapes.extend([disc(0.38, PEG), disc(0.32, BACKGROUND)]),
        }
    }

    /// A frame along the sides of a square.
    fn frame(&mut self, (x, y): Point, color: Color) {
        let (a, b) = (0.45, -0.45);
        let frame = [(a, a), (a, b), (b, b), (b, a), (a, a)].map(|(dx, dy)| (x + dx, y + dy));
        self.shapes.push(Shape::Stroke(frame.to_vec(), 0.06, color));
    }

    fn cross(&mut self, (x, y): Point, color: Color) {
        for slope in [1.0, -1.0] {
            let ends = vec![(x - 0.25, y - 0.25 * slope), (x + 0.25, y + 0.25 * slope)];
            self.shapes.push(Shape::Stroke(ends, 0.08, color));
        }
    }

    /// A crown with five points, and a foot.
    fn queen(&mut self, (x, y): Point, color: Color) {
        let points = [(-0.36, -0.2), (-0.18, -0.32), (0.0, -0.36), (0.18, -0.32), (0.36, -0.2)];
        let valleys = [(-0.17, 0.0), (-0.06, -0.02), (0.06, -0.02), (0.17, 0.0)];
        let mut outline = vec![(-0.22, 0.22)];
        for (i, &point) in points.iter().enumerate() {
            outline.push(point);
            outline.extend(valleys.get(i));
        }
        outline.push((0.22, 0.22));
        let outline = outline.into_iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        let mut queen = vec![Shape::Polygon(outline, color)];
        queen.extend(points.map(|(dx, dy)| Shape::Disc([x + dx, y + dy, 0.055], color)));
        queen.push(Shape::Rectangle([x - 0.26, y + 0.25, 0.52, 0.1], color));
        self.shapes.push(Shape::Group(queen));
    }

    /// The rows, columns and diagonals of all queens, from edge to edge.
    fn attacks(&mut self, picture: &Picture, (left, top): Point) {
        let rows = picture.rows.len();
        for (row, cells) in picture.rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                if !matches!(cell, Cell::Queen | Cell::FixedQueen | Cell::PlacedQueen) {
                    continue;
                }
                if picture.wraps {
                    self.wrapped_attacks((row, column), cells.len(), (left, top));
                    continue;
                }
                let queen = Square::new(row as u32, column as u32);
                let is_inside =
                    |square: &Square| (square.row as usize) < rows && (square.column as usize) < cells.len();
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let end = |sign: i32| {
                        let next = |square: &Square| square.offset((sign * down, sign * right));
                        let line = successors(Some(queen), next).take_while(is_inside);
                        let Square { row, column } = line.last().unwrap_or(queen);
                        (left + 0.5 + column as f32, top + 0.5 + row as f32)
                    };
                    self.shapes.push(Shape::Stroke(vec![end(-1), end(1)], 0.05, ATTACK));
                }
            }
        }
    }

    /// The lines of a queen on a torus of this size: a diagonal leaves at one edge and goes on at the opposite one.
    fn wrapped_attacks(&mut self, (row, column): (usize, usize), size: usize, (left, top): Point) {
        let (falling, rising) = ((column + size - row) % size, (row + column) % size + 1);
        let [x, y] = [column, row].map(|at| at as f32 + 0.5);
        let [falling, rising, n] = [falling, rising, size].map(|at| at as f32);
        for [from, to] in [
            [(0.0, y), (n, y)],
            [(x, 0.0), (x, n)],
            [(falling, 0.0), (n, n - falling)],
            [(0.0, n - falling), (falling, n)],
            [(rising, 0.0), (0.0, rising)],
            [(n, rising), (rising, n)],
        ] {
            if from != to {
                let line = [from, to].map(|(x, y)| (left + x, top + y)).to_vec();
                self.shapes.push(Shape::Stroke(line, 0.05, ATTACK));
            }
        }
    }
}

/// The mark of a solution with a rotational symmetry, `height` high: the crystallographers' lens for a half turn, a
/// square for a quarter turn.
pub(super) fn mark(turn: Turn, (x, y): Point, height: f32) -> Shape {
    let half = height / 2.0;
    let outline = match turn {
        Turn::Quarter => [(-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)].to_vec(),
        Turn::Half => {
            let side = |sign: f32| (-6i16..6).map(move |i| (sign * f32::from(i) / 6.0, sign));
            let lens = |(down, sign): (f32, f32)| (sign * 0.55 * (1.0 - down * down), down);
            side(1.0).chain(side(-1.0)).map(lens).collect()
        }
    };
    Shape::Polygon(
        outline.into_iter().map(|(right, down)| (x + half * right, y + half * down)).collect(),
        MOVED,
    )
}

/// Whether the columns have letters, of which there are 26.
fn has_letters(picture: &Picture) -> bool {
    picture.coordinates == Coordinates::Names && picture.rows.iter().all(|cells| cells.len() <= 26)
}

/// Whether the column labels are below the board, as on chess boards and on triangles.
fn names_below(picture: &Picture) -> bool {
    picture.triangular || has_letters(picture)
}
