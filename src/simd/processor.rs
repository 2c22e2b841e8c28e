//! The processor: prefetches, and properties that decide between two forms of a kernel. They change no result.

/// Prefetches all of a list into the second-level cache: in the first, it would take the place of what is in use.
#[inline(always)]
pub(crate) fn prefetch<T>(list: &[T]) {
    for index in (0..list.len()).step_by((64 / size_of::<T>()).max(1)) {
        prefetch_line::<2, T>(list, index);
    }
}

/// Prefetches the line of an element, which need not exist, into the first-level or the second-level cache.
#[inline(always)]
pub(crate) fn prefetch_line<const LEVEL: u8, T>(list: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _MM_HINT_T1, _mm_prefetch};
        let line = list.as_ptr().wrapping_add(index).cast();
        // SAFETY: every x86-64 processor has SSE; a prefetch may have any address, and reads nothing that a program can see.
        unsafe {
            match LEVEL {
                1 => _mm_prefetch::<_MM_HINT_T0>(line),
                _ => _mm_prefetch::<_MM_HINT_T1>(line),
            }
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (list, index);
}

/// Whether the processor has AVX-512 and executes its 512-bit operations in two halves, as Zen 4 does: AMD's family 0x19.
/// (Zen 3, of the same family, lacks AVX-512; Zen 5 is family 0x1a.)
pub(crate) fn splits_512_bits() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        use std::sync::LazyLock;
        // Asking takes microseconds in a virtual machine.
        static SPLITS: LazyLock<bool> =
            LazyLock::new(|| super::Avx512::<false>::detect().is_some() && amd_family() == Some(0x19));
        *SPLITS
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Whether `pext` and `pdep` take a loop of micro-operations, a few for each bit: by AMD before Zen 3, family 0x19.
pub(crate) fn packs_bits_slowly() -> bool {
    #[cfg(target_arch = "x86_64")]
    return amd_family().is_some_and(|family| family < 0x19);
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// The family of a processor by AMD, or by Hygon after AMD's designs, as CPUID states it.
#[cfg(target_arch = "x86_64")]
fn amd_family() -> Option<u32> {
    use std::arch::x86_64::__cpuid;
    #[allow(unused_unsafe)] // safe since Rust 1.94
    // SAFETY: all processors of this architecture have CPUID with leaves 0 and 1.
    let (vendor, version) = unsafe { (__cpuid(0), __cpuid(1).eax) };
    let name = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes);
    // The base family, and for 15 the extended family to add.
    let family = match version >> 8 & 15 {
        15 => 15 + (version >> 20 & 0xff),
        base => base,
    };
    [b"AuthenticAMD", b"HygonGenuine"].contains(&name.as_flattened().try_into().ok()?).then_some(family)
}
