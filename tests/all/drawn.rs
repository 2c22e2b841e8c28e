//! Drawings: sheets of boards as pictures, and boards on a terminal.

use super::common::{folder, vuelta};
use std::path::Path;

/// The file's text, and its size as PNG readers see it.
fn svg(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
    // No picture has a fixed size: it fits its cell and the paper.
    let tag = &text[..text.find('>').unwrap()];
    assert!(
        tag.contains(" viewBox=\"0 0 ") && !tag.contains(" width=") && !tag.contains(" height="),
        "{tag}"
    );
    assert_eq!(text.matches("<g").count(), text.matches("</g>").count());
    text
}

/// How many boards a sheet has.
fn boards(svg: &str) -> usize {
    svg.matches("<g transform=\"translate(").count()
}

#[test]
fn a_game_is_drawn_as_a_sheet_of_its_moves() {
    let folder = folder("drawn-game");
    let (picture, png) = (folder.join("game.svg"), folder.join("game.png"));
    let files = format!("--svg {} --png {}", picture.display(), png.display());
    let game = vuelta(&format!("senku solve triangle15 --fewest-moves --json {files}")).ends(0).json();
    let moves = game["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 10);
    // The jumps once more, grouped: each move starts where its first jump does, and goes on where that lands.
    let landings =
        moves.iter().flat_map(|path| path.as_array().unwrap().windows(2).map(|way| (&way[0], &way[1])));
    let jumps = game["jumps"].as_array().unwrap().iter().map(|jump| (&jump["from"], &jump["to"]));
    assert!(landings.eq(jumps));
    let alone = svg(&picture);
    assert_eq!(boards(&alone), 1 + 10);
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    // Coordinates are drawn for every board.
    vuelta(&format!("senku solve triangle15 --fewest-moves -q --coordinates {files}")).ends(0);
    assert!(svg(&picture).matches("<use ").count() > alone.matches("<use ").count() + 11 * 10);
}

#[test]
fn a_game_without_jumps_is_drawn_as_one_board() {
    let folder = folder("drawn-start");
    let (board, picture) = (folder.join("board.txt"), folder.join("board.svg"));
    std::fs::write(&board, "oo.\n").unwrap();
    let (board, file) = (board.display(), picture.display());
    vuelta(&format!("senku solve {board} --goal {board} --svg {file}")).ends(0);
    let one = svg(&picture);
    assert_eq!((boards(&one), one.matches("<circle ").count()), (0, 3));
    vuelta(&format!("senku solve {board} --svg {file}")).ends(0);
    assert_eq!(boards(&svg(&picture)), 2);
    let [names, numbers] = ["names", "numbers"].map(|style| {
        vuelta(&format!("senku solve {board} --coordinates={style} --svg {file}")).ends(0);
        svg(&picture)
    });
    assert_ne!(names, numbers);
}

#[test]
fn an_animation_is_a_picture_that_coordinates_change() {
    for subcommand in ["senku count", "senku check", "queens count"] {
        assert!(!vuelta(&format!("{subcommand} --help")).out.contains("--coordinates"), "{subcommand}");
    }
    let folder = folder("drawn-animated");
    let [animated, gif] = ["game.svg", "game.gif"].map(|name| folder.join(name));
    let files = format!("--animate {} --animate {}", animated.display(), gif.display());
    vuelta(&format!("senku solve triangle15 -q --coordinates {files}")).ends(0);
    svg(&animated);
    assert!(std::fs::read(&gif).unwrap().starts_with(b"GIF89a"));
}

#[test]
fn solutions_are_drawn_on_one_sheet() {
    let folder = folder("drawn-gallery");
    let (picture, png) = (folder.join("gallery.svg"), folder.join("gallery.png"));
    let (file, pixels) = (picture.display(), png.display());
    // (The number of columns does not change what is on the sheet.)
    for (arguments, number, rows) in [
        ("8 --fundamental", 12, "12 boards in 3 rows and 4 columns"),
        ("8", 92, "92 boards in 8 rows and 12 columns"),
        ("9 --fundamental", 46, "46 boards in 6 rows and 8 columns"),
        ("8 --limit 20 --columns 10", 20, "20 boards in 2 rows and 10 columns"),
        ("8 --fixed b4 d5", 2, "2 boards"),
        ("12 --limit 3", 3, "3 boards"),
        // Too large for a PNG.
        ("10 --columns 1", 724, "724 boards"),
    ] {
        let ran = vuelta(&format!("queens list {arguments} --gallery {file}")).prints(0, "");
        assert!(ran.err.contains(rows), "{}", ran.err);
        assert_eq!(boards(&svg(&picture)), number, "{arguments}");
    }
    vuelta(&format!("queens list 6 -q --gallery {pixels}")).prints(0, "");
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
}

/// The width and height of the view box, and the height of the printed document in millimetres.
fn printed(svg: &str) -> (f64, f64, f64) {
    let after = |start: &str, end: &str| svg.split_once(start).unwrap().1.split_once(end).unwrap().0;
    let view = after("viewBox=\"0 0 ", "\"").split_once(' ').unwrap();
    let height = after("mm;height:", "mm").parse().unwrap();
    (view.0.parse().unwrap(), view.1.parse().unwrap(), height)
}

#[test]
fn galleries_and_games_are_laid_out_on_pages() {
    let file = folder("drawn-pages").join("pages.svg");
    for (arguments, pages, number, paper) in [
        ("queens list 8 --fundamental --page a4 --gallery", 1, 12, (210.0, 297.0)),
        ("queens list 8 --page a4 --gallery", 4, 92, (210.0, 297.0)),
        ("queens list 8 --columns 2 --page letter --gallery", 23, 92, (215.9, 279.4)),
        ("senku solve triangle15 --fewest-moves --page a4 --svg", 1, 11, (210.0, 297.0)),
        ("queens list 1 --page letter --gallery", 1, 1, (215.9, 279.4)),
    ] {
        let ran = vuelta(&format!("{arguments} {}", file.display()));
        assert_eq!(ran.code, Some(0), "{arguments}: {}", ran.err);
        let text = svg(&file);
        assert_eq!(boards(&text), number, "{arguments}");
        let (width, height, millimetres) = printed(&text);
        // Pages have whole pixels: a quarter of a millimetre more or less.
        assert!(
            (millimetres / paper.1 - f64::from(pages)).abs() < 1e-3 * f64::from(pages),
            "{arguments}: {millimetres}"
        );
        assert!((width / height * millimetres - paper.0).abs() < 0.1, "{arguments}");
        assert_eq!(text.matches("class=\"page-edge\"").count() as u32, pages - 1);
        assert!(pages == 1 || text.contains("@page{size:") && ran.err.contains(&format!("of {pages} pages")));
    }
}

#[test]
fn symmetric_solutions_are_marked_and_coordinates_drawn() {
    let file = folder("drawn-marks").join("gallery.svg");
    let gallery = |arguments: &str| {
        vuelta(&format!("queens list {arguments} -q --gallery {}", file.display())).ends(0);
        svg(&file)
    };
    // Of eight queens 1 of 12 is kept by a half turn; both of four queens are kept by quarter turns. A mark has the colour
    // of no other shape there, and the legend has one more of each kind.
    for (arguments, marks) in [("8 --fundamental", 1 + 1), ("4", 2 + 1), ("7 --fundamental --limit 1", 0)] {
        assert_eq!(gallery(arguments).matches("fill=\"#d66e14\"").count(), marks, "{arguments}");
    }
    let strokes = |arguments: &str| gallery(arguments).matches("<polyline").count();
    let (none, numbers) = (strokes("6 --limit 1"), strokes("6 --limit 1 --coordinates"));
    let names = strokes("6 --limit 1 --coordinates=names");
    assert!(none < numbers && numbers < names, "{none} {numbers} {names}");
    assert_ne!(gallery("6 --coordinates"), gallery("6 --coordinates --one-based"));
}

#[test]
fn the_coordinates_of_one_solution_are_counted_from_one_too() {
    let folder = folder("drawn-one-based");
    let [file, png] = ["board.svg", "board.png"].map(|name| folder.join(name));
    let files = format!("--svg {} --png {}", file.display(), png.display());
    let drawn = |flags: &str| {
        vuelta(&format!("queens solve 8 -q --coordinates --attacks {flags} {files}")).ends(0);
        svg(&file)
    };
    assert_ne!(drawn(""), drawn("--one-based"));
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
}

/// The text without its colours, as a terminal would show it.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    first + &parts.map(|part| part.split_once('m').unwrap().1).collect::<String>()
}

#[test]
fn boards_are_coloured_where_colours_are_and_ascii_elsewhere() {
    let ascii = " -  Q  -  - \n -  -  -  Q \n Q  -  -  - \n -  -  Q  - \n\n";
    for (subcommand, rest) in [
        ("queens list 4 --limit 1 --format board", ""),
        ("queens solve 4", "1 3 0 2\n"),
        ("queens complete 4", "4 queens at most, proved\n"),
    ] {
        for flags in ["", "--color never"] {
            assert_eq!(
                vuelta(&format!("{subcommand} {flags}")).out,
                format!("{ascii}{rest}"),
                "{subcommand} {flags}"
            );
        }
        let coloured = vuelta(&format!("{subcommand} --color always")).out;
        assert!(
            coloured.contains("\u{1b}[48;5;223m") && coloured.contains("\u{1b}[48;5;180m"),
            "{coloured:?}"
        );
        // The signs of free squares have the colour of their ground.
        assert_eq!(coloured.matches("\u{1b}[38;5;223m\u{1b}[48;5;223m - ").count(), 6, "{coloured:?}");
        let board = ascii.replace('Q', "\u{265b}");
        assert_eq!(without_colours(&coloured), format!("{board}{rest}"), "{subcommand}");
    }
    // Given queens and blocked squares are told apart.
    let given = vuelta("queens complete 4 --fixed 0,1 --blocked 3,3 --color always").out;
    assert_eq!((given.matches("38;5;124").count(), given.matches('\u{d7}').count()), (1, 1));
    let grounds = |line: &str| {
        let grounds = line.split("48;5;").skip(1).map(|ground| &ground[..3]);
        grounds.collect::<Vec<_>>().join(" ")
    };
    let grounds: Vec<String> = given.lines().take(4).map(grounds).collect();
    assert_eq!(grounds, ["223 180 223 180", "180 223 180 223", "223 180 223 180", "180 223 180 243"]);
    // Every board of a list begins with a light square.
    let list = vuelta("queens list 5 --format board --color always").out;
    let ground = "\u{1b}[48;5;223m";
    assert_eq!(
        list.split("\n\n").filter(|board| board.find(ground) < board.find("\u{1b}[48;5;180m")).count(),
        10
    );
}

#[test]
fn positions_are_circles_where_colours_are_and_read_back_everywhere() {
    let folder = folder("drawn-positions");
    for (board, rows) in [
        ("english", ["   0 1 2 3 4 5 6", "0      ● ● ●", "3  ● ● ● ○ ● ● ●"]),
        ("triangle15", ["0      ○", "1     ● ●", "   0 1 2 3 4"]),
    ] {
        let plain = vuelta(&format!("senku solve {board}")).out;
        let coloured = vuelta(&format!("senku solve {board} --color always")).out;
        let shown = without_colours(&coloured);
        assert!(plain.is_ascii() && rows.iter().all(|row| shown.lines().any(|line| line == *row)), "{shown}");
        for (name, text) in [("plain.txt", &plain), ("shown.txt", &shown)] {
            let file = folder.join(name);
            std::fs::write(&file, text).unwrap();
            let check = vuelta(&format!("senku check {board} {}", file.display()));
            assert_eq!(check.code, Some(0), "{board}: {}", check.err);
        }
    }
}

/// The output on a terminal with this number of columns, both streams together; nothing if `script` cannot make a terminal.
#[cfg(target_os = "linux")]
pub fn on_a_terminal(arguments: &str, columns: u32) -> Option<String> {
    let line = format!("stty rows 24 cols {columns}; {} {arguments}", env!("CARGO_BIN_EXE_vuelta"));
    let mut script = std::process::Command::new("script");
    script.args(["-qec", &line, "/dev/null"]).env("TERM", "xterm-256color").env_remove("NO_COLOR");
    let output =
        script.stdin(std::process::Stdio::null()).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n"))
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_colours_and_no_board_that_is_too_wide() {
    let Some(shown) = on_a_terminal("queens solve 4", 80) else { return };
    assert!(without_colours(&shown).starts_with(" -  \u{265b}  -  - \n"), "{shown:?}");
    let shown = |arguments, columns| without_colours(&on_a_terminal(arguments, columns).unwrap());
    // Two characters to a square where three are too wide.
    assert!(shown("queens solve 4", 11).starts_with("- \u{265b} - - \n"));
    let sentence = "the 20 x 20 board is not drawn: the terminal is only 39 characters wide\n";
    for arguments in
        ["queens solve 20", "queens complete 20 --fixed 0,0", "queens list 20 --limit 1 --format board"]
    {
        let text = shown(arguments, 39);
        assert!(text.contains(sentence) && !text.contains('\u{265b}'), "{text}");
        assert!(
            text.lines()
                .any(|line| ["1 3 5 7", "0,0 1,", "0 2 4 1"].iter().any(|columns| line.starts_with(columns))),
            "{text}"
        );
    }
    assert!(shown("queens solve 4 --color never", 80).starts_with(" -  Q  -  - \n"));
    assert!(shown("queens solve 20 --color never", 59).contains("not drawn"));
    assert!(shown("senku solve triangle15", 80).starts_with("0      \u{25cb}\n1     \u{25cf} \u{25cf}\n"));
    assert!(shown("senku solve", 16).starts_with("   0 1 2"));
    assert!(shown("senku solve", 15).starts_with("the board is not drawn: it is 16 characters wide"));
}
