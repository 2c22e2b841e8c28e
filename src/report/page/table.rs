//! Tables, and the two forms they are written in.

use super::text::{self, Text};
use maud::{Markup, html};

/// The weight of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tone {
    #[default]
    Plain,
    /// Agrees.
    Good,
    /// Differs.
    Bad,
    /// Of little weight.
    Faint,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableCell {
    pub text: String,
    pub tone: Tone,
}

impl TableCell {
    pub fn new(text: impl Into<String>, tone: Tone) -> Self {
        TableCell { text: text.into(), tone }
    }
}

impl<T: Into<String>> From<T> for TableCell {
    fn from(text: T) -> Self {
        TableCell::new(text, Tone::Plain)
    }
}

/// A table: its first column names the rows, and columns of numbers are set to the right.
#[derive(Debug, Clone, Default)]
pub struct Table {
    title: Option<String>,
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
        Table { title: None, headings: headings.into_iter().map(heading).collect(), rows: vec![] }
    }

    /// The table under a title of its own.
    pub fn titled(self, title: String) -> Self {
        Table { title: Some(title), ..self }
    }

    /// Adds a row, with a cell for each heading.
    pub fn row(&mut self, cells: Vec<TableCell>) {
        debug_assert_eq!(cells.len(), self.headings.len());
        self.rows.push(cells);
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The table as HTML. On narrow pages the style sheet shows each row as a card, whose cells say their headings.
    pub fn html(&self) -> Markup {
        let class = |number: bool, tone: Tone| match (number, tone) {
            (true, Tone::Plain) => Some("n"),
            (_, Tone::Good) => Some("good"),
            (_, Tone::Bad) => Some("bad"),
            (_, Tone::Faint) => Some("faint"),
            (false, Tone::Plain) => None,
        };
        html! {
            @if let Some(title) = &self.title { h3 { (Text(title)) } }
            table {
                thead { tr {
                    @for (heading, number) in &self.headings {
                        th scope="col" class=[class(*number, Tone::Plain)] { (Text(heading)) }
                    }
                } }
                tbody {
                    @for row in &self.rows { tr {
                        @for (i, (cell, (heading, number))) in row.iter().zip(&self.headings).enumerate() {
                            @if i == 0 {
                                th scope="row" class=[class(*number, cell.tone)] {
                                    @if *number { span.of { (Text(heading)) " = " } }
                                    (Text(&cell.text))
                                }
                            } @else {
                                td class=[class(*number, cell.tone)] data-of=(Text(heading)) { (Text(&cell.text)) }
                            }
                        }
                    } }
                }
            }
        }
    }

    /// The table as Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let title = self.title.as_ref().map(|title| format!("### {}\n\n", text::markdown(title)));
        let mut markdown = title.unwrap_or_default();
        markdown += &line(self.headings.iter().map(|(heading, _)| text::markdown(heading)).collect());
        let rules = self.headings.iter().map(|(_, number)| if *number { "---:" } else { "---" }.to_owned());
        markdown += &line(rules.collect());
        let cell = |cell: &TableCell| match (cell.tone, text::markdown(&cell.text)) {
            (Tone::Bad, text) if !text.is_empty() => format!("**{text}**"),
            (_, text) => text,
        };
        markdown.extend(self.rows.iter().map(|row| line(row.iter().map(cell).collect())));
        markdown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_escaped_in_both_forms() {
        let mut table = Table::new(["name", "#a \"number\""]);
        table.row(vec!["<b>|".into(), TableCell::new("7", Tone::Bad)]);
        let html = table.html().0;
        assert!(html.contains("<th scope=\"row\">&lt;b&gt;|</th>"), "{html}");
        assert!(html.contains("<td class=\"bad\" data-of=\"a &quot;number&quot;\">7</td>"), "{html}");
        assert_eq!(table.markdown(), "| name | a \"number\" |\n| --- | ---: |\n| &lt;b>\\| | **7** |\n");
        let titled = table.titled("Times".to_owned());
        assert!(titled.html().0.starts_with("<h3>Times</h3>"));
        assert!(titled.markdown().starts_with("### Times\n\n| name"));
    }
}
