//! Tables, and the two forms they are written in.

use super::text;
use std::fmt::Write;

/// Longer texts are broken into lines.
const LONG: usize = 60;

/// What a cell's number is, besides its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tone {
    #[default]
    Plain,
    /// Agrees.
    Good,
    /// Differs.
    Bad,
    /// The best of its row.
    Best,
    /// Beside the point.
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

/// A table: its first column names the rows; the columns of numbers are set to the right.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// The headings, and whether their columns hold numbers.
    headings: Vec<(String, bool)>,
    rows: Vec<Vec<TableCell>>,
}

impl Table {
    /// With these headings; one that begins with `#` is of numbers.
    pub fn new<H: AsRef<str>>(headings: impl IntoIterator<Item = H>) -> Self {
        let heading = |heading: H| {
            let text = heading.as_ref();
            let number = text.strip_prefix('#');
            (number.unwrap_or(text).to_owned(), number.is_some())
        };
        Table { headings: headings.into_iter().map(heading).collect(), rows: vec![] }
    }

    /// One more row, with a cell for each heading.
    pub fn row(&mut self, cells: Vec<TableCell>) {
        debug_assert_eq!(cells.len(), self.headings.len());
        self.rows.push(cells);
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// As HTML, in a box that scrolls by itself where it is wider than the page.
    pub fn html(&self, caption: &str) -> String {
        let caption = text::html(caption);
        let mut html = format!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{caption}\"><table>\n<thead><tr>"
        );
        let class = |number: bool| if number { " class=\"n\"" } else { "" };
        for (heading, number) in &self.headings {
            // Writing to a string does not fail.
            let _ = write!(html, "<th scope=\"col\"{}>{}</th>", class(*number), text::html(heading));
        }
        html.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            html.push_str("<tr>");
            for (i, (cell, (_, number))) in row.iter().zip(&self.headings).enumerate() {
                let element = if i == 0 { "th scope=\"row\"" } else { "td" };
                let tone = match cell.tone {
                    Tone::Plain => "",
                    Tone::Good => "good",
                    Tone::Bad => "bad",
                    Tone::Best => "best",
                    Tone::Faint => "faint",
                };
                let wide = if cell.text.len() > LONG { "wrap" } else { "" };
                let classes = [if *number { "n" } else { "" }, tone, wide].join(" ");
                let classes = match classes.trim() {
                    "" => String::new(),
                    classes => format!(" class=\"{classes}\""),
                };
                let end = &element[..2];
                let _ = write!(html, "<{element}{classes}>{}</{end}>", text::html(&cell.text));
            }
            html.push_str("</tr>\n");
        }
        html + "</tbody></table></div>\n"
    }

    /// As a Markdown table.
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut markdown = line(self.headings.iter().map(|(heading, _)| text::markdown(heading)).collect());
        let rules = self.headings.iter().map(|(_, number)| if *number { "---:" } else { "---" }.to_owned());
        markdown += &line(rules.collect());
        let cell = |cell: &TableCell| match (cell.tone, text::markdown(&cell.text)) {
            (Tone::Best | Tone::Bad, text) if !text.is_empty() => format!("**{text}**"),
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
        let mut table = Table::new(["name", "#number"]);
        table.row(vec!["<b>|".into(), TableCell::new("7", Tone::Best)]);
        let html = table.html("a \"caption\"");
        assert!(html.contains("<th scope=\"row\">&lt;b&gt;|</th><td class=\"n best\">7</td>"), "{html}");
        assert!(html.contains("aria-label=\"a &quot;caption&quot;\""), "{html}");
        assert_eq!(table.markdown(), "| name | number |\n| --- | ---: |\n| &lt;b>\\| | **7** |\n");
    }
}
