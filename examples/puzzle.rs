//! A region queens puzzle: made, proved to have one solution, graded, and explained step by step.
//!
//! `cargo run --release --example puzzle`

use vuelta::regions::deduce::{Ending, Hint, hint, way};
use vuelta::regions::{Maker, Search, Verdict};
use vuelta::search::StopFlag;

fn main() -> Result<(), vuelta::Error> {
    let stop = StopFlag::default();
    let board = Maker::new(8)?.level(2)?.seed(2026).make(&stop)?;
    print!("{board}");

    let Verdict::Unique(solution) = Search::new(&board).verdict()? else {
        unreachable!("made puzzles have one solution");
    };
    if let Hint::Step(step) = hint(&board, &[], &[], &stop)? {
        println!("a hint: {}", step.text);
    }
    let way = way(&board, &[])?;
    for (number, step) in (1..).zip(&way.steps) {
        println!("{number}. {}", step.text);
    }
    assert_eq!((way.ending, way.queens), (Ending::Solved, solution));
    println!("{}", way.grade);
    Ok(())
}
