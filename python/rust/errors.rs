//! Errors of the library, and panics, as exceptions.

use pyo3::exceptions::{PyMemoryError, PyOSError, PyOverflowError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use vuelta::Error;
use vuelta::search::{LedgerError, LedgerFault};
use vuelta::senku::MapError;

pyo3::import_exception!(vuelta._run, TimeLimitReached);

/// The exception for an error of the library, with its sentence.
pub fn raised(error: Error) -> PyErr {
    let sentence = error.to_string();
    match error {
        Error::Memory { .. } => PyMemoryError::new_err(sentence),
        Error::Overflow(_) => PyOverflowError::new_err(sentence),
        Error::Map(MapError::File { .. }) => PyOSError::new_err(sentence),
        Error::Ledger(LedgerError {
            fault: LedgerFault::File { .. } | LedgerFault::InUse { .. } | LedgerFault::Locked,
            ..
        }) => PyOSError::new_err(sentence),
        Error::Ledger(_) | Error::Map(_) => PyValueError::new_err(sentence),
        error if error.is_usage() => PyValueError::new_err(sentence),
        _ => PyRuntimeError::new_err(sentence),
    }
}

/// The exception for a value that makes no sense.
pub fn bad_value(sentence: impl Into<String>) -> PyErr {
    PyValueError::new_err(sentence.into())
}

/// The exception for a panic, which is always a defect.
pub fn defect(panic: Box<dyn Any + Send>) -> PyErr {
    let said = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    let what = said.unwrap_or("it does not say what");
    PyRuntimeError::new_err(format!("this is a bug of Vuelta, please report it: {what}"))
}

/// Runs work of the library in the caller's thread: a panic in it is an exception, and the interpreter goes on.
pub fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(defect(panic)))
}
