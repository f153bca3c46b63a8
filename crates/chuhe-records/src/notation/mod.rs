//! Moves in words: 中文, WXF, ICCS, UCI, SAN. Read any of them, write each of them.
//!
//! A text is first folded into a small alphabet ([`glyphs`]): glyph variants, full-width forms
//! and look-alikes fall together there. A grammar ([`chinese`], [`latin`]) then gathers every
//! move the text may name, each convention with its [`Rank`], and legality decides ([`parse`]).
//! Only if several legal moves remain do the conventions have to: the better rank wins, and the
//! result says what else was possible.

mod chinese;
mod error;
mod glyphs;
mod latin;
mod line;
mod reading;
mod san;
mod style;
mod tandem;
mod write;

pub use error::{Miss, NotationError};
pub use line::{Line, parse_line, write_line};
pub use style::{Hint, Ranks, Script, Style, Tandem};
pub use write::{write, write_to};

use chuhe_core::{Move, Position};
use glyphs::Folded;
use reading::Candidates;

/// A move read from a text, and the other legal moves the text could have meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    pub m: Move,
    /// Empty unless only a convention decided.
    pub others: Vec<Move>,
}

/// The legal move that `text` names in any notation known here.
///
/// ```
/// use chuhe_core::Position;
/// use chuhe_records::notation::parse;
///
/// let start = Position::start();
/// for text in ["炮二平五", "包２平５", "C2.5", "H2-E2", "h2e2", "h3e3", "Che2"] {
///     assert_eq!(parse(&start, text).unwrap().to_string(), "h2e2");
/// }
/// ```
pub fn parse(position: &Position, text: &str) -> Result<Move, NotationError> {
    parse_with(position, text, Hint::default()).map(|parsed| parsed.m)
}

/// As [`parse`], with what is known of the record's notation, and telling of doubts.
pub fn parse_with(position: &Position, text: &str, hint: Hint) -> Result<Parsed, NotationError> {
    let folded = Folded::new(text)?;
    let found = parse_folded(position, text, &folded, hint);
    // ⒈ is 1 to look at, but in a BIG5 text read as GBK it was a full-width ２.
    match folded.misread() {
        Some(shifted) if found.is_err() => parse_folded(position, text, &shifted, hint).or(found),
        _ => found,
    }
}

fn parse_folded(
    position: &Position,
    text: &str,
    folded: &Folded,
    hint: Hint,
) -> Result<Parsed, NotationError> {
    let mut candidates = Candidates::new(position);
    let known = if folded.has_glyphs() {
        chinese::gather(&mut candidates, folded.bytes(), hint)
    } else {
        latin::gather(&mut candidates, folded.bytes(), hint)
    };
    if !known {
        return Err(NotationError::not_a_move(text));
    }
    candidates.decide(text)
}

#[cfg(test)]
mod tests;
