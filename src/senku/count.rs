//! The result of a count.

/// The result of a count.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Count {
    /// Jump sequences from the start that end when no jump is left.
    pub games: u128,
    /// Jump sequences from the start to the goal.
    pub solutions: u128,
    /// Orbits of solutions under the symmetries that keep start and goal; `None` if they were not found. A symmetry is
    /// a permutation of the holes that maps jumps to jumps. Irregular boards can have more symmetries than rotations
    /// and reflections.
    ///
    /// ```
    /// use vuelta::senku::{Game, Goal, Diagram, count};
    /// // The row in the middle turns round by itself: that exchanges jumps, and moves no other hole.
    /// let diagram = Diagram::parse(b"    o\no o o o o\n. o o o\n")?;
    /// let game = Game::from_diagram(diagram)?.with_goal(Goal::Any)?;
    /// let counted = count(&game)?;
    /// assert_eq!((game.symmetries().order(), counted.solutions), (2, 8));
    /// assert_eq!(counted.solutions_up_to_symmetry, Some(4));
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    pub solutions_up_to_symmetry: Option<u128>,
    /// The reachable positions; `None` if the engine or the memory did not allow it.
    pub positions: Option<Positions>,
    /// Winning positions (reachable, with a way to the goal) up to the symmetries that keep start and goal, by the
    /// number of jumps made; `None` unless asked for with [`Counting::winning`](super::Counting::winning).
    pub winning_levels: Option<Vec<u64>>,
}

impl Count {
    /// The winning positions of all levels.
    #[must_use]
    pub fn winning_positions(&self) -> Option<u64> {
        self.winning_levels.as_ref().map(|levels| levels.iter().sum())
    }
}

/// The positions that can be reached from the start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Positions {
    /// Positions up to the symmetries that keep the start, by the number of jumps made; `levels[0]` is 1, the start.
    pub levels: Vec<u64>,
    /// All positions, symmetric twins included.
    pub in_all: u64,
    /// Stuck positions, up to the symmetries that keep the start.
    pub stuck: u64,
}

impl Positions {
    /// The sum of the levels.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.levels.iter().sum()
    }
}
