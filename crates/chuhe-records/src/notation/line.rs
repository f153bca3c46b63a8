//! Whole lines of moves: what a game's worth of texts means, and how it is written.

use super::error::NotationError;
use super::style::{Hint, Ranks, Style};
use super::{Parsed, parse_with, write_to};
use chuhe_core::{Move, Position};

/// The moves read from a line of texts, as far as they are legal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    pub moves: Vec<Move>,
    /// Places (from 0) where only a convention decided, with the other legal moves there.
    pub doubts: Vec<(usize, Vec<Move>)>,
    /// What is wrong with the first text that gives no move: that of place `moves.len()`.
    pub error: Option<NotationError>,
}

/// Reads a line of moves from a position.
///
/// One line counts its ranks in one way. If the hint does not tell which, the line is read
/// counting from 0, and if that breaks off, from 1; the longer one stands.
pub fn parse_line<T: AsRef<str>>(start: &Position, texts: &[T], hint: Hint) -> Line {
    if hint.ranks.is_some() {
        return parse_so(start, texts, hint);
    }
    let counted = |ranks| parse_so(start, texts, Hint { ranks: Some(ranks), ..hint });
    let from_zero = counted(Ranks::FromZero);
    if from_zero.error.is_none() {
        return from_zero;
    }
    let from_one = counted(Ranks::FromOne);
    if from_one.moves.len() > from_zero.moves.len() { from_one } else { from_zero }
}

fn parse_so<T: AsRef<str>>(start: &Position, texts: &[T], hint: Hint) -> Line {
    let mut position = start.clone();
    let mut line = Line { moves: Vec::with_capacity(texts.len()), ..Line::default() };
    for text in texts {
        match parse_with(&position, text.as_ref(), hint) {
            Ok(Parsed { m, others }) => {
                if !others.is_empty() {
                    line.doubts.push((line.moves.len(), others));
                }
                line.moves.push(m);
                position.make(m);
            }
            Err(error) => {
                line.error = Some(error);
                break;
            }
        }
    }
    line
}

/// Writes a line of moves from a position, as far as they are legal: one text a move.
pub fn write_line(start: &Position, moves: &[Move], style: Style) -> Vec<String> {
    let mut position = start.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &m in moves.iter() {
        if !position.is_legal(m) {
            break;
        }
        let mut text = String::with_capacity(16);
        write_to(&position, m, style, &mut text);
        texts.push(text);
        position.make(m);
    }
    texts
}
