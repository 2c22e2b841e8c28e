//! Named deductions: the steps by which a person solves the puzzle, each with a sentence.
//!
//! | level | technique | a step |
//! |---|---|---|
//! | 1 | single | a row, column or region has just as many squares left as it wants queens |
//! | 2 | common neighbours | a queen on this square would leave a unit too few squares: it touches all that are left, or shares their line or region |
//! | 3 | tight fit | with several stars: a line, two neighbouring ones, or a region, cut into these, has room for just as many queens as it needs |
//! | 3 | set of 2 or 3 | two or three units have squares left only in as many units of another kind, whose other squares go |
//! | 4 | larger set | four or more units, in the same way |
//! | 5 | contradiction by singles | a queen here forces others by singles alone until some unit has too few squares |
//! | 6 | contradiction by easier steps | a queen here leads to the same by singles and common neighbours; with several stars, by singles and tight fits |
//!
//! Room: two queens never stand in the same or in neighbouring columns of two neighbouring rows, so a run of L columns with
//! squares left holds at most L / 2 queens in both rows together, rounded up. If no more than that are needed, an odd run has
//! its queens in every other column.
//!
//! The easiest step always comes next. The grade of a puzzle is the hardest level that it needs, then the number of
//! steps; if no step is left, it needs a guess. No step removes a square that some solution uses, or places a queen
//! that some solution lacks. Squares have names with a1 at the bottom left; rows count from the bottom, columns are
//! letters.

mod logic;
mod sentence;
mod sets;
mod technique;

use self::logic::Found;
pub(super) use self::logic::Logic;
pub(super) use self::technique::HARDEST;
pub use self::technique::{Grade, Technique, Unit};
use super::grid::State;
use super::search::{Search, Verdict, with_words};
use super::{Board, Square};
use crate::Error;
use crate::search::StopFlag;

/// The solutions that are looked at for one without the excluded squares.
const MOST_SOLUTIONS: u32 = 10_000;

/// One deduction.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deduction {
    /// Its kind.
    pub technique: Technique,
    /// The rows, columns and regions involved.
    pub units: Vec<Unit>,
    /// Squares that can no longer take a queen, row by row; if queens are placed, the squares that they take.
    pub removed: Vec<Square>,
    /// Queens placed.
    pub placed: Vec<Square>,
    /// The deduction in one sentence.
    pub text: String,
}

/// All steps from a position to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Way {
    /// The steps, each the easiest there is.
    pub steps: Vec<Deduction>,
    /// The grade of the remaining steps.
    pub grade: Grade,
    /// The queens at the end, row by row, including those of the beginning.
    pub queens: Vec<Square>,
    /// The ending.
    pub ending: Ending,
}

/// The ending of a sequence of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// All queens are placed.
    Solved,
    /// No deduction is left: a guess is needed, or there are several solutions.
    Stuck,
    /// This unit cannot have its queens: there is no solution from here.
    Contradiction(Unit),
}

/// A hint for the next step.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// The easiest next step.
    Step(Deduction),
    /// Wrong queens: no solution has them all, or the only solution lacks them.
    Wrong {
        /// These queens.
        queens: Vec<Square>,
        /// A sentence about them.
        text: String,
    },
    /// The solution has queens on excluded squares.
    Needed {
        /// These squares.
        squares: Vec<Square>,
        /// A sentence about them.
        text: String,
    },
    /// There are several solutions, and each that has the queens has one on an excluded square too.
    Excluded {
        /// A sentence about it.
        text: String,
    },
    /// All queens are placed correctly.
    Solved,
    /// No deduction is left, but there are solutions.
    Stuck,
    /// The board has no solution.
    Unsolvable,
}

impl Hint {
    /// The hint in one sentence.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Hint::Step(Deduction { text, .. })
            | Hint::Wrong { text, .. }
            | Hint::Needed { text, .. }
            | Hint::Excluded { text } => text,
            Hint::Solved => "The puzzle is solved.",
            Hint::Stuck => "No deduction helps here; the next step is a guess.",
            Hint::Unsolvable => "The board has no solution.",
        }
    }
}

/// The easiest next step after these queens, for a person who knows that the excluded squares take none; or the wrong ones
/// among them. Where a board has very many solutions, excluded squares are not checked.
///
/// ```
/// use vuelta::Square;
/// use vuelta::regions::{Board, deduce};
/// use vuelta::search::StopFlag;
/// let board = Board::parse(b"AABB\nACBB\nCCBD\nDDDD\n")?;
/// let [a4, a3] = ["a4", "a3"].map(|name| Square::parse(name, 4).unwrap());
/// let hint = |placed: &[Square], excluded: &[Square]| deduce::hint(&board, placed, excluded, &StopFlag::default());
/// assert_eq!(hint(&[a4], &[])?.text(), "The queen on a4 is wrong.");
/// assert_eq!(hint(&[], &[a4, a3])?.text(), "Only b4 is left in region A, so a queen goes there.");
/// # Ok::<(), vuelta::Error>(())
/// ```
///
/// # Errors
/// [`Error::Conditions`] for squares off the board or given twice; [`Error::Stopped`].
pub fn hint(board: &Board, placed: &[Square], excluded: &[Square], stop: &StopFlag) -> Result<Hint, Error> {
    hint_given(&Search::new(board).until(stop).verdict()?, board, placed, excluded, stop)
}

/// [`hint`], given the board's verdict.
///
/// # Errors
/// As for [`hint`].
pub fn hint_given(
    verdict: &Verdict,
    board: &Board,
    placed: &[Square],
    excluded: &[Square],
    stop: &StopFlag,
) -> Result<Hint, Error> {
    board.check_squares(placed, "queen on")?;
    board.check_squares(excluded, "excluded square")?;
    let (queens, together) = match verdict {
        Verdict::Unsolvable => return Ok(Hint::Unsolvable),
        Verdict::Unique(solution) => {
            let wrong: Vec<_> = placed.iter().copied().filter(|queen| !solution.contains(queen)).collect();
            let needed: Vec<_> =
                excluded.iter().copied().filter(|square| solution.contains(square)).collect();
            if wrong.is_empty() && !needed.is_empty() {
                let text = sentence::needed(board, &needed);
                return Ok(Hint::Needed { squares: needed, text });
            }
            (wrong, false)
        }
        Verdict::Several(_) => {
            let wrong = without_solution(board, placed, stop)?.to_vec();
            if wrong.is_empty() && !excluded.is_empty() && all_need(board, placed, excluded, stop)? {
                return Ok(Hint::Excluded { text: sentence::all_need(placed) });
            }
            (wrong, true)
        }
    };
    if !queens.is_empty() {
        let text = sentence::wrong(board, &queens, together);
        return Ok(Hint::Wrong { queens, text });
    }
    Ok(with_words!(board, next_step(board, placed, excluded)))
}

/// The shortest beginning of these queens that no solution has; empty if a solution has them all.
fn without_solution<'a>(board: &Board, placed: &'a [Square], stop: &StopFlag) -> Result<&'a [Square], Error> {
    for length in 1..=placed.len() {
        let search = Search::new(board).placed(&placed[..length]);
        if search.map_or(Ok(true), |search| Ok::<_, Error>(search.until(stop).solve()?.is_none()))? {
            return Ok(&placed[..length]);
        }
    }
    Ok(&[])
}

/// Whether each solution with these queens has one on an excluded square too; false if that is not known soon.
fn all_need(board: &Board, placed: &[Square], excluded: &[Square], stop: &StopFlag) -> Result<bool, Error> {
    for (queens, seen) in Search::new(board).placed(placed)?.until(stop).solutions().zip(0..) {
        if seen == MOST_SOLUTIONS || !excluded.iter().any(|square| queens.contains(square)) {
            return Ok(false);
        }
    }
    if stop.is_raised() { Err(Error::Stopped) } else { Ok(true) }
}

fn next_step<const W: usize>(board: &Board, placed: &[Square], excluded: &[Square]) -> Hint {
    let logic = Logic::<W>::new(board);
    let mut state = logic.grid.with_queens(placed);
    for square in excluded {
        state.free.remove((square.row * board.size() + square.column) as usize);
    }
    match logic.next(&state, HARDEST) {
        Ok(found) => Hint::Step(step(board, &logic, &state, &found)),
        Err(Ending::Solved) => Hint::Solved,
        Err(Ending::Stuck | Ending::Contradiction(_)) => Hint::Stuck,
    }
}

/// All steps from these queens to the end, or until no deduction is left.
///
/// # Errors
/// As [`Board::check`].
pub fn way(board: &Board, placed: &[Square]) -> Result<Way, Error> {
    fn all<const W: usize>(board: &Board, placed: &[Square]) -> Way {
        let logic = Logic::<W>::new(board);
        let mut state = logic.grid.with_queens(placed);
        let mut steps = vec![];
        let tell = |state: &State<W>, found: &Found<W>| steps.push(step(board, &logic, state, found));
        let (grade, ending) = logic.finish(&mut state, HARDEST, tell);
        Way { steps, grade, queens: state.queens.map(|square| board.square(square)).collect(), ending }
    }
    board.check(placed)?;
    Ok(with_words!(board, all(board, placed)))
}

/// The grade of a board as [`way`] computes it, without the sentences: about 50 µs at 8 x 8.
#[must_use]
pub fn grade(board: &Board) -> Grade {
    fn of<const W: usize>(board: &Board) -> Grade {
        Logic::<W>::new(board).grade(HARDEST)
    }
    with_words!(board, of(board))
}

/// Describes a step in a position.
fn step<const W: usize>(board: &Board, logic: &Logic<W>, before: &State<W>, found: &Found<W>) -> Deduction {
    let mut after = *before;
    logic.apply(&mut after, found);
    let squares = |set: super::squares::Squares<W>| set.map(|square| board.square(square)).collect();
    Deduction {
        technique: found.technique(),
        units: found.units(),
        removed: squares(before.free.without(&after.free).without(&found.placed)),
        placed: squares(found.placed),
        text: sentence::of(board, found),
    }
}

#[cfg(test)]
mod tests;
