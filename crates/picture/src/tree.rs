//! A search tree: a board for each node, in rows by depth, with lines from each board to those below it.

use super::glyphs::Point;
use super::grid::{LARGEST_PICTURE, Picture};
use super::scene::{INK, Scene, Shape};
use std::f32::consts::TAU;
use vuelta::Error;

/// The room between two boards, across and down, in cells.
const GAPS: (f32, f32) = (0.5, 1.3);

/// A mark on a board of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Two lines from corner to corner.
    Cross,
    /// A ring around the board.
    Ring,
}

impl Mark {
    /// The lines of the mark on a board: left, top, width, height.
    fn lines(self, [x, y, width, height]: [f32; 4]) -> Vec<Vec<Point>> {
        match self {
            Mark::Cross => {
                vec![vec![(x, y), (x + width, y + height)], vec![(x + width, y), (x, y + height)]]
            }
            Mark::Ring => {
                let radius = width / 2.0 + 0.12;
                let point = |step: u8| {
                    let (sin, cos) = (TAU * f32::from(step) / 60.0).sin_cos();
                    (x + width / 2.0 + radius * cos, y + height / 2.0 + radius * sin)
                };
                vec![(0..=60).map(point).collect()]
            }
        }
    }
}

impl Picture {
    /// Marks the board, as one of a [`tree`](Self::tree).
    pub fn marked(self, mark: Mark) -> Self {
        Picture { mark: Some(mark), ..self }
    }

    /// Draws a tree of boards of one size, each with the index of its parent, which stands before it; the first is the
    /// root, whatever its parent.
    ///
    /// # Errors
    /// [`Error::Input`] without a board, with more than 1,000, or if a parent stands after its child.
    pub fn tree(nodes: Vec<(Picture, usize)>) -> Result<Self, Error> {
        let ordered = nodes.iter().enumerate().skip(1).all(|(node, (_, parent))| *parent < node);
        if nodes.is_empty() || nodes.len() > LARGEST_PICTURE || !ordered {
            return Err(Error::input(format!(
                "a tree has from 1 to {LARGEST_PICTURE} boards, each after the one above it"
            )));
        }
        Ok(Picture { tree: nodes, ..Picture::default() })
    }
}

impl Scene {
    /// The boards of a tree with their lines.
    pub(super) fn tree(nodes: &[(Picture, usize)]) -> Self {
        let boards: Vec<Scene> =
            nodes.iter().map(|(picture, _)| Scene::without_background(picture)).collect();
        let size = |side: fn(&Scene) -> f32| boards.iter().map(side).fold(0.0, f32::max);
        let (across, down) = (size(|board| board.width) + GAPS.0, size(|board| board.height) + GAPS.1);
        let mut depths = vec![0usize];
        nodes.iter().skip(1).for_each(|(_, parent)| depths.push(depths[*parent] + 1));
        let children = |node: usize| (1..nodes.len()).filter(move |&child| nodes[child].1 == node);
        // Leaves take the next place, and the others stand in the middle above those below them.
        let mut columns = vec![0.0; nodes.len()];
        let mut places = 0.0;
        let mut unplaced = vec![0];
        while let Some(node) = unplaced.pop() {
            let before = unplaced.len();
            unplaced.extend(children(node).rev());
            if unplaced.len() == before {
                columns[node] = places;
                places += 1.0;
            }
        }
        for node in (0..nodes.len()).rev() {
            if let (Some(first), Some(last)) = (children(node).next(), children(node).next_back()) {
                columns[node] = (columns[first] + columns[last]) / 2.0;
            }
        }
        let rows = depths.iter().max().map_or(1.0, |deepest| *deepest as f32 + 1.0);
        let mut scene =
            Scene { width: places * across - GAPS.0, height: rows * down - GAPS.1, shapes: vec![] };
        let corner = |node: usize| (columns[node] * across, depths[node] as f32 * down);
        for (node, board) in boards.into_iter().enumerate() {
            let ((x, y), half) = (corner(node), board.width / 2.0);
            if node > 0 {
                let (above, top) = corner(nodes[node].1);
                let line = vec![(above + half, top + board.height - 0.15), (x + half, y + 0.15)];
                scene.shapes.push(Shape::Stroke(line, 0.06, INK));
            }
            let (width, height) = (board.width, board.height);
            scene.shapes.push(Shape::Placed((x, y), board.shapes));
            let lines = nodes[node].0.mark.map_or(vec![], |mark| mark.lines([x, y, width, height]));
            scene.shapes.extend(lines.into_iter().map(|line| Shape::Stroke(line, 0.12, INK)));
        }
        scene
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vuelta::queens::Board;

    #[test]
    fn boards_stand_below_their_parents_and_apart() {
        let board = Picture::queens(&Board::new(4).unwrap(), &[]).unwrap();
        let tree =
            |parents: &[usize]| parents.iter().map(|&parent| (board.clone(), parent)).collect::<Vec<_>>();
        let scene = Scene::tree(&tree(&[0, 0, 0, 1, 1]));
        let places = scene.shapes.iter().filter_map(|shape| match shape {
            Shape::Placed(place, _) => Some(*place),
            _ => None,
        });
        let places: Vec<(f32, f32)> = places.collect();
        // Three leaves across, three rows down.
        assert_eq!((places.len(), scene.width), (5, 14.5));
        assert!((scene.height - 16.1).abs() < 1e-3, "{}", scene.height);
        assert_eq!(places[1].0, (places[3].0 + places[4].0) / 2.0);
        assert!(places[3].1 > places[1].1 && places[1].1 == places[2].1);
        assert_eq!(scene.shapes.len() - places.len(), 4, "a line from each board to the one above");
        assert!(Picture::tree(vec![]).is_err() && Picture::tree(tree(&[0, 2, 0])).is_err());
    }
}
