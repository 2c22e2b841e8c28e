//! The page in its two forms.

use super::senku::{Card, as_table};
use super::table::Tone;
use super::{Block, Page, Section, text};
use std::fmt::Write;

const STYLE: &str = concat!(include_str!("plot.css"), include_str!("style.css"));
const TITLE: &str = "Vuelta: results";
const ABOUT: &str =
    "Exact counts of N-queens and Senku (peg solitaire), with the machines and commands behind them.";

/// One file that needs no other: the policy forbids scripts and whatever is elsewhere.
pub fn html(page: &Page) -> String {
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{TITLE}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<header>\n<h1>{TITLE}</h1>\n<p>{ABOUT}</p>\n<p class=\"verdict {}\">{}</p>\n",
        if page.verdicts.differing.is_empty() { "good" } else { "bad" },
        text::prose(&page.verdicts.sentence())
    );
    for sentence in &page.headline {
        // Writing to a string does not fail.
        let _ = writeln!(html, "<p class=\"headline\">{}</p>", text::prose(sentence));
    }
    html.push_str("<ul class=\"tiles\">\n");
    for (number, what) in &page.tiles {
        let _ = writeln!(html, "<li><b>{}</b><span>{}</span></li>", text::prose(number), text::prose(what));
    }
    html.push_str("</ul>\n</header>\n<main>\n");
    for section in &page.sections {
        html += &section_html(section);
    }
    html + "</main>\n<footer>Made by <code>vuelta report</code> from result files alone.</footer>\n</body>\n</html>\n"
}

fn section_html(section: &Section) -> String {
    let title = text::html(section.title);
    let blocks: String = section.blocks.iter().map(|block| block_html(block, section.title)).collect();
    format!("<section>\n<h2>{title}</h2>\n<p>{}</p>\n{blocks}</section>\n", text::prose(&section.text))
}

/// A block of the part of the page with this title.
fn block_html(block: &Block, title: &str) -> String {
    match block {
        Block::Table(table) => table.html(title),
        Block::Runs(table) => format!("<div class=\"runs\">{}</div>\n", table.html(title)),
        Block::Figure(svg) => format!("<figure>{svg}</figure>\n"),
        Block::Cards(cards) => {
            format!("<div class=\"cards\">\n{}</div>\n", cards.iter().map(card_html).collect::<String>())
        }
        Block::Boards(boards) => {
            let figure = |(svg, caption): &(String, String)| {
                format!("<figure>{svg}<figcaption>{}</figcaption></figure>\n", text::prose(caption))
            };
            format!("<div class=\"boards\">\n{}</div>\n", boards.iter().map(figure).collect::<String>())
        }
        Block::Details(title, blocks) => format!(
            "<details><summary>{}</summary>\n{}</details>\n",
            text::html(title),
            blocks.iter().map(|block| block_html(block, title)).collect::<String>()
        ),
    }
}

fn card_html(card: &Card) -> String {
    let mut html =
        format!("<article class=\"card\">\n<h3>{}</h3>\n<div class=\"board\">", text::prose(&card.title));
    html += card.picture.as_deref().unwrap_or_default();
    if !card.chart.is_empty() {
        let _ =
            write!(html, "<figure>{}<figcaption>positions by jumps made</figcaption></figure>", card.chart);
    }
    html.push_str("</div>\n<dl>\n");
    for (name, cell) in card.facts.iter().filter(|(_, cell)| !cell.text.is_empty()) {
        let class = match cell.tone {
            Tone::Good => " class=\"good\"",
            Tone::Bad => " class=\"bad\"",
            _ => "",
        };
        let _ = writeln!(
            html,
            "<div><dt>{}</dt><dd{class}>{}</dd></div>",
            text::html(name),
            text::html(&cell.text)
        );
    }
    html + "</dl>\n</article>\n"
}

/// The tables alone.
pub fn markdown(page: &Page) -> String {
    let mut markdown = format!("# {TITLE}\n\n{ABOUT}\n\n{}\n", text::markdown(&page.verdicts.sentence()));
    for sentence in &page.headline {
        let _ = write!(markdown, "\n{}\n", text::markdown(sentence));
    }
    for section in &page.sections {
        let _ = write!(markdown, "\n## {}\n\n{}\n", section.title, text::markdown(&section.text));
        markdown.extend(section.blocks.iter().map(block_markdown));
    }
    markdown
}

fn block_markdown(block: &Block) -> String {
    match block {
        Block::Table(table) => format!("\n{}", table.markdown()),
        Block::Cards(cards) => format!("\n{}", as_table(cards).markdown()),
        Block::Details(_, blocks) => blocks.iter().map(block_markdown).collect(),
        Block::Figure(_) | Block::Boards(_) | Block::Runs(_) => String::new(),
    }
}
