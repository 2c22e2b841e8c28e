//! Counts: queens and peg solitaire, each in a line, and a count with an engine and a memory limit of its own.
//!
//! `cargo run --release --example count`

use vuelta::queens::{self, Board, Counting, Engine};
use vuelta::search::{Context, Workers};
use vuelta::senku::{self, Game};

fn main() -> Result<(), vuelta::Error> {
    println!("12 queens: {} solutions", queens::count(12)?);
    let senku = senku::count(&Game::named("triangle15")?)?;
    println!("triangle15: {} games, {} of them solutions", senku.games, senku.solutions);

    let counting = Counting::new(Board::new(13)?).engine(Engine::Bitmask).memory_limit(64 << 20);
    let count = counting.run(&mut Context::new(&Workers::new(2)?))?;
    // A count that ran to its end has a total, and without conditions the number up to symmetry.
    assert_eq!((count.total(), count.fundamental), (Some(73_712), Some(9_233)));
    println!("13 queens: 73712 solutions, 9233 up to symmetry, by {} in {:?}", count.engine, count.elapsed);
    Ok(())
}
