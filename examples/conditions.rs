//! Boards with conditions: queens that are fixed, squares that are blocked; other boards and other rules.
//!
//! `cargo run --release --example conditions`

use vuelta::queens::placements::{self, Field, Rules};
use vuelta::queens::{self, Board, Completion};
use vuelta::search::{Context, Workers};

fn main() -> Result<(), vuelta::Error> {
    // (row, column) from the top left: the squares b4 and d5.
    let board = Board::new(8)?.fix([(4, 1), (3, 3)])?;
    for solution in queens::solutions(&board) {
        println!("queens in columns {solution:?} of rows 0 to 7");
    }
    // With a1 blocked too: is there one left, and if not, how many queens fit?
    let workers = Workers::new(2)?;
    let context = &mut Context::new(&workers);
    let completion = Completion::of(&board.block([(7, 0)])?, context)?;
    println!("at most {} queens fit", completion.queens.len());

    // How many ways there are to place 0, 1, 2, ... queens, on a board that is not square, and by other rules.
    for (rows, columns, rules) in [(8, 12, Rules::QUEEN), (7, 7, Rules { knight: true, torus: true })] {
        let field = Field::new(rows, columns, rules)?;
        let count = placements::Counting::new(field).run(context)?;
        println!("{rows} x {columns}, {rules}: {:?}", count.counts.unwrap_or_default());
    }
    Ok(())
}
