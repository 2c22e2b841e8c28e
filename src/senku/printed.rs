//! Texts with boards and jumps: the rows of boards, their signs (ours, and those of other programs where they can be told
//! apart), and the words that the program prints around them.

use crate::Error;
use crate::base::text::shown;
use std::borrow::Cow;
use std::iter::Peekable;

/// Beginnings of the sentences about a list or a position.
const SENTENCES: [&str; 7] = [
    "legal and wins after ",
    "legal, but does not win: ",
    "not legal at jump ",
    "Colour the diagonals ",
    "A jump takes a peg: ",
    "No jump changes ",
    "Each hole differs ",
];
/// Beginnings of a trace's steps, which stand beside a board's row or below the board.
const STEPS: [&str; 4] = ["jump ", "back ", "dead end, ", "solution "];

/// A row of a board in a text.
#[derive(Debug)]
pub(super) struct Row<'a> {
    /// The line, and the column before the row, both counted from 1.
    pub line: usize,
    pub column: usize,
    pub text: Cow<'a, str>,
}

impl Row<'_> {
    /// The line and the column of the character with this index, counted from 0.
    pub fn place(&self, index: usize) -> String {
        format!("line {}, column {}", self.line, self.column + index + 1)
    }

    /// Replaces the row's number, which must be this one, by spaces.
    ///
    /// # Errors
    /// [`Error::Input`] for another number.
    pub fn remove_number(&mut self, number: usize) -> Result<(), Error> {
        let digits = self.text.trim_start().split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        if digits != number.to_string() {
            return Err(Error::input(format!(
                "line {}: the number of the row is '{}', not {number}; keep all rows of a numbered board",
                self.line,
                shown(digits)
            )));
        }
        self.text = self.text.replacen(digits, &" ".repeat(digits.len()), 1).into();
        Ok(())
    }

    /// The characters, each with its row and its index.
    pub fn characters(&self) -> impl Iterator<Item = (&Self, usize, char)> {
        self.text.chars().enumerate().map(move |(i, character)| (self, i, character))
    }
}

/// The lines with their numbers, from 1, without spaces at their ends. Comments and sentences that the program prints
/// are left out of them, and so are the steps of a trace.
pub(super) fn lines(text: &str) -> Peekable<impl Iterator<Item = (usize, &str)>> {
    (1..).zip(text.lines().map(|line| without_words(line.trim_end()))).peekable()
}

fn without_words(line: &str) -> &str {
    if is_about(line) {
        return "";
    }
    let is_step = |&at: &usize| at == 0 || line[..at].ends_with("   ");
    // Jumps of a trace have their direction: `jump d6-d4` is not one of them.
    let is_whole = |at: usize| !line[at..].contains("jump ") || line.contains(" from ");
    let step = STEPS.iter().find_map(|step| line.find(step).filter(is_step)).filter(|&at| is_whole(at));
    line[..step.unwrap_or(line.len())].trim_end()
}

/// The rows from the next line that is not empty, as long as they belong to a board.
pub(super) fn rows<'a>(
    lines: &mut Peekable<impl Iterator<Item = (usize, &'a str)>>,
    belongs: impl Fn(&str) -> bool,
) -> Vec<Row<'a>> {
    let mut rows = vec![];
    while lines.next_if(|(_, line)| line.is_empty()).is_some() {}
    while let Some((line, text)) = lines
        .next_if(|(_, line)| !line.is_empty() && belongs(line) && (rows.is_empty() || !is_triangle(line)))
    {
        rows.push(Row { line, column: 0, text: text.into() });
    }
    rows
}

/// Whether the line is a comment or a sentence that the program prints about a list or a position.
fn is_about(line: &str) -> bool {
    let is_comment = line == "#" || line.starts_with('#') && !is_row(line);
    let words: Vec<&str> = line.split_whitespace().take(6).collect();
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let is_noun = |word: &str| ["jump", "jumps", "peg", "pegs"].contains(&word.trim_end_matches(','));
    // `31 jumps in 18 moves`, `2 pegs left: ...`; and a hint, `  DOWN from d6 to d4`.
    let is_sum = matches!(words[..], [number, noun, ..] if is_number(number) && is_noun(noun));
    let is_hint = line.starts_with("  ") && matches!(words[..], [_, "from", _, "to", _]);
    is_comment || is_sum || is_hint || SENTENCES.iter().any(|beginning| line.starts_with(beginning))
}

/// Whether the line is a row of a board, the heading of a triangle, or the numbers of the columns.
pub(super) fn is_row(line: &str) -> bool {
    let are_signs = line.chars().all(|c| c == ' ' || is_sign(c));
    are_signs || is_triangle(line) || line.contains(|c| CIRCLES.contains(c)) || columns(line).is_some()
}

/// Whether the line belongs to a board whose first row was read: also the number of a row without holes.
pub(super) fn goes_on(line: &str) -> bool {
    is_row(line) || line.bytes().all(|b| b.is_ascii_digit())
}

/// Whether the text is an object, or a list that begins with a text or a list: a list of jumps may begin with `[1,3]`.
pub(super) fn is_json(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('{')
        || text.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(['"', '[']))
}

/// Whether the line is the heading of a triangle.
pub(super) fn is_triangle(line: &str) -> bool {
    line.trim().eq_ignore_ascii_case("triangle")
}

/// The index of the column numbered 0, and the distance to the next column, in the line of columns of a numbered print.
pub(super) fn columns(line: &str) -> Option<(usize, usize)> {
    let numbers = (0..).zip(line.split_whitespace());
    let are_in_order = numbers.clone().all(|(column, word)| word == column.to_string());
    let (last, _) = numbers.last().filter(|_| are_in_order && line.is_ascii())?;
    let first = line.find('0')?;
    // All numbers end above their columns.
    let distance = (line.len() - 1 - first).checked_div(last);
    Some((first, distance.unwrap_or(2)))
}

/// Signs that are used together in a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Signs {
    pub pegs: &'static str,
    pub holes: &'static str,
    none: &'static str,
}

/// The signs of a numbered print.
pub(super) const CIRCLES: &str = "\u{25cf}\u{25cb}";
/// Ours come first. With the last, `x` is a peg: only where another sign shows that it is not "no hole".
const SETS: [Signs; 5] = [
    Signs { pegs: "oO", holes: ".eE", none: "xX-#" },
    Signs { pegs: "\u{25cf}", holes: "\u{25cb}", none: "xX-#" },
    Signs { pegs: "1", holes: "0", none: "xX-#" },
    Signs { pegs: "*", holes: ".", none: "xX-#" },
    Signs { pegs: "xX", holes: ".", none: "-#" },
];
const OURS: &str = "`o` is a peg, `e` or `.` an empty hole, `x` or a space no hole";

impl Signs {
    /// The signs of these rows.
    ///
    /// # Errors
    /// [`Error::Input`] for another character, for signs of several programs, and for signs with several meanings.
    pub fn of(rows: &[Row<'_>]) -> Result<Signs, Error> {
        let all = || rows.iter().flat_map(Row::characters).filter(|&(.., character)| character != ' ');
        let seen = |signs: &str| all().any(|(.., character)| signs.contains(character));
        if let Some((row, i, other)) = all().find(|&(.., character)| !is_sign(character)) {
            let place = row.place(i);
            return Err(Error::input(format!("{place}: {other:?} is not part of a board; {OURS}")));
        }
        let fits = |set: &&Signs| all().all(|(.., character)| set.contains(character));
        let has_pegs = |set: &&Signs| seen(set.pegs) && (set.none.contains('x') || seen(set.none));
        let set = SETS.iter().find(|set| fits(set) && has_pegs(set));
        let ambiguous = |sign: &str, what: &str| {
            let place =
                all().find(|&(.., character)| sign.contains(character)).map(|(row, i, _)| row.place(i));
            Error::input(format!("{}: {what}", place.unwrap_or_default()))
        };
        match set.or_else(|| SETS.iter().find(fits)) {
            Some(set) if set.pegs.starts_with('o') && !seen(set.pegs) && seen("xX") => Err(ambiguous(
                "xX",
                "the board has no pegs if `x` is no hole; write `o` for a peg, or `#` for no hole",
            )),
            Some(set) if seen("-") && !seen(set.holes) => Err(ambiguous(
                "-",
                "`-` may be an empty hole or no hole; write `.` for an empty hole, `x` for no hole",
            )),
            Some(set) => Ok(*set),
            None => {
                let mut all = all();
                let (.., first) = all.next().expect("an empty text fits every set");
                let set = SETS.iter().find(|set| set.contains(first)).expect("it is a sign");
                let (row, i, other) = all.find(|&(.., other)| !set.contains(other)).expect("it does not fit");
                let place = row.place(i);
                Err(Error::input(format!(
                    "{place}: `{other}` has no clear meaning beside `{first}`; {OURS} (also read: 1 and 0, \u{25cf} and \
                     \u{25cb}, * and ., with - or # for no hole)"
                )))
            }
        }
    }

    fn contains(&self, character: char) -> bool {
        [self.pegs, self.holes, self.none].iter().any(|signs| signs.contains(character))
    }
}

/// Whether the character is a sign of some program.
fn is_sign(character: char) -> bool {
    SETS.iter().any(|set| set.contains(character))
}
