//! Worksheets and booklets to print: pages, languages, answers, and squares that a pencil fits into.

use super::common::{folder, vuelta};
use std::path::Path;

/// The height of a PDF's pages, and how many there are.
fn pages(path: &Path) -> (String, usize) {
    let bytes = std::fs::read(path).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.starts_with("%PDF-1.4") && text.ends_with("%%EOF\n"), "{}", path.display());
    let size = text.split_once("/MediaBox[0 0 ").unwrap().1.split_once(']').unwrap().0.to_owned();
    (size, text.matches("/Type/Page/").count())
}

/// The boards of an SVG of pages, the millimetres per square, and the number of pages.
fn boards(path: &Path) -> (usize, f64, usize) {
    let svg = std::fs::read_to_string(path).unwrap();
    let after =
        |start: &str, end: &str| svg.split_once(start).unwrap().1.split_once(end).unwrap().0.to_owned();
    let width: f64 = after("viewBox=\"0 0 ", " ").parse().unwrap();
    let millimetres: f64 = after("svg:root{width:", "mm").parse().unwrap();
    let edges = svg.matches("class=\"page-edge\"").count();
    (svg.matches("<g transform=").count(), 40.0 * millimetres / width, edges + 1)
}

#[test]
fn each_worksheet_is_printed_in_both_languages() {
    let folder = folder("sheets");
    for arguments in [
        "boards 8 --seed 7",
        "boards 5 --seed 7 --count 12 --per-page 12",
        "complete 6 --seed 7 --count 3",
        "tree",
        "senku --seed 7",
        "senku triangle15 --seed 7 --count 4 --page letter",
    ] {
        let mut bytes = vec![];
        for lang in ["en", "es"] {
            let path = folder.join("sheet.pdf");
            let ran = vuelta(&format!("sheet {arguments} --lang {lang} -q -o {}", path.display()));
            assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), "", ""), "{arguments}");
            let (size, found) = pages(&path);
            assert_eq!(found, 1, "{arguments}");
            assert!(
                size.starts_with(if arguments.contains("letter") { "612.00 79" } else { "595.28 84" }),
                "{size}"
            );
            bytes.push(std::fs::read(&path).unwrap());
            let answers = vuelta(&format!("sheet {arguments} --answers --lang {lang} -o {}", path.display()));
            assert_eq!(answers.code, Some(0), "{}", answers.err);
            // As many pages of answers as of boards: lists of jumps take room below them.
            let found = pages(&path).1;
            assert!(found >= 2 && found.is_multiple_of(2), "{arguments}: {found}");
        }
        assert_ne!(bytes[0], bytes[1], "{arguments}: the words differ");
    }
}

#[test]
fn the_squares_of_a_booklet_have_room_for_a_pencil() {
    let folder = folder("booklets");
    let (file, path) = (folder.join("book.svg").display().to_string(), folder.join("book.svg"));
    for (arguments, number, fewest_pages) in
        [("6 --count 20", 20, 3), ("8 --count 20", 20, 4), ("10 --count 5", 5, 2)]
    {
        for paper in ["a4", "letter"] {
            let ran = vuelta(&format!("regions make {arguments} --seed 1 -q --page {paper} --sheet {file}"));
            assert_eq!(ran.code, Some(0), "{}", ran.err);
            let (boards, millimetres, pages) = boards(&path);
            assert_eq!(boards, number, "{arguments} {paper}");
            // Letter is shorter than A4.
            let most_pages = fewest_pages + usize::from(paper == "letter");
            assert!((fewest_pages..=most_pages).contains(&pages), "{arguments} {paper}: {pages}");
            assert!(millimetres >= 8.0, "{arguments} {paper}: {millimetres} mm");
        }
    }
    // Whoever wants twenty on a page gets them.
    vuelta(&format!("regions make 8 --count 20 --seed 1 -q --per-page 20 --answers --sheet {file}")).ends(0);
    let (number, _, on) = boards(&path);
    assert_eq!((number, on), (40, 2));
}

#[test]
fn puzzles_of_files_become_a_booklet_too() {
    let folder = folder("booklet-of-files");
    let (puzzles, book) = (folder.join("p.txt"), folder.join("book.pdf"));
    std::fs::write(&puzzles, vuelta("regions make 7 --count 5 --seed 3").out).unwrap();
    let sheet = |options: &str| {
        vuelta(&format!("regions sheet {} {options} -o {}", puzzles.display(), book.display()))
    };
    let ran = sheet("--per-page 4 --answers --lang es --title Puzles").ends(0);
    assert!(ran.err.contains("5 boards on 4 pages"), "{}", ran.err);
    assert_eq!(pages(&book).1, 4);
    std::fs::write(&puzzles, "AB\nAB\n\nAABB\nACBB\nCCBD\nDDDD\n").unwrap();
    let ran = sheet("--answers").ends(0);
    assert!(ran.err.contains("p.txt:1: the puzzle has no solution"), "{}", ran.err);
}
