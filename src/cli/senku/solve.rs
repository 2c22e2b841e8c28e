//! `vuelta senku solve`: one game that wins.

use super::boards::with_start;
use super::game::read_game;
use crate::cli::args::{Common, CoordinateStyle, SenkuSolve, SolveEngine};
use crate::cli::boards::print_pegs;
use crate::cli::failure::{Failure, Status};
use crate::cli::output::{Output, plural};
use crate::cli::pictures::{AnimationFiles, PictureFiles};
use crate::cli::session::Session;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;
use vuelta::Error;
use vuelta::picture::{Picture, Tile};
use vuelta::report::{GameRecord, grouped};
use vuelta::senku::{
    FewestMoves, Game, Jump, NamedBoard, Solution, Solver, backtrack, fewest_moves, moves, notation,
};

/// Prints one solution, or says why there is none.
pub fn solve(arguments: &SenkuSolve, session: &mut Session<'_>, out: &mut Output) -> Result<Status, Failure> {
    let game = read_game(&arguments.game.board, &arguments.game.ends)?;
    if arguments.pictures.coordinates == Some(CoordinateStyle::Names) {
        return Err(Failure::Usage(
            "--coordinates=names is for queens boards; holes have numbers".to_owned(),
        ));
    }
    arguments.pictures.need_a_file(!arguments.animate.is_empty())?;
    let pictures = PictureFiles::new(&arguments.pictures, session)?;
    let animations = AnimationFiles::new(&arguments.animate, &arguments.pictures, session)?;
    session.open_exports()?;
    let (solution, nodes) = search(arguments, &game, session)?;
    match solution {
        Solution::Found(jumps) => {
            let name = &arguments.game.board;
            pictures.draw_sheet(|| positions(&game, &jumps), || title(name, &jumps, nodes))?;
            animations.draw(|| frames(&game, &jumps))?;
            let record = GameRecord::new(&game, &jumps);
            let told = tell(&game, &jumps, nodes, &record, session.common(), out);
            session.export_table(&record, &record.jumps)?;
            told?;
            return Ok(Status::Done);
        }
        Solution::Forbidden => {
            let named = NamedBoard::find(&arguments.game.board);
            let other = named.filter(|named| {
                arguments.game.ends.goal.is_none() && named.start() != named.solvable_start()
            });
            let hint = other.map(|named| format!("; {} there is one", with_start(named.solvable_start())));
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

/// What was found, after visiting how many positions; none are told where the moves are the fewest.
fn search(
    arguments: &SenkuSolve,
    game: &Game,
    session: &Session<'_>,
) -> Result<(Solution, Option<u64>), Failure> {
    if !game.is_possible() {
        return Ok((Solution::Forbidden, None));
    }
    if arguments.fewest_moves {
        return Ok(match fewest_moves(game, session.workers(), session.stop())? {
            FewestMoves::Found(moves) => (Solution::Found(moves.concat()), None),
            FewestMoves::None => (Solution::None, None),
            FewestMoves::Stopped => (Solution::Stopped, None),
        });
    }
    Ok(match arguments.engine {
        SolveEngine::Auto => {
            let (solution, nodes) = Solver::new(game).solve(session.stop());
            (solution, Some(nodes))
        }
        SolveEngine::Backtrack => {
            let found = backtrack::first_solution(game, session.stop());
            let solution = match found.jumps {
                Some(jumps) => Solution::Found(jumps),
                None if found.stopped => Solution::Stopped,
                None => Solution::None,
            };
            (solution, Some(found.nodes))
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

/// The start, then the board after each move with the way of its peg.
fn positions(game: &Game, jumps: &[Jump]) -> Result<Vec<Tile>, Error> {
    let mut position = game.start();
    let mut tiles = vec![Tile::new(Picture::senku(game.board(), position, None)?, "start", "")];
    for (number, chain) in (1..).zip(moves(jumps)) {
        position = chain.iter().fold(position, |position, jump| jump.play(position));
        let picture = Picture::senku_move(game.board(), position, chain)?;
        let caption = if chain.len() > 1 { plural(chain.len(), "jump") } else { String::new() };
        tiles.push(Tile::new(picture, number.to_string(), caption));
    }
    Ok(tiles)
}

/// `english: 31 jumps in 18 moves, the fewest`. Of a file's path its name.
fn title(board: &str, jumps: &[Jump], nodes: Option<u64>) -> String {
    let name = Path::new(board).file_stem().and_then(OsStr::to_str).filter(|name| *name != "-");
    let fewest = if nodes.is_none() { ", the fewest" } else { "" };
    format!("{}: {}{fewest}", name.unwrap_or("senku"), in_moves(jumps))
}

/// `31 jumps in 18 moves`.
fn in_moves(jumps: &[Jump]) -> String {
    format!("{} in {}", plural(jumps.len(), "jump"), plural(moves(jumps).count(), "move"))
}

fn tell(
    game: &Game,
    jumps: &[Jump],
    nodes: Option<u64>,
    record: &GameRecord,
    common: &Common,
    out: &mut Output,
) -> io::Result<()> {
    let board = game.board();
    if common.json {
        return out.json(record);
    }
    if common.quiet {
        return write!(out, "{}", notation::write_jumps(board, jumps));
    }
    print_pegs(board, game.start(), out)?;
    match nodes {
        Some(_) => writeln!(out, "{}", notation::write_jumps(board, jumps))?,
        None => writeln!(out, "{}", notation::write_moves(board, jumps))?,
    }
    print_pegs(board, game.after(jumps), out)?;
    match nodes {
        Some(nodes) => writeln!(out, "{}, {} nodes", in_moves(jumps), grouped(nodes.into())),
        None => writeln!(out, "{}, the fewest", in_moves(jumps)),
    }
}
