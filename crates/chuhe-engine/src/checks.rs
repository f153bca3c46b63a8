//! Which moves give check, found without playing them.

use chuhe_core::{Bitboard, Move, Position, Role, Square, attacks};

/// Knows the enemy king's surroundings, to answer for many moves of one position.
pub struct Checks {
    king: Square,
    /// From where a piece would give check, by role.
    from: [Bitboard; 7],
    /// The empty squares between the king and an own cannon with nothing else in between: whoever
    /// steps there becomes its screen.
    hollow: Bitboard,
    /// Squares that a piece may uncover a check by leaving.
    uncovers: Bitboard,
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
    #[inline]
    pub fn of(position: &Position) -> Checks {
        let us = position.turn();
        let (king, occupied) = (position.king(!us), position.occupied());
        let lines = attacks::lines(king) & position.by_color(us);
        let (rook, cannon) = attacks::rook_and_cannon(king, occupied);
        let mut from = [Bitboard::EMPTY; 7];
        from[Role::Rook.index()] = rook;
        from[Role::Cannon.index()] = cannon;
        from[Role::Horse.index()] = attacks::horse_from(king, occupied);
        from[Role::Pawn.index()] = attacks::pawn_from(us, king);

        let mut hollow = Bitboard::EMPTY;
        // A cannon that moves along the line takes away the screen it was.
        let cannons = lines & position.by_role(Role::Cannon);
        let mut uncovers = cannons | DIAGONAL[king.index()];
        for cannon in cannons {
            let line = attacks::between(king, cannon);
            match (line & occupied).count() {
                0 => hollow |= line,
                2 => uncovers |= line,
                _ => {}
            }
        }
        for rook in lines & position.by_role(Role::Rook) {
            uncovers |= attacks::between(king, rook);
        }
        Checks { king, from, hollow, uncovers }
    }

    /// Those of the targets of the piece on `from` by which it gives check.
    #[inline(always)]
    pub fn among(&self, position: &Position, from: Square, targets: Bitboard) -> Bitboard {
        if self.uncovers.contains(from) {
            return targets.filter(|&to| self.after(position, Move::new(from, to))).collect();
        }
        let Some(piece) = position.piece_at(from) else { return Bitboard::EMPTY };
        targets & (self.from[piece.role().index()] | self.hollow)
    }

    /// Whether a legal move gives check, directly or by discovery.
    #[inline]
    pub fn given_by(&self, position: &Position, m: Move) -> bool {
        if self.uncovers.contains(m.from()) {
            return self.after(position, m);
        }
        let Some(piece) = position.piece_at(m.from()) else { return false };
        (self.from[piece.role().index()] | self.hollow).contains(m.to())
    }

    /// The same, found from the board as it would be.
    #[inline(never)]
    fn after(&self, position: &Position, m: Move) -> bool {
        let (from, to) = (Bitboard::of(m.from()), Bitboard::of(m.to()));
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
