//! `vuelta senku solve`: one game that wins.

use super::boards::from;
use super::game::read_game;
use crate::cli::args::{Common, CoordinateStyle, SenkuSolve, SolveEngine};
use crate::cli::failure::{Failure, Status};
use crate::cli::output::{Output, plural};
use crate::cli::pictures::{AnimationFiles, PictureFiles};
use crate::cli::session::Session;
use std::io::{self, Write};
use vuelta::Error;
use vuelta::picture::Picture;
use vuelta::report::{GameRecord, grouped};
use vuelta::senku::{
    FewestMoves, Game, Jump, NAMED_BOARDS, Solution, Solver, backtrack, fewest_moves, notation,
};

/// Prints one solution, or says why there is none.
pub fn solve(arguments: &SenkuSolve, session: &mut Session<'_>, out: &mut Output) -> Result<Status, Failure> {
    let game = read_game(&arguments.game.board, &arguments.game.ends)?;
    if arguments.pictures.coordinates == Some(CoordinateStyle::Names) {
        return Err(Failure::Usage(
            "--coordinates=names is for queens boards; holes have numbers".to_owned(),
        ));
    }
    let pictures = PictureFiles::new(&arguments.pictures, session)?;
    let animations = AnimationFiles::new(&arguments.animate, &arguments.pictures, session)?;
    session.open_exports()?;
    let (solution, nodes, moves) = search(arguments, &game, session)?;
    match solution {
        Solution::Found(jumps) => {
            pictures.draw(|| Picture::senku(game.board(), game.start(), None))?;
            animations.draw(|| frames(&game, &jumps))?;
            let record = GameRecord::new(&game, &jumps, moves);
            let told = tell(&game, &jumps, nodes, &record, session.common(), out);
            session.export_table(&record, &record.jumps)?;
            told?;
            return Ok(Status::Done);
        }
        Solution::Forbidden => {
            let named = NAMED_BOARDS.iter().find(|named| named.name == arguments.game.board);
            let other = named.filter(|named| named.start() != named.solvable_start());
            let hint = other.map(|named| format!("; {} there is one", from(named.solvable_start())));
            say!("no solution: the invariants exclude this goal from this start{}", hint.unwrap_or_default());
        }
        Solution::None => say!("no solution: the search is complete and found none"),
        Solution::GaveUp => say!("no solution found within the positions allowed; there may be one"),
        Solution::Stopped => {
            say!("stopped with no solution found");
            return Ok(session.stopped().unwrap_or(Status::No));
        }
    }
    Ok(Status::No)
}

/// What was found, after visiting how many positions, or in how many moves where these are the fewest.
fn search(
    arguments: &SenkuSolve,
    game: &Game,
    session: &Session<'_>,
) -> Result<(Solution, u64, Option<usize>), Failure> {
    if !game.is_possible() {
        return Ok((Solution::Forbidden, 0, None));
    }
    if arguments.fewest_moves {
        return Ok(match fewest_moves(game, session.workers(), session.stop())? {
            FewestMoves::Found(moves) => (Solution::Found(moves.concat()), 0, Some(moves.len())),
            FewestMoves::None => (Solution::None, 0, None),
            FewestMoves::Stopped => (Solution::Stopped, 0, None),
        });
    }
    Ok(match arguments.engine {
        SolveEngine::Auto => {
            let (solution, nodes) = Solver::new(game).solve(session.stop());
            (solution, nodes, None)
        }
        SolveEngine::Backtrack => {
            let found = backtrack::first_solution(game, session.stop());
            let solution = match found.jumps {
                Some(jumps) => Solution::Found(jumps),
                None if found.stopped => Solution::Stopped,
                None => Solution::None,
            };
            (solution, found.nodes, None)
        }
    })
}

/// The start, then the board after each jump.
fn frames(game: &Game, jumps: &[Jump]) -> Result<Vec<Picture>, Error> {
    let mut position = game.start();
    let mut frames = vec![Picture::senku(game.board(), position, None)?.number(Some(0))];
    for (number, &jump) in (1..).zip(jumps) {
        position = jump.play(position);
        frames.push(Picture::senku(game.board(), position, Some(jump))?.number(Some(number)));
    }
    Ok(frames)
}

fn tell(
    game: &Game,
    jumps: &[Jump],
    nodes: u64,
    record: &GameRecord,
    common: &Common,
    out: &mut Output,
) -> io::Result<()> {
    let board = game.board();
    if common.json {
        return out.json(record);
    }
    let list = notation::write_jumps(board, jumps);
    if common.quiet {
        return write!(out, "{list}");
    }
    writeln!(out, "{}", board.diagram(game.start()))?;
    writeln!(out, "{list}")?;
    writeln!(out, "{}", board.diagram(game.after(jumps)))?;
    let jumps = plural(jumps.len(), "jump");
    match record.moves {
        None => writeln!(out, "{jumps}, {} nodes", grouped(nodes.into())),
        Some(moves) => writeln!(out, "{jumps} in {}, the fewest", plural(moves, "move")),
    }
}
