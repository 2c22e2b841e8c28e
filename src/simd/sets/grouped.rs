//! Lists in two parts whose words are in groups.

use crate::simd::vectors::MOST_LANES;

/// Words behind the end of each part of a list, so that whole vectors can be read.
pub(crate) const PADDING: usize = MOST_LANES;

/// A list in two parts, either of which may be empty, with common groups.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Grouped<'a, W> {
    /// The words of each part, in the order of the groups, then [`PADDING`] more.
    pub words: [&'a [W]; 2],
    /// The group of each word, by part.
    pub group: [&'a [u16]; 2],
    /// Group g of part p is `words[p][starts[g][p]..starts[g + 1][p]]`; there is one start more than groups.
    pub starts: &'a [[u32; 2]],
    /// The length of the longest part of a group.
    pub longest: u32,
}

/// A group of a list: per part its words with those behind them, and the number of its own.
#[derive(Clone, Copy)]
pub(super) struct Group<'a, W> {
    pub words: [&'a [W]; 2],
    pub len: [usize; 2],
}

impl<'a, W> Grouped<'a, W> {
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.group[0].len() + self.group[1].len()
    }

    /// Whether the second part is empty.
    #[inline(always)]
    pub fn is_single(&self) -> bool {
        self.group[1].is_empty() && self.starts.last().is_none_or(|end| end[1] == 0)
    }

    /// The group between two neighbours in `starts`.
    #[inline(always)]
    pub(super) fn between(&self, start: [u32; 2], end: [u32; 2]) -> Group<'a, W> {
        assert!(start[0] <= end[0] && start[1] <= end[1]);
        let words = [&self.words[0][start[0] as usize..], &self.words[1][start[1] as usize..]];
        Group { words, len: [(end[0] - start[0]) as usize, (end[1] - start[1]) as usize] }
    }
}

impl<'a, W> Group<'a, W> {
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len[0] + self.len[1]
    }
    #[inline(always)]
    pub fn part(&self, part: usize) -> &'a [W] {
        &self.words[part][..self.len[part]]
    }
    /// The number of vectors per part.
    #[inline(always)]
    pub fn vectors(&self, lanes: usize) -> [usize; 2] {
        [self.len[0].div_ceil(lanes), self.len[1].div_ceil(lanes)]
    }
}
