//! Senku (peg solitaire).
