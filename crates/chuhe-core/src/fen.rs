//! Reading and writing FEN.
//!
//! The reader takes what archives hold: `H`/`E` for horse and elephant, `r` or `w` for Red,
//! missing or dummy fields, and the short form that drops the dummies (`… r 1`). The writer is
//! exact: `N`/`B`, `w`/`b`, all six fields.

use crate::Facts;
use crate::setup::Setup;
use crate::types::{Color, Piece, Square};
use std::fmt;

/// The longest text taken for a FEN; real ones have under 100 bytes.
const MAX_LEN: usize = 512;

/// Why a text is no FEN. `at` is the byte where reading stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    Empty,
    TooLong {
        len: usize,
    },
    /// Not ten ranks.
    Ranks {
        got: usize,
        at: usize,
    },
    /// A rank (named 0..9) that has not nine files.
    Files {
        rank: u8,
        got: usize,
        text: String,
        at: usize,
    },
    /// A character that is neither a piece letter nor a digit 1–9.
    Letter {
        letter: char,
        rank: u8,
        at: usize,
    },
    Side {
        text: String,
        at: usize,
    },
    /// A move counter that is no number, or too large to be one.
    Counter {
        text: String,
        at: usize,
    },
    /// A field after the last.
    Extra {
        text: String,
        at: usize,
    },
}

impl FenError {
    pub const fn code(&self) -> &'static str {
        match self {
            FenError::Empty => "fen.empty",
            FenError::TooLong { .. } => "fen.too_long",
            FenError::Ranks { .. } => "fen.ranks",
            FenError::Files { .. } => "fen.files",
            FenError::Letter { .. } => "fen.letter",
            FenError::Side { .. } => "fen.side",
            FenError::Counter { .. } => "fen.counter",
            FenError::Extra { .. } => "fen.extra",
        }
    }

    pub fn facts(&self) -> Facts {
        match self {
            FenError::Empty => vec![],
            FenError::TooLong { len } => {
                vec![("len", len.to_string()), ("most", MAX_LEN.to_string())]
            }
            FenError::Ranks { got, at } => vec![("got", got.to_string()), ("at", at.to_string())],
            FenError::Files { rank, got, text, at } => vec![
                ("rank", rank.to_string()),
                ("got", got.to_string()),
                ("text", text.clone()),
                ("at", at.to_string()),
            ],
            FenError::Letter { letter, rank, at } => vec![
                ("letter", letter.escape_debug().to_string()),
                ("rank", rank.to_string()),
                ("at", at.to_string()),
            ],
            FenError::Side { text, at }
            | FenError::Counter { text, at }
            | FenError::Extra { text, at } => {
                vec![("text", text.escape_debug().to_string()), ("at", at.to_string())]
            }
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_coded(f, self.code(), &self.facts())
    }
}

impl std::error::Error for FenError {}

/// `code (name: value, …)`: what a programmer sees; sentences are made from catalogues.
pub(crate) fn write_coded(f: &mut fmt::Formatter<'_>, code: &str, facts: &Facts) -> fmt::Result {
    f.write_str(code)?;
    for (i, (name, value)) in facts.iter().enumerate() {
        write!(f, "{}{name}: {value}", if i == 0 { " (" } else { ", " })?;
    }
    if !facts.is_empty() {
        f.write_str(")")?;
    }
    Ok(())
}

/// The words of `text` with the byte each starts at.
fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

pub(crate) fn parse(text: &str) -> Result<Setup, FenError> {
    if text.len() > MAX_LEN {
        return Err(FenError::TooLong { len: text.len() });
    }
    let mut fields = fields(text);
    let (at, placement) = fields.next().ok_or(FenError::Empty)?;
    let mut setup = Setup { pieces: parse_placement(placement, at)?, ..Setup::empty() };

    let mut rest = fields.peekable();
    if let Some(&(at, side)) = rest.peek() {
        setup.turn = match side {
            "w" | "W" | "r" | "R" | "-" => Color::Red,
            "b" | "B" => Color::Black,
            _ => {
                return Err(FenError::Side { text: side.to_owned(), at });
            }
        };
        rest.next();
    }
    let mut counters = [0; 2];
    let mut seen = 0;
    let mut dummies = 0;
    for (at, field) in rest {
        if field.bytes().all(|b| b == b'-') && seen == 0 && dummies < 2 {
            dummies += 1;
            continue;
        }
        if seen == 2 {
            return Err(FenError::Extra { text: field.to_owned(), at });
        }
        counters[seen] = match field {
            "-" => 0,
            _ => match field.parse::<u32>() {
                Ok(n) if n <= 100_000 => n,
                _ => {
                    return Err(FenError::Counter { text: field.to_owned(), at });
                }
            },
        };
        seen += 1;
    }
    // One number alone counts rounds; two are plies since a capture and rounds.
    let (halfmove, fullmove) = match seen {
        0 => (0, 1),
        1 if dummies == 0 => (0, counters[0]),
        1 => (counters[0], 1),
        _ => (counters[0], counters[1]),
    };
    setup.halfmove = halfmove;
    setup.fullmove = fullmove.max(1);
    Ok(setup)
}

fn parse_placement(text: &str, start: usize) -> Result<[Option<Piece>; 90], FenError> {
    let mut pieces = [None; 90];
    let ranks = text.split('/').count();
    // A hand-written diagram often ends in a stray slash.
    let text = if ranks == 11 { text.strip_suffix('/').unwrap_or(text) } else { text };
    let got = text.split('/').count();
    if got != 10 {
        return Err(FenError::Ranks { got, at: start + text.len() });
    }
    let mut at = start;
    for (i, row) in text.split('/').enumerate() {
        let rank = 9 - i as u8;
        let mut file = 0usize;
        for (offset, letter) in row.char_indices() {
            match letter {
                '1'..='9' => file += letter as usize - '0' as usize,
                _ => {
                    let piece = Piece::from_letter(letter).ok_or(FenError::Letter {
                        letter,
                        rank,
                        at: at + offset,
                    })?;
                    if file < 9 {
                        pieces[Square::new(file as u8, rank).index()] = Some(piece);
                    }
                    file += 1;
                }
            }
        }
        if file != 9 {
            return Err(FenError::Files { rank, got: file, text: row.to_owned(), at });
        }
        at += row.len() + 1;
    }
    Ok(pieces)
}

/// Writes all six fields, as `Setup` and `Position` hold them.
pub(crate) fn write(
    piece_at: impl Fn(Square) -> Option<Piece>,
    turn: Color,
    halfmove: u32,
    fullmove: u32,
) -> String {
    let mut fen = String::with_capacity(80);
    for rank in (0..10).rev() {
        let mut empty = 0u8;
        for file in 0..9 {
            match piece_at(Square::new(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        fen.push((b'0' + empty) as char);
                        empty = 0;
                    }
                    fen.push(piece.letter());
                }
            }
        }
        if empty > 0 {
            fen.push((b'0' + empty) as char);
        }
        if rank > 0 {
            fen.push('/');
        }
    }
    let side = if turn == Color::Red { 'w' } else { 'b' };
    fen.push(' ');
    fen.push(side);
    fen.push_str(" - - ");
    push_number(&mut fen, halfmove);
    fen.push(' ');
    push_number(&mut fen, fullmove);
    fen
}

/// `write!` costs more than the rest of the FEN together.
fn push_number(text: &mut String, n: u32) {
    if n >= 10 {
        push_number(text, n / 10);
    }
    text.push((b'0' + (n % 10) as u8) as char);
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

    #[test]
    fn the_start_position_round_trips() {
        assert_eq!(parse(START).unwrap().fen(), START);
        assert_eq!(Setup::start().fen(), START);
    }

    #[test]
    fn archives_dialects_read_alike() {
        let placement = START.split(' ').next().unwrap();
        let wxf = placement.replace('n', "h").replace('N', "H").replace('b', "e").replace('B', "E");
        for text in [
            placement.to_owned(),
            format!("{placement} r"),
            format!("{placement} w - -"),
            format!("{placement} w - - 0"),
            format!("{placement} r 1"),
            format!("  {wxf}   r  - -  0 1 "),
            format!("{placement}/ w"),
        ] {
            assert_eq!(parse(&text).unwrap(), Setup::start(), "{text}");
        }
        let black = parse(&format!("{placement} b - - 3 22")).unwrap();
        assert_eq!((black.turn, black.halfmove, black.fullmove), (Color::Black, 3, 22));
    }

    #[test]
    fn errors_say_where() {
        let error = |text: &str| parse(text).unwrap_err();
        assert_eq!(error(""), FenError::Empty);
        assert_eq!(error("9/9 w"), FenError::Ranks { got: 2, at: 3 });
        let files = error("rnbakabnr/8/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR");
        assert_eq!(files, FenError::Files { rank: 8, got: 8, text: "8".into(), at: 10 });
        let letter = error("rnbakabnr/9/1x5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR");
        assert_eq!(letter, FenError::Letter { letter: 'x', rank: 7, at: 13 });
        assert_eq!(error(&format!("{START} x")).code(), "fen.extra");
        assert_eq!(error(&START.replace(" w", " q")).code(), "fen.side");
        assert_eq!(error(&START.replace(" 0 1", " 0 -1")).code(), "fen.counter");
        assert_eq!(error(&START.replace(" 0 1", " 0 99999999999")).code(), "fen.counter");
        assert_eq!(error(&"9".repeat(600)).code(), "fen.too_long");
    }
}
