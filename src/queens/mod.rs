//! N-queens.
