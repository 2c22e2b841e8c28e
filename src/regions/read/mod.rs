//! Puzzles in files, as people and other programs write them: [`Puzzle`] shows the forms.

mod data;
mod link;
mod rows;
mod stars;

use super::Board;
use crate::base::reading::{Values, decoded};
use crate::base::text::plural;
use crate::{Error, Square};
use rows::{Draft, Row};

/// The sentences below a board that `vuelta regions solve` prints.
const REMARKS: [&str; 2] = ["the only solution", "not the only solution"];

/// A puzzle in a text.
///
/// ```text
/// # stars: 1     A A B B     1 1 2 2     0,0,1,1     4 1        🟥🟥🟧🟧     [[0,0,1,1],     regions = [| 1, 1, 2, 2
/// AABB           A C B B     1 3 2 2     0,2,1,1     AABB       🟥🟨🟧🟧      [0,2,1,1],               | 1, 3, 2, 2
/// ACBB           C C B D     3 3 2 4     2,2,1,3     ACBB       🟨🟨🟧🟩      [2,2,1,3],               | 3, 3, 2, 4
/// CCBD           D D D D     4 4 4 4     3,3,3,3     CCBD       🟩🟩🟩🟩      [3,3,3,3]]               | 4, 4, 4, 4 |];
/// DDDD                                               DDDD
/// ```
/// | form | contents |
/// |---|---|
/// | grid | a letter, a number or an emoji per square; numbers above 9 need separators: spaces, commas, semicolons or bars |
/// | line | all squares of a board; each of several lines is a board |
/// | header | `N` or `N STARS` above the rows of each board |
/// | data | JSON, or literals of JavaScript, Python or MiniZinc: a matrix; an object with a matrix in `regions`, `colorRegions`, `colorGrid`, `regionMap`, `grid`, `board` or `cells` and perhaps `stars`; a list of these; or one per line. A square is a number, a letter or a word. |
/// | address | `https://puzz.link/p?starbattle/...` |
///
/// Empty lines separate boards. `#` starts a comment, and a title above the rows is one too. A comment about stars gives
/// the queens per row (`# stars: 2`, `# 2 stars`) of the board that it touches or that follows. Above an empty line at the
/// beginning of the text, it is about all boards without a number of their own. What `vuelta regions solve` prints is
/// read too: the region of a queen's square is in brackets or before `♛`.
///
/// Regions are numbered in the order of their letters or numbers. Letters are kept. Numbers become A, B, C, ..., and so do
/// words and emoji, in the order of their first squares.
///
/// ```
/// use vuelta::regions::Puzzle;
/// let puzzles = Puzzle::read(b"# 1 star\nAABB\nACBB\nCCBD\nDDDD\n\n[[1, 2], [3, 3]]\n", None)?;
/// let boards: Vec<_> = puzzles.iter().map(|puzzle| (puzzle.line, puzzle.board.is_ok())).collect();
/// assert_eq!(boards, [(2, true), (7, false)]); // two rows and three regions
/// # Ok::<(), vuelta::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Puzzle {
    /// The line that it begins in, from 1.
    pub line: usize,
    /// The board, or the fault in its text.
    pub board: Result<Board, Error>,
    /// The queens that the text shows.
    pub queens: Vec<Square>,
}

impl Puzzle {
    /// Reads all puzzles of a text; `stars` replaces the numbers of
    /// queens that the text gives.
    ///
    /// # Errors
    /// [`Error::Input`] in one sentence, with line and column (from 1) if possible: invalid UTF-8 or UTF-16, a text
    /// without a board, or something that is no part of a board. Faults of one board are in [`board`](Self::board).
    pub fn read(text: &[u8], stars: Option<u32>) -> Result<Vec<Self>, Error> {
        let text = decoded(text, "board")?;
        let ahead = Values::new(&text);
        let drafts = Reader { ahead, stars: None, pending: None, drafts: vec![] }.read()?;
        if drafts.is_empty() {
            return Err(Error::input("the board is empty"));
        }
        Ok(drafts.into_iter().map(|draft| draft.puzzle(stars)).collect())
    }
}

impl Board {
    /// Reads the one board of a text, as [`Puzzle::read`] does. Queens in the text are left out.
    ///
    /// ```
    /// use vuelta::regions::Board;
    /// let board = Board::parse(b"# stars: 1\nAABB\nACBB\nCCBD\nDDDD\n")?;
    /// assert_eq!(Board::parse(b"[[0,0,1,1],[0,2,1,1],[2,2,1,3],[3,3,3,3]]")?, board);
    /// let error = Board::parse(b"AAB\nA?B\nCCC\n").unwrap_err();
    /// assert!(error.to_string().starts_with("line 2, column 2: '?' is not a region"));
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Puzzle::read`]; [`Error::BoardSize`] above 32 rows; [`Error::Input`] for a second board, rows whose length is
    /// not the number of rows, more or fewer regions than rows, or an invalid number of stars.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        let mut puzzles = Puzzle::read(text, None)?;
        if let [_, second, ..] = &puzzles[..] {
            return Err(Error::input(format!("line {}: a second board begins; expected one", second.line)));
        }
        puzzles.pop().expect("there is one").board
    }

    /// The address that shows the board at puzz.link, an editor of puzzles.
    ///
    /// ```
    /// use vuelta::regions::Board;
    /// let board = Board::parse(b"AABB\nACBB\nCCBD\nDDDD\n")?;
    /// assert_eq!(board.link()?, "https://puzz.link/p?starbattle/4/4/1/b6097g");
    /// assert_eq!(Board::parse(board.link()?.as_bytes())?, board);
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Input`] if a region is in several pieces: an address has borders, which make them different regions.
    pub fn link(&self) -> Result<String, Error> {
        link::write(self)
    }
}

/// A text that is being read.
struct Reader<'a> {
    ahead: Values<'a>,
    /// The stars of boards without a number of their own.
    stars: Option<u32>,
    /// The stars of the next board, with the comment's line.
    pending: Option<(usize, u32)>,
    drafts: Vec<Draft>,
}

impl<'a> Reader<'a> {
    /// Reads to the end of the text.
    fn read(mut self) -> Result<Vec<Draft>, Error> {
        while let Some(line) = self.ahead.line_ahead() {
            let content = content(line).trim();
            if content.is_empty() {
                self.blank(line)?;
            } else if let Some(address) = link::address(line) {
                let draft = link::read(self.ahead.line, address)?;
                self.ahead.skip_line();
                self.add(vec![draft])?;
            } else if self.is_printed(content) {
                self.ahead.skip_line();
            } else if data::begins(content) {
                let drafts = data::read(&mut self.ahead)?;
                self.add(drafts)?;
            } else if content.contains("://") {
                let line = self.ahead.line;
                return Err(Error::input(format!("line {line}: the address is not of a Star Battle puzzle")));
            } else {
                let (line, rows) = (self.ahead.line, self.rows());
                self.add(Draft::all(line, rows))?;
            }
        }
        // A comment below the only board is about it.
        if let ([draft], Some((_, stars))) = (&mut self.drafts[..], self.pending)
            && draft.stars.is_none()
        {
            (draft.stars, self.pending) = (Some(stars), None);
        }
        if let Some((line, _)) = self.pending.filter(|_| !self.drafts.is_empty()) {
            return Err(Error::input(format!("line {line}: no board follows this comment about stars")));
        }
        self.drafts.iter_mut().for_each(|draft| draft.stars = draft.stars.or(self.stars));
        Ok(self.drafts)
    }

    /// Passes over a line without a row. An empty one ends the comments at the beginning, which are about all boards.
    fn blank(&mut self, line: &'a str) -> Result<(), Error> {
        if line.trim().is_empty() && self.drafts.is_empty() {
            self.stars = self.pending.take().map(|(_, stars)| stars).or(self.stars);
        }
        self.ahead.skip_line();
        self.heed_comments()
    }

    /// The rows up to an empty line. A title above them is a comment.
    fn rows(&mut self) -> Result<Vec<Row>, Error> {
        let mut rows: Vec<Result<Row, Error>> = vec![];
        let mut first = None;
        while let Some(line) = self.ahead.line_ahead().filter(|line| !line.trim().is_empty()) {
            match content(line) {
                content if content.trim().is_empty() => {}
                content if stars::are_given(content) => self.ahead.comments.push((self.ahead.line, content)),
                content => {
                    first.get_or_insert((self.ahead.line, content));
                    rows.push(Row::read(self.ahead.line, content));
                }
            }
            self.ahead.skip_line();
        }
        if let Some(title) = first.filter(|_| rows::have_title(&rows)) {
            self.ahead.comments.push(title);
            drop(rows.remove(0));
        }
        rows.into_iter().collect()
    }

    /// Adds boards; a comment about stars in or above them is about the first.
    fn add(&mut self, mut drafts: Vec<Draft>) -> Result<(), Error> {
        self.heed_comments()?;
        if let Some(first) = drafts.first_mut() {
            first.stars = first.stars.or(self.pending.take().map(|(_, stars)| stars));
        }
        self.drafts.append(&mut drafts);
        Ok(())
    }

    fn heed_comments(&mut self) -> Result<(), Error> {
        for (line, comment) in self.ahead.comments.drain(..) {
            let Some(stars) = stars::in_comment(comment, line)? else { continue };
            if let Some((before, other)) = self.pending.filter(|&(_, other)| other != stars) {
                return Err(Error::input(format!(
                    "line {line}: the comment gives {}, but line {before} gives {other}; keep one of them",
                    plural(stars as usize, "star")
                )));
            }
            self.pending = Some((line, stars));
        }
        Ok(())
    }

    /// Whether `vuelta regions solve` prints this line around a board: `puzzle 2` or `FILE:LINE` above it, the squares of
    /// the queens and a remark below.
    fn is_printed(&self, content: &str) -> bool {
        let number =
            content.strip_prefix("puzzle ").or_else(|| content.rsplit_once(':').map(|(_, line)| line));
        let is_heading = number.is_some_and(|number| number.parse::<u32>().is_ok());
        let Some(draft) = self.drafts.last() else { return is_heading };
        let is_square = |word: &str| {
            word.starts_with(|c: char| c == '[' || c.is_ascii_lowercase())
                && Square::parse(word, draft.rows.len() as u32).is_ok()
        };
        is_heading
            || draft.has_queens()
                && (REMARKS.iter().any(|remark| content.starts_with(remark))
                    || content.split_whitespace().all(is_square))
    }
}

/// A line without its comment.
fn content(line: &str) -> &str {
    line.split('#').next().unwrap_or_default()
}

#[cfg(test)]
mod tests;
