//! `vuelta senku count` and `vuelta senku winning`: games, solutions and positions, compared with the published numbers.

use super::game::read_game;
use crate::args::{SenkuCount, SenkuWinning};
use crate::counts::{Place, Printer, count_all};
use crate::failure::{Failure, Outcome};
use crate::memory::memory_limit;
use crate::output::{Output, plural};
use crate::session::Session;
use std::io::{self, Write};
use vuelta::search::Keeping;
use vuelta::senku::{Counting, Engine, Game};
use vuelta_records::{Holes, Record, SenkuCounting, SenkuSubject, Subject, WinningCounting, percent};

/// Characters of a number: those of the games of the European board.
const WIDTH: usize = 31;

/// Counts, and says what was found.
pub fn count(arguments: &SenkuCount, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let game = read_game(&arguments.game.board, &arguments.game.ends)?;
    say_if_impossible(&game, "solutions");
    if arguments.winning && arguments.engine == Engine::Backtrack.into() {
        say!("note: the textbook search does not count winning positions");
    }
    let mut counting = Counting::new(&game)
        .engine(arguments.engine)
        .isa(arguments.counting.resources.isa)
        .memory_limit(memory_limit(arguments.counting.resources.memory_limit))
        .winning(arguments.winning);
    if let Some(ledger) = &arguments.checkpoint {
        counting = counting.ledger(ledger.clone());
    }
    let name = arguments.game.name();
    let counting = SenkuCounting { name: &name, counting };
    let printer = SenkuPrinter { game: &game, with_names: arguments.game.ends.have_names(game.board()) };
    let keeping = Keeping { ledger: arguments.checkpoint.clone(), ..Keeping::default() };
    count_all(&[counting], &arguments.counting, &keeping, &printer, session, out)
}

/// Counts the winning positions alone.
pub fn winning(arguments: &SenkuWinning, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let game = read_game(&arguments.game.board, &arguments.game.ends)?;
    say_if_impossible(&game, "winning positions");
    let resources = &arguments.counting.resources;
    let (name, isa) = (arguments.game.name(), Some(resources.isa));
    let memory_limit = memory_limit(resources.memory_limit);
    let counting = WinningCounting { name: &name, game: &game, isa, memory_limit };
    let printer = SenkuPrinter { game: &game, with_names: arguments.game.ends.have_names(game.board()) };
    count_all(&[counting], &arguments.counting, &Keeping::default(), &printer, session, out)
}

/// Notes that there is nothing to count, and why, if the goal cannot be reached.
fn say_if_impossible(game: &Game, counted: &str) {
    if let Some(why) = game.why_impossible() {
        say!("note: the invariants exclude this goal from this start: there are no {counted}\nnote: {why}");
    }
}

/// Prints a game's numbers, those that its record has.
struct SenkuPrinter<'a> {
    game: &'a Game,
    with_names: bool,
}

impl Printer for SenkuPrinter<'_> {
    fn print(&self, record: &Record, _: Place, _: &Session<'_>, out: &mut Output) -> Result<(), Failure> {
        if record.is_whole() {
            return Ok(self.print_one(record, out)?);
        }
        say!("stopped before the end: a Senku count has no partial result");
        Ok(())
    }

    fn heading(&self, record: &Record) -> String {
        let (Subject::Senku(subject) | Subject::SenkuWinning(subject)) = &record.subject else {
            return record.subject.title();
        };
        let SenkuSubject { board, start, goal, .. } = subject;
        let goal = match goal {
            Holes::Any(_) => "one peg anywhere".to_owned(),
            hole @ Holes::One(_) => format!("one peg in {hole}"),
            Holes::Several(pegs) => format!("a position of {}", plural(pegs.len(), "peg")),
        };
        let ends = format!("empty at the start {start}, goal {goal}");
        let ends = if self.with_names { self.game.board().with_names(&ends) } else { ends };
        format!("{board}: {} holes, {ends}", self.game.board().len())
    }

    fn print_numbers(&self, record: &Record, out: &mut Output) -> io::Result<()> {
        let game = self.game;
        let [games, solutions] = ["games", "solutions"].map(|name| record.number(name).unwrap_or_default());
        for quantity in record.quantities.iter().filter(|quantity| !quantity.kind.is_list) {
            out.number(quantity, WIDTH)?;
            let are_solutions = quantity.kind.name == "solutions_up_to_symmetry";
            // Where the goal is not the end of a game there can be more solutions than games.
            if are_solutions && game.goal().pegs() == 1 && solutions > 0 {
                writeln!(out, "  {:<18} {:>WIDTH$}", "games won", percent(solutions as f64 / games as f64))?;
            }
        }
        if record.number("positions").is_some() {
            let [of_start, of_both] = [game.start_symmetries(), game.symmetries()].map(|group| group.order());
            writeln!(
                out,
                "  {:<18} {of_start} of the start (positions), {of_both} of start and goal (solutions, winning positions)",
                "symmetries"
            )?;
        }
        for (name, levels) in [("positions", "levels"), ("winning positions", "winning_levels")] {
            let levels = record.list(levels);
            if !levels.is_empty() {
                let levels: Vec<_> = levels.iter().map(u128::to_string).collect();
                writeln!(out, "  {name} by jumps made: {}", levels.join(" "))?;
            }
        }
        Ok(())
    }

    fn saved(&self, record: &Record, too_short: bool) -> String {
        let saved = match (record.made.ledger, record.made.subproblems) {
            (Some((done, _)), Some(all)) if done > 0 => {
                format!("saved {done} of {}", plural(all as usize, "sweep"))
            }
            _ => "nothing is saved before the end of a sweep through all positions".to_owned(),
        };
        saved + if too_short { ", and the time limit is shorter than one" } else { "" }
    }
}
