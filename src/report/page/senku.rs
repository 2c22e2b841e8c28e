//! The table and the pictures of Senku.

use super::counts::{Counted, Senku, Subject};
use super::machines::{Machine, short};
use super::queens::{number, source};
use super::table::Table;
use crate::picture::Picture;
use crate::report::grouped;
use crate::report::senku::game;
use maud::{PreEscaped, html};
use std::collections::BTreeSet;

/// The problems among the counts.
fn problems<'a>(distinct: &'a [&Counted]) -> impl Iterator<Item = (&'a Senku, &'a Counted)> {
    distinct.iter().filter_map(|count| match &count.subject {
        Subject::Senku(subject) => Some((subject, *count)),
        _ => None,
    })
}

/// A row for each problem, with its time on the newest machine that counted it.
pub fn table(distinct: &[&Counted], machines: &[Machine<'_>]) -> Table {
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

/// The boards at the start of each game, above bars for the positions by the number of jumps made.
pub fn boards(distinct: &[&Counted]) -> Vec<(String, String)> {
    let picture = |(subject, count): (&Senku, &Counted)| {
        let game = game(&count.record.subject)?;
        let svg = Picture::senku(game.board(), game.start(), &[]).ok()?.svg();
        Some((svg + &chart(count.record.list("levels")), format!("{} {}", subject.board, subject.ends)))
    };
    problems(distinct).filter_map(picture).collect()
}

/// Bars for the positions by the number of jumps made.
fn chart(levels: &[u128]) -> String {
    let most = levels.iter().copied().max().unwrap_or(0);
    // No game of 64 pegs is longer.
    if most == 0 || levels.len() > 64 {
        return String::new();
    }
    let height = 64.0;
    let tall = |level: u128| (level as f64 / most as f64 * height).max(0.5);
    html! {
        svg.bars viewBox=(format!("0 0 {} {height}", levels.len() * 10)) preserveAspectRatio="none" role="img"
            aria-label="Positions by jumps made" {
            @for (jumps, &level) in levels.iter().enumerate() {
                rect x=(jumps * 10 + 1) y=(format!("{:.1}", height - tall(level))) width="8"
                    height=(format!("{:.1}", tall(level))) {
                    title { "after " (jumps) " jumps: " (PreEscaped(grouped(level))) }
                }
            }
        }
    }
    .into_string()
}

#[cfg(test)]
mod tests {
    use super::super::counts::{Verdicts, distinct};
    use super::*;
    use crate::report::read::found;

    fn json(board: &str, start: &str, games: &str) -> String {
        format!(
            r#"{{"problem":"senku","board":"{board}","start":{start},"goal":[0,0],"games":"{games}","solutions":"6816",
            "levels":["1","2"],"status":"complete","engine":"memo","isa":"portable","threads":1,"seconds":0.5,"agrees":true}}"#
        )
    }

    fn counts(texts: &[String]) -> Vec<Counted> {
        texts.iter().map(|text| Counted::new(found(text).records.remove(0), "")).collect()
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
        let rows = table(&all, &[]).markdown();
        assert_eq!(rows.lines().count(), 2 + 2, "{rows}");
        assert!(rows.contains("| triangle15 | \\[0,0\\] → \\[0,0\\] | 568,630 | 6,816 |"), "{rows}");
        let boards = boards(&all);
        assert_eq!(boards[0].0.matches("<circle").count(), 15);
        assert_eq!(boards[0].0.matches("after ").count(), 2);
    }

    #[test]
    fn boards_that_make_no_sense_are_named_and_not_drawn() {
        let counts = counts(&[
            json("<script>", "[0,0]", "1"),
            json("english", "[0,0]", "1"),
            json("english", "[9999999,4294967295]", "1"),
            json("english", "[]", "1"),
        ]);
        let all = distinct(&counts);
        assert_eq!(table(&all, &[]).markdown().lines().count(), 2 + 4);
        assert!(boards(&all).len() <= 1);
        assert!(Verdicts::of(&counts).differing.is_empty());
    }
}
