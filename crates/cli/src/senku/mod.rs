//! `vuelta senku ...`, one file per command.

mod boards;
mod check;
mod count;
mod game;
mod hint;
mod list;
mod solve;
mod winnable;

pub use boards::boards;
pub use check::{check, hint};
pub use count::{count, winning};
pub use game::{read_game, short_name};
pub use list::list;
pub use solve::solve;
