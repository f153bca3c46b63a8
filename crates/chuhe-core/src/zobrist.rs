//! Keys of positions. Fixed numbers, so that keys may be kept in files.

use crate::types::{Color, Piece, Square};

/// One step of splitmix64: a full-period mixer, good enough to fill key tables at compile time.
const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// One row more than there are pieces, of zeros: "no piece" changes no key.
static PIECES: [[u64; 90]; 15] = {
    let mut keys = [[0; 90]; 15];
    let mut piece = 0;
    while piece < 14 {
        let mut square = 0;
        while square < 90 {
            keys[piece][square] = mix(1 + (piece * 90 + square) as u64);
            square += 1;
        }
        piece += 1;
    }
    keys
};

/// Differs between the same board with Red and with Black to move.
pub const BLACK_TO_MOVE: u64 = mix(0x5eed_0000);

#[inline(always)]
pub fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.index()][square.index()]
}

/// The same by [`Piece::index`]; 14 is no piece.
#[inline(always)]
pub(crate) fn by_index(piece: u8, square: Square) -> u64 {
    PIECES[piece as usize][square.index()]
}

#[inline(always)]
pub fn turn(color: Color) -> u64 {
    match color {
        Color::Red => 0,
        Color::Black => BLACK_TO_MOVE,
    }
}
