//! A number with an error and a 95 % interval, which is one of the logarithm by Student's t:
//!
//! ```text
//! value e^-w to value e^w        w = t sqrt(ln(1 + (error / value)²))
//! ```
//!
//! The interval is never negative, and leans towards the long tails of times and counts (S. Buckland et al.,
//! "Distance Sampling", 1993, chapter 3).

/// The 97.5 % quantile of the normal distribution.
const NORMAL: f64 = 1.959_964;

/// An estimated number.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct Estimated {
    /// The number.
    pub value: f64,
    /// The standard error; 0 if the number is exact, `None` if the sample was too small.
    pub error: Option<f64>,
    /// The 95 % interval; `None` without an error.
    pub interval: Option<(f64, f64)>,
}

impl Estimated {
    /// A number without an error.
    pub(crate) fn alone(value: f64) -> Self {
        Estimated { value, error: None, interval: None }
    }

    /// A number with a standard error of this many degrees of freedom.
    pub(crate) fn new(value: f64, error: f64, freedom: f64) -> Self {
        if error == 0.0 {
            return Estimated { value, error: Some(0.0), interval: Some((value, value)) };
        }
        let width = (students_quantile(freedom) * (error / value).powi(2).ln_1p().sqrt()).exp();
        Estimated { value, error: Some(error), interval: Some((value / width, value * width)) }
    }

    /// The error relative to the number.
    #[must_use]
    pub fn relative_error(self) -> Option<f64> {
        self.error.map(|error| if error == 0.0 { 0.0 } else { error / self.value })
    }

    /// The number times a factor.
    pub(crate) fn scaled(self, factor: f64) -> Self {
        Estimated {
            value: self.value * factor,
            error: self.error.map(|error| error * factor),
            interval: self.interval.map(|(low, high)| (low * factor, high * factor)),
        }
    }

    /// The number plus an exact one.
    pub(crate) fn plus(self, known: f64) -> Self {
        Estimated {
            value: self.value + known,
            error: self.error,
            interval: self.interval.map(|(low, high)| (low + known, high + known)),
        }
    }
}

/// The 97.5 % quantile of Student's t: an expansion in powers of 1 / freedom (M. Abramowitz and I. Stegun, "Handbook
/// of Mathematical Functions", 1964, 26.7.5), accurate to 0.03 % with 7 degrees of freedom, and better with more.
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
