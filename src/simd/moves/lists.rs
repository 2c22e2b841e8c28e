//! Members one by one, for instruction sets on which a walk along them takes less than to pack and spread vectors.

#[cfg(any(test, target_arch = "aarch64"))]
use super::{Slot, Sum};

/// Lists of members, each strictly ascending.
#[derive(Debug, Default)]
pub(crate) struct MemberLists {
    /// One list after the other.
    members: Vec<u16>,
    /// Where each ends.
    ends: Vec<u32>,
}

impl MemberLists {
    /// Appends a list.
    ///
    /// # Panics
    /// Where the members are not strictly ascending.
    pub fn push(&mut self, members: impl Iterator<Item = u16>) {
        let first = self.members.len();
        self.members.extend(members);
        assert!(self.members[first..].is_sorted_by(|a, b| a < b));
        self.ends.push(self.members.len() as u32);
    }

    /// List `number`, from 0 on.
    #[inline(always)]
    pub fn get(&self, number: usize) -> MemberList<'_> {
        let first = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        MemberList(&self.members[first as usize..self.ends[number] as usize])
    }
}

/// One of [`MemberLists`], or none, which is empty.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MemberList<'a>(&'a [u16]);

impl<'a> MemberList<'a> {
    /// The members, strictly ascending.
    #[inline(always)]
    pub fn members(self) -> &'a [u16] {
        self.0
    }

    /// Adds the members `self` of `source` to the members `to` of `target`, in order. Of eight that are neighbours on both
    /// sides the compiler makes vectors.
    ///
    /// # Panics
    /// Where the slices have not all members.
    #[cfg(any(test, target_arch = "aarch64"))]
    #[inline(always)]
    pub fn add_to<S: Slot, A: Sum<S>>(self, source: &[S], target: &mut [A], to: MemberList<'_>) {
        let is_in = |list: &[u16], len: usize| list.last().is_none_or(|&last| usize::from(last) < len);
        assert!(is_in(self.0, source.len()) && is_in(to.0, target.len()));
        // SAFETY: the lists are ascending, so that all members are in the slices: the last ones are.
        let add = |target: &mut [A], from: u16, to: u16| unsafe {
            let sum = target.get_unchecked_mut(usize::from(to));
            *sum = sum.plus(*source.get_unchecked(usize::from(from)));
        };
        let (eights, rest) = self.0.as_chunks::<8>();
        let (eights_to, rest_to) = to.0.as_chunks::<8>();
        for (from, to) in eights.iter().zip(eights_to) {
            if from[7] - from[0] == 7 && to[7] - to[0] == 7 {
                // SAFETY: the first and the last of eight neighbours are in the slices. (They are copied, so that the
                // compiler sees that they do not overlap.)
                unsafe {
                    let slots = source.as_ptr().add(usize::from(from[0])).cast::<[S; 8]>().read();
                    let sums = target.as_mut_ptr().add(usize::from(to[0])).cast::<[A; 8]>();
                    let mut eight = sums.read();
                    eight.iter_mut().zip(slots).for_each(|(sum, slot)| *sum = sum.plus(slot));
                    sums.write(eight);
                }
            } else {
                from.iter().zip(to).for_each(|(&from, &to)| add(target, from, to));
            }
        }
        rest.iter().zip(rest_to).for_each(|(&from, &to)| add(target, from, to));
    }
}
