//! Shared by the tasks: failures, the project's folder, the program, other programs.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A task's result, or a sentence that says why there is none.
pub type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

/// Files and their texts as a task makes them.
pub type Made = Vec<(PathBuf, String)>;

/// Writes what a task makes.
pub fn write(made: Made) -> Result<i32> {
    for (path, text) in made {
        std::fs::write(path, text)?;
    }
    Ok(0)
}

/// The project's folder.
pub fn root() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    folder.canonicalize().unwrap_or(folder)
}

/// Cargo, in the project's folder.
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// The folder that cargo builds in.
pub fn target() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// A program named by a variable of the environment.
pub fn named_by(variable: &str) -> Result<Option<PathBuf>> {
    Ok(std::env::var_os(variable).map(std::fs::canonicalize).transpose()?)
}

/// The program that VUELTA names, or else this profile's, which is built.
pub fn program(profile: &str) -> Result<PathBuf> {
    if let Some(program) = named_by("VUELTA")? {
        return Ok(program);
    }
    let mut build = cargo();
    build.args(["build", "--quiet", "--locked", "--bin", "vuelta", "--profile", profile]);
    printed(&mut build)?;
    Ok(target().join(if profile == "release" { "release" } else { "debug" }).join("vuelta"))
}

/// Runs a program that has to succeed, and gives what it prints.
pub fn printed(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    if !output.status.success() {
        let arguments: Vec<_> = command.get_args().map(|word| word.to_string_lossy()).collect();
        let said = String::from_utf8_lossy(&[output.stderr, output.stdout].concat()).into_owned();
        return Err(format!("{name} {} failed: {}", arguments.join(" "), said.trim()).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

/// The output of git, or nothing.
pub fn git(folder: &Path, arguments: &[&str]) -> String {
    printed(Command::new("git").arg("-C").arg(folder).args(arguments)).unwrap_or_default()
}

/// The machine, the version and the build that a program names.
pub fn environment(program: &Path) -> Result<vuelta_records::Environment> {
    Ok(serde_json::from_str(&printed(Command::new(program).args(["info", "--json"]))?)?)
}

/// A program for tests, in the language of the shell.
#[cfg(all(test, unix))]
pub fn script(path: &Path, text: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, format!("#!/bin/sh\n{text}\n")).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path.to_owned()
}
