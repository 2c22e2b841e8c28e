//! Pictures and animations as files.

use super::grid::Picture;
use super::scene::Scene;
use super::{raster, svg};
use vuelta::Error;

impl Picture {
    /// The picture as SVG text.
    #[must_use]
    pub fn svg(&self) -> String {
        svg::still(&Scene::of(self))
    }

    /// The picture as a PNG file's bytes, with cells `pixels` wide (8 to 256; less if the picture would be too large).
    ///
    /// # Errors
    /// [`Error::Input`] if encoding fails.
    pub fn png(&self, pixels: u32) -> Result<Vec<u8>, Error> {
        raster::png(&Scene::of(self), pixels)
    }
}

/// A game as pictures of one size that are shown in a loop.
#[derive(Debug, Clone)]
pub struct Animation {
    frames: Vec<Picture>,
    /// The time per frame in hundredths of a second; the last frame takes three times as long.
    hundredths: u16,
}

impl Animation {
    /// Creates an animation with this time per frame, in hundredths of a second (at least 2). The last frame takes
    /// three times as long.
    ///
    /// # Errors
    /// [`Error::Input`] without frames.
    pub fn new(frames: Vec<Picture>, hundredths: u16) -> Result<Self, Error> {
        if frames.is_empty() {
            return Err(Error::Input("an animation has at least one frame".to_owned()));
        }
        let hundredths = hundredths.clamp(2, u16::MAX / 3);
        Ok(Animation { frames, hundredths })
    }

    /// The animation as SVG text.
    #[must_use]
    pub fn svg(&self) -> String {
        svg::animated(&self.frames.iter().map(Scene::of).collect::<Vec<_>>(), self.hundredths)
    }

    /// The animation as a GIF file's bytes, with cells `pixels` wide.
    ///
    /// # Errors
    /// [`Error::Input`] if encoding fails.
    pub fn gif(&self, pixels: u32) -> Result<Vec<u8>, Error> {
        raster::gif(&self.frames, pixels, self.hundredths)
    }
}
