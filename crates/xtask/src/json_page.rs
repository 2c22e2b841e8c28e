//! doc/JSON.md, the page of `vuelta help json`: its part about records is made from doc/vuelta.schema.json, which describes every field.

use crate::tool::{self, Made, Result};
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value;

/// Where the written part of the page ends.
const HEADING: &str = "\n## Records\n";
/// The page fits a terminal.
const WIDTH: usize = 80;

/// A kind of record, or a part of several.
#[derive(Deserialize)]
struct Kind {
    /// The commands that print it; none for a part.
    title: Option<String>,
    description: String,
    /// The parts whose fields it has too.
    #[serde(default, rename = "allOf")]
    parts: Vec<Value>,
    #[serde(default)]
    properties: IndexMap<String, Value>,
    #[serde(default)]
    required: Vec<String>,
}

#[derive(Deserialize)]
struct Schema {
    #[serde(rename = "$defs")]
    kinds: IndexMap<String, Kind>,
}

pub fn page() -> Result<Made> {
    let folder = tool::root().join("doc");
    let schema: Schema = serde_json::from_str(&std::fs::read_to_string(folder.join("vuelta.schema.json"))?)?;
    let path = folder.join("JSON.md");
    let page = std::fs::read_to_string(&path)?;
    let (written, _) = page.split_once(HEADING).ok_or("doc/JSON.md has no heading '## Records'")?;
    let (records, parts): (Vec<_>, Vec<_>) = schema.kinds.iter().partition(|(_, kind)| kind.title.is_some());
    let sections = |kinds: Vec<(&String, &Kind)>| -> String {
        kinds.into_iter().map(|(name, kind)| section(name, kind)).collect()
    };
    let text = format!("{written}{HEADING}{}\n## Parts of records\n{}", sections(records), sections(parts));
    Ok(vec![(path, text)])
}

/// A heading, the description, and a line for each field.
fn section(name: &str, kind: &Kind) -> String {
    let commands = kind.title.iter().flat_map(|title| title.split(", "));
    let commands: Vec<_> = commands.map(|command| format!("`vuelta {command}`")).collect();
    let colon = if commands.is_empty() { "" } else { ": " };
    let mut text = format!("\n### {name}\n\n");
    text += &wrapped(&format!("{}{colon}{}", commands.join(", "), kind.description), "");
    if !kind.properties.is_empty() {
        text.push('\n');
    }
    for (field, value) in &kind.properties {
        let optional = if kind.required.contains(field) { "" } else { ", optional" };
        let described = value["description"].as_str().unwrap_or_default();
        text += &wrapped(&format!("- `{field}` ({}{optional}): {described}", type_of(value)), "  ");
    }
    let parts: Vec<_> = kind.parts.iter().map(|part| format!("`{}`", type_of(part))).collect();
    if !parts.is_empty() {
        text += &wrapped(&format!("\nAlso the fields of {}.", parts.join(" and ")), "");
    }
    text
}

/// The type of a value: `count | null`, `integer[]`, `"complete" | "partial"`.
fn type_of(value: &Value) -> String {
    let either = |types: &[Value]| types.iter().map(type_of).collect::<Vec<_>>().join(" | ");
    let list = |value: &Value| match type_of(value) {
        item if item.contains(" | ") => format!("({item})[]"),
        item => format!("{item}[]"),
    };
    match value {
        Value::Object(object) => match (object.get("$ref"), object.get("anyOf").or(object.get("enum"))) {
            (Some(part), _) => part.as_str().unwrap_or_default().trim_start_matches("#/$defs/").to_owned(),
            (_, Some(types)) => either(types.as_array().map_or(&[], Vec::as_slice)),
            _ if object.contains_key("const") => value["const"].to_string(),
            _ if object.contains_key("prefixItems") => "[integer, integer]".to_owned(),
            _ if value["type"] == "array" => list(&value["items"]),
            _ => match &value["type"] {
                Value::Array(names) => names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" | "),
                name => name.as_str().unwrap_or_default().to_owned(),
            },
        },
        constant => constant.to_string(),
    }
}

/// A paragraph in lines of the page's width; all but the first begin with `indent`.
fn wrapped(text: &str, indent: &str) -> String {
    let (mut lines, mut line) = (String::new(), String::new());
    for word in text.split(' ') {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines += &(std::mem::replace(&mut line, format!("{indent}{word}")) + "\n");
        } else {
            line += if line.is_empty() { "" } else { " " };
            line += word;
        }
    }
    lines + &line + "\n"
}
