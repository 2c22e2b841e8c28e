//! The pictures of README.md and doc/ALGORITHMS.md, drawn by the program after crates/xtask/pictures.txt: the same program draws
//! the same bytes.

use crate::tool::{self, Result};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Draws all pictures into a folder.
pub fn pictures(folder: &Path) -> Result<i32> {
    fs::create_dir_all(folder)?;
    let vuelta = tool::program("test")?;
    let boards = tempfile::tempdir()?;
    let text = fs::read_to_string(tool::root().join("crates/xtask/pictures.txt"))?;
    // The first paragraph explains the others.
    for picture in text.split("\n\n").skip(1) {
        let (line, board) = picture.split_once('\n').unwrap_or((picture, ""));
        let (name, words) = line.split_once(": ").ok_or_else(|| format!("'{line}' is not a picture"))?;
        let file = boards.path().join(name);
        fs::write(&file, format!("{}\n", board.trim_end()))?;
        let words = words.trim().split(' ');
        let words = words.map(|word| if word == "BOARD" { file.as_os_str() } else { word.as_ref() });
        let drawn = folder.join(format!("{name}.svg"));
        tool::printed(Command::new(&vuelta).args(words).arg(drawn).current_dir(tool::root()))?;
    }
    Ok(0)
}
