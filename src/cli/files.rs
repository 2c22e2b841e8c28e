//! Reading what the user names: a file, or standard input.

use super::failure::Failure;
use std::io::{self, Read};

/// More than any board or list of jumps; what is larger was named by mistake.
const LARGEST_FILE: u64 = 1 << 22;

/// The contents of the file of this name; `-` is standard input.
pub fn read(name: &str) -> Result<Vec<u8>, Failure> {
    let failed = |error| Failure::Read(name.to_owned(), error);
    let reader: Box<dyn Read> = match name {
        "-" => Box::new(io::stdin()),
        name => Box::new(std::fs::File::open(name).map_err(failed)?),
    };
    let mut contents = vec![];
    reader.take(LARGEST_FILE + 1).read_to_end(&mut contents).map_err(failed)?;
    if contents.len() as u64 > LARGEST_FILE {
        return Err(Failure::Usage(format!(
            "'{name}' is larger than 4 MiB: it is no board and no list of jumps"
        )));
    }
    Ok(contents)
}
