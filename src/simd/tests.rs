use super::*;

/// What a kernel gives on each instruction set that the machine has, both grades of AVX-512 included.
pub(super) fn on_each<K: Graded>(mut kernel: impl FnMut() -> K) -> Vec<(&'static str, Output<K>)> {
    let mut found = on_each_base(&mut kernel);
    #[cfg(target_arch = "x86_64")]
    found.extend(Avx512::<true>::detect().map(|set| ("avx512, full", set.enter(kernel()))));
    found
}

/// The same for a kernel that higher grades have nothing for.
pub(super) fn on_each_base<K: Universal>(mut kernel: impl FnMut() -> K) -> Vec<(&'static str, Output<K>)> {
    let mut found = vec![("portable", Portable.enter(kernel()))];
    #[cfg(target_arch = "x86_64")]
    {
        found.extend(Avx2::detect().map(|set| ("avx2", set.enter(kernel()))));
        found.extend(Avx512::<false>::detect().map(|set| ("avx512, base", set.enter(kernel()))));
    }
    found
}

#[test]
fn names_read_back() {
    for isa in Isa::ALL {
        assert_eq!(isa.to_string().parse::<Isa>().unwrap(), isa);
    }
    assert!("sse9".parse::<Isa>().is_err());
}
