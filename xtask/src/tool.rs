//! Shared by the tasks: failures, the project's folder, the program, other programs.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The end of a task: an exit code and a sentence.
#[derive(Debug)]
pub struct Failure {
    pub code: i32,
    pub text: String,
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        fail(error.to_string())
    }
}

/// A task that failed.
pub fn fail(text: impl Into<String>) -> Failure {
    Failure { code: 1, text: text.into() }
}

/// A task that cannot be begun: its arguments are wrong.
pub fn refuse(text: impl Into<String>) -> Failure {
    Failure { code: 2, text: text.into() }
}

/// The project's folder.
pub fn root() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
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

/// A program named by a variable of the environment, as an absolute path unless it is to be looked up in PATH.
pub fn named_by(variable: &str) -> Result<Option<PathBuf>, Failure> {
    let Some(name) = std::env::var_os(variable).filter(|name| !name.is_empty()) else { return Ok(None) };
    let path = PathBuf::from(name);
    Ok(Some(if path.components().count() > 1 { path.canonicalize()? } else { path }))
}

/// The program that VUELTA names, or else this profile's, which is built.
pub fn program(profile: &str) -> Result<PathBuf, Failure> {
    if let Some(program) = named_by("VUELTA")? {
        return Ok(program);
    }
    let mut build = cargo();
    build.args(["build", "--quiet", "--locked", "--bin", "vuelta", "--profile", profile]);
    if !build.status()?.success() {
        return Err(fail("the program cannot be built"));
    }
    Ok(target().join(if profile == "release" { "release" } else { "debug" }).join("vuelta"))
}

/// Runs a program that has to succeed, and gives what it prints.
pub fn printed(command: &mut Command) -> Result<String, Failure> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| fail(format!("{name}: {error}")))?;
    if !output.status.success() {
        let arguments: Vec<_> = command.get_args().map(|word| word.to_string_lossy()).collect();
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(fail(format!("{name} {} failed: {}", arguments.join(" "), said.trim())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

/// The output of git, or nothing.
pub fn git(folder: &Path, arguments: &[&str]) -> String {
    printed(Command::new("git").arg("-C").arg(folder).args(arguments)).unwrap_or_default()
}

/// The machine, the version and the build that a program names.
pub fn environment(program: &Path) -> Result<vuelta::report::Environment, Failure> {
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
