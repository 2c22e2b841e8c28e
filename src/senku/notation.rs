//! Lists of jumps as text.
//!
//! `1: DOWN from [1,3]` is what is written, one jump per line. Also read are
//!
//! ```text
//! Movimiento 1: DOWN desde [1,3]      1,3 > 3,3      1,3 3,3      1,3-3,3
//! 1: DOWN from d6                     d6 > d4        d6 d4        d6-d4        d6d4
//! ```
//!
//! with semicolons between jumps on one line, and with more than two squares for chains (`d6 d4 f4`). Empty lines,
//! comments after a `#`, diagrams of the board and the closing line of `senku solve` (`31 jumps, ...`) are skipped.
//! [`check`] plays the jumps.

use super::jump::visited;
pub use super::names::has_names;
use super::names::names;
use super::{Board, Direction, Game, Goal, Jump, Lattice, Position, Square, moves};
use crate::Error;
use crate::text::shown;

/// A jump as written in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// From a square in a direction.
    Toward(Square, Direction),
    /// From a square to another.
    FromTo(Square, Square),
    /// A jump of the board.
    Jump(Jump),
}

impl From<Jump> for Step {
    fn from(jump: Jump) -> Self {
        Step::Jump(jump)
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

/// Reads a list of jumps on this board, whose number of rows gives names their meaning.
///
/// # Errors
/// [`Error::Input`] with the number of the wrong line, or for invalid UTF-8.
pub fn parse_jumps(board: &Board, text: &[u8]) -> Result<Vec<Step>, Error> {
    let text = std::str::from_utf8(text).map_err(|_| Error::input("the list of jumps is not valid UTF-8"))?;
    let mut steps = Vec::new();
    for (line, number) in text.trim_start_matches('\u{feff}').lines().zip(1..) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if is_about_the_list(line) {
            continue;
        }
        for part in line.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let read = parse_steps(board, part).ok_or_else(|| {
                Error::input(format!(
                    "line {number}: '{}' is not a jump; write it like `1: DOWN from [1,3]`, `1,3 > 3,3` or `d6-d4`",
                    shown(part)
                ))
            })?;
            steps.extend(read);
        }
    }
    Ok(steps)
}

/// Whether the line is empty, a row of a diagram, or the closing line of `senku solve`.
fn is_about_the_list(line: &str) -> bool {
    let diagram =
        line == "triangle" || line.chars().all(|c| "oOeExX. ".contains(c)) || is_on_a_terminal(line);
    let mut words = line.split([' ', ',']);
    let digits = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let number = words.next().is_some_and(digits);
    diagram || number && words.next().is_some_and(|word| word == "jump" || word == "jumps")
}

/// Whether the line is a row of a board as shown on a terminal, or its column numbers.
fn is_on_a_terminal(line: &str) -> bool {
    let numbers = (0..).zip(line.split_whitespace()).all(|(column, word)| word == column.to_string());
    numbers || line.contains(['\u{25cf}', '\u{25cb}'])
}

/// One jump, or a chain of jumps from square to square.
fn parse_steps(board: &Board, line: &str) -> Option<Vec<Step>> {
    if let Some(step) = parse_direction(board, line) {
        return Some(vec![step]);
    }
    let line = line.replace("->", ">").replace('\u{2192}', ">");
    let separator = ['>', '-'].into_iter().find(|&separator| line.contains(separator)).unwrap_or(' ');
    let squares = line.split(separator).flat_map(|part| match board.parse_square(part) {
        Ok(square) => vec![Some(square)],
        Err(_) => names(part).map(|name| board.parse_square(name).ok()).collect(), // `d6d4`
    });
    let squares = squares.collect::<Option<Vec<_>>>()?;
    let steps = squares.windows(2).map(|pair| Step::FromTo(pair[0], pair[1]));
    Some(steps.collect()).filter(|steps: &Vec<_>| !steps.is_empty())
}

/// `1: DOWN from [1,3]`, or `1: DOWN from d6`.
fn parse_direction(board: &Board, line: &str) -> Option<Step> {
    // The jump's number comes before the colon.
    let (label, rest) = line.split_once(':').unwrap_or(("", line));
    let label = label.strip_prefix("Movimiento").unwrap_or(label).trim();
    if !label.chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let (direction, rest) = rest.trim_start().split_once(char::is_whitespace)?;
    let mut all = [Lattice::Square, Lattice::Triangular].iter().flat_map(|lattice| lattice.directions());
    let &direction = all.find(|known| known.name().eq_ignore_ascii_case(direction))?;
    let rest = rest.trim_start();
    let square = rest.strip_prefix("from").or_else(|| rest.strip_prefix("desde"))?;
    Some(Step::Toward(board.parse_square(square).ok()?, direction))
}

/// The result of playing a list of jumps.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
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
pub fn check<S: Copy + Into<Step>>(game: &Game, steps: &[S]) -> Verdict {
    let mut verdict = Verdict { wins: false, jumps: vec![], end: game.start(), at: None, reason: None };
    for (number, &step) in (1..).zip(steps) {
        match legal_jump(game.board(), verdict.end, step.into()) {
            Ok(jump) => {
                verdict.jumps.push(jump);
                verdict.end = jump.play(verdict.end);
            }
            Err(reason) => {
                return Verdict { at: Some(number), reason: Some(reason), ..verdict };
            }
        }
    }
    verdict.wins = game.is_won(verdict.end);
    verdict.reason = (!verdict.wins).then(|| why_not_won(game, verdict.end));
    verdict
}

/// The jump of `step` if it is legal; otherwise the reason, as a clause.
fn legal_jump(board: &Board, position: Position, step: Step) -> Result<Jump, String> {
    let jumps_from = |from| {
        let hole = board.require(from).map_err(|error| error.to_string())?;
        Ok::<_, String>(board.jumps().iter().copied().filter(move |jump| jump.from == hole))
    };
    let jump = match step {
        Step::Toward(from, direction) => jumps_from(from)?
            .find(|jump| jump.direction == direction)
            .ok_or_else(|| format!("no jump goes {direction} from {from}"))?,
        Step::FromTo(from, to) => jumps_from(from)?
            .find(|jump| board.square(jump.to) == to)
            .ok_or_else(|| format!("no jump goes from {from} to {to}"))?,
        Step::Jump(jump) if board.jumps().contains(&jump) => jump,
        Step::Jump(jump) => return Err(format!("the board has no jump {jump}")),
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
        let down = Step::Toward(square, Direction::Down);
        for line in [
            "1: DOWN from [1,3]",
            "Movimiento 1: DOWN desde [1,3]",
            "  DOWN from 1,3 # the first",
            "1: DOWN from d6",
            "7: down from [1, 3]\r",
        ] {
            assert_eq!(parse_jumps(&english(), line.as_bytes()).unwrap(), [down], "{line}");
        }
        let to = Step::FromTo(square, Square::new(3, 3));
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
        ] {
            assert_eq!(parse_jumps(&english(), line.as_bytes()).unwrap(), [to], "{line}");
        }
        let on = Step::FromTo(Square::new(3, 3), Square::new(3, 5));
        for line in [
            "d6 d4; d4 f4",
            "d6 d4 f4",
            "1,3 > 3,3 > 3,5",
            "1,3 3,3;3,3 3,5 # two",
            "d6d4f4",
            "d6-d4-f4",
            "d6d4; d4f4",
        ] {
            assert_eq!(parse_jumps(&english(), line.as_bytes()).unwrap(), [to, on], "{line}");
        }
        let corner = parse_jumps(&english(), b"2: UP-LEFT from [2,2]").unwrap();
        assert_eq!(corner, [Step::Toward(Square::new(2, 2), Direction::UpLeft)]);
    }

    #[test]
    fn the_output_of_solve_around_the_list_is_skipped() {
        let text =
            b"triangle\n.\no o\n\n1: UP-LEFT from [2,2]\n\no\n. x\n\n13 jumps in 10 moves, the fewest\n";
        assert_eq!(parse_jumps(&english(), text).unwrap().len(), 1);
        let text = "    0 1 2\n0   \u{25cf} \u{25cb}\n1     \u{25cf}\n\n0,0 > 0,2";
        assert_eq!(parse_jumps(&english(), text.as_bytes()).unwrap().len(), 1);
        assert!(parse_jumps(&english(), b"13 pegs\n").is_err());
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
