//! Published numbers, counted again.

use crate::errors::TimeLimitReached;
use crate::run::{Limits, run};
use pyo3::prelude::*;
use vuelta::Error;
use vuelta::queens::Device;
use vuelta::search::Quiet;
use vuelta::simd::Isa;
use vuelta_records::{Comparison, Environment, Means, VerificationRecord};

/// A count and the quantity in words, the counted and the published number, its source, whether they are the same.
type Row = (String, &'static str, u128, u128, String, bool);

/// The numbers that were counted again, the seconds, and the count that there was no time for.
#[pyfunction]
pub fn verify(py: Python<'_>, limits: Limits) -> PyResult<(Vec<Row>, f64, Option<String>)> {
    let time = limits.time();
    let verified = run(py, &limits, move |context| {
        let memory_limit = Environment::usual_memory_limit();
        let (workers, stop, device) = (context.workers, &context.stop, &Device::default());
        let means = Means { workers, stop, isa: Isa::detect(), device, memory_limit };
        let mut record = VerificationRecord::new(time);
        record.fill(&means, |_| Quiet, |_, _| Ok::<_, Error>(()))?;
        let row = |row: Comparison| {
            (row.case.to_string(), row.quantity, row.count.0, row.published.0, row.source, row.agrees)
        };
        let rows = record.results.into_iter().map(row).collect();
        Ok((rows, record.seconds, record.stopped_before.map(|stopped| stopped.case.to_string())))
    });
    match verified {
        // A count did not let go in time.
        Err(error) if error.is_instance_of::<TimeLimitReached>(py) => Ok(<_>::default()),
        verified => verified,
    }
}
