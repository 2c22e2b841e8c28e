use super::*;

/// The results of a kernel on each instruction set of the machine, both grades of AVX-512 included.
pub(super) fn on_each<K: Graded>(mut kernel: impl FnMut() -> K) -> Vec<(String, Output<K>)> {
    let found = on_each_base(&mut kernel).into_iter();
    #[cfg(target_arch = "x86_64")]
    let found =
        found.chain(Avx512::<true>::detect().map(|set| ("avx512, full".to_owned(), set.enter(kernel()))));
    found.collect()
}

/// The results of a kernel that does not use higher grades.
pub(super) fn on_each_base<K: Universal>(mut kernel: impl FnMut() -> K) -> Vec<(String, Output<K>)> {
    Isa::available().into_iter().map(|isa| (isa.to_string(), isa.run_base(kernel()))).collect()
}

#[test]
fn names_read_back() {
    for isa in Isa::ALL {
        assert_eq!(isa.to_string().parse::<Isa>().unwrap(), isa);
    }
    assert!("sse9".parse::<Isa>().is_err());
}
