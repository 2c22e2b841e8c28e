//! Other programs beside vuelta: what `peers.csv` says, which `cargo xtask peers` writes.
//!
//! A row is a program on a board: `program,commit,build,n,threads,runs,median_seconds,min_seconds,max_seconds,answer`, and in
//! newer files what it counts, its page, the ratio of its time to that of vuelta, and how it ended. As with all
//! results nothing is trusted: numbers are checked, answers are compared again here.

use super::counts::Counted;
use super::machines::Machine;
use super::table::{Table, TableCell};
use super::text;
use crate::known::{self, Published};
use crate::report::grouped;
use crate::report::read::LONGEST;
use crate::text::plural;
use serde::Deserialize;

/// The file's name.
pub const FILE: &str = "peers.csv";

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
    answer: Option<u128>,
    /// `queens`, or `senku-` and what is counted; older files have queens alone.
    #[serde(default)]
    what: String,
    /// Its time as a multiple of Vuelta's: the median of the rounds.
    ratio: Option<f64>,
    #[serde(default)]
    page: String,
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

/// A row for each program of a file, a column for each count, and the builds as footnotes.
pub fn table(peers: &Peers) -> (Table, Vec<String>) {
    let counts = distinct(peers.rows.iter().map(Peer::subject));
    let builds = distinct(peers.rows.iter().map(Peer::note));
    let columns = counts.iter().map(|count| format!("#{count}"));
    let first = std::iter::once("program".to_owned());
    let mut table = Table::new(first.chain(columns).chain(["runs", "answers"].map(str::to_owned)));
    for name in distinct(peers.rows.iter().map(Peer::name)) {
        let rows: Vec<&Peer> = peers.rows.iter().filter(|peer| peer.name() == name).collect();
        let noted =
            builds.iter().enumerate().filter(|(_, build)| rows.iter().any(|row| row.note() == **build));
        let notes: String = noted.map(|(number, _)| format!(" [{}]", number + 1)).collect();
        let time =
            |count: &String| rows.iter().find(|row| row.subject() == *count).map(|row| peers.time(row));
        let mut runs: Vec<String> = rows.iter().filter_map(|row| Some(grouped(row.runs?.into()))).collect();
        if runs.iter().all(|number| *number == runs[0]) {
            runs.truncate(1);
        }
        let mut cells = vec![TableCell::from(format!("{name}{notes}"))];
        cells.extend(counts.iter().map(|count| time(count).unwrap_or_default().into()));
        cells.extend([runs.join(", ").into(), peers.answers(&rows)]);
        table.row(cells);
    }
    let notes = builds.iter().enumerate().map(|(number, build)| format!("[{}] {build}", number + 1));
    (table, notes.collect())
}

/// The items without repetitions, in the order of their first appearance.
fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = vec![];
    for item in items {
        if !found.contains(&item) {
            found.push(item);
        }
    }
    found
}

impl Peers {
    /// The row of vuelta on the same board.
    fn vuelta(&self, peer: &Peer) -> Option<&Peer> {
        self.rows.iter().find(|row| row.program == "vuelta" && (&row.what, &row.n) == (&peer.what, &peer.n))
    }

    /// The median time of a row, with its ratio to Vuelta's: `343 ms (11.9 ×)`.
    fn time(&self, peer: &Peer) -> String {
        let ratio = peer.ratio_to(self.vuelta(peer));
        let ratio = ratio.map_or(String::new(), |ratio| format!(" ({} ×)", text::times(ratio)));
        peer.median_seconds.map_or(String::new(), |seconds| text::seconds(seconds) + &ratio)
    }

    /// A mark if all answers of a program are as published, or what is wrong with them.
    fn answers(&self, rows: &[&Peer]) -> TableCell {
        let verdicts: Vec<_> = rows.iter().map(|row| row.verdict(self.vuelta(row))).collect();
        let named = rows.iter().zip(&verdicts).filter_map(|(row, verdict)| {
            verdict.as_ref().err().map(|trouble| format!("{}: {trouble}", row.subject()))
        });
        let troubles: Vec<String> = named.collect();
        if !troubles.is_empty() {
            TableCell::new(troubles.join("; "), "bad")
        } else if verdicts.contains(&Ok(true)) && !verdicts.contains(&Ok(false)) {
            TableCell::new("✓", "good")
        } else {
            TableCell::default()
        }
    }

    /// The machine of the counts in the same folder, if it is one, and the number of threads.
    pub fn place(&self, counts: &[Counted], machines: &[Machine<'_>]) -> String {
        let folder =
            |file: &str| file.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
        let beside = |machine: &Machine<'_>| {
            let mut counts = counts.iter().filter(|count| folder(&count.file) == folder(&self.file));
            counts.any(|count| machine.is_of(&count.run))
        };
        let mut found = machines.iter().filter(|machine| beside(machine));
        let name = found.next().filter(|_| found.next().is_none()).map(|machine| machine.name.clone());
        let threads = self.rows.iter().find_map(|peer| peer.threads).map(|threads| plural(threads, "thread"));
        [name, threads].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// The fastest other program on the largest board of queens, and its time as a multiple of Vuelta's.
    pub fn closest(&self) -> Option<(f64, String)> {
        let of_queens = self.rows.iter().filter(|peer| peer.counts_queens() && peer.program != "vuelta");
        let size = |peer: &&Peer| peer.n.parse::<u32>().ok();
        let largest = of_queens.clone().filter_map(|peer| size(&peer)).max()?;
        let ratios = of_queens.filter(|peer| size(peer) == Some(largest));
        let ratios = ratios.filter_map(|peer| Some((peer.ratio_to(self.vuelta(peer))?, peer.name())));
        let (ratio, name) = ratios.min_by(|a, b| a.0.total_cmp(&b.0))?;
        Some((ratio, format!("time of {name} relative to Vuelta's, N = {largest}")))
    }
}

impl Peer {
    /// The row, if its numbers can be.
    fn checked(self) -> Result<Self, String> {
        let mut numbers = [self.median_seconds, self.ratio].into_iter().flatten();
        if let Some(number) = numbers.find(|number| !(0.0..=LONGEST).contains(number)) {
            return Err(format!("a time or a ratio of {number}"));
        }
        match self.threads {
            Some(0) => Err("0 threads".to_owned()),
            _ if self.program.is_empty() || self.n.is_empty() => Err("no program or no board".to_owned()),
            _ => Ok(self),
        }
    }

    /// The program's name; `textbook` is scripts/textbook.c.
    fn name(&self) -> &str {
        if self.program == "textbook" { "bitmask search in C" } else { &self.program }
    }

    /// The program's commit, build and page.
    fn note(&self) -> String {
        let parts = [self.name(), &self.commit, &self.build, &self.page];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// The count: `N = 16`, `Senku english: solutions`.
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

    /// The published value, if it is a single number.
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

    /// Whether the answer is as published (if it is, or is Vuelta's where no value is published), or what is wrong.
    fn verdict(&self, vuelta: Option<&Peer>) -> Result<bool, String> {
        let published = self.published();
        let said = self.answer.map(|answer| format!(": {}", grouped(answer))).unwrap_or_default();
        match (self.answer, published, vuelta.and_then(|vuelta| vuelta.answer)) {
            (Some(answer), Some(published), _) if answer != published.value => {
                Err(format!("DIFFERS from {}{said}", published.citation()))
            }
            (Some(answer), None, Some(ours)) if answer != ours => Err(format!("DIFFERS from vuelta{said}")),
            _ if !["", "ok"].contains(&&*self.status) => Err(format!("{}{said}", self.status)),
            (answer, published, _) => Ok(answer.is_some() && published.is_some()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLDER: &str = "program,commit,build,n,threads,runs,median_seconds,min_seconds,max_seconds,answer\n\
         vuelta,5df9,cargo,16,2,9,0.02,0.01,0.03,14772512\nother,,\"a, b\",16,2,3,0.5,0.4,0.6,14772512\n\
         wrong,,,16,2,3,0.1,0.1,0.1,14772511\n";
    const NEWER: &str = "program,n,threads,median_seconds,answer,what,ratio,status\n\
         vuelta,english,1,0.4,40861647040079968,senku-solutions,1,ok\n\
         other,english,1,0.3,40861647040079968,senku-solutions,0.8,ok\n\
         slow,english,1,,,senku-solutions,,time limit\n\
         mad,english,1,,7,senku-winning,,wrong answer\n\
         vuelta,44,1,1,,queens,,exit code 2\nunknown,44,,1,5,queens,,ok\n";

    fn lines(text: &str) -> Vec<String> {
        let (found, trouble) = peers(text, "a/peers.csv");
        assert_eq!(trouble, None);
        let (table, notes) = table(&found.unwrap());
        table.markdown().lines().skip(2).map(str::to_owned).chain(notes).collect()
    }

    #[test]
    fn older_files_are_compared_by_their_medians_and_the_published_number() {
        assert_eq!(
            lines(OLDER),
            [
                "| vuelta \\[1\\] | 20.0 ms | 9 | ✓ |",
                "| other \\[2\\] | 500 ms (25.0 ×) | 3 | ✓ |",
                "| wrong \\[3\\] | 100 ms (5.00 ×) | 3 | **N = 16: DIFFERS from OEIS A000170: 14,772,511** |",
                "[1] vuelta, 5df9, cargo",
                "[2] other, a, b",
                "[3] wrong",
            ]
        );
        let found = peers(OLDER, "").0.unwrap();
        assert_eq!(found.closest(), Some((5.0, "time of wrong relative to Vuelta's, N = 16".to_owned())));
        assert_eq!(found.place(&[], &[]), "2 threads");
    }

    #[test]
    fn a_program_that_failed_is_marked() {
        let lines = lines(NEWER);
        assert_eq!(
            lines[..5],
            [
                "| vuelta \\[1\\] | 400 ms |  | 1.00 s |  | **N = 44: exit code 2** |",
                "| other \\[2\\] | 300 ms (0.80 ×) |  |  |  | ✓ |",
                "| slow \\[3\\] |  |  |  |  | **Senku english: solutions: time limit** |",
                "| mad \\[4\\] |  |  |  |  | **Senku english: winning positions: DIFFERS from OEIS A112738 (sum over all levels): 7** |",
                "| unknown \\[5\\] |  |  | 1.00 s (1.00 ×) |  |  |",
            ]
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
