//! The readable exact counter: depth first, with one table of known positions.
//!
//! Let G(P) be the number of games and S(P) the number of solutions that follow from position P. Then
//!
//! ```text
//! G(P) = sum of G(Q) over the positions Q after each legal jump,     G(P) = 1 where P is stuck,
//! S(P) = sum of S(Q) + [P is the goal].
//! ```
//!
//! Both agree on positions that a symmetry of start and goal maps onto each other, so the table is keyed by the least
//! image of a position. The images under all symmetries go down the tree together: a jump changes each by one XOR, so a
//! key costs |K| XORs and minima.
//!
//! The workers count the positions at a cut near the top and share the table. If nothing was ever evicted, the table
//! has seen each position exactly once, and its contents give the positions, levels and stuck positions.
//!
//! Run time O(positions · jumps · |K|), with about 24 million positions for the English board. Memory 32 bytes per
//! position, or less with a limit (then slower, and without the positions).

use super::table::{SLOT_BYTES, Table};
use super::tree_top::{Ends, TreeTop};
use super::{Count, Game, Group, Position, Positions};
use crate::Error;
use crate::base::bits::binomial;
use crate::search::{Context, Halt, Overflow, PROCESS, StopFlag, Subproblems, Tally};

/// Positions between two checks of the stop flag.
const NODES_PER_LOOK: u64 = 1 << 12;

/// Counts games, solutions and, if the table holds them all, positions; returns the number of subproblems too.
pub(super) fn count(
    game: &Game,
    memory_limit: u64,
    winning: bool,
    context: &mut Context<'_>,
) -> Result<(Option<Count>, u64), Error> {
    // Without a reachable goal, all symmetries of the start keep "no solution".
    let symmetries = if game.is_possible() { game.symmetries() } else { game.start_symmetries() };
    let TreeTop { roots: list, ends: above } = TreeTop::new(game, &symmetries)?;
    let subproblems = list.len() as u64;
    let slots = slots_for(game, symmetries.order(), memory_limit);
    let refused = |_| Error::Memory {
        what: format!("a table of {slots} positions"),
        needed: u128::from(SLOT_BYTES) * slots as u128,
        limit: memory_limit,
    };
    let Some(table) = context.workers.pool().install(|| Table::new(slots, &context.stop)).map_err(refused)?
    else {
        return Ok((None, subproblems));
    };
    let memo = Memo::new(game, symmetries, table);
    let count = |id, &(position, _): &(Position, u64), stop: &StopFlag| {
        // Neighbouring subproblems try the jumps from opposite ends, so two workers seldom count the same position at
        // the same time.
        let mut walk = Walk::new(&memo, id % 2 == 1, stop);
        walk.found.ends = walk.count_from(position)?;
        Ok(walk.found)
    };
    let outcome = context.run(&Subproblems { list, weight: |&(_, ways)| ways, count })?;
    if !outcome.is_complete() {
        return Ok((None, subproblems));
    }
    let mut found = outcome.tally;
    found.ends.add(&above, 1)?;
    let mut count = found.ends.count(game);
    if !memo.table.has_evicted() && memo.add_the_top(&mut found, &context.stop)? {
        count.winning_levels = winning.then_some(found.winning);
        count.positions = Some(found.positions);
    }
    Ok((Some(count), subproblems))
}

/// Whether a table within the limit holds every position that the game can reach.
pub(super) fn fits(game: &Game, memory_limit: u64) -> bool {
    whole(game) <= room(memory_limit).into()
}

/// The bytes of a table that holds every position that the game can reach.
fn whole(game: &Game) -> u128 {
    u128::from(SLOT_BYTES) * (most_positions(game) / game.symmetries().order() as u128)
}

/// The bytes for the table within a limit of the process: at least half of it, because small limits leave nothing.
fn room(memory_limit: u64) -> u64 {
    memory_limit.saturating_sub(PROCESS).max(memory_limit / 2)
}

/// The error of a game whose positions do not fit.
pub(super) fn refusal(game: &Game, limit: u64) -> Error {
    Error::Memory {
        what: "a table of all positions".to_owned(),
        needed: whole(game) + u128::from(PROCESS),
        limit,
    }
}

/// Whether the count takes a reasonable time in this memory. A table of an eighth of the positions forgets and
/// recounts, which takes a few times as long; a smaller one takes very long.
pub(super) fn is_practical(game: &Game, memory_limit: u64) -> bool {
    let slots = |limit| slots_for(game, game.symmetries().order(), limit);
    slots(u64::MAX) / 8 <= slots(memory_limit)
}

/// The number of slots: enough for the positions of one class with room to spare, within the limit.
fn slots_for(game: &Game, symmetries: usize, memory_limit: u64) -> usize {
    // About 1/|K| of the positions differ.
    let positions = most_positions(game) / symmetries as u128;
    // Large boards reach about a third of these, and touching a page costs time, so they get fewer slots.
    let wanted = if positions < 1 << 22 { positions + positions / 4 + 1024 } else { positions / 8 * 5 };
    wanted.min(u128::from(room(memory_limit) / SLOT_BYTES)) as usize
}

/// The approximate number of positions of the start's class with no more pegs than the start: sum over k of C(holes,
/// k), divided by 2^invariants classes.
fn most_positions(game: &Game) -> u128 {
    let (holes, pegs) = (game.board().len() as u32, game.start().len() as u32);
    let binomials = (1..=pegs).map(|k| u128::from(binomial(holes, k)));
    let invariants = game.board().invariants().basis().len();
    (binomials.sum::<u128>() >> invariants.min(64)).max(1)
}

/// The result of a worker: the ends of games, and the positions that it was the first to store.
#[derive(Debug, Default)]
struct Found {
    ends: Ends,
    positions: Positions,
    /// Winning positions by the number of jumps made.
    winning: Vec<u64>,
}

impl Tally for Found {
    /// Ends count once per twin of the subproblem; stored positions count once.
    fn add(&mut self, other: &Self, weight: u64) -> Result<(), Overflow> {
        self.ends.add(&other.ends, weight)?;
        self.positions.levels.add(&other.positions.levels, 1)?;
        self.positions.in_all.add(&other.positions.in_all, 1)?;
        self.positions.stuck.add(&other.positions.stuck, 1)?;
        self.winning.add(&other.winning, 1)
    }
}

/// Counts one more position after this number of jumps.
fn note(levels: &mut Vec<u64>, jumps: usize) {
    levels.resize(levels.len().max(jumps + 1), 0);
    levels[jumps] += 1;
}

/// The game in the layout of the inner loop, and the known positions.
struct Memo<'a> {
    game: &'a Game,
    /// The symmetries of start and goal.
    symmetries: Group,
    /// The symmetries of the start, if there are more. Positions are counted up to these.
    start_symmetries: Option<Group>,
    /// For each jump, the holes that it changes and the holes that need a peg.
    jumps: Vec<(Position, Position)>,
    /// The images of each jump's changed holes, `order` per jump.
    images: Vec<Position>,
    table: Table,
}

impl<'a> Memo<'a> {
    fn new(game: &'a Game, symmetries: Group, table: Table) -> Self {
        let (start_symmetries, jumps) = (game.start_symmetries(), game.board().jumps());
        let images =
            jumps.iter().flat_map(|j| symmetries.elements().iter().map(|s| s.apply(j.mask()))).collect();
        Memo {
            game,
            start_symmetries: (start_symmetries.order() > symmetries.order()).then_some(start_symmetries),
            jumps: jumps.iter().map(|j| (j.mask(), j.pegs())).collect(),
            images,
            symmetries,
            table,
        }
    }

    fn order(&self) -> usize {
        self.symmetries.order()
    }

    /// The images of the changed holes of this jump.
    fn jump_images(&self, jump: usize) -> &[Position] {
        &self.images[jump * self.order()..][..self.order()]
    }

    /// Counts down from the start again. Everything below the cut is in the table, so this adds just the positions
    /// above it and confirms the totals. Returns false if stopped.
    ///
    /// # Errors
    /// [`Error::Inconsistent`] if the totals differ, [`Error::Overflow`].
    fn add_the_top(&self, found: &mut Found, stop: &StopFlag) -> Result<bool, Error> {
        let mut walk = Walk::new(self, false, stop);
        match walk.count_from(self.game.start()) {
            Ok(value) => {
                value.confirm(&found.ends)?;
                found.add(&walk.found, 1)?;
                Ok(true)
            }
            Err(Halt::Stopped) => Ok(false),
            Err(Halt::Overflow) => Err(Overflow.into()),
        }
    }
}

/// A position after a jump.
#[derive(Clone, Copy)]
struct Child {
    jump: usize,
    key: Position,
    home: usize,
}

/// One worker's walk.
struct Walk<'a> {
    memo: &'a Memo<'a>,
    stop: &'a StopFlag,
    /// Whether jumps are tried from the last to the first.
    backward: bool,
    /// The images of the positions on the path, `order` per position.
    images: Vec<Position>,
    /// The uncounted children of all positions on the path.
    children: Vec<Child>,
    /// Keeps the prefetching loads of slots alive.
    touched: u64,
    nodes: u64,
    found: Found,
}

impl<'a> Walk<'a> {
    fn new(memo: &'a Memo<'a>, backward: bool, stop: &'a StopFlag) -> Self {
        let (images, children, found) = (vec![], vec![], Found::default());
        Walk { memo, stop, backward, images, children, touched: 0, nodes: 0, found }
    }

    fn count_from(&mut self, position: Position) -> Result<Ends, Halt> {
        let images = self.memo.symmetries.elements().iter();
        self.images = images.map(|s| s.apply(position)).collect();
        self.children.clear();
        let key = self.memo.symmetries.canonical(position);
        match self.memo.table.get(key, self.memo.table.home(key)) {
            Some(value) => Ok(value),
            None => self.expand(key),
        }
    }

    /// Counts the last position in `images`, whose least image is `key`, and stores it.
    fn expand(&mut self, key: Position) -> Result<Ends, Halt> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) && self.stop.is_raised() {
            return Err(Halt::Stopped);
        }
        let base = self.images.len() - self.memo.order();
        let position = self.images[base];
        let first = self.children.len();
        self.find_children(base);
        let stuck = self.children.len() == first;
        let mut value =
            Ends { games: u128::from(stuck), solutions: u128::from(self.memo.game.is_won(position)) };
        while self.children.len() > first
            && let Some(child) = self.children.pop()
        {
            value.add(&self.count_child(base, child)?, 1)?;
        }
        if self.memo.table.insert(key, value) {
            self.note(base, key, value, stuck);
        }
        Ok(value)
    }

    /// Pushes the children of the position at `base` on the stack, and prefetches their slots.
    fn find_children(&mut self, base: usize) {
        let memo = self.memo;
        let images = &self.images[base..];
        let first = self.children.len();
        for (jump, &(mask, pegs)) in memo.jumps.iter().enumerate() {
            if images[0] & mask == pegs {
                let after = images.iter().zip(memo.jump_images(jump)).map(|(&p, &m)| p ^ m);
                let key = after.min().unwrap_or(images[0] ^ mask);
                let home = memo.table.home(key);
                self.children.push(Child { jump, key, home });
            }
        }
        if self.backward {
            self.children[first..].reverse();
        }
        for child in &self.children[first..] {
            self.touched ^= memo.table.touch(child.home);
        }
        std::hint::black_box(self.touched);
    }

    fn count_child(&mut self, base: usize, child: Child) -> Result<Ends, Halt> {
        if let Some(value) = self.memo.table.get(child.key, child.home) {
            return Ok(value);
        }
        let end = self.images.len();
        for (i, &mask) in self.memo.jump_images(child.jump).iter().enumerate() {
            self.images.push(self.images[base + i] ^ mask);
        }
        let value = self.expand(child.key);
        self.images.truncate(end);
        value
    }

    /// Notes a position that was not stored before.
    fn note(&mut self, base: usize, key: Position, value: Ends, stuck: bool) {
        let jumps = self.memo.game.start().len() - key.len();
        if value.solutions > 0 {
            note(&mut self.found.winning, jumps);
        }
        let orbit = match &self.memo.start_symmetries {
            None => {
                let fixing = self.images[base..].iter().filter(|&&image| image == key).count();
                self.memo.order() / fixing.max(1)
            }
            // Of the keys that further symmetries of the start map onto each other, only the least counts.
            Some(symmetries) if symmetries.canonical(key) == key => symmetries.orbit_len(key),
            Some(_) => return,
        };
        note(&mut self.found.positions.levels, jumps);
        self.found.positions.in_all += orbit as u64;
        self.found.positions.stuck += u64::from(stuck);
    }
}
