//! The partitions of a level: one for each orbit of patterns on S.
//!
//! A symmetry of the start maps positions to positions that are reached in as many ways. So of each orbit of patterns
//! on S only the least, the representative, is kept, with the orbit's size as its weight. If some symmetries keep s
//! itself, all patterns of R are kept all the same: a few slots then hold equal numbers, but no tie has to be broken.
//!
//! Run time O(2^|S| · symmetries), memory 5 bytes per pattern on S.

use super::ranks::{Bin, NO_CLASS, Ranks};
use super::split::{Action, Split};
use crate::search::StopFlag;
use crate::senku::{Group, Position};

/// One partition.
#[derive(Debug, Clone, Copy)]
pub(in crate::senku) struct Partition {
    /// The representative, a pattern on S.
    pub pattern: u32,
    /// The size of its orbit.
    pub weight: u32,
    /// The symmetries that keep the representative: bit `g` is the group's element `g`.
    pub fixing: u64,
    /// The number of the class of its patterns on R; [`NO_CLASS`] if there are none.
    pub class: u32,
}

/// All partitions, and the partition of each pattern on S.
#[derive(Debug)]
pub(in crate::senku) struct Partitions {
    pub list: Vec<Partition>,
    /// For each pattern on S, the number of its partition.
    number: Vec<u32>,
    /// For each pattern on S, a symmetry that maps it to the representative.
    toward: Vec<u8>,
}

impl Partitions {
    /// Finds the partitions of the positions of the class of `start`; `None` if `stop` was raised.
    pub fn new(
        group: &Group,
        split: &Split,
        actions: &[Action],
        ranks: &Ranks,
        start: Position,
        stop: &StopFlag,
    ) -> Option<Self> {
        let inverse = inverses(group);
        let patterns = 1usize << split.s.len();
        let mut partitions =
            Partitions { list: Vec::new(), number: vec![u32::MAX; patterns], toward: vec![0; patterns] };
        for pattern in 0..patterns as u32 {
            if partitions.number[pattern as usize] != u32::MAX {
                continue;
            }
            if stop.is_raised() {
                return None;
            }
            let (mut weight, mut fixing) = (0, 0);
            for (g, action) in actions.iter().enumerate() {
                let image = action.apply(pattern) as usize;
                fixing |= u64::from(image == pattern as usize) << g;
                if partitions.number[image] == u32::MAX {
                    partitions.number[image] = partitions.list.len() as u32;
                    partitions.toward[image] = inverse[g];
                    weight += 1;
                }
            }
            // Classes add as positions do.
            let class = ranks.class_number(start ^ split.s.position(pattern));
            partitions.list.push(Partition { pattern, weight, fixing, class });
        }
        Some(partitions)
    }

    /// Orders the partitions by this many of the highest holes, then by the size of their patterns and by class: neighbours
    /// have equal bins.
    pub fn sort(&mut self, leading: usize) {
        // Numbered from 1, with 0 for none. The patterns ascend already.
        let class = |part: &Partition| part.class.wrapping_add(1) as usize;
        let classes = 1 + self.list.iter().map(class).max().unwrap_or(0);
        let below = self.number.len().ilog2().saturating_sub(leading as u32);
        let mut alike = vec![vec![]; (33 * classes) << leading];
        for (number, part) in (0u32..).zip(&self.list) {
            let size = 33 * (part.pattern >> below) + part.pattern.count_ones();
            alike[size as usize * classes + class(part)].push(number);
        }
        let order = alike.concat();
        let mut place = vec![0; order.len()];
        (0..).zip(&order).for_each(|(new, &old)| place[old as usize] = new);
        self.list = order.iter().map(|&old| self.list[old as usize]).collect();
        self.number.iter_mut().for_each(|number| *number = place[*number as usize]);
    }

    /// The partition of a pattern on S, and the symmetry that maps the pattern to the representative.
    pub fn find(&self, pattern: u32) -> (usize, usize) {
        (self.number[pattern as usize] as usize, usize::from(self.toward[pattern as usize]))
    }
}

impl Partition {
    /// The partition's bin at the level of `pegs` pegs, empty if there are no positions.
    #[inline(always)]
    pub fn bin(&self, ranks: &Ranks, pegs: usize) -> Bin {
        let r_pegs = pegs.checked_sub(self.pattern.count_ones() as usize);
        match r_pegs {
            Some(r_pegs) if self.class != NO_CLASS && r_pegs <= ranks.holes => ranks.bin(self.class, r_pegs),
            _ => Bin::default(),
        }
    }
}

/// The index of each element's inverse.
pub(in crate::senku) fn inverses(group: &Group) -> Vec<u8> {
    let elements = group.elements();
    let inverse = |g: &crate::senku::Symmetry| {
        let undoes = |h: &crate::senku::Symmetry| g.then(h).is_identity();
        elements.iter().position(undoes).expect("a group has inverses") as u8
    };
    elements.iter().map(inverse).collect()
}
