//! `vuelta senku ...`, one file per command.

mod boards;
mod check;
mod count;
mod game;
mod solve;
mod winnable;

pub use boards::boards;
pub use check::{check, hint};
pub use count::{count, winning};
pub use game::{read_game, short_name};
pub use solve::solve;
pub use winnable::list;
