//! `vuelta senku solve`: one winning game.

use super::boards::with_start;
use super::game::{read_game, short_name};
use super::winnable::draw;
use crate::args::{Common, SenkuSolve};
use crate::boards::print_pegs;
use crate::failure::{Failure, Outcome, Status};
use crate::memory::memory_limit;
use crate::output::{Output, plural, plural_grouped};
use crate::pictures::{GIF_CELL, PACE, PictureFiles, needs_picture};
use crate::session::Session;
use std::io::{self, Write};
use vuelta::Error;
use vuelta::senku::{
    Engine, FewestMoves, Game, Goal, Jump, NamedBoard, Solution, Solver, fewest_moves, fewest_pegs, moves,
    notation, solutions, winning_middle,
};
use vuelta_picture::{Coordinates, Language, Picture, Sheet, Tile};
use vuelta_records::{GameRecord, grouped};

/// Nodes of the quick search before the search for the fewest moves: a few milliseconds.
const NODES_BEFORE_FEWEST: u64 = 300_000;

/// Prints one solution, or the reason why there is none.
pub fn solve(arguments: &SenkuSolve, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let mut game = read_game(&arguments.game.board, &arguments.game.ends)?;
    if arguments.fewest_pegs {
        game = game.with_goal(Goal::Any)?;
    }
    if arguments.pictures.labels.coordinates == Some(Coordinates::Names) && !game.board().has_names() {
        return Err(usage!(
            "--coordinates=names needs a square board of at most 26 rows and columns; use --coordinates=numbers"
        ));
    }
    arguments.pictures.need_a_file(!arguments.animate.is_empty())?;
    needs_picture(arguments.pages.page.is_some() && arguments.pictures.svg.is_none(), "--page", "--svg")?;
    let pictures = PictureFiles::new(&arguments.pictures, session)?;
    let (formats, coordinates) = (["svg", "gif"], arguments.pictures.labels.coordinates);
    let animations = PictureFiles::by_extension(&arguments.animate, formats, coordinates, session)?;
    session.open_exports()?;
    let (solution, made) = search(arguments, &game, session)?;
    match solution {
        Solution::Found(jumps) => {
            let name = &arguments.game.name();
            let Made { words, seed, lower_bound, proved } = made;
            let record = GameRecord { seed, lower_bound, proved, ..GameRecord::new(&game, &jumps) };
            if let Some(status) = session.stopped()
                && lower_bound.is_some()
                && proved != Some(true)
            {
                // A preliminary solution does not replace the result in files.
                tell(arguments, &game, &jumps, &words, &record, session.common, out)?;
                return Ok(status);
            }
            if jumps.is_empty() && arguments.pages.page.is_none() {
                pictures.draw(|| Picture::senku(game.board(), game.start(), &[]))?;
            } else if !pictures.is_empty() {
                let lang = arguments.words.lang;
                let tiles = positions(&game, &jumps, pictures.coordinates, lang)?;
                let sheet = Sheet::new(title(name, &jumps, arguments.fewest_moves, lang), tiles)?
                    .paper(arguments.pages.page)
                    .language(lang);
                pictures.write_sheet(&sheet)?;
            }
            animations.animate(PACE, GIF_CELL, || frames(&game, &jumps))?;
            let told = tell(arguments, &game, &jumps, &words, &record, session.common, out);
            session.export(told, &[record])?;
            return Ok(Status::Done);
        }
        Solution::Forbidden => {
            let named = NamedBoard::find(&arguments.game.name());
            let other = named
                .filter(|named| arguments.game.ends.goal.is_none() && named.start != named.solvable_start);
            let hint = other.map(|named| format!("; try {}", with_start(named.solvable_start)));
            say!("no solution: the invariants exclude this goal from this start{}", hint.unwrap_or_default());
            game.why_impossible().iter().for_each(|why| say!("note: {why}"));
        }
        Solution::None => {
            let asked = arguments.game.ends.goal.is_some() || game.goal() == Goal::Any;
            let hint = if asked { "" } else { "; --goal any asks for one peg anywhere" };
            say!("no solution: a complete search found none{hint}");
        }
        Solution::GaveUp => say!("no solution found before the limit of the search; {}", made.words),
        Solution::Stopped => {
            let moves =
                made.lower_bound.map(|moves| format!("; it needs at least {}", plural(moves, "move")));
            say!("stopped before a solution was found{}", moves.unwrap_or_default());
            return Ok(session.stopped().unwrap_or(Status::No));
        }
    }
    Ok(Status::No)
}

/// How a solution was made, or what is known without one.
#[derive(Default)]
struct Made {
    /// The description after the numbers of jumps and moves.
    words: String,
    /// These fields of the record.
    seed: Option<u64>,
    lower_bound: Option<usize>,
    proved: Option<bool>,
}

impl Made {
    fn after(nodes: u64) -> Self {
        Made { words: format!(", {} nodes", grouped(nodes.into())), ..Made::default() }
    }
}

/// The result and how it was found.
fn search(
    arguments: &SenkuSolve,
    game: &Game,
    session: &mut Session<'_>,
) -> Result<(Solution, Made), Failure> {
    if arguments.fewest_pegs {
        let found = fewest_pegs(game, &session.context());
        let (bound, left) = (found.lower_bound, plural(found.pegs_left, "peg"));
        let words = match found.is_proved() {
            true => format!(", {left} left: proved, no game leaves fewer"),
            false => format!(", {left} left; every game leaves at least {bound}"),
        };
        let (lower_bound, proved) = (Some(bound), Some(found.is_proved()));
        let made = Made { words, lower_bound, proved, ..Made::default() };
        return Ok((Solution::Found(found.jumps), made));
    }
    if !game.is_possible() {
        return Ok((Solution::Forbidden, Made::default()));
    }
    if arguments.drawing.random {
        let seed = arguments.drawing.seed.or_new();
        let solution = draw(game, seed, &arguments.map, session, |_| Ok(false))?;
        let words = format!(", drawn with seed {seed}");
        return Ok((solution, Made { words, seed: Some(seed), ..Made::default() }));
    }
    if arguments.fewest_moves {
        // A solution to print if the search is stopped.
        let first = Solver::new(game).max_nodes(NODES_BEFORE_FEWEST).solve(session.stop()).0;
        return Ok(match fewest_moves(game, &session.context())? {
            FewestMoves::Found(moves) => {
                let words = ", the fewest".to_owned();
                (Solution::Found(moves.concat()), Made { words, ..Made::default() })
            }
            FewestMoves::None => (Solution::None, Made::default()),
            FewestMoves::Stopped { at_least } => {
                let words = format!("; stopped: the fewest moves are {at_least} or more");
                let made = Made { words, lower_bound: Some(at_least), ..Made::default() };
                let is_found = matches!(first, Solution::Found(_));
                (if is_found { first } else { Solution::Stopped }, made)
            }
        });
    }
    if arguments.engine == Engine::Backtrack.into() {
        let mut search = solutions(game).until(session.stop());
        let solution = match search.next() {
            Some(jumps) => Solution::Found(jumps),
            None if search.is_stopped() => Solution::Stopped,
            None => Solution::None,
        };
        return Ok((solution, Made::after(search.nodes())));
    }
    let (solution, nodes) = Solver::new(game).solve(session.stop());
    match solution {
        Solution::GaveUp => decide(game, memory_limit(arguments.map.memory_limit), session),
        solution => Ok((solution, Made::after(nodes))),
    }
}

/// The answer by the positions in the middle of the game, after the search has given up.
fn decide(game: &Game, limit: u64, session: &Session<'_>) -> Result<(Solution, Made), Failure> {
    let mut progress = session.progress("positions in the middle of the game");
    let middle = winning_middle(game, limit, &mut session.watched(&mut progress));
    drop(progress);
    let words = match middle {
        Ok(Some(0)) => return Ok((Solution::None, Made::default())),
        Ok(None) if session.stopped().is_some() => return Ok((Solution::Stopped, Made::default())),
        Ok(Some(found)) => {
            let positions = plural_grouped(found.into(), "position");
            format!("there are solutions, by {positions} in the middle of the game")
        }
        Ok(None) => "there may be one".to_owned(),
        Err(error @ Error::Memory { .. }) => format!("there may be one: {error}"),
        Err(error) => return Err(error.into()),
    };
    Ok((Solution::GaveUp, Made { words, ..Made::default() }))
}

/// The pictures of the start and of the board after each jump.
fn frames(game: &Game, jumps: &[Jump]) -> Result<Vec<Picture>, Error> {
    let mut position = game.start();
    let mut frames = vec![Picture::senku(game.board(), position, &[])?.number(Some(0))];
    for (number, &jump) in (1..).zip(jumps) {
        position = jump.play(position);
        frames.push(Picture::senku(game.board(), position, &[jump])?.number(Some(number)));
    }
    Ok(frames)
}

/// The pictures of the start and of the board after each move with the peg's path.
fn positions(
    game: &Game,
    jumps: &[Jump],
    coordinates: Coordinates,
    lang: Language,
) -> Result<Vec<Tile>, Error> {
    let mut position = game.start();
    let start = Picture::senku(game.board(), position, &[])?.coordinates(coordinates);
    let mut tiles = vec![Tile::new(start, lang.of("start", "inicio"), "")];
    for (number, chain) in (1..).zip(moves(jumps)) {
        position = chain.iter().fold(position, |position, jump| jump.play(position));
        let picture = Picture::senku_move(game.board(), position, chain)?.coordinates(coordinates);
        let caption = if chain.len() > 1 { lang.jumps(chain.len()) } else { String::new() };
        tiles.push(Tile::new(picture, number.to_string(), caption));
    }
    Ok(tiles)
}

/// `english: 31 jumps in 18 moves, the fewest`.
fn title(board: &str, jumps: &[Jump], are_fewest: bool, lang: Language) -> String {
    let fewest = if are_fewest { lang.of(", the fewest", ", las mínimas") } else { "" };
    let number = moves(jumps).count();
    let in_moves = match (lang, number) {
        (Language::English, _) => in_moves(jumps),
        (Language::Spanish, 1) => format!("{} en 1 jugada", lang.jumps(jumps.len())),
        (Language::Spanish, _) => format!("{} en {number} jugadas", lang.jumps(jumps.len())),
    };
    format!("{}: {in_moves}{fewest}", short_name(board))
}

/// `31 jumps in 18 moves`.
fn in_moves(jumps: &[Jump]) -> String {
    format!("{} in {}", plural(jumps.len(), "jump"), plural(moves(jumps).count(), "move"))
}

fn tell(
    arguments: &SenkuSolve,
    game: &Game,
    jumps: &[Jump],
    words: &str,
    record: &GameRecord,
    common: &Common,
    out: &mut Output,
) -> io::Result<()> {
    let board = game.board();
    if common.json {
        return out.json(record);
    }
    let by_moves = arguments.fewest_moves && !common.quiet;
    let list =
        if by_moves { notation::write_moves(board, jumps) } else { notation::write_jumps(board, jumps) };
    if common.quiet {
        return write!(out, "{list}"); // scripts get one notation
    }
    let list = if arguments.game.ends.have_names(board) { board.with_names(&list) } else { list };
    print_pegs(board, game.start(), out)?;
    writeln!(out, "{list}")?;
    print_pegs(board, game.after(jumps), out)?;
    writeln!(out, "{}{}", in_moves(jumps), words)
}
