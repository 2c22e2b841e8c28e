//! Pictures: every format has its mark and size, and all frames are there.

use vuelta::queens::{Board, Square};
use vuelta_picture::{Animation, Cell, Coordinates, LARGEST_SHEET, Picture, Sheet, Tile};

fn frame(number: u32) -> Picture {
    let rows = vec![vec![Cell::Peg, Cell::TakenPeg, Cell::MovedPeg], vec![Cell::Hole; 2]];
    Picture::new(rows, false).unwrap().number(Some(number))
}

#[test]
fn a_png_has_the_size_asked_for() {
    let board = Board::with_conditions(4, &[Square::new(0, 1)], &[Square::new(3, 3)]).unwrap();
    let picture = Picture::queens(&board, &[Square::new(1, 3)]).unwrap();
    let png = picture.png(40).unwrap();
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
    // Four cells and a quarter on each side.
    assert_eq!(png[16..24], [0, 0, 0, 180, 0, 0, 0, 180]);
    assert_ne!(picture.attacks(true).png(40).unwrap(), png);
    assert!(Picture::queens(&board, &[Square::new(4, 0)]).is_err());
    assert!(Picture::new(vec![], false).is_err());
}

#[test]
fn coordinates_are_drawn_as_strokes() {
    let board = Board::new(8).unwrap();
    let picture = Picture::queens(&board, &[]).unwrap();
    let strokes = |coordinates| {
        let svg = picture.clone().coordinates(coordinates).svg();
        assert!(!svg.contains("<text") && svg.contains("prefers-color-scheme:dark"));
        svg.matches("<polyline").count()
    };
    assert_eq!(strokes(Coordinates::None), 0);
    // 0 to 7 on two sides: a stroke each, and two for the 3.
    assert_eq!(strokes(Coordinates::Numbers), 18);
    // 1 to 8; of a to h all but c and e have two.
    assert_eq!(strokes(Coordinates::Names), 9 + 14);
    let picture = Picture::queens(&Board::new(27).unwrap(), &[]).unwrap();
    let [names, numbers] =
        [Coordinates::Names, Coordinates::Numbers].map(|style| picture.clone().coordinates(style).svg());
    assert_eq!(names, numbers);
}

#[test]
fn an_animation_has_all_its_frames() {
    let game = Animation::new((0..5).map(frame).collect(), 50).unwrap();
    let svg = game.svg();
    assert_eq!(svg.matches("<animate ").count(), 5);
    assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
    assert!(svg.contains("dur=\"3.5s\""));
    let gif = game.gif(20).unwrap();
    assert_eq!(gif[..6], *b"GIF89a");
    assert!(Animation::new(vec![], 50).is_err());
}

#[test]
fn a_sheet_is_near_a_landscape_page_and_writes_what_boards_share_once() {
    let board = Board::new(8).unwrap();
    let tile = |number: usize| {
        let picture = Picture::queens(&board, &[Square::new(0, (number % 8) as u32)]).unwrap();
        Tile::new(picture, number.to_string(), "0 1")
    };
    let sheet = |boards: usize| Sheet::new("boards", (0..boards).map(tile).collect());
    for boards in [6, 12, 46, 92, 352, 724] {
        let (columns, rows) = sheet(boards).unwrap().shape();
        assert!(columns * rows >= boards && columns * (rows - 1) < boards, "{boards}");
        let ratio = columns as f64 / rows as f64;
        assert!((1.0..2.0).contains(&ratio), "{boards}: {columns} x {rows}");
    }
    assert_eq!(sheet(12).unwrap().columns(Some(5)).shape(), (5, 3));
    assert_eq!(sheet(2).unwrap().columns(Some(9)).shape(), (2, 1));
    assert!(sheet(0).is_err() && sheet(LARGEST_SHEET + 1).is_err());
    let svg = sheet(16).unwrap().svg();
    // Two boards for each place of the queen, which is drawn once; the ground of all sixteen too.
    assert_eq!(svg.matches("<polygon").count(), 8);
    assert_eq!(svg.matches("<path").count(), 1);
    let png = sheet(2).unwrap().png(20).unwrap();
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert!(side(16) > 2 * 8 * 20 && side(20) > 8 * 20);
}
