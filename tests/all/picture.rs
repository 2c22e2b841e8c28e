//! Pictures: every format has its mark and size, and all frames are there.

use vuelta::picture::{Animation, Cell, Coordinates, Picture};
use vuelta::queens::{Board, Square};

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
