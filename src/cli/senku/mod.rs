//! `vuelta senku ...`, one file for each verb.

mod boards;
mod check;
mod count;
mod game;
mod solve;

pub use boards::boards;
pub use check::check;
pub use count::count;
pub use solve::solve;
