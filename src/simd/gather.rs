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

use super::{Lanes, portable::Portable};

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
    pub(super) fn check(&self, elements: usize) {
        assert!(elements <= WINDOW);
        assert!(elements.is_multiple_of(BLOCK));
        assert!(self.a.len() * 64 >= elements && self.b.len() * 64 >= elements);
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
}

/// Sums of `S`. The caller sees to it that they stay in range: at most 64 bits wrap around.
pub(crate) trait Sum<S: Slot>: Slot {
    /// `self + more`; with 128 bits `u128::MAX` where it leaves the range.
    fn plus(self, more: S) -> Self;

    /// Adds the members `from` of `source` to the members `to` of `target`, in order. `stream` is scratch.
    #[inline(always)]
    fn add_members<L: Lanes>(
        _: L,
        source: &[S],
        from: Members<'_>,
        target: &mut [Self],
        to: Members<'_>,
        stream: &mut Stream<S>,
    ) {
        add_portably(source, from, target, to, stream);
    }

    /// Adds to each element of a block the source at its index in each row.
    #[inline(always)]
    fn add_gathered<L: Lanes>(_: L, source: &[S; WINDOW], rows: &[[u16; BLOCK]], sums: &mut [Self; BLOCK]) {
        gather(source, rows, sums);
    }
}

macro_rules! slot {
    ($slot:ty, $wide:ty) => {
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
        }
    };
}
slot!(u32, u64);
slot!(u64, u128);
slot!(u128, u128);

/// Sums that the instruction sets make in vectors.
macro_rules! sum {
    ($slot:ty => $sum:ty) => {
        impl Sum<$slot> for $sum {
            #[inline(always)]
            fn plus(self, more: $slot) -> $sum {
                self.wrapping_add(<$sum>::from(more))
            }
            #[inline(always)]
            fn add_members<L: Lanes>(
                lanes: L,
                source: &[$slot],
                from: Members<'_>,
                target: &mut [$sum],
                to: Members<'_>,
                stream: &mut Stream<$slot>,
            ) {
                Move::add_members(lanes, source, from, target, to, stream);
            }
            #[inline(always)]
            fn add_gathered<L: Lanes>(
                lanes: L,
                source: &[$slot; WINDOW],
                rows: &[[u16; BLOCK]],
                sums: &mut [$sum; BLOCK],
            ) {
                Move::add_gathered(lanes, source, rows, sums);
            }
        }
    };
}
sum!(u32 => u32);
sum!(u32 => u64);
sum!(u64 => u64);

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

/// What an instruction set has for moving slots of `S` to sums of `A`; plain code unless it says otherwise. See
/// [`Sum`] for what the functions do.
pub(crate) trait Move<S: Slot, A: Sum<S>>: Copy {
    #[inline(always)]
    fn add_members(
        self,
        source: &[S],
        from: Members<'_>,
        target: &mut [A],
        to: Members<'_>,
        stream: &mut Stream<S>,
    ) {
        add_portably(source, from, target, to, stream);
    }
    #[inline(always)]
    fn add_gathered(self, source: &[S; WINDOW], rows: &[[u16; BLOCK]], sums: &mut [A; BLOCK]) {
        gather(source, rows, sums);
    }
}

/// The moves that instruction sets have: sums of 32 and 64 bits.
pub(crate) trait Moves: Move<u32, u32> + Move<u32, u64> + Move<u64, u64> {
    /// Whether blocks of 16 are gathered by code of its own.
    const GATHERS: bool = false;
}

impl Move<u32, u32> for Portable {}
impl Move<u32, u64> for Portable {}
impl Move<u64, u64> for Portable {}
impl Moves for Portable {}

/// Implements a [`Move`] by the kernels of an instruction set: one that packs the members of a source, one that
/// adds what is packed to the members of a target, and one that gathers.
#[cfg(target_arch = "x86_64")]
macro_rules! move_by {
    (impl [$($generic:tt)*] $set:ty: $slot:ty => $sum:ty, $compress:ident, $expand:ident, $gather:ident) => {
        impl<$($generic)*> Move<$slot, $sum> for $set {
            #[inline(always)]
            fn add_members(
                self,
                source: &[$slot],
                from: Members<'_>,
                target: &mut [$sum],
                to: Members<'_>,
                stream: &mut Stream<$slot>,
            ) {
                from.check(source.len());
                to.check(target.len());
                // SAFETY: the machine has the instructions, as self proves; the maps cover the slices (just
                // checked), and the stream has room for all elements of either and a vector behind them.
                unsafe {
                    $compress(source, from, stream);
                    $expand(stream, target, to);
                }
            }
            #[inline(always)]
            fn add_gathered(self, source: &[$slot; WINDOW], rows: &[[u16; BLOCK]], sums: &mut [$sum; BLOCK]) {
                // SAFETY: the machine has the instructions, as self proves.
                unsafe { $gather(source, rows, sums) }
            }
        }
    };
}

/// A kernel that adds to each element of a block the source at its index in each row. A block of sums is
/// `$vectors` vectors; `$elements` makes one of the elements at so many indices as it has lanes.
#[cfg(target_arch = "x86_64")]
macro_rules! gather_kernel {
    (
        #[target_feature(enable = $features:literal)]
        fn $gather:ident($slot:ty => $sum:ty), $vectors:literal of $vector:ty: $zero:ident, $add:ident,
        $load:ident, $store:ident, $elements:expr
    ) => {
        /// Adds to each element of a block the source at its index in each row.
        #[target_feature(enable = $features)]
        #[inline]
        fn $gather(source: &[$slot; WINDOW], rows: &[[u16; BLOCK]], sums: &mut [$sum; BLOCK]) {
            const { assert!($vectors * size_of::<$vector>() == size_of::<[$sum; BLOCK]>()) };
            let mut vectors = [$zero(); $vectors];
            for row in rows {
                let (indices, _) = row.as_chunks();
                for (vector, &indices) in vectors.iter_mut().zip(indices) {
                    *vector = $add(*vector, $elements(source, indices));
                }
            }
            let at: *mut $vector = sums.as_mut_ptr().cast();
            for (i, vector) in vectors.into_iter().enumerate() {
                // SAFETY: a block of sums is so many vectors, as asserted.
                unsafe { $store(at.add(i), $add($load(at.add(i)), vector)) };
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
pub(super) use {gather_kernel, move_by};

/// The members of a source, packed: scratch memory of [`Sum::add_members`].
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

/// [`Sum::add_members`] in plain code: by the lists where there are any, else by the bits of the maps.
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
pub(crate) fn put_gathered<L: Lanes, S: Slot, A: Sum<S>>(
    lanes: L,
    gathers: Gathers<'_>,
    source: &[S; WINDOW],
    target: &mut [A],
) {
    let (mut indices, _) = gathers.indices.as_chunks::<BLOCK>();
    for &rows in gathers.rows {
        let (block, rest) = indices.split_at(1 + usize::from(rows));
        indices = rest;
        let mut sums = [A::default(); BLOCK];
        A::add_gathered(lanes, source, &block[1..], &mut sums);
        for (&sum, &index) in sums.iter().zip(&block[0]) {
            target[usize::from(index)] = sum;
        }
    }
}

/// Adds to element `i` of the target element `permutation[i]` of the source.
#[inline(always)]
pub(crate) fn add_permuted<L: Lanes, A: Sum<A>>(
    lanes: L,
    source: &[A; WINDOW],
    permutation: &[u16],
    target: &mut [A],
) {
    let whole = if L::GATHERS { target.len() / BLOCK * BLOCK } else { 0 };
    let (blocks, rest) = target.split_at_mut(whole);
    let (rows, last) = permutation.split_at(blocks.len());
    for (block, row) in blocks.as_chunks_mut().0.iter_mut().zip(rows.as_chunks().0) {
        A::add_gathered(lanes, source, std::slice::from_ref(row), block);
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
