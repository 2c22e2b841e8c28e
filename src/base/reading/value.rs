//! Values of data files: JSON, and what people keep boards in beside it.
//!
//! ```text
//! {"stars": 1, "regions": ["AABB", ...]}            JSON; names may lack their quotes
//! const level = { regions: [["A", "B"], ...] };     assignments of JavaScript or Python
//! stars = 1; regions = [| 1, 1 | 2, 2 |];           ... or MiniZinc, also array2d(1..2, 1..2, [1, 1, 2, 2])
//! ```
//! Comments begin with `#`, `//` or `%`, or stand between `/*` and `*/`. Texts have the escapes of JSON.

use crate::Error;
use crate::base::text::shown;

/// The deepest nesting: boards have four levels.
const DEEPEST: usize = 32;

/// A value and its place in the text, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Value {
    pub line: usize,
    pub column: usize,
    pub kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A text in quotes.
    Text(String),
    /// A number, a name or another word without quotes.
    Word(String),
    List(Vec<Value>),
    /// Fields in their order.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// The first field of this name, if the value is an object that has it.
    pub fn field(&self, name: &str) -> Option<&Value> {
        match &self.kind {
            Kind::Object(fields) => fields.iter().find(|(field, _)| field == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The values of a list.
    pub fn list(&self) -> Option<&[Value]> {
        if let Kind::List(values) = &self.kind { Some(values) } else { None }
    }
}

/// A reader of values from a place in a text.
#[derive(Debug, Clone)]
pub(crate) struct Values<'a> {
    /// The text from here on.
    pub rest: &'a str,
    pub line: usize,
    pub column: usize,
    /// The comments that were passed, with their lines.
    pub comments: Vec<(usize, &'a str)>,
}

impl<'a> Values<'a> {
    pub fn new(text: &'a str) -> Self {
        Values { rest: text, line: 1, column: 1, comments: vec![] }
    }

    /// Reads the value that begins here.
    ///
    /// # Errors
    /// [`Error::Input`] with line and column.
    pub fn value(&mut self) -> Result<Value, Error> {
        self.nested(DEEPEST)
    }

    /// Reads the assignments up to the text's end as the fields of one object. Values without a name have an empty one,
    /// and words that assign nothing are passed over (`const`, `export default level`).
    ///
    /// # Errors
    /// As [`value`](Self::value).
    pub fn assignments(&mut self) -> Result<Value, Error> {
        let (line, column, mut fields) = (self.line, self.column, vec![]);
        loop {
            self.skip_blanks();
            match self.peek() {
                None => return Ok(Value { line, column, kind: Kind::Object(fields) }),
                Some(';' | ',') => self.skip(1),
                Some(c) if is_of_word(c) => {
                    let name = self.word().to_owned();
                    self.skip_blanks();
                    // TypeScript: `const level: Level = ...`.
                    if self.rest.starts_with(':') {
                        self.skip(1);
                        self.skip_blanks();
                        self.word();
                        self.skip_blanks();
                    }
                    if self.rest.starts_with('=') {
                        self.skip(1);
                        fields.push((name, self.value()?));
                    }
                }
                Some(_) => fields.push((String::new(), self.value()?)),
            }
        }
    }

    /// The rest of this line, unless the text is at its end.
    pub fn line_ahead(&self) -> Option<&'a str> {
        (!self.rest.is_empty()).then(|| self.rest.lines().next().unwrap_or_default())
    }

    /// Passes over the rest of this line.
    pub fn skip_line(&mut self) {
        let line = self.line_ahead().unwrap_or_default();
        self.comments.extend(line.split_once('#').map(|(_, comment)| (self.line, comment)));
        self.skip(self.rest.find('\n').map_or(self.rest.len(), |end| end + 1));
    }

    /// Passes over what may follow a value in its line, and over the line's end: separators, a comment or the next value.
    ///
    /// # Errors
    /// [`Error::Input`] if anything else follows.
    pub fn end_of_value(&mut self) -> Result<(), Error> {
        let is_between = |c: char| c != '\n' && (c.is_whitespace() || matches!(c, ',' | ';'));
        self.skip(self.rest.len() - self.rest.trim_start_matches(is_between).len());
        let rest = self.line_ahead().unwrap_or_default();
        if rest.is_empty() || rest.starts_with('#') || rest.starts_with("//") {
            self.skip_line();
        } else if !rest.starts_with(['[', '{']) {
            return Err(self.fault(&format!("'{}' follows the value", shown(rest.trim_end()))));
        }
        Ok(())
    }

    /// An error at this place.
    pub fn fault(&self, what: &str) -> Error {
        fault((self.line, self.column), what)
    }

    fn place(&self) -> (usize, usize) {
        (self.line, self.column)
    }

    /// Passes over spaces, line ends and comments.
    pub fn skip_blanks(&mut self) {
        loop {
            let blanks = self.rest.len() - self.rest.trim_start().len();
            self.skip(blanks);
            let mark = ["#", "//", "%", "/*"].into_iter().find(|mark| self.rest.starts_with(mark));
            let Some(mark) = mark else { return };
            let end = match mark {
                "/*" => self.rest.find("*/").map(|end| end + 2),
                _ => self.rest.find('\n'),
            };
            let comment = &self.rest[..end.unwrap_or(self.rest.len())];
            self.comments.push((self.line, &comment[mark.len()..]));
            self.skip(comment.len());
        }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Passes over this number of bytes.
    fn skip(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        self.line += passed.matches('\n').count();
        let last = passed.rfind('\n').map(|end| &passed[end + 1..]);
        self.column = last.map_or(self.column, |_| 1) + last.unwrap_or(passed).chars().count();
        self.rest = rest;
    }

    fn nested(&mut self, depth: usize) -> Result<Value, Error> {
        self.skip_blanks();
        let (line, column) = self.place();
        if depth == 0 {
            return Err(self.fault("brackets are nested too deeply"));
        }
        let kind = match self.peek() {
            Some('[') => Kind::List(self.list(']', depth)?),
            Some('{') => Kind::Object(self.object(depth)?),
            Some('"' | '\'' | '`') => Kind::Text(self.text()?),
            Some(c) if is_of_word(c) => {
                let word = self.word().to_owned();
                // A call stands for its last argument: array2d(1..2, 1..2, [...]).
                let arguments = if self.rest.starts_with('(') { self.list(')', depth)? } else { vec![] };
                arguments.into_iter().next_back().map_or(Kind::Word(word), |value| value.kind)
            }
            Some(other) => {
                return Err(self.fault(&format!("'{}' is not expected", shown(&other.to_string()))));
            }
            None => return Err(self.fault("a value is missing")),
        };
        Ok(Value { line, column, kind })
    }

    /// Reads items up to a closing bracket; commas may be left out.
    fn items(
        &mut self,
        close: char,
        mut item: impl FnMut(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let open = self.place();
        self.skip(1);
        loop {
            self.skip_blanks();
            match self.peek() {
                None => return Err(fault(open, &format!("the bracket is not closed with '{close}'"))),
                Some(',' | ';') => self.skip(1),
                Some(next) if next == close => {
                    self.skip(1);
                    return Ok(());
                }
                Some(_) => item(self)?,
            }
        }
    }

    /// A list, or the rows of a MiniZinc array: `[| 1, 1 | 2, 2 |]`.
    fn list(&mut self, close: char, depth: usize) -> Result<Vec<Value>, Error> {
        let mut rows = vec![vec![]];
        self.items(close, |values| {
            if values.rest.starts_with('|') {
                values.skip(1);
                rows.push(vec![]);
            } else {
                let value = values.nested(depth - 1)?;
                rows.last_mut().expect("there is one").push(value);
            }
            Ok(())
        })?;
        if let [_] = &rows[..] {
            return Ok(rows.concat());
        }
        let rows = rows.into_iter().filter_map(|row| {
            let &Value { line, column, .. } = row.first()?;
            Some(Value { line, column, kind: Kind::List(row) })
        });
        Ok(rows.collect())
    }

    fn object(&mut self, depth: usize) -> Result<Vec<(String, Value)>, Error> {
        let mut fields = vec![];
        self.items('}', |values| {
            let name = values.nested(1)?;
            let (Kind::Text(word) | Kind::Word(word)) = name.kind else {
                return Err(fault((name.line, name.column), "the field has no name"));
            };
            values.skip_blanks();
            if values.rest.starts_with([':', '=']) {
                values.skip(1);
                fields.push((word, values.nested(depth - 1)?));
            } // else JavaScript's short form of a field, or an imported name
            Ok(())
        })?;
        Ok(fields)
    }

    fn word(&mut self) -> &'a str {
        let word = &self.rest[..self.rest.find(|c| !is_of_word(c)).unwrap_or(self.rest.len())];
        self.skip(word.len());
        word
    }

    /// A text in quotes.
    fn text(&mut self) -> Result<String, Error> {
        let open = self.place();
        let mut characters = self.rest.char_indices();
        let quote = characters.next().map(|(_, quote)| quote);
        // In UTF-16: an escape may be half a character.
        let mut units: Vec<u16> = vec![];
        while let Some((at, character)) = characters.next() {
            let character = match character {
                _ if Some(character) == quote => {
                    self.skip(at + 1);
                    return String::from_utf16(&units)
                        .map_err(|_| fault(open, "the text has half a character"));
                }
                '\\' => match characters.next() {
                    Some((_, 'n')) => '\n',
                    Some((_, 'r' | 't' | 'b' | 'f')) => ' ',
                    Some((_, 'u')) => {
                        let digits: String = characters.by_ref().take(4).map(|(_, digit)| digit).collect();
                        let unit = u16::from_str_radix(&digits, 16);
                        units.push(unit.map_err(|_| fault(open, "the text has an invalid escape"))?);
                        continue;
                    }
                    escaped => escaped.map_or('\\', |(_, escaped)| escaped),
                },
                character => character,
            };
            units.extend_from_slice(character.encode_utf16(&mut [0; 2]));
        }
        Err(fault(open, "the text is not closed"))
    }
}

/// An error at a line and a column.
fn fault((line, column): (usize, usize), what: &str) -> Error {
    Error::input(format!("line {line}, column {column}: {what}"))
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-' | '+' | '.' | '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value in one notation: words as they are, texts in quotes.
    fn plain(value: &Value) -> String {
        let list = |values: &[Value]| values.iter().map(plain).collect::<Vec<_>>().join(",");
        match &value.kind {
            Kind::Text(text) => format!("{text:?}"),
            Kind::Word(word) => word.clone(),
            Kind::List(values) => format!("[{}]", list(values)),
            Kind::Object(fields) => {
                let fields: Vec<_> =
                    fields.iter().map(|(name, value)| format!("{name}:{}", plain(value))).collect();
                format!("{{{}}}", fields.join(","))
            }
        }
    }

    fn read(text: &str) -> String {
        Values::new(text).value().map_or_else(|error| error.to_string(), |value| plain(&value))
    }

    #[test]
    fn values_are_read_in_every_notation() {
        for (text, expected) in [
            (
                r#" {"a": [1, -2.5e3, true], "b": {"c": "d\n\u00e9"}} rest"#,
                r#"{a:[1,-2.5e3,true],b:{c:"d\né"}}"#,
            ),
            (r##"["\ud83d\udfe5", 'it"s', `x`, "#3 // %"]"##, r##"["🟥","it\"s","x","#3 // %"]"##),
            ("[1, # one\n 2, // two\n /* three */ 4, % five\n]", "[1,2,4]"),
            ("[| 1, 2\n | 3, 4 |]", "[[1,2],[3,4]]"),
            ("[|1,2|3,4|\n|]", "[[1,2],[3,4]]"),
            ("array2d(1..2, 1..2, [1, 2, 3, 4])", "[1,2,3,4]"),
            ("{a: 1, b}", "{a:1}"),
            ("[[A B] [C D]]", "[[A,B],[C,D]]"),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn assignments_are_the_fields_of_an_object() {
        for (text, expected) in [
            ("n = 2; r = [| 1, 1 | 2, 2 |];\n% end\n", "{n:2,r:[[1,1],[2,2]]}"),
            (
                "import { red } from '../colors';\nconst level: Level = { size: 1, r: [['A']], c: {A: red} };\nexport default level;\n",
                "{:{},:\"../colors\",level:{size:1,r:[[\"A\"]],c:{A:red}}}",
            ),
            ("module.exports = [[1]]", "{module.exports:[[1]]}"),
        ] {
            assert_eq!(plain(&Values::new(text).assignments().unwrap()), expected);
        }
    }

    #[test]
    fn errors_say_where() {
        for (text, sentence) in [
            ("[1,\n [2", "line 2, column 2: the bracket is not closed with ']'"),
            ("[|1,2|3", "line 1, column 1: the bracket is not closed with ']'"),
            ("{\"a\": 1", "line 1, column 1: the bracket is not closed with '}'"),
            ("[(]", "line 1, column 2: '(' is not expected"),
            ("[\"a", "line 1, column 2: the text is not closed"),
            ("{[]: 1}", "line 1, column 2: the field has no name"),
            (r#"["\ud83d"]"#, "line 1, column 2: the text has half a character"),
            (r#"["\ud83dx\udfe5"]"#, "line 1, column 2: the text has half a character"),
            (r#"["\uxyz1"]"#, "line 1, column 2: the text has an invalid escape"),
            ("", "line 1, column 1: a value is missing"),
        ] {
            assert_eq!(read(text), sentence, "{text}");
        }
        assert!(read(&"[".repeat(1_000_000)).ends_with("nested too deeply"));
        assert!(read(&"{a:".repeat(1_000_000)).ends_with("nested too deeply"));
    }
}
