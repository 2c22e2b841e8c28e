//! The positions of searches without backtracking, for comparison with the trace.
//!
//! With d rows filled there are N!/(N - d)! placements with a column for each queen, and N^d with any column in each
//! row; with N queens anywhere there are C(N^2, N). All numbers are exact, and left out beyond 128 bits.

/// The ways to put a queen in each of the first rows, no two in a column: N!/(N - rows)!.
pub fn permutations(size: u32, rows: u32) -> Option<u128> {
    (0..rows).try_fold(1u128, |ways, row| ways.checked_mul(u128::from(size - row)))
}

/// The ways to put a queen in each of the first rows: N^rows.
pub fn placements(size: u32, rows: u32) -> Option<u128> {
    u128::from(size).checked_pow(rows)
}

/// The ways to put N queens on any squares: C(N^2, N).
pub fn subsets(size: u32) -> Option<u128> {
    let (squares, queens) = (u128::from(size).pow(2), u128::from(size));
    (1..=queens).try_fold(1u128, |ways, queen| {
        // ways * left / queen, which is whole, without needless overflow.
        let left = squares + 1 - queen;
        (ways / queen).checked_mul(left)?.checked_add(ways % queen * left / queen)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formulas_count_what_is_listed() {
        for size in 1..=4u32 {
            let squares = size * size;
            let subsets_listed = (0u32..1 << squares).filter(|set| set.count_ones() == size).count();
            assert_eq!(subsets(size), Some(subsets_listed as u128), "N = {size}");
            for rows in 0..=size {
                let all: Vec<Vec<u32>> = (0..size.pow(rows))
                    .map(|number| (0..rows).map(|row| number / size.pow(row) % size).collect())
                    .collect();
                let different = |columns: &&Vec<u32>| {
                    (0..columns.len()).all(|row| !columns[..row].contains(&columns[row]))
                };
                assert_eq!(placements(size, rows), Some(all.len() as u128));
                assert_eq!(permutations(size, rows), Some(all.iter().filter(different).count() as u128));
            }
        }
    }

    #[test]
    fn numbers_beyond_128_bits_are_left_out() {
        // Logarithms of the exact values, to one unit in 10^9: 34! < 2^128 < 35!, and so on.
        let fits = |log2: f64| log2 < 128.0;
        let log_factorial = |n: u32| (1..=n).map(|i| f64::from(i).log2()).sum::<f64>();
        for size in 1..=64 {
            assert_eq!(permutations(size, size).is_some(), fits(log_factorial(size)), "{size}!");
            assert_eq!(placements(size, size).is_some(), fits(f64::from(size) * f64::from(size).log2()));
            let squares = size * size;
            let log = log_factorial(squares) - log_factorial(size) - log_factorial(squares - size);
            assert_eq!(subsets(size).is_some(), fits(log), "C({squares}, {size})");
        }
    }
}
