//! The README: its console blocks, run as they stand, and its pictures.

#[test]
fn the_console_blocks_of_the_readme_print_what_it_says() {
    trycmd::TestCases::new().case("README.md");
}

#[test]
fn the_pictures_of_the_documents_are_there_small_and_drawn_by_the_script() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = std::fs::read_to_string(folder.join("scripts/pictures.sh")).unwrap();
    for (document, base, least) in [("README.md", "", 4), ("doc/ALGORITHMS.md", "doc", 9)] {
        let text = std::fs::read_to_string(folder.join(document)).unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let pictures: Vec<&str> = links.filter(|link| link.ends_with(".svg")).collect();
        assert!(pictures.len() >= least, "{document}: {pictures:?}");
        for picture in pictures {
            let file = folder.join(base).join(picture);
            let size = std::fs::metadata(&file).unwrap_or_else(|error| panic!("{picture}: {error}")).len();
            assert!(size < 200_000, "{picture} has {size} bytes");
            let name = file.file_stem().unwrap().to_str().unwrap();
            // (The three colours are drawn in a loop.)
            assert!(
                script.contains(name.trim_end_matches(['0', '1', '2'])),
                "{picture} is drawn by no script"
            );
        }
    }
}

#[test]
fn the_oldest_rust_of_the_readme_is_that_of_the_manifest() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let oldest =
        manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).unwrap().trim_matches('"');
    let readme = std::fs::read_to_string(folder.join("README.md")).unwrap();
    assert!(readme.contains(&format!("Rust ({oldest} or newer)")), "Cargo.toml says {oldest}");
}
