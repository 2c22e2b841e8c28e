//! Signals that end a run, and on Unix the signal that asks for its progress.

#[cfg(unix)]
pub use signal_hook::low_level::exit;
#[cfg(windows)]
pub use std::process::exit;
#[cfg(unix)]
pub use unix::{listen, outlive};
#[cfg(windows)]
pub use windows::{listen, outlive};

#[cfg(unix)]
mod unix {
    use crate::failure::Status;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use std::io::{self, IsTerminal};
    use std::sync::Arc;
    use std::thread;

    /// Calls `on` for each signal, in a thread of its own: with the status that the run ends with, or for SIGUSR1 with
    /// `None`.
    ///
    /// # Errors
    /// An error if the system refuses a handler.
    pub fn listen(on: impl Fn(Option<Status>) + Send + 'static) -> io::Result<()> {
        let hang_up = (!is_hang_up_ignored()).then_some(SIGHUP);
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGUSR1].into_iter().chain(hang_up))?;
        let heard = |signal| match signal {
            SIGINT => Some(Status::Interrupted),
            SIGTERM => Some(Status::Terminated),
            SIGHUP => Some(Status::HungUp),
            _ => None,
        };
        thread::Builder::new().spawn(move || signals.forever().map(heard).for_each(on))?;
        Ok(())
    }

    /// Keeps two signals from ending the run. With SIGXFSZ ignored, a file that may not grow (`ulimit -f`) is a failed
    /// write, like a full disk. SIGUSR1 is without effect before the work begins, and in commands without progress.
    pub fn outlive() {
        for signal in [SIGUSR1, SIGXFSZ] {
            signal_hook::flag::register(signal, Arc::default()).ok();
        }
    }

    /// Whether the run should survive its terminal, as `nohup` asks. Linux tells it. Elsewhere it is assumed if
    /// standard error is not a terminal, because `nohup` redirects it.
    fn is_hang_up_ignored() -> bool {
        if !cfg!(target_os = "linux") {
            return !io::stderr().is_terminal();
        }
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        ignored.is_none_or(|mask| mask >> (SIGHUP - 1) & 1 == 1)
    }
}

/// Windows ends a process as soon as its handler of a closing console returns. Tokio's handler does not return, which
/// leaves about five seconds; the handler of the crate ctrlc returns.
#[cfg(windows)]
mod windows {
    use crate::failure::Status;
    use std::future::poll_fn;
    use std::io;
    use std::task::Poll;
    use std::thread;
    use tokio::runtime::Builder;
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};

    /// Calls `on` for each event of the console, in a thread of its own: with [`Status::Interrupted`] for Ctrl-C and
    /// Ctrl-Break, and with [`Status::Terminated`] where the system kills the process within seconds: the console closes,
    /// the user logs off, or Windows shuts down.
    ///
    /// # Errors
    /// An error if the system refuses the handler.
    pub fn listen(on: impl Fn(Option<Status>) + Send + 'static) -> io::Result<()> {
        let (mut c, mut break_) = (ctrl_c()?, ctrl_break()?);
        let (mut close, mut logoff, mut shutdown) = (ctrl_close()?, ctrl_logoff()?, ctrl_shutdown()?);
        let runtime = Builder::new_current_thread().build()?;
        thread::spawn(move || {
            loop {
                // All are polled each time, so that each can wake the thread.
                on(runtime.block_on(poll_fn(|context| {
                    let interrupt = [c.poll_recv(context), break_.poll_recv(context)];
                    let closing =
                        [close.poll_recv(context), logoff.poll_recv(context), shutdown.poll_recv(context)];
                    match (closing.iter().any(Poll::is_ready), interrupt.iter().any(Poll::is_ready)) {
                        (true, _) => Poll::Ready(Some(Status::Terminated)),
                        (_, true) => Poll::Ready(Some(Status::Interrupted)),
                        _ => Poll::Pending,
                    }
                })));
            }
        });
        Ok(())
    }

    /// Does nothing: Windows has no such signals.
    pub fn outlive() {}
}
