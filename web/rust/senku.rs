//! Questions about Senku. The board stands below the question: `@english`, or rows. POSITION is a bit per hole, in
//! hexadecimal; jumps are numbers in the board's list.
//!
//! ```text
//! board                 holes, jumps, start, goal
//! map MIB               makes the map of the winnable positions; false where it does not fit
//! ask POSITION          winnable, and the good jumps: needs the map
//! ways POSITION         the number of solutions from here: needs the map
//! solve NODES POSITION  one solution from here, by search
//! fewest                a solution in the fewest moves
//! count MIB             the games and the solutions of the board
//! trace FROM COUNT      steps of the textbook search, packed for the player
//! ```

use crate::{State, number, pairs, tell, unknown};
use serde_json::{Value, json};
use vuelta::search::{Progress, StopFlag, Workers};
use vuelta::senku::backtrack::{Step, Steps};
use vuelta::senku::{
    Counting, Diagram, FewestMoves, Game, Goal, Jump, Lattice, Position, Solution, Solver, Winnable,
    fewest_moves,
};
use vuelta::{Error, known};

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
    table.answer(words, workers)
}

impl Table {
    fn answer(&mut self, words: &[&str], workers: &Workers) -> Result<Value, Error> {
        let (game, stop) = (&self.game, StopFlag::default());
        let mut watch = |progress: &Progress| tell(progress);
        match *words {
            ["board"] => Ok(described(game)),
            ["map", mib] => {
                if self.map.is_none() {
                    match Winnable::of(game, None, bytes(mib)?, workers, &stop, &mut watch) {
                        Err(Error::Memory { .. }) => return Ok(json!({ "made": false })),
                        map => self.map = Some(map?),
                    }
                }
                Ok(json!({ "made": true }))
            }
            ["ask", position] => {
                let (map, position) = (self.map()?, pegs(position)?);
                let good: Vec<_> = map.good_jumps(position).map(|jump| place(game, jump)).collect();
                Ok(json!({ "winnable": map.contains(position), "good": good }))
            }
            ["ways", position] => {
                let map = self.map.as_mut().ok_or_else(no_map)?;
                Ok(json!({ "solutions": map.solutions(pegs(position)?, &stop)?.to_string() }))
            }
            ["solve", nodes, position] => {
                let from = Game::new(game.board().clone(), pegs(position)?)?.with_goal(game.goal())?;
                let (solution, _) = Solver::new(&from).max_nodes(number(nodes)?).solve(&stop);
                Ok(match solution {
                    Solution::Found(jumps) => json!({ "winnable": true, "jumps": places(game, &jumps) }),
                    Solution::Forbidden | Solution::None => json!({ "winnable": false }),
                    Solution::GaveUp | Solution::Stopped => json!({ "winnable": null }),
                })
            }
            ["fewest"] => Ok(match fewest_moves(game, workers, &stop)? {
                FewestMoves::Found(moves) => {
                    json!({ "moves": moves.iter().map(|jumps| places(game, jumps)).collect::<Vec<_>>() })
                }
                _ => json!({ "moves": null }),
            }),
            ["count", mib] => {
                let counting = Counting::new(game).memory_limit(bytes(mib)?);
                let count = counting.run(workers, &stop, &mut watch)?.count.ok_or(Error::Stopped)?;
                Ok(json!({
                    "games": count.games.to_string(),
                    "solutions": count.solutions.to_string(),
                    "published": self.published(),
                }))
            }
            ["trace", from, count] => {
                let steps = Steps::of(game).skip(number(from)?).take(number(count)?);
                Ok(json!({ "steps": steps.map(|step| packed(game, step)).collect::<Vec<_>>() }))
            }
            _ => Err(unknown(&words.join(" "))),
        }
    }

    fn map(&self) -> Result<&Winnable, Error> {
        self.map.as_ref().ok_or_else(no_map)
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

fn no_map() -> Error {
    Error::Input("the map is not made yet".to_owned())
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
