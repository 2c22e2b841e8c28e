//! Lists of jumps as text.
//!
//! `1: DOWN from [1,3]` is what is written, one jump per line. Also read are
//!
//! ```text
//! Movimiento 1: DOWN desde [1,3]      1,3 > 3,3      1,3 3,3      1,3-3,3
//! 1: DOWN from d6                     d6 > d4        d6 d4        d6-d4        d6d4
//! 1: DOWN-LEFT from 1                 1 > 4          1 4          1-4          (holes of triangles by number)
//! ```
//!
//! with semicolons or commas between jumps on one line, and with more than two squares for chains (`d6 d4 f4`). Words
//! that are jumps need no semicolons (`d6-d4 b5-d5`). Between squares may also stand arrows, dashes, `:` and `x`. Empty
//! lines, comments after a `#`, boards, and the sentences that the program prints around a list are skipped. The program's
//! games in JSON are read too.
//! [`check`] plays the jumps.

use super::diagram::Shown;
use super::jump::visited;
pub use super::names::has_names;
use super::names::{is_number, names};
use super::printed::{self, goes_on, is_row};
use super::{Board, Direction, Game, Goal, Jump, Lattice, Position, Square, moves};
use crate::Error;
use crate::base::reading::{Kind, Value, Values, decoded};
use crate::base::text::shown;
use std::iter::Peekable;

/// The most bytes of a jump, or of a chain, between commas.
const LONGEST_JUMP: usize = 400;

/// Signs that may stand between squares instead of a hyphen.
const BETWEEN: [char; 6] = ['>', ':', '\u{2192}', '\u{2013}', '\u{2014}', '\u{2212}'];

/// A jump as written in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrittenJump {
    /// From a square in a direction.
    Toward(Square, Direction),
    /// From a square to another.
    FromTo(Square, Square),
    /// A jump of the board.
    Jump(Jump),
}

impl From<Jump> for WrittenJump {
    fn from(jump: Jump) -> Self {
        WrittenJump::Jump(jump)
    }
}

/// The line of jump `number` (counted from 1): `1: DOWN from [1,3]`.
#[must_use]
pub fn write_jump(board: &Board, number: usize, jump: Jump) -> String {
    format!("{number}: {} from {}", jump.direction, board.square(jump.from))
}

/// The whole list, every line terminated.
#[must_use]
pub fn write_jumps(board: &Board, jumps: &[Jump]) -> String {
    let lines = jumps.iter().zip(1..);
    lines.map(|(&jump, number)| write_jump(board, number, jump) + "\n").collect()
}

/// The list grouped by [`moves`]: before each move's jumps a line such as `# move 3: [4,3] > [2,3]` with the holes that
/// the peg visits.
#[must_use]
pub fn write_moves(board: &Board, jumps: &[Jump]) -> String {
    let (mut text, mut number) = (String::new(), 0);
    for (i, chain) in (1..).zip(moves(jumps)) {
        let holes: Vec<String> = visited(chain).map(|hole| board.square(hole).to_string()).collect();
        text += &format!("# move {i}: {}\n", holes.join(" > "));
        for &jump in chain {
            number += 1;
            text += &(write_jump(board, number, jump) + "\n");
        }
    }
    text
}

/// Reads a list of jumps on this board, whose number of rows gives names their meaning. Boards in the list must have the
/// same holes.
///
/// # Errors
/// [`Error::Input`] with the number of the wrong line, or for invalid UTF-8.
pub fn parse_jumps(board: &Board, text: &[u8]) -> Result<Vec<WrittenJump>, Error> {
    let listing = Listing::parse(board, text)?;
    match listing.shown.iter().find(|shown| shown.on(board).is_none()) {
        Some(shown) => Err(Error::input(format!(
            "line {}: the board shown here has other holes than the board of the game; leave it out, or name its board",
            shown.line
        ))),
        None => Ok(listing.steps),
    }
}

/// A list of jumps, and the boards shown in it.
#[derive(Debug, Default)]
pub struct Listing {
    /// The jumps.
    pub steps: Vec<WrittenJump>,
    pub(super) shown: Vec<Shown>,
    /// Whether holes have names or numbers.
    pub has_names: bool,
}

impl Listing {
    /// Reads a list of jumps.
    ///
    /// # Errors
    /// As [`parse_jumps`], but boards may have other holes.
    pub fn parse(board: &Board, text: &[u8]) -> Result<Self, Error> {
        let text = decoded(text, "list of jumps")?;
        if printed::is_json(&text) {
            let steps = json_jumps(&text).unwrap_or_default(); // a board has none
            return Ok(Listing { steps, ..Listing::default() });
        }
        Listing::read(board, printed::lines(&text))
    }

    pub(super) fn read<'a>(
        board: &Board,
        mut lines: Peekable<impl Iterator<Item = (usize, &'a str)>>,
    ) -> Result<Self, Error> {
        let mut listing = Listing::default();
        while let Some(&(number, line)) = lines.peek() {
            let parts = line.split('#').next().unwrap_or_default().split(';').map(str::trim);
            let parts = parts.filter(|part| !part.is_empty());
            let steps = parts.map(|part| parse_part(board, part).ok_or(part));
            match steps.collect::<Result<Vec<_>, _>>() {
                Ok(steps) if !steps.is_empty() => {
                    for (step, named) in steps.concat() {
                        listing.steps.push(step);
                        listing.has_names |= named;
                    }
                    lines.next();
                }
                _ if is_row(line) && !line.is_empty() => {
                    let rows = printed::rows(&mut lines, goes_on);
                    listing.shown.push(Shown::read(rows, listing.steps.len())?);
                }
                Ok(_) => drop(lines.next()),
                Err(part) => {
                    let examples = match board.lattice() {
                        Lattice::Square => "`1: DOWN from [1,3]`, `1,3 > 3,3` or `d6-d4`",
                        Lattice::Triangular => "`1: UP-RIGHT from [2,0]`, `2,0 > 0,0` or, by numbers, `4-1`",
                    };
                    let part = shown(part);
                    return Err(Error::input(format!(
                        "line {number}: '{part}' is not a jump; write it like {examples}"
                    )));
                }
            }
        }
        Ok(listing)
    }

    /// The first board that is not the position after the jumps above it, played from this start.
    pub fn contradiction(&self, board: &Board, start: Position) -> Option<&Shown> {
        let (mut position, mut played) = (Some(start), 0);
        self.shown.iter().find(|shown| {
            for &step in &self.steps[played..shown.after] {
                position = position.and_then(|here| Some(legal_jump(board, here, step).ok()?.play(here)));
            }
            played = shown.after;
            position.is_none() || position != shown.on(board)
        })
    }
}

/// The jumps of games in JSON, as the program prints them.
pub(super) fn json_jumps(text: &str) -> Option<Vec<WrittenJump>> {
    let square = |jump: &Value, end| match &jump.field(end)?.list()? {
        [Value { kind: Kind::Word(row), .. }, Value { kind: Kind::Word(column), .. }] => {
            format!("{row},{column}").parse().ok()
        }
        _ => None,
    };
    let Kind::Object(games) = Values::new(text).assignments().ok()?.kind else { return None };
    let jumps: Option<Vec<_>> = games.iter().map(|(_, game)| game.field("jumps")?.list()).collect();
    let jumps = jumps?.into_iter().flatten();
    jumps.map(|jump| Some(WrittenJump::FromTo(square(jump, "from")?, square(jump, "to")?))).collect()
}

/// A step, and whether its holes have names or numbers.
type Read = (WrittenJump, bool);

/// The jumps of a part of a line. Commas stand between jumps and within squares: a jump ends at the first comma before
/// which it can be read.
fn parse_part(board: &Board, part: &str) -> Option<Vec<Read>> {
    if let Some(steps) = parse_steps(board, part) {
        return Some(steps);
    }
    let (mut steps, mut begin) = (vec![], 0);
    for (end, _) in part.match_indices(',').chain([(part.len(), "")]) {
        if end - begin > LONGEST_JUMP {
            return None;
        }
        if let Some(more) = parse_steps(board, &part[begin..end]) {
            steps.extend(more);
            begin = part.len().min(end + 1);
        }
    }
    part[begin..].trim().is_empty().then_some(steps)
}

/// One jump, a chain of jumps from square to square, or words that are jumps or chains, after a number if they have one.
fn parse_steps(board: &Board, text: &str) -> Option<Vec<Read>> {
    // The jump's number comes before a colon, a full stop or a bracket.
    let is_label = |label: &str| {
        let label = label.trim_start().strip_prefix("Movimiento").unwrap_or(label);
        label.trim().chars().all(|c| c.is_ascii_digit())
    };
    let text =
        text.split_once([':', '.', ')']).filter(|(label, _)| is_label(label)).map_or(text, |(_, rest)| rest);
    if let Some(step) = parse_direction(board, text) {
        return Some(vec![step]);
    }
    let text = text.replace("->", "-").replace(BETWEEN, "-");
    // On wide boards `x` is a column.
    [&text, &text.replace(['x', 'X'], "-")].into_iter().find_map(|text| {
        let words = text.split_whitespace().map(|word| parse_chain(board, word));
        let steps = words.collect::<Option<Vec<_>>>().map(|words| words.concat());
        steps.filter(|steps| !steps.is_empty()).or_else(|| parse_chain(board, text))
    })
}

/// One jump, or a chain of jumps from square to square.
fn parse_chain(board: &Board, text: &str) -> Option<Vec<Read>> {
    let parts: Vec<&str> =
        if text.contains('-') { text.split('-').collect() } else { text.split_whitespace().collect() };
    // All holes by number, or none: in `4-1,6-4` no hole is 1,6.
    let numbers = parts.iter().filter(|part| is_number(part)).count();
    if numbers > 0 && numbers < parts.len() {
        return None;
    }
    let squares = parts.iter().flat_map(|part| match board.parse_square(part) {
        Ok(square) => vec![Some(square)],
        Err(_) => names(part).map(|name| board.parse_square(name).ok()).collect(), // `d6d4`
    });
    let squares = squares.collect::<Option<Vec<_>>>()?;
    let named = parts.iter().any(|part| is_number(part) || has_names(part));
    let steps = squares.windows(2).map(|pair| (WrittenJump::FromTo(pair[0], pair[1]), named));
    Some(steps.collect()).filter(|steps: &Vec<_>| !steps.is_empty())
}

/// `DOWN from [1,3]`, or `DOWN from d6`.
fn parse_direction(board: &Board, text: &str) -> Option<Read> {
    let (direction, rest) = text.trim_start().split_once(char::is_whitespace)?;
    let mut all = [Lattice::Square, Lattice::Triangular].iter().flat_map(|lattice| lattice.directions());
    let &direction = all.find(|known| known.name().eq_ignore_ascii_case(direction))?;
    let rest = rest.trim_start();
    let square = rest.strip_prefix("from").or_else(|| rest.strip_prefix("desde"))?;
    let named = is_number(square) || has_names(square);
    Some((WrittenJump::Toward(board.parse_square(square).ok()?, direction), named))
}

/// The result of playing a list of jumps.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Played {
    /// Whether all jumps were legal and reached the goal.
    pub wins: bool,
    /// The jumps made.
    pub jumps: Vec<Jump>,
    /// The position after these jumps.
    pub end: Position,
    /// The number of the illegal jump, counted from 1; `None` if all are legal.
    pub at: Option<usize>,
    /// Why that jump is illegal, or why a legal list does not win; `None` if it wins.
    pub reason: Option<String>,
}

/// Plays `steps` from the start of `game`, up to the first illegal one. Steps come from [`parse_jumps`], or are jumps
/// from [`Solver`](super::Solver).
///
/// ```
/// use vuelta::search::StopFlag;
/// use vuelta::senku::{Game, Solution, Solver, notation};
/// let game = Game::named("english")?;
/// let steps = notation::parse_jumps(game.board(), b"1: DOWN from [1,3]\n2: LEFT from [0,0]\n")?;
/// let verdict = notation::check(&game, &steps);
/// assert_eq!((verdict.jumps.len(), verdict.at), (1, Some(2)));
/// if let (Solution::Found(jumps), _) = Solver::new(&game).solve(&StopFlag::default()) {
///     assert!(notation::check(&game, &jumps).wins);
/// }
/// # Ok::<(), vuelta::Error>(())
/// ```
#[must_use]
pub fn check<S: Copy + Into<WrittenJump>>(game: &Game, steps: &[S]) -> Played {
    let mut verdict = Played { wins: false, jumps: vec![], end: game.start(), at: None, reason: None };
    for (number, &step) in (1..).zip(steps) {
        match legal_jump(game.board(), verdict.end, step.into()) {
            Ok(jump) => {
                verdict.jumps.push(jump);
                verdict.end = jump.play(verdict.end);
            }
            Err(mut reason) => {
                if game.is_won(verdict.end) {
                    reason += "; the game is won before it, so another may begin here: check one at a time";
                }
                return Played { at: Some(number), reason: Some(reason), ..verdict };
            }
        }
    }
    verdict.wins = game.is_won(verdict.end);
    verdict.reason = (!verdict.wins).then(|| why_not_won(game, verdict.end));
    verdict
}

/// The jump of `step` if it is legal; otherwise the reason, as a clause.
fn legal_jump(board: &Board, position: Position, step: WrittenJump) -> Result<Jump, String> {
    let jumps_from = |from| {
        let hole = board.require(from).map_err(|error| error.to_string())?;
        Ok::<_, String>(board.jumps().iter().copied().filter(move |jump| jump.from == hole))
    };
    let jump = match step {
        WrittenJump::Toward(from, direction) => jumps_from(from)?
            .find(|jump| jump.direction == direction)
            .ok_or_else(|| format!("no jump goes {direction} from {from}"))?,
        WrittenJump::FromTo(from, to) => jumps_from(from)?
            .find(|jump| board.square(jump.to) == to)
            .ok_or_else(|| format!("no jump goes from {from} to {to}"))?,
        WrittenJump::Jump(jump) if board.jumps().contains(&jump) => jump,
        WrittenJump::Jump(jump) => return Err(format!("the board has no jump {jump}")),
    };
    if !position.contains(jump.from) {
        Err(format!("there is no peg in {}", board.square(jump.from)))
    } else if !position.contains(jump.over) {
        Err(format!("there is no peg to jump over in {}", board.square(jump.over)))
    } else if position.contains(jump.to) {
        Err(format!("the hole {} is not empty", board.square(jump.to)))
    } else {
        Ok(jump)
    }
}

fn why_not_won(game: &Game, end: Position) -> String {
    match end.len() {
        1 => {
            let squares: Vec<String> = end.iter().map(|h| game.board().square(h).to_string()).collect();
            format!("the last peg is at {}, which is not the goal", squares.concat())
        }
        pegs => match game.goal() {
            Goal::Any => format!("{pegs} pegs remain; the goal is one peg anywhere"),
            Goal::Hole(hole) => {
                format!("{pegs} pegs remain; the goal is one peg at {}", game.board().square(hole))
            }
            Goal::Position(_) => format!("{pegs} pegs remain, in another position than the goal"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::senku::Diagram;

    fn english() -> Board {
        Board::named("english").unwrap()
    }

    #[test]
    fn every_form_of_a_jump_is_read() {
        let square = Square::new(1, 3);
        let down = WrittenJump::Toward(square, Direction::Down);
        for line in [
            "1: DOWN from [1,3]",
            "Movimiento 1: DOWN desde [1,3]",
            "  DOWN from 1,3 # the first",
            "1: DOWN from d6",
            "7: down from [1, 3]\r",
        ] {
            assert_eq!(parse_jumps(&english(), line.as_bytes()).unwrap(), [down], "{line}");
        }
        let to = WrittenJump::FromTo(square, Square::new(3, 3));
        assert_eq!(parse_jumps(&english(), b"\n# nothing\n1,3 > 3,3\n[1,3]>[3,3]\n").unwrap(), [to, to]);
        for line in [
            "d6 d4",
            "D6 > d4",
            "1,3 3,3",
            "[1,3] [3,3];",
            "d6>d4",
            "d6-d4",
            "d6 - d4",
            "d6d4",
            "d6->d4",
            "d6 \u{2192} d4",
            "1,3-3,3",
            "[1,3]-[3,3]",
            "(1,3)->(3,3)",
            "1: (1,3) (3,3)",
            "d6xd4",
            "D6 X D4",
            "1,3x3,3",
            "d6:d4",
            "1: d6:d4",
            "1. d6-d4",
            "12) d6:d4",
            "1,3:3,3",
            "d6\u{2192}d4",
            "d6\u{2013}d4",
            "d6 \u{2014} d4",
            "1,3\u{2212}3,3",
        ] {
            assert_eq!(parse_jumps(&english(), line.as_bytes()).unwrap(), [to], "{line}");
        }
        let on = WrittenJump::FromTo(Square::new(3, 3), Square::new(3, 5));
        for line in [
            "d6 d4; d4 f4",
            "d6 d4 f4",
            "1,3 > 3,3 > 3,5",
            "1,3 3,3;3,3 3,5 # two",
            "d6d4f4",
            "d6-d4-f4",
            "d6d4; d4f4",
            "d6xd4xf4",
            "d6-d4 d4-f4",
            "1: d6d4 d4f4",
            "d6:d4 d4xf4",
            "1,3-3,3 3,3>3,5",
        ] {
            assert_eq!(parse_jumps(&english(), line.as_bytes()).unwrap(), [to, on], "{line}");
        }
        let corner = parse_jumps(&english(), b"2: UP-LEFT from [2,2]").unwrap();
        assert_eq!(corner, [WrittenJump::Toward(Square::new(2, 2), Direction::UpLeft)]);
    }

    #[test]
    fn the_output_of_solve_around_the_list_is_skipped() {
        let triangle = Diagram::parse(b"triangle\n.\noo\nooo").unwrap().board;
        let text = "triangle\n  .\n o o\no o o\n\n1: UP-LEFT from [2,2]\n\n0    \u{25cf}\n1   \u{25cf} \u{25cb}\n2  \u{25cf} \u{25cf} \u{25cb}\n   0 1 2\n\n1 jump in 1 move, the fewest\n";
        assert_eq!(parse_jumps(&triangle, text.as_bytes()).unwrap().len(), 1);
        let listing = Listing::parse(&triangle, text.as_bytes()).unwrap();
        let start = Diagram::parse(text.as_bytes()).unwrap().pegs;
        assert!(listing.contradiction(&triangle, start).is_none() && listing.shown.len() == 2);
        assert_eq!(listing.contradiction(&triangle, triangle.holes()).unwrap().line, 1);
        // Boards of other games are refused.
        let error = parse_jumps(&english(), text.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with("line 1: the board shown here has other holes"), "{error}");
        assert!(parse_jumps(&english(), b"13 holes\n").is_err());
    }

    #[test]
    fn holes_of_triangles_have_numbers() {
        let board = Board::named("triangle15").unwrap();
        let read = |text: &str| Listing::parse(&board, text.as_bytes()).map_err(|error| error.to_string());
        let step = |from, to| WrittenJump::FromTo(Square::from(from), Square::from(to));
        let expected = [step((2, 0), (0, 0)), step((2, 2), (2, 0))];
        for text in [
            "4-1; 6-4",
            "4-1, 6-4",
            "4-1,6-4",
            "4 1\n6 4\n",
            "4 > 1 # one\n6->4",
            "1: 4-1\n2: 6-4\n",
            "1: 4-1, 6-4,",
            "2,0 > 0,0, 2,2 > 2,0",
            "2,0-0,0,2,2-2,0",
            "4-1 6-4",
            "4x1, 6x4",
            "[2,0]-[0,0],[2,2]-[2,0]",
        ] {
            let listing = read(text).unwrap();
            assert_eq!(listing.steps, expected, "{text}");
            assert_eq!(listing.has_names, !text.contains("0,0") && !text.contains('['), "{text}");
        }
        assert_eq!(read("6-4-1").unwrap().steps, [expected[1], expected[0]]);
        assert_eq!(
            read("UP-RIGHT from 4").unwrap().steps,
            [WrittenJump::Toward(Square::new(2, 0), Direction::UpRight)]
        );
        for text in ["4", "4,1", "16-4", "4-1,6", "4-2,0", "4-d6"] {
            assert!(read(text).unwrap_err().starts_with("line 1: "), "{text}");
        }
        // A board in other signs stays a board.
        assert_eq!(read("triangle\n0\n11\n111\n1111\n11111\n\n4-1\n").unwrap().shown.len(), 1);
        // Square boards have names; commas stand between jumps there too.
        let english = |text: &str| parse_jumps(&english(), text.as_bytes());
        assert_eq!(english("d6-d4, b5-d5").unwrap(), english("d6 d4\nb5 d5").unwrap());
        assert_eq!(english("d6d4,b5d5").unwrap(), english("1,3 > 3,3,2,1 > 2,3").unwrap());
        assert_eq!(english("DOWN from d6, RIGHT from b5").unwrap().len(), 2);
        assert!(english("4-1").is_err());
    }

    #[test]
    fn lines_of_moves_are_skipped() {
        let game = Game::from_diagram(Diagram::parse(b"oo.o..oo").unwrap()).unwrap();
        let steps = parse_jumps(game.board(), b"0,0 > 0,2\n0,2 > 0,4\n0,7 > 0,5\n").unwrap();
        let jumps = check(&game, &steps).jumps;
        let text = write_moves(game.board(), &jumps);
        assert_eq!(
            text,
            "# move 1: [0,0] > [0,2] > [0,4]\n1: RIGHT from [0,0]\n2: RIGHT from [0,2]\n\
             # move 2: [0,7] > [0,5]\n3: LEFT from [0,7]\n"
        );
        assert_eq!(check(&game, &parse_jumps(game.board(), text.as_bytes()).unwrap()).jumps, jumps);
    }

    #[test]
    fn errors_name_the_line() {
        for bad in [
            "DOWN",
            "1,3 > ",
            "1: AROUND from [1,3]",
            "1: DOWN from [1,3",
            "x: DOWN from [1,3]",
            "+1,3 > 3,3",
            "1,3 > 3,99999999999",
            "é",
            ", jump",
            "1,3 > 3,3\0",
            "d6",
            "d6 d9",
            "1 3 3 3",
            "d6d",
            "d6-",
            "d6--d4",
            "d64",
            "d6xx",
            ":",
            "jump d6-d4",
            "DOWN from d6 to d4",
        ] {
            let error = parse_jumps(&english(), format!("1,3 > 3,3\n\n{bad}\n").as_bytes()).unwrap_err();
            assert!(error.to_string().starts_with("line 3: "), "{error}");
        }
        assert!(parse_jumps(&english(), b"\xff").is_err());
    }

    #[test]
    fn the_check_names_the_illegal_jump_and_the_reason() {
        let game = Game::named("english").unwrap();
        let verdict = |text: &str| check(&game, &parse_jumps(&english(), text.as_bytes()).unwrap());
        for (text, at, reason) in [
            ("3,3 > 1,3", 1, "no peg in [3,3]"),
            ("1,3 > 3,3\n1,3 > 3,3", 2, "no peg in [1,3]"),
            ("0,0 > 0,2", 1, "no hole at [0,0]"),
            ("1: UP from [0,3]", 1, "no jump goes UP from [0,3]"),
            ("1,3 > 1,4", 1, "no jump goes from [1,3] to [1,4]"),
            ("1,3 > 3,3\n4,3 > 2,3\n2,3 > 0,3", 3, "no peg to jump over in [1,3]"),
            ("0,2 > 2,2", 1, "[2,2] is not empty"),
            (r#"{"jumps": [{"from": [3, 3], "to": [1, 3]}]}"#, 1, "no peg in [3,3]"),
        ] {
            let verdict = verdict(text);
            assert_eq!((verdict.wins, verdict.at), (false, Some(at)), "{text}");
            assert!(verdict.reason.as_deref().unwrap().contains(reason), "{verdict:?}");
        }
        let verdict = verdict("1,3 > 3,3");
        assert_eq!((verdict.wins, verdict.at), (false, None));
        assert!(verdict.reason.unwrap().contains("31 pegs remain; the goal is one peg at [3,3]"));
    }
}
