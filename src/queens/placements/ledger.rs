//! The names of counts in the headers of their ledgers.

use super::{Counting, Field, Rules};
use crate::Error;
use crate::base::text::shown;
use crate::queens::plan::{conditions, split_conditions};
use crate::search::Header;

impl Counting {
    /// The count in one word: the sides, the rules, the number of queens, and the conditions:
    /// `placements/8x12/queen+knight/all/fixed:0,1/blocked:`.
    pub(super) fn name(&self) -> String {
        let (field, queens) = (self.field(), self.queens_word());
        let rules = field.rules().names().collect::<Vec<_>>().join("+");
        let conditions = conditions(field.fixed(), field.blocked());
        format!("placements/{}x{}/{rules}/{queens}{conditions}", field.rows(), field.columns())
    }

    /// The count that a ledger with this header belongs to.
    ///
    /// # Errors
    /// [`Error::Input`] if it is not a count of placements.
    pub fn of_ledger(header: &Header) -> Result<Self, Error> {
        Counting::named(&header.problem).ok_or_else(|| {
            let problem = shown(&header.problem);
            Error::input(format!("'{problem}' in the ledger's header is not a count of placements"))
        })
    }

    /// The count of this name.
    fn named(text: &str) -> Option<Self> {
        let (word, [fixed, blocked]) = split_conditions(text)?;
        let [_, sides, rules, queens] = word.split('/').collect::<Vec<_>>()[..] else { return None };
        let (rows, columns) = sides.split_once('x')?;
        let rules = Rules::named(rules.split('+'));
        let sides = (rows.parse().ok()?, columns.parse().ok()?);
        let field = Field::with_conditions(sides, rules, &fixed, &blocked).ok()?;
        let queens = (queens != "all").then(|| queens.parse()).transpose().ok()?;
        let counting = Counting::new(field).queens(queens);
        (counting.name() == text).then_some(counting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_back_by_name() {
        let field =
            |rows, columns, knight, torus| Field::new(rows, columns, Rules { knight, torus }).unwrap();
        let with = field(8, 200, false, false).fix([(3, 150)]).unwrap().block([(7, 0), (0, 1)]).unwrap();
        for counting in [
            Counting::new(field(8, 12, true, false)),
            Counting::new(field(7, 7, true, true)).queens(5),
            Counting::new(with.clone()).queens(0),
        ] {
            assert_eq!(Counting::named(&counting.name()).unwrap().name(), counting.name());
        }
        let name = Counting::new(with).name();
        assert_eq!(name, "placements/8x200/queen/all/fixed:3,150/blocked:0,1+7,0");
        for wrong in [
            "",
            "placements",
            "placements/8x12/queen",
            "placements/08x12/queen/all",
            "placements/8x12/knight/all",
            "placements/8x9/queen+torus/all",
            "placements/8x12/queen/all/fixed:9,9/blocked:",
            "placements/8x12/queen/some",
            "queens/8x12/queen/all",
        ] {
            assert!(Counting::named(wrong).is_none(), "{wrong}");
        }
    }
}
