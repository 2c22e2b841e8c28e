//! Boards in regions: coloured grounds, thick borders between regions, thin lines between squares.
//!
//! The colours are Paul Tol's light scheme, which readers with any colour vision can distinguish
//! (<https://personal.sron.nl/~pault/>, 2021). Beyond nine regions colours recur, but touching regions differ if a
//! colour is free. Borders alone suffice in black and white.

use super::glyphs::Point;
use super::grid::{Conditions, Picture};
use super::scene::{Color, Scene, Shape};
use vuelta::regions::Board;
use vuelta::{Error, Square};

const PALETTE: [Color; 9] = [
    [119, 170, 221, 255], // light blue
    [238, 221, 136, 255], // light yellow
    [255, 170, 187, 255], // pink
    [187, 204, 51, 255],  // pear
    [153, 221, 255, 255], // light cyan
    [238, 136, 102, 255], // orange
    [68, 187, 153, 255],  // mint
    [221, 221, 221, 255], // pale grey
    [170, 170, 0, 255],   // olive
];
/// Dark on every colour of the palette. Dark pages use it too, because the squares stay light there.
const BORDER: Color = [34, 32, 31, 255];
const THICK: f32 = 0.11;
const THIN: f32 = 0.02;

/// The colour of each region, as an index into a palette of `palette` colours.
///
/// Touching regions, diagonally too, differ while there are colours left; among these the least used is taken.
#[must_use]
pub fn region_colors(board: &Board, palette: usize) -> Vec<u8> {
    let mut colors: Vec<u8> = vec![];
    let mut used = vec![0; palette];
    for region in 0..board.size() as usize {
        let mut taken = vec![0; palette];
        for square in board.squares(region) {
            for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
                let is_inside = |square: &Square| square.row < board.size() && square.column < board.size();
                let neighbour = square.offset((down, right)).filter(is_inside);
                if let Some(&color) = neighbour.and_then(|square| colors.get(board.region(square))) {
                    taken[usize::from(color)] += 1;
                }
            }
        }
        let color = (0..palette).min_by_key(|&color| (taken[color], used[color])).unwrap_or(0);
        used[color] += 1;
        colors.push(color as u8);
    }
    colors
}

impl Picture {
    /// Draws a board in regions with these queens.
    ///
    /// # Errors
    /// [`Error::Input`] for a queen off the board.
    pub fn regions(board: &Board, queens: &[Square]) -> Result<Self, Error> {
        let squares = Conditions { size: board.size(), fixed: &[], blocked: &[] };
        Ok(Picture { regions: Some(board.clone()), ..Self::queens(squares, queens)? })
    }
}

impl Scene {
    /// Draws the squares of the regions with their borders, from this corner; in lighter colours if `pale`, so that a pencil
    /// is seen on a grey print.
    pub(super) fn region_grounds(&mut self, board: &Board, (left, top): Point, pale: bool) {
        let (size, of, colors) =
            (board.size() as usize, board.regions(), region_colors(board, PALETTE.len()));
        for (color, &fill) in PALETTE.iter().enumerate() {
            let of_color = |&index: &usize| usize::from(colors[usize::from(of[index])]) == color;
            let corner = |index: usize| (left + (index % size) as f32, top + (index / size) as f32);
            let squares: Vec<Point> = (0..of.len()).filter(of_color).map(corner).collect();
            if !squares.is_empty() {
                let fill = if pale { fill.map(|part| 128 + part / 2) } else { fill };
                self.shapes.push(Shape::Squares(squares, fill));
            }
        }
        // The lines above row `line` and left of column `line`, in pieces that are borders of regions or are not.
        let places: Vec<usize> = (0..size).collect();
        let (mut thin, mut thick) = (vec![], vec![]);
        for down in [false, true] {
            for line in 0..=size {
                let region =
                    |line: usize, at: usize| of[if down { at * size + line } else { line * size + at }];
                let is_border =
                    |at: usize| line == 0 || line == size || region(line - 1, at) != region(line, at);
                let point = |at: usize| match down {
                    true => (left + line as f32, top + at as f32),
                    false => (left + at as f32, top + line as f32),
                };
                for piece in places.chunk_by(|&a, &b| is_border(a) == is_border(b)) {
                    let ends = vec![point(piece[0]), point(piece[0] + piece.len())];
                    if is_border(piece[0]) { thick.push(ends) } else { thin.push(ends) }
                }
            }
        }
        self.shapes.extend(thin.into_iter().map(|ends| Shape::Stroke(ends, THIN, BORDER)));
        self.shapes.extend(thick.into_iter().map(|ends| Shape::Stroke(ends, THICK, BORDER)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_that_touch_differ_while_there_are_colours() {
        let board = Board::parse(b"AABB\nACBB\nCCBD\nDDDD\n").unwrap();
        let colors = region_colors(&board, PALETTE.len());
        assert!((0..4).all(|a| (0..a).all(|b| colors[a] != colors[b])), "{colors:?}");
        // Rows touch the next ones alone: two colours are enough.
        let rows = Board::without_regions(12, 1).unwrap();
        assert_eq!(region_colors(&rows, 2), [0, 1].repeat(6));
    }

    #[test]
    fn borders_are_thick_between_regions_and_around_the_board() {
        let board = Board::parse(b"AB\nAB\n").unwrap();
        let svg = Picture::regions(&board, &[]).unwrap().svg();
        let strokes = |width: f32| svg.matches(&format!("stroke-width=\"{:.2}\"", width * 40.0)).count();
        // Four sides and the border in the middle; between the rows one thin line.
        assert_eq!((strokes(THICK), strokes(THIN)), (5, 1), "{svg}");
        assert!(Picture::regions(&board, &[Square::new(2, 0)]).is_err());
    }
}
