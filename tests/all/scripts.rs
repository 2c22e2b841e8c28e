//! The files of a release. (The scripts that users run are in `scripts.txt`.)

use super::common::{ROOT, Start, folder};
use std::path::Path;
use std::process::Command;

/// The version in Cargo.toml.
const VERSION: &str = env!("CARGO_PKG_VERSION");

#[test]
fn the_manifests_of_a_release_have_the_sum_of_every_archive() {
    let (project, folder) = (Path::new(ROOT), folder("release-manifests"));
    let Ok(workflow) = std::fs::read_to_string(project.join(".github/workflows/release.yml")) else {
        return; // the crate's archive lacks it
    };
    let targets =
        workflow.lines().filter_map(|line| line.trim().strip_prefix("- { target: ")?.split(',').next());
    let targets: Vec<&str> = targets.collect();
    assert_eq!(targets.len(), 8, "{targets:?}");
    let archive = |target: &str| {
        let extension = if target.contains("-windows-") { "zip" } else { "tar.gz" };
        format!("vuelta-{VERSION}-{target}.{extension}")
    };
    let lines = targets.iter().enumerate().map(|(at, target)| format!("{at:064x}  {}\n", archive(target)));
    let lines: Vec<String> = lines.collect();
    let filled = |lines: &[String]| {
        std::fs::write(folder.join("sums"), lines.concat()).unwrap();
        Command::new("bash")
            .arg(project.join("scripts/fill_manifests.sh"))
            .arg("somebody/vuelta")
            .args([folder.join("sums"), folder.join("filled")])
            .ran()
    };
    assert_eq!(filled(&lines).code, Some(0));
    let text = |name: &str| std::fs::read_to_string(folder.join("filled").join(name)).unwrap();
    for file in
        ["somebody.Vuelta.yaml", "somebody.Vuelta.locale.en-US.yaml", "somebody.Vuelta.installer.yaml"]
    {
        assert!(!text(file).is_empty(), "{file}");
    }
    let formula = text("vuelta.rb");
    for target in ["aarch64-apple-darwin", "x86_64-unknown-linux-musl"] {
        let at = targets.iter().position(|known| *known == target).unwrap();
        let page = format!("somebody/vuelta/releases/download/v{VERSION}/{}", archive(target));
        let below = formula.split_once(&page).unwrap().1.lines().nth(1).unwrap();
        assert!(below.contains(&format!("sha256 \"{at:064x}\"")), "{target}: {below}");
    }
    let some: Vec<String> = lines.into_iter().filter(|line| !line.contains("apple")).collect();
    assert_eq!(filled(&some).code, Some(1), "a missing archive is no error");
}
