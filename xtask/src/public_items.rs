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
    let (pages, file) = (tool::target().join("doc/vuelta"), tool::root().join(FILE));
    let reader = Reader::new()?;
    let mut text = String::new();
    for page in reader.pages(&fs::read_to_string(pages.join("all.html"))?) {
        writeln!(text, "vuelta::{}", item(&page))?;
        reader.describe(&fs::read_to_string(pages.join(&page))?, &mut text);
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

/// Patterns of rustdoc's pages.
struct Reader {
    links: Regex,
    /// Replacements that make one line of text of HTML, in this order.
    to_text: Vec<(Regex, &'static str)>,
    header: Regex,
}

impl Reader {
    fn new() -> Result<Self, Failure> {
        let replaced = [
            (r"<summary[^>]*>(<[^>]*>)*[^<]*(<[^>]*>)*</summary>", ""),
            (r"<[^>]*>", ""),
            (r"//[^\n]*", ""),
            (r"&lt;", "<"),
            (r"&gt;", ">"),
            (r"&#39;", "'"),
            (r"&quot;", "\""),
            (r"&nbsp;|&#160;", " "),
            (r"&amp;", "&"),
            (r"#\[[a-z_]*\]", "$0 "),
            (r"[ \n]+", " "),
            (r"^ | $", ""),
        ];
        let to_text = replaced.into_iter().map(|(pattern, by)| Ok((Regex::new(pattern)?, by)));
        Ok(Reader {
            links: Regex::new(
                r#"href="([a-z_/]*(?:struct|enum|trait|fn|constant|type|macro)\.[A-Za-z0-9_]*\.html)""#,
            )?,
            to_text: to_text.collect::<Result<_, regex::Error>>()?,
            header: Regex::new(r"^impl(<[^>]*>)? | for .*")?,
        })
    }

    /// The pages that all.html has a link to, sorted.
    fn pages(&self, html: &str) -> BTreeSet<String> {
        self.links.captures_iter(html).map(|link| link[1].to_owned()).collect()
    }

    /// Adds the lines of an item's page.
    fn describe(&self, page: &str, to: &mut String) {
        let page = page.split("id=\"synthetic-implementations\"").next().unwrap_or(page);
        let (page, traits) = page.split_once("id=\"trait-implementations\"").unwrap_or((page, ""));
        for (start, end) in
            [("<pre class=\"rust item-decl\">", "</pre>"), ("<h4 class=\"code-header\">", "</h4>")]
        {
            for html in page.split(start).skip(1) {
                writeln!(to, "    {}", self.text(html.split(end).next().unwrap_or(html))).ok();
            }
        }
        let headers = traits.split("<h3 class=\"code-header\">").skip(1);
        let names = headers.map(|html| self.text(html.split("</h3>").next().unwrap_or(html)));
        let names = names.map(|name| self.header.replace_all(&name, "").into_owned());
        let names: Vec<String> = names.filter(|name| name != "StructuralPartialEq").collect();
        if !names.is_empty() {
            writeln!(to, "    implements {}", names.join(", ")).ok();
        }
    }

    /// The text of HTML on one line, without comments and the page's own notes.
    fn text(&self, html: &str) -> String {
        self.to_text
            .iter()
            .fold(html.to_owned(), |text, (pattern, by)| pattern.replace_all(&text, *by).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_one_line_for_its_declaration_each_method_and_its_traits() {
        let page = "<pre class=\"rust item-decl\"><code>pub struct <b>Pair</b>&lt;T&gt; {\n  pub a: T, // first\n}</code></pre>\
            <h4 class=\"code-header\">pub fn <a>new</a>(a: &amp;T)</h4>\
            <h2 id=\"trait-implementations\"><h3 class=\"code-header\">impl&lt;T&gt; <a>Clone</a> for Pair&lt;T&gt;</h3>\
            <h3 class=\"code-header\">impl StructuralPartialEq for Pair</h3>\
            <h2 id=\"synthetic-implementations\"><h3 class=\"code-header\">impl Send for Pair</h3>";
        let mut text = String::new();
        Reader::new().unwrap().describe(page, &mut text);
        assert_eq!(
            text,
            "    pub struct Pair<T> { pub a: T, }\n    pub fn new(a: &T)\n    implements Clone\n"
        );
        assert_eq!(item("queens/struct.Board.html"), "queens::Board");
        assert_eq!(item("fn.run.html"), "run");
    }
}
