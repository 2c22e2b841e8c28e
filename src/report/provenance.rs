//! Where a result comes from: the build, the machine, the command and the time.

use crate::search::Stages;
use crate::simd::Isa;
use serde::Serialize;
use std::time::{Duration, SystemTime};
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

/// The build and the machine.
#[derive(Debug, Clone, Serialize)]
pub struct Environment {
    /// The version of Vuelta.
    pub version: &'static str,
    /// The commit it was built from; empty outside a repository.
    pub commit: &'static str,
    /// The compiler.
    pub rustc: &'static str,
    /// The target triple it was built for.
    pub target: &'static str,
    /// The operating system's name and version.
    pub system: String,
    /// The processor's name.
    pub processor: String,
    /// Logical processors that this process may use.
    pub processors: usize,
    /// The instruction sets that matter here and that the processor has.
    pub features: Vec<&'static str>,
    /// The instruction sets, by the names of `--isa`, that the engines can use here; the last is the best.
    pub isas: Vec<String>,
    /// The machine's memory in bytes; 0, and not written, where it does not tell.
    #[serde(skip_serializing_if = "is_unknown")]
    pub memory_bytes: u64,
    /// The memory that this process can have now, in bytes, where the machine tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub available_bytes: Option<u64>,
    /// The host's name, only where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
}

impl Environment {
    /// Looks at this machine. The host's name is left out unless asked for.
    #[must_use]
    pub fn detect(with_host: bool) -> Self {
        let wanted = RefreshKind::nothing()
            .with_cpu(CpuRefreshKind::nothing())
            .with_memory(MemoryRefreshKind::nothing().with_ram());
        // A machine that does not tell its name or its memory has empty fields; that is no reason to stop.
        let system = System::new_with_specifics(wanted).ok();
        let cpu = system.as_ref().and_then(|system| system.cpus().first());
        Environment {
            version: env!("CARGO_PKG_VERSION"),
            commit: env!("VUELTA_COMMIT"),
            rustc: env!("VUELTA_RUSTC"),
            target: env!("VUELTA_TARGET"),
            system: System::long_os_version().unwrap_or_default(),
            processor: cpu.map(|cpu| cpu.brand().trim().to_owned()).unwrap_or_default(),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
            features: features(),
            isas: Isa::available().iter().map(ToString::to_string).collect(),
            memory_bytes: system.as_ref().map_or(0, System::total_memory),
            available_bytes: Environment::available_memory(),
            host: with_host.then(System::host_name).and_then(Result::ok),
        }
    }

    /// The memory that this process can have now, in bytes, within the limits of its control groups; `None` where the
    /// machine does not tell. Cheaper than to look at all of it.
    #[must_use]
    pub fn available_memory() -> Option<u64> {
        super::memory::available()
    }
}

fn is_unknown(bytes: &u64) -> bool {
    *bytes == 0
}

/// The processor's instruction sets that an engine could take advantage of.
#[cfg(target_arch = "x86_64")]
fn features() -> Vec<&'static str> {
    macro_rules! detected {
        ($($name:tt)*) => { [$(($name, std::arch::is_x86_feature_detected!($name))),*] };
    }
    let known = detected!("popcnt" "bmi1" "bmi2" "avx2" "avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512vbmi"
        "avx512vbmi2" "avx512vpopcntdq" "avx512bitalg" "gfni");
    known.into_iter().filter_map(|(name, here)| here.then_some(name)).collect()
}

/// Other processors run the portable kernels.
#[cfg(not(target_arch = "x86_64"))]
fn features() -> Vec<&'static str> {
    vec![]
}

/// A stage of a run.
#[derive(Debug, Clone, Serialize)]
pub struct Stage {
    /// Its name.
    pub name: &'static str,
    /// How long it took.
    pub seconds: f64,
}

/// When and how a result was computed, and where.
#[derive(Debug, Clone, Serialize)]
pub struct Run {
    /// The command line.
    pub command: Vec<String>,
    /// When the work began, in seconds since 1970 UTC.
    pub started_unix: u64,
    /// When it ended, likewise.
    pub ended_unix: u64,
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
    /// A run that took this long and ended now.
    #[must_use]
    pub fn ended_now(command: Vec<String>, elapsed: Duration, environment: Environment) -> Self {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let started_unix = now.saturating_sub(elapsed).as_secs();
        Run {
            command,
            started_unix,
            ended_unix: now.as_secs(),
            fingerprint: None,
            stages: vec![],
            environment,
        }
    }

    /// With the fingerprint of the plan and the times of the stages.
    #[must_use]
    pub fn with_plan(mut self, fingerprint: Option<u32>, stages: &Stages) -> Self {
        self.fingerprint = fingerprint;
        let stage = |&(name, took): &(&'static str, Duration)| Stage { name, seconds: took.as_secs_f64() };
        self.stages = stages.iter().map(stage).collect();
        self
    }
}
