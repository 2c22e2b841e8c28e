//! Finds the documents that the program prints, and links its unwinder into it: loading libgcc_s.so would take a twentieth of
//! the time of a small count.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // A published package has a copy of its own (.github/workflows/release.yml).
    let doc = if Path::new("doc").exists() { "doc" } else { "../../doc" };
    println!("cargo::rustc-env=VUELTA_DOC={}/{doc}", env!("CARGO_MANIFEST_DIR"));
    let is_glibc = env::var("TARGET").is_ok_and(|target| target.ends_with("-linux-gnu"));
    let linker = env::var("RUSTC_LINKER").unwrap_or_else(|_| "cc".into());
    let library = || Command::new(linker).arg("-print-file-name=libgcc_eh.a").output();
    // A path if the linker has it, otherwise the name again.
    if is_glibc && library().is_ok_and(|library| library.status.success() && library.stdout.contains(&b'/')) {
        println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
    }
}
