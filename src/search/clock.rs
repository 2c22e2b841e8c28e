//! The clock: the standard library's, or in WebAssembly one that the host feeds; and the durations of a run's stages.
//!
//! `std::time::Instant` panics on `wasm32-unknown-unknown`, which has no clock of its own. There, [`set_clock`] takes the
//! host's; without one, time stands still.

use std::time::Duration;

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use host::{Instant, set_clock};

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod host {
    use std::sync::OnceLock;
    use std::time::Duration;

    static NOW: OnceLock<fn() -> f64> = OnceLock::new();

    /// Sets the host's clock, which returns milliseconds from any origin. The first one stays.
    pub fn set_clock(now: fn() -> f64) {
        NOW.get_or_init(|| now);
    }

    /// Time since the clock's origin, as far as the engines use `std::time::Instant`.
    #[derive(Debug, Clone, Copy)]
    pub struct Instant(Duration);

    impl Instant {
        pub(crate) fn now() -> Self {
            let milliseconds = NOW.get().map_or(0.0, |now| now());
            Instant(Duration::try_from_secs_f64(milliseconds / 1e3).unwrap_or_default())
        }

        pub(crate) fn elapsed(self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }
}

/// A stopwatch that divides a run into named stages, whose times add up to the whole.
#[derive(Debug)]
pub struct Stopwatch {
    start: Instant,
    /// The time of all stages that ended.
    ended: Duration,
    stages: Stages,
}

/// A run's stages in order: names and durations.
pub type Stages = Vec<(&'static str, Duration)>;

impl Stopwatch {
    /// Starts the first stage.
    #[must_use]
    pub fn start() -> Self {
        Stopwatch { start: Instant::now(), ended: Duration::ZERO, stages: vec![] }
    }

    /// Ends a stage and starts the next one.
    pub fn end(&mut self, name: &'static str) {
        let now = self.start.elapsed();
        self.stages.push((name, now - self.ended));
        self.ended = now;
    }

    /// Ends two stages; the second one took `took`.
    pub fn end_both(&mut self, first: &'static str, second: &'static str, took: Duration) {
        self.end(first);
        if let Some((_, both)) = self.stages.last_mut() {
            let took = took.min(*both);
            *both -= took;
            self.stages.push((second, took));
        }
    }

    /// The stages and their sum.
    #[must_use]
    pub fn stop(self) -> (Stages, Duration) {
        (self.stages, self.ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_of_two_stages_never_takes_longer_than_both() {
        let mut watch = Stopwatch::start();
        std::thread::sleep(Duration::from_millis(2));
        watch.end_both("set_up", "count", Duration::from_millis(1));
        watch.end_both("again", "and again", Duration::from_secs(3600));
        let (stages, whole) = watch.stop();
        assert!(stages[0].1 >= Duration::from_millis(1) && stages[1].1 == Duration::from_millis(1));
        assert_eq!((stages[2].1, stages.len()), (Duration::ZERO, 4));
        assert!(whole < Duration::from_secs(3600));
    }
}
