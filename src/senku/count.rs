//! The numbers that a count gives.

/// What a count gives.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Count {
    /// Jump sequences from the start that end where no jump is left.
    pub games: u128,
    /// Jump sequences from the start to the goal.
    pub solutions: u128,
    /// Orbits of solutions under the symmetries that keep start and goal; `None` where it was not found. A symmetry
    /// is a permutation of the holes that maps jumps to jumps: on boards of odd forms there are more of them than
    /// rotations and reflections.
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
    /// The positions that can be reached; `None` where the engine or the memory did not allow it.
    pub positions: Option<Positions>,
    /// Positions that can be reached and from which the goal can be, up to the symmetries that keep start
    /// and goal, by the number of jumps made, as far as there are any; `None` unless asked for with
    /// [`Counting::winning`](super::Counting::winning).
    pub winning_levels: Option<Vec<u64>>,
}

impl Count {
    /// The winning positions of all levels together.
    #[must_use]
    pub fn winning_positions(&self) -> Option<u64> {
        self.winning_levels.as_ref().map(|levels| levels.iter().sum())
    }
}

/// The positions that can be reached from the start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Positions {
    /// Up to the symmetries that keep the start, by the number of jumps made; `levels[0]` is the start's 1.
    pub levels: Vec<u64>,
    /// All of them, symmetric twins too.
    pub in_all: u64,
    /// Those where no jump is left, up to the symmetries that keep the start.
    pub stuck: u64,
}

impl Positions {
    /// All levels together, up to the symmetries that keep the start.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.levels.iter().sum()
    }
}
