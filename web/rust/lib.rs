//! The WebAssembly module of the page: one question as text, one answer as JSON.
//!
//! Plain exports, no binding generator. The page writes a question into the memory at `input(length)`, calls `ask()`, which
//! returns the answer's length, and reads the answer at `answer()`. The host provides `now()` in milliseconds and
//! `progress(done)`, which is called ten times a second while a question is answered.
//!
//! A question is a line of words, and for Senku and regions a board below it. Each names all that it is about, so that an
//! instance that replaces a broken one can answer it. A panic traps; the panic's message is then at `answer()`, up to a
//! byte of zero.

mod host;
mod queens;
mod regions;
mod senku;

use serde_json::{Value, json};
use std::cell::RefCell;
use std::str::FromStr;
use std::sync::Once;
use vuelta::search::{Progress, Workers};
use vuelta::{Error, Square};

/// The state kept between questions.
struct State {
    /// The calling thread as the only worker.
    workers: Workers,
    lists: queens::Lists,
    senku: Option<senku::Table>,
}

thread_local! {
    static INPUT: RefCell<Vec<u8>> = RefCell::default();
    static ANSWER: RefCell<Vec<u8>> = RefCell::default();
    static STATE: RefCell<Option<State>> = RefCell::default();
}

/// Makes room for a question of this many bytes and returns its place.
#[allow(unsafe_code)] // a name for the host, no unchecked operation
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        *input = vec![0; length];
        input.as_mut_ptr()
    })
}

/// Answers the question and returns the answer's length.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|panic| {
            keep(format!("{panic}\0"));
        }));
        host::set_clock();
    });
    let question = INPUT.take();
    let answer = answer_to(&String::from_utf8_lossy(&question));
    keep(answer.unwrap_or_else(|error| json!({ "error": error.to_string() })).to_string())
}

/// The place of the answer.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(Vec::as_ptr)
}

fn keep(answer: String) -> usize {
    ANSWER.with_borrow_mut(|kept| {
        *kept = answer.into_bytes();
        kept.len()
    })
}

fn answer_to(question: &str) -> Result<Value, Error> {
    let (line, board) = question.split_once('\n').unwrap_or((question, ""));
    let words: Vec<&str> = line.split(' ').collect();
    STATE.with_borrow_mut(|state| {
        if state.is_none() {
            *state = Some(State { workers: Workers::here()?, lists: queens::Lists::default(), senku: None });
        }
        let state = state.as_mut().expect("made above");
        match words[0] {
            "queens" => queens::answer(&words[1..], state),
            "senku" => senku::answer(&words[1..], board, state),
            "regions" => regions::answer(&words[1..], board),
            _ => Err(unknown(line)),
        }
    })
}

fn unknown(question: &str) -> Error {
    Error::Input(format!("there is no question '{question}'"))
}

/// A number among the words.
fn number<T: FromStr>(text: &str) -> Result<T, Error> {
    text.parse().map_err(|_| Error::Input(format!("'{text}' is not a number in range")))
}

/// Squares as `row,column+row,column`; `-` for none.
fn squares(text: &str) -> Result<Vec<Square>, Error> {
    text.split('+').filter(|square| *square != "-").map(str::parse).collect()
}

/// Squares as the page reads them.
fn pairs<'a>(squares: impl IntoIterator<Item = &'a Square>) -> Value {
    squares.into_iter().map(|square| json!([square.row, square.column])).collect()
}

/// Tells the host how far a count is.
fn tell(progress: &Progress) {
    host::progress(progress.fraction());
}
