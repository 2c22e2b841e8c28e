//! Instruction sets, chosen once at run time, and the operations that the engines use.
//!
//! A kernel is a struct of arguments that implements `Kernel`: one text, generic over the instruction set. `Isa::run`
//! compiles it for every instruction set and runs the requested one. A kernel calls another (or itself) by
//! `InstructionSet::enter`, a plain function call within the same instruction set.
//!
//! Queens use `Lanes` (`sets/`: lists of masks, and sets of 512 patterns), Senku uses `Moves` (`moves/`: moves and
//! gathers of numbers). Each folder has a file per instruction set and does not use the other folder. Both use the
//! vectors of `vectors.rs`, which an instruction set defines in its file beside it, and share the loops over them;
//! `portable` has its own loops, without `unsafe`.
//!
//! To add an instruction set:
//!
//! 1. Here: a variant of [`Isa`], also in `ALL` and in the message of `from_str`, and the type of step 2 re-exported.
//!    The compiler then asks for `is_available`, `run_base` and the names, each with a pair of arms for architectures
//!    with and without the set. `run` is for instruction sets with grades.
//! 2. `kernel.rs`: a tuple struct of `()` whose values prove the features, by `consists_of!`; and for its architecture
//!    `Universal`, with `Kernel` of it. A new architecture has a module like `x86` (`Graded` may be `Universal`), and is
//!    excluded from the fallback for all others. From then on the compiler asks every kernel for steps 3 and 4.
//! 3. `<name>.rs`: `Vectors`, and `WordVectors` for `u32` and `u64`, which give `Lists` and `Products`. `sets/<name>.rs`,
//!    a `mod` in `sets/mod.rs`: `Sets` (`and`, `and_not`, `transpose`, `offsets`, and a `Counter`: `Adders` by a
//!    `FullAdder`, or its own) as one type or, if a set takes several registers, one type per number of registers; and
//!    `Lanes` (`count_pairs`). `transpose` and `offsets` may be `Portable`'s at first.
//! 4. `moves/<name>.rs`, a `mod` in `moves/mod.rs`: either `NumberVectors` for `u32` and `u64` (`add`, `read_spread`,
//!    `gather`) and `Packs`, which give `Move` and `Moves`; or, with short vectors, `Move` itself, and
//!    `Isa::lists_members`.
//! 5. Outside, without the compiler's help: `ISAS` in `crates/cli/src/args/common.rs`, the features in `crates/records/src/provenance.rs`,
//!    `doc/public-items.txt`, `scripts/valgrind.sh` and doc/TESTING.md. All tests of kernels iterate over
//!    [`Isa::available`]; `tests.rs` adds the grades.
//!
//! A value that implements these traits is a proof: it exists only if the processor has the instructions. This makes
//! the operations safe to call, and confines `unsafe` to this folder.

#![allow(unsafe_code)]

#[doc(hidden)]
pub mod allocator;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod kernel;
pub(crate) mod moves;
#[cfg(target_arch = "aarch64")]
mod neon;
#[doc(hidden)]
pub mod pages;
mod processor;
pub(crate) mod sets;
mod vectors;

#[cfg(target_arch = "aarch64")]
pub(crate) use kernel::Neon;
#[cfg(target_arch = "x86_64")]
pub(crate) use kernel::{Avx2, Avx512};
use kernel::{Graded, Output, Universal};
pub(crate) use kernel::{InstructionSet, Kernel, Portable};
pub(crate) use processor::{prefetch, prefetch_line, splits_512_bits};

use crate::Error;
use crate::base::text::shown;
use std::fmt;
use std::str::FromStr;

/// A set of vector instructions that the engines know how to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Isa {
    /// Plain integers, on every machine.
    Portable,
    /// 128-bit vectors of ARM.
    Neon,
    /// 256-bit vectors.
    Avx2,
    /// 512-bit vectors, with or without the newer extensions (VBMI, GFNI, VPOPCNTDQ, BITALG).
    Avx512,
}

impl Isa {
    /// All instruction sets, slowest first.
    pub const ALL: [Isa; 4] = [Isa::Portable, Isa::Neon, Isa::Avx2, Isa::Avx512];

    /// The fastest instruction set of this machine.
    #[must_use]
    pub fn detect() -> Isa {
        // The library's own tests run on each set.
        #[cfg(test)]
        if let Ok(Some(isa)) = Isa::from_environment() {
            return isa;
        }
        let fastest = Isa::ALL.into_iter().rev().find(|isa| isa.is_available());
        fastest.unwrap_or(Isa::Portable)
    }

    /// The instruction set that the environment variable `VUELTA_ISA` names, if it is set. The library reads no other
    /// variable, and reads this one by itself only in its own tests.
    ///
    /// # Errors
    /// [`Error::Input`] for an unknown name or a set that this machine lacks.
    pub fn from_environment() -> Result<Option<Isa>, Error> {
        let Some(name) = std::env::var_os("VUELTA_ISA").filter(|name| !name.is_empty()) else {
            return Ok(None);
        };
        let named = |isa: Isa| isa.require().map(|()| Some(isa));
        let isa = name.to_string_lossy().parse().and_then(named);
        isa.map_err(|error| Error::input(format!("VUELTA_ISA: {error}")))
    }

    /// The instruction sets of this machine, slowest first.
    #[must_use]
    pub fn available() -> Vec<Isa> {
        Isa::ALL.into_iter().filter(|isa| isa.is_available()).collect()
    }

    /// Whether this machine has it.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Isa::Portable => true,
            #[cfg(target_arch = "aarch64")]
            Isa::Neon => Neon::detect().is_some(),
            #[cfg(not(target_arch = "aarch64"))]
            Isa::Neon => false,
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => Avx512::<false>::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            Isa::Avx2 | Isa::Avx512 => false,
        }
    }

    /// Whether members are listed and added one by one, and numbers are not packed.
    pub(crate) fn lists_members(self) -> bool {
        matches!(self, Isa::Portable | Isa::Neon)
    }

    /// Refuses an instruction set that this machine lacks.
    ///
    /// # Errors
    /// [`Error::InstructionSet`] with the name.
    pub fn require(self) -> Result<(), Error> {
        if self.is_available() {
            return Ok(());
        }
        Err(Error::InstructionSet(self))
    }

    /// Runs the kernel on this set in its highest grade, or on the portable set if the machine lacks it.
    pub(crate) fn run<K: Graded>(self, kernel: K) -> Output<K> {
        #[cfg(target_arch = "x86_64")]
        if self == Isa::Avx512
            && let Some(set) = Avx512::<true>::detect()
        {
            return set.enter(kernel);
        }
        self.run_base(kernel)
    }

    /// [`run`](Self::run) for a kernel that does not use higher grades: it is compiled for the base alone.
    pub(crate) fn run_base<K: Universal>(self, kernel: K) -> Output<K> {
        match self {
            Isa::Portable => {}
            #[cfg(target_arch = "aarch64")]
            Isa::Neon => {
                if let Some(set) = Neon::detect() {
                    return set.enter(kernel);
                }
            }
            #[cfg(not(target_arch = "aarch64"))]
            Isa::Neon => {}
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => {
                if let Some(set) = Avx2::detect() {
                    return set.enter(kernel);
                }
            }
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => {
                if let Some(set) = Avx512::<false>::detect() {
                    return set.enter(kernel);
                }
            }
            #[cfg(not(target_arch = "x86_64"))]
            Isa::Avx2 | Isa::Avx512 => {}
        }
        Portable.enter(kernel)
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Isa::Portable => "portable",
            Isa::Neon => "neon",
            Isa::Avx2 => "avx2",
            Isa::Avx512 => "avx512",
        })
    }
}

impl FromStr for Isa {
    type Err = Error;

    fn from_str(name: &str) -> Result<Isa, Error> {
        let isa = Isa::ALL.into_iter().find(|isa| isa.to_string() == name);
        isa.ok_or_else(|| {
            Error::input(format!(
                "'{}' is not an instruction set: portable, neon, avx2 or avx512",
                shown(name)
            ))
        })
    }
}

#[cfg(test)]
mod tests;
