//! The host's functions.

/// Tells the host which part of the work is done.
pub fn progress(done: f64) {
    #[cfg(target_arch = "wasm32")]
    imports::progress(done);
    #[cfg(not(target_arch = "wasm32"))]
    let _ = done;
}

/// The host's clock, in milliseconds.
pub fn now() -> f64 {
    #[cfg(target_arch = "wasm32")]
    let now = imports::now();
    #[cfg(not(target_arch = "wasm32"))]
    let now = 0.0;
    now
}

/// Gives the library the host's clock.
pub fn set_clock() {
    #[cfg(target_arch = "wasm32")]
    vuelta::search::set_clock(now);
}

#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)] // declarations alone
mod imports {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        pub safe fn now() -> f64;
        pub safe fn progress(done: f64);
    }
}
