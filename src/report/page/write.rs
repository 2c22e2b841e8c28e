//! The page and its elements, as HTML and as Markdown.

use super::text::{self, Text};
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = concat!(include_str!("plot.css"), include_str!("style.css"));
const TITLE: &str = "Vuelta: results";
/// Scripts and everything from elsewhere are forbidden.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// A page before it is written.
pub struct Page {
    /// Date, processor, threads, commit, matches.
    pub facts: Vec<String>,
    /// The numbers that differ from the published ones, each in one sentence.
    pub differing: Vec<String>,
    /// A number, and what it is.
    pub tiles: Vec<(String, String)>,
    pub sections: Block,
    /// The largest number of panels of which the reader picks one.
    pub panels: usize,
}

/// Elements of the page in both forms; empty if there is nothing to show. Pictures and CSV are for HTML alone.
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
                    style { (PreEscaped(STYLE)) (PreEscaped(self.picks())) }
                }
                body {
                    header {
                        h1 { (TITLE) }
                        p.facts { @for fact in &self.facts { span { (Text(fact)) } } }
                        @for difference in &self.differing { p.bad { (Text(difference)) } }
                        ul.tiles { @for (number, what) in &self.tiles { li { b { (Text(number)) } span { (Text(what)) } } } }
                    }
                    main { (self.sections.html) }
                    footer { "Made by " code { "vuelta report" } " from result files alone." }
                }
            }
        };
        markup.into_string() + "\n"
    }

    /// The rules that show the panel of the button that is pressed.
    fn picks(&self) -> String {
        let rule =
            |i| format!(".pick>input:nth-of-type({i}):checked~article:nth-of-type({i}){{display:block}}");
        (1..=self.panels).map(rule).collect()
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

    /// SVG with captions.
    pub fn boards(boards: &[(String, String)]) -> Self {
        if boards.is_empty() {
            return Block::default();
        }
        let markup = html! {
            div.boards {
                @for (svg, caption) in boards { figure { (PreEscaped(svg)) figcaption { (Text(caption)) } } }
            }
        };
        markup.into()
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

    /// Elements that the reader unfolds.
    pub fn folded(title: &str, contents: Block) -> Self {
        let summary = html! { summary { (Text(title)) } };
        Block {
            html: html! { details { (summary) (contents.html) } },
            markdown: format!("\n<details>{}\n{}\n</details>\n", summary.0, contents.markdown),
        }
    }

    /// Titled panels of which the reader picks one; the name is unique. In Markdown all but the first are folded.
    pub fn pick(name: &str, panels: Vec<(String, Block)>) -> Self {
        if panels.is_empty() {
            return Block::default();
        }
        let html = html! {
            div.pick {
                @for (i, (title, _)) in panels.iter().enumerate() {
                    input type="radio" name=(name) id=(format!("{name}-{i}")) checked[i == 0];
                    label for=(format!("{name}-{i}")) { (Text(title)) }
                }
                @for (title, panel) in &panels { article { h3.of { (Text(title)) } (panel.html) } }
            }
        };
        let panels = panels.into_iter().enumerate().map(|(i, (title, panel))| match i {
            0 => panel.markdown,
            _ => Block::folded(&title, panel).markdown,
        });
        Block { html, markdown: panels.collect() }
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
