//! A number that is known up to an error, and its 95 % interval: one for the logarithm, by Student's t.
//!
//! ```text
//! value e^-w to value e^w        w = t sqrt(ln(1 + (error / value)²))
//! ```
//!
//! It is never negative, and leans to where the long tails of times and counts are (S. Buckland et al., "Distance
//! Sampling", 1993, chapter 3).

/// The quantile of the normal distribution that has 95 % between it and its negative.
const NORMAL: f64 = 1.959_964;

/// A number with what is known of its error.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct Estimated {
    /// The number.
    pub value: f64,
    /// Its standard error; 0 where it is exact, none where the sample was too small to tell.
    pub error: Option<f64>,
    /// The ends of a 95 % interval; none where there is no error.
    pub interval: Option<(f64, f64)>,
}

impl Estimated {
    /// A number of which nothing more is known.
    pub(crate) fn alone(value: f64) -> Self {
        Estimated { value, error: None, interval: None }
    }

    /// A number with a standard error of so many degrees of freedom.
    pub(crate) fn new(value: f64, error: f64, freedom: f64) -> Self {
        if error == 0.0 {
            return Estimated { value, error: Some(0.0), interval: Some((value, value)) };
        }
        let width = (students_quantile(freedom) * (error / value).powi(2).ln_1p().sqrt()).exp();
        Estimated { value, error: Some(error), interval: Some((value / width, value * width)) }
    }

    /// The error in parts of the number.
    #[must_use]
    pub fn relative_error(self) -> Option<f64> {
        self.error.map(|error| if error == 0.0 { 0.0 } else { error / self.value })
    }

    /// So many times the number.
    pub(crate) fn scaled(self, factor: f64) -> Self {
        Estimated {
            value: self.value * factor,
            error: self.error.map(|error| error * factor),
            interval: self.interval.map(|(low, high)| (low * factor, high * factor)),
        }
    }

    /// The number and another one that is known.
    pub(crate) fn plus(self, known: f64) -> Self {
        Estimated {
            value: self.value + known,
            error: self.error,
            interval: self.interval.map(|(low, high)| (low + known, high + known)),
        }
    }
}

/// The number that Student's t is above with probability 2.5 %, and below its negative: an expansion in powers of
/// 1 / freedom (M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions", 1964, 26.7.5), which is right to
/// 0.03 % with 7 degrees of freedom, and better with more.
fn students_quantile(freedom: f64) -> f64 {
    let [z, z3, z5, z7] = [1, 3, 5, 7].map(|power| NORMAL.powi(power));
    z + (z3 + z) / (4.0 * freedom)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * freedom.powi(2))
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * freedom.powi(3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_around_their_number() {
        for (value, error, freedom) in [(5.0, 0.1, 7.0), (2e30, 1e30, 9.5), (1e-3, 1.0, 20.0)] {
            let (low, high) = Estimated::new(value, error, freedom).interval.unwrap();
            assert!(0.0 < low && low < value && value < high && high.is_finite(), "{value}: {low} {high}");
        }
        // A small error's is nearly symmetric: 1.96 errors of infinitely many degrees of freedom.
        let number = Estimated::new(100.0, 1.0, f64::INFINITY);
        let (low, high) = number.interval.unwrap();
        assert!((low - 98.06).abs() < 0.01 && (high - 101.98).abs() < 0.01, "{low} {high}");
        assert_eq!(number.scaled(2.0).plus(10.0).value, 210.0);
        assert_eq!(number.scaled(2.0).plus(10.0).interval, Some((2.0 * low + 10.0, 2.0 * high + 10.0)));
        let exact = Estimated::new(0.0, 0.0, 1.0);
        assert_eq!((exact.interval, exact.relative_error()), (Some((0.0, 0.0)), Some(0.0)));
        assert_eq!(Estimated::alone(3.0).scaled(2.0).interval, None);
    }

    #[test]
    fn students_quantiles_are_the_tabulated_ones() {
        for (freedom, tabulated) in [(7.0, 2.3646), (10.0, 2.2281), (30.0, 2.0423), (f64::INFINITY, 1.9600)] {
            assert!((students_quantile(freedom) - tabulated).abs() < 1e-3, "{freedom}");
        }
    }
}
