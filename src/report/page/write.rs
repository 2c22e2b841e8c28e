//! The page and its tables, as HTML and as Markdown.

use super::text::{self, Text};
use crate::text::plural;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = concat!(include_str!("plot.css"), include_str!("style.css"));
const TITLE: &str = "Vuelta: results";
/// The most rows of a table that is not folded.
const MOST_ROWS: usize = 30;
/// Scripts and everything from elsewhere are forbidden.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// A page before it is written.
pub struct Page {
    /// Date, processor, threads, commit, matches.
    pub facts: Vec<String>,
    /// The numbers that differ from the published ones, each in one sentence.
    pub differing: Vec<String>,
    pub sections: Block,
}

/// Elements of the page in both forms; empty if there is nothing to show. The plot is for HTML alone.
#[derive(Debug, Default)]
pub struct Block {
    pub html: Markup,
    pub markdown: String,
}

impl Page {
    /// The page as one self-contained file.
    pub fn html(&self) -> String {
        let markup = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    meta name="color-scheme" content="light dark";
                    title { (TITLE) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    header {
                        h1 { (TITLE) }
                        p.facts { @for fact in &self.facts { span { (Text(fact)) } } }
                        @for difference in &self.differing { p.bad { (Text(difference)) } }
                    }
                    main { (self.sections.html) }
                    footer { "Made by " code { "vuelta report" } " from result files alone." }
                }
            }
        };
        markup.into_string() + "\n"
    }

    /// The tables as Markdown.
    pub fn markdown(&self) -> String {
        let facts: Vec<_> = self.facts.iter().map(|fact| text::markdown(fact)).collect();
        let differing =
            self.differing.iter().map(|difference| format!("\n**{}**\n", text::markdown(difference)));
        format!("# {TITLE}\n\n{}\n", facts.join(" · "))
            + &differing.collect::<String>()
            + &self.sections.markdown
    }
}

impl Block {
    /// A section; empty without contents.
    pub fn section(title: &str, text: &str, contents: impl IntoIterator<Item = Block>) -> Self {
        let Block { html, markdown } = contents.into_iter().collect();
        if html.0.is_empty() {
            return Block::default();
        }
        Block {
            html: html! { section { h2 { (title) } p { (Text(text)) } (html) } },
            markdown: format!("\n## {title}\n\n{}\n{markdown}", text::markdown(text)),
        }
    }

    /// The block under a title and a line of facts, folded unless it is `open`; empty where it is.
    pub fn titled(self, title: &str, facts: &str, open: bool) -> Self {
        if self.html.0.is_empty() {
            return self;
        }
        Block {
            html: html! { details open[open] { summary { (Text(title)) } p.facts { (Text(facts)) } (self.html) } },
            markdown: format!(
                "\n### {}\n\n{}\n{}",
                text::markdown(title),
                text::markdown(facts),
                self.markdown
            ),
        }
    }

    /// Footnotes.
    pub fn notes(notes: &[String]) -> Self {
        if notes.is_empty() {
            return Block::default();
        }
        Block {
            html: html! { ul.notes { @for note in notes { li { (Text(note)) } } } },
            markdown: notes.iter().map(|note| format!("\n{}\n", text::markdown(note))).collect(),
        }
    }
}

impl From<Markup> for Block {
    fn from(html: Markup) -> Self {
        Block { html, markdown: String::new() }
    }
}

impl FromIterator<Block> for Block {
    fn from_iter<T: IntoIterator<Item = Block>>(blocks: T) -> Self {
        let mut all = Block::default();
        for block in blocks {
            all.html.0 += &block.html.0;
            all.markdown += &block.markdown;
        }
        all
    }
}

#[derive(Debug, Default)]
pub struct TableCell {
    pub text: String,
    /// `good` agrees, `bad` differs, `faint` has little weight.
    pub class: Option<&'static str>,
}

impl TableCell {
    pub fn new(text: impl Into<String>, class: &'static str) -> Self {
        TableCell { text: text.into(), class: Some(class) }
    }
}

impl<T: Into<String>> From<T> for TableCell {
    fn from(text: T) -> Self {
        TableCell { text: text.into(), class: None }
    }
}

/// A table: its first column names the rows, and columns of numbers are set to the right.
#[derive(Debug)]
pub struct Table {
    /// The headings, and whether their columns hold numbers.
    headings: Vec<(String, bool)>,
    rows: Vec<Vec<TableCell>>,
}

impl Table {
    /// A table with these headings; one that begins with `#` is of numbers.
    pub fn new<H: AsRef<str>>(headings: impl IntoIterator<Item = H>) -> Self {
        let heading = |heading: H| {
            let text = heading.as_ref();
            let number = text.strip_prefix('#');
            (number.unwrap_or(text).to_owned(), number.is_some())
        };
        Table { headings: headings.into_iter().map(heading).collect(), rows: vec![] }
    }

    /// Adds a row, with a cell for each heading.
    pub fn row(&mut self, cells: Vec<TableCell>) {
        debug_assert_eq!(cells.len(), self.headings.len());
        self.rows.push(cells);
    }

    /// The table as HTML. On narrow pages it scrolls sideways under its first column.
    pub fn html(&self) -> Markup {
        let class = |cell: &TableCell, number: bool| cell.class.or(number.then_some("n"));
        html! {
            div.scroll tabindex="0" { table {
                thead { tr {
                    @for (heading, number) in &self.headings {
                        th scope="col" class=[number.then_some("n")] { (Text(heading)) }
                    }
                } }
                tbody {
                    @for row in &self.rows { tr {
                        @for (i, (cell, (_, number))) in row.iter().zip(&self.headings).enumerate() {
                            @if i == 0 {
                                th scope="row" class=[class(cell, *number)] { (Text(&cell.text)) }
                            } @else {
                                td class=[class(cell, *number)] { (Text(&cell.text)) }
                            }
                        }
                    } }
                }
            } }
        }
    }

    /// The table as Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut markdown = line(self.headings.iter().map(|(heading, _)| text::markdown(heading)).collect());
        let rules = self.headings.iter().map(|(_, number)| if *number { "---:" } else { "---" }.to_owned());
        markdown += &line(rules.collect());
        let cell = |cell: &TableCell| match (cell.class, text::markdown(&cell.text)) {
            (Some("bad"), text) if !text.is_empty() => format!("**{text}**"),
            (_, text) => text,
        };
        markdown.extend(self.rows.iter().map(|row| line(row.iter().map(cell).collect())));
        markdown
    }
}

impl From<Table> for Block {
    fn from(table: Table) -> Self {
        if table.rows.is_empty() {
            return Block::default();
        }
        let rows = table.rows.len();
        let html = table.html();
        let html = if rows > MOST_ROWS {
            html! { details { summary { (plural(rows, "row")) } (html) } }
        } else {
            html
        };
        Block { html, markdown: format!("\n{}", table.markdown()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_escaped_in_both_forms() {
        let mut table = Table::new(["name", "#a \"number\""]);
        table.row(vec!["<b>|".into(), TableCell::new("7", "bad")]);
        let html = table.html().0;
        assert!(html.contains("<th scope=\"row\">&lt;b&gt;|</th>"), "{html}");
        assert!(html.contains("<td class=\"bad\">7</td>"), "{html}");
        assert_eq!(table.markdown(), "| name | a \"number\" |\n| --- | ---: |\n| &lt;b>\\| | **7** |\n");
        let titled = Block::from(table).titled("Times", "2 CPUs", false);
        assert!(
            titled.html.0.starts_with("<details><summary>Times</summary><p class=\"facts\">2 CPUs</p>"),
            "{titled:?}"
        );
        assert!(titled.markdown.starts_with("\n### Times\n\n2 CPUs\n\n| name"), "{titled:?}");
    }

    #[test]
    fn long_tables_are_folded() {
        let block = |rows: usize| {
            let mut table = Table::new(["#N"]);
            (0..rows).for_each(|n| table.row(vec![n.to_string().into()]));
            Block::from(table).html.0
        };
        assert!(
            block(MOST_ROWS).starts_with("<div")
                && block(MOST_ROWS + 1).starts_with("<details><summary>31 rows")
        );
    }
}
