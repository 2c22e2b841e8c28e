//! Random numbers that are equal on every machine: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
//! number generators", OOPSLA 2014). `queens solve --seed` promises the sequence of a seed, and samples must agree
//! between machines; so the generator is written out here.
//!
//! A counter with an odd step, and a mixing function: period 2^64. Run time O(1), memory one word.

/// The step of the counter: 2^64 divided by the golden ratio.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// A sequence of random numbers.
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// A number below `bound`, nearly uniform: the product's upper half.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.word()) * bound as u128) >> 64) as usize
    }

    /// Puts items into random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// A number from 0 up to, but not including, 1.
    pub fn fraction(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// The mixing function, a bijection: an arbitrary but fixed order.
pub fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        // The first numbers of java.util.SplittableRandom's and of the reference's generator from these seeds.
        let first = |seed| {
            let mut random = Random::new(seed);
            [random.word(), random.word()]
        };
        assert_eq!(first(0), [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]);
        assert_eq!(first(1_234_567), [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn every_number_below_the_bound_is_drawn_about_as_often() {
        let mut random = Random::new(1);
        let mut drawn = [0; 7];
        (0..70_000).for_each(|_| drawn[random.below(7)] += 1);
        assert!(drawn.iter().all(|times| (9_500..10_500).contains(times)), "{drawn:?}");
    }
}
