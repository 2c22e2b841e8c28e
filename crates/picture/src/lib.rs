//! Boards and games as pictures: SVG, PNG, sheets of many boards (PDF too), and animations as SVG and GIF.
//!
//! A [`Picture`] is a grid of [`Cell`]s, whatever the game; a [`Sheet`] has many pictures with numbers and captions.
//! The layout is a scene of a few plain shapes, written by two back ends: as SVG text, and as pixels by `tiny-skia`.
//! Digits and letters are strokes, so no fonts are needed. Every picture brings its own background and reads well on dark
//! and on light pages. Run time and memory O(cells), and O(pixels) for PNG and GIF.

mod glyphs;
mod grid;
mod language;
mod page;
mod pdf;
mod raster;
mod regions;
mod render;
mod scene;
mod sheet;
mod svg;
pub mod trace;
mod tree;

pub use grid::{Cell, Conditions, Coordinates, LARGEST_PICTURE, Picture};
pub use language::Language;
pub use page::Paper;
pub use regions::region_colors;
pub use render::Animation;
pub use sheet::{LARGEST_SHEET, Sheet, Tile};
pub use tree::Mark;
