//! The processor beyond its name, and the share of it that this machine got.
//!
//! "AMD EPYC" is the name of a Zen 4 and of a Zen 5 alike in a virtual machine; their family and model differ.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// Which processor it is, as CPUID says it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Processor {
    /// The maker.
    pub vendor: String,
    /// With the extended family.
    pub family: u32,
    /// With the extended model.
    pub model: u32,
    /// The stepping.
    pub stepping: u32,
    /// The microarchitecture's name, where it is known here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub microarchitecture: Option<String>,
    /// The sizes of the caches that a thread sees, in bytes: `L1d`, `L1i`, `L2`, `L3`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub caches: BTreeMap<String, u64>,
}

impl Processor {
    /// The name that it gives itself, for where the system tells none (a container without /proc).
    pub(super) fn name() -> Option<String> {
        #[cfg(target_arch = "x86_64")]
        return Some(raw_cpuid::CpuId::new().get_processor_brand_string()?.as_str().trim().to_owned());
        #[cfg(not(target_arch = "x86_64"))]
        return None;
    }

    /// Looks at this machine; `None` where there is no CPUID.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn detect() -> Option<Self> {
        use raw_cpuid::{CacheType, CpuId};
        let id = CpuId::new();
        let vendor = id.get_vendor_info()?.as_str().to_owned();
        let info = id.get_feature_info()?;
        let (family, model) = (u32::from(info.family_id()), u32::from(info.model_id()));
        let stepping = u32::from(info.stepping_id());
        let mut caches = BTreeMap::new();
        for cache in id.get_cache_parameters().into_iter().flatten() {
            let kind = match cache.cache_type() {
                CacheType::Data => "d",
                CacheType::Instruction => "i",
                _ => "",
            };
            let lines =
                [cache.associativity(), cache.physical_line_partitions(), cache.coherency_line_size()];
            let bytes = lines.into_iter().fold(cache.sets() as u64, |size, factor| size * factor as u64);
            caches.insert(format!("L{}{kind}", cache.level()), bytes);
        }
        let microarchitecture = microarchitecture(&vendor, family, model, stepping).map(str::to_owned);
        Some(Processor { vendor, family, model, stepping, microarchitecture, caches })
    }

    #[cfg(not(target_arch = "x86_64"))]
    pub(super) fn detect() -> Option<Self> {
        None
    }

    /// `family 25, model 17, stepping 1 (Zen 4)`
    #[must_use]
    pub fn identity(&self) -> String {
        let Processor { family, model, stepping, microarchitecture, .. } = self;
        let name = microarchitecture.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
        format!("family {family}, model {model}, stepping {stepping}{name}")
    }

    /// `L1d 32 KiB, L1i 32 KiB, L2 1 MiB`
    #[must_use]
    pub fn cache_sizes(&self) -> String {
        let size = |(name, bytes): (&String, &u64)| match bytes >> 10 {
            kib if kib > 0 && kib.is_multiple_of(1024) => format!("{name} {} MiB", kib / 1024),
            kib => format!("{name} {kib} KiB"),
        };
        self.caches.iter().map(size).collect::<Vec<_>>().join(", ")
    }
}

/// The microarchitecture's name: AMD's families as in Linux, arch/x86/kernel/cpu/amd.c, Intel's models as in
/// arch/x86/include/asm/intel-family.h.
#[cfg(any(target_arch = "x86_64", test))]
fn microarchitecture(vendor: &str, family: u32, model: u32, stepping: u32) -> Option<&'static str> {
    Some(match (vendor, family, model) {
        ("AuthenticAMD", 0x17, 0x00..=0x2f | 0x50..=0x5f) => "Zen",
        ("AuthenticAMD", 0x17, 0x30..=0x4f | 0x60..=0x7f | 0x90..=0x91 | 0xa0..=0xaf) => "Zen 2",
        ("AuthenticAMD", 0x19, 0x00..=0x0f | 0x20..=0x5f) => "Zen 3",
        ("AuthenticAMD", 0x19, 0x10..=0x1f | 0x60..=0xaf) => "Zen 4",
        ("AuthenticAMD", 0x1a, 0x00..=0x2f | 0x40..=0x4f | 0x60..=0x7f) => "Zen 5",
        ("AuthenticAMD", 0x1a, 0x50..=0x5f | 0x80..=0xaf | 0xc0..=0xcf) => "Zen 6",
        ("GenuineIntel", 6, 0x3c | 0x3f | 0x45 | 0x46) => "Haswell",
        ("GenuineIntel", 6, 0x3d | 0x47 | 0x4f | 0x56) => "Broadwell",
        ("GenuineIntel", 6, 0x55) if stepping >= 10 => "Cooper Lake",
        ("GenuineIntel", 6, 0x55) if stepping >= 5 => "Cascade Lake",
        ("GenuineIntel", 6, 0x4e | 0x5e | 0x55) => "Skylake",
        ("GenuineIntel", 6, 0x6a | 0x6c | 0x7d | 0x7e) => "Ice Lake",
        ("GenuineIntel", 6, 0x8c | 0x8d) => "Tiger Lake",
        ("GenuineIntel", 6, 0xa7) => "Rocket Lake",
        ("GenuineIntel", 6, 0x97 | 0x9a) => "Alder Lake",
        ("GenuineIntel", 6, 0xb7 | 0xba | 0xbf) => "Raptor Lake",
        ("GenuineIntel", 6, 0x8f) => "Sapphire Rapids",
        ("GenuineIntel", 6, 0xcf) => "Emerald Rapids",
        ("GenuineIntel", 6, 0xad | 0xae) => "Granite Rapids",
        _ => return None,
    })
}

/// The time of the machine's processors so far, in ticks: at work, and wanted but given to others by the hypervisor; and at work
/// for this process.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ProcessorTime {
    worked: u64,
    stolen: u64,
    own: u64,
}

/// A tick of Linux, on every processor.
const TICK: Duration = Duration::from_millis(10);

impl ProcessorTime {
    /// As Linux says it; `None` elsewhere.
    #[must_use]
    pub fn now() -> Option<Self> {
        let [all, own] = ["/proc/stat", "/proc/self/stat"].map(std::fs::read_to_string);
        ProcessorTime::parse(&all.ok()?, &own.ok()?)
    }

    /// The first line: `cpu user nice system idle iowait irq softirq steal ...`; and of the process, behind its name and nine
    /// other numbers, `user system`.
    fn parse(stat: &str, own: &str) -> Option<Self> {
        let times = stat.lines().next()?.strip_prefix("cpu ")?.split_whitespace().take(8);
        let times = times.map(|time| time.parse().ok()).collect::<Option<Vec<u64>>>()?;
        let &[user, nice, system, _, _, irq, softirq, stolen] = &times[..] else { return None };
        let worked = [user, nice, system, irq, softirq].into_iter().fold(0, u64::saturating_add);
        let own = own.rsplit_once(')')?.1.split_whitespace().skip(11).take(2);
        let own = own.map(|time| time.parse::<u64>().ok()).sum::<Option<_>>()?;
        Some(ProcessorTime { worked, stolen, own })
    }

    /// The time since then that processors worked for this process.
    #[must_use]
    pub fn own_since(self, before: ProcessorTime) -> Duration {
        TICK * u32::try_from(self.own.saturating_sub(before.own)).unwrap_or(u32::MAX)
    }

    /// The share of the processor time wanted since then that the machine got, 0 to 1; `None` where it wanted none.
    #[must_use]
    pub fn share_since(self, before: ProcessorTime) -> Option<f64> {
        let worked = self.worked.saturating_sub(before.worked) as f64;
        let wanted = worked + self.stolen.saturating_sub(before.stolen) as f64;
        (wanted > 0.0).then(|| worked / wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zen_4_is_no_zen_5() {
        let name = |family, model| microarchitecture("AuthenticAMD", family, model, 1);
        assert_eq!((name(25, 17), name(26, 2), name(25, 1)), (Some("Zen 4"), Some("Zen 5"), Some("Zen 3")));
        assert_eq!(microarchitecture("GenuineIntel", 6, 0x55, 7), Some("Cascade Lake"));
        assert_eq!((name(99, 0), microarchitecture("", 25, 17, 1)), (None, None));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_processor_is_the_one_that_linux_names() {
        let Some(processor) = Processor::detect() else { return };
        let text = std::fs::read_to_string("/proc/cpuinfo").unwrap();
        let find = |name: &str| {
            let value =
                text.lines().find_map(|line| line.split_once(':').filter(|(key, _)| key.trim() == name));
            value.map(|(_, value)| value.trim().to_owned())
        };
        let Processor { vendor, family, model, stepping, .. } = processor;
        for (name, value) in [
            ("vendor_id", vendor),
            ("cpu family", family.to_string()),
            ("model", model.to_string()),
            ("stepping", stepping.to_string()),
        ] {
            assert!(find(name).is_none_or(|known| known == value), "{name}: {value}");
        }
    }

    #[test]
    fn what_the_hypervisor_took_is_missing_from_the_share() {
        let own = "7 (a) b) R 1 7 7 0 -1 4194304 99 0 0 0 40 2 0 0 20 0 3 0 5 6 7";
        let at = |line: &str| ProcessorTime::parse(&format!("{line}\ncpu0 1 2\n"), own);
        let before = at("cpu  100 0 10 5000 3 0 0 40 0 0").unwrap();
        let after = at("cpu  160 0 20 9000 3 1 4 65 0 0").unwrap();
        assert_eq!(after.share_since(before), Some(0.75));
        assert_eq!(before.share_since(before), None);
        assert_eq!(before.own_since(ProcessorTime::default()), Duration::from_millis(420));
        for wrong in ["", "cpu", "cpu  1 2 3", "cpu  1 2 3 4 5 6 7 x", "intr 1 2 3 4 5 6 7 8"] {
            assert_eq!(at(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn caches_are_said_in_their_units() {
        let caches =
            [("L1d", 48 << 10), ("L2", 1 << 20), ("L3", 32 << 20)].map(|(name, size)| (name.into(), size));
        let processor = Processor { caches: caches.into(), family: 26, model: 2, ..Processor::default() };
        assert_eq!(processor.cache_sizes(), "L1d 48 KiB, L2 1 MiB, L3 32 MiB");
        assert_eq!(processor.identity(), "family 26, model 2, stepping 0");
    }
}
