//! What can be wrong with a move's text.

use chuhe_core::{Color, Facts, IllegalReason, Move, Role};
use std::fmt;

/// The text is a move in some notation, but names no piece or no target here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Miss {
    /// No such piece on this file, counted from the mover's right.
    NoneOnFile { role: Role, file: u8 },
    /// No file holds as many of them as front, rear or a number asks for.
    NoTandem { role: Role },
    /// The target would lie beyond the edge.
    OffBoard { role: Role },
    /// 士相马 never move sideways.
    Sideways { role: Role },
    /// This file is out of reach for one move, or the piece already stands on it.
    FileOutOfReach { role: Role, file: u8 },
    /// No piece of this kind is left.
    NoneLeft { role: Role },
}

/// Why a text gives no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotationError {
    /// No notation known here looks like this.
    NotAMove { text: String },
    /// A character that no notation uses, the `at`-th from 1.
    BadCharacter { text: String, at: usize, character: char },
    /// Well written, but there is no such piece or no such target.
    Misses { text: String, color: Color, miss: Miss },
    /// Well written, and the rules forbid it.
    Illegal { text: String, m: Move, reason: IllegalReason },
    /// Several legal moves fit, and no convention decides.
    Ambiguous { text: String, candidates: Vec<Move> },
}

impl NotationError {
    pub(super) fn not_a_move(text: &str) -> NotationError {
        NotationError::NotAMove { text: short(text) }
    }

    /// A stable name of what is wrong.
    pub fn code(&self) -> &'static str {
        match self {
            NotationError::NotAMove { .. } => "notation.not_a_move",
            NotationError::BadCharacter { .. } => "notation.bad_character",
            NotationError::Misses { miss, .. } => match miss {
                Miss::NoneOnFile { .. } => "notation.none_on_file",
                Miss::NoTandem { .. } => "notation.no_tandem",
                Miss::OffBoard { .. } => "notation.off_board",
                Miss::Sideways { .. } => "notation.sideways",
                Miss::FileOutOfReach { .. } => "notation.file_out_of_reach",
                Miss::NoneLeft { .. } => "notation.none_left",
            },
            NotationError::Illegal { reason, .. } => reason.code(),
            NotationError::Ambiguous { .. } => "notation.ambiguous",
        }
    }

    /// What the message needs: always `text`, and the case's own.
    pub fn facts(&self) -> Facts {
        let mut facts = vec![("text", self.text().to_owned())];
        match self {
            NotationError::NotAMove { .. } => {}
            NotationError::BadCharacter { at, character, .. } => {
                facts.push(("at", at.to_string()));
                facts.push(("character", character.escape_debug().to_string()));
            }
            NotationError::Misses { color, miss, .. } => {
                facts.push(("color", color.name().to_owned()));
                let (role, file) = match *miss {
                    Miss::NoneOnFile { role, file } | Miss::FileOutOfReach { role, file } => {
                        (role, Some(file))
                    }
                    Miss::NoTandem { role }
                    | Miss::OffBoard { role }
                    | Miss::Sideways { role }
                    | Miss::NoneLeft { role } => (role, None),
                };
                facts.push(("role", role.name().to_owned()));
                facts.extend(file.map(|file| ("file", file.to_string())));
            }
            NotationError::Illegal { m, reason, .. } => {
                facts.push(("move", m.to_string()));
                facts.extend(reason.facts());
            }
            NotationError::Ambiguous { candidates, .. } => {
                let moves: Vec<String> = candidates.iter().map(Move::to_string).collect();
                facts.push(("candidates", moves.join(" ")));
            }
        }
        facts
    }

    /// The text read, shortened if it was long.
    pub fn text(&self) -> &str {
        match self {
            NotationError::NotAMove { text }
            | NotationError::BadCharacter { text, .. }
            | NotationError::Misses { text, .. }
            | NotationError::Illegal { text, .. }
            | NotationError::Ambiguous { text, .. } => text,
        }
    }

    /// The moves that may have been meant: several if ambiguous, the refused one if illegal.
    pub fn candidates(&self) -> &[Move] {
        match self {
            NotationError::Illegal { m, .. } => std::slice::from_ref(m),
            NotationError::Ambiguous { candidates, .. } => candidates,
            _ => &[],
        }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())?;
        for (name, value) in self.facts() {
            write!(f, " {name}={value}")?;
        }
        Ok(())
    }
}

impl std::error::Error for NotationError {}

/// A text as it goes into a message: never more than a line's worth.
pub(super) fn short(text: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String = text.chars().take(MOST).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
