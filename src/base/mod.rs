//! The ground: errors, squares, texts and their reading, random numbers, paths, the stop flag. It knows no problem.

pub mod bits;
pub mod engine;
pub mod error;
pub mod place;
pub mod random;
pub mod reading;
pub mod square;
pub mod stop;
pub mod text;
