//! The trait of a count of any family, and the count that a ledger belongs to.

use super::{Record, Subject};
use std::path::Path;
use vuelta::Error;
use vuelta::base::text::shown;
use vuelta::queens;
use vuelta::search::{Context, Header, Ledger, Survey};

/// A count that can be made, of any family.
pub trait Countable {
    /// The subject of the count.
    fn subject(&self) -> Subject;

    /// The bytes of the heap that large pages serve in a count on this many threads; 0 if they are few or not known.
    fn large_pages(&self, _threads: usize) -> u64 {
        0
    }

    /// The graphics card that counts, with its driver.
    fn device(&self) -> Option<&str> {
        None
    }

    /// Counts, and compares the numbers with the published ones. A count that was stopped has a partial record.
    ///
    /// # Errors
    /// As the family's engines say.
    fn count(&self, context: &mut Context<'_>) -> Result<Record, Error>;

    /// This count from ledgers whose union is given, and its extent; the first ledger was read from `path`.
    ///
    /// # Errors
    /// [`Error::Ledger`] where the union does not fit, and as the family's engines say.
    fn merged(
        &self,
        union: &Ledger,
        _path: &Path,
        _context: &Context<'_>,
    ) -> Result<(Record, Survey), Error> {
        Err(without_shards(&union.header))
    }

    /// The words after the program's name that make this count: `queens count 8`.
    fn command(&self) -> Vec<String> {
        vec![]
    }

    /// The count in another way, which must give the main numbers of `first`; `None` where no other way would come to its
    /// end in a reasonable time.
    fn again(&self, first: &Record) -> Option<Self>
    where
        Self: Sized;
}

/// The count, of any family, that a ledger with this header belongs to.
///
/// # Errors
/// [`Error::Input`] for a count that has no shards.
pub fn counting_of(header: &Header) -> Result<Box<dyn Countable>, Error> {
    Ok(match header.problem.split('/').next() {
        Some("queens") => Box::new(queens::Counting::of_ledger(header)?),
        Some("placements") => Box::new(queens::placements::Counting::of_ledger(header)?),
        _ => return Err(without_shards(header)),
    })
}

/// Refuses the ledger of a count that has no shards.
fn without_shards(header: &Header) -> Error {
    let problem = shown(&header.problem);
    Error::input(format!("the ledger's count '{problem}' has no shards: there is nothing to merge"))
}
