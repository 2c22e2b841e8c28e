//! The signs of pegs and holes: ours, and those of other programs where they can be told apart.

use super::printed::Row;
use crate::Error;

/// Signs that are used together in a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Signs {
    pub pegs: &'static str,
    pub holes: &'static str,
    none: &'static str,
}

/// The signs of a numbered print.
pub(super) const CIRCLES: &str = "\u{25cf}\u{25cb}";
/// Ours come first. With the last, `x` is a peg: only where another sign shows that it is not "no hole".
const SETS: [Signs; 5] = [
    Signs { pegs: "oO", holes: ".eE", none: "xX-#" },
    Signs { pegs: "\u{25cf}", holes: "\u{25cb}", none: "xX-#" },
    Signs { pegs: "1", holes: "0", none: "xX-#" },
    Signs { pegs: "*", holes: ".", none: "xX-#" },
    Signs { pegs: "xX", holes: ".", none: "-#" },
];
const OURS: &str = "`o` is a peg, `e` or `.` an empty hole, `x` or a space no hole";

impl Signs {
    /// The signs of these rows.
    ///
    /// # Errors
    /// [`Error::Input`] for another character, for signs of several programs, and for signs with several meanings.
    pub fn of(rows: &[Row<'_>]) -> Result<Signs, Error> {
        let all = || rows.iter().flat_map(Row::characters).filter(|(_, character)| *character != ' ');
        let seen = |signs: &str| all().any(|(_, character)| signs.contains(character));
        if let Some((place, other)) = all().find(|&(_, character)| !is_sign(character)) {
            return Err(Error::input(format!("{place}: {other:?} is not part of a board; {OURS}")));
        }
        let fits = |set: &&Signs| all().all(|(_, character)| set.contains(character));
        let has_pegs = |set: &&Signs| seen(set.pegs) && (set.none.contains('x') || seen(set.none));
        let set = SETS.iter().find(|set| fits(set) && has_pegs(set));
        let ambiguous = |sign: &str, what: &str| {
            let place = all().find(|&(_, character)| sign.contains(character)).map(|(place, _)| place);
            Error::input(format!("{}: {what}", place.map(|place| place.to_string()).unwrap_or_default()))
        };
        match set.or_else(|| SETS.iter().find(fits)) {
            Some(set) if set.pegs.starts_with('o') && !seen(set.pegs) && seen("xX") => Err(ambiguous(
                "xX",
                "the board has no pegs if `x` is no hole; write `o` for a peg, or `#` for no hole",
            )),
            Some(set) if seen("-") && !seen(set.holes) => Err(ambiguous(
                "-",
                "`-` may be an empty hole or no hole; write `.` for an empty hole, `x` for no hole",
            )),
            Some(set) => Ok(*set),
            None => {
                let mut all = all();
                let (_, first) = all.next().expect("an empty text fits every set");
                let set = SETS.iter().find(|set| set.contains(first)).expect("it is a sign");
                let (place, other) = all.find(|&(_, other)| !set.contains(other)).expect("it does not fit");
                Err(Error::input(format!(
                    "{place}: `{other}` has no clear meaning beside `{first}`; {OURS} (also read: 1 and 0, \u{25cf} and \
                     \u{25cb}, * and ., with - or # for no hole)"
                )))
            }
        }
    }

    fn contains(&self, character: char) -> bool {
        [self.pegs, self.holes, self.none].iter().any(|signs| signs.contains(character))
    }
}

/// Whether the character is a sign of some program.
pub(super) fn is_sign(character: char) -> bool {
    SETS.iter().any(|set| set.contains(character))
}
