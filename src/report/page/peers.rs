//! Other programs beside vuelta: what `peers.csv` says, which `cargo xtask peers` writes.
//!
//! A row is a program on a board: `program,commit,build,n,threads,runs,median_seconds,min_seconds,max_seconds,answer`, and in
//! newer files what it counts, its page, the ratio of its time to that of vuelta, and how it ended. As with all
//! results nothing is trusted: numbers are checked, answers are compared again here.

use super::folder::Entry;
use super::series::{Machines, place_label};
use super::table::{Table, TableCell, Tone};
use super::text;
use crate::known::{self, Published};
use crate::report::grouped;
use crate::report::read::LONGEST;
use serde::Deserialize;

/// The file's name.
pub const FILE: &str = "peers.csv";
/// The same once more with the machine: for other readers.
pub const FILE_AS_JSON: &str = "peers.json";

/// A program on a board.
#[derive(Debug, Clone, Deserialize)]
struct Peer {
    program: String,
    #[serde(default)]
    commit: String,
    #[serde(default)]
    build: String,
    /// The size or the name of the board.
    n: String,
    threads: Option<usize>,
    runs: Option<u64>,
    median_seconds: Option<f64>,
    min_seconds: Option<f64>,
    max_seconds: Option<f64>,
    answer: Option<u128>,
    /// `queens`, or `senku-` and what is counted; older files have queens alone.
    #[serde(default)]
    what: String,
    /// Its time as a multiple of that of vuelta: the median of the pairs and their quartiles.
    ratio: Option<f64>,
    ratio_low: Option<f64>,
    ratio_high: Option<f64>,
    /// `ok`, or what was wrong; older files have rows without troubles alone.
    #[serde(default)]
    status: String,
}

/// The rows of one file, with its path below the folder.
#[derive(Debug)]
pub struct Peers {
    rows: Vec<Peer>,
    file: String,
}

/// The rows in the text of this file, if there are any, and what is wrong with the rest of it.
pub fn peers(text: &str, file: &str) -> (Option<Peers>, Option<String>) {
    let (mut rows, mut trouble) = (vec![], None);
    for row in csv::Reader::from_reader(text.as_bytes()).deserialize::<Peer>() {
        match row.map_err(|error| error.to_string()).and_then(Peer::checked) {
            Ok(peer) => rows.push(peer),
            Err(error) => trouble = Some(format!("it holds a row that makes no sense ({error})")),
        }
    }
    if rows.is_empty() {
        return (None, trouble.or_else(|| Some("it is empty".to_owned())));
    }
    (Some(Peers { rows, file: file.to_owned() }), trouble)
}

/// A row for each program on each board of each file.
pub fn table(all: &[Peers], entries: &[Entry], machines: &Machines) -> Table {
    let headings =
        ["count", "program", "#median", "#least", "#most", "#runs", "#× vuelta", "its middle half"];
    let more = ["answer", "where", "commit", "build"];
    let mut table = Table::new(headings.into_iter().chain(more));
    for peers in all {
        let machine = peers.machine(entries, machines);
        for peer in &peers.rows {
            let vuelta = peers.vuelta(peer);
            let time = |seconds: Option<f64>| seconds.map(text::seconds).unwrap_or_default();
            let range = peer.ratio_low.zip(peer.ratio_high).filter(|_| peer.program != "vuelta");
            table.row(vec![
                peer.subject().into(),
                peer.program.as_str().into(),
                time(peer.median_seconds).into(),
                time(peer.min_seconds).into(),
                time(peer.max_seconds).into(),
                peer.runs.map(|runs| grouped(runs.into())).unwrap_or_default().into(),
                peer.ratio_to(vuelta).map(text::times).unwrap_or_default().into(),
                range
                    .map(|(low, high)| format!("{} to {}", text::times(low), text::times(high)))
                    .unwrap_or_default()
                    .into(),
                peer.verdict(vuelta),
                peer.threads
                    .map(|threads| place_label(threads, machine, machines))
                    .unwrap_or_default()
                    .into(),
                peer.commit.as_str().into(),
                peer.build.as_str().into(),
            ]);
        }
    }
    table
}

impl Peers {
    /// The row of vuelta on the same board.
    fn vuelta(&self, peer: &Peer) -> Option<&Peer> {
        self.rows.iter().find(|row| row.program == "vuelta" && (&row.what, &row.n) == (&peer.what, &peer.n))
    }

    /// The machine of the counts in the same folder, if it is one.
    fn machine(&self, entries: &[Entry], machines: &Machines) -> Option<usize> {
        let folder =
            |file: &str| file.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
        let beside = entries.iter().filter(|entry| folder(&entry.file) == folder(&self.file));
        let mut numbers = beside.map(|entry| machines.number(entry.record.environment.as_ref()));
        let first = numbers.next()?;
        numbers.all(|number| number == first).then_some(first)
    }
}

impl Peer {
    /// The row, if its numbers can be.
    fn checked(self) -> Result<Self, String> {
        let seconds = [self.median_seconds, self.min_seconds, self.max_seconds];
        let ratios = [self.ratio, self.ratio_low, self.ratio_high];
        if let Some(number) =
            seconds.into_iter().chain(ratios).flatten().find(|number| !(0.0..=LONGEST).contains(number))
        {
            return Err(format!("a time or a ratio of {number}"));
        }
        match self.threads {
            Some(0) => Err("0 threads".to_owned()),
            _ if self.program.is_empty() || self.n.is_empty() => Err("no program or no board".to_owned()),
            _ => Ok(self),
        }
    }

    /// What was counted: `N = 16`, `Senku english: solutions`.
    fn subject(&self) -> String {
        match self.what.strip_prefix("senku-") {
            Some("winning") => format!("Senku {}: winning positions", self.n),
            Some(quantity) => format!("Senku {}: {quantity}", self.n),
            None if self.counts_queens() => format!("N = {}", self.n),
            None => format!("{} {}", self.what, self.n),
        }
    }

    fn counts_queens(&self) -> bool {
        ["", "queens"].contains(&&*self.what)
    }

    /// Its time as a multiple of that of vuelta; older files have the medians alone.
    fn ratio_to(&self, vuelta: Option<&Peer>) -> Option<f64> {
        let medians =
            || Some(self.median_seconds? / vuelta?.median_seconds.filter(|&seconds| seconds > 0.0)?);
        self.ratio.or_else(medians).filter(|_| self.program != "vuelta")
    }

    /// What was published about this, if it is one number.
    fn published(&self) -> Option<Published> {
        if self.counts_queens() {
            return known::queens_count("total", self.n.parse().ok()?);
        }
        let quantity = match self.what.strip_prefix("senku-")? {
            "positions" => "positions_up_to_symmetry",
            "winning" => "winning_positions_up_to_symmetry",
            other => other,
        };
        let is_about =
            |entry: &known::Entry| entry.key("board") == Some(&self.n) && entry.quantity == quantity;
        let mut entries = known::entries().filter(is_about);
        let numbers = entries.next().filter(|_| entries.next().is_none())?.numbers;
        numbers.first().copied().filter(|_| numbers.len() == 1)
    }

    /// The answer, and whether it is right: as published, or else as vuelta has it.
    fn verdict(&self, vuelta: Option<&Peer>) -> TableCell {
        let said = self.answer.map(grouped).unwrap_or_default();
        let colon = if said.is_empty() { "" } else { ": " };
        let bad = |what: &str| TableCell::new(format!("{what}{colon}{said}"), Tone::Bad);
        match (self.answer, self.published(), vuelta.and_then(|vuelta| vuelta.answer)) {
            (Some(answer), Some(published), _) if answer != published.value => {
                bad(&format!("DIFFERS from {}", published.citation()))
            }
            (Some(answer), None, Some(ours)) if answer != ours => bad("DIFFERS from vuelta"),
            _ if !["", "ok"].contains(&&*self.status) => bad(&self.status),
            (Some(_), Some(_), _) => TableCell::new(format!("✓ {said}"), Tone::Good),
            (Some(_), None, _) => said.into(),
            (None, ..) => TableCell::new("none", Tone::Faint),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLDER: &str = "program,commit,build,n,threads,runs,median_seconds,min_seconds,max_seconds,answer\n\
         vuelta,5df9,cargo,16,2,9,0.02,0.01,0.03,14772512\nother,,\"a, b\",16,2,3,0.5,0.4,0.6,14772512\n\
         wrong,,,16,2,3,0.1,0.1,0.1,14772511\n";
    const NEWER: &str = "program,n,threads,median_seconds,answer,what,ratio,ratio_low,ratio_high,status\n\
         vuelta,english,1,0.4,40861647040079968,senku-solutions,1,1,1,ok\n\
         other,english,1,0.3,40861647040079968,senku-solutions,0.8,0.7,0.9,ok\n\
         slow,english,1,,,senku-solutions,,,,time limit\n\
         mad,english,1,,7,senku-winning,,,,wrong answer\n\
         vuelta,44,1,1,,queens,,,,exit code 2\nunknown,44,,1,5,queens,,,,ok\n";

    fn lines(text: &str) -> Vec<String> {
        let (found, trouble) = peers(text, "a/peers.csv");
        assert_eq!(trouble, None);
        let table = table(&[found.unwrap()], &[], &Machines::default()).markdown();
        table.lines().skip(2).map(str::to_owned).collect()
    }

    #[test]
    fn older_files_are_compared_by_their_medians_and_the_published_number() {
        assert_eq!(
            lines(OLDER),
            [
                "| N = 16 | vuelta | 20.0 ms | 10.0 ms | 30.0 ms | 9 |  |  | ✓ 14,772,512 | 2 threads | 5df9 | cargo |",
                "| N = 16 | other | 500 ms | 400 ms | 600 ms | 3 | 25.0 |  | ✓ 14,772,512 | 2 threads |  | a, b |",
                "| N = 16 | wrong | 100 ms | 100 ms | 100 ms | 3 | 5.00 |  | **DIFFERS from OEIS A000170: 14,772,511** | 2 threads |  |  |",
            ]
        );
    }

    #[test]
    fn a_program_that_failed_is_marked() {
        let answers: Vec<String> =
            lines(NEWER).iter().map(|line| line.split(" | ").nth(8).unwrap().to_owned()).collect();
        assert_eq!(
            answers,
            [
                "✓ 40,861,647,040,079,968",
                "✓ 40,861,647,040,079,968",
                "**time limit**",
                "**DIFFERS from OEIS A112738 (sum over all levels): 7**",
                "**exit code 2**",
                "5"
            ]
        );
        assert!(lines(NEWER)[3].starts_with("| Senku english: winning positions | mad |"));
        assert!(
            lines(NEWER)[1]
                .contains("| Senku english: solutions | other | 300 ms |  |  |  | 0.80 | 0.70 to 0.90 |")
        );
    }

    #[test]
    fn rows_that_make_no_sense_are_left_out_and_said() {
        let heading = OLDER.lines().next().unwrap();
        for (row, reason) in [
            ("a,,,16,2,3,-1,1,1,1", "a time or a ratio of -1"),
            ("a,,,16,2,3,NaN,1,1,1", "NaN"),
            ("a,,,16,2,3,1e300,1,1,1", "a time or a ratio"),
            ("a,,,16,0,3,1,1,1,1", "0 threads"),
            (",,,16,1,3,1,1,1,1", "no program"),
            ("a,,,16,1,3,1,1,1,-5", "no sense"),
            ("a,,,16,1,3,1,1,1", "no sense"),
            ("", "it is empty"),
        ] {
            let (found, trouble) = peers(&format!("{heading}\n{row}\n"), "");
            assert!(
                found.is_none() && trouble.as_ref().is_some_and(|said| said.contains(reason)),
                "{row}: {trouble:?}"
            );
        }
        let (found, trouble) = peers(&format!("{OLDER}a,,,16,0,3,1,1,1,1\n"), "");
        assert_eq!((found.unwrap().rows.len(), trouble.is_some()), (3, true));
        assert!(peers("nothing,of,this\n1,2,3\n", "").1.unwrap().contains("missing field"));
    }
}
