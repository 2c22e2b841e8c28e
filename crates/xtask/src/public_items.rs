//! The public items of the libraries as the documentation has them, which a new version must not change unnoticed: each with its
//! declaration, its methods and its traits.

use crate::tool::{self, Made, Result};
use regex::Regex;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

/// Makes doc/public-items.txt.
pub fn public_items() -> Result<Made> {
    let mut doc = tool::cargo();
    doc.args(["doc", "--quiet", "--locked", "--no-deps", "--lib"]);
    tool::printed(&mut doc)?;
    let mut text = String::new();
    for library in ["vuelta", "vuelta_picture", "vuelta_records"] {
        let folder = tool::target().join("doc").join(library);
        let all = fs::read_to_string(folder.join("all.html"))?;
        for (page, item) in pages(&all)? {
            writeln!(text, "{library}::{item}")?;
            describe(&fs::read_to_string(folder.join(page))?, &mut text)?;
        }
    }
    Ok(vec![(tool::root().join("doc/public-items.txt"), text)])
}

/// The pages that all.html has a link to, sorted, and the paths of their items: `queens/struct.Board.html` is that of
/// `queens::Board`.
fn pages(html: &str) -> Result<BTreeMap<&str, String>> {
    let link =
        Regex::new(r#"href="(((?:[^"]*/)?)(?:struct|enum|trait|fn|constant|type|macro)\.([^".]*)\.html)""#)?;
    let pages = link.captures_iter(html).map(|link| {
        let (_, [page, folder, name]) = link.extract();
        (page, folder.replace('/', "::") + name)
    });
    Ok(pages.collect())
}

/// Adds the lines of an item's page.
fn describe(page: &str, to: &mut String) -> Result<()> {
    // What a trait does on types of other crates stands in an order of its own in each build.
    let other = Regex::new("id=\"(synthetic-implementations|foreign-impls)\"")?;
    let page = other.split(page).next().unwrap_or(page);
    let (page, traits) = page.split_once("id=\"trait-implementations\"").unwrap_or((page, ""));
    let own = Regex::new("(?s)<(?:pre class=\"rust item-decl|h4 class=\"code-header)\">(.*?)</(?:pre|h4)>")?;
    for found in own.captures_iter(page) {
        writeln!(to, "    {}", text(&found[1])?)?;
    }
    let heading = Regex::new("(?s)<h3 class=\"code-header\">(.*?)</h3>")?;
    let header = Regex::new(r"^impl(<([^<>]|<[^<>]*>)*>)? | for .*")?;
    let names =
        heading.captures_iter(traits).map(|found| Ok(header.replace_all(&text(&found[1])?, "").into_owned()));
    let mut names = names.collect::<Result<Vec<String>>>()?;
    names.retain(|name| name != "StructuralPartialEq");
    if !names.is_empty() {
        writeln!(to, "    implements {}", names.join(", "))?;
    }
    Ok(())
}

/// The text of HTML on one line, without comments and the page's own notes.
fn text(html: &str) -> Result<String> {
    let tags = Regex::new(r"<summary[^>]*>(<[^>]*>)*[^<]*(<[^>]*>)*</summary>|<[^>]*>|//[^\n]*")?;
    let mut text = tags.replace_all(html, "").into_owned();
    for (entity, character) in
        [("&lt;", "<"), ("&gt;", ">"), ("&#39;", "'"), ("&quot;", "\""), ("&nbsp;", " ")]
    {
        text = text.replace(entity, character);
    }
    let text = Regex::new(r"#\[[a-z_]*\]")?.replace_all(&text, "$0 ").replace("&amp;", "&");
    Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
}
