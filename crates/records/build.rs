//! Tells what the program is built from, for the provenance of its results.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let target = std::env::var("TARGET").unwrap_or_default();
    let git = |arguments: &[&str]| output("git", &[&["rev-parse"], arguments].concat());
    // A copy below another project's repository has no commit of its own.
    let root = git(&["--show-toplevel"]).and_then(|root| Path::new(&root).canonicalize().ok());
    let is_own = root.is_some() && root == Path::new("../..").canonicalize().ok();
    let commit = if is_own { git(&["--short=12", "HEAD"]) } else { None };
    let watched = ["HEAD", "refs/heads"].map(|name| git(&["--git-path", name]));
    // A file that is missing would make every build begin anew.
    for path in watched.iter().flatten().filter(|path| is_own && Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
    println!("cargo::rustc-env=VUELTA_RUSTC={}", output(&rustc, &["--version"]).unwrap_or_default());
    println!("cargo::rustc-env=VUELTA_COMMIT={}", commit.unwrap_or_default());
    println!("cargo::rustc-env=VUELTA_TARGET={target}");
}

/// The output of a command, if it could be run and succeeded.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
