//! `vuelta senku winning`: the winning positions alone.

use super::count::SenkuPrinter;
use super::game::read_game;
use crate::cli::args::SenkuWinning;
use crate::cli::counts::count_all;
use crate::cli::failure::Outcome;
use crate::cli::memory::memory_limit;
use crate::cli::output::Output;
use crate::cli::session::Session;
use crate::queens::Keeping;
use crate::report::WinningCounting;

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
    let printer = SenkuPrinter { game: &game, with_names };
    count_all(&[counting], &arguments.counting, &Keeping::default(), &printer, session, out)
}
