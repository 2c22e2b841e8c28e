//! `vuelta senku check --hint`: the position after the jumps, whether it can be won, and how.
//!
//! The map of winnable positions answers all questions. If it does not fit, the solver examines each jump with a fixed
//! number of nodes, so the answer is the same on every machine. Jumps that it cannot decide are unknown.

use super::winnable::map_of;
use crate::args::MapOptions;
use crate::boards::print_pegs;
use crate::failure::Failure;
use crate::output::{BAD, GOOD, Output, STRONG, plural};
use crate::session::Session;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::io::{self, Write};
use vuelta::Error;
use vuelta::search::StopFlag;
use vuelta::senku::{Board, Game, Jump, Position, Solution, Solver};
use vuelta_records::{JumpRecord, grouped};

/// Nodes of the solver per jump: about a tenth of a second.
const NODES_PER_JUMP: u64 = 2_000_000;

/// Known facts about a position.
#[derive(Debug)]
pub struct Hint<'a> {
    board: &'a Board,
    position: Position,
    won: bool,
    /// `None` if not known.
    pub winnable: Option<bool>,
    solutions: Option<u128>,
    /// Jumps that keep the position winnable, and undecided jumps.
    good: Vec<Jump>,
    unknown: Vec<Jump>,
    /// Why the invariants exclude the goal.
    why: Option<String>,
}

impl<'a> Hint<'a> {
    /// The hint for a position of this game.
    pub fn new(
        game: &'a Game,
        position: Position,
        options: &MapOptions,
        session: &mut Session<'_>,
    ) -> Result<Self, Failure> {
        let here = game.at(position)?;
        let (board, won, why) = (game.board(), here.is_won(position), here.why_impossible());
        let (winnable, solutions, good, unknown) = (None, None, vec![], vec![]);
        let mut hint = Hint { board, position, won, winnable, solutions, good, unknown, why };
        if hint.why.is_some() {
            (hint.winnable, hint.solutions) = (Some(false), Some(0));
            return Ok(hint);
        }
        match map_of((game, position), true, options, session) {
            Ok(Some(mut map)) => {
                hint.winnable = Some(map.contains(position));
                hint.good = map.good_jumps(position).collect();
                hint.solutions = match map.solutions(position, session.stop()) {
                    Ok(solutions) => Some(solutions),
                    Err(Error::Stopped | Error::Memory { .. } | Error::Overflow(_)) => None,
                    Err(error) => return Err(error.into()),
                };
            }
            Ok(None) => hint.ask_the_solver(&here, session)?,
            Err(Failure::Library(Error::Stopped)) => hint.unknown = board.legal_jumps(position).collect(),
            Err(failure) => return Err(failure),
        }
        Ok(hint)
    }

    /// Fills in the solver's findings.
    fn ask_the_solver(&mut self, here: &Game, session: &Session<'_>) -> Result<(), Failure> {
        let (position, stop) = (self.position, session.stop());
        let after = |jump: &Jump| here.at(jump.play(position)).map(|after| can_be_won(&after, stop));
        let jumps: Vec<Jump> = self.board.legal_jumps(position).collect();
        let answers: Vec<_> = session.workers.pool().install(|| jumps.par_iter().map(after).collect());
        for (jump, answer) in jumps.into_iter().zip(answers) {
            match answer? {
                Some(true) => self.good.push(jump),
                Some(false) => {}
                None => self.unknown.push(jump),
            }
        }
        self.winnable = match (self.won || !self.good.is_empty(), self.unknown.is_empty()) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => can_be_won(here, stop),
        };
        self.solutions = (self.winnable == Some(false)).then_some(0);
        if self.winnable == Some(false) {
            self.unknown.clear();
        }
        Ok(())
    }

    /// Adds the fields to an object of `senku check --json`.
    pub fn add_to(&self, object: &mut Value) {
        let jumps = |jumps: &[Jump]| -> Vec<_> {
            jumps.iter().map(|&jump| JumpRecord::new(self.board, jump)).collect()
        };
        let diagram = self.board.diagram(self.position);
        object["position"] = json!(diagram.lines().collect::<Vec<_>>());
        object["pegs_left"] = json!(self.position.len());
        object["winnable"] = json!(self.winnable);
        object["solutions"] = json!(self.solutions.map(|solutions| solutions.to_string()));
        object["good_jumps"] = json!(jumps(&self.good));
        if !self.unknown.is_empty() {
            object["unknown_jumps"] = json!(jumps(&self.unknown));
        }
    }

    /// The jumps that keep the position winnable, one per line, as `senku check` reads them.
    pub fn good_jumps(&self) -> String {
        let square = |hole| self.board.square(hole);
        self.good.iter().map(|jump| format!("{} > {}\n", square(jump.from), square(jump.to))).collect()
    }

    /// Prints the hint for people, with names of holes if the user wrote names.
    pub fn tell(&self, with_names: bool, out: &mut Output) -> io::Result<()> {
        writeln!(out)?;
        print_pegs(self.board, self.position, out)?;
        let pegs = plural(self.position.len(), "peg");
        match (self.won, self.winnable) {
            (true, _) => writeln!(out, "{pegs} left: {GOOD}the game is won{GOOD:#}")?,
            (_, Some(false)) => {
                writeln!(out, "{pegs} left: {BAD}the goal cannot be reached from here{BAD:#}")?
            }
            (_, None) => writeln!(out, "{pegs} left: it is not known whether it can still be won")?,
            (_, Some(true)) => {
                let ways = match self.solutions {
                    Some(1) => " in one way".to_owned(),
                    Some(ways) => format!(" in {STRONG}{}{STRONG:#} ways", grouped(ways)),
                    None => String::new(),
                };
                writeln!(out, "{pegs} left: {GOOD}it can still be won{GOOD:#}{ways}")?;
            }
        }
        if let Some(why) = &self.why {
            writeln!(out, "{why}")?;
        }
        let good = self.listed("keeps it winnable", "keep it winnable", &self.good);
        let list = good + &self.listed("is undecided", "are undecided", &self.unknown);
        write!(out, "{}", if with_names { self.board.with_names(&list) } else { list })
    }

    /// Prints the number of these jumps, then the jumps.
    fn listed(&self, one_does: &str, more_do: &str, jumps: &[Jump]) -> String {
        if jumps.is_empty() {
            return String::new();
        }
        let does = if jumps.len() == 1 { one_does } else { more_do };
        let lines = jumps.iter().map(|jump| {
            let [from, to] = [jump.from, jump.to].map(|hole| self.board.square(hole));
            format!("  {:<10} from {from} to {to}\n", jump.direction)
        });
        format!("{} {does}:\n", plural(jumps.len(), "jump")) + &lines.collect::<String>()
    }
}

/// Whether the solver finds a solution; `None` if it cannot decide.
fn can_be_won(game: &Game, stop: &StopFlag) -> Option<bool> {
    match Solver::new(game).max_nodes(NODES_PER_JUMP).solve(stop).0 {
        Solution::Found(_) => Some(true),
        Solution::Forbidden | Solution::None => Some(false),
        Solution::GaveUp | Solution::Stopped => None,
    }
}
