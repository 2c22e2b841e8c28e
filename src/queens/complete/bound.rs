//! Upper bounds of the number of queens, from the lines of the board.
//!
//! - Every row, column and diagonal holds one queen at most, so no more queens fit than there are lines of one
//!   kind with a free square.
//! - Queens on different rows and columns are a matching of rows with columns by free squares. Its largest
//!   size is the fewest rows and columns that together hold all free squares (D. König, 1931). Found by
//!   augmenting paths, O(N^3 / 64) at most.

/// The size of the largest matching of rows with columns by free squares, with `words` words per row.
pub(super) fn matching(rows: &[u64], words: usize) -> u32 {
    let mut paths = Paths { rows, words, row_of: vec![usize::MAX; words * 64], unseen: vec![0; words] };
    let all = 0..rows.len() / words;
    let augments = |row| {
        paths.unseen.fill(u64::MAX);
        paths.augment(row)
    };
    all.map(augments).map(u32::from).sum()
}

struct Paths<'a> {
    rows: &'a [u64],
    words: usize,
    row_of: Vec<usize>,
    /// The columns that the search has not visited.
    unseen: Vec<u64>,
}

impl Paths<'_> {
    /// Matches this row, if possible.
    fn augment(&mut self, row: usize) -> bool {
        let mut word = 0;
        while word < self.words {
            let columns = self.rows[row * self.words + word] & self.unseen[word];
            if columns == 0 {
                word += 1;
                continue;
            }
            let bit = columns.trailing_zeros() as usize;
            self.unseen[word] &= !(1 << bit);
            let column = word * 64 + bit;
            if self.row_of[column] == usize::MAX || self.augment(self.row_of[column]) {
                self.row_of[column] = row;
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;

    /// The size by trying: each row takes a free column, or none.
    fn by_trying(rows: &[u128], taken: u128) -> u32 {
        let Some((&row, rest)) = rows.split_first() else { return 0 };
        let columns = (0..128).map(|column| 1 << column).filter(|column| row & !taken & column != 0);
        columns
            .map(|column| 1 + by_trying(rest, taken | column))
            .max()
            .unwrap_or(0)
            .max(by_trying(rest, taken))
    }

    #[test]
    fn a_matching_is_as_large_as_any_in_one_word_and_in_two() {
        let mut random = Random::new(5);
        let mut sizes = [0; 5];
        for _ in 0..500 {
            // Up to five rows with a few squares on four columns, two in each word.
            let rows: Vec<u128> = (0..1 + random.below(5))
                .map(|_| (0..random.below(3)).fold(0, |row, _| row | 1 << [3, 63, 64, 90][random.below(4)]))
                .collect();
            let largest = by_trying(&rows, 0);
            let words: Vec<u64> = rows.iter().flat_map(|&row| [row as u64, (row >> 64) as u64]).collect();
            assert_eq!(matching(&words, 2), largest, "{rows:x?}");
            // The same columns in one word.
            let words: Vec<u64> = rows.iter().map(|&row| row as u64 | ((row >> 64) as u64) << 1).collect();
            assert_eq!(matching(&words, 1), largest, "{words:x?}");
            sizes[largest as usize] += 1;
        }
        assert!(sizes.iter().all(|&cases| cases > 10), "{sizes:?}");
    }
}
