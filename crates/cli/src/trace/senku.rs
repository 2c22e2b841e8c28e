//! `vuelta senku trace`: jumps, dead ends, steps back.

use super::files::wants_names;
use super::tally::{End, Kind, Tally};
use super::{Pairs, Traced, run};
use crate::args::SenkuTrace;
use crate::boards::pegs_text;
use crate::failure::Outcome;
use crate::output::{Output, plural};
use crate::senku::{read_game, short_name};
use crate::session::Session;
use serde_json::{Value, json};
use std::io::{self, Write};
use vuelta::senku::backtrack::{Step, steps};
use vuelta::senku::{Game, Hole, Jump, Lattice, Position};
use vuelta::{Error, Square};
use vuelta_picture::{Language, Picture};
use vuelta_records::{SenkuSubject, grouped, pair};

/// Traces the textbook search for the game's solutions.
pub fn trace(arguments: &SenkuTrace, session: &mut Session<'_>, out: &mut Output) -> Outcome {
    let game = read_game(&arguments.game.board, &arguments.game.ends)?;
    let are_square = game.board().lattice() == Lattice::Square;
    let typed = arguments.game.ends.have_names(game.board());
    let names = typed || are_square && wants_names(&arguments.trace, [].iter());
    let name = short_name(&arguments.game.board).to_owned();
    run(&Senku { game, name, names }, &arguments.trace, session, out)
}

struct Senku {
    game: Game,
    /// The board's name, or the name of its file.
    name: String,
    /// Whether holes are printed by name.
    names: bool,
}

impl Senku {
    fn square(&self, hole: Hole) -> Square {
        self.game.board().square(hole)
    }

    /// The jump as jump lists have it: `DOWN from [1,3]`.
    fn jump(&self, jump: Jump) -> String {
        let text = format!("{} from {}", jump.direction, self.square(jump.from));
        if self.names { self.game.board().with_names(&text) } else { text }
    }

    fn pair(&self, hole: Hole) -> [u32; 2] {
        pair(self.square(hole))
    }
}

impl Traced for Senku {
    type Step = Step;
    type State = Position;
    const REJECTED: [&'static str; 2] = ["dead ends", "dead_ends"];

    fn steps(&self) -> impl Iterator<Item = Step> {
        steps(&self.game)
    }

    fn start(&self) -> Position {
        self.game.start()
    }

    fn apply(&self, step: Step, position: &mut Position) -> Kind {
        if let Step::Jump(jump) | Step::Back(jump) = step {
            *position = jump.play(*position);
        }
        match step {
            Step::Jump(_) => Kind::Down,
            Step::DeadEnd => Kind::Rejected,
            Step::Back(_) => Kind::Back,
            Step::Solution => Kind::Solution,
        }
    }

    fn line(&self, step: Step, position: &Position, solutions: u64) -> String {
        match step {
            Step::Jump(jump) => format!("jump {}", self.jump(jump)),
            Step::DeadEnd => format!("dead end, {} left", plural(position.len(), "peg")),
            Step::Back(jump) => format!("back {}", self.jump(jump)),
            Step::Solution => {
                let jumps = self.game.start().len() - position.len();
                format!("solution {solutions}: {}", plural(jumps, "jump"))
            }
        }
    }

    fn json(&self, step: Step, position: &Position, solutions: u64) -> Pairs {
        let with_jump = |step: &str, jump: Jump| {
            let holes = [("from", jump.from), ("over", jump.over), ("to", jump.to)];
            let holes = holes.map(|(name, hole)| (name, json!(self.pair(hole))));
            [&[("step", json!(step))][..], &holes, &[("direction", json!(jump.direction.name()))]].concat()
        };
        match step {
            Step::Jump(jump) => with_jump("jump", jump),
            Step::DeadEnd => vec![("step", json!("dead_end")), ("pegs", json!(position.len()))],
            Step::Back(jump) => with_jump("back", jump),
            Step::Solution => {
                let jumps = self.game.start().len() - position.len();
                vec![("step", json!("solution")), ("number", json!(solutions)), ("jumps", json!(jumps))]
            }
        }
    }

    fn board(&self, step: Step, position: &Position, out: &Output) -> (String, usize) {
        let text = pegs_text(self.game.board(), *position, out);
        let text = text.trim_end_matches('\n').to_owned();
        // The last row of the board, above the line of numbers if there is one.
        let rows = text.lines().count();
        let row = match step {
            Step::Jump(jump) | Step::Back(jump) => {
                // Coloured square boards have a line of numbers above, plain triangles have their heading.
                let is_square = self.game.board().lattice() == Lattice::Square;
                self.square(jump.to).row as usize + usize::from(is_square == out.has_colors())
            }
            _ => rows / 2,
        };
        (text, row.min(rows.saturating_sub(1)))
    }

    fn picture(&self, step: Option<Step>, position: &Position, language: Language) -> Result<Picture, Error> {
        Picture::senku_step(self.game.board(), *position, step, language)
    }

    fn packed(&self, step: Step) -> Value {
        let place = |jump| self.game.board().jumps().iter().position(|other| *other == jump);
        match step {
            Step::Jump(jump) => json!([0, place(jump)]),
            Step::DeadEnd => json!([1]),
            Step::Back(jump) => json!([2, place(jump)]),
            Step::Solution => json!([3]),
        }
    }

    fn page(&self) -> Pairs {
        let board = self.game.board();
        let pairs = |holes: Position| holes.iter().map(|hole| self.pair(hole)).collect::<Vec<_>>();
        let jumps = board.jumps().iter().map(|jump| {
            let [from, over, to] = [jump.from, jump.over, jump.to].map(Hole::index);
            json!([from, over, to, jump.direction.name()])
        });
        vec![
            ("problem", json!("senku")),
            ("holes", json!(pairs(board.holes()))),
            ("start", json!(pairs(self.game.start()))),
            ("triangular", json!(board.lattice() == Lattice::Triangular)),
            ("names", json!(self.names && board.has_names())),
            ("jumps", jumps.collect()),
        ]
    }

    fn side(&self) -> u32 {
        self.game.board().squares().iter().map(|square| square.row.max(square.column) + 2).max().unwrap_or(1)
    }

    fn title(&self, _: Language) -> String {
        format!("Senku, {}", self.name)
    }

    fn summary(&self, tally: &Tally, _: End) -> [Pairs; 2] {
        let SenkuSubject { board, start, goal, .. } = SenkuSubject::new(&self.name, &self.game);
        let problem = vec![
            ("problem", json!("senku")),
            ("board", json!(board)),
            ("start", json!(start)),
            ("goal", json!(goal)),
        ];
        [problem, vec![("nodes_by_jumps", json!(tally.levels))]]
    }

    fn print_levels(&self, tally: &Tally, _: End, out: &mut Output) -> io::Result<()> {
        let nodes: Vec<String> = tally.levels.iter().map(|&nodes| grouped(nodes.into())).collect();
        writeln!(out, "  nodes by jumps made: {}", nodes.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::super::beside;
    use super::*;
    use crate::args::When;
    use vuelta::senku::Diagram;

    #[test]
    fn a_board_with_its_step_reads_back() {
        for (name, color) in [
            ("english", When::Never),
            ("english", When::Always),
            ("triangle15", When::Never),
            ("triangle15", When::Always),
        ] {
            let (out, problem) = (
                Output::new(color),
                Senku { game: Game::named(name).unwrap(), name: String::new(), names: false },
            );
            let mut position = problem.start();
            for step in problem.steps().take(60) {
                problem.apply(step, &mut position);
                for room in [None, Some(20)] {
                    let ((board, row), mut text) = (problem.board(step, &position, &out), vec![]);
                    assert!(beside(&board, row, &problem.line(step, &position, 1), room, &mut text).unwrap());
                    let diagram = Diagram::parse(&text).unwrap();
                    assert_eq!(
                        (&diagram.board, diagram.pegs),
                        (problem.game.board(), position),
                        "{}",
                        String::from_utf8_lossy(&text)
                    );
                }
            }
        }
    }
}
