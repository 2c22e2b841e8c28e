//! Where a result comes from: the build, the machine, the command and the time.

use super::{Made, Processor, memory};
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};
use vuelta::simd::Isa;

/// The build and the machine. Older results have fewer fields.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Environment {
    /// The version of Vuelta.
    pub version: String,
    /// The commit it was built from; empty outside a repository.
    pub commit: String,
    /// The compiler.
    pub rustc: String,
    /// The target triple it was built for.
    pub target: String,
    /// The operating system's name and version.
    pub system: String,
    /// The processor's name.
    pub processor: String,
    /// Which one that is, where the machine tells.
    #[serde(flatten)]
    pub model: Option<Processor>,
    /// Logical processors that this process may use.
    pub processors: usize,
    /// The instruction sets that matter here and that the processor has.
    pub features: Vec<String>,
    /// The instruction sets, by the names of `--isa`, that the engines can use here; the last is the best.
    pub isas: Vec<String>,
    /// The machine's memory in bytes; 0, and not written, where it does not tell.
    #[serde(skip_serializing_if = "is_unknown")]
    pub memory_bytes: u64,
    /// The memory that this process can have now, in bytes, where the machine tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub available_bytes: Option<u64>,
    /// The limit of the address space (`ulimit -v`) in bytes, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address_space_bytes: Option<u64>,
    /// The host's name, only where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
}

/// The share of the available memory that a count takes without a limit, in percent.
const MEMORY_SHARE: u64 = 80;
/// Counts up to this board take less than ten megabytes and a few for each thread.
const LARGEST_SMALL_BOARD: u32 = 14;

impl Environment {
    /// The default memory limit in bytes if the available memory is not known.
    pub const UNKNOWN_MEMORY: u64 = 4 << 30;

    /// Looks at this machine. The host's name is left out unless asked for.
    pub fn detect(with_host: bool) -> Self {
        static LASTING: OnceLock<Environment> = OnceLock::new();
        Environment {
            processors: std::thread::available_parallelism().map_or(1, usize::from),
            available_bytes: memory::available(),
            address_space_bytes: memory::address_space().map(|space| space.limit),
            host: with_host.then(System::host_name).flatten(),
            ..LASTING.get_or_init(Self::lasting).clone()
        }
    }

    /// The build and what does not change in a machine. Looking it up takes longer than a short count.
    fn lasting() -> Self {
        let wanted = RefreshKind::nothing()
            .with_cpu(CpuRefreshKind::nothing())
            .with_memory(MemoryRefreshKind::nothing().with_ram());
        // A machine that does not tell its name or its memory has empty fields; that is no reason to stop.
        let system = System::new_with_specifics(wanted);
        let cpu = system.cpus().first().map(|cpu| cpu.brand().trim().to_owned());
        Environment {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: env!("VUELTA_COMMIT").to_owned(),
            rustc: env!("VUELTA_RUSTC").to_owned(),
            target: env!("VUELTA_TARGET").to_owned(),
            system: System::long_os_version().unwrap_or_default(),
            processor: cpu.filter(|name| !name.is_empty()).or_else(Processor::name).unwrap_or_default(),
            model: Processor::detect(),
            features: features(),
            isas: Isa::available().iter().map(ToString::to_string).collect(),
            memory_bytes: system.total_memory(),
            ..Environment::default()
        }
    }

    /// The memory that a count takes at most where no limit was asked for, in bytes: 80 % of what this process can have now,
    /// or [`UNKNOWN_MEMORY`](Environment::UNKNOWN_MEMORY).
    #[must_use]
    pub fn usual_memory_limit() -> u64 {
        memory::available().map_or(Environment::UNKNOWN_MEMORY, |bytes| bytes / 100 * MEMORY_SHARE)
    }

    /// This memory limit in bytes, or less where the address space does not allow it.
    #[must_use]
    pub fn within_address_space(limit: u64) -> u64 {
        memory::address_space().map_or(limit, |space| limit.min(space.left / 100 * MEMORY_SHARE))
    }

    /// The default memory limit for counts of N-queens up to N = `largest`. For small boards the machine is not asked: that
    /// would take a good part of the count's time.
    #[must_use]
    pub fn usual_memory_limit_of_queens(largest: u32) -> u64 {
        if largest <= LARGEST_SMALL_BOARD {
            Environment::UNKNOWN_MEMORY
        } else {
            Environment::usual_memory_limit()
        }
    }
}

fn is_unknown(bytes: &u64) -> bool {
    *bytes == 0
}

/// The processor's instruction sets that an engine could take advantage of.
fn features() -> Vec<String> {
    #[allow(unused_macros)] // on architectures whose vectors are not used
    macro_rules! detected {
        ($detected:ident: $($name:tt)*) => {
            [$(($name, std::arch::$detected!($name))),*].into_iter().filter(|(_, here)| *here)
        };
    }
    #[cfg(target_arch = "x86_64")]
    let found = detected!(is_x86_feature_detected: "popcnt" "bmi1" "bmi2" "avx2" "avx512f" "avx512bw" "avx512dq"
        "avx512vl" "avx512vbmi" "avx512vbmi2" "avx512vpopcntdq" "avx512bitalg" "gfni");
    #[cfg(target_arch = "aarch64")]
    let found = detected!(is_aarch64_feature_detected: "neon" "dotprod" "sha3" "sve" "sve2");
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let found = std::iter::empty::<(&str, bool)>();
    found.map(|(name, _)| name.to_owned()).collect()
}

/// A stage of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stage {
    /// Its name.
    pub name: String,
    /// How long it took.
    pub seconds: f64,
}

/// When and how a result was computed, and where.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[must_use]
pub struct Run {
    /// The command line.
    pub command: Vec<String>,
    /// When the work of this process began, in seconds since 1970 UTC; nobody knows when that of merged ledgers did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_unix: Option<u64>,
    /// When the work ended, in seconds since 1970 UTC.
    pub ended_unix: Option<u64>,
    /// The share that a virtual machine got of the processor time it wanted while this process ran, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processor_share: Option<f64>,
    /// The fingerprint of the plan: a checksum over the subproblems' weights and costs, where there is a plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<u32>,
    /// How long each stage took; together the run time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<Stage>,
    /// The build and the machine.
    #[serde(flatten)]
    pub environment: Environment,
}

impl Run {
    /// A run that took this long, where that is known, and ended now.
    pub fn ended_now(command: Vec<String>, elapsed: Option<Duration>, environment: Environment) -> Self {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let started_unix = elapsed.map(|elapsed| now.saturating_sub(elapsed).as_secs());
        Run { command, started_unix, ended_unix: Some(now.as_secs()), environment, ..Run::default() }
    }

    /// With the fingerprint of the plan and the times of the stages.
    pub fn with_plan(mut self, made: &Made) -> Self {
        self.fingerprint = made.fingerprint;
        let stage =
            |&(name, took): &(&str, Duration)| Stage { name: name.to_owned(), seconds: took.as_secs_f64() };
        self.stages = made.stages.iter().map(stage).collect();
        self
    }
}
