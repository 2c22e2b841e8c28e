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
