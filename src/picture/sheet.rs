//! Many boards on one sheet, with a title, numbers and captions: to be printed and hung up.
//!
//! The boards stand in rows, each with a line below it: its label on the left, its caption on the right. The number of
//! columns is chosen so that the sheet is near a landscape page and its last row nearly full.

use super::glyphs;
use super::scene::{self, Scene, Shape};
use super::{Picture, raster, svg};
use crate::Error;

/// The most boards of a sheet.
pub const LARGEST_SHEET: usize = 1_000;

/// Width over height of a landscape page.
const PAGE: f32 = std::f32::consts::SQRT_2;
/// What a sheet with an empty last row would be worse by: as much as one of 4.5 times the page's proportions.
const EMPTY: f32 = 1.5;
/// Height of the digits below a board, as a share of its width.
const LABEL: f32 = 1.0 / 16.0;
/// The least height of these digits.
const SMALLEST_LABEL: f32 = 0.5;
/// The least width of a tile, in cells: room for a label.
const NARROWEST: f32 = 3.0;
/// The caption's height as a share of the label's.
const CAPTION: f32 = 0.8;
/// What a board leaves free at its sides: text keeps to the same line.
const EDGE: f32 = 0.25;
/// The title's height as a share of the sheet's width.
const TITLE: f32 = 1.0 / 42.0;

/// A board of a [`Sheet`] and what stands below it.
///
/// Digits, letters from a to z, capitals and `: . , - / ( ) > = +` are drawn of a text; the rest is left blank.
#[derive(Debug, Clone)]
pub struct Tile {
    picture: Picture,
    label: String,
    caption: String,
}

impl Tile {
    /// A board, its label (such as its number) and its caption, each of which may be empty.
    #[must_use]
    pub fn new(picture: Picture, label: impl Into<String>, caption: impl Into<String>) -> Self {
        Tile { picture, label: label.into(), caption: caption.into() }
    }

    /// The same with a changed picture.
    #[must_use]
    pub fn map(self, change: impl FnOnce(Picture) -> Picture) -> Self {
        Tile { picture: change(self.picture), ..self }
    }

    /// The board alone.
    #[must_use]
    pub fn into_picture(self) -> Picture {
        self.picture
    }
}

/// Boards in rows, below a title.
///
/// ```
/// use vuelta::picture::{Picture, Sheet, Tile};
/// use vuelta::queens::{self, Board, Square};
/// let board = Board::new(6)?;
/// let tile = |(number, columns): (u32, Vec<u32>)| {
///     let queens: Vec<_> = (0..).zip(columns).map(|(row, column)| Square::new(row, column)).collect();
///     Ok(Tile::new(Picture::queens(&board, &queens)?, number.to_string(), ""))
/// };
/// let tiles = (1..).zip(queens::solutions(&board)).map(tile).collect::<Result<Vec<_>, vuelta::Error>>()?;
/// let sheet = Sheet::new("6 queens: all 4 solutions", tiles)?;
/// assert_eq!(sheet.shape(), (2, 2));
/// assert!(sheet.svg().starts_with("<svg"));
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Sheet {
    title: String,
    tiles: Vec<Tile>,
    columns: Option<usize>,
}

impl Sheet {
    /// A sheet of these boards, row by row, in as many columns as look well. The title may be empty.
    ///
    /// # Errors
    /// [`Error::Picture`] without boards, and for more than 1,000.
    pub fn new(title: impl Into<String>, tiles: Vec<Tile>) -> Result<Self, Error> {
        if tiles.is_empty() || tiles.len() > LARGEST_SHEET {
            return Err(Error::Picture("a sheet has from 1 to 1,000 boards".to_owned()));
        }
        Ok(Sheet { title: title.into(), tiles, columns: None })
    }

    /// With so many boards in a row (at least 1), or as many as look well.
    #[must_use]
    pub fn columns(mut self, columns: Option<usize>) -> Self {
        self.columns = columns.map(|columns| columns.max(1));
        self
    }

    /// Its columns and rows.
    #[must_use]
    pub fn shape(&self) -> (usize, usize) {
        let layout = Layout::of(self);
        (layout.columns, layout.rows)
    }

    /// As SVG text.
    #[must_use]
    pub fn svg(&self) -> String {
        svg::sheet(&self.scene())
    }

    /// As a PNG file's bytes, a cell `pixels` wide (8 to 256; less where the sheet would have more than 8,192 pixels).
    ///
    /// # Errors
    /// [`Error::Picture`] when the sheet cannot be encoded.
    pub fn png(&self, pixels: u32) -> Result<Vec<u8>, Error> {
        raster::png(&self.scene(), pixels)
    }

    fn scene(&self) -> Scene {
        let layout = Layout::of(self);
        let (width, height) = layout.size();
        let mut scene = Scene { width, height, shapes: vec![scene::background(width, height)] };
        if !self.title.is_empty() {
            let left = layout.margin + EDGE;
            let y = layout.margin + layout.title / 2.0;
            scene.line(&self.title, Side::Left(left), y, layout.title, width - 2.0 * left);
        }
        for (i, tile) in self.tiles.iter().enumerate() {
            let (column, row) = ((i % layout.columns) as f32, (i / layout.columns) as f32);
            let x = layout.margin + column * (layout.width + layout.gap);
            let y = layout.top() + row * (layout.height + layout.gap);
            scene.shapes.push(Shape::Placed((x, y), layout.tile(tile)));
        }
        scene
    }
}

/// Lengths in cells.
struct Layout {
    columns: usize,
    rows: usize,
    /// Of a tile: the largest board with the line below it.
    width: f32,
    height: f32,
    /// Height of a label's digits.
    label: f32,
    /// Between tiles.
    gap: f32,
    /// Around all.
    margin: f32,
    /// Height of the title's digits; 0 where there is none.
    title: f32,
}

impl Layout {
    fn of(sheet: &Sheet) -> Self {
        let scenes = sheet.tiles.iter().map(|tile| Scene::without_background(&tile.picture));
        let board = scenes.fold((0.0f32, 0.0f32), |(width, height), scene| {
            (width.max(scene.width), height.max(scene.height))
        });
        let label = (board.0 * LABEL).max(SMALLEST_LABEL);
        let (width, height) = (board.0.max(NARROWEST), board.1 + 1.6 * label);
        let (gap, margin) = (1.8 * label, 3.0 * label);
        let (columns, rows, title) = (1, 1, 0.0);
        let layout = Layout { columns, rows, width, height, label, gap, margin, title };
        let tiles = sheet.tiles.len();
        let in_columns = |columns: usize| layout.in_columns(columns, tiles, !sheet.title.is_empty());
        match sheet.columns {
            Some(columns) => in_columns(columns.min(tiles)),
            None => (2..=tiles).map(in_columns).fold(in_columns(1), |best, next| {
                if next.badness(tiles) < best.badness(tiles) { next } else { best }
            }),
        }
    }

    fn in_columns(&self, columns: usize, tiles: usize, titled: bool) -> Self {
        let mut layout = Layout { columns, rows: tiles.div_ceil(columns), ..*self };
        let largest = layout.size().0 * TITLE;
        layout.title = if titled { largest.clamp(1.3 * self.label, 3.5 * self.label) } else { 0.0 };
        layout
    }

    /// How far it is from a landscape page, and how empty its last row.
    fn badness(&self, tiles: usize) -> f32 {
        let (width, height) = self.size();
        let places = (self.columns * self.rows) as f32;
        (width / height / PAGE).ln().abs() + EMPTY * (places - tiles as f32) / places
    }

    /// Where the first row begins.
    fn top(&self) -> f32 {
        self.margin + if self.title > 0.0 { 0.8 * self.margin + 1.4 * self.title } else { 0.0 }
    }

    fn size(&self) -> (f32, f32) {
        let (columns, rows) = (self.columns as f32, self.rows as f32);
        let width = 2.0 * self.margin + columns * (self.width + self.gap) - self.gap;
        (width, self.top() + rows * (self.height + self.gap) - self.gap + self.margin)
    }

    /// The shapes of a board with its label and caption.
    fn tile(&self, tile: &Tile) -> Vec<Shape> {
        let mut scene = Scene::without_background(&tile.picture);
        let y = scene.height + 0.8 * self.label;
        let room = self.width - 2.0 * EDGE;
        scene.line(&tile.label, Side::Left(EDGE), y, self.label, room);
        let taken =
            if tile.label.is_empty() { 0.0 } else { glyphs::width(&tile.label, self.label) + self.label };
        let height = CAPTION * self.label;
        // On the same baseline.
        let y = y + (self.label - height) / 2.0;
        scene.line(&tile.caption, Side::Right(self.width - EDGE), y, height, room - taken);
        scene.shapes
    }
}

/// Where a line of text begins or ends.
enum Side {
    Left(f32),
    Right(f32),
}

impl Scene {
    /// A line of text around the height `y`, smaller where there is not so much room.
    fn line(&mut self, text: &str, side: Side, y: f32, height: f32, room: f32) {
        let width = glyphs::width(text, height);
        let share = if width > room { (room / width).max(0.0) } else { 1.0 };
        let (height, half) = (height * share, width * share / 2.0);
        let x = match side {
            Side::Left(left) => left + half,
            Side::Right(right) => right - half,
        };
        self.text(text, (x, y), height);
    }
}
