//! Upper bounds on the queens of a board by counting its lines.
//!
//! - Every row, column and diagonal holds one queen at most, so no more queens fit than there are lines of one
//!   kind with a free square.
//! - Queens on different rows and columns are a matching of rows with columns by free squares. Its largest
//!   size is the fewest rows and columns that together hold all free squares (D. König, 1931). Found by
//!   augmenting paths, O(N^3 / 64) at most.

/// The largest matching of rows with columns by free squares, `words` words to a row.
pub(super) fn matching(rows: &[u64], words: usize) -> u32 {
    let mut paths = Paths { rows, words, row_of: vec![usize::MAX; words * 64], unseen: vec![0; words] };
    let all = 0..rows.len() / words;
    let augments = |row| {
        paths.unseen.fill(u64::MAX);
        paths.augment(row)
    };
    all.map(augments).map(u32::from).sum()
}

/// The search for augmenting paths.
struct Paths<'a> {
    rows: &'a [u64],
    words: usize,
    /// The row that each column is matched with.
    row_of: Vec<usize>,
    /// The columns that the search has not come to yet.
    unseen: Vec<u64>,
}

impl Paths<'_> {
    /// Matches one more row, if that can be done.
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

    #[test]
    fn a_matching_gives_every_row_a_column_of_its_own() {
        assert_eq!(matching(&[0b11, 0b01, 0b11], 1), 2);
        assert_eq!(matching(&[0b110, 0b011, 0b100], 1), 3);
        assert_eq!(matching(&[0, 0, 0b1], 1), 1);
        // Two words to a row: columns 0 and 64.
        assert_eq!(matching(&[1, 1, 0, 1, 1, 0], 2), 2);
    }
}
