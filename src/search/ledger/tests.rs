//! Ledgers that are cut, damaged, united and resumed.

use super::*;
use crate::base::random::Random;
use crate::search::test_problems::numbers;
use crate::search::{Finished, Overflow, Plan, Quiet, Ranges, Shard, Sink, StopFlag, Workers};
use std::path::Path;

const LEN: u64 = 3000;

fn total() -> u128 {
    numbers(LEN).total(0..LEN)
}

/// Some dozens of chunks.
fn plan() -> Plan {
    Plan::new(&numbers(LEN), 50_000, &StopFlag::default()).unwrap()
}

fn header() -> Header {
    let Plan { len, fingerprint, .. } = plan();
    let (problem, engine) = ("numbers/3000".to_owned(), "plain".to_owned());
    Header { problem, engine, plan: 1, subproblems: len, fingerprint, shard: Shard::WHOLE, split: 1 }
}

fn open(path: &Path) -> Result<Journal, LedgerError> {
    Journal::open(path, &header(), &StopFlag::default(), &mut Quiet).map(Option::unwrap)
}

/// Counts with this ledger, and returns it.
fn count(path: &Path) -> Ledger {
    let mut journal = open(path).unwrap();
    let chunks = plan().cut(&Ranges::of(0..LEN).without(&journal.ledger.done));
    let mut quiet = Quiet;
    let mut saving = Saving::new(&mut journal, &mut quiet, &chunks, (0, 0));
    Workers::new(2).unwrap().run_ranges(&numbers(LEN), &chunks, &StopFlag::default(), &mut saving).unwrap();
    saving.finish().unwrap();
    assert!(!journal.troubled);
    journal.ledger.clone()
}

#[test]
fn a_ledger_reads_back_and_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    let ledger = count(&path);
    assert!(ledger.is_complete() && ledger.chunks.len() > 20);
    assert_eq!(ledger.count, total());
    assert_eq!(Ledger::read(&path).unwrap(), ledger);
    let bytes = std::fs::read(&path).unwrap();
    for length in (0..bytes.len()).step_by(97) {
        std::fs::write(&path, &bytes[..length]).unwrap();
        assert_eq!(count(&path).count, total(), "cut at {length}");
    }
    let planned_otherwise = Header { plan: 2, ..header() };
    let error = ledger.unite([(&Ledger::new(planned_otherwise), &*path)]).unwrap_err().to_string();
    assert!(error.contains("plan's version is 2, not 1"), "{error}");
}

#[test]
fn no_damage_gives_a_wrong_count() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    count(&path);
    let whole = std::fs::read(&path).unwrap();
    let (mut random, mut refused) = (Random::new(1), 0);
    for _ in 0..10_000 {
        let mut bytes = whole.clone();
        let at = random.below(bytes.len());
        if random.below(5) == 0 {
            bytes.truncate(at);
        } else {
            bytes[at] ^= 1 << random.below(8);
        }
        match Ledger::parse(&bytes, &path) {
            Err(_) => refused += 1,
            Ok((ledger, _)) => {
                // Counting the rest gives the total.
                let rest = Ranges::of(0..LEN).without(&ledger.done);
                assert!(!rest.is_empty());
                assert_eq!(ledger.count + numbers(LEN).total(rest.iter().flatten()), total());
            }
        }
    }
    assert!(refused > 7_000, "{refused}");
    let on_windows = String::from_utf8(whole).unwrap().replace('\n', "\r\n");
    let error = Ledger::parse(on_windows.as_bytes(), &path).unwrap_err().to_string();
    assert!(error.contains("line 1: its line ending was changed; copy ledgers byte for byte"), "{error}");
}

#[test]
fn counts_that_overflow_are_an_error_wherever_they_are_added() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    let chunk = |ids, count| Chunk { ids, count, nanoseconds: 1, ..Chunk::default() };
    let ledger = |chunks: &[Chunk]| {
        let mut ledger = Ledger::new(header());
        chunks.iter().try_for_each(|chunk| ledger.push(chunk.clone())).map(|()| ledger)
    };
    // The largest count that a ledger can hold.
    let full = ledger(&[chunk(0..5, u128::MAX - 1), chunk(7..9, 1)]).unwrap();
    assert_eq!(Ledger::parse(full.to_text().as_bytes(), &path).unwrap().0.count, u128::MAX);

    // One line more.
    let more = full.to_text() + &chunk(9..10, 1).to_line(full.header.checksum());
    let error = Ledger::parse(more.as_bytes(), &path).unwrap_err().to_string();
    assert!(error.contains("line 4") && error.contains("overflow"), "{error}");
    // A union.
    let error = full.unite([(&ledger(&[chunk(9..10, 1)]).unwrap(), &*path)]).unwrap_err().to_string();
    assert!(error.contains("line 2") && error.contains("overflow"), "{error}");
    // A resumed run: an overflow within a chunk, and one with the ledger's own counts.
    std::fs::write(&path, full.to_text()).unwrap();
    for tallies in [[u128::MAX, 1], [0, 1]] {
        let (mut journal, mut quiet) = (open(&path).unwrap(), Quiet);
        let mut saving = Saving::new(&mut journal, &mut quiet, std::slice::from_ref(&(9..11)), (0, 0));
        let mut finish =
            |id: u64, tally| saving.finished(&Finished { ids: id..id + 1, tally, cost: 1, nanoseconds: 1 });
        finish(9, tallies[0]).unwrap();
        assert_eq!(finish(10, tallies[1]), Err(Overflow));
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), full.to_text());
}

#[cfg(unix)]
#[test]
fn a_ledger_has_one_writer_whatever_names_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let (path, soft, hard) =
        (folder.path().join("ledger"), folder.path().join("soft"), folder.path().join("hard"));
    // The link leads to a ledger that does not exist yet.
    std::os::unix::fs::symlink("ledger", &soft).unwrap();
    let first = open(&soft).unwrap();
    std::fs::hard_link(&path, &hard).unwrap();
    let in_use = open(&path).unwrap_err();
    assert!(in_use.to_string().contains(&format!("remove '{}.lock'", path.display())), "{in_use}");
    assert!(matches!(open(&hard), Err(LedgerError { fault: LedgerFault::Locked, .. })));
    let union = Ledger::new(header());
    assert!(matches!(union.write(&path), Err(LedgerError { fault: LedgerFault::InUse { .. }, .. })));
    assert!(matches!(union.write(&hard), Err(LedgerError { fault: LedgerFault::Locked, .. })));
    drop(first);
    assert!(open(&hard).is_ok() && !folder.path().join("hard.lock").exists());
    // The system's lock may be that of a lost host: its untouched record decides.
    let lost = std::fs::File::open(&path).unwrap();
    lost.lock().unwrap();
    assert!(matches!(open(&path), Err(LedgerError { fault: LedgerFault::Locked, .. })));
    std::fs::write(folder.path().join("ledger.lock"), "elsewhere 12 34 system\n").unwrap();
    assert!(open(&path).is_ok());
}

#[cfg(unix)]
#[test]
fn who_was_taken_over_and_wakes_up_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    let mut lost = open(&path).unwrap();
    std::fs::write(folder.path().join("ledger.lock"), "elsewhere 12 34 system\n").unwrap();
    let ledger = count(&path);
    // Its lock would be made again, as nobody has one.
    lost.push(Chunk { ids: 0..LEN, count: 1, ..Chunk::default() }).unwrap();
    lost.save(true, &mut Quiet);
    lost.append().unwrap();
    assert!(lost.troubled && Ledger::read(&path).unwrap() == ledger);
}

#[cfg(unix)] // on Windows nobody else can
#[test]
fn a_ledger_that_others_change_is_written_anew_or_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    let mut journal = open(&path).unwrap();
    let chunk = |ids| Chunk { ids, count: 1, ..Chunk::default() };
    journal.push(chunk(0..2)).unwrap();
    journal.save(true, &mut Quiet);
    assert!(!journal.troubled);
    std::fs::File::options().write(true).open(&path).unwrap().set_len(10).unwrap();
    journal.push(chunk(2..4)).unwrap();
    journal.save(true, &mut Quiet);
    assert!(journal.troubled && Ledger::read(&path).unwrap() == journal.ledger);
    let longer = std::fs::read_to_string(&path).unwrap() + "of another";
    std::fs::write(&path, &longer).unwrap();
    journal.push(chunk(4..6)).unwrap();
    journal.save(true, &mut Quiet);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), longer);
}

#[cfg(unix)]
#[test]
fn what_a_link_led_to_is_made_anew_and_the_link_stays() {
    let folder = tempfile::tempdir().unwrap();
    let (path, soft) = (folder.path().join("ledger"), folder.path().join("soft"));
    std::os::unix::fs::symlink("ledger", &soft).unwrap();
    let mut journal = open(&soft).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(!journal.troubled);
    journal.save(true, &mut Quiet);
    assert!(journal.troubled && Ledger::read(&path).is_ok());
    std::fs::remove_file(&path).unwrap();
    Ledger::new(header()).write(&folder.path().join("other")).unwrap();
    drop(journal);
    Ledger::new(header()).write(&soft).unwrap();
    assert!(soft.is_symlink() && !path.is_symlink() && Ledger::read(&path).is_ok());
}
