//! Picture files, opened before the work begins and drawn at its end.

use super::args::{Pictures, QueensPictures};
use super::failure::Failure;
use super::session::Session;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use vuelta::Error;
use vuelta_picture::{Animation, Coordinates, Picture, Sheet};
use vuelta_records::Draft;

/// The largest board whose columns have letters.
const LARGEST_NAMED_BOARD: u32 = 26;
/// Pixels per cell of a PNG.
const CELL: u32 = 64;
/// Pixels per cell of a GIF.
pub const GIF_CELL: u32 = 40;
/// The time per jump of an animated game, in hundredths of a second.
pub const PACE: u16 = 120;

/// The pictures that were asked for.
pub struct PictureFiles {
    /// Each file with its format: `svg`, `png` or `gif`.
    files: Vec<(Draft, &'static str)>,
    pub coordinates: Coordinates,
    attacks: bool,
}

impl PictureFiles {
    /// Opens the files of `--svg` and `--png`.
    pub fn new(pictures: &Pictures, session: &mut Session<'_>) -> Result<Self, Failure> {
        let options = [("svg", &pictures.svg), ("png", &pictures.png)];
        Self::of_options(options, pictures.labels.coordinates, session)
    }

    /// Opens the files of options with the names of formats.
    pub fn of_options(
        options: [(&'static str, &Option<PathBuf>); 2],
        coordinates: Option<Coordinates>,
        session: &mut Session<'_>,
    ) -> Result<Self, Failure> {
        let mut files = vec![];
        for (format, path) in options {
            let Some(path) = path else { continue };
            check_extension(format, path, &options.map(|(format, _)| format))?;
            files.push((session.open(path)?, format));
        }
        Ok(PictureFiles { files, coordinates: coordinates.unwrap_or_default(), attacks: false })
    }

    /// Opens files whose extensions are names of these two formats.
    pub fn by_extension(
        paths: &[impl AsRef<Path>],
        formats: [&'static str; 2],
        coordinates: Option<Coordinates>,
        session: &mut Session<'_>,
    ) -> Result<Self, Failure> {
        let open = |path: &Path| {
            let is_of = |format: &&str| path.extension() == Some(OsStr::new(format));
            let Some(format) = formats.into_iter().find(is_of) else {
                let ([one, other], path) = (formats, path.display());
                return Err(usage!("'{path}' must end in .{one} or .{other}, which sets the format"));
            };
            Ok((session.open(path)?, format))
        };
        let files = paths.iter().map(AsRef::as_ref).map(open).collect::<Result<_, _>>()?;
        Ok(PictureFiles { files, coordinates: coordinates.unwrap_or_default(), attacks: false })
    }

    /// Whether no file was asked for.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Numbers the rows and columns on the margin from 1.
    pub fn one_based(mut self, yes: bool) -> Self {
        if yes && self.coordinates == Coordinates::Numbers {
            self.coordinates = Coordinates::NumbersFromOne;
        }
        self
    }

    /// Opens the files of the pictures of a queens board with `size` rows.
    pub fn of_queens(
        pictures: &QueensPictures,
        size: u32,
        session: &mut Session<'_>,
    ) -> Result<Self, Failure> {
        has_names(pictures.pictures.labels.coordinates, size)?;
        needs_picture(pictures.attacks && pictures.pictures.is_empty(), "--attacks", "--svg")?;
        pictures.pictures.need_a_file(false)?;
        Ok(PictureFiles { attacks: pictures.attacks, ..Self::new(&pictures.pictures, session)? })
    }

    /// Draws the picture into the files, if there are any.
    pub fn draw(self, picture: impl FnOnce() -> Result<Picture, Error>) -> Result<(), Failure> {
        if self.is_empty() {
            return Ok(());
        }
        let picture = picture()?.coordinates(self.coordinates).attacks(self.attacks);
        self.write(|| picture.svg(), |_| picture.png(CELL))
    }

    /// Writes the sheet into the files.
    pub fn write_sheet(self, sheet: &Sheet) -> Result<(), Failure> {
        let bytes = |format: &str| if format == "pdf" { Ok(sheet.pdf()) } else { sheet.png(CELL) };
        self.write(|| sheet.svg(), bytes)
    }

    /// Draws the frames into the files, if there are any, each shown for `pace` hundredths of a second; cells of a GIF
    /// are `cell` pixels wide.
    pub fn animate(
        self,
        pace: u16,
        cell: u32,
        frames: impl FnOnce() -> Result<Vec<Picture>, Error>,
    ) -> Result<(), Failure> {
        if self.is_empty() {
            return Ok(());
        }
        let frames = frames()?.into_iter().map(|frame| frame.coordinates(self.coordinates));
        let animation = Animation::new(frames.collect(), pace)?;
        self.write(|| animation.svg(), |_| animation.gif(cell))
    }

    fn write(
        self,
        svg: impl Fn() -> String,
        bytes: impl Fn(&str) -> Result<Vec<u8>, Error>,
    ) -> Result<(), Failure> {
        for (file, format) in self.files {
            file.write(&if format == "svg" { svg().into_bytes() } else { bytes(format)? })?;
        }
        Ok(())
    }
}

/// Refuses an option for pictures that was given alone.
pub fn needs_picture(is_alone: bool, option: &str, picture: &str) -> Result<(), Failure> {
    if is_alone { Err(usage!("{option} needs a picture; add one with {picture} FILE")) } else { Ok(()) }
}

/// Refuses names on boards with more columns than letters.
pub fn has_names(coordinates: Option<Coordinates>, size: u32) -> Result<(), Failure> {
    if coordinates == Some(Coordinates::Names) && size > LARGEST_NAMED_BOARD {
        let sentence =
            format!("--coordinates=names works up to N = {LARGEST_NAMED_BOARD}; use --coordinates=numbers");
        return Err(Failure::Usage(sentence));
    }
    Ok(())
}

/// Refuses a file name whose extension is the name of another of these options.
pub fn check_extension(option: &str, path: &Path, options: &[&str]) -> Result<(), Failure> {
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let other = options.iter().find(|other| extension.eq_ignore_ascii_case(other));
    other.filter(|&&other| other != option).map_or(Ok(()), |other| {
        let path = path.display();
        Err(usage!("--{option} cannot write '{path}'; use --{other} {path}"))
    })
}

impl Pictures {
    pub fn is_empty(&self) -> bool {
        self.svg.is_none() && self.png.is_none()
    }

    /// Refuses coordinates if nothing is drawn.
    pub fn need_a_file(&self, animated: bool) -> Result<(), Failure> {
        let is_alone = self.labels.coordinates.is_some() && self.is_empty() && !animated;
        needs_picture(is_alone, "--coordinates", "--svg")
    }
}
