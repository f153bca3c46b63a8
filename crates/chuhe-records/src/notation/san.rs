//! Writing SAN, the short notation of international chess carried over to Xiangqi.

use super::style::Ranks;
use super::write::LETTERS;
use chuhe_core::{Bitboard, Move, Piece, Position, Square};
use std::fmt::Write;

/// `Che2`, `Rxb9+`: a legal move, with the file or rank (or both) of its start only where another
/// piece of the kind could legally go to the same square.
pub(super) fn write_to(position: &Position, piece: Piece, m: Move, ranks: Ranks, out: &mut String) {
    out.push(LETTERS[piece.role().index()]);
    let rivals: Bitboard = position
        .pieces(piece.color(), piece.role())
        .without(m.from())
        .filter(|from| position.is_legal(Move::new(*from, m.to())))
        .collect();
    if !rivals.is_empty() {
        let on_file = !(rivals & Bitboard::file(m.from().file())).is_empty();
        let on_rank = !(rivals & Bitboard::rank(m.from().rank())).is_empty();
        if !on_file || on_rank {
            push_file(m.from(), out);
        }
        if on_file {
            push_rank(m.from(), ranks, out);
        }
    }
    if position.is_capture(m) {
        out.push('x');
    }
    push_file(m.to(), out);
    push_rank(m.to(), ranks, out);
    if !position.is_legal(m) {
        return;
    }
    let mut after = position.clone();
    after.make(m);
    if after.in_check() {
        out.push(if after.has_legal_move() { '+' } else { '#' });
    }
}

fn push_file(square: Square, out: &mut String) {
    out.push((b'a' + square.file()) as char);
}

fn push_rank(square: Square, ranks: Ranks, out: &mut String) {
    let first = u8::from(ranks == Ranks::FromOne);
    let _ = write!(out, "{}", square.rank() + first);
}
