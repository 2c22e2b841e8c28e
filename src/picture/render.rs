//! Pictures and animations as files.

use super::grid::Picture;
use super::scene::Scene;
use super::{raster, svg};
use crate::Error;

impl Picture {
    /// As SVG text.
    #[must_use]
    pub fn svg(&self) -> String {
        svg::still(&Scene::of(self))
    }

    /// As a PNG file's bytes, a cell `pixels` wide (8 to 256; less where the picture would be too large).
    ///
    /// # Errors
    /// [`Error::Picture`] when the picture cannot be encoded.
    pub fn png(&self, pixels: u32) -> Result<Vec<u8>, Error> {
        raster::png(&Scene::of(self), pixels)
    }
}

/// A game: pictures of one size, shown one after the other, over and over.
#[derive(Debug, Clone)]
pub struct Animation {
    frames: Vec<Picture>,
    /// How long each is shown, in hundredths of a second; the last one three times as long.
    hundredths: u16,
}

impl Animation {
    /// The frames of a game, each shown for so many hundredths of a second (at least 2), the last one three
    /// times as long.
    ///
    /// # Errors
    /// [`Error::Picture`] without frames.
    pub fn new(frames: Vec<Picture>, hundredths: u16) -> Result<Self, Error> {
        if frames.is_empty() {
            return Err(Error::Picture("an animation has at least one frame".to_owned()));
        }
        let hundredths = hundredths.clamp(2, u16::MAX / 3);
        Ok(Animation { frames, hundredths })
    }

    /// As animated SVG text.
    #[must_use]
    pub fn svg(&self) -> String {
        svg::animated(&self.frames.iter().map(Scene::of).collect::<Vec<_>>(), self.hundredths)
    }

    /// As an animated GIF file's bytes, a cell `pixels` wide.
    ///
    /// # Errors
    /// [`Error::Picture`] when the pictures cannot be encoded.
    pub fn gif(&self, pixels: u32) -> Result<Vec<u8>, Error> {
        raster::gif(self.frames.iter().map(Scene::of), pixels, self.hundredths)
    }
}
