//! The rooms of src/: each imports only rooms that stand before it in the list. (What stands on the library is in crates.)

use crate::tool::{self, Result};
use regex::Regex;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use walkdir::WalkDir;

/// The rooms in order. Those on one line do not import each other: no family names another.
const ROOMS: [&[&str]; 5] = [&["base"], &["simd"], &["search"], &["known"], &["queens", "regions", "senku"]];

/// The errors of shards and ledgers, and the instruction sets that a machine lacks, are told by types of these rooms.
const KNOWN: [(&str, &str); 2] = [("base", "search"), ("base", "simd")];

/// The imports of rooms that do not stand before the room of the file, as `file: room`.
pub fn wrong_imports() -> Result<Vec<String>> {
    let sources = tool::root().join("src");
    let mut wrong = vec![];
    for entry in WalkDir::new(&sources).sort_by_file_name() {
        let path = entry?.into_path();
        if let Some((room, file)) = place(&path, &sources) {
            let named = imported(&fs::read_to_string(&path)?)?;
            let wrong_ones = named.iter().filter(|named| !may_import(&room, named));
            wrong.extend(wrong_ones.map(|named| format!("{file}: {named}")));
        }
    }
    Ok(wrong)
}

/// The room of a source file and its path; `None` for the roots of the library and the program, and for tests.
fn place(path: &Path, sources: &Path) -> Option<(String, String)> {
    let file = path.strip_prefix(sources).ok()?.to_str()?.replace('\\', "/");
    let room = file.split('/').next()?.trim_end_matches(".rs").to_owned();
    let is_left_out =
        ["lib", "main"].contains(&room.as_str()) || file.contains("tests") || !file.ends_with(".rs");
    (!is_left_out).then_some((room, file))
}

/// The rooms that a source file names after `crate::`, without its comments and tests.
fn imported(source: &str) -> Result<BTreeSet<String>> {
    let source = Regex::new("//[^\n]*")?.replace_all(source, "");
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let (inner, path) = (Regex::new(r"\{[^{}]*\}")?, Regex::new(r"crate::([A-Za-z_]+|\{[^;]*\};)")?);
    let name = Regex::new(r"(?:^|,)[ \n]*([A-Za-z_]+)")?;
    let mut named = BTreeSet::new();
    for found in path.captures_iter(source) {
        let list = found[1].trim_start_matches('{').trim_end_matches("};").to_owned();
        named.extend(name.captures_iter(&inner.replace_all(&list, "")).map(|name| room(&name[1]).to_owned()));
    }
    Ok(named)
}

/// The room of a name at the library's root.
fn room(name: &str) -> &str {
    match name {
        "Error" | "Square" | "EngineChoice" => "base",
        other => other,
    }
}

fn may_import(room: &str, named: &str) -> bool {
    let level = |room: &str| ROOMS.iter().position(|rooms| rooms.contains(&room));
    room == named || KNOWN.contains(&(room, named)) || level(named) < level(room) && level(named).is_some()
}

#[cfg(test)]
mod tests {
    use super::{imported, may_import, wrong_imports};

    #[test]
    fn rooms_import_what_stands_before_them() {
        assert_eq!(wrong_imports().unwrap(), [""; 0]);
    }

    #[test]
    fn imports_are_seen() {
        let source = "use crate::{\n    Error,\n    queens::{self, Board},\n};\n// crate::senku\nfn f() { crate::regions::g() }\n";
        assert_eq!(imported(source).unwrap().into_iter().collect::<Vec<_>>(), ["base", "queens", "regions"]);
        assert!(may_import("queens", "search") && may_import("senku", "senku"));
        assert!(
            !may_import("queens", "senku") && !may_import("search", "queens") && !may_import("base", "senku")
        );
        assert!(!may_import("queens", "nowhere"));
    }
}
