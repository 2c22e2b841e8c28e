//! Lists of members, for instruction sets on which walking along them is faster than packing and spreading vectors.

/// Lists of members, each strictly ascending.
#[derive(Debug, Default)]
pub(crate) struct MemberLists {
    members: Vec<u16>,
    ends: Vec<u32>,
}

impl MemberLists {
    /// Appends a list.
    ///
    /// # Panics
    /// If the members are not strictly ascending.
    pub fn push(&mut self, members: impl Iterator<Item = u16>) {
        let first = self.members.len();
        self.members.extend(members);
        assert!(self.members[first..].is_sorted_by(|a, b| a < b));
        self.ends.push(self.members.len() as u32);
    }

    /// List `number`, counted from 0.
    #[inline(always)]
    pub fn get(&self, number: usize) -> MemberList<'_> {
        let first = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        MemberList(&self.members[first as usize..self.ends[number] as usize])
    }
}

/// A list of [`MemberLists`], or an empty one.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MemberList<'a>(&'a [u16]);

impl<'a> MemberList<'a> {
    /// The members, strictly ascending.
    #[inline(always)]
    pub fn members(self) -> &'a [u16] {
        self.0
    }
}

/// Adds the members `from` of `source` to the members `to` of `target`, in order. The compiler makes vectors of eight
/// members that are neighbours on both sides.
///
/// # Panics
/// If a member lies outside its slice.
#[cfg(any(test, target_arch = "aarch64"))]
#[inline(always)]
pub(super) fn add_listed<S: super::Slot, A: super::Sum<S>>(
    source: &[S],
    from: MemberList<'_>,
    target: &mut [A],
    to: MemberList<'_>,
) {
    let (from, to) = (from.members(), to.members());
    let is_in = |list: &[u16], len: usize| list.last().is_none_or(|&last| usize::from(last) < len);
    assert!(is_in(from, source.len()) && is_in(to, target.len()));
    // SAFETY: the lists are ascending, so that all members are in the slices: the last ones are.
    let add = |target: &mut [A], from: u16, to: u16| unsafe {
        let sum = target.get_unchecked_mut(usize::from(to));
        *sum = sum.plus(*source.get_unchecked(usize::from(from)));
    };
    let (eights, rest) = from.as_chunks::<8>();
    let (eights_to, rest_to) = to.as_chunks::<8>();
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
