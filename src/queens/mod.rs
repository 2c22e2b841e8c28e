//! N-queens.

pub mod halves;
