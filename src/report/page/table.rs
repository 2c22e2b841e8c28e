//! Tables, and the two forms they are written in.

use super::text;
use std::fmt::Write;

/// Longer texts are broken into lines.
const LONG: usize = 40;

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
    /// What stands above it, if the section's title does not say it all.
    title: Option<&'static str>,
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
        Table { title: None, headings: headings.into_iter().map(heading).collect(), rows: vec![] }
    }

    /// The same table under a title of its own.
    pub fn titled(self, title: &'static str) -> Self {
        Table { title: Some(title), ..self }
    }

    /// One more row, with a cell for each heading.
    pub fn row(&mut self, cells: Vec<TableCell>) {
        debug_assert_eq!(cells.len(), self.headings.len());
        self.rows.push(cells);
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// As HTML, in a box that scrolls by itself where it is wider than the page. A shade at its right edge and, in
    /// browsers that know the box's scroll position, a line above it say that there is more.
    pub fn html(&self, caption: &str) -> String {
        let mut html =
            self.title.map(|title| format!("<h3>{}</h3>\n", text::html(title))).unwrap_or_default();
        let caption = text::html(self.title.unwrap_or(caption));
        // Writing to a string does not fail.
        let _ = write!(
            html,
            "<div class=\"table\"><div class=\"hint\" aria-hidden=\"true\">more columns: scroll →</div>\
             <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{caption}\"><table>\n<thead><tr>"
        );
        let class = |number: bool| if number { " class=\"n\"" } else { "" };
        for (heading, number) in &self.headings {
            let _ = write!(html, "<th scope=\"col\"{}>{}</th>", class(*number), text::phrases(heading));
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
                let wrap = cell.text.len() > LONG;
                let classes =
                    [if *number { "n" } else { "" }, tone, if wrap { "wrap" } else { "" }].join(" ");
                let classes = match classes.trim() {
                    "" => String::new(),
                    classes => format!(" class=\"{classes}\""),
                };
                let end = &element[..2];
                let text = if i == 0 && !wrap { text::phrases(&cell.text) } else { text::html(&cell.text) };
                let _ = write!(html, "<{element}{classes}>{text}</{end}>");
            }
            html.push_str("</tr>\n");
        }
        html + "</tbody></table></div></div>\n"
    }

    /// As a Markdown table.
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut markdown = self.title.map(|title| format!("### {title}\n\n")).unwrap_or_default();
        markdown += &line(self.headings.iter().map(|(heading, _)| text::markdown(heading)).collect());
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
        assert!(html.contains("class=\"hint\"") && !html.contains("<h3>"), "{html}");
        assert_eq!(table.markdown(), "| name | number |\n| --- | ---: |\n| &lt;b>\\| | **7** |\n");
        let titled = table.titled("Times");
        assert!(
            titled.html("").starts_with("<h3>Times</h3>") && titled.html("").contains("aria-label=\"Times\"")
        );
        assert!(titled.markdown().starts_with("### Times\n\n| name"));
    }

    #[test]
    fn numbers_never_break_and_long_text_does() {
        let mut table = Table::new(["board [0,0] → any, 2 threads", "#number"]);
        table.row(vec!["N = 8".into(), "39,029,188,884".into()]);
        table.row(vec!["a b".repeat(20).into(), "1.00 s".into()]);
        let html = table.html("");
        assert!(html.contains("board\u{a0}[0,0] →\u{a0}any, 2\u{a0}threads"), "{html}");
        assert!(html.contains(">N\u{a0}=\u{a0}8</th>") && html.contains("class=\"wrap\">a ba b"), "{html}");
        let style = include_str!("style.css").to_owned() + include_str!("plot.css");
        for rule in [
            "td{white-space:nowrap}",
            ".n{text-align:right;font-variant-numeric:tabular-nums}",
            "tbody th,thead th:first-child{position:sticky;left:0;background:var(--card)}",
            "@keyframes more",
            "animation-timeline:--across",
            "local,linear-gradient(to left,var(--shade)",
        ] {
            assert!(style.contains(rule), "{rule}");
        }
        let tiles = style.lines().find(|line| line.starts_with(".tiles b{")).unwrap();
        assert!(tiles.contains("white-space:nowrap") && !tiles.contains("overflow-wrap"), "{tiles}");
    }
}
