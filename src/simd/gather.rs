//! Adds some elements of one array to some elements of another: the inner loop of the dense Senku engine.
//!
//! *Which* elements is told by bit maps, and the order is kept: the first member of the one set goes to the
//! first member of the other. So a move is a compression of the source to a dense stream, and an expansion
//! of that stream over the target:
//!
//! ```text
//! source   a b c d e f g h        stream  b d e h        target  + . b d . . e . h
//! from     0 1 0 1 1 0 0 1                               to        0 1 1 0 0 1 0 1
//! ```
//!
//! AVX-512 has both as instructions; AVX2 looks the shuffles up by 8 bits of the map (4 for 64-bit
//! elements); plain code walks over the bits. Each function checks the lengths once, so that whatever the
//! maps say, nothing outside the slices is read or written. Run time O(elements / lanes).

use super::Isa;
#[cfg(target_arch = "x86_64")]
use super::{gather_avx2 as avx2, gather_avx512 as avx512};

/// Elements that a block of the arrays has: all lengths are multiples of it.
pub(crate) const BLOCK: usize = 16;
/// Elements in a [`Window`]: one for each index of 16 bits, so that no index can be out of bounds.
pub(crate) const WINDOW: usize = 1 << 16;
/// Room behind the stream for whole vectors.
const SLACK: usize = 64;

/// A set of elements: bit `i % 64` of word `i / 64` is element `i`. It is the intersection of two maps.
#[derive(Clone, Copy)]
pub(crate) struct Members<'a> {
    /// One map.
    pub a: &'a [u64],
    /// The other one, as long.
    pub b: &'a [u64],
    /// The members in order, where somebody has listed them; else empty.
    pub list: &'a [u16],
}

impl Members<'_> {
    /// The members among elements `64 * word..`.
    #[inline(always)]
    pub fn word(&self, word: usize) -> u64 {
        self.a[word] & self.b[word]
    }

    /// Checks that the maps have bits for `elements` elements, in whole blocks.
    #[inline(always)]
    fn check(&self, elements: usize) {
        assert!(elements <= WINDOW);
        assert!(elements.is_multiple_of(BLOCK));
        assert!(self.a.len() * 64 >= elements && self.b.len() * 64 >= elements);
    }
}

/// Code that is compiled once for each instruction set: `run`, and all that it calls, must be
/// `#[inline(always)]`, so that its loops become part of the function that enables the instructions.
pub(crate) trait Task {
    /// What it gives.
    type Output;
    /// The code.
    fn run(self) -> Self::Output;
}

/// Runs the task with these instructions, which the machine must have.
///
/// # Panics
/// When it lacks them.
#[inline]
pub(crate) fn run<T: Task>(isa: Isa, task: T) -> T::Output {
    assert!(isa.is_available(), "{isa} was asked for on a machine that lacks it");
    match isa {
        // SAFETY: the machine has the instructions, as was just checked.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => unsafe { avx512::run(task) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => unsafe { avx2::run(task) },
        _ => task.run(),
    }
}

/// A number of ways: 32, 64 or 128 bits.
pub(crate) trait Slot: Copy + Default + Ord + Send + Sync + std::fmt::Debug + 'static {
    /// The largest.
    const MAX: u128;
    /// What sums are made in that may not fit.
    type Wide: Slot;
    /// The low bits of a sum.
    fn cut(sum: Self::Wide) -> Self;
    /// As the widest.
    fn widen(self) -> u128;

    /// Packs the members of `source` by vectors; false where this width has none for this instruction set.
    #[inline(always)]
    fn pack(_: Isa, _source: &[Self], _from: Members<'_>, _stream: &mut Stream<Self>) -> bool {
        false
    }
}

/// Sums of `S`. The caller sees to it that they stay in range: at most 64 bits wrap around.
pub(crate) trait Sum<S: Slot>: Slot {
    /// `self + more`; with 128 bits `u128::MAX` where it leaves the range.
    fn plus(self, more: S) -> Self;

    /// Adds what is packed to the members of `target`.
    #[inline(always)]
    fn add_packed(_: Isa, stream: &mut Stream<S>, target: &mut [Self], to: Members<'_>) {
        expand(stream, target, to);
    }

    /// Adds to each element of a block the source at its index in each row.
    #[inline(always)]
    fn add_gathered(_: Isa, source: &[S; WINDOW], rows: &[[u16; BLOCK]], sums: &mut [Self; BLOCK]) {
        gather(source, rows, sums);
    }
}

macro_rules! slot {
    ($slot:ty, $wide:ty $(, $compress:ident)?) => {
        impl Slot for $slot {
            const MAX: u128 = <$slot>::MAX as u128;
            type Wide = $wide;
            #[inline(always)]
            fn cut(sum: $wide) -> $slot {
                sum as $slot
            }
            #[inline(always)]
            fn widen(self) -> u128 {
                self as u128
            }
            $(
                #[inline(always)]
                fn pack(isa: Isa, source: &[$slot], from: Members<'_>, stream: &mut Stream<$slot>) -> bool {
                    from.check(source.len());
                    match isa {
                        // SAFETY: `isa` is available, as `run` has checked; the map covers the slice (checked above),
                        // and the stream has room for all of its elements and a vector behind them.
                        #[cfg(target_arch = "x86_64")]
                        Isa::Avx512 => unsafe { avx512::$compress(source, from, stream) },
                        // SAFETY: as above.
                        #[cfg(target_arch = "x86_64")]
                        Isa::Avx2 => unsafe { avx2::$compress(source, from, stream) },
                        _ => return false,
                    }
                    true
                }
            )?
        }
    };
}
slot!(u32, u64, compress32);
slot!(u64, u128, compress64);
slot!(u128, u128);

macro_rules! sum {
    ($sum:ty, $slot:ty, $expand:ident, $gather:ident) => {
        impl Sum<$slot> for $sum {
            #[inline(always)]
            fn plus(self, more: $slot) -> $sum {
                self.wrapping_add(<$sum>::from(more))
            }
            #[inline(always)]
            fn add_packed(isa: Isa, stream: &mut Stream<$slot>, target: &mut [$sum], to: Members<'_>) {
                to.check(target.len());
                match isa {
                    // SAFETY: as for packing: the map covers the slice, and the stream is longer.
                    #[cfg(target_arch = "x86_64")]
                    Isa::Avx512 => unsafe { avx512::$expand(stream, target, to) },
                    // SAFETY: as above.
                    #[cfg(target_arch = "x86_64")]
                    Isa::Avx2 => unsafe { avx2::$expand(stream, target, to) },
                    _ => expand(stream, target, to),
                }
            }
            #[inline(always)]
            fn add_gathered(
                isa: Isa,
                source: &[$slot; WINDOW],
                rows: &[[u16; BLOCK]],
                sums: &mut [$sum; BLOCK],
            ) {
                match isa {
                    // SAFETY: `isa` is available.
                    #[cfg(target_arch = "x86_64")]
                    Isa::Avx512 => unsafe { avx512::$gather(source, rows, sums) },
                    // SAFETY: as above.
                    #[cfg(target_arch = "x86_64")]
                    Isa::Avx2 => unsafe { avx2::$gather(source, rows, sums) },
                    _ => gather(source, rows, sums),
                }
            }
        }
    };
}
sum!(u32, u32, expand32, gather32);
sum!(u64, u32, expand32_to_64, gather32_to_64);
sum!(u64, u64, expand64, gather64);

impl Sum<u32> for u128 {
    fn plus(self, more: u32) -> u128 {
        self.saturating_add(more.into())
    }
}

impl Sum<u64> for u128 {
    fn plus(self, more: u64) -> u128 {
        self.saturating_add(more.into())
    }
}

impl Sum<u128> for u128 {
    fn plus(self, more: u128) -> u128 {
        self.saturating_add(more)
    }
}

/// Adds the members `from` of `source` to the members `to` of `target`, in order.
#[inline(always)]
pub(crate) fn add_members<S: Slot, A: Sum<S>>(
    isa: Isa,
    source: &[S],
    from: Members<'_>,
    target: &mut [A],
    to: Members<'_>,
    stream: &mut Stream<S>,
) {
    if S::pack(isa, source, from, stream) {
        A::add_packed(isa, stream, target, to);
    } else {
        add_portably(source, from, target, to, stream);
    }
}

/// The members of a source, packed: scratch memory of [`add_members`].
pub(crate) struct Stream<S>(Box<[S]>);

impl<S: Slot> Stream<S> {
    /// Room for the members of any window.
    pub fn new() -> Self {
        Stream(vec![S::default(); WINDOW + SLACK].into())
    }

    #[inline(always)]
    fn window(&mut self) -> &mut [S; WINDOW] {
        self.0.first_chunk_mut().expect("a stream is larger than a window")
    }

    /// The first element. At least `WINDOW + SLACK` follow.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn start(&mut self) -> *mut S {
        self.0.as_mut_ptr()
    }
}

/// [`add_members`] in plain code: by the lists where there are any, else by the bits of the maps.
#[inline(always)]
fn add_portably<S: Slot, A: Sum<S>>(
    source: &[S],
    from: Members<'_>,
    target: &mut [A],
    to: Members<'_>,
    stream: &mut Stream<S>,
) {
    if from.list.is_empty() || to.list.is_empty() {
        compress(source, from, stream);
        expand(stream, target, to);
        return;
    }
    for (&from, &to) in from.list.iter().zip(to.list) {
        let element = &mut target[usize::from(to)];
        *element = element.plus(source[usize::from(from)]);
    }
}

/// Packs the members of `source`.
#[inline(always)]
fn compress<S: Slot>(source: &[S], from: Members<'_>, stream: &mut Stream<S>) {
    let mut len = 0u16;
    let packed = stream.window();
    // A position of 16 bits, and a bit number of 6, cannot be out of bounds: the loops need no check.
    let (words, rest) = source.as_chunks::<64>();
    for (word, elements) in words.iter().enumerate() {
        for_each_bit(from.word(word), |bit| {
            packed[usize::from(len)] = elements[bit & 63];
            len = len.wrapping_add(1);
        });
    }
    if !rest.is_empty() {
        for_each_bit(from.word(words.len()), |bit| {
            packed[usize::from(len)] = rest[bit];
            len = len.wrapping_add(1);
        });
    }
}

/// Adds what is packed to the members of `target`.
#[inline(always)]
fn expand<S: Slot, A: Sum<S>>(stream: &mut Stream<S>, target: &mut [A], to: Members<'_>) {
    let mut len = 0u16;
    let packed = stream.window();
    let (words, rest) = target.as_chunks_mut::<64>();
    let whole = words.len();
    for (word, elements) in words.iter_mut().enumerate() {
        for_each_bit(to.word(word), |bit| {
            let element = &mut elements[bit & 63];
            *element = element.plus(packed[usize::from(len)]);
            len = len.wrapping_add(1);
        });
    }
    if !rest.is_empty() {
        for_each_bit(to.word(whole), |bit| {
            rest[bit] = rest[bit].plus(packed[usize::from(len)]);
            len = len.wrapping_add(1);
        });
    }
}

#[inline(always)]
fn for_each_bit(mut word: u64, mut f: impl FnMut(usize)) {
    while word != 0 {
        f(word.trailing_zeros() as usize);
        word &= word - 1;
    }
}

/// The `WINDOW` elements from `first` on.
///
/// # Panics
/// When there are fewer.
#[inline(always)]
pub(crate) fn window<S>(slots: &[S], first: usize) -> &[S; WINDOW] {
    let window = slots[first..].first_chunk();
    window.expect("arrays end with a window of padding")
}

/// Blocks of sums to be gathered: for each block 16 targets, then `rows` times 16 sources, one a target.
#[derive(Clone, Copy)]
pub(crate) struct Gathers<'a> {
    /// Sources of each target, block by block.
    pub rows: &'a [u8],
    /// `16 * (1 + rows)` indices a block.
    pub indices: &'a [u16],
}

/// Adds to each element of a block the source at its index in each row, in plain code.
#[inline(always)]
fn gather<S: Slot, A: Sum<S>>(source: &[S; WINDOW], rows: &[[u16; BLOCK]], sums: &mut [A; BLOCK]) {
    for row in rows {
        for (sum, &index) in sums.iter_mut().zip(row) {
            *sum = sum.plus(source[usize::from(index)]);
        }
    }
}

/// Sets each target of the blocks to the sum of its sources.
#[inline(always)]
pub(crate) fn put_gathered<S: Slot, A: Sum<S>>(
    isa: Isa,
    gathers: Gathers<'_>,
    source: &[S; WINDOW],
    target: &mut [A],
) {
    let (mut indices, _) = gathers.indices.as_chunks::<BLOCK>();
    for &rows in gathers.rows {
        let (block, rest) = indices.split_at(1 + usize::from(rows));
        indices = rest;
        let mut sums = [A::default(); BLOCK];
        A::add_gathered(isa, source, &block[1..], &mut sums);
        for (&sum, &index) in sums.iter().zip(&block[0]) {
            target[usize::from(index)] = sum;
        }
    }
}

/// Adds to element `i` of the target element `permutation[i]` of the source.
#[inline(always)]
pub(crate) fn add_permuted<A: Sum<A>>(isa: Isa, source: &[A; WINDOW], permutation: &[u16], target: &mut [A]) {
    let (blocks, rest) = match isa {
        Isa::Portable => target.split_at_mut(0),
        _ => target.split_at_mut(target.len() / BLOCK * BLOCK),
    };
    let (rows, last) = permutation.split_at(blocks.len());
    for (block, row) in blocks.as_chunks_mut().0.iter_mut().zip(rows.as_chunks().0) {
        A::add_gathered(isa, source, std::slice::from_ref(row), block);
    }
    for (element, &index) in rest.iter_mut().zip(last) {
        *element = element.plus(source[usize::from(index)]);
    }
}

/// The largest element; zero of none.
#[inline(always)]
pub(crate) fn largest<S: Slot>(slots: &[S]) -> S {
    slots.iter().fold(S::default(), |largest, &slot| largest.max(slot))
}

/// Marks the elements that are not zero.
#[inline(always)]
pub(crate) fn mark_nonzero<S: Slot>(slots: &[S], words: &mut [u64]) {
    for (word, elements) in words.iter_mut().zip(slots.chunks(64)) {
        let bits = elements.iter().enumerate();
        *word = bits.fold(0, |word, (i, &x)| word | u64::from(x != S::default()) << i);
    }
}

/// Asks for the elements to be fetched into the first cache.
#[inline(always)]
pub(crate) fn prefetch<S>(slots: &[S]) {
    #[cfg(target_arch = "x86_64")]
    for line in slots.chunks((64 / size_of::<S>()).max(1)) {
        // SAFETY: every x86-64 processor has SSE; a prefetch reads nothing that a program can see.
        unsafe {
            std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(line.as_ptr().cast())
        };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = slots;
}
