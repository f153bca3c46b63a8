//! What pieces are worth when a rule book weighs an exchange, and what an exchange came to.

use crate::types::{Piece, Role, Square};

/// Whether a piece can be chased at all: kings, and pawns on their own side of the river, cannot.
pub(crate) const fn is_material(piece: Piece, square: Square) -> bool {
    match piece.role() {
        Role::King => false,
        Role::Pawn => square.rank_for(piece.color()) >= 5,
        _ => true,
    }
}

/// Kings and pawns may chase for ever.
pub(crate) const fn may_chase(role: Role) -> bool {
    matches!(role, Role::King | Role::Pawn)
}

/// A rook is worth two horses or cannons; two advisors or elephants are a little more than one
/// of these. Pawns are counted apart, see [`Balance`].
pub(crate) const fn worth(role: Role) -> i32 {
    match role {
        Role::King => 1000,
        Role::Rook => 40,
        Role::Horse | Role::Cannon => 20,
        Role::Advisor | Role::Elephant => 11,
        Role::Pawn => 0,
    }
}

/// What one side has won and lost, pieces and crossed pawns apart.
///
/// A crossed pawn has no fixed price: one pawn for several pieces, or the reverse, is no gain,
/// and a pawn blurs a difference of less than a horse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Balance {
    won: i32,
    lost: i32,
    pawns: i32,
}

impl Balance {
    pub fn win(mut self, piece: Piece, square: Square) -> Balance {
        self.won += worth(piece.role());
        self.pawns += i32::from(piece.role() == Role::Pawn && is_material(piece, square));
        self
    }

    pub fn lose(mut self, piece: Piece, square: Square) -> Balance {
        self.lost += worth(piece.role());
        self.pawns -= i32::from(piece.role() == Role::Pawn && is_material(piece, square));
        self
    }

    /// A piece taken by the owner of the account, or by the other side.
    pub fn entered(self, piece: Piece, square: Square, ours: bool) -> Balance {
        if ours { self.win(piece, square) } else { self.lose(piece, square) }
    }

    /// The balance that suits the chooser: the owner of the account, or the other side.
    pub const fn better(self, other: Balance, ours: bool) -> Balance {
        let (mine, its) = (self.gain(), other.gain());
        if mine != its && (its > mine) == ours { other } else { self }
    }

    /// More than 0 is a gain in the sense of the rule. A crossed pawn is 1, pieces are ten times
    /// their worth.
    pub const fn gain(self) -> i32 {
        let difference = self.won - self.lost;
        if difference == 0 {
            return self.pawns;
        }
        let against = difference > 0 && self.pawns < 0 || difference < 0 && self.pawns > 0;
        let one_sided = self.won == 0 || self.lost == 0;
        if against && (one_sided || difference.abs() < worth(Role::Horse)) {
            return 0;
        }
        10 * difference
    }
}
