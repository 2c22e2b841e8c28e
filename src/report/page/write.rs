//! The page as HTML and as Markdown.

use super::text::{self, Text};
use super::{Block, Page, Section};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::fmt::Write;

const STYLE: &str = concat!(include_str!("plot.css"), include_str!("style.css"));
const TITLE: &str = "Vuelta: results";
/// Scripts and everything from elsewhere are forbidden.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The page as one self-contained file.
pub fn html(page: &Page) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="color-scheme" content="light dark";
                title { (TITLE) }
                style { (PreEscaped(STYLE)) (PreEscaped(picks(page))) }
            }
            body {
                header {
                    h1 { (TITLE) }
                    p.facts { @for fact in &page.facts { span { (Text(fact)) } } }
                    @for difference in &page.differing { p.bad { (Text(difference)) } }
                    ul.tiles { @for (number, what) in &page.tiles { li { b { (Text(number)) } span { (Text(what)) } } } }
                }
                main { @for section in &page.sections { (section_html(section)) } }
                footer { "Made by " code { "vuelta report" } " from result files alone." }
            }
        }
    };
    markup.into_string() + "\n"
}

/// The rules that show the panel of the button that is pressed.
fn picks(page: &Page) -> String {
    let blocks = page.sections.iter().flat_map(|section| &section.blocks);
    let panels = blocks.map(|block| if let Block::Pick(_, panels) = block { panels.len() } else { 0 }).max();
    let rule = |i| format!(".pick>input:nth-of-type({i}):checked~article:nth-of-type({i}){{display:block}}");
    (1..=panels.unwrap_or(0)).map(rule).collect()
}

fn section_html(section: &Section) -> Markup {
    html! {
        section {
            h2 { (section.title) }
            p { (Text(&section.text)) }
            @for block in &section.blocks { (block_html(block)) }
        }
    }
}

fn block_html(block: &Block) -> Markup {
    html! {
        @match block {
            Block::Table(table) => (table.html()),
            Block::Figure(svg) => figure { (svg) figcaption { "Time against N, on a logarithmic axis." } },
            Block::Boards(boards) => div.boards {
                @for (svg, caption) in boards { figure { (PreEscaped(svg)) figcaption { (Text(caption)) } } }
            },
            Block::Notes(notes) => ul.notes { @for note in notes { li { (Text(note)) } } },
            Block::Csv(csv) => details { summary { "Provenance as CSV" } pre { (csv) } },
            Block::Folded(title, blocks) => details {
                summary { (Text(title)) }
                @for block in blocks { (block_html(block)) }
            },
            Block::Pick(name, panels) => div.pick {
                @for (i, (title, _)) in panels.iter().enumerate() {
                    input type="radio" name=(name) id=(format!("{name}-{i}")) checked[i == 0];
                    label for=(format!("{name}-{i}")) { (Text(title)) }
                }
                @for (title, blocks) in panels {
                    article { h3.of { (Text(title)) } @for block in blocks { (block_html(block)) } }
                }
            },
        }
    }
}

/// The tables as Markdown.
pub fn markdown(page: &Page) -> String {
    let facts: Vec<_> = page.facts.iter().map(|fact| text::markdown(fact)).collect();
    let mut markdown = format!("# {TITLE}\n\n{}\n", facts.join(" · "));
    for difference in &page.differing {
        // Writing to a string does not fail.
        let _ = writeln!(markdown, "\n**{}**", text::markdown(difference));
    }
    for section in &page.sections {
        let _ = write!(markdown, "\n## {}\n\n{}\n", section.title, text::markdown(&section.text));
        markdown.extend(section.blocks.iter().map(block_markdown));
    }
    markdown
}

fn block_markdown(block: &Block) -> String {
    let all = |blocks: &[Block]| blocks.iter().map(block_markdown).collect::<String>();
    let folded = |title: &str, blocks: &[Block]| {
        let title = html! { (Text(title)) }.into_string();
        format!("\n<details><summary>{title}</summary>\n{}\n</details>\n", all(blocks))
    };
    match block {
        Block::Table(table) => format!("\n{}", table.markdown()),
        Block::Notes(notes) => {
            notes.iter().map(|note| format!("\n{}\n", text::markdown(note))).collect::<String>()
        }
        Block::Folded(title, blocks) => folded(title, blocks),
        // The newest is open.
        Block::Pick(_, panels) => panels
            .iter()
            .enumerate()
            .map(|(i, (title, blocks))| match i {
                0 => all(blocks),
                _ => folded(title, blocks),
            })
            .collect(),
        Block::Figure(_) | Block::Boards(_) | Block::Csv(_) => String::new(),
    }
}
