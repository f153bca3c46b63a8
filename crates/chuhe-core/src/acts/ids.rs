//! Piece identity: a piece keeps its number when it moves, so that a chase can be followed.

use crate::bitboard::Bitboard;
use crate::position::Position;
use crate::types::{Move, Square};

/// The numbers of the pieces on the board, by square. There are at most 32, so a set of pieces
/// fits into a word.
#[derive(Clone)]
pub(crate) struct Ids([u8; 90]);

impl Ids {
    const NONE: u8 = 32;

    pub fn new(position: &Position) -> Ids {
        let mut ids = [Ids::NONE; 90];
        for (id, square) in position.occupied().enumerate() {
            ids[square.index()] = id as u8;
        }
        Ids(ids)
    }

    pub const fn of(&self, square: Square) -> u8 {
        self.0[square.index()]
    }

    /// The set of the piece on a square; empty if there is none.
    pub const fn bit(&self, square: Square) -> u32 {
        match 1u32.checked_shl(self.of(square) as u32) {
            Some(set) => set,
            None => 0,
        }
    }

    /// Where the piece with this number stands.
    pub fn square(&self, id: u8) -> Option<Square> {
        Square::all().find(|s| self.0[s.index()] == id)
    }

    /// The squares of a set of pieces.
    pub fn squares(&self, set: u32, among: Bitboard) -> Bitboard {
        among.filter(|&s| self.bit(s) & set != 0).collect()
    }

    pub fn play(&mut self, m: Move) {
        self.0[m.to().index()] = self.0[m.from().index()];
        self.0[m.from().index()] = Ids::NONE;
    }

    /// Takes back a move that took nothing.
    pub fn unplay(&mut self, m: Move) {
        self.play(Move::new(m.to(), m.from()));
    }
}
