//! The console blocks of the README, run as they stand.

#[test]
fn the_console_blocks_of_the_readme_print_what_it_says() {
    trycmd::TestCases::new().case("README.md");
}
