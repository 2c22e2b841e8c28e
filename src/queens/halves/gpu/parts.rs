//! The parts of sorted lists that a join compares: a card gathers them, as `Sorted::gather` does on the processor.

use super::super::buckets::{Buckets, Items, Keys, Sorted};
use std::ops::Range;

/// Words of a list. The patterns are list 0, then come the items.
pub(super) struct Part {
    pub list: usize,
    pub words: Range<usize>,
}

/// The lists, by their numbers.
pub(super) fn lists<'a>(sorted: &Sorted<'a>) -> Vec<&'a [u32]> {
    let items = sorted.items.iter().map(|items| items.list);
    std::iter::once(sorted.patterns).chain(items).map(|list| &*list.words).collect()
}

/// Finds the parts of a join: its patterns, its items that count once, and those that count twice.
pub(super) fn find(sorted: &Sorted<'_>, join: usize, parts: &mut [Vec<Part>; 3]) {
    let Keys { state, patterns: u_bits, items: v_bits, .. } = sorted.keys;
    let all = |bits: u32| (1usize << bits) - 1;
    // state, u, v: from the highest bits down
    let (own, u, v) = (join >> (u_bits + v_bits), join >> v_bits & all(u_bits), join & all(v_bits));
    parts.iter_mut().for_each(Vec::clear);
    add(&mut parts[0], (0, sorted.patterns), join & !all(v_bits), 0, all(v_bits) & !v);
    for other in (0..=all(state)).filter(|other| own & other == 0) {
        for (list, Items { list: buckets, weights }) in (1..).zip(sorted.items) {
            let (weight, first) = (weights[own][other], other << (u_bits + v_bits) | v);
            if weight > 0 {
                add(&mut parts[usize::from(weight)], (list, buckets), first, v_bits, all(u_bits) & !u);
            }
        }
    }
}

/// Adds the buckets `first + (s << shift)` of a list for all subsets s of `keys`.
fn add(parts: &mut Vec<Part>, (list, buckets): (usize, &Buckets), first: usize, shift: u32, keys: usize) {
    let mut subset = 0;
    loop {
        let bucket = first + (subset << shift);
        let words = buckets.starts[bucket] as usize..buckets.starts[bucket + 1] as usize;
        match parts.last_mut() {
            // Adjacent buckets are one part.
            Some(last) if last.list == list && last.words.end == words.start => last.words.end = words.end,
            _ => parts.push(Part { list, words }),
        }
        if subset == keys {
            return;
        }
        subset = subset.wrapping_sub(keys) & keys;
    }
}
