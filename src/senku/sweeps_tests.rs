use super::super::dense::{Setting, estimate};
use super::*;
use crate::search::{Context, LedgerError, Stopwatch, Workers};
use crate::senku::{Counting, Goal};
use crate::simd::Isa;
use std::path::PathBuf;

const PRIMES: u64 = 3;

/// A board that is counted at once, in three primes.
fn game() -> Game {
    Game::named("triangle21").unwrap()
}

fn in_exact_numbers(path: Option<PathBuf>) -> Result<Count, Error> {
    let game = game();
    let counting = Counting::new(&game).engine(Engine::Dense);
    let counting = path.into_iter().fold(counting, Counting::ledger);
    let counted = counting.run(&mut Context::new(&Workers::new(2)?))?;
    Ok(counted.count.unwrap())
}

/// The count by residues with this ledger, and its work, all runs together.
fn by_residues(path: &Path) -> Result<(Count, Work<()>), Error> {
    let (game, workers) = (game(), Workers::new(2)?);
    let mut sweeps = Sweeps::with_ledger(path, &game, (Engine::Dense, PRIMES), Context::new(&workers))?;
    let isa = Isa::detect();
    let setting = Setting { game: &game, isa, least_bytes: 4, exact: false, memory_limit: 1 << 30 };
    let count = setting.count(&estimate(&game), &mut sweeps, &mut Stopwatch::start())?;
    Ok((count.unwrap(), sweeps.work((0, 0), Duration::ZERO)))
}

#[test]
fn a_count_by_residues_goes_on_after_any_sweep() {
    let folder = tempfile::tempdir().unwrap();
    let (path, expected) = (folder.path().join("ledger"), in_exact_numbers(None).unwrap());
    by_residues(&path).unwrap();
    let whole = std::fs::read_to_string(&path).unwrap();
    for kept in 0..=PRIMES {
        let lines: String = whole.split_inclusive('\n').take(1 + kept as usize).collect();
        std::fs::write(&path, lines).unwrap();
        let (count, work) = by_residues(&path).unwrap();
        assert_eq!(count, expected, "after {kept} sweeps");
        assert_eq!((work.outcome.total, work.outcome.done, work.resumed), (PRIMES, PRIMES, kept));
        assert!(work.core_time > Some(Duration::ZERO) && !work.ledger_troubled);
    }
    // Sweeps may be missing anywhere, and a whole ledger serves exact counts too.
    std::fs::write(&path, whole.lines().step_by(2).map(|line| line.to_owned() + "\n").collect::<String>())
        .unwrap();
    let (count, work) = by_residues(&path).unwrap();
    assert_eq!((count, work.resumed), (expected.clone(), 1));
    assert_eq!(in_exact_numbers(Some(path)).unwrap(), expected);
}

#[test]
fn an_exact_sweep_stands_for_all() {
    let folder = tempfile::tempdir().unwrap();
    let (path, expected) = (folder.path().join("ledger"), in_exact_numbers(None).unwrap());
    assert_eq!(in_exact_numbers(Some(path.clone())).unwrap(), expected);
    let ledger = Ledger::read(&path).unwrap();
    assert_eq!((ledger.chunks.len(), ledger.is_complete(), ledger.count), (1, true, expected.games));
    let (count, work) = by_residues(&path).unwrap();
    assert_eq!((count, work.resumed), (expected, PRIMES));
}

#[test]
fn a_ledger_chooses_its_engine_and_a_whole_one_needs_no_memory() {
    let (game, workers) = (game(), Workers::new(2).unwrap());
    let expected = in_exact_numbers(None).unwrap();
    let auto = |path: &Path, memory_limit| {
        let counting = Counting::new(&game).memory_limit(memory_limit).ledger(path.to_owned());
        counting.run(&mut Context::new(&workers))
    };
    let folder = tempfile::tempdir().unwrap();
    let (residues, exact) = (folder.path().join("residues"), folder.path().join("exact"));
    by_residues(&residues).unwrap();
    in_exact_numbers(Some(exact.clone())).unwrap();
    for path in [&residues, &exact] {
        let counted = auto(path, 1).unwrap();
        assert_eq!((counted.count, counted.engine), (Some(expected.clone()), Engine::Dense));
    }
    // The rest of the count needs memory, by the same engine.
    let text = std::fs::read_to_string(&residues).unwrap();
    std::fs::write(&residues, text.split_inclusive('\n').take(2).collect::<String>()).unwrap();
    assert!(matches!(auto(&residues, 1), Err(Error::Memory { .. })));
    assert_eq!(auto(&residues, 1 << 30).unwrap().count, Some(expected.clone()));
    // The memo's ledger, where memory lets `auto` choose the dense engine.
    let path = folder.path().join("memo");
    let memo = Counting::new(&game).engine(Engine::Memo).ledger(path.clone());
    memo.run(&mut Context::new(&workers)).unwrap();
    for memory_limit in [1, 1 << 30] {
        assert_eq!(auto(&path, memory_limit).unwrap().engine, Engine::Memo);
    }
    let other = Counting::new(&game).engine(Engine::Dense).ledger(path);
    let other = other.run(&mut Context::new(&workers));
    assert!(matches!(other, Err(Error::Ledger(LedgerError { fault: LedgerFault::Foreign { .. }, .. }))));
}

#[test]
fn every_engine_keeps_its_count() {
    let workers = Workers::new(2).unwrap();
    let game = Game::named("triangle15").unwrap();
    for engine in [Engine::Dense, Engine::Memo, Engine::Backtrack] {
        let folder = tempfile::tempdir().unwrap();
        let run = |winning| {
            let counting =
                Counting::new(&game).engine(engine).winning(winning).ledger(folder.path().join("ledger"));
            counting.run(&mut Context::new(&workers)).unwrap()
        };
        let first = run(true);
        for winning in [true, false] {
            let again = run(winning);
            let mut expected = first.count.clone().unwrap();
            if !winning {
                expected.winning_levels = None;
            }
            assert_eq!(again.count, Some(expected), "{engine:?}");
            assert!(again.work.resumed > 0, "{engine:?}");
        }
    }
}

#[test]
fn invalid_sweeps_and_different_numbers_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    by_residues(&path).unwrap();
    let ledger = Ledger::read(&path).unwrap();
    let with = |change: fn(&mut Ledger)| {
        let mut ledger = ledger.clone();
        change(&mut ledger);
        std::fs::write(&path, ledger.to_text()).unwrap();
        by_residues(&path).unwrap_err()
    };
    let damaged: [fn(&mut Ledger); 3] = [
        |ledger| ledger.chunks[1].more.clear(),
        |ledger| ledger.chunks[1].more.truncate(2),
        |ledger| {
            ledger.chunks.truncate(1);
            ledger.chunks[0].ids = 0..2;
        },
    ];
    for change in damaged {
        assert!(matches!(
            with(change),
            Error::Ledger(LedgerError { fault: LedgerFault::Damaged { .. }, .. })
        ));
    }
    let other = with(|ledger| *ledger.chunks[1].more.last_mut().unwrap() += 1);
    assert!(matches!(other, Error::Inconsistent { .. }), "{other}");
    let foreign = with(|ledger| ledger.header.problem.push('x'));
    assert!(
        matches!(foreign, Error::Ledger(LedgerError { fault: LedgerFault::Foreign { .. }, .. })),
        "{foreign}"
    );
}

#[test]
fn the_problem_is_the_board_the_start_and_the_goal() {
    assert_eq!(
        problem(&Game::named("triangle15").unwrap()),
        "senku/triangle/____./___o_o/__o_o_o/_o_o_o_o/o_o_o_o_o:[0,0]"
    );
    let english = Game::named("english").unwrap();
    let of = |goal| problem(&english.clone().with_goal(goal).unwrap());
    let words = [
        of(Goal::Any),
        of(Goal::Position(english.goals().next().unwrap())),
        problem(&english),
        problem(&Game::named("wiegleb").unwrap()),
    ];
    for (i, word) in words.iter().enumerate() {
        assert!(word.bytes().all(|byte| byte.is_ascii_graphic()) && !words[..i].contains(word), "{word}");
    }
}
