//! The lines of a ledger. Parsing is strict: a line must equal what writing its values gives.

use super::{LedgerError, LedgerFault};
use crate::search::Shard;
use std::ops::Range;
use std::path::Path;

/// The header's first word.
pub(super) const NAME: &str = "vuelta-ledger";
const FORMAT: u32 = 1;
/// The Mersenne prime 2^61 - 1, the modulus of the residues, which check the counts.
const MODULUS: u128 = (1 << 61) - 1;

/// The count that a ledger belongs to. Only runs with an equal plan can resume from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The problem with its size and conditions, one word.
    pub problem: String,
    /// The engine.
    pub engine: String,
    /// The version of the engine's numbering of subproblems.
    pub plan: u32,
    /// The number of subproblems.
    pub subproblems: u64,
    /// The checksum of all weights and costs in order.
    pub fingerprint: u32,
    /// The shard whose subproblems the ledger holds.
    pub shard: Shard,
    /// The number of shards that the work was divided into; a union keeps the number of its ledgers.
    pub split: u64,
}

impl Header {
    pub(crate) fn to_line(&self) -> String {
        let Header { problem, engine, plan, subproblems, fingerprint, shard, split } = self;
        let line = format!(
            "{NAME} format={FORMAT} problem={problem} engine={engine} plan={plan} \
             subproblems={subproblems} fingerprint={fingerprint} shard={shard} split={split}"
        );
        sealed(&line, 0)
    }

    /// The seed of the checksums of the other lines.
    pub(super) fn checksum(&self) -> u32 {
        crc32fast::hash(self.to_line().as_bytes())
    }

    pub(super) fn parse(line: &str) -> Result<Header, &'static str> {
        let read = || {
            // The words are echoed in errors and commands.
            let is_plain = line.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
            let words: Vec<&str> = line.split(' ').collect();
            let [name, format, problem, engine, plan, subproblems, fingerprint, shard, split, _crc] =
                words[..]
            else {
                return None;
            };
            if !is_plain || name != NAME || value::<u32>(format, "format")? != FORMAT {
                return None;
            }
            Some(Header {
                problem: value(problem, "problem")?,
                engine: value(engine, "engine")?,
                plan: value(plan, "plan")?,
                subproblems: value(subproblems, "subproblems")?,
                fingerprint: value(fingerprint, "fingerprint")?,
                shard: value(shard, "shard")?,
                split: value(split, "split")?,
            })
        };
        let header = read().ok_or("it is not the header of a ledger")?;
        if header.to_line().trim_end() == line { Ok(header) } else { Err("the checksum does not fit") }
    }

    /// Refuses `other`, read from `path`, unless its plan is equal.
    pub(crate) fn same_plan(&self, other: &Header, path: &Path) -> Result<(), LedgerError> {
        let fields = [
            ("problem", self.problem.clone(), other.problem.clone()),
            ("engine", self.engine.clone(), other.engine.clone()),
            ("plan's version", self.plan.to_string(), other.plan.to_string()),
            ("number of subproblems", self.subproblems.to_string(), other.subproblems.to_string()),
            ("fingerprint", self.fingerprint.to_string(), other.fingerprint.to_string()),
        ];
        first_difference(fields, path)
    }

    /// Refuses the header `other` of a ledger that this run cannot resume from.
    pub(super) fn same_run(&self, other: &Header, path: &Path) -> Result<(), LedgerError> {
        self.same_plan(other, path)?;
        first_difference([("shard", self.shard.to_string(), other.shard.to_string())], path)
    }

    /// Refuses the header `other` of a ledger from another division into shards.
    pub(super) fn same_split(&self, other: &Header, path: &Path) -> Result<(), LedgerError> {
        self.same_plan(other, path)?;
        first_difference([("number of shards", self.split.to_string(), other.split.to_string())], path)
    }

    /// The format version of a header line, if it differs from this one.
    pub(super) fn other_version(line: &str) -> Option<&str> {
        let version = line.strip_prefix(NAME)?.strip_prefix(" format=")?.split(' ').next()?;
        let is_number = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit());
        (is_number && version != FORMAT.to_string()).then_some(version)
    }
}

fn first_difference<const K: usize>(
    fields: [(&'static str, String, String); K],
    path: &Path,
) -> Result<(), LedgerError> {
    match fields.into_iter().find(|(_, wanted, found)| wanted != found) {
        None => Ok(()),
        Some((field, wanted, found)) => Err(LedgerFault::Foreign { field, found, wanted }.of(path)),
    }
}

/// A line of a ledger: finished subproblems.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Chunk {
    /// The subproblems.
    pub ids: Range<u64>,
    /// Their contribution to the total, weights included; for placements, that of the first number of queens.
    pub count: u128,
    /// The time that workers took, in nanoseconds.
    pub nanoseconds: u64,
    /// Further numbers: for placements, those of the other numbers of queens; for Senku, those of a sweep.
    pub more: Vec<u128>,
}

impl Chunk {
    pub(super) fn to_line(&self, seed: u32) -> String {
        let Chunk { ids, count, nanoseconds, more } = self;
        let residue = count % MODULUS;
        let mut line = format!("{}..{} count={count} ns={nanoseconds} residue={residue}", ids.start, ids.end);
        if !more.is_empty() {
            let more: Vec<String> = more.iter().map(u128::to_string).collect();
            line += &format!(" more={}", more.join(","));
        }
        sealed(&line, seed)
    }

    pub(super) fn parse(line: &str, seed: u32) -> Result<Chunk, &'static str> {
        let words: Vec<&str> = line.split(' ').collect();
        let read = || {
            let [ids, count, nanoseconds, _residue, ref more @ .., _crc] = words[..] else { return None };
            let (start, end) = ids.split_once("..")?;
            let ids = start.parse().ok()?..end.parse().ok()?;
            let more = match more {
                [] => vec![],
                [word] => {
                    let numbers = word.strip_prefix("more=")?.split(',');
                    numbers.map(|number| number.parse().ok()).collect::<Option<_>>()?
                }
                _ => return None,
            };
            Some(Chunk { ids, count: value(count, "count")?, nanoseconds: value(nanoseconds, "ns")?, more })
        };
        let chunk = read().ok_or("it is not a line of a ledger")?;
        if chunk.to_line(seed).trim_end() != line {
            return Err("the checksum does not fit");
        }
        if chunk.ids.is_empty() { Err("its range is empty") } else { Ok(chunk) }
    }
}

fn value<T: std::str::FromStr>(word: &str, name: &str) -> Option<T> {
    word.strip_prefix(name)?.strip_prefix('=')?.parse().ok()
}

/// The text with its checksum appended.
fn sealed(text: &str, seed: u32) -> String {
    let mut hasher = crc32fast::Hasher::new_with_initial(seed);
    hasher.update(text.as_bytes());
    format!("{text} crc={:08x}\n", hasher.finalize())
}
