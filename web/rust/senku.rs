//! Questions about Senku. The board stands below the question: `@english`, or rows. POSITION is a bit per hole, in
//! hexadecimal; jumps are numbers in the board's list.
//!
//! ```text
//! board                 holes, jumps, start, goal
//! map MIB               makes the map of the winnable positions; false where it does not fit
//! ask MIB POSITION      winnable, and the good jumps, by the map
//! ways MIB POSITION     the number of solutions from here, by the map; null where it takes longer: ask again
//! solve NODES POSITION  one solution from here, by search
//! fewest                a solution in the fewest moves
//! count MIB             the games and the solutions of the board
//! trace FROM COUNT      steps of the textbook search, packed for the player
//! ```

use crate::{State, host, number, pairs, tell, unknown};
use serde_json::{Value, json};
use vuelta::search::{Context, Progress, StopFlag};
use vuelta::senku::backtrack::{Step, steps};
use vuelta::senku::{
    Counting, Diagram, FewestMoves, Game, Goal, Jump, Lattice, Position, Solution, Solver, Winnable,
    fewest_moves,
};
use vuelta::{Error, known};

/// The milliseconds after which a question is answered, be it by null.
const SLICE: f64 = 30.0;

/// The game that was asked about last, and its map.
pub struct Table {
    text: String,
    game: Game,
    map: Option<Winnable>,
}

pub fn answer(words: &[&str], text: &str, state: &mut State) -> Result<Value, Error> {
    if state.senku.as_ref().is_none_or(|table| table.text != text) {
        state.senku = None; // before the next one takes memory
        state.senku = Some(Table { text: text.to_owned(), game: game(text)?, map: None });
    }
    let State { workers, senku, .. } = state;
    let table = senku.as_mut().expect("set above");
    let mut watch = |progress: &Progress| tell(progress);
    table.answer(words, &mut Context::new(workers).watched_by(&mut watch))
}

impl Table {
    fn answer(&mut self, words: &[&str], context: &mut Context<'_>) -> Result<Value, Error> {
        let game = &self.game;
        match *words {
            ["board"] => Ok(described(game)),
            ["map", mib] => match made(&mut self.map, game, mib, context) {
                Err(Error::Memory { .. } | Error::Input(_)) => Ok(json!({ "made": false })),
                map => map.map(|_| json!({ "made": true })),
            },
            ["ask", mib, position] => {
                let (map, position) = (made(&mut self.map, game, mib, context)?, pegs(position)?);
                let good: Vec<_> = map.good_jumps(position).map(|jump| place(game, jump)).collect();
                Ok(json!({ "winnable": map.contains(position), "good": good }))
            }
            ["ways", mib, position] => {
                let (map, position) = (made(&mut self.map, game, mib, context)?, pegs(position)?);
                map.count_solutions(context)?;
                let ways = in_a_slice(|stop| map.solutions(position, stop))?;
                Ok(json!({ "solutions": ways.map(|ways| ways.to_string()) }))
            }
            ["solve", nodes, position] => {
                let from = game.at(pegs(position)?)?;
                let (solution, _) = Solver::new(&from).max_nodes(number(nodes)?).solve(&context.stop);
                Ok(match solution {
                    Solution::Found(jumps) => json!({ "winnable": true, "jumps": places(game, &jumps) }),
                    Solution::Forbidden | Solution::None => json!({ "winnable": false }),
                    _ => json!({ "winnable": null }),
                })
            }
            ["fewest"] => Ok(match fewest_moves(game, context)? {
                FewestMoves::Found(moves) => {
                    json!({ "moves": moves.iter().map(|jumps| places(game, jumps)).collect::<Vec<_>>() })
                }
                _ => json!({ "moves": null }),
            }),
            ["count", mib] => {
                let counting = Counting::new(game).memory_limit(bytes(mib)?);
                let count = counting.run(context)?.count.ok_or(Error::Stopped)?;
                Ok(json!({
                    "games": count.games.to_string(),
                    "solutions": count.solutions.to_string(),
                    "published": self.published(),
                }))
            }
            ["trace", from, count] => {
                let steps = steps(game).skip(number(from)?).take(number(count)?);
                Ok(json!({ "steps": steps.map(|step| packed(game, step)).collect::<Vec<_>>() }))
            }
            _ => Err(unknown(&words.join(" "))),
        }
    }

    /// The published games and solutions of a named board, with their source.
    fn published(&self) -> Value {
        let Some(name) = self.text.strip_prefix('@') else { return Value::Null };
        let square = |hole| {
            let square = self.game.board().square(hole);
            format!("{} {}", square.row, square.column)
        };
        let start = self.game.vacancies().iter().next().map(square).unwrap_or_default();
        let goal = match self.game.goal() {
            Goal::Hole(hole) => square(hole),
            _ => "any".to_owned(),
        };
        let start = format!("board={name};start={start}");
        let number = |subject: &str, quantity: &str| {
            let number = known::numbers("senku", subject, quantity).first().copied()?;
            Some(json!({ "value": number.value.to_string(), "source": number.citation() }))
        };
        json!({
            "games": number(&start, "games"),
            "solutions": number(&format!("{start};goal={goal}"), "solutions"),
        })
    }
}

/// The map, which is made where it is not there: at first, and after a panic.
fn made<'a>(
    map: &'a mut Option<Winnable>,
    game: &Game,
    mib: &str,
    context: &mut Context<'_>,
) -> Result<&'a mut Winnable, Error> {
    if map.is_none() {
        *map = Some(Winnable::from_position(game, game.start(), bytes(mib)?, context)?);
    }
    Ok(map.as_mut().expect("made above"))
}

/// Works until there is a result or the slice of time is over: newer questions wait no longer. With a raised flag, a call
/// counts a few thousand positions and keeps them.
fn in_a_slice<T>(mut work: impl FnMut(&StopFlag) -> Result<T, Error>) -> Result<Option<T>, Error> {
    let (stop, began) = (StopFlag::default(), host::now());
    stop.finish();
    loop {
        match work(&stop) {
            Err(Error::Stopped) if host::now() - began < SLICE => {}
            Err(Error::Stopped) => return Ok(None),
            result => return result.map(Some),
        }
    }
}

/// A named board, or a drawn one.
fn game(text: &str) -> Result<Game, Error> {
    match text.strip_prefix('@') {
        Some(name) => Game::named(name),
        None => Game::from_diagram(Diagram::parse(text.as_bytes())?),
    }
}

fn described(game: &Game) -> Value {
    let board = game.board();
    let jumps = board
        .jumps()
        .iter()
        .map(|jump| json!([jump.from.index(), jump.over.index(), jump.to.index(), jump.direction.name()]));
    json!({
        "holes": pairs(board.squares()),
        "jumps": jumps.collect::<Vec<_>>(),
        "start": game.start().iter().map(|hole| hole.index()).collect::<Vec<_>>(),
        "goal": match game.goal() {
            Goal::Hole(hole) => json!(hole.index()),
            _ => Value::Null,
        },
        "triangular": board.lattice() == Lattice::Triangular,
    })
}

fn bytes(mib: &str) -> Result<u64, Error> {
    Ok(u64::from(number::<u32>(mib)?) << 20)
}

fn pegs(text: &str) -> Result<Position, Error> {
    let bits = u64::from_str_radix(text, 16);
    bits.map(Position::from_bits).map_err(|_| Error::Input(format!("'{text}' is not a position")))
}

fn place(game: &Game, jump: Jump) -> Option<usize> {
    game.board().jumps().iter().position(|other| *other == jump)
}

fn places(game: &Game, jumps: &[Jump]) -> Vec<Option<usize>> {
    jumps.iter().map(|jump| place(game, *jump)).collect()
}

/// A step as the player unpacks it: its kind and its jump.
fn packed(game: &Game, step: Step) -> Value {
    match step {
        Step::Jump(jump) => json!([0, place(game, jump)]),
        Step::DeadEnd => json!([1]),
        Step::Back(jump) => json!([2, place(game, jump)]),
        Step::Solution => json!([3]),
    }
}
