//! The interface between a traced search and its output.

use super::tally::{End, Kind, Tally};
use crate::output::Output;
use serde_json::Value;
use std::io;
use vuelta::Error;
use vuelta_picture::{Language, Picture};

/// Keys and values in the order in which they are written.
pub type Pairs = Vec<(&'static str, Value)>;

/// A problem whose textbook search can be traced.
pub trait Traced {
    /// A step of the search.
    type Step: Copy;
    /// The pieces on the board.
    type State;
    /// The name of rejected nodes in text and in JSON: `dead ends` and `dead_ends`.
    const REJECTED: [&'static str; 2];

    /// All steps of the search.
    fn steps(&self) -> impl Iterator<Item = Self::Step>;
    /// The board before the first step.
    fn start(&self) -> Self::State;
    /// Makes the step, and returns its kind.
    fn apply(&self, step: Self::Step, state: &mut Self::State) -> Kind;
    /// The step as a line of text; `state` is the board after the step.
    fn line(&self, step: Self::Step, state: &Self::State, solutions: u64) -> String;
    /// The step as a JSON object.
    fn json(&self, step: Self::Step, state: &Self::State, solutions: u64) -> Pairs;
    /// The board after the step as text for a terminal, and the index of the line that the step changes.
    fn board(&self, step: Self::Step, state: &Self::State, out: &Output) -> (String, usize);
    /// The board after the step, or before the first one, as a picture.
    fn picture(
        &self,
        step: Option<Self::Step>,
        state: &Self::State,
        language: Language,
    ) -> Result<Picture, Error>;
    /// The step as the page's player unpacks it.
    fn packed(&self, step: Self::Step) -> Value;
    /// The problem as the page's player takes it.
    fn page(&self) -> Pairs;
    /// The most cells along a side of the board.
    fn side(&self) -> u32;
    /// The title of the page: `8 queens`.
    fn title(&self, language: Language) -> String;
    /// The summary's fields about the problem, and its fields about the nodes.
    fn summary(&self, tally: &Tally, end: End) -> [Pairs; 2];
    /// Prints the nodes by depth, beside published numbers and brute force.
    fn print_levels(&self, tally: &Tally, end: End, out: &mut Output) -> io::Result<()>;
    /// Compares the nodes with published ones, if there are any.
    fn verify(&self, _: &Tally, _: End) -> Result<(), Error> {
        Ok(())
    }
}
