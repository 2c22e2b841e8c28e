//! The memory that this process can still have: what the machine has left, and the control groups that it is in allow.
//!
//! Linux says the limits of control groups in files, for each group and for those that it is within:
//!
//! ```text
//! /proc/self/cgroup    0::/a/b            /sys/fs/cgroup/a/b/memory.max              version 2
//!                      4:memory:/a/b      /sys/fs/cgroup/memory/a/b/memory.limit_in_bytes    version 1
//! ```
//!
//! A group's free memory is its limit less its usage, in which files that are only cached do not count: they are dropped
//! when memory is wanted. The least of all groups holds. In a container the groups' names may be the host's, whose
//! folders are not there: then the root of what is mounted is the container's own group, and is asked in any case.
//!
//! `ulimit -v` limits the address space, which the allocator takes in large pieces before it is used: see [`AddressSpace`].

use std::io::Read;
use std::path::Path;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The address space of this process where it is limited (`ulimit -v`), in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressSpace {
    /// The limit.
    pub limit: u64,
    /// Bytes that are not mapped yet: the room for stacks.
    pub unmapped: u64,
    /// Room for lists, tables and further threads: bytes not mapped, and bytes that the allocator has reserved.
    pub left: u64,
}

impl AddressSpace {
    /// The limit alone, without memory for the answer; `None` as in [`address_space`].
    pub fn limit() -> Option<u64> {
        let mut text = [0; 4096];
        let length = std::fs::File::open(LIMITS).and_then(|mut file| file.read(&mut text)).ok()?;
        limit_in(std::str::from_utf8(&text[..length]).ok()?)
    }
}

/// The limits of this process.
const LIMITS: &str = "/proc/self/limits";

/// The limit of the address space in the text of [`LIMITS`].
fn limit_in(text: &str) -> Option<u64> {
    let row = text.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    row.split_whitespace().next()?.parse().ok() // not `unlimited`
}

/// The address space; `None` where it has no limit, or the machine does not tell.
pub fn address_space() -> Option<AddressSpace> {
    address_space_by(|path| std::fs::read_to_string(path).ok())
}

/// The address space by these files.
///
/// ```text
/// left = limit - (VmSize - VmData) - RssAnon - threads * room
/// ```
fn address_space_by(read: impl Fn(&Path) -> Option<String>) -> Option<AddressSpace> {
    let limit = limit_in(&read(Path::new(LIMITS))?)?;
    let status = read(Path::new("/proc/self/status"))?;
    let number = |name: &str| -> Option<u64> {
        let row = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        row.split_whitespace().next()?.parse().ok()
    };
    let bytes = |name| number(name).map(|kib| kib << 10);
    let (size, data) = (bytes("VmSize")?, bytes("VmData")?);
    let used = size.saturating_sub(data) + bytes("RssAnon")? + number("Threads")? * ROOM;
    Some(AddressSpace { limit, unmapped: limit.saturating_sub(size), left: limit.saturating_sub(used) })
}

/// The memory that this process can have now, in bytes, within the limits of its control groups and of its address space;
/// `None` where the machine does not tell.
pub(super) fn available() -> Option<u64> {
    let wanted = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(wanted);
    // A machine without any memory is one that does not tell.
    let machine = (system.total_memory() > 0).then(|| system.available_memory());
    let groups = left_by_groups(|path| std::fs::read_to_string(path).ok());
    let space = address_space().map(|space| space.left);
    [machine, groups, space].into_iter().flatten().min()
}

/// Address space of a thread: a stack of 2 MiB, and the allocator's pages of up to 4 MiB for each size of its lists.
pub const ROOM: u64 = 12 << 20;

/// Where each version of control groups is mounted, and the names of limit, usage and cached files.
const FIRST: (&[&str], [&str; 3]) =
    (&["/sys/fs/cgroup/memory"], ["memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"]);
const SECOND: (&[&str], [&str; 3]) =
    (&["/sys/fs/cgroup", "/sys/fs/cgroup/unified"], ["memory.max", "memory.current", "inactive_file"]);
/// The first version writes no limit as the largest number of pages.
const NO_LIMIT: u64 = 1 << 62;

/// The memory that the control groups leave according to these files; `None` without a limit.
fn left_by_groups(read: impl Fn(&Path) -> Option<String>) -> Option<u64> {
    let groups = read(Path::new("/proc/self/cgroup"))?;
    let of_line = |line: &str| -> Option<u64> {
        let mut fields = line.splitn(3, ':').skip(1);
        let (controllers, group) = (fields.next()?, fields.next()?);
        let (folders, names) = match controllers {
            "" => SECOND,
            some if some.split(',').any(|controller| controller == "memory") => FIRST,
            _ => return None,
        };
        // A group that is seen from outside its own root has a name that leads nowhere.
        let group = if group.contains("..") { "/" } else { group };
        let within = Path::new(group).ancestors().filter_map(|group| group.strip_prefix("/").ok());
        let all = within.flat_map(|group| folders.iter().map(move |folder| Path::new(folder).join(group)));
        all.filter_map(|folder| left_in(&folder, names, &read)).min()
    };
    groups.lines().filter_map(of_line).min()
}

/// The memory that one group leaves, if it has a limit.
fn left_in(
    folder: &Path,
    [limit, usage, cached]: [&str; 3],
    read: &impl Fn(&Path) -> Option<String>,
) -> Option<u64> {
    let number = |name: &str| read(&folder.join(name))?.trim().parse::<u64>().ok();
    let limit = number(limit).filter(|&limit| limit < NO_LIMIT)?;
    let usage = number(usage)?;
    let cached_bytes = read(&folder.join("memory.stat")).and_then(|table| {
        let row = |line: &str| line.strip_prefix(cached)?.trim().parse::<u64>().ok();
        table.lines().find_map(row)
    });
    Some(limit.saturating_sub(usage.saturating_sub(cached_bytes.unwrap_or(0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    /// The memory left according to these files alone; numbers are in MiB.
    fn left(groups: &str, files: &[(&str, &str)]) -> Option<u64> {
        let bytes = |text: &str| {
            let word = |word: &str| match word.parse::<u64>() {
                Ok(number) if number < 1 << 40 => (number * MIB).to_string(),
                _ => word.to_owned(),
            };
            let line = |line: &str| line.split(' ').map(word).collect::<Vec<_>>().join(" ");
            text.lines().map(line).collect::<Vec<_>>().join("\n")
        };
        let left = left_by_groups(|path| {
            if path == Path::new("/proc/self/cgroup") {
                return Some(groups.to_owned());
            }
            let file = files.iter().find(|(name, _)| Path::new("/sys/fs/cgroup").join(name) == path);
            file.map(|(_, text)| bytes(text))
        });
        left.map(|left| left / MIB)
    }

    #[test]
    fn the_least_of_nested_groups_holds_and_cached_files_do_not_count() {
        let groups = "0::/job/step\n";
        let mut files = vec![
            ("job/step/memory.max", "max"),
            ("job/memory.max", "300"),
            ("job/memory.current", "200"),
            ("job/memory.stat", "anon 20\ninactive_file 150\nactive_file 30"),
        ];
        assert_eq!(left(groups, &files), Some(250));
        files[0].1 = "100";
        assert_eq!(left(groups, &files), Some(250), "a group that does not tell its usage is left out");
        files.push(("job/step/memory.current", "10"));
        assert_eq!(left(groups, &files), Some(90));
        // More is used than allowed, while the limit is being lowered.
        files.push(("memory.max", "5"));
        files.push(("memory.current", "7"));
        assert_eq!(left(groups, &files), Some(0));
    }

    #[test]
    fn both_versions_are_understood_also_side_by_side() {
        let groups = "9:cpu,memory:/slurm/job_7\n1:name=systemd:/\n0::/\n";
        let first = [
            ("memory/slurm/job_7/memory.limit_in_bytes", "400"),
            ("memory/slurm/job_7/memory.usage_in_bytes", "100"),
            ("memory/slurm/job_7/memory.stat", "inactive_file 1\ntotal_inactive_file 50"),
            ("memory/memory.limit_in_bytes", "9223372036854771712"),
            ("memory/memory.usage_in_bytes", "9000"),
        ];
        assert_eq!(left(groups, &first), Some(350));
        let second = [("unified/memory.max", "60"), ("unified/memory.current", "20")];
        assert_eq!(left(groups, &[&first[..], &second].concat()), Some(40));
    }

    #[test]
    fn a_container_has_its_own_group_at_the_root() {
        let root = [("memory.max", "64"), ("memory.current", "4")];
        for groups in ["0::/docker/0123\n", "0::/\n", "0::/../../elsewhere\n"] {
            assert_eq!(left(groups, &root), Some(60), "{groups}");
        }
    }

    #[test]
    fn the_address_space_is_limited_by_its_row() {
        let space = |limit: &str| {
            let row = format!(
                "Max stack size  8388608  unlimited  bytes\nMax address space  {limit}  unlimited  bytes\n"
            );
            address_space_by(|path| {
                match path.to_str()? {
                "/proc/self/limits" => Some(row.clone()),
                _ => Some("VmPeak:\t 90000 kB\nVmSize:\t 81920 kB\nRssAnon:\t 4096 kB\nVmData:\t 71680 kB\nThreads:\t3\n".to_owned()),
            }
            })
        };
        assert_eq!(space("unlimited"), None);
        let told = |limit, unmapped, left| {
            Some(AddressSpace { limit: limit * MIB, unmapped: unmapped * MIB, left: left * MIB })
        };
        assert_eq!(space("104857600"), told(100, 20, 50));
        assert_eq!(space("10485760"), told(10, 0, 0));
        assert_eq!(address_space_by(|_| None), None);
    }

    #[test]
    fn what_is_not_told_is_not_known() {
        assert_eq!(left("0::/job\n", &[]), None);
        assert_eq!(left("", &[("memory.max", "64")]), None);
        assert_eq!(left("nonsense\n4:memory\n", &[("memory.max", "64")]), None);
        assert_eq!(left("0::/\n", &[("memory.max", "max"), ("memory.current", "4")]), None);
        assert_eq!(left("3:memory:/\n", &[("memory/memory.limit_in_bytes", "9223372036854771712")]), None);
        assert_eq!(left_by_groups(|_| None), None);
    }
}
