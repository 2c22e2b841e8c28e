//! `vuelta senku winning`: the winning positions alone.

use super::count::{WIDTH, heading, print_levels};
use super::game::read_game;
use crate::cli::args::SenkuWinning;
use crate::cli::counts::{Place, Printer, count_all};
use crate::cli::failure::{Failure, Outcome};
use crate::cli::memory::memory_limit;
use crate::cli::output::Output;
use crate::cli::session::Session;
use crate::queens::Keeping;
use crate::report::{Record, WinningCounting};
use crate::senku::Game;
use std::io;

/// Counts, and says what was found.
pub fn winning(arguments: &SenkuWinning, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let game = read_game(&arguments.game.board, &arguments.game.ends)?;
    if let Some(why) = game.why_impossible() {
        say!(
            "note: the invariants exclude this goal from this start: there are no winning positions\nnote: {why}"
        );
    }
    let resources = &arguments.counting.resources;
    let (name, isa) = (arguments.game.name(), Some(resources.isa));
    let memory_limit = memory_limit(resources.memory_limit);
    let counting = WinningCounting { name: &name, game: &game, isa, memory_limit };
    let with_names = arguments.game.ends.have_names(game.board());
    let printer = WinningPrinter { game: &game, with_names };
    count_all(&[counting], &arguments.counting, &Keeping::default(), &printer, session, out)
}

/// Prints a game's winning positions.
struct WinningPrinter<'a> {
    game: &'a Game,
    with_names: bool,
}

impl Printer for WinningPrinter<'_> {
    fn print(&self, record: &Record, _: Place, _: &Session<'_>, out: &mut Output) -> Result<(), Failure> {
        if record.is_whole() {
            return Ok(self.print_one(record, out)?);
        }
        say!("stopped before the end: a Senku count has no partial result");
        Ok(())
    }

    fn heading(&self, record: &Record) -> String {
        heading(record, self.game, self.with_names)
    }

    fn print_numbers(&self, record: &Record, out: &mut Output) -> io::Result<()> {
        out.number("winning positions", WIDTH, record.quantity("winning_positions"))?;
        print_levels(record, out, &[("winning positions", "winning_levels")])
    }
}
