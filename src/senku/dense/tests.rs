//! The dense engine against the memo, in every way that it can count.

use super::level::Exact;
use super::tables::Tables;
use super::{LevelProgress, Setting, Shared, count_ways, estimate, live_start};
use crate::Error;
use crate::search::{Context, Observer, Progress, StopFlag, Stopwatch, Workers};
use crate::senku::sweeps::Sweeps;
use crate::senku::winning;
use crate::senku::{Board, Count, Counting, Engine, Game, Goal, HoleSet, Lattice, Square};
use crate::simd::Isa;
use proptest::prelude::*;

fn setting(game: &Game) -> Setting<'_> {
    Setting { game, isa: Isa::detect(), least_bytes: 4, exact: true, memory_limit: 4 << 30 }
}

fn count(setting: &Setting<'_>, sweeps: &mut Sweeps<'_>) -> Result<Option<Count>, Error> {
    setting.count(&estimate(setting.game), sweeps, &mut Stopwatch::start())
}

fn run(setting: &Setting<'_>, threads: usize) -> Count {
    let workers = Workers::new(threads).unwrap();
    let mut sweeps = Sweeps::new(Context::new(&workers));
    let mut count = count(setting, &mut sweeps).unwrap().expect("nobody stopped it");
    count.winning_levels = winning::levels(setting.game, setting.isa, 4 << 30, &mut sweeps).unwrap();
    count
}

fn memo(game: &Game) -> Count {
    let counting = Counting::new(game).engine(Engine::Memo).winning(true).memory_limit(1 << 28);
    let counted = counting.run(&mut Context::new(&Workers::new(2).unwrap())).unwrap();
    counted.count.expect("nobody stopped it")
}

/// Every way to count gives what the memo gives.
fn agrees_with_the_memo(game: &Game) {
    let expected = memo(game);
    let setting = setting(game);
    for isa in Isa::available() {
        assert_eq!(run(&Setting { isa, ..setting }, 1), expected, "{isa}");
    }
    for least_bytes in [8, 16] {
        assert_eq!(run(&Setting { least_bytes, ..setting }, 2), expected, "{least_bytes} bytes");
    }
    assert_eq!(run(&Setting { exact: false, ..setting }, 2), expected, "by residues");
}

fn vacancy(name: &str, row: u32, col: u32) -> Game {
    let board = Board::named(name).unwrap();
    let hole = board.require(Square::new(row, col)).unwrap();
    Game::from_vacancy(board, hole).unwrap()
}

#[test]
fn all_ways_agree_on_known_boards() {
    for (row, col) in [(0, 0), (1, 0), (2, 1), (3, 1)] {
        agrees_with_the_memo(&vacancy("triangle15", row, col));
    }
    let several_goals = vacancy("triangle15", 0, 0).with_goal(Goal::Any).unwrap();
    assert!(several_goals.goals().count() > 1);
    agrees_with_the_memo(&several_goals);
    agrees_with_the_memo(&vacancy("square4", 0, 0));
    agrees_with_the_memo(&vacancy("square5", 2, 2));
    agrees_with_the_memo(&vacancy("triangle21", 0, 0));
}

#[test]
fn the_english_centre_game() {
    let game = Game::named("english").unwrap();
    let count = run(&setting(&game), 2);
    assert_eq!(count.games, 577_116_156_815_309_849_672);
    assert_eq!(count.solutions, 40_861_647_040_079_968);
    assert_eq!(count.solutions_up_to_symmetry, Some(5_107_705_880_009_996));
    assert_eq!(count.winning_positions(), Some(1_679_072));
    let positions = count.positions.as_ref().unwrap();
    assert_eq!(positions.total(), 23_475_688);
    assert_eq!((positions.in_all, positions.stuck), (187_636_299, 21_111));

    for isa in Isa::available().into_iter().filter(|&isa| isa != Isa::detect()) {
        let other = run(&Setting { isa, ..setting(&game) }, 2);
        assert_eq!((other.games, &other.positions), (count.games, &count.positions), "{isa}");
    }
}

#[test]
fn numbers_that_do_not_fit_give_way_to_residues() {
    let game = Game::named("english").unwrap();
    let estimate = estimate(&game);
    let memory_limit = u64::try_from(estimate.bytes_by_residues).unwrap();
    // In 128 bits a third of the slots takes more than residues of all.
    let wide = Setting { least_bytes: 16, memory_limit, ..setting(&game) };
    let tables = tables(&game);
    let workers = Workers::new(2).unwrap();
    let mut shared = Shared::new(&tables, Isa::detect(), workers.threads());
    shared.least_bytes = 16;
    let mut sweeps = Sweeps::new(Context::new(&workers));
    let progress = &mut LevelProgress::new(&mut sweeps, vec![], 1, 0);
    let error = wide.count_exactly(&shared, &estimate, progress).unwrap_err();
    assert!(matches!(error, Error::Memory { needed, limit, .. } if needed > u128::from(limit)), "{error}");
    shared.least_bytes = 4;
    let count = wide.count_by_residues(&shared, progress).unwrap().unwrap();
    assert_eq!((count.games, count.solutions), (577_116_156_815_309_849_672, 40_861_647_040_079_968));
    let positions = count.positions.unwrap();
    assert_eq!((positions.total(), positions.in_all, positions.stuck), (23_475_688, 187_636_299, 21_111));
}

fn tables(game: &Game) -> Tables {
    let group = game.start_symmetries();
    Tables::new(game.board(), live_start(game), &group, Isa::detect(), &StopFlag::default()).unwrap()
}

#[test]
fn a_raised_flag_ends_the_tables_before_the_first_partition() {
    let (game, stop) = (Game::named("triangle15").unwrap(), StopFlag::default());
    stop.finish();
    let group = game.start_symmetries();
    assert!(Tables::new(game.board(), live_start(&game), &group, Isa::detect(), &stop).is_none());
}

/// The games from a start that is reached in `ways` ways: as many times the games from a start.
fn games_from(game: &Game, ways: u128) -> Result<u128, Error> {
    let (workers, tables) = (Workers::new(2).unwrap(), tables(game));
    let shared = Shared::new(&tables, Isa::detect(), workers.threads());
    let mut sweeps = Sweeps::new(Context::new(&workers));
    let progress = &mut LevelProgress::new(&mut sweeps, vec![], 1, 0);
    let totals = count_ways(&shared, (live_start(game), ways), &[], &Exact, progress)?;
    Ok(totals.expect("nobody stopped it").games)
}

#[test]
fn totals_to_the_last_bit_and_no_further() {
    let game = vacancy("triangle15", 0, 0);
    let games = run(&setting(&game), 1).games;
    let most = u128::MAX / games;
    for ways in [1, 1 << 90, most - 1, most] {
        assert_eq!(games_from(&game, ways).unwrap(), ways * games, "{ways}");
    }
    for ways in [most + 1, 2 * most, u128::MAX - 1] {
        assert!(matches!(games_from(&game, ways), Err(Error::Overflow(_))), "{ways}");
    }
}

#[test]
fn the_estimate_is_what_the_levels_take() {
    let mut games: Vec<Game> =
        ["english", "triangle21", "asymmetrical", "european"].map(|name| Game::named(name).unwrap()).into();
    games.push(vacancy("english", 0, 2));
    for game in games {
        let tables = tables(&game);
        let levels: Vec<u128> =
            tables.slots[..=game.start().len()].iter().map(|&slots| slots as u128).collect();
        let estimate = estimate(&game);
        assert_eq!(estimate.slots, levels.iter().sum::<u128>());
        assert_eq!(Some(estimate.largest_level), levels.iter().copied().max());
    }
}

#[test]
fn levels_take_memory_for_what_is_reached() {
    let game = Game::named("english").unwrap();
    let isas: Vec<Isa> = Isa::available().into_iter().filter(|isa| !isa.lists_members()).collect();
    for isa in isas {
        // All slots of 64 bits would take twice as much.
        let memory_limit = u64::try_from(estimate(&game).bytes / 2).unwrap();
        let setting = Setting { isa, memory_limit, ..setting(&game) };
        let (workers, tables) = (Workers::new(2).unwrap(), tables(&game));
        let shared = Shared::new(&tables, isa, workers.threads());
        let mut sweeps = Sweeps::new(Context::new(&workers));
        let progress = &mut LevelProgress::new(&mut sweeps, vec![], 1, 0);
        let totals = setting.count_exactly(&shared, &estimate(&game), progress).unwrap();
        assert_eq!(totals.unwrap().games, 577_116_156_815_309_849_672);
    }
}

#[test]
fn counts_beyond_the_limit_are_refused_with_the_figures() {
    let game = Game::named("wiegleb").unwrap();
    let estimate = estimate(&game);
    assert!(estimate.largest_level > 30_000_000_000 && !estimate.fits(1 << 36));
    let workers = Workers::new(1).unwrap();
    let setting = Setting { memory_limit: 1 << 34, ..setting(&game) };
    let error = count(&setting, &mut Sweeps::new(Context::new(&workers))).unwrap_err();
    assert!(matches!(error, Error::Memory { limit, .. } if limit == 1 << 34), "{error}");
    assert!(super::estimate(&Game::named("square8").unwrap()).slots > 1 << 50);
}

#[test]
fn a_stopped_count_gives_no_number() {
    let stop = StopFlag::default();
    stop.finish();
    let (game, workers) = (Game::named("triangle15").unwrap(), Workers::new(2).unwrap());
    let mut sweeps = Sweeps::new(Context::new(&workers).until(&stop));
    assert_eq!(count(&setting(&game), &mut sweeps).unwrap(), None);
}

#[test]
fn progress_ends_with_all_slots_done() {
    #[derive(Default)]
    struct Last(f64, u64);
    impl Observer for Last {
        fn progress(&mut self, progress: &Progress) {
            assert!(progress.fraction() >= self.0 && progress.fraction() <= 1.0);
            (self.0, self.1) = (progress.fraction(), self.1 + 1);
        }
    }
    let game = Game::named("triangle21").unwrap();
    let mut last = Last::default();
    let setting = Setting { ..setting(&game) };
    let workers = Workers::new(1).unwrap();
    let context = Context::new(&workers).watched_by(&mut last);
    count(&setting, &mut Sweeps::new(context)).unwrap();
    assert!(last.0 > 0.99 && last.1 > 10, "{} {}", last.0, last.1);
}

/// A random board of a few holes, some of them perhaps in no jump, with a random start.
fn small_games() -> impl Strategy<Value = Game> {
    let lattice = prop_oneof![Just(Lattice::Square), Just(Lattice::Triangular)];
    let squares = proptest::collection::btree_set((0u32..5, 0u32..5), 3..17);
    (lattice, squares, any::<u64>(), any::<u64>(), 0..4u8).prop_filter_map(
        "a board with a peg",
        |(lattice, squares, pegs, more, goal)| {
            let on_board = |&(row, col): &(u32, u32)| lattice == Lattice::Square || col <= row;
            let squares = squares.into_iter().filter(on_board).map(|(row, col)| Square::new(row, col));
            let board = Board::new(lattice, squares).ok()?;
            // Three of four holes have a peg: thin starts end at once.
            let start = HoleSet::from_bits(pegs | more) & board.holes();
            let game = Game::new(board, start).ok()?;
            // Goals that can be: where some play leads to.
            let mut position = start;
            for step in 0..more % 8 {
                let legal: Vec<_> = game.board().legal_jumps(position).collect();
                if let Some(jump) = legal.get((more >> step) as usize % legal.len().max(1)) {
                    position = jump.play(position);
                }
            }
            let hole = game.board().holes().iter().nth(pegs as usize % game.board().len())?;
            match goal {
                0 => Some(game),
                1 => game.with_goal(Goal::Any).ok(),
                2 => game.with_goal(Goal::Hole(hole)).ok(),
                _ => game.with_goal(Goal::Position(position)).ok(),
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_ways_agree_on_random_boards(game in small_games()) {
        agrees_with_the_memo(&game);
    }

    #[test]
    fn symmetric_twins_have_the_same_numbers(game in small_games(), pick in any::<prop::sample::Index>()) {
        let symmetry = pick.get(game.board().symmetries().elements());
        let goal = match game.goal() {
            Goal::Any => Goal::Any,
            Goal::Hole(hole) => Goal::Hole(symmetry.hole(hole)),
            Goal::Position(goal) => Goal::Position(symmetry.apply(goal)),
        };
        let twin = Game::new(game.board().clone(), symmetry.apply(game.start())).unwrap().with_goal(goal).unwrap();
        prop_assert_eq!(run(&setting(&game), 1), run(&setting(&twin), 2));
    }
}
