//! `vuelta senku ...`

use super::args::{Common, SenkuCheck, SenkuCount, SenkuEnds, SenkuSolve, SolveEngine};
use super::failure::{Failure, Status};
use super::files;
use super::output::{BAD, GOOD, Output, STRONG, plural};
use super::session::{Session, memory_limit};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;
use vuelta::report::{SenkuRecord, grouped};
use vuelta::senku::{
    Board, Counting, Game, Goal, Hole, Jump, NAMED_BOARDS, Picture, Position, Solution, Solver, Square,
    backtrack, notation,
};

/// `vuelta senku boards`: a line for each name.
pub fn boards(common: &Common, out: &mut Output) -> Result<Status, Failure> {
    if !common.json && !common.quiet {
        writeln!(out, "{:<14}{:>5}  {:<7}goal", "board", "holes", "start")?;
    }
    for named in NAMED_BOARDS {
        let (board, start) = (named.board(), named.start());
        let goal = match named.goal() {
            Goal::Hole(hole) => board.square(hole).to_string(),
            _ => "any".to_owned(),
        };
        if common.json {
            let value = json!({"board": named.name, "holes": board.len(), "start": [start.row, start.column],
                "goal": goal_value(&board, named.goal())});
            writeln!(out, "{value}")?;
        } else if common.quiet {
            writeln!(out, "{}", named.name)?;
        } else {
            writeln!(out, "{:<14}{:>5}  {:<7}{goal}", named.name, board.len(), start.to_string())?;
        }
    }
    Ok(Status::Done)
}

fn goal_value(board: &Board, goal: Goal) -> Value {
    let place = |hole| {
        let Square { row, column: col } = board.square(hole);
        json!([row, col])
    };
    match goal {
        Goal::Any => json!("any"),
        Goal::Hole(hole) => place(hole),
        Goal::Position(pegs) => pegs.iter().map(place).collect(),
    }
}

/// `vuelta senku count`.
pub fn count(arguments: &SenkuCount, session: &mut Session<'_>, out: &mut Output) -> Result<Status, Failure> {
    let game = read_game(&arguments.game.board, &arguments.game.ends)?;
    say_if_impossible(&game);
    let counting = Counting::new(&game)
        .engine(arguments.engine)
        .isa(arguments.counting.isa)
        .memory_limit(memory_limit(&arguments.counting))
        .winning(arguments.winning);
    let name = &arguments.game.board;
    let mut progress = session.progress(format!("senku {name}"));
    let counted = counting.run(session.workers(), session.stop(), &mut progress)?;
    drop(progress);
    let mut record = SenkuRecord::new(name, &game, &counted, session.workers().threads());
    record.environment = session.provenance(counted.elapsed);
    let mut status = match counted.count {
        Some(_) => Status::Done,
        None => session.stopped().unwrap_or(Status::No),
    };
    if let Err(difference) = record.verify() {
        eprintln!("error: {difference}");
        status = Status::Differs;
    }
    if arguments.counting.double_check && status == Status::Done {
        status = count_again(&counting, &record, session)?;
    }
    print(&record, &game, session.common(), out)?;
    session.export(&[record])?;
    Ok(status)
}

/// Counts once more in another way; games and solutions must be the same.
fn count_again(
    counting: &Counting<'_>,
    record: &SenkuRecord,
    session: &Session<'_>,
) -> Result<Status, Failure> {
    let mut progress = session.progress(format!("senku {} once more", record.board));
    let second =
        counting.double_check(record.engine).run(session.workers(), session.stop(), &mut progress)?;
    drop(progress);
    let Some(count) = second.count else {
        return Ok(session.stopped().unwrap_or(Status::No));
    };
    let (games, solutions) = (Some(count.games), Some(count.solutions));
    if (games, solutions) != (record.games, record.solutions) {
        let engine = second.engine.name();
        eprintln!(
            "error: the double check by {engine} counts {} games and {} solutions",
            count.games, count.solutions
        );
        return Ok(Status::Differs);
    }
    if !session.common().quiet {
        eprintln!("double check: the same numbers by {}", second.engine.name());
    }
    Ok(Status::Done)
}

/// Says which goal the invariants exclude: there is nothing to wait for.
fn say_if_impossible(game: &Game) {
    if !game.is_possible() {
        eprintln!("note: the invariants exclude this goal from this start: there are no solutions");
    }
}

fn print(record: &SenkuRecord, game: &Game, common: &Common, out: &mut Output) -> Result<(), Failure> {
    if common.json {
        serde_json::to_writer(&mut *out, record).map_err(io::Error::from)?;
        writeln!(out)?;
        return Ok(());
    }
    let (Some(games), Some(solutions)) = (record.games, record.solutions) else {
        eprintln!("stopped before the end: a part of a Senku count says nothing");
        return Ok(());
    };
    if common.quiet {
        return Ok(writeln!(out, "{games}\n{solutions}")?);
    }
    let vacancies: Vec<String> =
        game.vacancies().iter().map(|hole| game.board().square(hole).to_string()).collect();
    let (holes, vacancies) = (game.board().len(), vacancies.join(" "));
    writeln!(out, "{}: {holes} holes, empty at the start {vacancies}, {}", record.board, goal_text(game))?;
    print_number(out, record, "games", Some(games), "games")?;
    print_number(out, record, "solutions", Some(solutions), "solutions")?;
    print_number(out, record, "  up to symmetry", record.solutions_up_to_symmetry, "")?;
    let share = 100.0 * solutions as f64 / games.max(1) as f64;
    // Where the goal is not the end of a game there can be more solutions than games.
    if game.goal().pegs() == 1 {
        writeln!(out, "  {:<18} {:>29.7} %", "games won", share)?;
    }
    print_number(out, record, "positions", record.positions, "positions_up_to_symmetry")?;
    print_number(out, record, "  in all", record.positions_in_all, "")?;
    print_number(out, record, "stuck positions", record.stuck_positions, "")?;
    print_number(
        out,
        record,
        "winning positions",
        record.winning_positions,
        "winning_positions_up_to_symmetry",
    )?;
    if let Some(levels) = &record.levels {
        writeln!(out, "  positions by jumps made: {}", levels.join(" "))?;
    }
    writeln!(
        out,
        "  {} engine ({}), {}, {:.3} s",
        record.engine,
        record.isa,
        plural(record.threads, "thread"),
        record.seconds
    )?;
    Ok(())
}

fn goal_text(game: &Game) -> String {
    match game.goal() {
        Goal::Any => "goal one peg anywhere".to_owned(),
        Goal::Hole(hole) => format!("goal one peg in {}", game.board().square(hole)),
        Goal::Position(pegs) => format!("goal a position of {}", plural(pegs.len(), "peg")),
    }
}

/// A number, if it is there, with what was published under `quantity`.
fn print_number(
    out: &mut Output,
    record: &SenkuRecord,
    name: &str,
    count: Option<u128>,
    quantity: &str,
) -> io::Result<()> {
    let Some(count) = count else { return Ok(()) };
    write!(out, "  {name:<18} {STRONG}{:>31}{STRONG:#}", grouped(count))?;
    match record.published(quantity) {
        Some(published) if published.value == count => {
            writeln!(out, "   {GOOD}agrees with {}{GOOD:#}", published.source)
        }
        Some(published) => {
            writeln!(out, "   {BAD}differs from {}: {}{BAD:#}", published.source, grouped(published.value))
        }
        None => writeln!(out),
    }
}

/// `vuelta senku solve`.
pub fn solve(arguments: &SenkuSolve, session: &Session<'_>, out: &mut Output) -> Result<Status, Failure> {
    let game = read_game(&arguments.game.board, &arguments.game.ends)?;
    let (solution, nodes) = match arguments.engine {
        SolveEngine::Auto => Solver::new(&game).solve(session.stop()),
        SolveEngine::Backtrack if !game.is_possible() => (Solution::Forbidden, 0),
        SolveEngine::Backtrack => {
            let found = backtrack::first_solution(&game, session.stop());
            let solution = match found.jumps {
                Some(jumps) => Solution::Found(jumps),
                None if found.stopped => Solution::Stopped,
                None => Solution::None,
            };
            (solution, found.nodes)
        }
    };
    match solution {
        Solution::Found(jumps) => {
            print_solution(&game, &jumps, nodes, session.common(), out)?;
            return Ok(Status::Done);
        }
        Solution::Forbidden => eprintln!("no solution: the invariants exclude this goal from this start"),
        Solution::None => {
            eprintln!("no solution: the whole tree was searched ({} nodes)", grouped(nodes.into()))
        }
        Solution::GaveUp => {
            eprintln!("no solution found in {} nodes; there may be one", grouped(nodes.into()));
        }
        Solution::Stopped => {
            eprintln!("stopped after {} nodes, with no solution found", grouped(nodes.into()));
            return Ok(session.stopped().unwrap_or(Status::No));
        }
    }
    Ok(Status::No)
}

fn print_solution(
    game: &Game,
    jumps: &[Jump],
    nodes: u64,
    common: &Common,
    out: &mut Output,
) -> io::Result<()> {
    let board = game.board();
    let end = jumps.iter().fold(game.start(), |position, jump| jump.play(position));
    if common.json {
        let jumps: Vec<Value> = jumps.iter().map(|&jump| jump_value(board, jump)).collect();
        let value = json!({"jumps": jumps, "pegs_left": end.len(), "wins": game.is_won(end)});
        return writeln!(out, "{value}");
    }
    let list = notation::write_jumps(board, jumps);
    if common.quiet {
        return write!(out, "{list}");
    }
    writeln!(out, "{}", board.picture(game.start()))?;
    writeln!(out, "{list}")?;
    writeln!(out, "{}", board.picture(end))?;
    writeln!(out, "{}, {} nodes", plural(jumps.len(), "jump"), grouped(nodes.into()))
}

fn jump_value(board: &Board, jump: Jump) -> Value {
    let place = |hole: Hole| {
        let Square { row, column: col } = board.square(hole);
        [row, col]
    };
    json!({"from": place(jump.from), "over": place(jump.over), "to": place(jump.to),
        "direction": jump.direction.name()})
}

/// `vuelta senku check`.
pub fn check(arguments: &SenkuCheck, common: &Common, out: &mut Output) -> Result<Status, Failure> {
    let (board, moves) = match arguments.files.as_slice() {
        [moves] => ("english", moves),
        [board, moves, ..] => (board.as_str(), moves),
        [] => return Err(Failure::Usage("which list of jumps is to be checked?".to_owned())),
    };
    if board == "-" && moves == "-" {
        return Err(Failure::Usage(
            "the board and the jumps cannot both come from standard input".to_owned(),
        ));
    }
    let game = read_game(board, &arguments.ends)?;
    let steps = notation::parse_jumps(&files::read(moves)?)?;
    let verdict = notation::check(&game, &steps);
    let reason = verdict.reason.as_deref().unwrap_or_default();
    if common.json {
        let value = match verdict.at {
            Some(at) => json!({"legal": false, "at": at, "reason": reason}),
            None => json!({"legal": true, "wins": verdict.wins, "jumps": verdict.jumps.len()}),
        };
        writeln!(out, "{value}")?;
    } else if let Some(at) = verdict.at {
        writeln!(out, "{BAD}not legal{BAD:#} at jump {at}: {reason}")?;
    } else if verdict.wins {
        writeln!(out, "{GOOD}legal and wins{GOOD:#} after {}", plural(verdict.jumps.len(), "jump"))?;
    } else {
        writeln!(out, "legal, but {BAD}does not win{BAD:#}: {reason}")?;
    }
    Ok(if verdict.wins { Status::Done } else { Status::No })
}

/// The board by name or from a file, with its start and its goal.
fn read_game(board: &str, ends: &SenkuEnds) -> Result<Game, Failure> {
    let game = read_board(board, ends.start.as_deref())?;
    let Some(goal) = &ends.goal else { return Ok(game) };
    let goal = match goal.as_str() {
        "any" => Goal::Any,
        "same" => game.same()?,
        text => match text.parse() {
            Ok(square) => Goal::Hole(game.board().require(square)?),
            Err(_) => Goal::Position(read_goal(game.board(), text)?),
        },
    };
    Ok(game.with_goal(goal)?)
}

fn read_board(name: &str, start: Option<&str>) -> Result<Game, Failure> {
    let vacancy = |board: Board, start: &str| {
        let square = start.parse()?;
        let hole = board.require(square)?;
        Ok::<_, Failure>(Game::from_vacancy(board, hole)?)
    };
    let known = NAMED_BOARDS.iter().any(|named| named.name == name);
    if known || (name != "-" && !Path::new(name).exists()) {
        return match start {
            Some(start) => vacancy(Board::named(name)?, start),
            None => Ok(Game::named(name)?),
        };
    }
    let picture = Picture::parse(&files::read(name)?)?;
    match start {
        Some(start) => vacancy(picture.board, start),
        None => Ok(Game::from_picture(picture)?),
    }
}

/// The pegs of the board in this file, which must have the same holes.
fn read_goal(board: &Board, file: &str) -> Result<Position, Failure> {
    if !Path::new(file).exists() {
        return Err(Failure::Usage(format!("the goal '{file}' is no hole, not any, not same and no file")));
    }
    let picture = Picture::parse(&files::read(file)?)?;
    if picture.board != *board {
        return Err(Failure::Usage(format!(
            "the board in '{file}' has other holes than the one that is played"
        )));
    }
    Ok(picture.pegs)
}
