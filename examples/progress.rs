//! A count that is watched, and stopped from another thread; what was finished by then is exact.
//!
//! `cargo run --release --example progress`

use std::thread;
use std::time::Duration;
use vuelta::queens::{Board, Counting};
use vuelta::search::{Context, Progress, StopFlag, Workers};

fn main() -> Result<(), vuelta::Error> {
    let workers = Workers::new(0)?; // one for each processor
    let stop = StopFlag::default();
    let flag = stop.clone();
    thread::spawn(move || {
        thread::sleep(Duration::from_secs(1));
        flag.finish(); // `abandon` would drop the subproblems in progress
    });

    let mut watch = |progress: &Progress| {
        let left = progress.eta().map_or_else(String::new, |left| format!(", {} s left", left.as_secs()));
        println!("{:.1} %{left}", 100.0 * progress.fraction());
    };
    let mut context = Context::new(&workers).until(&stop).watched_by(&mut watch);
    let count = Counting::new(Board::new(21)?).run(&mut context)?;

    let outcome = &count.work.outcome;
    assert_eq!(count.total().is_some(), outcome.is_complete()); // a part has no total
    println!("{} of {} subproblems hold {} solutions", outcome.done, outcome.total, outcome.tally);
    Ok(())
}
