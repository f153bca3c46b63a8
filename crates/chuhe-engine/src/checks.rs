//! Which moves give check, found without playing them.

use chuhe_core::{Bitboard, Move, Position, Role, Square, attacks};

/// Knows the enemy king's surroundings, to answer for many moves of one position.
pub struct Checks {
    king: Square,
    /// A move that neither leaves nor enters one of these squares cannot give check.
    near: Bitboard,
}

/// The squares diagonally next to each square: legs of horses that attack it.
static DIAGONAL: [Bitboard; 90] = {
    let mut table = [Bitboard::EMPTY; 90];
    let mut square = 0;
    while square < 90 {
        let (file, rank) = ((square % 9) as i8, (square / 9) as i8);
        let mut step = 0;
        while step < 4 {
            let (f, r) = (file + 1 - 2 * (step & 1), rank + 1 - (step & 2));
            if f >= 0 && f < 9 && r >= 0 && r < 10 {
                table[square].0 |= 1 << (r as u32 * 9 + f as u32);
            }
            step += 1;
        }
        square += 1;
    }
    table
};

impl Checks {
    pub fn of(position: &Position) -> Checks {
        let king = position.king(!position.turn());
        let near = attacks::lines(king) | attacks::horse_geometry(king) | DIAGONAL[king.index()];
        Checks { king, near }
    }

    /// Whether a legal move gives check, directly or by discovery.
    #[inline]
    pub fn given_by(&self, position: &Position, m: Move) -> bool {
        let (from, to) = (Bitboard::of(m.from()), Bitboard::of(m.to()));
        if (self.near & (from | to)).is_empty() {
            return false;
        }
        let us = position.turn();
        let Some(piece) = position.piece_at(m.from()) else { return false };
        let after = |role: Role| {
            let set = position.pieces(us, role) & !from;
            if piece.role() == role { set | to } else { set }
        };
        let occupied = position.occupied() & !from | to;
        let (rook, cannon) = attacks::rook_and_cannon(self.king, occupied);
        let checkers = rook & after(Role::Rook)
            | cannon & after(Role::Cannon)
            | attacks::horse_from(self.king, occupied) & after(Role::Horse)
            | attacks::pawn_from(us, self.king) & after(Role::Pawn);
        !checkers.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::positions;

    #[test]
    fn the_answer_is_that_of_playing_the_move() {
        let mut found = 0;
        for position in positions(3000, 12) {
            let checks = Checks::of(&position);
            for m in position.legal_moves() {
                let given = checks.given_by(&position, m);
                assert_eq!(given, position.gives_check(m), "{m} in {}", position.fen());
                found += given as u32;
            }
        }
        assert!(found > 500);
    }
}
