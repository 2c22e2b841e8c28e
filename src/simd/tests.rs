use super::*;

#[test]
fn names_read_back() {
    for isa in Isa::ALL {
        assert_eq!(isa.to_string().parse::<Isa>().unwrap(), isa);
    }
    assert!("sse9".parse::<Isa>().is_err());
}

/// All unions of two lists in two parts each, by [`product`].
struct Unions<'a>([&'a [u32]; 2], [&'a [u32]; 2]);

impl Kernel for Unions<'_> {
    type Output = [Vec<u32>; 3];
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> [Vec<u32>; 3] {
        let mut out = [vec![7], vec![8], vec![9]];
        product(lanes, self.0.view(), self.1.view(), &mut out);
        out
    }
}

#[test]
fn products_are_all_disjoint_unions_and_partitions_keep_all_words() {
    // A quarter ones, from a multiplicative generator.
    let mut state = 1u64;
    let mut word = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32 & (state >> 13) as u32
    };
    // As many vectors of 16 as are held, and more; with empty parts.
    for lengths in [[0, 0, 3, 4], [1, 0, 0, 1], [5, 4, 3, 8], [9, 20, 7, 9], [30, 33, 40, 41], [70, 3, 90, 1]]
    {
        let [a, b, c, d] = lengths.map(|length| (0..length).map(|_| word() & 0xff).collect::<Vec<_>>());
        let mut expected = [vec![7], vec![8], vec![9]];
        for (x, p) in a.iter().map(|x| (x, 0)).chain(b.iter().map(|x| (x, 1))) {
            for (y, q) in c.iter().map(|y| (y, 0)).chain(d.iter().map(|y| (y, 1))) {
                if x & y == 0 {
                    expected[p + q].push(x | y);
                }
            }
        }
        expected.iter_mut().for_each(|list| list.sort_unstable());
        for isa in Isa::available() {
            let mut found = isa.run(Unions([&a, &b], [&c, &d]));
            found.iter_mut().for_each(|list| list.sort_unstable());
            assert_eq!(found, expected, "{isa} {lengths:?}");
            let mut list = [&a[..], &c[..], &d[..]].concat();
            let mut sorted = list.clone();
            sorted.sort_unstable();
            let zeros = isa.run(Divide(&mut list));
            assert!(list[..zeros].iter().all(|x| x & 4 == 0) && list[zeros..].iter().all(|x| x & 4 != 0));
            list.sort_unstable();
            assert_eq!(list, sorted, "{isa} {lengths:?}");
        }
    }
}

/// Divides a list by bit 2.
struct Divide<'a>(&'a mut [u32]);

impl Kernel for Divide<'_> {
    type Output = usize;
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> usize {
        partition(lanes, self.0, 2, &mut Vec::new())
    }
}
