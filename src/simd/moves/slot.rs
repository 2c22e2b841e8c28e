//! Slots: the numbers that moves add, their arrays, and the memory of both moves and levels.
//!
//! First touches of pages cost time: of the 0.5 s of the English count, the system took 0.15 s to clear 190 MB. So
//! memory for levels is requested in large pages, and kept while there are levels to come.

use crate::simd::allocator::fallible;
use crate::simd::pages::prefer_large;
use std::alloc::{Layout, alloc_zeroed};

/// Elements of a block: the length of every array is a multiple of it.
pub(crate) const BLOCK: usize = 16;
/// Elements in a window: one for each index of 16 bits, so that no index can be out of bounds.
pub(crate) const WINDOW: usize = 1 << 16;

/// A number of ways: 32, 64 or 128 bits.
///
/// # Safety
/// An unsigned integer of at most 128 bits: any bytes are a value.
pub(crate) unsafe trait Slot:
    Copy + Default + Ord + Send + Sync + std::fmt::Debug + 'static
{
    /// The low bits of a number.
    fn cut(number: u128) -> Self;
    /// The number in 128 bits. (`widen` will be a method of the integers themselves.)
    fn widest(self) -> u128;
}

macro_rules! slot {
    ($slot:ty) => {
        // SAFETY: the macro is for the three integers below.
        unsafe impl Slot for $slot {
            #[inline(always)]
            fn cut(number: u128) -> $slot {
                number as $slot
            }
            #[inline(always)]
            fn widest(self) -> u128 {
                self as u128
            }
        }
    };
}
slot!(u32);
slot!(u64);
slot!(u128);

/// Bytes of a cache line, to which slots are aligned.
pub(crate) const LINE: usize = 64;

/// Zeroed memory, viewed as slots of any width.
#[derive(Debug)]
pub(crate) struct Memory {
    words: Vec<u128>,
}

impl Memory {
    /// At least `bytes` bytes, which cost nothing until they are touched; `None` if the system refuses them.
    pub fn new(bytes: usize) -> Option<Self> {
        let length = (bytes + LINE).div_ceil(size_of::<u128>());
        let layout = Layout::array::<u128>(length).ok()?;
        // SAFETY: the layout has at least the size of a cache line.
        let start = fallible(|| unsafe { alloc_zeroed(layout) }).cast::<u128>();
        if start.is_null() {
            return None;
        }
        // SAFETY: the global allocator gave this memory for `length` words, and all of them are zero.
        let mut words = unsafe { Vec::from_raw_parts(start, length, length) };
        prefer_large(&mut words);
        Some(Memory { words })
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&self.words[self.skipped()..])
    }

    #[inline]
    pub fn slots<S: Slot>(&self) -> &[S] {
        let skipped = self.skipped();
        // SAFETY: slots are unsigned integers of at most 128 bits, for which any bytes are a value.
        unsafe { self.words[skipped..].align_to().1 }
    }

    #[inline]
    pub fn slots_mut<S: Slot>(&mut self) -> &mut [S] {
        let skipped = self.skipped();
        // SAFETY: as above, and any slot's bytes are a value of the words too.
        unsafe { self.words[skipped..].align_to_mut().1 }
    }

    /// Words before the first full cache line.
    fn skipped(&self) -> usize {
        let address = self.words.as_ptr() as usize;
        (address.next_multiple_of(LINE) - address) / size_of::<u128>()
    }
}

/// Scratch memory of a move.
pub(crate) struct Stream<S> {
    /// The packed slots of a window, and a block behind them.
    pub packed: Box<[S]>,
    /// The unpacked slots, each in its place.
    pub unpacked: Box<[S; WINDOW]>,
    /// Marks the members among the kept slots of a source.
    pub(super) chosen: Bits,
    /// Marks the kept ones among the members of a source.
    pub(super) arriving: Bits,
}

impl<S: Slot> Stream<S> {
    /// A stream with room for any window.
    pub fn new() -> Self {
        Stream {
            packed: vec![S::default(); WINDOW + BLOCK].into(),
            unpacked: new_window(),
            chosen: Bits::new(),
            arriving: Bits::new(),
        }
    }
}

pub(crate) fn new_window<S: Slot>() -> Box<[S; WINDOW]> {
    let window = vec![S::default(); WINDOW].into_boxed_slice();
    window.try_into().expect("the length is that of the array")
}

/// Words of [`Bits`]: a bit for each slot of a window, one more word, rounded up to a power of two.
const WORDS: usize = WINDOW / 64 * 2;

/// At most as many bits as a window has slots.
pub(super) struct Bits(Box<[u64; WORDS]>);

impl Bits {
    fn new() -> Self {
        let words = vec![0; WORDS].into_boxed_slice();
        Bits(words.try_into().expect("the length is that of the array"))
    }

    /// Rewrites the bits from the beginning.
    #[inline(always)]
    pub fn writer(&mut self) -> Writer<'_> {
        Writer { words: &mut self.0, len: 0, last: 0 }
    }

    /// 64 bits, beginning with `first`.
    #[inline(always)]
    pub fn read(&self, first: usize) -> u64 {
        let (low, high) = (self.word(first / 64), self.word(first / 64 + 1));
        low >> (first % 64) | high << 1 << (63 - first % 64)
    }

    /// Word `number`.
    #[inline(always)]
    pub fn word(&self, number: usize) -> u64 {
        self.0[number % WORDS]
    }
}

/// Appends bits, a few at a time.
pub(super) struct Writer<'a> {
    words: &'a mut [u64; WORDS],
    len: usize,
    /// The last word, incomplete.
    last: u64,
}

impl Writer<'_> {
    /// Appends the lowest `len <= 64` bits; higher bits must be zero.
    #[inline(always)]
    pub fn push(&mut self, bits: u64, len: u32) {
        let used = self.len % 64;
        let word = self.last | bits << used;
        self.words[self.len / 64 % WORDS] = word;
        let full = used + len as usize >= 64;
        self.last = if full { bits >> 1 >> (63 - used) } else { word };
        self.len += len as usize;
    }

    #[inline(always)]
    pub fn end(self) {
        self.words[self.len / 64 % WORDS] = self.last;
        self.words[(self.len / 64 + 1) % WORDS] = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;

    #[test]
    fn bits_are_read_as_they_were_written() {
        let mut random = Random::new(3);
        let mut bits = Bits::new();
        let mut written = Vec::new();
        let mut writer = bits.writer();
        for piece in 0..1000 {
            let len = [64, 0, 1, 63, (random.word() % 65) as u32][piece % 5];
            let word = random.word() & u64::MAX.checked_shr(64 - len).unwrap_or(0);
            writer.push(word, len);
            written.extend((0..len).map(|i| word >> i & 1));
        }
        writer.end();
        for first in 0..written.len() {
            let expected =
                written[first..].iter().take(64).enumerate().fold(0, |word, (i, bit)| word | bit << i);
            assert_eq!(bits.read(first), expected, "from bit {first} on");
        }
    }
}
