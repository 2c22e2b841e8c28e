//! The durations of the stages of a run.

use super::clock::Instant;
use std::time::Duration;

/// A stopwatch that divides a run into named stages, whose times add up to the whole.
#[derive(Debug)]
pub struct Stopwatch {
    lap: Instant,
    stages: Stages,
}

/// A run's stages in order: names and durations.
pub type Stages = Vec<(&'static str, Duration)>;

impl Stopwatch {
    /// Starts the first stage.
    #[must_use]
    pub fn start() -> Self {
        Stopwatch { lap: Instant::now(), stages: vec![] }
    }

    /// Ends a stage and starts the next one.
    pub fn end(&mut self, name: &'static str) {
        let now = Instant::now();
        self.stages.push((name, now - self.lap));
        self.lap = now;
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
        let whole = self.stages.iter().map(|(_, took)| took).sum();
        (self.stages, whole)
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
