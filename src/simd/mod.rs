//! Instruction sets, chosen once at run time, and the kernels that use them.
//!
//! This is the only place with `unsafe`.

#![allow(unsafe_code)]

pub(crate) mod gather;
#[cfg(target_arch = "x86_64")]
mod gather_avx2;
#[cfg(target_arch = "x86_64")]
mod gather_avx512;
pub(crate) mod pages;

use crate::Error;
use std::fmt;
use std::str::FromStr;

/// A set of vector instructions that the engines know how to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Isa {
    /// Plain integers, on every machine; the compiler's own vectors (SSE2, NEON).
    Portable,
    /// 256-bit vectors.
    Avx2,
    /// 512-bit vectors, with or without the newer extensions (VBMI, GFNI, VPOPCNTDQ, BITALG).
    Avx512,
}

impl Isa {
    /// All of them, slowest first.
    pub const ALL: [Isa; 3] = [Isa::Portable, Isa::Avx2, Isa::Avx512];

    /// The fastest one that this machine has.
    #[must_use]
    pub fn detect() -> Isa {
        let fastest = Isa::ALL.into_iter().rev().find(|isa| isa.is_available());
        fastest.unwrap_or(Isa::Portable)
    }

    /// Those that this machine has, slowest first.
    #[must_use]
    pub fn available() -> Vec<Isa> {
        Isa::ALL.into_iter().filter(|isa| isa.is_available()).collect()
    }

    /// Whether this machine has it.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Isa::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("popcnt")
                    && is_x86_feature_detected!("lzcnt")
            }
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => {
                Isa::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Isa::Portable => "portable",
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
                "`{name}` is no instruction set: portable, avx2 or avx512"
            ))
        })
    }
}
