//! The page and its tables, as HTML and as Markdown.

use super::Results;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = concat!(include_str!("plot.css"), include_str!("style.css"));
const TITLE: &str = "Vuelta: results";
/// Scripts and everything from elsewhere are forbidden.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// A table: its first column names the rows, and columns of numbers are set to the right.
pub struct Table {
    /// Those of numbers begin with `#`.
    headings: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Results {
    /// The page as HTML.
    #[must_use]
    pub fn html(&self) -> String {
        let markup = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    title { (TITLE) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    h1 { (TITLE) }
                    p { (shown(&self.facts())) }
                    @for difference in self.differing() { p.bad { (shown(&difference)) } }
                    @if let Some(plot) = self.plot() {
                        figure {
                            (PreEscaped(plot))
                            figcaption { "The shortest times of each engine on the machine of the newest count" }
                        }
                    }
                    @for (title, text, table) in self.sections() {
                        h2 { (shown(&title)) }
                        p { (text) }
                        (table.html())
                    }
                    footer { "Made by " code { "vuelta report" } " from result files alone." }
                }
            }
        };
        markup.into_string() + "\n"
    }

    /// The tables of the page as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut all = format!("# {TITLE}\n\n{}\n", markdown(&self.facts()));
        all.extend(self.differing().iter().map(|difference| format!("\n**{}**\n", markdown(difference))));
        for (title, text, table) in self.sections() {
            all += &format!("\n## {}\n\n{text}\n\n{}", markdown(&title), table.markdown());
        }
        all
    }
}

impl Table {
    pub fn new(headings: impl IntoIterator<Item = String>) -> Self {
        Table { headings: headings.into_iter().collect(), rows: vec![] }
    }

    /// The columns that are not empty, with their headings, and whether they are of numbers.
    fn columns(&self) -> Vec<(usize, &str, bool)> {
        let all = self.headings.iter().enumerate();
        let shown = all.filter(|(column, _)| self.rows.iter().any(|row| !row[*column].is_empty()));
        shown.map(|(column, text)| (column, text.trim_start_matches('#'), text.starts_with('#'))).collect()
    }

    /// The table as HTML. On narrow pages it scrolls sideways under its first column.
    fn html(&self) -> Markup {
        let columns = self.columns();
        html! {
            div.scroll tabindex="0" { table {
                thead { tr {
                    @for (_, heading, number) in &columns {
                        th scope="col" class=[number.then_some("n")] { (shown(heading)) }
                    }
                } }
                tbody {
                    @for row in &self.rows { tr {
                        @for (column, _, number) in &columns {
                            @let class = number.then_some("n");
                            @if *column == 0 {
                                th scope="row" class=[class] { (shown(&row[0])) }
                            } @else {
                                td class=[class] { (shown(&row[*column])) }
                            }
                        }
                    } }
                }
            } }
        }
    }

    fn markdown(&self) -> String {
        let columns = self.columns();
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let headings = columns.iter().map(|(_, heading, _)| markdown(heading)).collect();
        let rules = columns.iter().map(|(.., number)| if *number { "---:" } else { "---" }.to_owned());
        let cells = |row: &Vec<String>| columns.iter().map(|(column, ..)| markdown(&row[*column])).collect();
        let rows = self.rows.iter().map(|row| line(cells(row)));
        line(headings) + &line(rules.collect()) + &rows.collect::<String>()
    }
}

/// Text of any origin with a mark in place of each control character and each that turns the direction of writing.
pub fn shown(text: &str) -> String {
    let turns = |character| matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}');
    text.replace(|character: char| character.is_control() || turns(character), "\u{fffd}")
}

/// Text that stands in a cell of a Markdown table as it is.
fn markdown(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in shown(text).chars() {
        match character {
            '<' => safe.push_str("&lt;"),
            '&' => safe.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => safe.extend(['\\', character]),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_escaped_in_both_forms_and_empty_columns_left_out() {
        let mut table = Table::new(["name", "#none", "#a \"number\""].map(str::to_owned));
        table.rows.push(vec!["<b>|&\"".to_owned(), String::new(), "7\0\u{202e}".to_owned()]);
        let html = table.html().0;
        let row = "<th scope=\"row\">&lt;b&gt;|&amp;&quot;</th><td class=\"n\">7\u{fffd}\u{fffd}</td>";
        assert!(html.contains(row), "{html}");
        assert_eq!(
            table.markdown(),
            "| name | a \"number\" |\n| --- | ---: |\n| &lt;b>\\|&amp;\" | 7\u{fffd}\u{fffd} |\n"
        );
        assert_eq!(markdown("[x](y) `c` *d*"), "\\[x\\](y) \\`c\\` \\*d\\*");
    }
}
