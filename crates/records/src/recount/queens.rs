//! The published numbers about N queens, counted again.

use super::{Case, Compare, Means, Pace, Recount, Recounted};
use crate::Countable;
use vuelta::known;
use vuelta::queens::{Board, Counting, Engine, backtrack};
use vuelta::search::Instant;

/// A recount for each size and quantity of the table: all solutions of a board without conditions, those with a queen on
/// each square of the first row in turn, and the nodes of the textbook search.
pub(super) fn recounts() -> Vec<Recount> {
    let sizes = |quantity: &'static str| {
        let entries = known::of("queens").filter(move |entry| entry.quantity == quantity);
        entries.filter_map(|entry| entry.key("n")?.parse().ok())
    };
    let growing = |factor| Pace::Factor { factor, usual: 0.0 };
    let total = |size| recount(size, "queens", 2 * size, Pace::SecondLast, total(size));
    let first_row = |size| recount(size, "first row", 2 * size + 6, growing(3.0), first_row(size));
    let nodes = |size| recount(size, "nodes", 2 * size + 10, growing(6.0), nodes(size));
    sizes("total")
        .map(total)
        .chain(sizes("first_row").map(first_row))
        .chain(sizes("nodes").map(nodes))
        .collect()
}

fn recount(size: u32, kind: &'static str, rank: u32, pace: Pace, compare: Box<Compare>) -> Recount {
    let case = Case::of_size("queens", size);
    let case = if kind == "queens" { case } else { case.part(kind) };
    Recount { case, kind, size, rank, pace, compare }
}

fn counting(board: Board, means: &Means<'_>) -> Counting {
    let counting = Counting::new(board).isa(means.isa).memory_limit(means.memory_limit);
    // Other engines run on the processor.
    if counting.resolved_engine() == Engine::Halves {
        counting.device(means.device.clone())
    } else {
        counting
    }
}

fn total(size: u32) -> Box<Compare> {
    Box::new(move |means, context| {
        let counting = counting(Board::from_zero(size)?, means);
        Ok(counting.count(context)?.into())
    })
}

/// A count for each square of the first row of which the number was published.
fn first_row(size: u32) -> Box<Compare> {
    Box::new(move |means, context| {
        let published = known::numbers("queens", &format!("n={size}"), "first_row");
        let of_column = |column| Ok(counting(Board::new(size)?.fix([(0, column)])?, means));
        Recounted::one_by_one(published, context, of_column)
    })
}

fn nodes(size: u32) -> Box<Compare> {
    Box::new(move |_, context| {
        let began = Instant::now();
        let nodes = backtrack::nodes(&Board::new(size)?, context)?;
        let published = known::numbers("queens", &format!("n={size}"), "nodes");
        let compared = nodes.unwrap_or_default().into_iter().map(u128::from).zip(published).collect();
        Ok(Recounted::by("backtrack", context, began, compared))
    })
}
