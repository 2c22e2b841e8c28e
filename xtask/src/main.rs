//! The developers' tasks, run by `cargo xtask`: everything that reads or writes results, or text in the documents.

mod figures;
mod measure;
mod pairs;
mod peers;
mod pictures;
mod public_items;
mod records;
mod tool;

use tool::{Failure, refuse};

const HELP: &str = "\
Usage: cargo xtask TASK [ARGUMENTS]

  check                       what is kept matches what it is made from: records, figures, public items
  records [--check]           results/RECORDS.md and results/SHA256SUMS, from the results
  figures [--check]           the measured figures of README.md and doc/, from the results
  public-items [--check]      doc/public-items.txt, from the library's documentation
  pictures [DIR]              the pictures of README.md and doc/ALGORITHMS.md [default: doc/pictures]
  measure [OPTIONS]           this machine's results: queens by engine, instruction set and threads; Senku
  peers [OPTIONS] [BOARD...]  other programs beside vuelta
  bench-vs-previous [--pairs K] [COMMIT] [-- ARGUMENTS OF vuelta]
                              the sources as they are beside an earlier commit

Options with `cargo xtask TASK --help`. VUELTA names a program that is built already.";

type Task = fn(&[String]) -> Result<i32, Failure>;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let code = match run(&arguments) {
        Ok(code) => code,
        Err(Failure { code, text }) => {
            eprintln!("error: {text}");
            code
        }
    };
    std::process::exit(code);
}

fn run(arguments: &[String]) -> Result<i32, Failure> {
    let Some((task, rest)) = arguments.split_first() else { return Err(refuse(HELP)) };
    let (run, help): (Task, &str) = match task.as_str() {
        "check" => (check, HELP),
        "records" => (|rest| records::records(tool::only_check(rest)?), HELP),
        "figures" => (|rest| figures::figures(tool::only_check(rest)?), HELP),
        "public-items" => (|rest| public_items::public_items(tool::only_check(rest)?), HELP),
        "pictures" => (pictures::pictures, HELP),
        "measure" => (measure::measure, measure::HELP),
        "peers" => (peers::peers, peers::HELP),
        "bench-vs-previous" => (pairs::bench_vs_previous, pairs::HELP),
        "help" | "-h" | "--help" => {
            println!("{HELP}");
            return Ok(0);
        }
        _ => return Err(refuse(format!("there is no task '{task}': `cargo xtask help` lists them"))),
    };
    // (What stands behind `--` is the program's.)
    if rest.iter().take_while(|word| *word != "--").any(|word| word == "-h" || word == "--help") {
        println!("{help}");
        return Ok(0);
    }
    run(rest)
}

/// Compares everything that is made from something else with what would be made now.
fn check(arguments: &[String]) -> Result<i32, Failure> {
    if !arguments.is_empty() {
        return Err(refuse("usage: cargo xtask check"));
    }
    let codes = [records::records(true)?, figures::figures(true)?, public_items::public_items(true)?];
    Ok(codes.into_iter().max().unwrap_or(0))
}
