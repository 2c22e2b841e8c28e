//! `vuelta regions ...`: region queens, one file per command.

mod count;
mod hint;
mod make;
mod show;
mod solve;

pub use count::count;
pub use hint::{grade, hint};
pub use make::make;
pub use solve::solve;

use super::failure::Failure;
use super::files;
use super::session::Session;
use crate::regions::Board;

/// Reads the board in this file (`-` is standard input); notes on standard error report unusual features.
fn read(file: &str, session: &Session<'_>) -> Result<Board, Failure> {
    let board = Board::parse(&files::read(file)?)?;
    if !session.common.quiet && !session.common.json {
        board.notes().iter().for_each(|note| say!("note: {note}"));
    }
    Ok(board)
}
