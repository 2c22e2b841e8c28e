//! Ledgers that are cut, damaged, united and resumed.

use super::*;
use crate::random::Random;
use crate::search::Ranges;
use crate::search::numbers::Numbers;
use crate::search::{Finished, Overflow, Plan, Quiet, Shard, Sink, StopFlag, Workers};
use crate::temporary::Folder;
use std::path::Path;

const PROBLEM: Numbers = Numbers(3000);

fn total() -> u128 {
    PROBLEM.total(0..PROBLEM.0)
}

/// Some dozens of chunks.
fn plan() -> Plan {
    Plan::new(&PROBLEM, 50_000, &StopFlag::default()).unwrap()
}

fn header(shard: Shard) -> Header {
    let Plan { len, fingerprint, .. } = plan();
    let (problem, engine) = ("numbers/3000".to_owned(), "plain".to_owned());
    Header { problem, engine, plan: 1, subproblems: len, fingerprint, shard, split: shard.count() }
}

/// Counts the shard with this ledger, and returns it.
fn count(path: &Path, shard: Shard) -> Result<Ledger, LedgerError> {
    let mut journal = Journal::open(path, &header(shard), &StopFlag::default(), &mut Quiet)?.unwrap();
    let plan = plan();
    let chunks = plan.cut(&journal.left(&shard.ranges(&PROBLEM, &plan, &StopFlag::default())));
    journal.expect(&chunks);
    let mut quiet = Quiet;
    let mut saving = Saving::new(&mut journal, &mut quiet);
    Workers::new(2).unwrap().run_ranges(&PROBLEM, &chunks, &StopFlag::default(), &mut saving).unwrap();
    saving.finish().unwrap();
    assert!(!journal.troubled());
    Ok(journal.ledger().clone())
}

#[test]
fn a_ledger_reads_back_and_is_gone_on_with() {
    let folder = Folder::new("resume");
    let path = folder.file("ledger");
    let ledger = count(&path, Shard::WHOLE).unwrap();
    assert!(ledger.is_complete() && ledger.chunks.len() > 20);
    assert_eq!(ledger.count, total());
    assert_eq!(Ledger::read(&path).unwrap(), ledger);
    let bytes = std::fs::read(&path).unwrap();
    for length in (0..bytes.len()).step_by(97) {
        std::fs::write(&path, &bytes[..length]).unwrap();
        assert_eq!(count(&path, Shard::WHOLE).unwrap().count, total(), "cut at {length}");
    }
    assert!(matches!(count(&path, Shard::new(1, 2).unwrap()), Err(LedgerError::Foreign { .. })));
}

#[test]
fn no_damage_gives_a_wrong_count() {
    let folder = Folder::new("damage");
    let path = folder.file("ledger");
    count(&path, Shard::WHOLE).unwrap();
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
                let rest = Ranges::of(0..PROBLEM.0).without(&ledger.done);
                assert!(!rest.is_empty());
                assert_eq!(ledger.count + PROBLEM.total(rest.iter().flatten()), total());
            }
        }
    }
    assert!(refused > 7_000, "{refused}");
}

#[test]
fn counts_that_overflow_are_an_error_wherever_they_are_added() {
    let folder = Folder::new("overflow");
    let path = folder.file("ledger");
    let chunk = |ids, count| Chunk { ids, count, nanoseconds: 1, ..Chunk::default() };
    let ledger = |chunks: &[Chunk]| {
        let mut ledger = Ledger::new(header(Shard::WHOLE));
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
    let error = full.clone().unite(&ledger(&[chunk(9..10, 1)]).unwrap(), &path).unwrap_err().to_string();
    assert!(error.contains("line 2") && error.contains("overflow"), "{error}");
    // A resumed run: an overflow within a chunk, and one with the ledger's own counts.
    std::fs::write(&path, full.to_text()).unwrap();
    for tallies in [[u128::MAX, 1], [0, 1]] {
        let mut journal =
            Journal::open(&path, &header(Shard::WHOLE), &StopFlag::default(), &mut Quiet).unwrap().unwrap();
        journal.expect(std::slice::from_ref(&(9..11)));
        let mut quiet = Quiet;
        let mut saving = Saving::new(&mut journal, &mut quiet);
        let mut finish =
            |id: u64, tally| saving.finished(&Finished { ids: id..id + 1, tally, cost: 1, nanoseconds: 1 });
        finish(9, tallies[0]).unwrap();
        assert_eq!(finish(10, tallies[1]), Err(Overflow));
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), full.to_text());
}

#[test]
fn shards_unite_in_any_order() {
    let folder = Folder::new("unite");
    let parts: Vec<Ledger> =
        (1..=4).map(|i| count(&folder.file(i.to_string()), Shard::new(i, 4).unwrap()).unwrap()).collect();
    let path = Path::new("other");
    let unite = |order: [usize; 4]| {
        let mut union = parts[order[0]].clone();
        order[1..].iter().for_each(|&i| union.unite(&parts[i], path).unwrap());
        union.sorted()
    };
    let all = unite([0, 1, 2, 3]);
    assert!(all.is_complete());
    assert_eq!((all.count, all.header.split), (total(), 4));
    assert_eq!(unite([3, 1, 0, 2]).to_text(), all.to_text());
    let (mut left, mut right) = (parts[0].clone(), parts[2].clone());
    left.unite(&parts[1], path).unwrap();
    right.unite(&parts[3], path).unwrap();
    left.unite(&right, path).unwrap();
    assert_eq!(left.sorted(), all);
    assert!(matches!(parts[0].clone().unite(&parts[0], path), Err(LedgerError::Overlap { .. })));
    let mut other = parts[1].clone();
    other.header.plan = 2;
    assert!(matches!(parts[0].clone().unite(&other, path), Err(LedgerError::Foreign { .. })));
    let third = count(&folder.file("third"), Shard::new(1, 3).unwrap()).unwrap();
    let error = third.clone().unite(&parts[3], path).unwrap_err().to_string();
    assert!(error.contains("number of shards is 4, not 3"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_ledger_has_one_writer_whatever_names_it_has() {
    let folder = Folder::new("names");
    let (path, soft, hard) = (folder.file("ledger"), folder.file("soft"), folder.file("hard"));
    let open = |path: &Path| Journal::open(path, &header(Shard::WHOLE), &StopFlag::default(), &mut Quiet);
    // The link leads to a ledger that does not exist yet.
    std::os::unix::fs::symlink("ledger", &soft).unwrap();
    let first = open(&soft).unwrap();
    std::fs::hard_link(&path, &hard).unwrap();
    let in_use = open(&path).unwrap_err();
    assert!(in_use.to_string().contains(&format!("remove '{}.lock'", path.display())), "{in_use}");
    assert!(matches!(open(&hard), Err(LedgerError::Locked { .. })));
    let union = Ledger::new(header(Shard::WHOLE));
    assert!(matches!(union.write(&path), Err(LedgerError::InUse { .. })));
    assert!(matches!(union.write(&hard), Err(LedgerError::Locked { .. })));
    drop(first);
    assert!(open(&hard).is_ok() && !folder.file("hard.lock").exists());
    // The system's lock may be that of a lost host: its untouched record decides.
    let lost = std::fs::File::open(&path).unwrap();
    lost.lock().unwrap();
    assert!(matches!(open(&path), Err(LedgerError::Locked { .. })));
    std::fs::write(folder.file("ledger.lock"), "elsewhere 12 34 system\n").unwrap();
    assert!(open(&path).is_ok());
}

#[cfg(unix)]
#[test]
fn what_a_link_led_to_is_made_anew_and_the_link_stays() {
    let folder = Folder::new("link");
    let (path, soft) = (folder.file("ledger"), folder.file("soft"));
    std::os::unix::fs::symlink("ledger", &soft).unwrap();
    let mut journal =
        Journal::open(&soft, &header(Shard::WHOLE), &StopFlag::default(), &mut Quiet).unwrap().unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(journal.save(true).unwrap().contains("written anew"));
    std::fs::remove_file(&path).unwrap();
    Ledger::new(header(Shard::WHOLE)).write(&folder.file("other")).unwrap();
    drop(journal);
    Ledger::new(header(Shard::WHOLE)).write(&soft).unwrap();
    assert!(soft.is_symlink() && !path.is_symlink() && Ledger::read(&path).is_ok());
}
