//! The tables of counts and of estimates.

use super::counts::{Counted, Senku, Subject};
use super::machines::{Machine, processor, short};
use super::text;
use super::write::{Table, TableCell};
use crate::known;
use crate::report::grouped;
use crate::report::read::Estimated;
use std::collections::{BTreeMap, BTreeSet};

/// A cell with the sources that the numbers of a count were compared with.
pub fn source(count: &Counted) -> TableCell {
    let compared: Vec<_> = count.record.comparisons().collect();
    let wrong = compared.iter().find(|(count, published)| *count != published.value);
    let published = compared.iter().find(|(_, published)| !published.is_derived);
    match (wrong, published.or(compared.first())) {
        (Some((_, wrong)), _) => TableCell::new(format!("DIFFERS from {}", wrong.citation()), "bad"),
        (None, Some((_, of))) => {
            // The author or the sequence; titles are in the notes.
            let citation = of.citation();
            let short = citation.split(['(', '\'']).next().unwrap_or_default();
            TableCell::new(format!("✓ {}", short.trim()), "good")
        }
        (None, None) => TableCell::new("none", "faint"),
    }
}

/// A number in a cell.
pub fn number(number: Option<u128>) -> TableCell {
    number.map(grouped).unwrap_or_default().into()
}

/// Every whole count, with the published source and the growth from the board before it.
pub fn counts(distinct: &[&Counted]) -> Table {
    let mut table =
        Table::new(["#N", "#solutions", "#fundamental", "#180°", "#90°", "source", "#Q(N) / Q(N − 1)"]);
    let totals = totals(distinct);
    for count in distinct {
        let Subject::Queens(n) = count.subject else { continue };
        let values =
            ["total", "fundamental", "symmetric_180", "symmetric_90"].map(|name| count.record.number(name));
        let before = n.checked_sub(1).and_then(|before| totals.get(&before)).filter(|&&before| before > 0);
        let growth =
            values[0].zip(before).map(|(total, &before)| format!("{:.3}", total as f64 / before as f64));
        let ends = [source(count), growth.unwrap_or_default().into()];
        table.row([n.to_string().into()].into_iter().chain(values.map(number)).chain(ends).collect());
    }
    table
}

/// The totals; where results differ, the published one.
fn totals(distinct: &[&Counted]) -> BTreeMap<u32, u128> {
    let mut totals = BTreeMap::new();
    for count in distinct {
        let (Subject::Queens(n), Some(total)) = (&count.subject, count.record.number("total")) else {
            continue;
        };
        let published = known::queens_count("total", *n).map(|published| published.value);
        if !totals.contains_key(n) || published == Some(total) {
            totals.insert(*n, total);
        }
    }
    totals
}

/// Counts of shards, counts with conditions, and stopped counts.
pub fn parts(distinct: &[&Counted]) -> Table {
    let mut table = Table::new(["count", "conditions", "#solutions", "engine", "#time"]);
    for count in distinct {
        let Subject::Part(_, name, what) = &count.subject else { continue };
        let made = &count.record.made;
        let seconds = made.seconds.filter(|_| !made.resumed);
        table.row(vec![
            name.as_str().into(),
            what.as_str().into(),
            number(count.found()),
            made.engine.as_str().into(),
            seconds.map(text::seconds).unwrap_or_default().into(),
        ]);
    }
    table
}

/// A row for each estimate, by N.
pub fn estimates(estimates: &[Estimated]) -> Table {
    let headings = ["#N", "#time", "#95 % interval", "#thread-hours", "#samples", "#threads", "processor"];
    let mut table = Table::new(headings);
    let mut rows: Vec<&Estimated> = estimates.iter().collect();
    rows.sort_by_key(|row| row.n);
    for row in rows {
        let interval = match (row.low, row.high) {
            (Some(low), Some(high)) => format!("{} to {}", text::seconds(low), text::seconds(high)),
            _ => "too few samples".to_owned(),
        };
        let of = if row.extrapolated { " (of smaller boards)" } else { "" };
        let environment = row.environment.as_ref().map(|run| &run.environment);
        let hours = row.seconds * row.threads as f64 / 3600.0;
        table.row(vec![
            row.n.to_string().into(),
            text::seconds(row.seconds).into(),
            interval.into(),
            text::times(hours).into(),
            (grouped(row.samples.into()) + of).into(),
            row.threads.to_string().into(),
            environment.map(processor).unwrap_or_default().into(),
        ]);
    }
    table
}

/// The problems among the counts.
fn problems<'a>(distinct: &'a [&Counted]) -> impl Iterator<Item = (&'a Senku, &'a Counted)> {
    distinct.iter().filter_map(|count| match &count.subject {
        Subject::Senku(subject) => Some((subject, *count)),
        _ => None,
    })
}

/// A row for each problem, with its time on the newest machine that counted it.
pub fn senku(distinct: &[&Counted], machines: &[Machine<'_>]) -> Table {
    let mut table = Table::new([
        "board",
        "start → goal",
        "#games",
        "#solutions",
        "#positions",
        "#winning",
        "source",
        "#time",
    ]);
    for (subject, count) in problems(distinct) {
        let time = machines.iter().find_map(|machine| machine.best(&count.subject));
        let [games, solutions, positions, winning] = ["games", "solutions", "positions", "winning_positions"]
            .map(|name| number(count.record.number(name)));
        table.row(vec![
            board_name(subject, distinct).into(),
            subject.ends.as_str().into(),
            games,
            solutions,
            positions,
            winning,
            source(count),
            time.map(short).unwrap_or_default().into(),
        ]);
    }
    table
}

/// The board's name; with a number if files of one name hold several boards.
fn board_name(subject: &Senku, distinct: &[&Counted]) -> String {
    let named = problems(distinct).filter(|(other, _)| other.board == subject.board);
    let diagrams: BTreeSet<_> = named.map(|(other, _)| &other.diagram).collect();
    match diagrams.iter().position(|diagram| **diagram == subject.diagram) {
        Some(place) if diagrams.len() > 1 => format!("{} ({})", subject.board, place + 1),
        _ => subject.board.clone(),
    }
}

/// A note with the sources of the published numbers in full.
pub fn sources(distinct: &[&Counted]) -> Vec<String> {
    let compared = problems(distinct).flat_map(|(_, count)| count.record.comparisons());
    let sources: BTreeSet<_> = compared.map(|(_, published)| published.citation()).collect();
    let all = sources.into_iter().collect::<Vec<_>>().join("; ");
    if all.is_empty() { vec![] } else { vec![format!("Sources: {all}")] }
}

#[cfg(test)]
mod tests {
    use super::super::counts::{Verdicts, distinct};
    use super::*;
    use crate::report::read::found;

    #[test]
    fn growth_is_a_ratio_where_there_is_one() {
        let queens = |n: u32, total: u32| {
            format!(
                r#"{{"problem":"queens","n":{n},"total":"{total}","status":"complete","engine":"halves"}}"#
            )
        };
        let counts = counts(&[queens(2, 0), queens(3, 0), queens(9, 352), queens(10, 724)]);
        let table = super::counts(&distinct(&counts)).markdown();
        let growths: Vec<&str> =
            table.lines().skip(2).map(|row| row.rsplit('|').nth(1).unwrap().trim()).collect();
        assert_eq!(growths, ["", "", "", "2.057"]);
    }

    #[test]
    fn an_estimate_is_shown_with_its_interval_and_its_samples() {
        let text = r#"[{"problem":"queens","n":28,"seconds":7200,"core_hours":4,"solutions_estimate":"1","samples":2,
            "extrapolated":true,"threads":2},
            {"problem":"queens","n":27,"seconds":3600,"low":3000,"high":4200,"core_hours":2,"solutions_estimate":"1",
            "samples":1234,"threads":2}]"#;
        let table = estimates(&found(text).estimates).markdown();
        let rows: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(
            rows,
            [
                "| 27 | 1 h 00 min | 50 min 00 s to 1 h 10 min | 2.00 | 1,234 | 2 |  |",
                "| 28 | 2 h 00 min | too few samples | 4.00 | 2 (of smaller boards) | 2 |  |"
            ]
        );
    }

    fn json(board: &str, start: &str, games: &str) -> String {
        format!(
            r#"{{"problem":"senku","board":"{board}","start":{start},"goal":[0,0],"games":"{games}","solutions":"6816",
            "levels":["1","2"],"status":"complete","engine":"memo","isa":"portable","threads":1,"seconds":0.5,"agrees":true}}"#
        )
    }

    fn counts(texts: &[String]) -> Vec<Counted> {
        texts.iter().map(|text| Counted::new(found(text).records.remove(0))).collect()
    }

    #[test]
    fn equal_numbers_are_one_row_and_compared_with_the_published_ones() {
        let corner = json("triangle15", "[0,0]", "568630");
        let counts = counts(&[corner.clone(), corner, json("triangle15", "[0,0]", "1")]);
        let verdicts = Verdicts::of(&counts);
        // The solutions are published, the games derived.
        assert_eq!((verdicts.matching, verdicts.derived, verdicts.differing.len()), (1, 1, 1));
        assert!(verdicts.differing[0].contains("568630"), "{:?}", verdicts.differing);
        let all = distinct(&counts);
        let rows = senku(&all, &[]).markdown();
        assert_eq!(rows.lines().count(), 2 + 2, "{rows}");
        assert!(rows.contains("| triangle15 | \\[0,0\\] → \\[0,0\\] | 568,630 | 6,816 |"), "{rows}");
    }

    #[test]
    fn boards_that_make_no_sense_are_named() {
        let counts = counts(&[
            json("<script>", "[0,0]", "1"),
            json("english", "[0,0]", "1"),
            json("english", "[9999999,4294967295]", "1"),
            json("english", "[]", "1"),
        ]);
        let all = distinct(&counts);
        assert_eq!(senku(&all, &[]).markdown().lines().count(), 2 + 4);
        assert!(Verdicts::of(&counts).differing.is_empty());
    }
}
