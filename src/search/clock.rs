//! The clock: the standard library's, or in WebAssembly one that the host feeds.
//!
//! `std::time::Instant` panics on `wasm32-unknown-unknown`, which has no clock of its own. There, [`set_clock`] takes the
//! host's; without one, time stands still.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use host::set_clock;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use host::Instant;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod host {
    use std::ops::{Add, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    static NOW: OnceLock<fn() -> f64> = OnceLock::new();

    /// Sets the host's clock, which returns milliseconds from any origin. The first one stays.
    pub fn set_clock(now: fn() -> f64) {
        NOW.get_or_init(|| now);
    }

    /// Time since the clock's origin, as far as the engines use `std::time::Instant`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        pub(crate) fn now() -> Self {
            let milliseconds = NOW.get().map_or(0.0, |now| now());
            Instant(Duration::try_from_secs_f64(milliseconds / 1e3).unwrap_or_default())
        }

        pub(crate) fn elapsed(self) -> Duration {
            Instant::now() - self
        }
    }

    impl Sub for Instant {
        type Output = Duration;
        fn sub(self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;
        fn add(self, later: Duration) -> Self {
            Instant(self.0 + later)
        }
    }
}
