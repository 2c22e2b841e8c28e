//! A count divided into three shards, as if on three machines: each keeps a ledger, from which it would resume after a
//! kill; the ledgers' union is the whole count.
//!
//! `cargo run --release --example shards`

use vuelta::queens::{Board, Counting};
use vuelta::search::{Context, Keeping, Ledger, Shard, Workers};

fn main() -> Result<(), vuelta::Error> {
    let workers = Workers::new(2)?;
    let folder = std::env::temp_dir().join(format!("vuelta-shards-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    let paths = [1, 2, 3].map(|number| folder.join(format!("shard-{number}-of-3.ledger")));
    for (number, path) in (1..).zip(&paths) {
        let (shard, ledger) = (Some(Shard::new(number, 3)?), Some(path.clone()));
        let keeping = Keeping { shard, ledger, ..Keeping::default() };
        let count = Counting::new(Board::new(14)?).keep(keeping).run(&mut Context::new(&workers))?;
        println!("shard {number} of 3: {} solutions", count.work.outcome.tally);
    }

    let [first, second, third] = paths.each_ref().map(|path| Ledger::read(path));
    let union = first?.unite([(&second?, &*paths[1]), (&third?, &*paths[2])])?;
    let counting = Counting::of_ledger(&union.header)?;
    let (count, survey) = counting.merged(&union, &paths[0], &Context::new(&workers))?;
    assert!(survey.missing.is_empty() && count.total() == Some(365_596));
    println!("together: 365596 solutions, {:?} up to symmetry", count.fundamental);
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    Ok(())
}
