//! What a system tells a process that is to end, and on Unix the question how far it is.

/// What was heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// Ctrl-C: SIGINT; on Windows Ctrl-Break too.
    Interrupt,
    /// SIGTERM: there is time to end in good order.
    #[cfg(unix)]
    Terminate,
    /// SIGHUP: the terminal is gone, and there is time to end in good order.
    #[cfg(unix)]
    HangUp,
    /// The console is being closed, the user logs off, or Windows shuts down: it ends the process by force within seconds.
    #[cfg(windows)]
    Closing,
    /// SIGUSR1: how far is it?
    #[cfg(unix)]
    Question,
}

#[cfg(unix)]
pub use unix::{listen, outlive};
#[cfg(windows)]
pub use windows::{listen, outlive};

#[cfg(unix)]
mod unix {
    use super::Heard;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use std::io::{self, IsTerminal};
    use std::sync::Arc;
    use std::thread;

    /// Calls `on` for each signal from now on, in a thread of its own.
    ///
    /// # Errors
    /// Where the system refuses a handler.
    pub fn listen(on: impl Fn(Heard) + Send + 'static) -> io::Result<()> {
        let hang_up = (!is_hang_up_ignored()).then_some(SIGHUP);
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGUSR1].into_iter().chain(hang_up))?;
        let heard = |signal| match signal {
            SIGINT => Heard::Interrupt,
            SIGTERM => Heard::Terminate,
            SIGHUP => Heard::HangUp,
            _ => Heard::Question,
        };
        thread::Builder::new().spawn(move || signals.forever().map(heard).for_each(on))?;
        Ok(())
    }

    /// Two signals end no run from now on. A file that may not grow (`ulimit -f`) is a write that fails, as on a full
    /// disk. The question of SIGUSR1 has no answer before there is work, and none from the commands that have no progress.
    pub fn outlive() {
        for signal in [SIGUSR1, SIGXFSZ] {
            signal_hook::flag::register(signal, Arc::default()).ok();
        }
    }

    /// Whether the run is to survive its terminal, as `nohup` asks. Linux says it; elsewhere it is taken for so where
    /// standard error goes to no terminal, which is where `nohup` leads it.
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
/// leaves the five seconds or so that the system gives; that of the crate ctrlc does.
#[cfg(windows)]
mod windows {
    use super::Heard;
    use std::future::poll_fn;
    use std::io;
    use std::task::Poll;
    use std::thread;
    use tokio::runtime::Builder;
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};

    /// Calls `on` for each event of the console from now on, in a thread of its own.
    ///
    /// # Errors
    /// Where the system refuses the handler.
    pub fn listen(on: impl Fn(Heard) + Send + 'static) -> io::Result<()> {
        let (mut c, mut break_) = (ctrl_c()?, ctrl_break()?);
        let (mut close, mut logoff, mut shutdown) = (ctrl_close()?, ctrl_logoff()?, ctrl_shutdown()?);
        let runtime = Builder::new_current_thread().build()?;
        thread::spawn(move || {
            loop {
                // All are asked each time, so that each wakes the thread.
                on(runtime.block_on(poll_fn(|context| {
                    let interrupt = [c.poll_recv(context), break_.poll_recv(context)];
                    let closing =
                        [close.poll_recv(context), logoff.poll_recv(context), shutdown.poll_recv(context)];
                    match (closing.iter().any(Poll::is_ready), interrupt.iter().any(Poll::is_ready)) {
                        (true, _) => Poll::Ready(Heard::Closing),
                        (_, true) => Poll::Ready(Heard::Interrupt),
                        _ => Poll::Pending,
                    }
                })));
            }
        });
        Ok(())
    }

    /// Windows has no such signals.
    pub fn outlive() {}
}
