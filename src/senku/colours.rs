//! The rule of three in plain words: why no game can reach a goal.
//!
//! Colour the diagonals in turn with three colours. A jump's three holes have three colours, so each jump changes the
//! number of pegs of every colour by one. Two numbers that are both even or both odd stay so relative to each other.
//! Square boards have two such colourings, triangles one (Reiss 1857). Where the colours do not decide, another of the
//! board's [`Invariants`](super::Invariants) does.

use super::{Game, HoleSet, Lattice, Position, Square};

impl Game {
    /// Explains in whole sentences why the number of pegs or the invariants exclude the goal; `None` if they allow it.
    ///
    /// ```
    /// use vuelta::senku::Game;
    /// let why = Game::named("european")?.why_impossible().unwrap();
    /// assert!(why.contains("three colours") && why.contains("12, 12 and 12"), "{why}");
    /// assert_eq!(Game::named("english")?.why_impossible(), None);
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    #[must_use]
    pub fn why_impossible(&self) -> Option<String> {
        if self.is_possible() {
            return None;
        }
        let (start, goal) = (self.start(), self.goal());
        if goal.pegs() > start.len() {
            return Some(format!(
                "A jump takes a peg: the start has {} pegs, and the goal has {}.",
                start.len(),
                goal.pegs()
            ));
        }
        Some(self.by_colours().or_else(|| self.by_a_set()).unwrap_or_else(|| {
            "Each hole differs from the start in some set of holes whose pegs stay even or odd in number."
                .to_owned()
        }))
    }

    /// The explanation by a colouring, if one excludes the goal.
    fn by_colours(&self) -> Option<String> {
        let colourings: &[fn(Square) -> u32] = match self.board().lattice() {
            Lattice::Square => &[|s| (s.row + s.column) % 3, |s| (s.row + 2 * (s.column % 3)) % 3],
            Lattice::Triangular => &[|s| (s.row + s.column) % 3],
        };
        colourings.iter().find_map(|&colour| {
            let pegs = |position: Position| {
                let mut pegs = [0u32; 3];
                position.iter().for_each(|hole| pegs[colour(self.board().square(hole)) as usize] += 1);
                pegs
            };
            let alike = |numbers: [u32; 3]| numbers.iter().all(|number| number % 2 == numbers[0] % 2);
            let start = pegs(self.start());
            let (goal, last, excluded) = match self.goal().position() {
                None => ([1, 0, 0], "one last peg would be", alike(start)),
                Some(goal) => (pegs(goal), "the goal has", !alike(pegs(self.start() ^ goal))),
            };
            let listed = |[a, b, c]: [u32; 3]| format!("{a}, {b} and {c}");
            excluded.then(|| {
                format!(
                    "Colour the diagonals in turn with three colours: each jump changes the number of pegs of every \
                     colour by one, so two numbers that are both even or both odd stay alike. The start has {} pegs \
                     of the three colours, {last} {}.",
                    listed(start),
                    listed(goal)
                )
            })
        })
    }

    /// The explanation by another invariant: a set of holes that is not a colour.
    fn by_a_set(&self) -> Option<String> {
        let goal = self.goal().position()?;
        let odd = |set: HoleSet| (set & (self.start() ^ goal)).len() % 2 == 1;
        let set = self.board().invariants().basis().iter().copied().find(|&set| odd(set))?;
        let holes: Vec<String> = set.iter().map(|hole| self.board().square(hole).to_string()).collect();
        let pegs = |position: Position| (position & set).len();
        Some(format!(
            "No jump changes whether the number of pegs on {} is even or odd: it is {} at the start and {} at the goal.",
            holes.join(" "),
            pegs(self.start()),
            pegs(goal)
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::senku::{Board, Diagram, Goal};

    #[test]
    fn every_jump_has_all_three_colours() {
        let (rising, falling) = (|s: Square| (s.row + s.column) % 3, |s: Square| (s.row + 2 * s.column) % 3);
        for (name, colour) in
            [("wiegleb", rising as fn(Square) -> u32), ("wiegleb", falling), ("triangle28", rising)]
        {
            let board = Board::named(name).unwrap();
            for jump in board.jumps() {
                let colours = [jump.from, jump.over, jump.to].map(|hole| 1 << colour(board.square(hole)));
                assert_eq!(colours.iter().sum::<u32>(), 7, "{name}");
            }
        }
    }

    #[test]
    fn whatever_is_excluded_is_explained() {
        for name in ["english", "european", "diamond", "triangle15", "triangle28", "square5"] {
            let board = Board::named(name).unwrap();
            for (start, goal) in board.holes().iter().flat_map(|a| board.holes().iter().map(move |b| (a, b)))
            {
                let game = Game::from_vacancy(board.clone(), start).unwrap();
                for goal in [Goal::Any, Goal::Hole(goal)] {
                    let game = game.clone().with_goal(goal).unwrap();
                    let why = game.why_impossible();
                    assert_eq!(why.is_none(), game.is_possible());
                    assert!(why.is_none_or(|why| why.contains("three colours")), "{name}");
                }
            }
        }
    }

    #[test]
    fn sets_and_numbers_of_pegs_explain_the_rest() {
        let game = |start: &str, goal: &str| {
            let [start, goal] = [start, goal].map(|text| Diagram::parse(text.as_bytes()).unwrap());
            let game = Game::from_diagram(start).unwrap();
            game.with_goal(Goal::Position(goal.pegs)).unwrap().why_impossible().unwrap()
        };
        assert!(game("o...", "oo..").contains("1 pegs, and the goal has 2"));
        // No jump is possible on two holes, and all of one colour may differ.
        let why = game("o..xo", "...xo");
        assert!(why.contains("three colours") || why.contains("[0,0]"), "{why}");
    }
}
