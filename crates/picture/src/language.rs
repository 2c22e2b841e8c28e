//! The languages of what is drawn and printed, and the words on sheets in them.

use vuelta::queens::Board;

/// A language of pictures, sheets and pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Spanish.
    Spanish,
}

impl Language {
    /// The names for `--lang`, with what they mean.
    pub const NAMES: [(&str, &str); 2] = [("en", "English"), ("es", "español")];

    /// Its code, as documents have it.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.of("en", "es")
    }

    /// The text in this language.
    pub fn of<'a>(self, english: &'a str, spanish: &'a str) -> &'a str {
        match self {
            Language::English => english,
            Language::Spanish => spanish,
        }
    }

    /// The line for the pupil's name and the date.
    pub fn name_and_date(self) -> String {
        let (name, date) = (self.of("Name", "Nombre"), self.of("Date", "Fecha"));
        format!("{name}: {} {date}: {}", "_".repeat(40), "_".repeat(14))
    }

    /// The rule of region queens with this number of queens per row.
    pub fn rule_of_regions(self, stars: u32) -> String {
        let queens =
            if stars == 1 { self.of("One queen", "Una reina").to_owned() } else { self.queens(stars) };
        let rule = self.of(
            " in each row, column and region. No two touch, not even at a corner.",
            " en cada fila, columna y región. No se tocan, ni siquiera en diagonal.",
        );
        queens + rule
    }

    /// The name of a level of deductions, 1 to 6; `None` needs a guess.
    pub fn level(self, level: Option<u32>) -> &'static str {
        match level {
            Some(1) => self.of("easy", "fácil"),
            Some(2) => self.of("medium", "medio"),
            Some(3) => self.of("tricky", "exigente"),
            Some(4) => self.of("hard", "difícil"),
            Some(5) => self.of("very hard", "muy difícil"),
            Some(_) => self.of("expert", "experto"),
            None => self.of("needs a guess", "hay que probar"),
        }
    }

    /// `1 queen`, `8 queens`
    pub fn queens(self, number: u32) -> String {
        let queens = if number == 1 { self.of("queen", "reina") } else { self.of("queens", "reinas") };
        format!("{number} {queens}")
    }

    /// `8 queens`, `8 queens with conditions`.
    pub fn queens_of(self, board: &Board) -> String {
        let conditions = self.of(" with conditions", " con condiciones");
        self.queens(board.size()) + if board.has_conditions() { conditions } else { "" }
    }

    /// The task of empty boards.
    pub fn place_queens(self, number: u32) -> String {
        let task = self.of(
            "Place {queens} on each board so that none attacks another.",
            "Coloca {queens} en cada tablero de modo que ninguna ataque a otra.",
        );
        task.replace("{queens}", &self.queens(number))
    }

    /// The task of boards with some queens.
    pub fn complete(self, number: u32) -> String {
        let task = self.of(
            "Complete each board to {queens}, none of which attacks another. There is one way.",
            "Completa cada tablero hasta {queens} que no se ataquen. Solo hay una manera.",
        );
        task.replace("{queens}", &self.queens(number))
    }

    /// How a search tree is filled in, line by line.
    pub fn fill_in_tree(self) -> [&'static str; 2] {
        [
            self.of(
                "Each board has one queen more than the one above it, in the next row, left to right.",
                "Cada tablero añade una reina al de arriba, en la fila siguiente, de izquierda a derecha.",
            ),
            self.of(
                "Draw the queens, cross out the dead ends and circle the two solutions.",
                "Dibuja las reinas, tacha los caminos sin salida y rodea las dos soluciones.",
            ),
        ]
    }

    /// The task of positions of Senku.
    pub fn play_to_one_peg(self) -> &'static str {
        self.of(
            "Jump until one peg is left. Below each board: the number of jumps.",
            "Salta hasta dejar una sola ficha. Debajo de cada tablero: el número de saltos.",
        )
    }

    /// `1 jump`, `31 jumps`
    pub fn jumps(self, number: usize) -> String {
        let jumps = if number == 1 { self.of("jump", "salto") } else { self.of("jumps", "saltos") };
        format!("{number} {jumps}")
    }
}
