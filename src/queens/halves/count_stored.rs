//! Counts a subproblem with stored lists (N <= 19; with conditions N <= 18): masks of at most 32 bits, joined
//! directly.

use super::join::{Join, JoinMemory};
use super::lists::StoredLists;
use super::row_sets::Rows;
use super::scratch::{HalfBoards, Scratch};
use super::term::Term;
use crate::search::StopFlag;
use crate::simd::sets::Lanes;

/// The term's count for these rows, pairing by pairing. Meaningless once `stop` is abandoned.
#[inline(always)]
pub(super) fn count<L: Lanes>(
    lanes: L,
    term: &Term,
    rows: Rows,
    lists: &[StoredLists; 4],
    scratch: &mut Scratch,
    stop: &StopFlag,
) -> u128 {
    let other = term.other(rows);
    let [ne, se, nw, sw] = lists;
    // All four are requested at once, since each is somewhere else in memory.
    let (ne, se) = (ne.view(rows.north), se.view(rows.south));
    let (nw, sw) = (nw.view(other.north), sw.view(other.south));
    let Scratch { stored: [east, west], joins, .. } = scratch;
    let JoinMemory { items: [once, twice], table, copies, .. } = &mut joins.own;
    let scheme = term.scheme;
    east.fill(lanes, ne, se, scheme.destinations(), stop);
    west.fill(lanes, nw, sw, scheme.destinations(), stop);
    let bits = term.live.count_ones();
    if scheme.separates {
        let long_diagonals = [bits, bits + 1];
        east.separate(lanes, long_diagonals, false);
        west.separate(lanes, long_diagonals, true);
    }
    // From here, `east` is the half with fewer boards.
    if scheme.interchangeable && west.groups[0].len() < east.groups[0].len() {
        std::mem::swap(east, west);
    }
    let mut sum = 0;
    for pairing in scheme.pairings {
        let [patterns, items] = pairing.halves([&mut *east, &mut *west]);
        let items = [united(items, pairing.once, once), united(items, pairing.twice, twice)];
        let patterns = &patterns.groups[pairing.patterns];
        let [once, twice] = lanes.enter(Join { patterns, items, bits, table, copies }).map(u128::from);
        sum += once + 2 * twice; // masks without states have no other weights
    }
    sum
}

/// The half boards of these groups, copied to `room` if there are several groups.
#[inline(always)]
fn united<'a>(boards: &'a HalfBoards<u32>, groups: &[usize], room: &'a mut Vec<u32>) -> &'a [u32] {
    match groups {
        [] => &[],
        &[group] => &boards.groups[group],
        groups => {
            room.clear();
            groups.iter().for_each(|&group| room.extend_from_slice(&boards.groups[group]));
            room
        }
    }
}
