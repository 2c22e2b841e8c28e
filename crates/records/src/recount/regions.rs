//! The published numbers about region queens without regions, counted again.

use super::{Case, Pace, Recount, Recounted};
use vuelta::known;
use vuelta::regions::{Board, Search};
use vuelta::search::Instant;

/// A recount for each size of the table.
pub(super) fn recounts() -> Vec<Recount> {
    let sizes = known::of("regions").filter_map(|entry| entry.key("n")?.parse().ok());
    sizes.map(recount).collect()
}

fn recount(size: u32) -> Recount {
    Recount {
        case: Case::of_size("regions", size),
        kind: "regions",
        size,
        rank: size + 20,
        pace: Pace::Factor { factor: 11.0, usual: 0.0 },
        compare: Box::new(move |_, context| {
            let (began, board) = (Instant::now(), Board::without_regions(size, 1)?);
            let outcome = Search::new(&board).count_on(context)?;
            let published = known::numbers("regions", &format!("n={size};regions=none"), "solutions");
            let published = published.into_iter().filter(|_| outcome.is_complete());
            let compared = published.map(|published| (outcome.tally, published)).collect();
            Ok(Recounted::by("most constrained unit first", context, began, compared))
        }),
    }
}
