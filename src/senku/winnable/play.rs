//! Solutions from a position: all of them in order, or drawn at random.
//!
//! Both go from winnable position to winnable position, so no jump is ever taken back in vain. A solution is drawn
//! jump by jump, a jump from Q to P with probability W(P) / W(Q). The product over a solution's jumps is 1 / W(start), so
//! the draw is uniform. Run time O(pegs · jumps) per solution, once W is known.

use super::Winnable;
use crate::Error;
use crate::random::Random;
use crate::search::StopFlag;
use crate::senku::{Jump, Position};
use std::iter::FusedIterator;

impl Winnable {
    /// All solutions from this position, in the order of [`solutions`](fn@crate::senku::solutions).
    pub fn wins(&self, position: Position) -> Wins<'_> {
        let ended = !self.contains(position);
        Wins { map: self, position, path: vec![], next: 0, ended }
    }

    /// Solutions from this position, drawn uniformly and independently; equal seeds give equal solutions.
    pub fn draws<'a>(&'a mut self, position: Position, seed: u64, stop: &'a StopFlag) -> Draws<'a> {
        Draws { map: self, position, random: Random::new(seed), stop }
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
        let bits = u128::from(random.next()) << 64 | u128::from(random.next());
        let number = bits.checked_shr(zeros).unwrap_or(0);
        if number < bound.max(1) {
            return number;
        }
    }
}

/// The iterator of [`Winnable::wins`].
#[derive(Debug, Clone)]
pub struct Wins<'a> {
    map: &'a Winnable,
    position: Position,
    /// The jumps made, as indices into the board's list.
    path: Vec<usize>,
    /// The jump to try next.
    next: usize,
    ended: bool,
}

impl Iterator for Wins<'_> {
    /// The jumps to the goal.
    type Item = Vec<Jump>;

    fn next(&mut self) -> Option<Vec<Jump>> {
        let (game, map) = (&self.map.game, self.map);
        let jumps = game.board().jumps();
        while !self.ended {
            let position = self.position;
            if self.next == 0 && game.is_won(position) {
                self.next = jumps.len(); // no position with fewer pegs wins
                return Some(self.path.iter().map(|&jump| jumps[jump]).collect());
            }
            let is_good = |&number: &usize| {
                let jump = jumps[number];
                jump.is_legal(position) && map.key(jump.play(position)).is_some()
            };
            if let Some(number) = (self.next..jumps.len()).find(is_good) {
                self.path.push(number);
                self.position = jumps[number].play(position);
                self.next = 0;
            } else if let Some(last) = self.path.pop() {
                self.position = jumps[last].play(position);
                self.next = last + 1;
            } else {
                self.ended = true;
            }
        }
        None
    }
}

impl FusedIterator for Wins<'_> {}

/// The iterator of [`Winnable::draws`]: endless, or empty if the position cannot be won.
#[derive(Debug)]
pub struct Draws<'a> {
    map: &'a mut Winnable,
    position: Position,
    random: Random,
    stop: &'a StopFlag,
}

impl Iterator for Draws<'_> {
    /// The jumps to the goal, or the error of counting the solutions.
    type Item = Result<Vec<Jump>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let wins = self.map.contains(self.position);
        wins.then(|| self.map.draw(self.position, &mut self.random, self.stop))
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
