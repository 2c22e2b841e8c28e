//! Deductions in the words of a person.

use super::super::squares::Squares;
use super::super::{Board, Square, list};
use super::logic::{Found, Reason, Short, of_cut};
use super::technique::Unit;

/// The sentence of a deduction.
pub(super) fn of<const W: usize>(board: &Board, found: &Found<W>) -> String {
    let names = |set: Squares<W>| names_of(board, set.map(|square| board.square(square)));
    let unit = |unit: Unit| unit.name(board);
    let too_few = if board.stars() == 1 { "no square" } else { "too few squares" };
    let removed = names(found.removed);
    let (queen_on, so) = match &removed[..] {
        [square] => (format!("A queen on {square}"), format!("so {square} is ruled out")),
        squares => {
            (format!("A queen on {}", list(squares, "or")), "so these squares are ruled out".to_owned())
        }
    };
    match found.reason {
        Reason::Single(single) => {
            let squares = names(found.placed);
            match &squares[..] {
                [square] => {
                    format!("Only {square} is left in {}, so a queen goes there.", unit(single))
                }
                squares => format!(
                    "{} wants {} queens and has only {} left, so they go there.",
                    capitalised(&unit(single)),
                    squares.len(),
                    list(squares, "and")
                ),
            }
        }
        Reason::Within(inner, outer) => within(board, inner, outer),
        Reason::Neighbours(short) => format!("{queen_on} would leave {too_few} in {}, {so}.", unit(short)),
        Reason::Fit { cut, need } => {
            let units = of_cut(cut);
            let (has, wants) = if units.len() == 1 { ("has", "wants") } else { ("have", "want") };
            let queens = if need == 1 { "queen" } else { "queens" };
            let at_a_time = cut.strips().map(|axis| ["two rows", "two columns"][axis]);
            let at_a_time = at_a_time.map(|lines| format!(", {lines} at a time,")).unwrap_or_default();
            let placed = names(found.placed);
            let so: Vec<String> = [
                (placed.len() == 1).then(|| format!("a queen goes on {}", placed[0])),
                (placed.len() > 1).then(|| format!("queens go on {}", list(&placed, "and"))),
                (removed.len() == 1).then(|| format!("{} is ruled out", removed[0])),
                (removed.len() > 1).then(|| format!("{} are ruled out", list(&removed, "and"))),
            ]
            .into_iter()
            .flatten()
            .collect();
            format!(
                "{}{at_a_time} {has} room for at most {need} {queens} and {wants} {need}, so {}.",
                capitalised(&together(board, &units)),
                so.join(", and ")
            )
        }
        Reason::Set { units, .. } => {
            let all = found.units();
            let (units, confined) = all.split_at(units.count_ones() as usize);
            if let ([unit], [confined]) = (units, confined) {
                return within(board, *unit, *confined);
            }
            let as_many = if board.stars() == 1 { "" } else { ", which want as many queens" };
            let has = if units.len() == 1 { "has" } else { "have" };
            let these = if confined.len() == 1 { "this" } else { "these" };
            format!(
                "{} {has} squares left only in {}{as_many}, so the other squares of {these} {} are ruled out.",
                capitalised(&together(board, units)),
                together(board, confined),
                plural(confined)
            )
        }
        Reason::Contradiction { forced, short, easier_steps } => {
            let (how, short) = match short {
                Short::OfSquares(unit) => ("common neighbours", format!("{too_few} in {}", unit.name(board))),
                Short::OfRoom(cut) => {
                    ("tight fits", format!("too little room in {}", together(board, &of_cut(cut))))
                }
            };
            let how = if easier_steps { format!(", by single squares and {how},") } else { String::new() };
            let forced = names(forced);
            let force = match &forced[..] {
                [] => String::new(),
                [square] => format!("force a queen on {square} and "),
                squares => format!("force queens on {} and ", list(squares, "and")),
            };
            format!("{queen_on} would{how} {force}leave {short}, {so}.")
        }
    }
}

/// All squares left in one unit are in another.
fn within(board: &Board, inner: Unit, outer: Unit) -> String {
    match outer {
        Unit::Region(_) => {
            let (inner, outer) = (inner.name(board), outer.label(board));
            format!(
                "In {inner} only region {outer} has squares left, so {outer}'s other squares are ruled out."
            )
        }
        _ => {
            let (inner, kind, outer) = (capitalised(&inner.name(board)), outer.kind(), outer.name(board));
            format!("{inner} has squares left only in {outer}, so the {kind}'s other squares are ruled out.")
        }
    }
}

/// The sentence about wrong queens, which may be wrong only `together`.
pub(super) fn wrong(board: &Board, queens: &[Square], together: bool) -> String {
    let names = list(&names_of(board, queens.iter().copied()), "and");
    match (together, queens.len()) {
        (false, 1) => format!("The queen on {names} is wrong."),
        (false, _) => format!("The queens on {names} are wrong."),
        (true, 1) => format!("No solution has a queen on {names}."),
        (true, _) => format!("No solution has queens on {names}."),
    }
}

/// The sentence about excluded squares where the solution has queens.
pub(super) fn needed(board: &Board, squares: &[Square]) -> String {
    let belongs = if squares.len() == 1 { "A queen belongs" } else { "Queens belong" };
    format!("{belongs} on {}.", list(&names_of(board, squares.iter().copied()), "and"))
}

/// Where each solution with these queens has one on an excluded square.
pub(super) fn all_need(placed: &[Square]) -> String {
    let these = if placed.is_empty() { "" } else { " with these queens" };
    format!("No solution{these} leaves the excluded squares empty.")
}

fn names_of(board: &Board, squares: impl Iterator<Item = Square>) -> Vec<String> {
    squares.map(|square| square.name(board.size())).collect()
}

/// `rows 3, 4 and 5`, `region B`.
fn together(board: &Board, units: &[Unit]) -> String {
    let mut labels: Vec<String> = units.iter().map(|unit| unit.label(board)).collect();
    if let Some(Unit::Row(_)) = units.first() {
        labels.reverse(); // rows are numbered from the bottom
    }
    format!("{} {}", plural(units), list(&labels, "and"))
}

/// The kind of these units: `row`, or `rows` for several.
fn plural(units: &[Unit]) -> String {
    let kind = units.first().map_or("", |unit| unit.kind());
    if units.len() == 1 { kind.to_owned() } else { format!("{kind}s") }
}

/// The text with a capital at its beginning.
fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
