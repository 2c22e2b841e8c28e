//! Equal tiles on pages of paper, as large as the fewest pages allow.
//!
//! With c columns and r rows per page, the scale is min(W / (c w + (c - 1) g), H / (r h + (r - 1) g)) millimetres per
//! unit, where W x H is the usable part of a page, w x h a tile and g the gap between tiles. Of all c and r with a
//! legible scale, the fewest pages win, then the largest scale. Run time O(c r), at most a few hundred steps.

use std::str::FromStr;
use vuelta::Error;
use vuelta::base::text::shown;

/// A paper size, upright.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Paper {
    /// 210 x 297 mm.
    A4,
    /// 8.5 x 11 inches.
    Letter,
}

impl Paper {
    /// Every paper size.
    pub const ALL: [Paper; 2] = [Paper::A4, Paper::Letter];
    /// The margin on each side of a page, in millimetres.
    pub const MARGIN: f32 = 12.0;

    /// The name: `a4` or `letter`. Style sheets know the paper by this name too.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Paper::A4 => "a4",
            Paper::Letter => "letter",
        }
    }

    /// Width and height in millimetres.
    #[must_use]
    pub fn size(self) -> (f32, f32) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        }
    }
}

impl FromStr for Paper {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Paper::ALL.into_iter().find(|paper| paper.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| {
            Error::Input(format!("the paper '{}' is not known; use a4 or letter", shown(name)))
        })
    }
}

/// The least size of a unit (a cell of a board) on paper to look at, in millimetres, if a single tile allows it.
pub(crate) const SMALLEST: f32 = 4.0;
/// The least size of a unit on paper to write on with a pencil, in millimetres.
pub(crate) const WRITABLE: f32 = 8.0;
/// A pixel of style sheets, in millimetres.
const PIXEL: f32 = 25.4 / 96.0;
/// The largest size of a unit, in millimetres.
const LARGEST: f32 = 15.0;

/// Tiles to be laid out. Lengths are in units of a cell.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tiles {
    /// The number of tiles, at least 1.
    pub number: usize,
    /// Width and height of a tile.
    pub size: (f32, f32),
    /// The gap between two tiles.
    pub gap: f32,
    /// The number of columns, if given.
    pub columns: Option<usize>,
    /// The least size of a unit in millimetres, if a single tile allows it.
    pub least: f32,
    /// The number of tiles on a page, if given: columns and size follow from it.
    pub per_page: Option<usize>,
}

/// Tiles laid out on a stack of pages, one below the other.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pages {
    pub paper: Paper,
    pub columns: usize,
    /// Rows on a full page.
    pub rows: usize,
    /// Tiles on a full page.
    pub per_page: usize,
    pub pages: usize,
    /// Millimetres per unit.
    pub scale: f32,
    tiles: Tiles,
    /// Height kept free above the tiles of each page, in millimetres.
    head: f32,
}

impl Pages {
    /// Lays the tiles out; `head` and `foot` millimetres of each page stay free for text.
    pub(crate) fn lay_out(paper: Paper, tiles: Tiles, head: f32, foot: f32) -> Self {
        let (width, height) = paper.size();
        let room = (width - 2.0 * Paper::MARGIN, height - 2.0 * Paper::MARGIN - head - foot);
        let scale = |columns: usize, rows: usize| {
            let across = room.0 / length(columns, tiles.size.0, tiles.gap);
            across.min(room.1 / length(rows, tiles.size.1, tiles.gap)).min(LARGEST)
        };
        let pages = |columns, rows| {
            let per_page = tiles.per_page.unwrap_or(columns * rows);
            let pages = tiles.number.div_ceil(per_page);
            Pages { paper, columns, rows, per_page, pages, scale: scale(columns, rows), tiles, head }
        };
        if let Some(number) = tiles.per_page {
            let shapes = (2..=number).map(|columns| pages(columns, number.div_ceil(columns)));
            return shapes
                .fold(pages(1, number), |best, next| if next.scale > best.scale { next } else { best });
        }
        let columns = match tiles.columns {
            Some(columns) => columns.clamp(1, tiles.number)..=columns.clamp(1, tiles.number),
            None => 1..=tiles.number,
        };
        let mut best = pages(*columns.start(), 1);
        for columns in columns {
            // Given columns are as wide as the page allows, and the rows follow.
            let least = if tiles.columns.is_some() { scale(columns, 1) } else { tiles.least };
            let rows = (1..=tiles.number).take_while(|&rows| scale(columns, rows) >= least);
            for page in rows.map(|rows| pages(columns, rows)) {
                if page.pages < best.pages || page.pages == best.pages && page.scale > best.scale {
                    best = page;
                }
            }
        }
        best
    }

    /// A tile's top left corner on the whole stack, in units.
    pub(crate) fn place(&self, tile: usize) -> (f32, f32) {
        let (page, on_page) = (tile / self.per_page, tile % self.per_page);
        let (row, column) = ((on_page / self.columns) as f32, (on_page % self.columns) as f32);
        let Tiles { size: (width, height), gap, .. } = self.tiles;
        let left = (self.page().0 - length(self.columns, width, gap)) / 2.0;
        let top = self.top(page) + (Paper::MARGIN + self.head) / self.scale;
        (left + column * (width + gap), top + row * (height + gap))
    }

    /// Width and height of a page in units. Browsers print pages of whole pixels, so the height is rounded to pixels;
    /// otherwise later pages would shift.
    pub(crate) fn page(&self) -> (f32, f32) {
        let (width, height) = self.paper.size();
        (width / self.scale, (height / PIXEL).round() * PIXEL / self.scale)
    }

    /// The top of a page on the stack, in units.
    pub(crate) fn top(&self, page: usize) -> f32 {
        page as f32 * self.page().1
    }
}

/// The length of a row of tiles with the gaps between them.
fn length(tiles: usize, side: f32, gap: f32) -> f32 {
    tiles as f32 * (side + gap) - gap
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every tile lies within the margins of its page and outside all others.
    #[test]
    fn tiles_lie_on_their_pages_and_apart() {
        for paper in Paper::ALL {
            for (number, side, columns) in
                [(1, 4.5, None), (12, 8.5, None), (92, 8.5, Some(3)), (724, 10.5, None), (3, 60.0, None)]
            {
                let (least, per_page) = (SMALLEST, None);
                let tiles = Tiles { number, size: (side, side + 1.0), gap: 0.8, columns, least, per_page };
                let pages = Pages::lay_out(paper, tiles, 10.0, 7.0);
                assert_eq!(pages.pages, number.div_ceil(pages.columns * pages.rows));
                assert!(columns.is_none_or(|columns| pages.columns == columns));
                let places: Vec<_> = (0..number).map(|tile| pages.place(tile)).collect();
                for (i, &(x, y)) in places.iter().enumerate() {
                    let page = i / (pages.columns * pages.rows);
                    let millimetres = |length: f32| length * pages.scale;
                    let (left, top) = (millimetres(x), millimetres(y - pages.top(page)));
                    let (right, bottom) = (left + millimetres(side), top + millimetres(side + 1.0));
                    let (width, height) = paper.size();
                    assert!(
                        left > Paper::MARGIN - 0.01 && right < width - Paper::MARGIN + 0.01,
                        "{number}: {left}"
                    );
                    assert!(top > Paper::MARGIN + 9.99, "{number}: {top}");
                    assert!(bottom < height - Paper::MARGIN - 6.99, "{number}: {bottom}");
                    let apart = |&(a, b): &(f32, f32)| (a - x).abs() > side || (b - y).abs() > side + 1.0;
                    assert!(places[..i].iter().all(apart));
                }
            }
        }
    }

    #[test]
    fn cells_stay_legible_and_pages_few() {
        let pages = |number, side: f32| {
            let (size, gap) = ((side, side + 0.9), 0.9);
            let tiles = Tiles { number, size, gap, columns: None, least: SMALLEST, per_page: None };
            Pages::lay_out(Paper::A4, tiles, 11.0, 7.0)
        };
        // The twelve boards of eight queens fit on one page.
        assert_eq!(pages(12, 8.5).pages, 1);
        assert!((2..=60).contains(&pages(724, 10.5).pages));
        for number in [1, 5, 12, 46, 92, 352, 724] {
            assert!(pages(number, 8.5).scale >= SMALLEST, "{number}");
        }
        let writable = |number, side: f32, per_page| {
            let (size, gap) = ((side, side + 0.9), 0.9);
            let tiles = Tiles { number, size, gap, columns: None, least: WRITABLE, per_page };
            Paper::ALL.map(|paper| Pages::lay_out(paper, tiles, 11.0, 0.0))
        };
        for size in 5..=20 {
            for pages in writable(20, size as f32 + 0.5, None) {
                assert!(pages.scale >= WRITABLE, "{size}: {} mm", pages.scale);
            }
        }
        // Twenty puzzles of eight rows: six on a page.
        assert_eq!(writable(20, 8.5, None).map(|pages| (pages.per_page, pages.pages)), [(6, 4), (6, 4)]);
        for per_page in [1, 2, 4, 5, 6] {
            for pages in writable(20, 8.5, Some(per_page)) {
                assert_eq!((pages.per_page, pages.pages), (per_page, 20usize.div_ceil(per_page)));
                assert!(pages.columns * pages.rows >= per_page && pages.place(per_page).1 > pages.top(1));
            }
        }
        assert_eq!("Letter".parse::<Paper>().unwrap(), Paper::Letter);
        assert!("a3".parse::<Paper>().unwrap_err().to_string().contains("a4 or letter"));
    }
}
