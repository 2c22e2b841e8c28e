//! Shared by all benchmarks.

use criterion::Criterion;
use std::time::Duration;

/// Enough for one look: ten samples in about two seconds of each benchmark, or ten runs of what is slower, so that all
/// files together take three to four minutes. `--warm-up-time` and `--measurement-time` after `cargo bench --` ask for more.
pub fn criterion() -> Criterion {
    let (warm_up, measurement) = (Duration::from_millis(500), Duration::from_secs(2));
    Criterion::default().sample_size(10).warm_up_time(warm_up).measurement_time(measurement)
}

/// The main function of a file of benchmarks.
macro_rules! benches {
    ($($target:ident),+) => {
        criterion::criterion_group! {
            name = benches;
            config = common::criterion();
            targets = $($target),+
        }
        criterion::criterion_main!(benches);
    };
}
pub(crate) use benches;
