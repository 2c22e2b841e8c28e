//! The symmetries under which `vuelta senku count` counts each of its numbers.

use super::common::{json, vuelta};
use std::collections::{BTreeSet, HashSet};
use vuelta::senku::{Board, Game, Goal, Group, HoleSet};

/// The number of orbits of these positions.
fn orbits(positions: &HashSet<HoleSet>, group: &Group) -> usize {
    let least = |position: &HoleSet| {
        group.elements().iter().map(|symmetry| symmetry.apply(*position).bits()).min().unwrap()
    };
    positions.iter().map(least).collect::<BTreeSet<_>>().len()
}

/// All positions that the game can reach, and those of them from which the goal can be reached.
fn reached(game: &Game) -> (HashSet<HoleSet>, HashSet<HoleSet>) {
    fn visit(
        board: &Board,
        game: &Game,
        at: HoleSet,
        all: &mut HashSet<HoleSet>,
        won: &mut HashSet<HoleSet>,
    ) -> bool {
        if !all.insert(at) {
            return won.contains(&at);
        }
        let below: Vec<_> = board.legal_jumps(at).map(|jump| jump.play(at)).collect();
        let mut wins = game.is_won(at);
        for next in below {
            wins |= visit(board, game, next, all, won);
        }
        if wins {
            won.insert(at);
        }
        wins
    }
    let (mut all, mut won) = (HashSet::new(), HashSet::new());
    visit(game.board(), game, game.start(), &mut all, &mut won);
    (all, won)
}

#[test]
fn a_count_says_under_which_symmetries_each_number_is_counted() {
    let mut more = false;
    // The last goal breaks the reflection that keeps the start.
    for (goal, holes) in [("any", None), ("0,0", Some((0, 0))), ("3,0", Some((3, 0)))] {
        let count = format!("senku count triangle15 --winning --goal {goal}");
        let (ran, value) = (vuelta(&count), json(&count));
        let number = |field: &str| value[field].as_str().unwrap().parse::<usize>().unwrap();
        let game = Game::named("triangle15").unwrap();
        let hole = |square: (u32, u32)| Goal::Hole(game.board().hole(square.into()).unwrap());
        let goal_of = holes.map_or(Goal::Any, hole);
        let game = game.with_goal(goal_of).unwrap();
        let (all, won) = reached(&game);
        let (of_start, of_both) = (game.start_symmetries(), game.symmetries());
        assert_eq!(number("positions"), orbits(&all, &of_start), "{goal}");
        assert_eq!(number("winning_positions"), orbits(&won, &of_both), "{goal}");
        more |= of_both.order() < of_start.order() && !won.is_empty();
        let said = format!(
            "{} of the start (positions), {} of start and goal (solutions, winning positions)",
            of_start.order(),
            of_both.order()
        );
        assert!(ran.out.contains(&said), "{said}: {}", ran.out);
    }
    assert!(more, "a goal that breaks the start's symmetry and can be reached");
    let help = vuelta("senku count --help").out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("winning positions up to those that keep both the start and the goal"), "{help}");
}
