//! Tells the program what it was built from, for the provenance of its results, and links the unwinder.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=.git/HEAD");
    println!("cargo::rerun-if-changed=.git/refs/heads");
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let target = std::env::var("TARGET").unwrap_or_default();
    let commit = output("git", &["rev-parse", "--short=12", "HEAD"]);
    println!("cargo::rustc-env=VUELTA_RUSTC={}", output(&rustc, &["--version"]).unwrap_or_default());
    println!("cargo::rustc-env=VUELTA_COMMIT={}", commit.unwrap_or_default());
    println!("cargo::rustc-env=VUELTA_TARGET={target}");
    // Loading libgcc_s.so for the unwinder would take a twentieth of the time of a small count.
    if target.ends_with("-linux-gnu") {
        let linker = std::env::var("RUSTC_LINKER").unwrap_or_else(|_| "cc".into());
        // A path if the linker has it, otherwise the name again.
        if output(&linker, &["-print-file-name=libgcc_eh.a"]).is_some_and(|path| path.contains('/')) {
            println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
        }
    }
}

/// What a command prints, if it could be run and succeeded.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
