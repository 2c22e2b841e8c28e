//! Processes as a lock's record names them: host, process number, start time, and the system in which the numbers are
//! valid.
//!
//! On Linux the source is /proc, elsewhere the crate sysinfo. Nothing is guessed: a process that cannot be seen must
//! show that it lives.

use std::fmt;

/// A process, one word for each field: `host process start system`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// The host's name.
    pub host: String,
    /// The process's number.
    pub process: u32,
    /// Start time in the system's own unit, which tells processes with equal numbers apart; 0 if unknown.
    pub start: u64,
    /// The system that gave the number: different for another boot or container.
    pub system: String,
}

impl Owner {
    /// This process.
    pub fn own() -> Self {
        let process = std::process::id();
        let start = system::start(process).flatten().unwrap_or(0);
        Owner { host: one_word(&system::host_name()), process, start, system: one_word(&system::name()) }
    }

    /// Parses a record. A torn one names an unknown process.
    pub fn parse(record: &str) -> Self {
        let read = || {
            let words: Vec<&str> = record.split_whitespace().collect();
            let [host, process, start, system] = words[..] else { return None };
            let (process, start) = (process.parse().ok()?, start.parse().ok()?);
            Some(Owner { host: host.to_owned(), process, start, system: system.to_owned() })
        };
        let host = "an unknown host".to_owned();
        read().unwrap_or(Owner { host, process: 0, start: 0, system: String::new() })
    }

    /// Whether the process has ended; `None` if that cannot be seen from here.
    pub fn has_ended(&self) -> Option<bool> {
        let here = Owner::own();
        if here.start == 0 || !system::is_same(self, &here) {
            return None;
        }
        system::start(self.process).map(|start| start != Some(self.start))
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Owner { host, process, start, system } = self;
        writeln!(f, "{host} {process} {start} {system}")
    }
}

fn one_word(text: &str) -> String {
    let word = text.trim().replace(char::is_whitespace, "-");
    if word.is_empty() { "unknown".to_owned() } else { word }
}

#[cfg(target_os = "linux")]
mod system {
    use super::Owner;
    use std::fs;
    use std::io::ErrorKind;

    pub fn host_name() -> String {
        fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default()
    }

    /// The boot of the kernel and the namespace of process numbers.
    pub fn name() -> String {
        let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
        let space = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
        format!("{}/{}", boot.trim(), space.display())
    }

    pub fn is_same(one: &Owner, other: &Owner) -> bool {
        one.system == other.system
    }

    /// The start of a process in the kernel's ticks: `Some(None)` if it has ended, `None` if the system does not say.
    pub fn start(process: u32) -> Option<Option<u64>> {
        match fs::read_to_string(format!("/proc/{process}/stat")) {
            Ok(stat) => parse(&stat),
            Err(error) if error.kind() == ErrorKind::PermissionDenied => None,
            Err(_) => Some(None),
        }
    }

    fn parse(stat: &str) -> Option<Option<u64>> {
        // The name in parentheses may hold anything. After it, word 1 is the state and word 20 the start.
        let words: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ended = matches!(*words.first()?, "Z" | "X");
        Some(if ended { None } else { Some(words.get(19)?.parse().ok()?) })
    }
}

/// Windows and macOS give start times in calendar seconds, which tell processes apart across boots too.
#[cfg(not(target_os = "linux"))]
mod system {
    use super::Owner;
    use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, Product, System};

    /// Prefix of the boot time, which stands for machines without a unique name.
    const BOOTED: &str = "booted:";
    /// The tolerance of boot times: they are computed from a clock that may be adjusted.
    const SECONDS_APART: u64 = 5;

    pub fn host_name() -> String {
        System::host_name().unwrap_or_default()
    }

    /// The machine's unique name from its firmware, else its boot time.
    pub fn name() -> String {
        let says_something = |name: &String| {
            let mut digits = name.chars().filter(char::is_ascii_alphanumeric);
            digits.next().is_some_and(|first| digits.any(|digit| digit != first))
        };
        let booted = || format!("{BOOTED}{}", System::boot_time());
        Product::uuid().filter(says_something).unwrap_or_else(booted)
    }

    /// Some makers give all machines the same name, so that the host's must agree too.
    pub fn is_same(one: &Owner, other: &Owner) -> bool {
        let booted = |owner: &Owner| owner.system.strip_prefix(BOOTED)?.parse::<u64>().ok();
        let same_system = match (booted(one), booted(other)) {
            (Some(one), Some(other)) => one.abs_diff(other) <= SECONDS_APART,
            _ => one.system == other.system,
        };
        one.host == other.host && same_system
    }

    /// The start of a process in seconds: `Some(None)` if it has ended, `None` if the system does not say.
    pub fn start(process: u32) -> Option<Option<u64>> {
        let (asked, own) = (Pid::from_u32(process), Pid::from_u32(std::process::id()));
        let mut system = System::new();
        let both = ProcessesToUpdate::Some(&[asked, own]);
        system.refresh_processes_specifics(both, false, ProcessRefreshKind::nothing());
        match (system.process(asked), system.process(own)) {
            // A list without this process says nothing.
            (_, None) => None,
            (None, _) => Some(None),
            // The start times of other users' processes may be secret.
            (Some(process), _) => Some(process.start_time()).filter(|&start| start > 0).map(Some),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_lives_and_one_of_its_number_before_it_has_ended() {
        let own = Owner::own();
        assert!(own.start > 0 && own.host != "unknown" && own.system != "unknown", "{own}");
        assert_eq!(Owner::parse(&own.to_string()), own);
        assert_eq!(own.has_ended(), Some(false));
        let earlier = Owner { start: own.start - 1, ..own.clone() };
        assert_eq!(earlier.has_ended(), Some(true));
        // Larger than any process number.
        let none = Owner { process: u32::MAX - 7, ..own.clone() };
        assert_eq!(none.has_ended(), Some(true));
    }

    #[test]
    fn what_is_not_of_this_system_is_not_judged() {
        let elsewhere = Owner { system: "another/boot".to_owned(), ..Owner::own() };
        assert_eq!(elsewhere.has_ended(), None);
        for record in ["", "host 1 2", "host one 2 system", "host 1 2 system more"] {
            assert_eq!(Owner::parse(record).host, "an unknown host", "{record}");
        }
    }

    #[cfg(not(target_os = "linux"))]
    #[test]
    fn a_machine_without_a_name_is_known_by_the_time_of_its_boot() {
        let booted = |second: u64| Owner { system: format!("booted:{second}"), ..Owner::own() };
        assert!(system::is_same(&booted(1_000), &booted(1_005)));
        assert!(!system::is_same(&booted(1_000), &booted(1_006)));
        let elsewhere = Owner { host: "elsewhere".to_owned(), ..booted(1_000) };
        assert!(!system::is_same(&booted(1_000), &elsewhere));
    }
}
