//! Picture files, opened before the work begins and drawn at its end.

use super::args::{CoordinateStyle, Pictures, QueensPictures};
use super::failure::Failure;
use super::session::Session;
use crate::Error;
use crate::picture::{Animation, Coordinates, Paper, Picture, Sheet, Tile};
use crate::report::Draft;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

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
    svg: Option<Draft>,
    png: Option<Draft>,
    coordinates: Coordinates,
    attacks: bool,
}

impl PictureFiles {
    /// Opens the files.
    pub fn new(pictures: &Pictures, session: &mut Session<'_>) -> Result<Self, Failure> {
        let mut open = |path: &Option<PathBuf>, option: &str| {
            let Some(path) = path.as_deref() else { return Ok(None) };
            check_extension(option, path, &["svg", "png"])?;
            session.open(path).map(Some)
        };
        Ok(PictureFiles {
            svg: open(&pictures.svg, "svg")?,
            png: open(&pictures.png, "png")?,
            coordinates: style(pictures.labels.coordinates),
            attacks: false,
        })
    }

    /// Numbers the rows and columns on the margin from 1.
    pub fn one_based(mut self, yes: bool) -> Self {
        self.coordinates = from_one(self.coordinates, yes);
        self
    }

    /// Opens the files of the pictures of a queens board with `size` rows.
    pub fn of_queens(
        pictures: &QueensPictures,
        size: u32,
        session: &mut Session<'_>,
    ) -> Result<Self, Failure> {
        has_names(pictures.pictures.labels.coordinates, size)?;
        if pictures.attacks && pictures.pictures.is_empty() {
            return Err(no_picture("--attacks", "--svg"));
        }
        pictures.pictures.need_a_file(false)?;
        Ok(PictureFiles { attacks: pictures.attacks, ..Self::new(&pictures.pictures, session)? })
    }

    /// Draws the picture into the files, if there are any.
    pub fn draw(self, picture: impl FnOnce() -> Result<Picture, Error>) -> Result<(), Failure> {
        if self.svg.is_none() && self.png.is_none() {
            return Ok(());
        }
        let picture = picture()?.coordinates(self.coordinates).attacks(self.attacks);
        self.write(|| picture.svg(), || picture.png(CELL))
    }

    /// Draws boards on one sheet, or one board alone without a title, into the files, if there are any.
    pub fn draw_sheet(
        self,
        tiles: impl FnOnce() -> Result<Vec<Tile>, Error>,
        title: impl FnOnce() -> String,
        paper: Option<Paper>,
    ) -> Result<(), Failure> {
        if self.svg.is_none() && self.png.is_none() {
            return Ok(());
        }
        let coordinates = self.coordinates;
        let mut tiles: Vec<Tile> =
            tiles()?.into_iter().map(|tile| tile.map(|picture| picture.coordinates(coordinates))).collect();
        if tiles.len() == 1 && paper.is_none() {
            let picture = tiles.remove(0).into_picture();
            return self.write(|| picture.svg(), || picture.png(CELL));
        }
        let sheet = Sheet::new(title(), tiles)?.paper(paper);
        self.write(|| sheet.svg(), || sheet.png(CELL))
    }

    fn write(
        self,
        svg: impl FnOnce() -> String,
        png: impl FnOnce() -> Result<Vec<u8>, Error>,
    ) -> Result<(), Failure> {
        if let Some(file) = self.svg {
            file.write(svg().as_bytes())?;
        }
        if let Some(file) = self.png {
            file.write(&png()?)?;
        }
        Ok(())
    }
}

/// The refusal of an option for pictures when no picture is drawn.
pub fn no_picture(option: &str, picture: &str) -> Failure {
    Failure::Usage(format!("{option} needs a picture; add one with {picture} FILE"))
}

/// Refuses names on boards with more columns than letters.
pub fn has_names(style: Option<CoordinateStyle>, size: u32) -> Result<(), Failure> {
    if style == Some(CoordinateStyle::Names) && size > LARGEST_NAMED_BOARD {
        let sentence =
            format!("--coordinates=names works up to N = {LARGEST_NAMED_BOARD}; use --coordinates=numbers");
        return Err(Failure::Usage(sentence));
    }
    Ok(())
}

/// The coordinates of this style.
pub fn style(coordinates: Option<CoordinateStyle>) -> Coordinates {
    match coordinates {
        None => Coordinates::None,
        Some(CoordinateStyle::Numbers) => Coordinates::Numbers,
        Some(CoordinateStyle::Names) => Coordinates::Names,
    }
}

/// These coordinates, numbered from 1 if `yes`.
pub fn from_one(coordinates: Coordinates, yes: bool) -> Coordinates {
    if yes && coordinates == Coordinates::Numbers { Coordinates::NumbersFromOne } else { coordinates }
}

/// The file of a sheet.
pub struct SheetFile {
    draft: Draft,
    is_png: bool,
}

impl SheetFile {
    /// Opens the file, in the format of its extension. A PNG cannot have pages of `paper`.
    pub fn open(path: &Path, paper: Option<Paper>, session: &mut Session<'_>) -> Result<Self, Failure> {
        let is_png = match path.extension().and_then(OsStr::to_str) {
            Some("svg") => false,
            Some("png") if paper.is_some() => {
                return Err(Failure::usage(
                    "--page needs an SVG file, because a PNG has no pages; name a file that ends in .svg",
                ));
            }
            Some("png") => true,
            _ => return Err(wrong_extension(path, ".svg or .png")),
        };
        Ok(SheetFile { draft: session.open(path)?, is_png })
    }

    /// Draws the sheet.
    pub fn write(self, sheet: &Sheet) -> Result<(), Failure> {
        let picture = if self.is_png { sheet.png(CELL)? } else { sheet.svg().into_bytes() };
        Ok(self.draft.write(&picture)?)
    }
}

/// The refusal of a file name whose extension gives no known format.
pub fn wrong_extension(path: &Path, extensions: &str) -> Failure {
    Failure::Usage(format!("'{}' must end in {extensions}, which sets the format", path.display()))
}

/// Refuses a file name whose extension is the name of another of these options.
pub fn check_extension(option: &str, path: &Path, options: &[&str]) -> Result<(), Failure> {
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let other = options.iter().find(|other| extension.eq_ignore_ascii_case(other));
    other.filter(|&&other| other != option).map_or(Ok(()), |other| {
        let path = path.display();
        Err(Failure::Usage(format!("--{option} cannot write '{path}'; use --{other} {path}")))
    })
}

impl Pictures {
    fn is_empty(&self) -> bool {
        self.svg.is_none() && self.png.is_none()
    }

    /// Refuses coordinates if nothing is drawn.
    pub fn need_a_file(&self, animated: bool) -> Result<(), Failure> {
        if self.labels.coordinates.is_some() && self.is_empty() && !animated {
            return Err(no_picture("--coordinates", "--svg"));
        }
        Ok(())
    }
}

/// The animations that were asked for.
pub struct AnimationFiles {
    drafts: Vec<(Draft, AnimationFormat)>,
    coordinates: Coordinates,
}

#[derive(Clone, Copy)]
enum AnimationFormat {
    Svg,
    Gif,
}

impl AnimationFiles {
    /// Opens the files of `--animate`, in the formats of their extensions.
    pub fn new(paths: &[PathBuf], pictures: &Pictures, session: &mut Session<'_>) -> Result<Self, Failure> {
        let open = |path: &PathBuf| {
            let format = match path.extension().and_then(OsStr::to_str) {
                Some("svg") => AnimationFormat::Svg,
                Some("gif") => AnimationFormat::Gif,
                _ => return Err(wrong_extension(path, ".svg or .gif")),
            };
            Ok((session.open(path)?, format))
        };
        let drafts = paths.iter().map(open).collect::<Result<_, _>>()?;
        Ok(AnimationFiles { drafts, coordinates: style(pictures.labels.coordinates) })
    }

    /// Opens the files of `--svg` and `--gif`.
    pub fn of_options(
        svg: &Option<PathBuf>,
        gif: &Option<PathBuf>,
        coordinates: Option<CoordinateStyle>,
        session: &mut Session<'_>,
    ) -> Result<Self, Failure> {
        let files = [(svg, AnimationFormat::Svg), (gif, AnimationFormat::Gif)];
        let files = files.into_iter().filter_map(|(path, format)| Some((path.as_deref()?, format)));
        let drafts = files.map(|(path, format)| Ok((session.open(path)?, format)));
        Ok(AnimationFiles {
            drafts: drafts.collect::<Result<_, Failure>>()?,
            coordinates: style(coordinates),
        })
    }

    /// Whether no file was asked for.
    pub fn is_empty(&self) -> bool {
        self.drafts.is_empty()
    }

    /// Draws the frames into the files, if there are any, each shown for `pace` hundredths of a second; cells of a GIF
    /// are `cell` pixels wide.
    pub fn draw(
        self,
        pace: u16,
        cell: u32,
        frames: impl FnOnce() -> Result<Vec<Picture>, Error>,
    ) -> Result<(), Failure> {
        if self.drafts.is_empty() {
            return Ok(());
        }
        let frames = frames()?.into_iter().map(|frame| frame.coordinates(self.coordinates));
        let animation = Animation::new(frames.collect(), pace)?;
        for (draft, format) in self.drafts {
            match format {
                AnimationFormat::Svg => draft.write(animation.svg().as_bytes())?,
                AnimationFormat::Gif => draft.write(&animation.gif(cell)?)?,
            }
        }
        Ok(())
    }
}
