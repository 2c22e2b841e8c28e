//! Kernels, and the instruction sets that they are compiled for.

/// An instruction set. A value of this type proves that the machine has it, which makes its operations safe to call.
pub(crate) trait InstructionSet: Copy + Send + Sync {
    /// Runs a kernel in a function with these instructions enabled.
    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output;
}

/// A computation, written once and compiled for each instruction set `I` that has the operations it needs:
/// `impl<L: Lanes> Kernel<L> for ...`.
///
/// `run` must be `#[inline(always)]`, so that it is compiled inside the function that enables the instructions. The
/// same holds for every function it calls that uses the instructions, unless the function enables them itself: by
/// [`InstructionSet::enter`], or as a `#[target_feature]` function. Beware of closures: one that uses the
/// instructions and is given to `map` of an array may be called from a function of the standard library that is
/// compiled without them. Loops are safe, and so are `fold` and `for_each` of iterators, which are always inlined.
pub(crate) trait Kernel<I> {
    type Output;
    fn run(self, set: I) -> Self::Output;
}

/// The result of a kernel, equal on each instruction set.
pub(crate) type Output<K> = <K as Kernel<Portable>>::Output;

/// Plain integers, on every machine.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Portable;

impl InstructionSet for Portable {
    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
}

/// Defines the features of an instruction set: detected by the architecture's macro of std, enabled in `enter`.
#[allow(unused_macros)] // on architectures whose vectors are not used
macro_rules! consists_of {
    ($detected:ident: $set:ty = $($feature:tt)+) => {
        impl $set {
            /// A proof, if the machine has the features.
            pub fn detect() -> Option<Self> {
                let found = $($detected!($feature))&&+;
                found.then_some(Self(()))
            }
        }
        impl InstructionSet for $set {
            #[inline(always)]
            fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output {
                $(#[target_feature(enable = $feature)])+
                fn run<K: Kernel<$set>>(kernel: K, set: $set) -> K::Output {
                    kernel.run(set)
                }
                // SAFETY: self proves these features: `detect` returns a value only if all of them were found, and
                // `From` converts from the proof of a set that has them all.
                unsafe { run(kernel, self) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Avx512, Graded, Universal};
#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{InstructionSet, Kernel, Output, Portable};

    /// A kernel that every instruction set can run.
    pub(crate) trait Universal:
        Kernel<Portable> + Kernel<Avx2, Output = Output<Self>> + Kernel<Avx512<false>, Output = Output<Self>>
    {
    }
    impl<K> Universal for K where
        K: Kernel<Portable> + Kernel<Avx2, Output = Output<K>> + Kernel<Avx512<false>, Output = Output<K>>
    {
    }

    /// A kernel that can use all of AVX-512.
    pub(crate) trait Graded: Universal + Kernel<Avx512<true>, Output = Output<Self>> {}
    impl<K: Universal + Kernel<Avx512<true>, Output = Output<K>>> Graded for K {}

    /// 256-bit vectors. All processors since Haswell and Zen have these features together.
    #[derive(Debug, Clone, Copy)]
    pub(crate) struct Avx2(());

    /// 512-bit vectors, in two grades: the features of every AVX-512 server, and with `FULL` also the extensions of
    /// Ice Lake and Zen 4.
    #[derive(Debug, Clone, Copy)]
    pub(crate) struct Avx512<const FULL: bool>(());

    impl<const FULL: bool> From<Avx512<FULL>> for Avx2 {
        /// AVX-512 has all features of AVX2.
        #[inline(always)]
        fn from(_: Avx512<FULL>) -> Avx2 {
            Avx2(())
        }
    }

    consists_of!(is_x86_feature_detected: Avx2 = "avx2" "bmi1" "bmi2" "lzcnt" "popcnt");
    consists_of!(is_x86_feature_detected: Avx512<false> = "avx512f" "avx512bw" "avx512dq" "avx512vl"
        "avx2" "bmi1" "bmi2" "lzcnt" "popcnt");
    consists_of!(is_x86_feature_detected: Avx512<true> = "avx512f" "avx512bw" "avx512dq" "avx512vl"
        "avx2" "bmi1" "bmi2" "lzcnt" "popcnt" "avx512vbmi" "avx512vpopcntdq" "avx512bitalg" "gfni");
}

#[cfg(target_arch = "aarch64")]
pub(crate) use arm::{Neon, Universal};
#[cfg(target_arch = "aarch64")]
mod arm {
    use super::{InstructionSet, Kernel, Output, Portable};
    use std::arch::is_aarch64_feature_detected;

    /// A kernel that every instruction set can run.
    pub(crate) trait Universal: Kernel<Portable> + Kernel<Neon, Output = Output<Self>> {}
    impl<K: Kernel<Portable> + Kernel<Neon, Output = Output<K>>> Universal for K {}

    /// 128-bit vectors, which all processors of this architecture have.
    #[derive(Debug, Clone, Copy)]
    pub(crate) struct Neon(());

    consists_of!(is_aarch64_feature_detected: Neon = "neon");
}

/// A kernel that every instruction set can run.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) trait Universal: Kernel<Portable> {}
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
impl<K: Kernel<Portable>> Universal for K {}
#[cfg(not(target_arch = "x86_64"))]
pub(crate) use Universal as Graded;
