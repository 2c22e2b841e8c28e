//! The README: its console blocks, run as they stand, and its pictures.

use super::common::ROOT;
use std::path::Path;

#[test]
fn the_console_blocks_of_the_readme_print_what_it_says() {
    trycmd::TestCases::new().case("../../README.md");
}

#[test]
fn the_pictures_of_the_documents_are_there_and_small() {
    let folder = Path::new(ROOT);
    for (document, base, least) in
        [("README.md", "", 3), ("doc/USAGE.md", "doc", 1), ("doc/ALGORITHMS.md", "doc", 9)]
    {
        let text = std::fs::read_to_string(folder.join(document)).unwrap();
        let links = text.split(['(', ')', '"']).filter(|link| link.contains("pictures/"));
        let pictures: Vec<&str> = links.filter(|link| link.ends_with(".svg")).collect();
        assert!(pictures.len() >= least, "{document}: {pictures:?}");
        for picture in pictures {
            let file = folder.join(base).join(picture);
            let size = std::fs::metadata(&file).unwrap_or_else(|error| panic!("{picture}: {error}")).len();
            assert!(size < 200_000, "{picture} has {size} bytes");
        }
    }
}

/// Every source file that a comment names, below src/ or from the repository's root, is there.
#[test]
fn the_files_that_comments_name_are_there() {
    let root = Path::new(ROOT);
    let (mut folders, mut files) = (["src", "crates"].map(|room| root.join(room)).to_vec(), vec![]);
    while let Some(folder) = folders.pop() {
        for item in std::fs::read_dir(folder).unwrap() {
            let path = item.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    let mut named = 0;
    for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "rs")) {
        let text = std::fs::read_to_string(file).unwrap();
        for line in text.lines().filter(|line| line.trim_start().starts_with("//")) {
            let is_source = |name: &&str| name.ends_with(".rs") && !name.contains(['<', '*', ' ', '{']);
            for name in line.split('`').skip(1).step_by(2).filter(is_source) {
                let is_there = files.iter().any(|file| file.ends_with(name)) || root.join(name).is_file();
                assert!(is_there, "{}: `{name}`", file.display());
                named += 1;
            }
        }
    }
    assert!(named > 5, "{named}");
}

#[test]
fn the_oldest_rust_of_the_readme_is_that_of_the_manifest() {
    let folder = Path::new(ROOT);
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let oldest =
        manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).unwrap().trim_matches('"');
    let readme = std::fs::read_to_string(folder.join("README.md")).unwrap();
    assert!(readme.contains(&format!("Rust ({oldest} or newer)")), "Cargo.toml says {oldest}");
}
