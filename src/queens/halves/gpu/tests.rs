//! These tests need an adapter: Mesa's llvmpipe, which Debian has in mesa-vulkan-drivers, is enough.

use super::device::{Gpu, Kept, MOST_BYTES, SHADERS};
use super::joins::{Joins, MOST_ITEMS};
use super::known::{Known, pairs};
use super::*;
use crate::known::queens_count;
use crate::queens::engine::EngineProblem;
use crate::queens::{Counting, Device, Engine, Square};
use crate::search::{Problem, Workers};
use crossbeam::channel::bounded;
use std::time::Duration;

fn card(shaders: [&str; 2]) -> Card {
    Card::with_shaders(None, shaders).expect("an adapter, such as Mesa's llvmpipe")
}

fn counting(board: Board, card: &Card) -> Counting {
    Counting::new(board).engine(Engine::Halves).device(Device { card: Some(card.clone()) })
}

fn halves(n: u32, card: Option<&Card>) -> Halves {
    let (board, workers) = (Board::new(n).unwrap(), Workers::new(1).unwrap());
    let context = Context::new(&workers);
    match card {
        Some(card) => Halves::on(card, (&board, Isa::detect()), None, &context),
        None => Halves::new(&board, Isa::detect(), None, &context),
    }
    .unwrap()
}

/// A shader with another statement.
fn lying(shader: &str, right: &str, lie: &str) -> String {
    assert!(shader.contains(right));
    shader.replace(right, lie)
}

/// The observer of a count, with the troubles that it heard of.
#[derive(Debug, Default)]
struct Troubles(Vec<String>);

impl Observer for Troubles {
    fn progress(&mut self, _: &Progress) {}
    fn trouble(&mut self, sentence: &str) {
        self.0.push(sentence.to_owned());
    }
}

fn count(counting: &Counting, troubles: &mut Troubles) -> Result<Option<u128>, Error> {
    let workers = Workers::new(2).unwrap();
    let count = counting.run(&mut Context::new(&workers).watched_by(troubles))?;
    Ok(count.total())
}

#[test]
fn random_joins_are_a_plain_loop() {
    let mut gpu = Gpu::open(None, SHADERS, MOST_BYTES).unwrap();
    let mut random = Random::new(1);
    for round in 0..4 {
        let mut joins = Joins::default();
        for k in 0..60 {
            let mut below = |bound: u32| random.below(bound as usize) as u32;
            let bits = [32, below(33), 28, 30, 20 + below(13)][k % 5];
            let n_patterns =
                [1 + below(4), 256, 257, 5000 + below(9000), 1 + below(3000), 1 + below(500)][k % 6];
            let n_items = match k % 7 {
                0 => 1 + below(3),
                1 if round == 0 && k < 20 => MOST_ITEMS + below(9000),
                2 => 1024,
                _ => 1 + below(900),
            };
            let (n_once, sparse) = (below(n_items + 1), k % 3);
            // Keys above the bits, which have nothing in common.
            let above = |is_pattern| if is_pattern { 0x5555_5555 } else { 0xaaaa_aaaa_u32 } & !(u32::MAX.checked_shr(32 - bits).unwrap_or(0));
            let words: Vec<u32> = (0..n_patterns + n_items)
                .map(|i| {
                    let dense = random.word() & random.word();
                    let word = (0..sparse).fold(dense, |word, _| word & random.word()) as u32;
                    word & u32::MAX.checked_shr(32 - bits).unwrap_or(0) | above(i < n_patterns)
                })
                .collect();
            // Lists in which other words stand between those of the join.
            let (patterns, items) = words.split_at(n_patterns as usize);
            let (once, twice) = items.split_at(n_once as usize);
            let places = [patterns, once, twice].map(|words| {
                let parts = words.chunks(1 + random.below(words.len().max(1)));
                let ranges: Vec<_> = parts
                    .map(|part| {
                        let start = joins.add_list(part.to_vec());
                        joins.add_list([u32::MAX, 0][..random.below(3)].to_vec());
                        start..start + part.len()
                    })
                    .collect();
                ranges.into_iter()
            });
            joins.add(bits, places);
        }
        let words = joins.words.concat();
        // Half of the time the card has the lists from the dispatch before.
        let kept = (round % 2 == 0).then(|| Kept::from(gpu.stage.fill(&joins.take_lists()).unwrap()));
        let upload = gpu.stage.fill(&joins).unwrap();
        let mut sums = vec![];
        for slot in 0..2 {
            gpu.dispatch(slot, &joins.joins, joins.room, kept.as_ref(), [&upload].into_iter()).unwrap();
            sums.push(gpu.sums(slot).unwrap());
        }
        assert_eq!(sums[0], sums[1]);
        let sums = sums.remove(0);
        assert_eq!((joins.joins.len(), sums.len()), (60, 60));
        for (join, sum) in joins.joins.iter().zip(sums) {
            assert_eq!(sum.count(), Some(pairs(join, &words, &joins.pieces)), "{join:?}");
        }
    }
}

#[test]
fn totals_are_the_published_ones() {
    let (card, workers) = (card(SHADERS), Workers::new(64).unwrap());
    for n in 1..=14 {
        let count = counting(Board::new(n).unwrap(), &card).run(&mut Context::new(&workers)).unwrap();
        assert_eq!(count.total(), Some(queens_count("total", n).unwrap().value), "N = {n}");
        assert_eq!(count.device.as_deref(), Some(card.name()));
    }
    let squares =
        |squares: &[(u32, u32)]| squares.iter().map(|&(y, x)| Square::new(y, x)).collect::<Vec<_>>();
    for (n, fixed, blocked) in [(10, squares(&[(0, 3)]), vec![]), (11, vec![], squares(&[(1, 1), (7, 2)]))] {
        let board = Board::with_conditions(n, &fixed, &blocked).unwrap();
        let on_processor = Counting::new(board.clone()).engine(Engine::Bitmask);
        let [card, processor] = [counting(board, &card), on_processor]
            .map(|counting| count_of(&counting, &mut Troubles::default()));
        assert_eq!(card, processor, "N = {n}");
    }
}

fn count_of(counting: &Counting, troubles: &mut Troubles) -> u128 {
    count(counting, troubles).unwrap().unwrap()
}

#[test]
fn subproblems_are_those_of_the_processor() {
    let (mut card, stop) = (card(SHADERS), StopFlag::default());
    // Lists stay on the card.
    Arc::get_mut(&mut card.0).unwrap().full_bytes = 1 << 20;
    for n in 18..=22 {
        let [card, processor] = [Some(&card), None].map(|card| halves(n, card));
        assert_eq!(card.len(), processor.len());
        let (mut random, mut scratch) = (Random::new(n.into()), [None, None]);
        for _ in 0..if n < 20 { 10 } else { 2 } {
            let id = random.below(card.len() as usize) as u64;
            let [of_card, of_processor] = &mut scratch;
            let counts = [card.count(id, of_card, &stop), processor.count(id, of_processor, &stop)];
            assert!(counts[0].is_ok() && counts[0] == counts[1], "N = {n}, {id}: {counts:?}");
        }
    }
}

#[test]
fn a_card_that_counts_wrongly_is_found_out() {
    let lies = [
        // A pair too few now and then, all pairs or none, a job left undone.
        "add(job.join, atomicLoad(&total) - select(0u, 1u, atomicLoad(&total) > 1000u));",
        "add(job.join, job.n_patterns * (2u * job.n_items - job.n_once));",
        "add(job.join, 0u);",
        "if job.n_items >= 200u { add(job.join, atomicLoad(&total)); }",
    ];
    for lie in lies {
        let leaf = lying(SHADERS[1], "add(job.join, atomicLoad(&total));", lie);
        let card = card([SHADERS[0], &leaf]);
        let board = Board::new(12).unwrap();
        let error = count(&counting(board, &card), &mut Troubles::default()).unwrap_err();
        assert!(matches!(&error, Error::WrongDevice(_)), "{lie}: {error}");
        let sentence = error.to_string();
        assert!(sentence.starts_with(card.name()), "{sentence}");
    }
}

#[test]
fn the_processor_finds_what_known_joins_do_not() {
    // Known joins have one pattern, or more than 128: others lose an item.
    let right = "let node = x >> (depth - middle);";
    let lost = "if join.n_patterns > 1u && join.n_patterns < 129u && x == 0u && node_items[0] > 0u { node_items[0]--; }";
    let divide = lying(SHADERS[0], right, &format!("{lost} {right}"));
    let card = card([&divide, SHADERS[1]]);
    let counting = counting(Board::new(10).unwrap(), &card);
    let unchecked = count(&counting, &mut Troubles::default());
    assert!(!matches!(unchecked, Err(Error::WrongDevice(_)) | Ok(Some(724))), "{unchecked:?}");
    let error = count(&counting.recheck(true), &mut Troubles::default()).unwrap_err();
    let sentence = error.to_string();
    assert!(matches!(error, Error::WrongDevice(_)) && sentence.contains(" for subproblem "), "{sentence}");
}

#[test]
fn a_lost_card_loses_nothing() {
    // Before its first dispatch, and by a dispatch that is too large.
    let gpu = Gpu::open(None, SHADERS, MOST_BYTES).unwrap();
    gpu.destroy();
    let [destroyed, overfull] = [Card::serving(gpu).unwrap(), card(SHADERS)];
    let upload = overfull.0.stage.fill(&Known::new().joins).unwrap();
    let (joins, reply) = (vec![], bounded(1).0);
    let request = Request { joins, upload, kept: None, room: 1 << 28, bytes: 0, work: 0, reply };
    overfull.0.send(request).unwrap();
    for card in [destroyed, overfull] {
        let (counting, mut troubles) = (counting(Board::new(12).unwrap(), &card), Troubles::default());
        assert_eq!(count_of(&counting, &mut troubles), 14_200);
        assert!(
            matches!(&troubles.0[..], [one] if one.starts_with(&format!("{} was lost (", card.name()))),
            "{troubles:?}"
        );
        // An estimate would be one of the processor.
        let workers = Workers::new(2).unwrap();
        let estimate = counting.estimate(Duration::from_millis(20), 1, &mut Context::new(&workers));
        assert!(matches!(estimate, Err(Error::Device(_))), "{estimate:?}");
    }
}

#[test]
fn uploads_take_no_larger_buffers_than_there_are() {
    const MOST_WORDS: usize = 5 << 18;
    let gpu = Gpu::open(None, SHADERS, 4 * MOST_WORDS as u64).unwrap();
    let mut joins = Joins::default();
    joins.add_list(vec![0; MOST_WORDS]);
    gpu.stage.fill(&joins).unwrap();
    assert_eq!(gpu.healthy(), Ok(()));
}

/// On a card as many subproblems run at the same time as an estimate says, which are fewer than on the processor alone.
#[test]
fn uploads_leave_less_memory_for_subproblems() {
    let (card, workers) = (card(SHADERS), Workers::new(16).unwrap());
    let context = Context::new(&workers);
    let on_processor = Counting::new(Board::new(22).unwrap()).engine(Engine::Halves).memory_limit(1 << 29);
    let on_card = counting(Board::new(22).unwrap(), &card).memory_limit(1 << 29);
    let EngineProblem::Halves(halves) = on_card.problem(Some(1 << 29), &context).unwrap() else { panic!() };
    assert_eq!(on_card.side_by_side(16), halves.side_by_side);
    assert!(halves.side_by_side < on_processor.side_by_side(16));
}

#[test]
fn hundredths_of_chunks_are_drawn() {
    let card = card(SHADERS);
    let mut halves = halves(12, Some(&card));
    for (chunks, wanted) in [(1u64, 1), (100, 1), (101, 2), (1000, 10)] {
        let chunks: Vec<_> = (0..chunks).map(|i| 3 * i..3 * i + 3).collect();
        assert_eq!(halves.recheck(&chunks), wanted);
        let joiner = halves.joiner.as_ref().unwrap();
        let rechecked: Vec<u64> =
            (0..3 * chunks.len() as u64).filter(|id| joiner.is_rechecked(*id)).collect();
        assert_eq!(rechecked.len(), 3 * wanted);
        assert!(rechecked.chunks(3).all(|ids| chunks.contains(&(ids[0]..ids[2] + 1))));
    }
}
