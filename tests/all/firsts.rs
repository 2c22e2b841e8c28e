//! The counts of doc/FIRSTS.md: small ones are made again, large ones satisfy identities, and the page has the records' numbers.

use super::common::ROOT;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;
use vuelta::known;
use vuelta::queens::{self, placements, placements::Field, placements::Rules};
use vuelta::search::{Context, Workers};
use vuelta::senku::{Board, Counting, Engine, Game, Goal, Hole, Square};

/// Placements on larger boards are not counted again.
const RECOUNTED_FIELD: u64 = 9;
/// Senku boards with more holes are not counted again.
const RECOUNTED_HOLES: usize = 21;
/// Classes of solutions on larger boards are not counted again.
const RECOUNTED_CLASSES: u32 = 10;

fn file(name: &str) -> String {
    let path = Path::new(ROOT).join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn records(name: &str) -> Vec<Value> {
    serde_json::from_str(&file(&format!("results/firsts/{name}.json"))).unwrap()
}

fn number(value: &Value) -> u128 {
    value.as_str().unwrap().parse().unwrap()
}

fn counts(record: &Value) -> Vec<u128> {
    record["counts"].as_array().unwrap().iter().map(number).collect()
}

#[test]
fn small_placements_are_counted_again() {
    let is_small = |record: &Value| record["rows"].as_u64().unwrap() <= RECOUNTED_FIELD;
    let mut recounted = HashSet::new();
    for record in records("placements").iter().filter(|record| is_small(record)) {
        let has = |rule: &str| record["rules"].as_array().unwrap().contains(&rule.into());
        let rules = Rules::named(record["rules"].as_array().unwrap().iter().filter_map(Value::as_str));
        let size = record["rows"].as_u64().unwrap() as u32;
        assert_eq!(record["columns"], record["rows"]);
        let field = Field::new(size, size, rules).unwrap();
        let count = placements::Counting::new(field)
            .isa(crate::isa())
            .run(&mut Context::new(&Workers::new(2).unwrap()))
            .unwrap();
        assert_eq!(count.counts, Some(counts(record)), "{size}, {rules:?}");
        recounted.insert((size, has("knight"), has("torus")));
    }
    assert!(recounted.len() >= 2 * RECOUNTED_FIELD as usize, "{recounted:?}");
}

#[test]
fn placements_have_the_published_sums_and_columns() {
    // Of queens alone OEIS A287227, the sums over any number of queens, n = 11 to 16.
    let sums = [66_807_234, 633_443_407, 6_354_135_838, 67_480_769_839, 754_734_433_310, 8_870_886_701_401];
    // OEIS A178722 (six queens on the torus, n = 8 to 15) and A172201 (three superqueens, n = 8 to 13).
    let torus = [3_072, 42_768, 550_000, 3_573_856, 25_009_344, 102_800_672, 454_967_744, 1_441_238_400];
    let superqueens = [6_616, 17_852, 41_544, 86_660, 166_288, 298_616];
    let records = records("placements");
    for (rules, queens, first, published, least) in [
        (&["queen"][..], None, 11, &sums[..], 4),
        (&["queen", "torus"], Some(6), 8, &torus, 8),
        (&["queen", "knight"], Some(3), 8, &superqueens, 5),
    ] {
        let mut compared = 0;
        for record in records.iter().filter(|record| record["rules"] == json!(rules)) {
            let size = record["rows"].as_u64().unwrap() as usize;
            if let Some(&published) = size.checked_sub(first).and_then(|index| published.get(index)) {
                let counts = counts(record);
                let number = queens.map_or(counts.iter().sum(), |queens: usize| counts[queens]);
                assert_eq!(number, published, "{rules:?}, n = {size}");
                compared += 1;
            }
        }
        assert!(compared >= least, "{rules:?}: {compared} boards");
    }
}

/// The image of a solution after `turn` (bits: columns reversed, rows reversed, transposed) and a shift on the torus.
fn image(columns: &[u32], turn: u32, down: usize, right: usize) -> Vec<u32> {
    let size = columns.len();
    let mut image = vec![0; size];
    for (row, &column) in columns.iter().enumerate() {
        let (mut row, mut column) = (row, column as usize);
        if turn & 4 != 0 {
            (row, column) = (column, row);
        }
        if turn & 2 != 0 {
            row = size - 1 - row;
        }
        if turn & 1 != 0 {
            column = size - 1 - column;
        }
        image[(row + down) % size] = ((column + right) % size) as u32;
    }
    image
}

/// The rows of torus-classes.csv: N, good shifts, stabiliser, solutions.
fn class_rows() -> Vec<[u64; 4]> {
    let text = file("results/firsts/torus-classes.csv");
    let row = |line: &str| {
        let cells: Vec<u64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
        cells.try_into().unwrap()
    };
    text.lines().skip(1).map(row).collect()
}

/// The classes by N: solutions weighed with their stabiliser over their eight turns and good shifts.
fn classes() -> HashMap<u64, (u64, u64)> {
    let mut sums = HashMap::new();
    for [size, shifts, stabiliser, solutions] in class_rows() {
        assert_eq!(solutions * stabiliser % (8 * shifts), 0, "N = {size}: these solutions are whole classes");
        let (all, classes) = sums.entry(size).or_insert((0, 0));
        *all += solutions;
        *classes += solutions * stabiliser / (8 * shifts);
    }
    sums
}

#[test]
fn solutions_up_to_torus_shifts_are_those_of_a_plain_count() {
    let of_record = classes();
    for size in 4..=RECOUNTED_CLASSES {
        let all: HashSet<Vec<u32>> = queens::solutions(&queens::Board::new(size).unwrap()).collect();
        let mut left = all.clone();
        let mut classes = 0;
        while let Some(solution) = left.iter().next().cloned() {
            classes += 1;
            for turn in 0..8 {
                for down in 0..size as usize {
                    for right in 0..size as usize {
                        left.remove(&image(&solution, turn, down, right));
                    }
                }
            }
        }
        let expected = if all.is_empty() { None } else { Some(&(all.len() as u64, classes)) };
        assert_eq!(of_record.get(&u64::from(size)), expected, "N = {size}");
    }
    // OEIS A062164, a(11) to a(16).
    for (size, published) in (11..).zip([191, 953, 4_604, 24_660, 158_466, 1_009_395]) {
        assert_eq!(of_record[&size].1, published, "N = {size}");
    }
    for (&size, &(solutions, _)) in &of_record {
        let published = known::queens_count("total", size as u32).unwrap();
        assert_eq!(u128::from(solutions), published.value, "N = {size}");
    }
}

fn board(record: &Value) -> Board {
    Board::named(record["board"].as_str().unwrap()).unwrap()
}

fn hole(board: &Board, square: &Value) -> Hole {
    let at = |index: usize| square[index].as_u64().unwrap() as u32;
    board.require(Square::new(at(0), at(1))).unwrap()
}

#[test]
fn games_of_small_boards_are_counted_again() {
    let mut recounted = 0;
    for record in records("senku") {
        let board = board(&record);
        if board.len() > RECOUNTED_HOLES {
            continue;
        }
        let [start, goal] = ["start", "goal"].map(|key| hole(&board, &record[key]));
        let game = Game::from_vacancy(board, start).unwrap().with_goal(Goal::Hole(goal)).unwrap();
        let count = Counting::new(&game)
            .engine(Engine::Memo)
            .winning(true)
            .run(&mut Context::new(&Workers::new(2).unwrap()))
            .unwrap()
            .count
            .unwrap();
        let winning = count.winning_positions().unwrap();
        assert_eq!(
            [count.games, count.solutions, winning.into()],
            ["games", "solutions", "winning_positions"].map(|key| number(&record[key])),
            "{record}"
        );
        recounted += 1;
    }
    assert_eq!(recounted, 17 + 29);
}

/// A game played backwards with pegs and empty holes exchanged leads from the goal to the start: both problems have
/// equally many solutions, and their winning positions are complements of each other.
#[test]
fn a_problem_and_its_reversal_agree() {
    let records = records("senku");
    // The problem's board and holes, as the least of its images.
    let key = |record: &Value, from: &str, to: &str| {
        let board = board(record);
        let [from, to] = [from, to].map(|key| hole(&board, &record[key]));
        let images = board.symmetries().elements().iter().map(|s| (s.hole(from), s.hole(to)));
        (record["board"].to_string(), images.min())
    };
    let problems: HashMap<_, &Value> =
        records.iter().map(|record| (key(record, "start", "goal"), record)).collect();
    assert_eq!(problems.len(), records.len(), "no problem is there twice");
    let mut compared = 0;
    for record in &records {
        let reversed = problems[&key(record, "goal", "start")];
        assert_eq!(reversed["solutions"], record["solutions"], "{record}");
        let levels = |record: &Value| record["winning_levels"].as_array().cloned().unwrap_or_default();
        assert!(levels(reversed).iter().eq(levels(record).iter().rev()), "{record}");
        compared += usize::from(record["start"] != record["goal"]);
    }
    assert!(compared > 30, "{compared} problems with different holes");
}

#[test]
fn levels_add_up() {
    for record in records("senku") {
        let levels = |key: &str| -> Vec<u128> {
            record[key].as_array().map_or_else(Vec::new, |levels| levels.iter().map(number).collect())
        };
        let [all, winning] = ["levels", "winning_levels"].map(levels);
        assert_eq!(all.iter().sum::<u128>(), number(&record["positions"]), "{record}");
        assert_eq!(winning.iter().sum::<u128>(), number(&record["winning_positions"]), "{record}");
    }
}

#[test]
fn the_page_has_the_numbers_of_the_records() {
    let page = file("doc/FIRSTS.md");
    let mut in_tables = BTreeSet::new();
    for line in page.lines().filter(|line| line.starts_with('|')) {
        let cells = line.split(['|', ' ']).map(|cell| cell.replace(',', ""));
        in_tables
            .extend(cells.filter_map(|cell| cell.parse::<u128>().ok()).filter(|&number| number >= 100_000));
    }
    let mut in_records = BTreeSet::new();
    for record in records("placements") {
        let counts = counts(&record);
        in_records.insert(counts.iter().sum());
        in_records.extend(counts);
    }
    for record in records("senku") {
        in_records.extend(["games", "solutions", "winning_positions"].map(|key| number(&record[key])));
    }
    for (solutions, classes) in classes().into_values() {
        in_records.extend([solutions, classes].map(u128::from));
    }
    let unknown: Vec<_> = in_tables.difference(&in_records).collect();
    assert!(unknown.is_empty(), "these numbers of the page are in no record: {unknown:?}");
    assert!(in_tables.len() > 200, "{} numbers", in_tables.len());
}
