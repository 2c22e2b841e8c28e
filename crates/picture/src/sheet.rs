//! Many boards on one sheet for printing, with a title, numbers and captions.
//!
//! The boards are in rows. Below each board is a line with its label on the left and its caption on the right. The
//! number of columns brings the sheet near a landscape page with a nearly full last row. On paper, the boards take as
//! many pages as they need, each with the title and a page number.

use super::page::{Pages, Paper, SMALLEST, Tiles, WRITABLE};
use super::scene::{self, Scene, Shape};
use super::{Language, Picture, glyphs, pdf, raster, svg};
use vuelta::Error;
use vuelta::queens::Turn;

/// The most boards of a sheet.
pub const LARGEST_SHEET: usize = 1_000;

/// Width over height of a landscape page.
const PAGE: f32 = std::f32::consts::SQRT_2;
/// The penalty of an empty last row, equal to that of 4.5 times the page's proportions.
const EMPTY: f32 = 1.5;
/// Height of the digits below a board, as a share of its width.
const LABEL: f32 = 1.0 / 16.0;
/// The least height of these digits.
const SMALLEST_LABEL: f32 = 0.5;
/// The least width of a tile, in cells: room for a label.
const NARROWEST: f32 = 3.0;
/// The caption's height as a share of the label's.
const CAPTION: f32 = 0.8;
/// The distance of two lines of a caption, in heights of a label.
const NEXT_LINE: f32 = 1.2;
/// The margin beside a board, to which text is aligned.
const EDGE: f32 = 0.25;
/// The title's height as a share of the sheet's width.
const TITLE: f32 = 1.0 / 42.0;
/// The legend's height as a share of the margin below the boards.
const LEGEND: f32 = 0.25;
/// On paper, in millimetres: the height of the title's digits, of the page number and the legend, and of the room above
/// the boards.
const PAPER_TITLE: f32 = 4.5;
const PAPER_TEXT: f32 = 2.8;
const PAPER_HEAD: f32 = 11.0;
/// The height of a line of instructions on paper, in millimetres.
const PAPER_LINE: f32 = 7.0;
/// The height of the legend's room below the boards on paper, in millimetres.
const PAPER_FOOT: f32 = 7.0;

/// A board of a [`Sheet`] with its label and caption.
///
/// Texts can use digits, letters from a to z and those of Spanish, capitals and `: . , - / ( ) > = + _ ! ?`; other characters
/// are left blank.
#[derive(Debug, Clone)]
pub struct Tile {
    /// The board.
    pub picture: Picture,
    /// The text below it on the left, such as its number; may be empty.
    pub label: String,
    /// The text below it on the right, a line or several; may be empty.
    pub caption: String,
    /// The turn under which the board is symmetric, to be marked. The sheet has a legend of the marks.
    pub turn: Option<Turn>,
}

impl Tile {
    /// A board without a mark.
    pub fn new(picture: Picture, label: impl Into<String>, caption: impl Into<String>) -> Self {
        Tile { picture, label: label.into(), caption: caption.into(), turn: None }
    }
}

/// Boards in rows, below a title.
///
/// ```
/// use vuelta_picture::{Picture, Sheet, Tile};
/// use vuelta::queens::{self, Board, Square};
/// let board = Board::new(6)?;
/// let tile = |(number, columns): (u32, Vec<u32>)| {
///     Ok(Tile::new(Picture::queens(&board, &Square::of_columns(&columns))?, number.to_string(), ""))
/// };
/// let tiles = (1..).zip(queens::solutions(&board)).map(tile).collect::<Result<Vec<_>, vuelta::Error>>()?;
/// let sheet = Sheet::new("6 queens: all 4 solutions", tiles)?;
/// assert_eq!(sheet.shape(), (2, 2));
/// assert!(sheet.svg().starts_with("<svg"));
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Sheet {
    title: String,
    tiles: Vec<Tile>,
    columns: Option<usize>,
    paper: Option<Paper>,
    per_page: Option<usize>,
    /// The least size of a square on paper, in millimetres.
    least: f32,
    /// Lines below the title of pages that have no answers.
    instructions: Vec<String>,
    /// The title and the tiles of the pages at the end.
    answers: Option<(String, Vec<Tile>)>,
    language: Language,
}

impl Sheet {
    /// Creates a sheet of these boards, row by row, in a suitable number of columns. The title may be empty.
    ///
    /// # Errors
    /// [`Error::Input`] without boards, and for more than 1,000.
    pub fn new(title: impl Into<String>, tiles: Vec<Tile>) -> Result<Self, Error> {
        Self::check_number(tiles.len())?;
        let (columns, paper, per_page, answers) = (None, None, None, None);
        let (title, least, instructions) = (title.into(), SMALLEST, vec![]);
        let language = Language::English;
        Ok(Sheet { title, tiles, columns, paper, per_page, least, instructions, answers, language })
    }

    /// Refuses more boards than a sheet can have, and none.
    /// # Errors
    /// [`Error::Input`] if there are more.
    pub fn check_number(boards: usize) -> Result<(), Error> {
        match boards {
            1..=LARGEST_SHEET => Ok(()),
            _ => Err(Error::Input("a sheet has from 1 to 1,000 boards".to_owned())),
        }
    }

    /// Creates a sheet to write on: squares are at least 8 mm wide on paper, where one board has room for that, and
    /// below the title are these lines.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn to_write_on(
        title: impl Into<String>,
        instructions: Vec<String>,
        tiles: Vec<Tile>,
    ) -> Result<Self, Error> {
        Ok(Sheet { least: WRITABLE, instructions, ..Self::new(title, tiles)? })
    }

    /// Sets the number of boards on a page of paper (at least 1), however small they become; `None` chooses it.
    pub fn per_page(mut self, boards: Option<usize>) -> Self {
        self.per_page = boards.map(|boards| boards.max(1));
        self
    }

    /// Sets the number of boards per row (at least 1); `None` chooses it.
    pub fn columns(mut self, columns: Option<usize>) -> Self {
        self.columns = columns.map(|columns| columns.max(1));
        self
    }

    /// Lays the SVG out on pages of this paper, one below the other, which print one by one. Does not affect PNG.
    pub fn paper(mut self, paper: Option<Paper>) -> Self {
        self.paper = paper;
        self
    }

    /// Sets the language of the title and the captions, in which the marks of symmetric boards are explained too.
    pub fn language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// Adds equally many tiles on pages of their own at the end, such as the solutions of puzzles. Without paper they
    /// are left out.
    ///
    /// # Errors
    /// [`Error::Input`] if the number of tiles differs.
    pub fn answers(mut self, title: impl Into<String>, tiles: Vec<Tile>) -> Result<Self, Error> {
        if tiles.len() != self.tiles.len() {
            return Err(Error::Input("a sheet needs one answer per board".to_owned()));
        }
        self.answers = Some((title.into(), tiles));
        Ok(self)
    }

    /// The number of columns, and of rows on one page.
    #[must_use]
    pub fn shape(&self) -> (usize, usize) {
        let layout = Layout::of(self);
        self.on_pages(&layout).map_or((layout.columns, layout.rows), |pages| (pages.columns, pages.rows))
    }

    /// The number of pages; 1 without paper.
    #[must_use]
    pub fn pages(&self) -> usize {
        self.on_pages(&Layout::of(self)).map_or(1, |pages| pages.pages)
    }

    /// The sheet as SVG text.
    #[must_use]
    pub fn svg(&self) -> String {
        let layout = Layout::of(self);
        match self.on_pages(&layout) {
            Some(pages) => svg::sheet(&self.printed(&layout, &pages), Some(&pages)),
            None => svg::sheet(&self.scene(&layout), None),
        }
    }

    /// The sheet as a PNG file's bytes, with cells `pixels` wide (8 to 256; less if the sheet would exceed 8,192
    /// pixels).
    ///
    /// # Errors
    /// [`Error::Input`] if a cell would have less than four pixels, or if encoding fails.
    pub fn png(&self, pixels: u32) -> Result<Vec<u8>, Error> {
        raster::png(&self.scene(&Layout::of(self)), pixels)
    }

    /// The pages as a PDF file's bytes, on A4 unless another paper is set.
    #[must_use]
    pub fn pdf(&self) -> Vec<u8> {
        let layout = Layout::of(self);
        let pages = self.laid_out(&layout, self.paper.unwrap_or(Paper::A4));
        pdf::pages(&self.printed(&layout, &pages), &pages, &self.title, self.language.code())
    }

    fn scene(&self, layout: &Layout) -> Scene {
        let (width, height) = layout.size();
        let mut scene = Scene::filled(width, height, scene::BACKGROUND);
        let left = layout.margin + EDGE;
        if !self.title.is_empty() {
            let y = layout.margin + layout.title / 2.0;
            scene.line(&self.title, Side::Left(left), y, layout.title, width - 2.0 * left);
        }
        for (i, tile) in self.tiles.iter().enumerate() {
            let (column, row) = ((i % layout.columns) as f32, (i / layout.columns) as f32);
            let x = layout.margin + column * (layout.width + layout.gap);
            let y = layout.top() + row * (layout.height + layout.gap);
            scene.shapes.push(Shape::Placed((x, y), layout.tile(tile)));
        }
        let y = height - layout.margin / 2.0;
        self.legend(&mut scene, (left, y), LEGEND * layout.margin, width - 2.0 * left);
        scene
    }

    /// The boards on pages, if there is paper.
    fn on_pages(&self, layout: &Layout) -> Option<Pages> {
        Some(self.laid_out(layout, self.paper?))
    }

    fn laid_out(&self, layout: &Layout, paper: Paper) -> Pages {
        let (number, size) = (self.tiles.len(), (layout.width, layout.height));
        let Sheet { columns, least, per_page, .. } = *self;
        let tiles = Tiles { number, size, gap: layout.gap, columns, least, per_page };
        let foot = if self.tiles.iter().any(|tile| tile.turn.is_some()) { PAPER_FOOT } else { 0.0 };
        let head = PAPER_HEAD + PAPER_LINE * self.instructions.len() as f32;
        let mut pages = Pages::lay_out(paper, tiles, head, foot);
        pages.pages *= if self.answers.is_some() { 2 } else { 1 };
        pages
    }

    /// All pages, below each other.
    fn printed(&self, layout: &Layout, pages: &Pages) -> Scene {
        let ((width, page), millimetres) = (pages.page(), |length: f32| length / pages.scale);
        let height = page * pages.pages as f32;
        let mut scene = Scene::filled(width, height, scene::PAPER);
        let margin = millimetres(Paper::MARGIN);
        let (title, text) = (millimetres(PAPER_TITLE), millimetres(PAPER_TEXT));
        // Answers begin on a new page.
        let answers_from = if self.answers.is_some() { pages.pages / 2 } else { pages.pages };
        for number in 0..pages.pages {
            let y = pages.top(number) + margin + title / 2.0;
            let mut room = width - 2.0 * margin;
            if pages.pages > 1 {
                let shown = format!("{} / {}", number + 1, pages.pages);
                scene.line(&shown, Side::Right(width - margin), y + (title - text) / 2.0, text, room);
                room -= glyphs::width(&shown, text) + title;
            }
            let (shown, lines) = match &self.answers {
                Some((title, _)) if number >= answers_from => (title, &[][..]),
                _ => (&self.title, &self.instructions[..]),
            };
            scene.line(shown, Side::Left(margin), y, title, room);
            for (line, shown) in (1..).zip(lines) {
                let (y, room) = (y + line as f32 * millimetres(PAPER_LINE), width - 2.0 * margin);
                scene.line(shown, Side::Left(margin), y, 1.2 * text, room);
            }
            let foot = pages.top(number) + page - margin - text / 2.0;
            self.legend(&mut scene, (margin, foot), text, width - 2.0 * margin);
        }
        let first_answer = answers_from * pages.per_page;
        let answers = (first_answer..).zip(self.answers.iter().flat_map(|(_, tiles)| tiles));
        for (place, tile) in self.tiles.iter().enumerate().chain(answers) {
            scene.shapes.push(Shape::Placed(pages.place(place), layout.tile(tile)));
        }
        scene
    }

    /// Draws the legend of the marks on this sheet, in a line from this point.
    fn legend(&self, scene: &mut Scene, (x, y): (f32, f32), height: f32, room: f32) {
        let half = self.language.of("half turn symmetry", "simetría de media vuelta");
        let quarter = self.language.of("quarter turn symmetry", "simetría de cuarto de vuelta");
        let mut kinds = vec![(Turn::Half, half), (Turn::Quarter, quarter)];
        kinds.retain(|&(turn, _)| self.tiles.iter().any(|tile| tile.turn == Some(turn)));
        let length = |text: &str| glyphs::width(text, height) + 3.5 * height;
        let whole: f32 = kinds.iter().map(|&(_, text)| length(text)).sum();
        let (share, mut x) = ((room / whole).min(1.0), x);
        for (turn, text) in kinds {
            let height = height * share;
            scene.shapes.push(scene::mark(turn, (x + 0.6 * height, y), 1.2 * height));
            scene.line(text, Side::Left(x + 1.6 * height), y, height, room);
            x += length(text) * share;
        }
    }
}

/// Lengths in cells.
struct Layout {
    columns: usize,
    rows: usize,
    /// Width and height of a tile: the largest board with the line below it.
    width: f32,
    height: f32,
    /// Height of a label's digits.
    label: f32,
    /// The gap between tiles.
    gap: f32,
    /// The margin around the sheet.
    margin: f32,
    /// Height of the title's digits; 0 without a title.
    title: f32,
}

impl Layout {
    fn of(sheet: &Sheet) -> Self {
        let scenes = sheet.tiles.iter().map(|tile| Scene::without_background(&tile.picture));
        let board = scenes.fold((0.0f32, 0.0f32), |(width, height), scene| {
            (width.max(scene.width), height.max(scene.height))
        });
        let label = (board.0 * LABEL).max(SMALLEST_LABEL);
        let captions = sheet.tiles.iter().chain(sheet.answers.iter().flat_map(|(_, tiles)| tiles));
        let lines = captions.map(|tile| tile.caption.lines().count()).max().unwrap_or(0).max(1);
        let height = board.1 + 1.6 * label + (lines - 1) as f32 * NEXT_LINE * label;
        let width = board.0.max(NARROWEST);
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

    /// The distance from a landscape page, and the emptiness of the last row.
    fn badness(&self, tiles: usize) -> f32 {
        let (width, height) = self.size();
        let places = (self.columns * self.rows) as f32;
        (width / height / PAGE).ln().abs() + EMPTY * (places - tiles as f32) / places
    }

    /// The top of the first row.
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
        let mut taken =
            if tile.label.is_empty() { 0.0 } else { glyphs::width(&tile.label, self.label) + self.label };
        if let Some(turn) = tile.turn {
            scene.shapes.push(scene::mark(turn, (EDGE + taken + 0.1 * self.label, y), 1.2 * self.label));
            taken += 1.2 * self.label;
        }
        let height = CAPTION * self.label;
        // On the same baseline.
        let mut y = y + (self.label - height) / 2.0;
        for line in tile.caption.lines() {
            scene.line(line, Side::Right(self.width - EDGE), y, height, room - taken);
            y += NEXT_LINE * self.label;
        }
        scene.shapes
    }
}

/// The beginning or the end of a line of text.
enum Side {
    Left(f32),
    Right(f32),
}

impl Scene {
    /// Draws a line of text around the height `y`, smaller if the room is too narrow.
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
