//! Boards as they are printed: in colours and Unicode where colours are shown, elsewhere in the ASCII that reads back.
//! Boards wider than the terminal are left out.

use super::output::Output;
use anstyle::{Ansi256Color, Style};
use std::fmt::Write as _;
use std::io::{self, Write};
use vuelta::Square;
use vuelta::senku::{Board, Lattice, Position};

/// Characters to a square in ASCII, and in colours where there is room.
const WIDE: usize = 3;
/// The fewest characters to a square in colours.
const NARROW: usize = 2;

pub const BLACK: Ansi256Color = Ansi256Color(16);
const LIGHT: Style = on(Ansi256Color(223), BLACK);
const DARK: Style = on(Ansi256Color(180), BLACK);
const BLOCKED: Style = on(Ansi256Color(243), Ansi256Color(231));
/// The letter of a queen that was given.
const FIXED: Ansi256Color = Ansi256Color(124);
const NUMBER: Style = Style::new().dimmed();
const PEG: Style = Style::new().bold();
const HOLE: Style = Style::new().dimmed();

/// Letters of this colour on this ground.
pub const fn on(ground: Ansi256Color, letter: Ansi256Color) -> Style {
    use anstyle::Color::Ansi256;
    Style::new().bg_color(Some(Ansi256(ground))).fg_color(Some(Ansi256(letter)))
}

/// How a queens board is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueensForm {
    /// As ASCII.
    Plain,
    /// In colours, with this many characters per square.
    Colored(usize),
    /// Not at all: the terminal has only this many columns.
    TooWide(usize),
}

impl QueensForm {
    /// The form for a board of this size.
    pub fn of(size: u32, out: &Output) -> Self {
        let (size, room) = (size as usize, out.width().unwrap_or(usize::MAX));
        match (out.has_colors(), size * WIDE <= room, size * NARROW <= room) {
            (true, true, _) => QueensForm::Colored(WIDE),
            (true, _, true) => QueensForm::Colored(NARROW),
            (false, true, _) => QueensForm::Plain,
            _ => QueensForm::TooWide(room),
        }
    }

    /// Prints a board's ASCII text (three characters to a square) in this form, with an empty line after it. False where
    /// it is left out, which is said.
    pub fn print(self, text: &str, fixed: &[Square], out: &mut dyn Write) -> io::Result<bool> {
        match self {
            QueensForm::Plain => writeln!(out, "{text}")?,
            QueensForm::Colored(wide) => {
                Painter { out: &mut *out, wide, fixed, row: 0 }.paint(text.as_bytes())?;
                writeln!(out)?;
            }
            QueensForm::TooWide(room) => {
                say_too_wide(text.lines().count(), room);
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Says that boards of this size are left out.
pub fn say_too_wide(size: usize, room: usize) {
    say!("the {size} x {size} board is not drawn: the terminal is only {room} characters wide");
}

/// Writes ASCII boards, given in whole lines, in colours.
pub struct Painter<'a, W: Write> {
    pub out: W,
    /// Characters to a square.
    pub wide: usize,
    /// The queens that were given.
    pub fixed: &'a [Square],
    /// The next line's row on its board; 0 after an empty line.
    pub row: u32,
}

impl<W: Write> Painter<'_, W> {
    /// Writes these lines.
    pub fn paint(&mut self, text: &[u8]) -> io::Result<()> {
        for line in String::from_utf8_lossy(text).lines() {
            writeln!(self.out, "{}", self.line(line))?;
            self.row = if line.is_empty() { 0 } else { self.row + 1 };
        }
        Ok(())
    }

    fn line(&self, line: &str) -> String {
        let mut painted = String::with_capacity(line.len() * 8);
        for (column, mark) in (0..).zip(line.split_whitespace()) {
            let square = Square::new(self.row, column);
            let ground = if (self.row + column).is_multiple_of(2) { LIGHT } else { DARK };
            let (style, mark) = match mark {
                "Q" if self.fixed.contains(&square) => (ground.fg_color(Some(FIXED.into())), '\u{265b}'),
                "Q" => (ground, '\u{265b}'),
                "x" => (BLOCKED, '\u{d7}'),
                "!" => (ground.fg_color(Some(FIXED.into())), '!'),
                // In the colour of its ground: invisible, but the text reads back.
                _ => (ground.fg_color(ground.get_bg_color()), '-'),
            };
            let before = if self.wide == WIDE { " " } else { "" };
            // Writing to a string does not fail.
            let _ = write!(painted, "{style}{before}{mark} {style:#}");
        }
        painted
    }
}

/// A position of Senku, in colours where they are shown.
pub fn pegs_text(board: &Board, pegs: Position, out: &Output) -> String {
    if out.has_colors() { numbered(board, pegs) } else { board.diagram(pegs) }
}

/// Prints a position of Senku with an empty line after it.
pub fn print_pegs(board: &Board, pegs: Position, out: &mut Output) -> io::Result<()> {
    let text = pegs_text(board, pegs, out);
    let plain = anstream::adapter::strip_str(&text).to_string();
    let wide = plain.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    match out.width() {
        Some(room) if wide > room => {
            say!("the board is not drawn: it is {wide} characters wide, and the terminal only {room}");
            Ok(())
        }
        _ => writeln!(out, "{text}"),
    }
}

/// Filled and empty circles, with the numbers of rows on the left and of columns above; on a triangle below, where its
/// columns end.
fn numbered(board: &Board, pegs: Position) -> String {
    let squares = board.squares();
    let last_row = squares.last().map_or(0, |square| square.row);
    let last_column = squares.iter().map(|square| square.column).max().unwrap_or(0);
    let digits = |number: u32| number.to_string().len();
    let triangular = board.lattice() == Lattice::Triangular;
    let (labels, column) = (digits(last_row), digits(last_column));
    // From a hole to the next; even on triangles, whose rows are shifted by half of it.
    let stride = if triangular { (column + 2) / 2 * 2 } else { column + 1 };
    let place = |square: Square| {
        let shift = if triangular { (last_row - square.row) as usize * stride / 2 } else { 0 };
        labels + 2 + shift + square.column as usize * stride + column - 1
    };
    let mut header = " ".repeat(labels + 1);
    for number in 0..=last_column {
        let end = place(Square::new(last_row, number)) + 1;
        header += &format!("{number:>0$}", end - header.len());
    }
    let header = format!("{NUMBER}{header}{NUMBER:#}\n");
    let mut text = if triangular { String::new() } else { header.clone() };
    for row in 0..=last_row {
        let holes = board.holes().iter().zip(squares).filter(|(_, square)| square.row == row);
        let _ = write!(text, "{NUMBER}{row:>labels$}{NUMBER:#}");
        let mut written = labels;
        for (hole, &square) in holes {
            let (style, mark) = if pegs.contains(hole) { (PEG, '\u{25cf}') } else { (HOLE, '\u{25cb}') };
            let blanks = place(square) - written;
            let _ = write!(text, "{:blanks$}{style}{mark}{style:#}", "");
            written = place(square) + 1;
        }
        text.push('\n');
    }
    if triangular {
        text += &header;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use vuelta::base::random::Random;
    use vuelta::senku::{Diagram, NAMED_BOARDS};

    #[test]
    fn positions_in_colours_read_back() {
        let mut random = Random::new(3);
        let named = NAMED_BOARDS.iter().map(|named| named.board());
        let mut boards: Vec<Board> = named.collect();
        for lattice in [Lattice::Square, Lattice::Triangular] {
            for side in (1..30).chain([101, 120]) {
                // Also with rows and columns without holes.
                let squares =
                    (0..40).map(|_| Square::new(random.below(side) as u32, random.below(side) as u32));
                let mut squares: Vec<Square> = squares.collect();
                squares.retain(|square| lattice == Lattice::Square || square.column <= square.row);
                squares.sort_unstable();
                squares.dedup();
                boards.extend(Board::new(lattice, squares).ok());
            }
        }
        assert!(boards.len() > 65);
        for board in boards {
            let pegs = Position::from_bits(random.word()) & board.holes();
            let text = numbered(&board, pegs);
            for text in [text.clone(), anstream::adapter::strip_str(&text).to_string()] {
                let diagram =
                    Diagram::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(diagram, Diagram { board: board.clone(), pegs }, "{text}");
            }
        }
    }

    #[test]
    fn numbers_stand_in_line_with_the_holes() {
        // Of numbers of two digits below the last one.
        let wide = Board::new(Lattice::Square, (0..12).map(|column| Square::new(0, column))).unwrap();
        let text = anstream::adapter::strip_str(&numbered(&wide, Position::EMPTY)).to_string();
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        assert_eq!(lines[0].iter().collect::<String>(), "    0  1  2  3  4  5  6  7  8  9 10 11");
        let holes: Vec<usize> = (0..lines[1].len()).filter(|&i| lines[1][i] == '\u{25cb}').collect();
        assert_eq!(holes, (0..12).map(|column| 4 + 3 * column).collect::<Vec<_>>());
    }
}
