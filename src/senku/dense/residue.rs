//! Counting in less memory: residues of 32 bits, and the Chinese remainder theorem.
//!
//! The numbers of a level may need 64 bits and more, but their residues modulo a 32-bit prime never do. So the levels
//! are swept once per prime, in half of the memory, and the totals are combined from their residues (Garner's
//! algorithm). The product of the primes exceeds a bound on the number of games: the product over the levels of the
//! most jumps of a position.
//!
//! A slot whose number is a multiple of the prime must not look unreached. So the residues are 1..=p, with p in place
//! of 0, and 0 means "not reached": every sweep counts the positions exactly.
//!
//! The primes are 2^32 - c with a small c. Since 2^32 is c modulo p, a sum is reduced by folding its high half.

use super::level::Store;
use super::split::live_holes;
use crate::search::Overflow;
use crate::senku::Game;
use crate::simd::moves::Slot;

/// The largest primes below 2^32 are 2^32 minus these numbers.
const COMPLEMENTS: [u32; 16] = [5, 17, 65, 99, 107, 135, 153, 185, 209, 267, 299, 315, 353, 369, 387, 419];

/// A prime 2^32 - c.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Prime {
    complement: u32,
}

impl Prime {
    pub fn value(self) -> u64 {
        (1 << 32) - u64::from(self.complement)
    }

    /// The residue of a total.
    pub fn of(self, total: u128) -> u64 {
        (total % u128::from(self.value())) as u64
    }

    /// The residue of a sum below 2^40, in 1..=p; 0 for the sum 0.
    #[inline(always)]
    fn residue(self, sum: u64) -> u32 {
        let fold = |x: u64| (x & 0xFFFF_FFFF) + (x >> 32) * u64::from(self.complement);
        // Counted from 0, these are the residues of sum - 1.
        let x = fold(fold(sum.wrapping_sub(1)));
        let x = if x >= self.value() { x - self.value() } else { x };
        if sum == 0 { 0 } else { x as u32 + 1 }
    }
}

/// Stores residues.
pub(super) struct Residues(pub Prime);

impl Store for Residues {
    const AS_IS: bool = false;

    #[inline(always)]
    fn store<A: Slot>(&self, sums: &mut [A]) {
        for sum in sums {
            *sum = A::cut(self.0.residue(sum.widest() as u64).into());
        }
    }
}

/// Enough primes that their product exceeds any total of the game.
pub(super) fn primes_for(game: &Game) -> Vec<Prime> {
    let mut bits = most_games_bits(game);
    let primes = COMPLEMENTS.into_iter().map(|complement| Prime { complement });
    let needed = primes.take_while(|prime| {
        let needed = bits > 0.0;
        bits -= (prime.value() as f64).log2();
        needed
    });
    needed.collect()
}

/// An upper bound of the binary logarithm of the number of games.
fn most_games_bits(game: &Game) -> f64 {
    let board = game.board();
    let live = live_holes(board);
    // Of the two jumps over a peg along a line at most one is possible at a time. Each jump needs a jumping peg and an
    // empty hole, and a hole has `directions` neighbours.
    let directions = board.lattice().directions().len();
    let pairs = board.jumps().len().div_ceil(2);
    let pegs = (game.start() & live).len();
    let most = |pegs: usize| pairs.min(directions * pegs).min(directions * (live.len() - pegs)).max(1);
    let bits: f64 = (2..=pegs).map(|pegs| (most(pegs) as f64).log2()).sum();
    // One more for the rounding of the sum.
    bits + 1.0
}

/// The number with these residues, below the product of the primes.
///
/// # Errors
/// [`Overflow`] beyond 128 bits.
pub(super) fn combine(residues: &[(Prime, u64)]) -> Result<u128, Overflow> {
    // Mixed radix: total = d0 + d1 p0 + d2 p0 p1 + ..
    let (mut total, mut radix) = (0u128, Some(1u128));
    for (i, &(prime, residue)) in residues.iter().enumerate() {
        let p = u128::from(prime.value());
        let primes = residues[..i].iter().map(|(before, _)| u128::from(before.value()));
        let product = primes.fold(1, |product, before| product * before % p);
        let difference = (u128::from(residue) + p - total % p) % p;
        let digit = difference * power(product, p - 2, p) % p;
        if digit != 0 {
            let more = radix.and_then(|radix| radix.checked_mul(digit));
            total = more.and_then(|more| total.checked_add(more)).ok_or(Overflow)?;
        }
        radix = radix.and_then(|radix| radix.checked_mul(p));
    }
    Ok(total)
}

/// base^exponent modulo p < 2^32; with exponent p - 2 the inverse (Fermat).
fn power(mut base: u128, mut exponent: u128, p: u128) -> u128 {
    let mut value = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            value = value * base % p;
        }
        base = base * base % p;
        exponent >>= 1;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn primes() -> impl Iterator<Item = Prime> {
        COMPLEMENTS.into_iter().map(|complement| Prime { complement })
    }

    #[test]
    fn the_primes_are_prime_and_different() {
        for prime in primes() {
            let p = prime.value();
            assert!((2..1 << 16).all(|d| p % d != 0), "{p}");
        }
        assert!(COMPLEMENTS.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn residues_keep_zero_apart_from_multiples_of_the_prime() {
        for prime in primes() {
            let p = prime.value();
            assert_eq!(prime.residue(0), 0);
            for sum in [1, 2, p - 1, p, p + 1, 2 * p, 2 * p + 7, 255 * p, 255 * p + 1, (1 << 40) - 1] {
                let residue = u64::from(prime.residue(sum));
                assert!((1..=p).contains(&residue));
                assert_eq!(residue % p, sum % p, "{sum} modulo {p}");
            }
        }
    }

    #[test]
    fn totals_come_back_from_their_residues() {
        for total in [0, 1, u128::from(u64::MAX), 577_116_156_815_309_849_672, u128::MAX] {
            let residues: Vec<(Prime, u64)> =
                primes().take(6).map(|p| (p, (total % u128::from(p.value())) as u64)).collect();
            assert_eq!(combine(&residues), Ok(total));
        }
        // 2^128 does not fit: its residues are those of the largest number and one.
        let residues = primes().take(6).map(|p| (p, (u128::MAX % u128::from(p.value())) as u64 + 1));
        assert_eq!(combine(&residues.collect::<Vec<_>>()), Err(Overflow));
    }
}
