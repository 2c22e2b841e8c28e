//! Recounts: published numbers grouped by the count that gives them, and how each is counted.

use super::placements;
use crate::cli::session::Session;
use crate::known::{self, Entry, Published};
use crate::queens::{self, backtrack};
use crate::regions;
use crate::report::{Case, Comparison, Countable, Made, Record, SenkuCounting, Status, senku_subject};
use crate::senku::{self, FewestMoves, Game, Goal, Hole, fewest_moves};
use crate::simd::Isa;
use crate::{Error, Square};
use std::mem::discriminant;
use std::time::{Duration, Instant};

/// Shorter times, in seconds, say nothing about the next one: much of them is the start of the workers.
const SHORTEST: f64 = 0.05;

/// Of a Senku count with its winning positions, which are three sweeps: about, on two threads.
const SECONDS_PER_SLOT: f64 = 1.5e-8;

/// A count about which numbers were published.
#[derive(Debug, PartialEq)]
pub(super) enum Recount {
    /// Of a board without conditions.
    Queens(u32),
    /// Of this board with a queen on each square of the first row in turn: the published numbers about conditions.
    FirstRow(u32),
    /// Of the nodes of the textbook search.
    Nodes(u32),
    /// Of region queens without regions.
    Apart(u32),
    /// Of a game on the board of this name.
    Senku(&'static str, Box<Game>),
    /// Of the moves that a solution of this game needs, with the number of them.
    Moves(&'static str, Box<Game>, Published),
    /// Of those that the shortest solution of all problems of this board needs.
    AllMoves(&'static str, Published),
    /// Of placements on this field, as the table has it.
    Placements(&'static str),
}

/// How recounts are made.
pub(super) struct Means<'a> {
    pub session: &'a Session<'a>,
    pub isa: Isa,
    /// Bytes.
    pub memory_limit: u64,
}

/// All of them, about in ascending order of their times.
pub(super) fn recounts() -> Vec<Recount> {
    let mut recounts: Vec<Recount> = vec![];
    // Some numbers are compared along with others: those of queens with the total, those without a goal with one.
    for recount in known::entries().filter_map(|entry| recount(&entry)) {
        if !recounts.contains(&recount) {
            recounts.push(recount);
        }
    }
    recounts.sort_by_key(Recount::rank);
    recounts
}

/// The recount that a published number is about; `None` for a number that is compared along with another.
fn recount(entry: &Entry) -> Option<Recount> {
    let size = || entry.key("n")?.parse().ok();
    match (entry.problem, entry.quantity) {
        ("queens", "total") => Some(Recount::Queens(size()?)),
        ("queens", "first_row") => Some(Recount::FirstRow(size()?)),
        ("queens", "nodes") => Some(Recount::Nodes(size()?)),
        ("regions", _) => Some(Recount::Apart(size()?)),
        ("placements", _) => Some(Recount::Placements(entry.subject)),
        ("senku", _) => senku_recount(entry),
        _ => None,
    }
}

fn senku_recount(entry: &Entry) -> Option<Recount> {
    let name = entry.key("board")?;
    let board = senku::Board::named(name).ok()?;
    let hole = |key| board.hole(entry.square(key).map(|[row, column]| Square::new(row, column))?);
    let goal = match entry.key("goal")? {
        "any" => Goal::Any,
        _ => Goal::Hole(hole("goal")?),
    };
    let published = *entry.numbers.first()?;
    if entry.key("start").is_none() {
        return Some(Recount::AllMoves(name, published));
    }
    let game = Box::new(Game::from_vacancy(board.clone(), hole("start")?).ok()?.with_goal(goal).ok()?);
    Some(match entry.quantity {
        "fewest_moves" => Recount::Moves(name, game, published),
        _ => Recount::Senku(name, game),
    })
}

impl Recount {
    pub(super) fn case(&self) -> Case {
        let queens = |size| Case::of_size("queens", size);
        let senku = |name, game| Case::new("senku", &senku_subject(name, game));
        match self {
            Recount::Queens(size) => queens(*size),
            Recount::FirstRow(size) => queens(*size).part("first row"),
            Recount::Nodes(size) => queens(*size).part("nodes"),
            Recount::Apart(size) => Case::of_size("regions", *size),
            Recount::Senku(name, game) => senku(name, game),
            Recount::Moves(name, game, _) => senku(name, game).part("moves"),
            Recount::AllMoves(name, _) => Case::all_problems(name).part("moves"),
            Recount::Placements(subject) => placements::case(subject),
        }
    }

    /// N, or the board's holes.
    fn size(&self) -> u32 {
        match self {
            Recount::Queens(size) | Recount::FirstRow(size) | Recount::Nodes(size) | Recount::Apart(size) => {
                *size
            }
            Recount::Senku(_, game) | Recount::Moves(_, game, _) => game.board().len() as u32,
            Recount::AllMoves(name, _) => senku::Board::named(name).map_or(0, |board| board.len() as u32),
            Recount::Placements(_) => 0,
        }
    }

    /// Twice the N whose queens take about as long to count (two threads: N = 8 less than a millisecond, 18 half a second).
    /// Equal ranks stand in the order of their kinds.
    fn rank(&self) -> (u32, u32) {
        let size = self.size();
        match self {
            Recount::Queens(_) => (2 * size, 0),
            Recount::FirstRow(_) => (2 * size + 6, 1),
            Recount::Nodes(_) => (2 * size + 10, 2),
            Recount::Apart(_) => (size + 20, 3),
            Recount::Senku(..) => (size + 4, 4),
            Recount::Moves(..) => (size + 5, 4),
            Recount::AllMoves(..) => (size + 12, 4),
            Recount::Placements(subject) => (placements::rank(subject), 5),
        }
    }

    /// Counts, and compares all numbers that were published. Nothing where the count was stopped.
    pub(super) fn compare(&self, means: &Means<'_>) -> Result<Vec<Comparison>, Error> {
        match self {
            Recount::Queens(size) => Ok(self.compared(&self.queens(queens::Board::new(*size)?, means)?)),
            Recount::FirstRow(size) => self.first_row(*size, means),
            Recount::Nodes(size) => self.nodes(*size, means.session),
            Recount::Apart(size) => self.apart(*size, means.session),
            Recount::Senku(name, game) => self.senku(name, game, means),
            Recount::Moves(_, game, published) => {
                self.moves(std::slice::from_ref(&**game), *published, means.session)
            }
            Recount::AllMoves(name, published) => self.moves(&problems(name)?, *published, means.session),
            Recount::Placements(subject) => placements::compare(subject, means),
        }
    }

    /// Counts, and compares all numbers of the record.
    fn record(&self, counting: &impl Countable, session: &Session<'_>) -> Result<Record, Error> {
        let mut progress = session.progress(format!("verify {}", self.case()));
        counting.record(session.workers(), session.stop(), &mut progress)
    }

    fn compared(&self, record: &Record) -> Vec<Comparison> {
        Comparison::all(&self.case(), &record.made, record.comparisons())
    }

    fn queens(&self, board: queens::Board, means: &Means<'_>) -> Result<Record, Error> {
        let &Means { session, isa, memory_limit } = means;
        self.record(&queens::Counting::new(board).isa(isa).memory_limit(memory_limit), session)
    }

    /// A count for each square of the first row of which the number was published.
    fn first_row(&self, size: u32, means: &Means<'_>) -> Result<Vec<Comparison>, Error> {
        let (mut compared, mut made, mut seconds) = (vec![], Made::default(), 0.0);
        for published in known::numbers("queens", &format!("n={size}"), "first_row") {
            let column = published.place.unwrap_or_default();
            let record = self.queens(queens::Board::new(size)?.fix([(0, column)])?, means)?;
            let Some(total) = record.number("total") else { return Ok(vec![]) };
            compared.push(("first_row", total, published));
            seconds += record.made.seconds.unwrap_or_default();
            made = record.made;
        }
        made.seconds = Some(seconds);
        Ok(Comparison::all(&self.case(), &made, compared.into_iter()))
    }

    fn nodes(&self, size: u32, session: &Session<'_>) -> Result<Vec<Comparison>, Error> {
        let (began, board) = (Instant::now(), queens::Board::new(size)?);
        let mut progress = session.progress(format!("verify {}", self.case()));
        let nodes = backtrack::nodes(&board, session.workers(), session.stop(), &mut progress)?;
        let counts = nodes.unwrap_or_default().into_iter().zip(known::numbers(
            "queens",
            &format!("n={size}"),
            "nodes",
        ));
        let compared = counts.map(|(count, published)| ("nodes", count.into(), published));
        Ok(Comparison::all(&self.case(), &made("backtrack", session, began.elapsed()), compared))
    }

    fn apart(&self, size: u32, session: &Session<'_>) -> Result<Vec<Comparison>, Error> {
        let (began, board) = (Instant::now(), regions::Board::without_regions(size, 1)?);
        let mut progress = session.progress(format!("verify {}", self.case()));
        let search = regions::Search::new(&board).stop(session.stop());
        let outcome = search.count_on(session.workers(), &mut progress)?;
        let published = known::numbers("regions", &format!("n={size};regions=none"), "solutions");
        let published = published.into_iter().filter(|_| outcome.is_complete());
        let compared = published.map(|published| ("solutions", outcome.tally, published));
        let made = made("most constrained unit first", session, began.elapsed());
        Ok(Comparison::all(&self.case(), &made, compared))
    }

    fn senku(&self, name: &str, game: &Game, means: &Means<'_>) -> Result<Vec<Comparison>, Error> {
        let &Means { session, isa, memory_limit } = means;
        let counting = senku::Counting::new(game).isa(isa).memory_limit(memory_limit);
        let counting = counting.winning(game.is_possible());
        Ok(self.compared(&self.record(&SenkuCounting { name, counting }, session)?))
    }

    /// The fewest moves of any of these games.
    fn moves(
        &self,
        games: &[Game],
        published: Published,
        session: &Session<'_>,
    ) -> Result<Vec<Comparison>, Error> {
        let (began, mut fewest) = (Instant::now(), None);
        for game in games {
            match fewest_moves(game, session.workers(), session.stop())? {
                FewestMoves::Found(moves) => fewest = Some(fewest.unwrap_or(usize::MAX).min(moves.len())),
                FewestMoves::None => {}
                FewestMoves::Stopped { .. } => return Ok(vec![]),
            }
        }
        // No moves where nothing solves it: then it differs.
        let count = fewest.unwrap_or_default() as u128;
        let made = made("breadth first", session, began.elapsed());
        Ok(Comparison::all(&self.case(), &made, std::iter::once(("fewest_moves", count, published))))
    }
}

/// How a count was made that has no record of its own.
fn made(engine: &str, session: &Session<'_>, elapsed: Duration) -> Made {
    Made {
        status: Status::Complete,
        engine: engine.to_owned(),
        threads: Some(session.workers().threads()),
        seconds: Some(elapsed.as_secs_f64()),
        ..Made::default()
    }
}

/// The games from each hole of the board to one peg anywhere, one of those that a symmetry maps onto each other.
fn problems(name: &str) -> Result<Vec<Game>, Error> {
    let board = senku::Board::named(name)?;
    let holes = (0..board.len()).map(Hole::new);
    let first = holes.filter(|&hole| {
        let position = senku::HoleSet::from(hole);
        board.symmetries().canonical(position) == position
    });
    first.map(|hole| Game::from_vacancy(board.clone(), hole)?.with_goal(Goal::Any)).collect()
}

/// The time of the next recount in seconds, from the times of those before it, of which those of its own kind tell. Of
/// queens, it grows by the factor by which the second last grew from the third last: boards of odd N take much longer
/// than the even one before, and those of even N little longer than the odd one before, so that the last factor is that
/// of the other kind.
pub(super) fn next_time(next: &Recount, times: &[(Recount, f64)]) -> f64 {
    let alike = || times.iter().rev().filter(|(recount, _)| discriminant(recount) == discriminant(next));
    let time = |back: usize| alike().nth(back).map_or(0.0, |&(_, time)| time).max(SHORTEST);
    // By how much it takes longer than one of a size less, about.
    let growth: f64 = match next {
        Recount::Queens(_) => return time(0) * time(1) / time(2),
        Recount::Placements(subject) => return placements::seconds(subject).max(SHORTEST),
        Recount::FirstRow(_) => 3.0,
        Recount::Nodes(_) => 6.0,
        Recount::Apart(_) => 11.0,
        Recount::Senku(..) | Recount::Moves(..) | Recount::AllMoves(..) => 2.0,
    };
    // What is shorter does not tell how it grows.
    let Some((last, _)) = alike().next().filter(|&&(_, time)| time > SHORTEST) else {
        return time(0).max(usual_time(next));
    };
    time(0) * growth.powi(next.size().saturating_sub(last.size()) as i32)
}

/// About the time of a recount in seconds, where the slots of its levels tell.
fn usual_time(recount: &Recount) -> f64 {
    match recount {
        Recount::Senku(_, game) => senku::dense::estimate(game).slots as f64 * SECONDS_PER_SLOT,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_number_with_a_goal_or_a_size_is_recounted() {
        let recounts = recounts();
        for entry in known::entries() {
            let about = |recount: &Recount| match recount {
                Recount::Senku(name, game) | Recount::Moves(name, game, _) => {
                    let start = entry.square("start").map(|[row, column]| Square::new(row, column));
                    let start = start.map(|square| game.board().hole(square));
                    Some(*name) == entry.key("board") && start == Some(game.vacancies().iter().next())
                }
                Recount::AllMoves(name, _) => {
                    Some(*name) == entry.key("board") && entry.key("start").is_none()
                }
                Recount::Placements(subject) => entry.problem == "placements" && entry.subject == *subject,
                queens => entry.key("n").is_some_and(|n| n.parse() == Ok(queens.size())),
            };
            assert!(recounts.iter().any(about), "{entry:?}");
        }
        let names: Vec<String> = recounts.iter().map(|recount| recount.case().to_string()).collect();
        assert_eq!((names[0].as_str(), names.last().unwrap().as_str()), ("queens 1", "queens 27"));
        for name in [
            "12x12 queen",
            "19x19 queen torus",
            "english 3,3 same",
            "english 3,3 same moves",
            "european 3,3 any",
            "queens 12 first row",
            "queens 16 nodes",
            "triangle15 2,0 any",
            "triangle15 2,1 same",
            "triangle15 3,3 3,0 moves",
            "triangle28 moves",
        ] {
            assert_eq!(names.iter().filter(|known| *known == name).count(), 1, "{name} in {names:?}");
        }
    }

    #[test]
    fn the_next_time_grows_as_the_second_last_did() {
        let queens = |times: &[f64]| {
            let times: Vec<_> = times.iter().map(|&time| (Recount::Queens(8), time)).collect();
            next_time(&Recount::Queens(9), &times)
        };
        for quick in [vec![], vec![0.001, 0.001, 0.002]] {
            assert!((queens(&quick) - SHORTEST).abs() < 1e-9);
        }
        assert!((queens(&[1.0, 0.3, 3.0, 4.0]) - 40.0).abs() < 1e-9);
    }

    #[test]
    fn the_next_time_of_other_counts_grows_with_their_size() {
        let near = |next: &Recount, times: &[(Recount, f64)], expected: f64| {
            assert!((next_time(next, times) - expected).abs() < 1e-9, "{next:?}");
        };
        let nodes = Recount::Nodes;
        near(&nodes(1), &[], SHORTEST);
        near(&nodes(16), &[(nodes(11), 0.01), (nodes(12), 0.1), (Recount::Queens(15), 9.0)], 0.1 * 1296.0);
        let game =
            |name| Box::new(Game::from_vacancy(senku::Board::named(name).unwrap(), Hole::new(0)).unwrap());
        let [triangle, english, european] = ["triangle15", "english", "european"].map(game);
        let (triangle, english) =
            (|| Recount::Senku("", triangle.clone()), || Recount::Senku("", english.clone()));
        near(&english(), &[(triangle(), 0.001)], usual_time(&english()));
        assert!(usual_time(&english()) > 1.0 && usual_time(&triangle()) < SHORTEST);
        near(&Recount::Senku("", european), &[(english(), 0.5)], 8.0);
        near(&triangle(), &[(triangle(), 0.2)], 0.2);
    }

    #[test]
    fn the_problems_of_a_board_are_one_for_each_kind_of_hole() {
        assert_eq!(problems("triangle15").unwrap().len(), 4);
        assert_eq!(problems("english").unwrap().len(), 7);
    }
}
