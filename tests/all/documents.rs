//! The commands of the documents for users, run as they stand.

use super::common::{ROOT, folder, shell};
use std::path::Path;
use std::process::Command;

/// The commands of a document: lines of its blocks of code, and what stands between backticks, if it is more than a name.
fn commands(document: &str) -> Vec<String> {
    let mut in_block = false;
    let mut found = vec![];
    for line in document.lines() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        } else if in_block {
            found.push(line.trim_start_matches("$ ").to_owned());
        } else {
            let words = |command: &&str| command.split(' ').count() > 2;
            found.extend(line.split('`').skip(1).step_by(2).filter(words).map(str::to_owned));
        }
    }
    found.retain(|command| command.starts_with("vuelta ") && !command.starts_with("vuelta ="));
    found
}

/// Every command ends well, or is still at work after some seconds: the long counts are.
#[test]
fn the_commands_of_the_documents_work() {
    let root = Path::new(ROOT);
    let has_jq = Command::new("jq").arg("--version").output().is_ok();
    for (document, least) in [("README.md", 12), ("doc/USAGE.md", 12), ("doc/LEEME.es.md", 7)] {
        let folder = folder(&format!("documents-{}", document.replace('/', "-")));
        std::os::unix::fs::symlink(root.join("results"), folder.join("results")).unwrap();
        std::fs::create_dir(folder.join("daily")).unwrap();
        std::fs::write(folder.join("daily/1.json"), "[[0,0,1,1],[0,2,1,1],[2,2,1,3],[3,3,3,3]]").unwrap();
        let commands = commands(&std::fs::read_to_string(root.join(document)).unwrap());
        assert!(commands.len() >= least, "{document}: {commands:?}");
        for command in commands.iter().filter(|command| has_jq || !command.contains("| jq")) {
            let line = format!("set -o pipefail; {command}");
            let mut run = shell("exec timeout --signal=KILL 2 bash -c \"$LINE\"");
            let ran = run.env("LINE", &line).current_dir(&folder).output().unwrap();
            let said = String::from_utf8_lossy(&ran.stderr);
            assert!([Some(0), Some(137), None].contains(&ran.status.code()), "{document}: {command}: {said}");
        }
    }
}
