//! Addresses of Star Battle puzzles at <https://puzz.link> and other copies of its editor, pzpr.
//!
//! `...?starbattle/COLUMNS/ROWS/STARS/BORDERS` ([source](https://github.com/robx/pzprjs)). BORDERS has five borders per
//! digit of base 32, the first in the highest bit: those right of each square but the last of a row, row by row; then,
//! from a new digit, those below each square but those of the last row. Regions are the parts between the borders.

use super::rows::{Draft, Name, Row};
use super::stars;
use crate::Error;
use crate::regions::{Board, LARGEST_BOARD};

const KIND: &str = "starbattle/";
const BITS: usize = 5;

/// The address in a line, from its kind on.
pub(super) fn address(line: &str) -> Option<&str> {
    let start = line.find(KIND)?;
    let is_end = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '>' | ')' | '#' | '&');
    line[start + KIND.len()..].split(is_end).next()
}

/// Reads an address.
pub(super) fn read(line: usize, address: &str) -> Result<Draft, Error> {
    let fault = |what: &str| Error::input(format!("line {line}: the address {what}"));
    // Marks of variants stand before the size: `v:`.
    let parts: Vec<&str> =
        address.trim_end_matches('/').split('/').filter(|part| !part.ends_with(':')).collect();
    let (columns, rows, stars, borders) = match parts[..] {
        [columns, rows, stars, borders] => (columns, rows, stars, borders),
        [columns, rows, stars] => (columns, rows, stars, ""),
        _ => return Err(fault("lacks a part; it ends in starbattle/COLUMNS/ROWS/STARS/BORDERS")),
    };
    let size = rows.parse().ok().filter(|&size: &usize| size > 0);
    let size = size.filter(|_| columns == rows).ok_or_else(|| fault("is not of a square board"))?;
    if size > LARGEST_BOARD as usize {
        return Err(Error::BoardSize { size: size as u32, largest: LARGEST_BOARD });
    }
    let bits = |digit: char| {
        let digit = digit.to_digit(32)?;
        Some((0..BITS).rev().map(move |bit| digit >> bit & 1 == 1))
    };
    let digits: Option<Vec<_>> = borders.chars().map(bits).collect();
    let borders: Vec<bool> =
        digits.ok_or_else(|| fault("has an invalid digit"))?.into_iter().flatten().collect();
    let half = (size * (size - 1)).next_multiple_of(BITS);
    if borders.len() != 2 * half {
        return Err(fault(&format!(
            "has borders of another size; a board of {size} rows has {}",
            2 * half / BITS
        )));
    }
    let (right, below) = borders.split_at(half);
    // Each square joins the regions of the squares that no border separates it from.
    let mut regions: Vec<usize> = (0..size * size).collect();
    for square in 0..size * size {
        let (row, column) = (square / size, square % size);
        let joins = [
            (column + 1 < size && !right[row * (size - 1) + column]).then_some(square + 1),
            (row + 1 < size && !below[square]).then_some(square + size),
        ];
        for other in joins.into_iter().flatten() {
            let (old, new) = (regions[other], regions[square]);
            regions.iter_mut().for_each(|region| {
                if *region == old {
                    *region = new
                }
            });
        }
    }
    let row = |regions: &[usize]| {
        let squares = regions.iter().map(|region| Name::Word(region.to_string())).collect();
        Row { line, squares, ..Row::default() }
    };
    let rows: Vec<Row> = regions.chunks(size).map(row).collect();
    Ok(Draft::new(&rows, Some(stars::of_value(stars, line)?)))
}

/// Writes the address of a board.
pub(super) fn write(board: &Board) -> Result<String, Error> {
    if let Some(note) = board.notes().first() {
        return Err(Error::input(format!(
            "{note}; an address of puzz.link can only show regions in one piece"
        )));
    }
    let (size, of) = (board.size() as usize, board.regions());
    let squares = || 0..size * size;
    let right =
        squares().filter(|square| square % size + 1 < size).map(|square| of[square] != of[square + 1]);
    let below = squares().take(size * (size - 1)).map(|square| of[square] != of[square + size]);
    let digits = |borders: Vec<bool>| -> String {
        let value = |bits: &[bool]| {
            (0..BITS).fold(0, |digit, bit| 2 * digit + u32::from(bits.get(bit) == Some(&true)))
        };
        borders.chunks(BITS).filter_map(|bits| char::from_digit(value(bits), 32)).collect()
    };
    let borders = digits(right.collect()) + &digits(below.collect());
    Ok(format!("https://puzz.link/p?{KIND}{size}/{size}/{}/{borders}", board.stars()))
}
