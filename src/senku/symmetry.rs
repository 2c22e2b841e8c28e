//! Symmetries: the permutations of a board's holes that map jumps to jumps.
//!
//! They are computed from the jump list alone, by backtracking over images of the holes with jumps (permuting the other
//! holes would mean nothing and give factorially many). Colour refinement first narrows the candidates: holes can be
//! exchanged only if they have equal roles in equally many jumps, and so do their neighbours, and so on. Square boards
//! have up to 8 symmetries, triangles 6. A board of many equal pieces may exceed [`MAX_ORDER`]; then a subgroup of at
//! most that order is used. The engines then save less and stay exact.
//!
//! Run time: milliseconds on real boards; bounded by a cap on the steps of the search.

use super::{Hole, HoleSet, Jump, Position};
use std::collections::HashSet;
use std::slice;

/// The order of the largest group.
pub const MAX_ORDER: usize = 48;

/// Steps of the backtracking after which the symmetries found so far are used.
const SEARCH_CAP: u64 = 200_000;

/// A permutation of the holes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Symmetry {
    images: Vec<Hole>,
}

impl Symmetry {
    /// The identity.
    fn identity(holes: usize) -> Self {
        Symmetry { images: (0..holes).map(Hole::new).collect() }
    }

    /// The image of `hole`.
    #[must_use]
    pub fn hole(&self, hole: Hole) -> Hole {
        self.images[hole.index()]
    }

    /// The image of `position`, in O(pegs).
    #[must_use]
    pub fn apply(&self, position: Position) -> Position {
        position.iter().map(|hole| self.hole(hole)).collect()
    }

    /// The composition: first `self`, then `next`.
    pub(super) fn then(&self, next: &Symmetry) -> Symmetry {
        Symmetry { images: self.images.iter().map(|&hole| next.hole(hole)).collect() }
    }

    /// Whether no hole moves.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.images.iter().enumerate().all(|(i, image)| image.index() == i)
    }
}

/// A group of symmetries; the identity is its first element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    elements: Vec<Symmetry>,
}

impl Group {
    /// The group of the identity alone.
    #[must_use]
    pub fn trivial(holes: usize) -> Self {
        Group { elements: vec![Symmetry::identity(holes)] }
    }

    /// All symmetries of these jumps, but at most [`MAX_ORDER`], see above.
    pub(crate) fn of_jumps(holes: usize, jumps: &[Jump]) -> Self {
        let triples: Vec<[Hole; 3]> = jumps.iter().map(|j| [j.from, j.over, j.to]).collect();
        let order = neighbours_together(holes, &triples);
        let place = |hole: &Hole| order.iter().position(|h| h == hole);
        let mut checks = vec![Vec::new(); order.len()];
        for triple in &triples {
            if let Some(last) = triple.iter().filter_map(place).max() {
                checks[last].push(*triple);
            }
        }
        let mut search = AutomorphismSearch {
            checks,
            order,
            colours: refine_colours(holes, &triples),
            jumps: triples.into_iter().collect(),
            images: Symmetry::identity(holes).images,
            used: HoleSet::EMPTY,
            found: Group::trivial(holes),
            generators: vec![],
            steps: 0,
        };
        search.extend(0);
        search.found
    }

    /// Its elements, the identity first.
    #[must_use]
    pub fn elements(&self) -> &[Symmetry] {
        &self.elements
    }

    /// The number of elements, at least 1.
    #[must_use]
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// The elements that map `position` to itself.
    #[must_use]
    pub fn stabiliser(&self, position: Position) -> Group {
        self.those(|symmetry| symmetry.apply(position) == position)
    }

    /// The elements for which `keeps` holds, which must be a group.
    pub(super) fn those(&self, keeps: impl Fn(&Symmetry) -> bool) -> Group {
        Group { elements: self.elements.iter().filter(|&symmetry| keeps(symmetry)).cloned().collect() }
    }

    /// The representative of a position's orbit: the least of its images as numbers.
    #[must_use]
    pub fn canonical(&self, position: Position) -> Position {
        let images = self.elements.iter().map(|s| s.apply(position));
        images.min().unwrap_or(position)
    }

    /// The number of different images of `position`.
    #[must_use]
    pub fn orbit_len(&self, position: Position) -> usize {
        let fixing = self.elements.iter().filter(|s| s.apply(position) == position).count();
        self.order() / fixing
    }

    /// The smallest group with `self` and the generators, if it is not larger than [`MAX_ORDER`].
    fn with(&self, generators: &[Symmetry]) -> Option<Group> {
        let mut elements = self.elements.clone();
        let mut next = 0;
        while next < elements.len() {
            for generator in generators {
                let product = elements[next].then(generator);
                if !elements.contains(&product) {
                    if elements.len() == MAX_ORDER {
                        return None;
                    }
                    elements.push(product);
                }
            }
            next += 1;
        }
        Some(Group { elements })
    }
}

/// The backtracking search for automorphisms.
struct AutomorphismSearch {
    /// The holes with jumps, neighbours close together, so that wrong images show early.
    order: Vec<Hole>,
    /// `checks[i]`: the jumps whose last hole in `order` is at index `i`.
    checks: Vec<Vec<[Hole; 3]>>,
    jumps: HashSet<[Hole; 3]>,
    colours: Vec<u64>,
    images: Vec<Hole>,
    used: HoleSet,
    found: Group,
    /// Symmetries that generate `found`.
    generators: Vec<Symmetry>,
    steps: u64,
}

impl AutomorphismSearch {
    /// Tries every image of `order[depth]`.
    fn extend(&mut self, depth: usize) {
        self.steps += 1;
        if self.steps > SEARCH_CAP {
            return;
        }
        let Some(&hole) = self.order.get(depth) else {
            return self.take();
        };
        for image in self.order.clone() {
            let same = self.colours[image.index()] == self.colours[hole.index()];
            if !same || self.used.contains(image) {
                continue;
            }
            self.images[hole.index()] = image;
            if self.keeps_jumps(depth) {
                self.used = self.used ^ image.into();
                self.extend(depth + 1);
                self.used = self.used ^ image.into();
            }
        }
    }

    /// Whether the jumps wholly on `order[..=depth]` map to jumps.
    fn keeps_jumps(&self, depth: usize) -> bool {
        let image = |triple: &[Hole; 3]| triple.map(|hole| self.images[hole.index()]);
        self.checks[depth].iter().all(|t| self.jumps.contains(&image(t)))
    }

    /// Adds the complete permutation to the group, unless the group would grow too large.
    fn take(&mut self) {
        let symmetry = Symmetry { images: self.images.clone() };
        if self.found.elements.contains(&symmetry) {
            return;
        }
        // A larger group has at least twice the order.
        if 2 * self.found.order() > MAX_ORDER {
            self.steps = SEARCH_CAP;
            return;
        }
        // Boards of many equal pieces have many symmetries: most are refused, which few generators tell sooner.
        let generators = [&self.generators[..], slice::from_ref(&symmetry)].concat();
        if self.found.with(&generators).is_some()
            && let Some(group) = self.found.with(&[&self.found.elements[1..], &[symmetry]].concat())
        {
            (self.found, self.generators) = (group, generators);
        }
    }
}

/// The holes with jumps, breadth first through the jumps.
fn neighbours_together(holes: usize, jumps: &[[Hole; 3]]) -> Vec<Hole> {
    let mut order: Vec<Hole> = Vec::new();
    let mut seen = HoleSet::EMPTY;
    for first in (0..holes).map(Hole::new) {
        if seen.contains(first) || !jumps.iter().any(|j| j.contains(&first)) {
            continue;
        }
        let mut next = order.len();
        order.push(first);
        seen = seen | first.into();
        while let Some(&hole) = order.get(next) {
            for &other in jumps.iter().filter(|j| j.contains(&hole)).flatten() {
                if !seen.contains(other) {
                    seen = seen | other.into();
                    order.push(other);
                }
            }
            next += 1;
        }
    }
    order
}

/// A colour per hole that symmetries keep. Hash collisions only make the colouring coarser.
fn refine_colours(holes: usize, jumps: &[[Hole; 3]]) -> Vec<u64> {
    let mix = |value: u64, salt: u64| {
        let x = (value ^ salt).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x ^ x >> 29
    };
    let mut colours = vec![0u64; holes];
    for _ in 0..holes {
        let mut next: Vec<u64> = colours.iter().map(|&c| mix(c, 1)).collect();
        for triple in jumps {
            let [a, b, c] = triple.map(|hole| colours[hole.index()]);
            let jump = mix(a, 2).wrapping_add(mix(b, 3)).wrapping_add(mix(c, 4));
            // Each hole adds up its jumps with its own role in them; a sum does not depend on their order.
            for (part, hole) in (5..).zip(triple) {
                let colour = &mut next[hole.index()];
                *colour = colour.wrapping_add(mix(jump, part));
            }
        }
        colours = next;
    }
    colours
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::senku::{Board, Lattice, Square};

    #[test]
    fn orders_of_the_known_boards() {
        for (name, order) in [
            ("english", 8),
            ("european", 8),
            ("wiegleb", 8),
            ("asymmetrical", 2),
            ("diamond", 8),
            ("triangle15", 6),
            ("triangle28", 6),
            ("square4", 8),
            ("square8", 8),
        ] {
            let board = Board::named(name).unwrap();
            let group = board.symmetries();
            assert_eq!(group.order(), order, "{name}");
            let identities = group.elements().iter().map(Symmetry::is_identity);
            assert!(identities.eq((0..order).map(|i| i == 0)), "the identity is the first, and no other");
        }
    }

    #[test]
    fn every_symmetry_keeps_the_jump_set() {
        for name in ["english", "asymmetrical", "triangle21"] {
            let board = Board::named(name).unwrap();
            let set: HashSet<_> = board.jumps().iter().map(|j| (j.from, j.over, j.to)).collect();
            for s in board.symmetries().elements() {
                let image: HashSet<_> =
                    set.iter().map(|&(a, b, c)| (s.hole(a), s.hole(b), s.hole(c))).collect();
                assert_eq!(image, set);
            }
        }
    }

    #[test]
    fn many_equal_pieces_still_give_a_group_of_bounded_order() {
        // Twelve separate rows of three holes: 2^12 * 12! symmetries.
        let squares = (0..12).flat_map(|r| (0..3).map(move |c| Square::new(2 * r, c)));
        let board = Board::new(Lattice::Square, squares).unwrap();
        let group = board.symmetries();
        assert!((2..=MAX_ORDER).contains(&group.order()));
        for a in group.elements() {
            assert_eq!(a.apply(board.holes()), board.holes(), "no two pieces go to the same one");
            for b in group.elements() {
                assert!(group.elements().contains(&a.then(b)), "closed under composition");
            }
        }
    }

    #[test]
    fn holes_without_jumps_stay() {
        // A row of three, and four holes far from everything.
        let far = (0..4).map(|i| Square::new(5 + 2 * i, 9));
        let board = Board::new(Lattice::Square, (0..3).map(|c| Square::new(0, c)).chain(far)).unwrap();
        assert_eq!(board.symmetries().order(), 2);
    }

    #[test]
    fn orbits_and_stabilisers() {
        let board = Board::named("english").unwrap();
        let group = board.symmetries();
        let corner = HoleSet::from(board.hole(Square::new(0, 2)).unwrap());
        assert_eq!(group.orbit_len(corner), 8);
        assert_eq!(group.stabiliser(corner).order(), 1);
        let middle = HoleSet::from(board.hole(Square::new(0, 3)).unwrap());
        assert_eq!((group.orbit_len(middle), group.stabiliser(middle).order()), (4, 2));
        for s in group.elements() {
            assert_eq!(group.canonical(s.apply(corner)), group.canonical(corner));
        }
        // The first hole of the board is a corner.
        assert_eq!(group.canonical(corner), Position::from_bits(1));
        let pair = middle | corner;
        let images: Vec<Position> = group.elements().iter().map(|s| s.apply(pair)).collect();
        assert!(images.contains(&group.canonical(pair)));
        assert!(images.iter().all(|&image| group.canonical(pair) <= image));
    }
}
