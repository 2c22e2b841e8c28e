//! The library's public items with their signatures, as the documentation has them: what a new version must not change
//! unnoticed.
//!
//! ```text
//! vuelta::queens::Board                                      an item, and below it
//!     pub struct Board { /* private fields */ }              its declaration with fields or variants,
//!     pub fn new(size: u32) -> Result<Self, Error>           its methods,
//!     implements Clone, Debug, Eq, PartialEq                 and the traits that it has
//! ```

use crate::tool::{self, Failure, fail};
use regex::Regex;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

const FILE: &str = "doc/public-items.txt";

/// Writes doc/public-items.txt, or compares it with what would be written.
pub fn public_items(only_check: bool) -> Result<i32, Failure> {
    let mut doc = tool::cargo();
    doc.args(["doc", "--quiet", "--locked", "--no-deps", "--lib"]);
    if !doc.status()?.success() {
        return Err(fail("the documentation cannot be made"));
    }
    let (folder, file) = (tool::target().join("doc/vuelta"), tool::root().join(FILE));
    let all = fs::read_to_string(folder.join("all.html"))?;
    let mut text = String::new();
    for page in pages(&all) {
        writeln!(text, "vuelta::{}", item(page))?;
        describe(&fs::read_to_string(folder.join(page))?, &mut text)?;
    }
    if !only_check {
        fs::write(file, text)?;
        return Ok(0);
    }
    let kept = fs::read_to_string(file)?;
    let (kept, made): (BTreeSet<&str>, BTreeSet<&str>) = (kept.lines().collect(), text.lines().collect());
    for (sign, line) in
        kept.difference(&made).map(|line| ('-', line)).chain(made.difference(&kept).map(|line| ('+', line)))
    {
        eprintln!("{sign} {line}");
    }
    if kept == made {
        return Ok(0);
    }
    Err(fail(format!("the public items are not those of {FILE}; if that is meant: cargo xtask public-items")))
}

/// The path of the item on a page: `queens/struct.Board.html` is `queens::Board`.
fn item(page: &str) -> String {
    let (folder, name) = page.rsplit_once('/').unwrap_or(("", page));
    let name = name.trim_end_matches(".html").rsplit('.').next().unwrap_or(name);
    let folder = folder.replace('/', "::");
    if folder.is_empty() { name.to_owned() } else { format!("{folder}::{name}") }
}

/// The pages that all.html has a link to, sorted.
fn pages(html: &str) -> BTreeSet<&str> {
    let links = html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    links.filter(|link| link.ends_with(".html") && link.split('/').next_back().is_some_and(is_item)).collect()
}

/// Whether the file is an item's: `struct.Board.html`, but not `index.html`.
fn is_item(file: &str) -> bool {
    let kinds = ["struct", "enum", "trait", "fn", "constant", "type", "macro"];
    file.split_once('.').is_some_and(|(kind, _)| kinds.contains(&kind))
}

/// Adds the lines of an item's page.
fn describe(page: &str, to: &mut String) -> Result<(), Failure> {
    let page = page.split("id=\"synthetic-implementations\"").next().unwrap_or(page);
    let (page, traits) = page.split_once("id=\"trait-implementations\"").unwrap_or((page, ""));
    for (start, end) in
        [("<pre class=\"rust item-decl\">", "</pre>"), ("<h4 class=\"code-header\">", "</h4>")]
    {
        for html in page.split(start).skip(1) {
            writeln!(to, "    {}", text(html.split(end).next().unwrap_or(html))?)?;
        }
    }
    let headers = traits.split("<h3 class=\"code-header\">").skip(1);
    let headers: Result<Vec<String>, Failure> =
        headers.map(|html| text(html.split("</h3>").next().unwrap_or(html))).collect();
    let header = Regex::new(r"^impl(<[^>]*>)? | for .*")?;
    let mut names: Vec<_> = headers?.iter().map(|text| header.replace_all(text, "").into_owned()).collect();
    names.retain(|name| name != "StructuralPartialEq");
    if !names.is_empty() {
        writeln!(to, "    implements {}", names.join(", "))?;
    }
    Ok(())
}

/// The text of HTML on one line, without comments and the page's own notes.
fn text(html: &str) -> Result<String, Failure> {
    let tags = Regex::new(r"<summary[^>]*>(<[^>]*>)*[^<]*(<[^>]*>)*</summary>|<[^>]*>|//[^\n]*")?;
    let mut text = tags.replace_all(html, "").into_owned();
    for (entity, character) in
        [("&lt;", "<"), ("&gt;", ">"), ("&#39;", "'"), ("&quot;", "\""), ("&nbsp;", " "), ("&#160;", " ")]
    {
        text = text.replace(entity, character);
    }
    let text = Regex::new(r"#\[[a-z_]*\]")?.replace_all(&text, "$0 ").replace("&amp;", "&");
    Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_has_its_declaration_its_methods_and_its_traits() {
        let page = "<pre class=\"rust item-decl\"><code>pub struct <b>Pair</b>&lt;T&gt; {\n  pub a: T, // first\n}</code></pre>\
            <h4 class=\"code-header\">pub fn <a>new</a>(a: &amp;T)</h4>\
            <h2 id=\"trait-implementations\"><h3 class=\"code-header\">impl&lt;T&gt; <a>Clone</a> for Pair&lt;T&gt;</h3>\
            <h2 id=\"synthetic-implementations\"><h3 class=\"code-header\">impl Send for Pair</h3>";
        let mut text = String::new();
        describe(page, &mut text).unwrap();
        let expected = "    pub struct Pair<T> { pub a: T, }\n    pub fn new(a: &T)\n    implements Clone\n";
        assert_eq!((text.as_str(), item("queens/struct.Board.html").as_str()), (expected, "queens::Board"));
    }
}
