//! The trait of a count of any family.

use super::{Record, Subject};
use std::path::Path;
use vuelta::Error;
use vuelta::base::text::shown;
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

/// Refuses the ledger of a count that has no shards.
pub(super) fn without_shards(header: &Header) -> Error {
    let problem = shown(&header.problem);
    Error::input(format!("the ledger's count '{problem}' has no shards: there is nothing to merge"))
}
