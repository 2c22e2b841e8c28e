//! The steps of a textbook search as pictures, and as a page with a player.
//!
//! The player (`player.js`, `player.css`) is a plain ES module without dependencies. [`page`] puts it into a
//! self-contained page, and other pages can import it.

use super::{Cell, Language, Picture};
use vuelta::Error;
use vuelta::queens::{self, Square};
use vuelta::senku::{self, Position};

const PLAYER: &str = include_str!("player.js");
const PLAYER_STYLE: &str = include_str!("player.css");
/// The player's words in Spanish, which the web page has too.
const SPANISH: &str = include_str!("spanish.js");
const PAGE_STYLE: &str = include_str!("page.css");

impl Picture {
    /// Draws a step of the queens' textbook search, or its start: the board after the step, with the step's square
    /// marked. `columns` has the columns of the queens placed, row by row. A conflict has a line to the attacking
    /// queen; the caption is in this language.
    ///
    /// ```
    /// use vuelta_picture::{Animation, Language, Picture};
    /// use vuelta::queens::{Board, backtrack::Steps};
    /// let board = Board::new(4)?;
    /// let (mut steps, mut frames) = (Steps::of(&board), vec![]);
    /// while let Some(step) = steps.next() {
    ///     frames.push(Picture::queens_step(&board, steps.columns(), Some(step), Language::English)?);
    /// }
    /// assert!(Animation::new(frames, 50)?.svg().starts_with("<svg"));
    /// # Ok::<(), vuelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Input`] for a queen off the board.
    pub fn queens_step(
        board: &queens::Board,
        columns: &[u32],
        step: Option<queens::backtrack::Step>,
        language: Language,
    ) -> Result<Self, Error> {
        use queens::backtrack::Step;
        let mut picture = Picture::queens(board, &Square::of_columns(columns))?;
        let cell = |square: Square| (square.row as usize, square.column as usize);
        let (marked, (english, spanish)) = match step {
            None => (None, ("start", "inicio")),
            Some(Step::Place(square)) => (Some((square, Cell::PlacedQueen)), ("place", "reina")),
            Some(Step::Conflict { square, with }) => {
                picture.path = with.into_iter().chain([square]).map(cell).collect();
                (Some((square, Cell::Conflict)), ("conflict", "conflicto"))
            }
            Some(Step::Back(square)) => (Some((square, Cell::TakenQueen)), ("back", "atrás")),
            Some(Step::Solution) => (None, ("solution", "solución")),
        };
        if let Some((square, mark)) = marked {
            let (row, column) = cell(square);
            let cell = picture.rows.get_mut(row).and_then(|row| row.get_mut(column));
            *cell.ok_or_else(|| Error::Input(format!("the square {square} is off the board")))? = mark;
        }
        picture.caption = Some(language.of(english, spanish).to_owned());
        Ok(picture)
    }

    /// Draws a step of Senku's textbook search, or its start: the position after the step. A jump that is taken back is
    /// a line.
    ///
    /// # Errors
    /// [`Error::Input`] if the board is too large for a picture.
    pub fn senku_step(
        board: &senku::Board,
        position: Position,
        step: Option<senku::backtrack::Step>,
        language: Language,
    ) -> Result<Self, Error> {
        use senku::backtrack::Step;
        let jump = if let Some(Step::Jump(jump)) = step { Some(jump) } else { None };
        let mut picture = Picture::senku(board, position, jump.as_slice())?;
        let (english, spanish) = match step {
            None => ("start", "inicio"),
            Some(Step::Jump(_)) => ("jump", "salto"),
            Some(Step::DeadEnd) => ("dead end", "sin salida"),
            Some(Step::Back(jump)) => {
                let squares = [jump.to, jump.from].map(|hole| board.square(hole));
                picture.path = squares.map(|square| (square.row as usize, square.column as usize)).to_vec();
                ("back", "atrás")
            }
            Some(Step::Solution) => ("solution", "solución"),
        };
        picture.caption = Some(language.of(english, spanish).to_owned());
        Ok(picture)
    }
}

/// A page that plays a trace without network requests, in this language. `trace` is the JSON object described in
/// `player.js`, with packed steps.
#[must_use]
pub fn page(title: &str, trace: &str, language: Language) -> String {
    // A script must not contain the end of an element, nor a title the beginning of one.
    let trace = trace.replace('<', "\\u003c");
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    let (code, of) = (language.code(), |english, spanish| language.of(english, spanish));
    let title = format!("{title}, {}", of("step by step", "paso a paso"));
    let search = of(
        "The textbook search: go forward while you can, step back where you cannot.",
        "La búsqueda de manual: avanzar mientras se pueda, retroceder donde no se pueda.",
    );
    let script = of("This page needs JavaScript.", "Esta página necesita JavaScript.");
    let (made, alone) = (
        of("Made by", "Hecha con"),
        of("It needs no other file and no network.", "No necesita otro archivo ni conexión."),
    );
    let (words, options) = match language {
        Language::English => ("", ""),
        Language::Spanish => (
            SPANISH,
            ", undefined, { translate: (text, ...values) => english(SPANISH[text] ?? text, ...values), locale: 'es' }",
        ),
    };
    format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'; img-src data:\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n\
         <title>{title}</title>\n<style>\n{PAGE_STYLE}{PLAYER_STYLE}</style>\n</head>\n\
         <body data-watch-alone>\n<header>\n<h1>{title}</h1>\n\
         <p>{search}</p>\n</header>\n\
         <main id=\"watch\"><noscript><p>{script}</p></noscript></main>\n\
         <footer>{made} <code>vuelta {}</code>. {alone}</footer>\n\
         <script type=\"application/json\" id=\"trace\">{trace}</script>\n\
         <script type=\"module\">\n{PLAYER}\n{words}\
         watch(document.getElementById('watch'), JSON.parse(document.getElementById('trace').textContent){options});\n\
         </script>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_holds_its_trace_whatever_it_contains_and_requests_nothing() {
        let spanish = page("Senku", "{}", Language::Spanish);
        assert!(spanish.contains("<html lang=\"es\">") && spanish.contains("<h1>Senku, paso a paso</h1>"));
        let page = page("<b> & b", "{\"n\":4,\"title\":\"</script>\"}", Language::English);
        assert!(page.contains("<title>&lt;b> &amp; b, step by step</title>"));
        assert!(page.contains("\"\\u003c/script>\""));
        assert_eq!(page.matches("</script>").count(), 2);
        for request in ["http://", "https://", "src=", "url(", "import("] {
            assert!(!page.contains(request), "{request}");
        }
    }

    #[test]
    fn squares_off_the_board_are_refused() {
        use queens::backtrack::Step;
        let board = queens::Board::new(4).unwrap();
        assert!(Picture::queens_step(&board, &[4], None, Language::English).is_err());
        assert!(
            Picture::queens_step(&board, &[], Some(Step::Place(Square::new(4, 0))), Language::English)
                .is_err()
        );
        let conflict = Step::Conflict { square: Square::new(1, 0), with: Some(Square::new(0, 0)) };
        let drawn = Picture::queens_step(&board, &[0], Some(conflict), Language::English).unwrap().svg();
        let without = Picture::queens_step(&board, &[0], None, Language::English).unwrap().svg();
        assert!(drawn.matches("<polyline").count() > without.matches("<polyline").count());
    }
}
