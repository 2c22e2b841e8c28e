//! `vuelta report`: a folder of results as one page.

use super::args::{Common, Report};
use super::failure::{Failure, Outcome, Status};
use super::output::{Output, plural};
use super::stopping::Stopping;
use serde_json::json;
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use vuelta_records::{Draft, Results};

/// Reads the results, warns about files that were left out, and writes the page to the file or to standard output.
pub fn report(arguments: &Report, common: &Common, out: &mut Output) -> Outcome {
    let file = arguments.output.as_deref().filter(|path| *path != Path::new("-"));
    // A signal removes the draft.
    let _stopping = Stopping::watch(None, None, 1)?;
    let written = file.map_or(Ok(html as _), form)?;
    let draft = file.map(Draft::open).transpose()?;
    let results = Results::read(&arguments.folder)?;
    for warning in &results.warnings {
        say!("warning: {warning}");
    }
    let page = written(&results)
        .ok_or_else(|| usage!(
                "none of the results is a count of queens with a time to be plotted; -o FILE.html writes their tables"
            ))?;
    if let Some(draft) = draft {
        draft.write(page.as_bytes())?;
    }
    let differing = results.differing();
    if common.json {
        let value = json!({"counts": results.counts.len(), "files": results.files, "left_out": results.warnings,
            "differing": differing, "output": file.map(|file| file.display().to_string())});
        writeln!(out, "{value}")?;
    } else if file.is_none() {
        out.write_all(page.as_bytes())?;
    } else if !common.quiet {
        say!("{} of {}", plural(results.counts.len(), "count"), plural(results.files, "file"));
    }
    out.flush()?;
    differing.iter().for_each(|difference| say!("error: {difference}"));
    Ok(if differing.is_empty() { Status::Done } else { Status::Differs })
}

/// The format that the file's extension selects; without an extension, as in /dev/stdout, HTML.
fn form(path: &Path) -> Result<fn(&Results) -> Option<String>, Failure> {
    match path.extension().map(OsStr::to_ascii_lowercase).as_deref().and_then(OsStr::to_str) {
        _ if path.extension().is_none() => Ok(html),
        Some("html" | "htm") => Ok(html),
        Some("md") => Ok(|results| Some(results.markdown())),
        Some("svg") => Ok(Results::plot),
        _ => Err(usage!("'{}' must end in .html, .md or .svg", path.display())),
    }
}

fn html(results: &Results) -> Option<String> {
    Some(results.html())
}
