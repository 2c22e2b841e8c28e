//! One game of Senku, jump by jump.

use super::{Row, Tabular, pair};
use serde::Serialize;
use vuelta::senku::{Board, Game, Jump, moves, visited};

/// A game: as JSON whole, in the other formats a row for each jump.
#[derive(Debug, Clone, Default, Serialize)]
pub struct GameRecord {
    /// Its jumps, in order.
    pub jumps: Vec<JumpRecord>,
    /// Pegs at the end.
    pub pegs_left: usize,
    /// Whether it ends in the goal.
    pub wins: bool,
    /// Its moves, chains of jumps by one peg: the holes (row and column) that the peg leaves and lands in, in order.
    pub moves: Vec<Vec<[u32; 2]>>,
    /// The seed that it was drawn with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// No solution has fewer moves: where the search for the fewest was stopped. In a search for the fewest pegs, no game
    /// leaves fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<usize>,
    /// In a search for the fewest pegs, whether the bound is reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proved: Option<bool>,
}

/// A jump: holes as row and column.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct JumpRecord {
    /// The hole that the peg leaves.
    pub from: [u32; 2],
    /// The hole of the peg that is taken.
    pub over: [u32; 2],
    /// The hole that it lands in.
    pub to: [u32; 2],
    /// The direction's name.
    pub direction: &'static str,
}

impl JumpRecord {
    /// This jump on this board.
    #[must_use]
    pub fn new(board: &Board, jump: Jump) -> Self {
        let [from, over, to] = [jump.from, jump.over, jump.to].map(|hole| pair(board.square(hole)));
        JumpRecord { from, over, to, direction: jump.direction.name() }
    }
}

impl GameRecord {
    /// The record of these jumps, which are legal.
    #[must_use]
    pub fn new(game: &Game, jumps: &[Jump]) -> Self {
        let (board, end) = (game.board(), game.after(jumps));
        let path = |chain: &[Jump]| visited(chain).map(|hole| pair(board.square(hole))).collect();
        GameRecord {
            jumps: jumps.iter().map(|&jump| JumpRecord::new(board, jump)).collect(),
            pegs_left: end.len(),
            wins: game.is_won(end),
            moves: moves(jumps).map(path).collect(),
            ..GameRecord::default()
        }
    }
}

impl Tabular for GameRecord {
    fn rows(&self) -> Vec<Row> {
        // A move of j jumps visits j + 1 holes.
        let moves = (1..).zip(&self.moves).flat_map(|(number, holes)| holes[1..].iter().map(move |_| number));
        let row = |((number, jump), of_move): ((usize, &JumpRecord), usize)| {
            let hole = |[row, column]: [u32; 2]| format!("{row},{column}");
            vec![
                ("jump", number.to_string()),
                ("direction", jump.direction.to_owned()),
                ("from", hole(jump.from)),
                ("over", hole(jump.over)),
                ("to", hole(jump.to)),
                ("move", of_move.to_string()),
            ]
        };
        (1..).zip(&self.jumps).zip(moves).map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vuelta::senku::{Goal, Solution, Solver};

    #[test]
    fn a_game_is_recorded_jump_by_jump() {
        let game = Game::named("triangle15").unwrap().with_goal(Goal::Any).unwrap();
        let (Solution::Found(jumps), _) = Solver::new(&game).solve(&Default::default()) else {
            panic!("the triangle can be solved")
        };
        let record = GameRecord::new(&game, &jumps);
        assert_eq!((record.jumps.len(), record.pegs_left, record.wins), (13, 1, true));
        let json = serde_json::to_string(&record).unwrap();
        assert!(json.starts_with("{\"jumps\":[{\"from\":["), "{json}");
        assert!(json.contains("],\"pegs_left\":1,\"wins\":true,\"moves\":[[["), "{json}");
        // A move of j jumps visits j + 1 holes, and the jumps know their move.
        let holes: usize = record.moves.iter().map(Vec::len).sum();
        assert_eq!(holes, 13 + record.moves.len());
        let rows = record.rows();
        assert_eq!(rows[12].last(), Some(&("move", record.moves.len().to_string())));
        assert_eq!(*record.moves.last().unwrap().last().unwrap(), record.jumps[12].to);
        assert_eq!(rows[0][0], ("jump", "1".to_owned()));
    }
}
