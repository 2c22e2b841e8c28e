//! Numbers of 32, 64 and 128 bits. A partition's numbers are kept in the narrowest width that holds them all; sums are
//! made in the narrowest width that holds their bound.

use crate::simd::moves::{
    Gathers, Members, Move, Moves, Packed, Slot, Stream, Sum, WINDOW, new_window, put_gathered,
};

/// The numbers of a partition.
#[derive(Clone, Copy)]
pub(super) enum Numbers<'a> {
    Of32(Packed<'a, u32>),
    Of64(Packed<'a, u64>),
    Of128(Packed<'a, u128>),
}

/// Bytes of the narrowest width that holds a number, at least `least`.
#[inline(always)]
pub(super) fn width(number: u128, least: usize) -> usize {
    let bits = u128::BITS - number.leading_zeros();
    let needed = if bits <= 32 { 4 } else { bits.div_ceil(64) as usize * 8 };
    needed.max(least)
}

/// A partition's sums, and a turned sum.
pub(super) struct Sums<A> {
    pub own: Box<[A; WINDOW]>,
    pub turned: Box<[A; WINDOW]>,
}

impl<A: Slot> Sums<A> {
    pub fn new() -> Self {
        Sums { own: new_window(), turned: new_window() }
    }
}

/// A worker's memory for each width, allocated on first use: hardly any board needs all widths.
pub(super) struct Widths<T32, T64, T128> {
    of_32: Option<T32>,
    of_64: Option<T64>,
    of_128: Option<T128>,
}
impl<T32, T64, T128> Default for Widths<T32, T64, T128> {
    fn default() -> Self {
        Widths { of_32: None, of_64: None, of_128: None }
    }
}

pub(super) type AllSums = Widths<Sums<u32>, Sums<u64>, Sums<u128>>;
pub(super) type Streams = Widths<Stream<u32>, Stream<u64>, Stream<u128>>;

/// The types of sums.
pub(super) trait Total: Sum<Self> {
    /// The sums of this width.
    fn sums(all: &mut AllSums) -> &mut Option<Sums<Self>>;
    fn stream(all: &mut Streams) -> &mut Stream<Self>;

    /// Adds the members of a source to members of the target, as [`Move::add_members`] does, or all of the source. The
    /// source has no wider numbers.
    fn add<M: Moves>(
        moves: M,
        source: Numbers<'_>,
        members: Option<[Members<'_>; 2]>,
        target: &mut [Self],
        streams: &mut Streams,
    );

    /// Sets the targets to the sums gathered from a source, which has no wider numbers.
    fn put_gathered<M: Moves>(
        moves: M,
        source: Numbers<'_>,
        gathers: Gathers<'_>,
        target: &mut [Self],
        streams: &mut Streams,
    );
}

macro_rules! total {
    ($sum:ident in $field:ident: $($variant:ident($slot:ident))+) => {
        impl Total for $sum {
            #[inline(always)]
            fn sums(all: &mut AllSums) -> &mut Option<Sums<$sum>> {
                &mut all.$field
            }
            #[inline(always)]
            fn stream(all: &mut Streams) -> &mut Stream<$sum> {
                all.$field.get_or_insert_with(Stream::new)
            }
            #[inline(always)]
            fn add<M: Moves>(
                moves: M,
                source: Numbers<'_>,
                members: Option<[Members<'_>; 2]>,
                target: &mut [$sum],
                streams: &mut Streams,
            ) {
                match source {
                    $(Numbers::$variant(source) => {
                        let (by, stream) = (<$sum as Sum<$slot>>::by(moves), $slot::stream(streams));
                        match members {
                            Some([from, to]) => by.add_members(source, from, target, to, stream),
                            None => by.add_all(source, target, stream),
                        }
                    })+
                    #[allow(unreachable_patterns)] // for the widest
                    _ => unreachable!("sums hold the largest numbers of their sources"),
                }
            }
            #[inline(always)]
            fn put_gathered<M: Moves>(
                moves: M,
                source: Numbers<'_>,
                gathers: Gathers<'_>,
                target: &mut [$sum],
                streams: &mut Streams,
            ) {
                match source {
                    $(Numbers::$variant(source) => {
                        let stream = $slot::stream(streams);
                        <$slot as Sum<$slot>>::by(moves).unpack(source, stream);
                        put_gathered(moves, gathers, &stream.unpacked, target);
                    })+
                    #[allow(unreachable_patterns)] // for the widest
                    _ => unreachable!("sums hold the largest numbers of their sources"),
                }
            }
        }
    };
}
total!(u32 in of_32: Of32(u32));
total!(u64 in of_64: Of32(u32) Of64(u64));
total!(u128 in of_128: Of32(u32) Of64(u64) Of128(u128));
