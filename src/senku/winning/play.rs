//! Solutions from a position: all of them in order, or drawn at random.
//!
//! Both go from winnable position to winnable position, so no jump is ever taken back in vain. A solution is drawn
//! jump by jump, a jump from Q to P with probability W(P) / W(Q). The product over a solution's jumps is 1 / W(start), so
//! the draw is uniform. Run time O(pegs · jumps) per solution, once W is known.

use super::Winnable;
use crate::Error;
use crate::base::random::Random;
use crate::search::StopFlag;
use crate::senku::{Jump, Position, solutions};

impl Winnable {
    /// Iterates over all solutions from this position, in the order of [`solutions`].
    pub fn wins(&self, position: Position) -> impl Iterator<Item = Vec<Jump>> {
        let mut search = self.contains(position).then(|| solutions(&self.game).at(position));
        std::iter::from_fn(move || search.as_mut()?.next_through(|after| self.key(after).is_some()))
    }

    /// Iterates over solutions from this position, drawn uniformly and independently, or over the error of counting the
    /// solutions. Equal seeds give equal solutions. Endless, or empty if the position cannot be won.
    pub fn draws(
        &mut self,
        position: Position,
        seed: u64,
        stop: &StopFlag,
    ) -> impl Iterator<Item = Result<Vec<Jump>, Error>> {
        let mut random = Random::new(seed);
        std::iter::from_fn(move || self.contains(position).then(|| self.draw(position, &mut random, stop)))
    }

    fn draw(
        &mut self,
        mut position: Position,
        random: &mut Random,
        stop: &StopFlag,
    ) -> Result<Vec<Jump>, Error> {
        let mut path = vec![];
        while !self.game.is_won(position) {
            let mut rest = below(self.solutions(position, stop)?, random);
            let jumps: Vec<Jump> = self.good_jumps(position).collect();
            for jump in jumps {
                let after = jump.play(position);
                let ways = self.solutions(after, stop)?;
                if rest < ways {
                    path.push(jump);
                    position = after;
                    break;
                }
                rest -= ways;
            }
        }
        Ok(path)
    }
}

/// A uniformly random number below `bound`, by rejection.
fn below(bound: u128, random: &mut Random) -> u128 {
    let zeros = bound.saturating_sub(1).leading_zeros();
    loop {
        let bits = u128::from(random.word()) << 64 | u128::from(random.word());
        let number = bits.checked_shr(zeros).unwrap_or(0);
        if number < bound.max(1) {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_the_bound_is_drawn_about_as_often() {
        let mut random = Random::new(7);
        let mut drawn = [0; 5];
        (0..50_000).for_each(|_| drawn[below(5, &mut random) as usize] += 1);
        assert!(drawn.iter().all(|times| (9_600..10_400).contains(times)), "{drawn:?}");
        assert_eq!((below(0, &mut random), below(1, &mut random)), (0, 0));
        let large = u128::MAX - 5;
        assert!((0..100).any(|_| below(large, &mut random) > large / 2));
    }
}
