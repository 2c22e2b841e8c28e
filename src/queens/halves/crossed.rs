//! Odd N = 2h + 1 without a queen in the centre: one queen on the middle column, another on the middle row.
//!
//! The middle column's queen is at distance a from the centre, the middle row's at distance b. They attack each
//! other if a = b; flips put them south and west; transposition exchanges a and b. So 1 <= b < a <= h, with weight
//! 8. There is no loop over b: the middle row is one more row of the north-west quadrant, all b < a in one list.
//!
//! For a set R of rows, the east boards on R are made once. For each row a that R leaves free in the south: those
//! that avoid the diagonals u = a and v = a of the middle column's queen (a = h lies outside the mask in every
//! quadrant but the south-east) meet the west boards on the rows left, which avoid them by their lists:
//!
//! ```text
//! Q = 8 * sum over R, a not in R of n(X without the diagonals of a, Y_a)
//! ```
//!
//! With conditions, Q is the sum over the eight images of the board of what is summed here, each once (`free`).
//!
//! Both diagonals then are dead bits: they are squeezed out, which leaves 4h - 4 bits (4h - 2 for a = h).

use super::Path;
use super::free::Free;
use super::geometry::{Diagonal, Geometry, Lines, Place};
use super::join::Join;
use super::permuted::Order;
use super::plan::{Numbering, Rows};
use super::quadrant::{self, Builder, Quadrant};
use super::radix::{BucketJoin, Keys};
use super::scratch::Scratch;
use super::store::{Room, Store};
use crate::search::StopFlag;
use crate::simd::{Appender, Kernel, Lanes, Words};
use std::sync::Arc;

/// The mask's lowest bits that no quadrant ever needs: of distance h only U+h is asked for, bit 3.
const UNUSED: u32 = 3;
/// The places of the east lists.
const EAST: [Place; 2] = [Place::NorthEast, Place::SouthEast];

/// The odd board without a queen in the centre.
#[derive(Debug)]
pub(super) struct Crossed {
    geometry: Geometry,
    /// East lists by row set, without the unused bits: north, south. Where there are narrow arms.
    east: [Vec<Quadrant<u64>>; 2],
    /// And where there are wide ones.
    east_stores: Option<[Arc<Store>; 2]>,
    arms: Vec<Arm>,
}

/// What belongs to one a.
#[derive(Debug)]
struct Arm {
    /// Distance of the middle column's queen, 2 to h.
    a: u32,
    /// Its two diagonals in the masks of the east, less the unused bits.
    diagonals: u64,
    /// What is squeezed out of a mask: its diagonals, and U+h, the lowest bit of all.
    gaps: Gaps,
    west: West,
}

/// West lists: north (with the middle row) and south.
#[derive(Debug)]
enum West {
    /// By row set, squeezed to 32 bits.
    Narrow([Vec<Quadrant<u32>>; 2]),
    /// Made as needed.
    Wide([Store; 2]),
}

impl Arm {
    fn new(geometry: Geometry, free: &Free, a: u32, path: Path, room: &Arc<Room>) -> Self {
        let half = geometry.half;
        let bits = 4 * half + 2 - 4 - 2 * u32::from(a < half);
        let west = if path == Path::Stored && bits <= 32 {
            West::Narrow(Default::default())
        } else {
            // North: u = i - j (v is negative). South: u = i + j + 2, v = j - i. In the west's mirror v and u.
            let mut north = free.squares(Place::NorthWest, |i, j| i != j + a);
            north.middle = free.west & below(a);
            let south = free.squares(Place::SouthWest, |i, j| i + j + 2 != a && j != i + a);
            West::Wide([north, south].map(|squares| {
                let builder = Builder::new(geometry, squares, false);
                Store::new(builder, half, room)
            }))
        };
        let diagonals = diagonals(geometry, a) >> UNUSED;
        Arm { a, diagonals, gaps: Gaps::new(diagonals | 1), west }
    }

    fn row(&self) -> u32 {
        1 << (self.a - 1)
    }
}

/// At most three bits to squeeze out of masks, highest first; 63, which squeezes nothing, for those that are not.
#[derive(Debug, Clone, Copy)]
struct Gaps([u32; 3]);

impl Gaps {
    fn new(bits: u64) -> Self {
        let mut gaps = Gaps([63; 3]);
        let places = (0..63).rev().filter(|place| bits >> place & 1 == 1);
        for (gap, place) in gaps.0.iter_mut().zip(places) {
            *gap = place;
        }
        gaps
    }

    #[inline(always)]
    fn squeeze(&self, mask: u64) -> u64 {
        self.0.iter().fold(mask, |mask, gap| {
            let below = (1 << gap) - 1;
            (mask & below) | (mask >> 1 & !below)
        })
    }
}

impl Crossed {
    pub fn new(geometry: Geometry, free: &Free, path: Path, room: &Arc<Room>) -> Self {
        let half = geometry.half;
        // Both middle queens must find a free square.
        let distances =
            (2..half + 1).filter(|&a| free.south >> (a - 1) & 1 == 1 && free.west & below(a) != 0);
        let mut arms: Vec<Arm> = distances.map(|a| Arm::new(geometry, free, a, path, room)).collect();
        let is_narrow = |arm: &Arm| matches!(arm.west, West::Narrow(_));
        let narrow: Vec<&Arm> = arms.iter().filter(|arm| is_narrow(arm)).collect();
        let [norths, souths] =
            [Place::NorthWest, Place::SouthWest].map(|place| lists_by_arm(geometry, free, place, &narrow));
        for (arm, lists) in arms.iter_mut().filter(|arm| is_narrow(arm)).zip(norths.into_iter().zip(souths)) {
            arm.west = West::Narrow(lists.into());
        }
        let squares = EAST.map(|place| free.squares(place, |_, _| true));
        let east = if arms.iter().any(is_narrow) {
            quadrant::lists_by_place(geometry, &squares, false, |place, list| {
                list.map(|m| geometry.seen_from(EAST[place], m) >> UNUSED)
            })
        } else {
            Default::default()
        };
        let wide = !arms.iter().all(is_narrow);
        let east_stores = wide.then(|| Store::by_place(geometry, &squares, false, room));
        Crossed { geometry, east, east_stores, arms }
    }

    /// The row sets that leave some a free where every row can have its queen.
    pub fn numbering(&self, free: &Free) -> Numbering {
        let south = |rows| self.arms.iter().any(|arm| free.allows_south(rows, arm.row()));
        Numbering::new(self.geometry.half, |rows| free.allows_north(rows), south)
    }

    /// How many a there are for these rows.
    pub fn arms_at(&self, rows: Rows) -> u64 {
        self.arms.iter().filter(|arm| rows.south & arm.row() == 0).count() as u64
    }

    /// All bits of a mask, less the unused ones.
    fn live(&self) -> u64 {
        (self.geometry.nibbles() | self.geometry.centre()) >> UNUSED
    }
}

/// The diagonals of the middle column's queen at distance a in a mask.
fn diagonals(geometry: Geometry, a: u32) -> u64 {
    geometry.bit(Diagonal::U, a.cast_signed()) | geometry.bit(Diagonal::V, a.cast_signed())
}

/// The distances 1 <= b < a.
fn below(a: u32) -> Lines {
    (1 << (a - 1)) - 1
}

/// The lists of one place in the west, for each of these arms and each row set. They are made once for all
/// arms: each takes those that its diagonals leave, and whose queen on the middle row is nearer than a.
fn lists_by_arm(geometry: Geometry, free: &Free, place: Place, arms: &[&Arm]) -> Vec<Vec<Quadrant<u32>>> {
    let mut by_arm: Vec<Vec<Quadrant<u32>>> = arms.iter().map(|_| Vec::new()).collect();
    if arms.is_empty() {
        return by_arm;
    }
    let mut squares = free.squares(place, |_, _| true);
    if place == Place::NorthWest {
        squares.middle = free.west & below(geometry.half);
    }
    let lists = Builder::new(geometry, squares, false).all(|list| {
        let list = list.map(|mask| {
            let (mask, tag) = quadrant::tagged(mask);
            geometry.seen_from(place, mask) | tag
        });
        let of_arm = |arm: &&Arm| {
            let (diagonals, tags, gaps) = (diagonals(geometry, arm.a), quadrant::tag(arm.a - 1), arm.gaps);
            list.filter_map(
                |mask| (mask & diagonals == 0) & (mask < tags),
                // Squeezed to 32 bits: the cast drops nothing but the tag.
                |mask| gaps.squeeze(mask >> UNUSED) as u32,
            )
        };
        arms.iter().map(of_arm).collect::<Vec<_>>()
    });
    for lists in lists {
        for (arm, list) in by_arm.iter_mut().zip(lists) {
            arm.push(list);
        }
    }
    by_arm
}

/// Counts one row set, for all a.
pub(super) struct Count<'a> {
    pub crossed: &'a Crossed,
    pub rows: Rows,
    pub scratch: &'a mut Scratch,
    pub stop: &'a StopFlag,
}

impl Kernel for Count<'_> {
    type Output = u128;

    #[inline(always)]
    fn run<L: Lanes>(mut self, lanes: L) -> u128 {
        let free = |arm: &&Arm| self.rows.south & arm.row() == 0;
        let arms: Vec<&Arm> = self.crossed.arms.iter().filter(free).collect();
        self.narrow(lanes, &arms) + self.wide(lanes, &arms)
    }
}

impl Count<'_> {
    /// The arms whose lists were made beforehand.
    #[inline(always)]
    fn narrow<L: Lanes>(&mut self, lanes: L, arms: &[&Arm]) -> u128 {
        let other = self.rows.complement(self.crossed.geometry.full());
        let [_, west] = &mut self.scratch.narrow;
        let [east, _] = &mut self.scratch.wide;
        let mut made = false;
        let mut pairs = 0;
        for arm in arms {
            let West::Narrow([nw, sw]) = &arm.west else {
                continue;
            };
            if !made {
                let [ne, se] = &self.crossed.east;
                east.fill(lanes, ne[self.rows.north as usize].view(), se[self.rows.south as usize].view());
                made = true;
            }
            choose(lanes, east.group(0), arm.diagonals, arm.gaps, &mut self.scratch.chosen);
            let chosen = &mut self.scratch.chosen_narrow;
            chosen.clear();
            // Squeezed to 32 bits: the cast drops nothing.
            chosen.extend(self.scratch.chosen.iter().map(|&mask| mask as u32));
            let south = other.south & !arm.row();
            west.fill(lanes, nw[other.north as usize].view(), sw[south as usize].view());
            let west = west.group(0);
            let (patterns, items) =
                if chosen.len() <= west.len() { (&mut chosen[..], west) } else { (west, &mut chosen[..]) };
            let bits = self.crossed.live().count_ones() - (arm.diagonals | 1).count_ones();
            let [found, _] = lanes.enter(Join {
                patterns,
                items: [items, &mut []],
                bits,
                workspace: &mut self.scratch.workspace,
            });
            pairs += u128::from(found);
        }
        pairs
    }

    /// The arms whose lists are made as needed.
    #[inline(always)]
    fn wide<L: Lanes>(&mut self, lanes: L, arms: &[&Arm]) -> u128 {
        let Some([ne_store, se_store]) = &self.crossed.east_stores else {
            return 0;
        };
        let geometry = &self.crossed.geometry;
        let other = self.rows.complement(geometry.full());
        let Scratch {
            wide: [east, west],
            chosen,
            permuted: [north, south],
            buckets: [[east_buckets, ..], [west_buckets, ..]],
            gathered,
            workspace,
            ..
        } = &mut *self.scratch;
        let (ne, se) = (ne_store.get(self.rows.north), se_store.get(self.rows.south));
        let mut order: Option<Order> = None;
        let mut pairs = 0;
        for arm in arms {
            let West::Wide([nw_store, sw_store]) = &arm.west else {
                continue;
            };
            if self.stop.is_abandoned() {
                break;
            }
            let (nw, sw) = (nw_store.get(other.north), sw_store.get(other.south & !arm.row()));
            // One order for all arms, so that the east is made once: the first arm's west will do.
            let order = order.get_or_insert_with(|| {
                let mut order =
                    Order::best(geometry, self.crossed.live() >> 1 << (UNUSED + 1), [&ne, &se, &nw, &sw]);
                // The lowest place is U+h; which bits are dead depends on the arm.
                order.bits.insert(0, UNUSED as u8);
                let n = north.permute(lanes, geometry, (Place::NorthEast, &ne), &order.bits);
                let s = south.permute(lanes, geometry, (Place::SouthEast, &se), &order.bits);
                east.fill(lanes, n, s);
                order
            });
            let is_gap = |bit: u8| bit == UNUSED as u8 || arm.diagonals << UNUSED >> bit & 1 == 1;
            let bits: Vec<u8> = order.bits.iter().copied().filter(|&bit| !is_gap(bit)).collect();
            let place =
                |bit: u8| order.bits.iter().position(|&b| b == bit && arm.diagonals << UNUSED >> b & 1 == 1);
            let diagonals = order.bits.iter().filter_map(|&bit| place(bit)).map(|p| 1 << p).sum();
            choose(lanes, east.group(0), diagonals, Gaps::new(diagonals | 1), chosen);
            let n = north.permute(lanes, geometry, (Place::NorthWest, &nw), &bits);
            let s = south.permute(lanes, geometry, (Place::SouthWest, &sw), &bits);
            west.fill(lanes, n, s);
            let west = west.group(0);
            let keys = Keys::new(bits.len() as u32, 0, chosen.len().min(west.len()));
            east_buckets.sort(chosen, &keys);
            west_buckets.sort(west, &keys);
            let (patterns, items) = if chosen.len() <= west.len() {
                (&*east_buckets, &*west_buckets)
            } else {
                (&*west_buckets, &*east_buckets)
            };
            let [found, _] = lanes.enter(BucketJoin {
                keys,
                patterns,
                items: [std::slice::from_ref(items), &[]],
                gathered,
                workspace,
            });
            pairs += found;
        }
        pairs
    }
}

/// The masks that avoid the diagonals, with the gaps squeezed out.
#[inline(always)]
fn choose<L: Words<u64>>(lanes: L, masks: &[u64], diagonals: u64, gaps: Gaps, chosen: &mut Vec<u64>) {
    chosen.clear();
    let diagonals = lanes.splat(diagonals);
    let mut out = Appender::new(chosen);
    for masks in masks.chunks(L::LANES) {
        let (mut vector, valid) = lanes.load(masks);
        let avoids = lanes.disjoint(vector, diagonals) & valid;
        for gap in gaps.0 {
            vector = lanes.squeeze(vector, gap);
        }
        lanes.append(&mut out, vector, avoids);
    }
    out.finish();
}
