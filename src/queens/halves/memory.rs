//! The memory of a count, estimated before it begins.
//!
//! Lists dominate. A quadrant of h x h squares has q(h, k) placements of k queens (on any k rows). With conditions
//! row j keeps the fraction s_j of its squares, and of the placements about
//!
//! ```text
//! sum over k of q(h, k) e_k(s) / C(h, k)      e_k: the elementary symmetric polynomial, C(h, k) = e_k(1, ..., 1)
//! ```
//!
//! remain. The constants are fitted to peaks of the resident size of counts on 1 to 64 threads (Zen 3, AVX2). Without
//! conditions the estimates are within a quarter of these peaks, or 16 MiB, for N up to 21; subproblems of up to N = 24 were
//! measured in samples.

use super::conditions::FreeSquares;
use super::geometry::Corner;
use super::term::{LARGEST_STORED, Method};
use crate::base::bits::binomial;
use crate::queens::{Board, Symmetry};
use crate::search::PROCESS;

/// The most bytes of lists made as needed: more hardly helps.
pub(super) const LISTS: u64 = 1 << 30;
/// Bytes per placement in the lists of an odd board: those of many terms and four corners.
const ODD: f64 = 170.0;
/// Bytes per placement in lists made as needed: ten, a sixth more for the allocator, and what large pages leave empty.
const AS_NEEDED: u128 = 13;
/// The room from which lists made as needed are seldom made twice.
const LEAST_LISTS: u128 = 24 << 20;
/// The lists that a further subproblem uses while the room for lists is given to others, with those that the allocator has
/// not returned yet: measured at N = 20.
const IN_FLIGHT: u128 = 32 << 20;

/// q(h, k): the ways to place k non-attacking queens on an h x h board.
static PLACEMENTS: [&[u32]; 10] = [
    &[1],
    &[1, 1],
    &[1, 4, 0],
    &[1, 9, 8, 0],
    &[1, 16, 44, 24, 2],
    &[1, 25, 140, 204, 82, 10],
    &[1, 36, 340, 1024, 982, 248, 4],
    &[1, 49, 700, 3628, 7002, 4618, 832, 40],
    &[1, 64, 1288, 10_320, 34_568, 46_736, 22_708, 3192, 92],
    &[1, 81, 2184, 25_096, 131_248, 310_496, 312_956, 119_180, 13_848, 352],
];

/// The estimated least memory in bytes of a count on this many threads.
#[must_use]
pub fn memory(board: &Board, threads: usize) -> u128 {
    needed(board, if Method::of(board).is_stored() { threads } else { 1 }, threads)
}

/// The estimated memory in bytes of a long count: lists made as needed are kept while there is room.
#[must_use]
pub fn usual_memory(board: &Board, threads: usize, limit: Option<u64>) -> u128 {
    let n = board.size();
    let taken = taken(board, side_by_side(board, threads, limit), threads, limit);
    if Method::of(board).is_stored() {
        return taken;
    }
    // Odd boards have four lists for each distance of the middle column's queen.
    let all = AS_NEEDED * placements(n) * if n % 2 == 1 { 4 * u128::from(n / 2) } else { 1 };
    let lists = all.min(cache(board, threads, limit).into());
    taken.max(taken - least_lists(board) + lists)
}

/// The number of subproblems counted at the same time on this many threads within the limit: one per thread, or as
/// many as fit, each on several threads.
#[must_use]
pub fn side_by_side(board: &Board, threads: usize, limit: Option<u64>) -> usize {
    let fits = |side: &usize| limit.is_none_or(|most| taken(board, *side, threads, limit) <= most.into());
    if Method::of(board).is_stored() { threads } else { (1..=threads).rev().find(fits).unwrap_or(1) }
}

/// The room for lists made as needed, after the workers' memory.
pub(super) fn cache(board: &Board, threads: usize, limit: Option<u64>) -> u64 {
    let taken = taken(board, side_by_side(board, threads, limit), threads, limit);
    let rest = (u128::from(limit.unwrap_or(u64::MAX)) + least_lists(board)).saturating_sub(taken);
    u64::try_from(rest).unwrap_or(u64::MAX).min(LISTS)
}

/// The memory for `side` subproblems at the same time, with the lists in flight if the limit leaves no room for all lists.
fn taken(board: &Board, side: usize, threads: usize, limit: Option<u64>) -> u128 {
    let needed = needed(board, side, threads);
    let with_all = needed - least_lists(board) + AS_NEEDED * placements(board.size());
    let has_room = Method::of(board).is_stored() || limit.is_none_or(|limit| with_all <= limit.into());
    if has_room { needed } else { needed + (side as u128 - 1) * IN_FLIGHT }
}

/// The memory for `side` subproblems at the same time.
fn needed(board: &Board, side: usize, threads: usize) -> u128 {
    let (n, side, threads) = (board.size(), side.max(1) as u128, threads.max(1) as u128);
    let joins = if Method::of(board).is_stored() { 0 } else { threads * join_memory(n) };
    u128::from(PROCESS) + side * subproblem_memory(n) + joins + codes(board) + least_lists(board)
}

/// The codes of the classes of row sets, four bytes each. By Burnside's lemma there are a quarter of the C(2h, h) row
/// sets and of the few that a flip keeps; at most twice as many with conditions, which keep one flip or none.
fn codes(board: &Board) -> u128 {
    let half = board.size() / 2;
    let all = u128::from(binomial(2 * half, half));
    let kept = 2 << half;
    if board.has_conditions() { 2 * (all + kept) } else { all + kept }
}

/// The most half boards of a subproblem in the east, and in the west: 2,956 at N = 16, 17,506 at 18, 114,142 at 20.
fn boards(n: u32) -> u128 {
    let steps = (n / 2).saturating_sub(8);
    (0..steps).fold(3_000u128, |boards, _| boards * 13 / 2) / 6u128.pow(8u32.saturating_sub(n / 2))
}

/// The estimated memory in bytes of a subproblem in progress on the N x N board. With lists made as needed: the masks and
/// bucket words of both halves, half as much again for large pages and for longer lists that replace shorter ones, and the
/// quadrants' lists in its own order of bits. The longest list has about six times as many placements as the average.
#[must_use]
pub fn subproblem_memory(n: u32) -> u128 {
    if n <= LARGEST_STORED {
        // All copies of a thread; the middle queens of odd boards need more.
        return (1 << 18) + if n.is_multiple_of(2) { 60 } else { 90 } * boards(n);
    }
    36 * boards(n) + 4 * 8 * 6 * (placements(n) >> (n / 2))
}

/// The copies that a thread gathers and divides for joins of lists made as needed.
fn join_memory(n: u32) -> u128 {
    (7 << 20) + boards(n)
}

/// The placements of a quadrant of an N x N board: 7.7 times as many for each further h.
fn placements(n: u32) -> u128 {
    let known = PLACEMENTS.len() - 1;
    let last: u32 = PLACEMENTS[known].iter().sum();
    (known as u32..n / 2).fold(last.into(), |placements, _| placements * 77 / 10)
}

/// The stored lists, or the least useful room for lists made as needed: a few for each worker, of some thousands.
fn least_lists(board: &Board) -> u128 {
    let n = board.size();
    if !Method::of(board).is_stored() {
        let all = AS_NEEDED * placements(n);
        return all.min(LEAST_LISTS) + all / 256;
    }
    let bytes = if n % 2 == 1 {
        let images = FreeSquares::images(board).into_iter();
        images.map(|(free, _)| ODD / 4.0 * quadrants(&free)).sum()
    } else {
        // With conditions no corners share their columns.
        let bytes = if board.has_conditions() { 8.5 } else { 6.5 };
        bytes * quadrants(&FreeSquares::new(board, Symmetry::ALL[0]))
    };
    bytes as u128
}

/// The approximate number of placements in the four quadrants.
fn quadrants(free: &FreeSquares) -> f64 {
    Corner::ALL.iter().map(|&corner| quadrant(&free.shares(corner))).sum()
}

/// The approximate number of placements in a quadrant with these fractions of free squares per row.
fn quadrant(shares: &[f64]) -> f64 {
    let h = shares.len();
    // The polynomials of the shares, row by row.
    let mut e = vec![0.0; h + 1];
    e[0] = 1.0;
    for share in shares {
        for k in (0..h).rev() {
            e[k + 1] += e[k] * share;
        }
    }
    let of_k = |(k, (&q, e))| f64::from(q) * e / binomial(h as u32, k) as f64;
    (0..).zip(PLACEMENTS[h].iter().zip(&e)).map(of_k).sum()
}

#[cfg(test)]
mod tests {
    use super::super::Halves;
    use super::*;
    use crate::queens::Square;
    use crate::search::{Context, Workers};
    use crate::simd::Isa;

    #[test]
    fn placements_are_those_of_empty_quadrants_and_fewer_under_conditions() {
        for (h, by_queens) in PLACEMENTS.iter().enumerate() {
            let all: u32 = by_queens.iter().sum();
            assert!((quadrant(&vec![1.0; h]) - f64::from(all)).abs() < 0.5);
        }
        // One row blocked: the placements on the other rows remain.
        assert!((quadrant(&[1.0, 1.0, 0.0]) - (1.0 + 6.0 + 8.0 / 3.0)).abs() < 1e-9);
    }

    #[test]
    fn the_limit_decides_between_subproblems_side_by_side_and_threads_within_one() {
        let board = Board::new(26).unwrap();
        let all = taken(&board, 8, 8, Some(0)) as u64;
        assert_eq!(side_by_side(&board, 8, None), 8);
        assert_eq!(side_by_side(&board, 8, Some(all)), 8);
        assert_eq!(side_by_side(&board, 8, Some(all - 1)), 7);
        let least = memory(&board, 8) as u64;
        assert_eq!(side_by_side(&board, 8, Some(least)), 1);
        assert!(least < all / 4 && usual_memory(&board, 8, Some(least)) <= least.into());
        assert_eq!(u128::from(cache(&board, 8, Some(least))), least_lists(&board));
        // Stored lists serve all workers: one subproblem per thread.
        assert_eq!(side_by_side(&Board::new(19).unwrap(), 8, Some(1)), 8);
    }

    #[test]
    fn estimates_grow_with_boards_threads_and_images() {
        let empty = |n| Board::new(n).unwrap();
        for n in 1..30 {
            assert!(memory(&empty(n), 2) > memory(&empty(n), 1));
            // From N = 20 the lists need not be held all at once.
            assert!(memory(&empty(n + 2), 1) > memory(&empty(n), 1) || n == 19, "{n}");
        }
        let blocked = Board::with_conditions(17, &[], &[Square::new(0, 3)]).unwrap();
        let ratio = memory(&blocked, 2) as f64 / memory(&empty(17), 2) as f64;
        assert!((4.0..8.0).contains(&ratio), "{ratio}");
        for n in 20..31 {
            assert!(usual_memory(&empty(n), 2, None) >= memory(&empty(n), 2));
        }
    }

    #[test]
    fn estimates_are_near_the_peaks_of_whole_counts() {
        // MiB of the resident size on 1, 2, 4, 8, 16 and 64 threads, of one run each: Zen 3, AVX2, November 2026.
        for (n, peaks) in [
            (14, [13, 13, 16, 18, 18, 29]),
            (16, [20, 17, 20, 21, 22, 36]),
            (17, [27, 30, 33, 34, 41, 68]),
            (18, [34, 38, 41, 50, 63, 122]),
            (19, [162, 166, 182, 194, 213, 287]),
            (20, [115, 130, 164, 202, 305, 857]),
        ] {
            for (threads, peak) in [1, 2, 4, 8, 16, 64].into_iter().zip(peaks) {
                let said = usual_memory(&Board::new(n).unwrap(), threads, None) >> 20;
                assert!(
                    said.abs_diff(peak) <= (peak / 4).max(16),
                    "N = {n}, {threads} threads: {said} for {peak}"
                );
            }
        }
    }

    #[test]
    fn subproblems_are_as_large_as_was_measured() {
        for (n, most) in [(16, 2956), (18, 17_506), (20, 114_142)] {
            let boards = boards(n) as f64 / f64::from(most);
            assert!((1.0..1.15).contains(&boards), "{n}: {boards}");
        }
        // The memory of a subproblem of 26 in doc/halves.md.
        assert!((1.0e9..1.4e9).contains(&(subproblem_memory(26) as f64)), "{}", subproblem_memory(26));
        // Small boards need memory for each worker and for the process.
        assert!(subproblem_memory(1) >= 1 << 18 && join_memory(1) > 1 << 20);
        assert!((12 << 20..14 << 20).contains(&memory(&Board::new(1).unwrap(), 1)));
        // Each thread has memory for joins, and each subproblem for its half boards.
        let board = Board::new(24).unwrap();
        assert_eq!(needed(&board, 4, 4) - needed(&board, 3, 4), subproblem_memory(24));
        assert_eq!(needed(&board, 2, 4) - needed(&board, 2, 3), join_memory(24));
        assert!(join_memory(24) < subproblem_memory(24) / 10 && join_memory(24) > boards(24));
        assert_eq!(needed(&board, 0, 0), needed(&board, 1, 1));
    }

    #[test]
    fn the_codes_of_classes_are_counted() {
        let workers = Workers::new(2).unwrap();
        let bytes_and_counted = |board: &Board| {
            let halves = Halves::new(board, Isa::Portable, None, &Context::new(&workers)).unwrap();
            assert!(halves.terms[0].row_sets.classes.is_some(), "{board:?} has no classes");
            (4 * u128::from(halves.terms[0].row_sets.len()), codes(board))
        };
        for n in [2, 8, 12, 16, 20, 21, 24] {
            let (bytes, counted) = bytes_and_counted(&Board::new(n).unwrap());
            assert!(bytes <= counted && counted - bytes <= 4 << (n / 2), "{n}: {bytes} {counted}");
            assert!(n < 20 || counted - bytes < bytes / 20, "{n}: {bytes} {counted}");
        }
        // One blocked square in the middle row of each half keeps one flip.
        let mirrored = Board::new(16).unwrap().block([(3, 0), (3, 15)]).unwrap();
        let (bytes, counted) = bytes_and_counted(&mirrored);
        assert!(bytes <= counted);
    }

    #[test]
    fn lists_take_what_their_placements_need() {
        let sum = |h: usize| PLACEMENTS[h].iter().sum::<u32>();
        assert_eq!([placements(18), placements(19)], [u128::from(sum(9)); 2]);
        for n in (18..31).step_by(2) {
            let growth = placements(n + 2) as f64 / placements(n) as f64;
            assert!(
                (7.6..7.8).contains(&growth) && growth > f64::from(sum(9)) / f64::from(sum(8)),
                "{growth}"
            );
        }
        // Stored: four quadrants of masks of four bytes, and room to grow; more without classes.
        let free_row = |n: u32| Board::with_conditions(n, &[], &[Square::new(n / 2, 0)]).unwrap();
        for n in [12, 14, 16, 18] {
            let bytes = least_lists(&Board::new(n).unwrap()) as f64 / (16.0 * f64::from(sum(n as usize / 2)));
            assert!((1.5..1.75).contains(&bytes), "{n}: {bytes}");
            let more = least_lists(&free_row(n)) as f64 / least_lists(&Board::new(n).unwrap()) as f64;
            assert!((1.2..4.0 / 3.0).contains(&more), "{n}: {more}");
        }
        // The lists of an odd board belong to many terms.
        for n in [13, 15, 17, 19] {
            let bytes = least_lists(&Board::new(n).unwrap()) as f64 / f64::from(sum(n as usize / 2));
            assert!((165.0..175.0).contains(&bytes), "{n}: {bytes}");
        }
        // Made as needed: 13 bytes per placement, four lists for each distance of an odd board's middle queen, at
        // most the room.
        let kept = |n, limit| {
            let board = Board::new(n).unwrap();
            usual_memory(&board, 2, limit) + least_lists(&board) - needed(&board, 2, 2)
        };
        assert_eq!([20, 22].map(|n| kept(n, None)), [20, 22].map(|n| AS_NEEDED * placements(n)));
        assert_eq!([24, 21, 23].map(|n| kept(n, None)), [u128::from(LISTS); 3]);
        // At least 24 MiB, and a few thousandths of all.
        for n in [20, 22, 26, 30] {
            let least = least_lists(&Board::new(n).unwrap()) - LEAST_LISTS;
            assert!(
                (0.003..0.005).contains(&(least as f64 / (AS_NEEDED * placements(n)) as f64)),
                "{n}: {least}"
            );
        }
        let board = Board::new(22).unwrap();
        let limit = taken(&board, 2, 2, Some(0)) + 1000;
        assert_eq!(kept(22, Some(limit as u64)), least_lists(&board) + 1000 + IN_FLIGHT);
        assert_eq!(cache(&board, 2, Some(limit as u64)), least_lists(&board) as u64 + 1000);
    }

    #[test]
    fn what_is_taken_stays_below_every_limit_that_can_be_kept() {
        for n in 20..32 {
            let board = Board::new(n).unwrap();
            for threads in [1, 2, 5, 16] {
                let least = memory(&board, threads);
                for limit in [least, least + 1, least * 3 / 2, 4 * least, 40 * least] {
                    let taken = usual_memory(&board, threads, u64::try_from(limit).ok());
                    assert!((least..=limit).contains(&taken), "{n}: {taken} of {limit}, {threads} threads");
                }
            }
        }
    }
}
