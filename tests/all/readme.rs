//! The README: its console blocks, run as they stand, and its pictures.

#[test]
fn the_console_blocks_of_the_readme_print_what_it_says() {
    trycmd::TestCases::new().case("README.md");
}

#[test]
fn the_pictures_of_the_documents_are_there_and_small() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
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

#[test]
fn the_oldest_rust_of_the_readme_is_that_of_the_manifest() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let oldest =
        manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).unwrap().trim_matches('"');
    let readme = std::fs::read_to_string(folder.join("README.md")).unwrap();
    assert!(readme.contains(&format!("Rust ({oldest} or newer)")), "Cargo.toml says {oldest}");
}
