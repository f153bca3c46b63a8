//! A position with what a search and its game said of it, in 32 bytes.

use chuhe_core::{Bitboard, Color, Piece, Position, Role, Setup};

/// Bytes of a packed record.
pub const SIZE: usize = 32;

/// The result of a position that did not stand in a game.
pub const UNKNOWN: u8 = 3;

/// A training example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub position: Position,
    /// What the search said, from the view of the side to move.
    pub score: i16,
    /// How the game ended for the side to move: 0 lost, 1 drawn, 2 won, [`UNKNOWN`].
    pub result: u8,
    /// The ply of the game, 255 at most.
    pub ply: u8,
}

/// The packed form: occupied squares (90 bits) with the side to move in bit 95; a nibble a piece,
/// [`Piece::index`], in the order of the squares; score; result; ply. Counters of moves are lost.
pub type Packed = [u8; SIZE];

const TURN_BIT: u32 = 95;

impl Record {
    /// The packed form.
    pub fn pack(&self) -> Packed {
        let mut bytes = [0; SIZE];
        let occupied = self.position.occupied();
        let turn = (self.position.turn() as u128) << TURN_BIT;
        bytes[..12].copy_from_slice(&(occupied.0 | turn).to_le_bytes()[..12]);
        for (i, square) in occupied.enumerate() {
            let piece = self.position.piece_at(square).expect("an occupied square");
            bytes[12 + i / 2] |= (piece.index() as u8) << (4 * (i % 2));
        }
        bytes[28..30].copy_from_slice(&self.score.to_le_bytes());
        bytes[30] = self.result;
        bytes[31] = self.ply;
        bytes
    }

    /// Reads the packed form; `None` if it is none of a playable position.
    pub fn unpack(bytes: &Packed) -> Option<Record> {
        let mut setup = Setup { turn: turn(bytes), ..Setup::empty() };
        for (square, piece) in pieces(bytes) {
            setup.pieces[square] = Some(piece_of(piece)?);
        }
        let [score, result, ply] = [score(bytes), i16::from(bytes[30]), i16::from(bytes[31])];
        Some(Record {
            position: setup.position().ok().filter(|_| result <= i16::from(UNKNOWN))?,
            score,
            result: result as u8,
            ply: ply as u8,
        })
    }
}

fn piece_of(index: u8) -> Option<Piece> {
    let color = if index < 7 { Color::Red } else { Color::Black };
    Role::ALL.get(usize::from(index) % 7).filter(|_| index < 14).map(|&r| Piece::new(color, r))
}

fn word(bytes: &Packed) -> u128 {
    let mut wide = [0; 16];
    wide[..12].copy_from_slice(&bytes[..12]);
    u128::from_le_bytes(wide)
}

/// The side to move of a packed record.
pub fn turn(bytes: &Packed) -> Color {
    if bytes[11] >> 7 != 0 { Color::Black } else { Color::Red }
}

/// The score of a packed record.
pub fn score(bytes: &Packed) -> i16 {
    i16::from_le_bytes([bytes[28], bytes[29]])
}

/// Squares and pieces of a packed record, as indices; 32 at most.
pub fn pieces(bytes: &Packed) -> impl Iterator<Item = (usize, u8)> + '_ {
    Bitboard(word(bytes) & Bitboard::ALL.0)
        .take(32)
        .enumerate()
        .map(|(i, square)| (square.index(), bytes[12 + i / 2] >> (4 * (i % 2)) & 15))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Numbers;

    #[test]
    fn what_is_packed_is_unpacked_the_same() {
        let mut numbers = Numbers(5);
        let mut position = Position::start();
        for ply in 0..4000 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                position = Position::start();
                continue;
            }
            position.make(moves[numbers.below(moves.len())]);
            let setup = Setup { halfmove: 0, fullmove: 1, ..position.setup() };
            let plain = setup.position().unwrap();
            let score = (ply - 2000) as i16 * 7;
            let record =
                Record { position: plain, score, result: (ply % 4) as u8, ply: (ply % 256) as u8 };
            assert_eq!(Record::unpack(&record.pack()), Some(record));
        }
    }

    #[test]
    fn nonsense_is_no_record() {
        assert_eq!(Record::unpack(&[0; SIZE]), None);
        assert_eq!(Record::unpack(&[255; SIZE]), None);
    }
}
