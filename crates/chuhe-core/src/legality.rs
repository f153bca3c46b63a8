//! Why a move cannot be played, in the words of the game.

use crate::Facts;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::fen::write_coded;
use crate::position::Position;
use crate::types::{Move, Piece, Role, Square};
use std::fmt;

/// The first thing wrong with a move: the piece, its way, its target, then the own king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalReason {
    /// Nothing stands on the starting square.
    NoPiece(Square),
    /// The piece is the opponent's.
    NotYourPiece {
        square: Square,
        piece: Piece,
    },
    /// A king is never taken; the set-up could not arise in a game.
    TakesKing(Square),
    /// From and to are one square.
    NoMovement(Square),
    /// The target holds a piece of one's own.
    OwnPiece {
        square: Square,
        piece: Piece,
    },
    /// This kind of piece never goes this way.
    Geometry {
        piece: Piece,
    },
    /// King or advisor would leave the palace 九宫.
    LeavesPalace {
        piece: Piece,
    },
    /// An elephant would cross the river.
    CrossesRiver {
        piece: Piece,
    },
    /// A pawn would go backward, or sideways before it has crossed the river.
    PawnBackward {
        piece: Piece,
    },
    PawnSideways {
        piece: Piece,
    },
    /// 蹩马腿.
    LegBlocked(Square),
    /// 塞象眼.
    EyeBlocked(Square),
    /// A piece stands in the way of a rook, or of a cannon that takes nothing.
    PathBlocked {
        piece: Piece,
        square: Square,
    },
    /// A cannon takes over exactly one piece; here is none, or more than one.
    NoScreen,
    TooManyScreens(u32),
    /// The move would leave the kings facing each other 对面笑.
    KingsFace,
    /// The move would leave the own king in check by this piece.
    KingInCheck {
        by: Square,
        piece: Piece,
    },
}

impl IllegalReason {
    pub const fn code(&self) -> &'static str {
        match self {
            IllegalReason::NoPiece(_) => "illegal.no_piece",
            IllegalReason::NotYourPiece { .. } => "illegal.not_your_piece",
            IllegalReason::TakesKing(_) => "illegal.takes_king",
            IllegalReason::NoMovement(_) => "illegal.no_movement",
            IllegalReason::OwnPiece { .. } => "illegal.own_piece",
            IllegalReason::Geometry { .. } => "illegal.geometry",
            IllegalReason::LeavesPalace { .. } => "illegal.leaves_palace",
            IllegalReason::CrossesRiver { .. } => "illegal.crosses_river",
            IllegalReason::PawnBackward { .. } => "illegal.pawn_backward",
            IllegalReason::PawnSideways { .. } => "illegal.pawn_sideways",
            IllegalReason::LegBlocked(_) => "illegal.leg_blocked",
            IllegalReason::EyeBlocked(_) => "illegal.eye_blocked",
            IllegalReason::PathBlocked { .. } => "illegal.path_blocked",
            IllegalReason::NoScreen => "illegal.no_screen",
            IllegalReason::TooManyScreens(_) => "illegal.too_many_screens",
            IllegalReason::KingsFace => "illegal.kings_face",
            IllegalReason::KingInCheck { .. } => "illegal.king_in_check",
        }
    }

    pub fn facts(&self) -> Facts {
        let piece = |piece: &Piece| {
            vec![
                ("color", piece.color().name().to_owned()),
                ("role", piece.role().name().to_owned()),
            ]
        };
        let at = |square: &Square| ("square", square.to_string());
        match self {
            IllegalReason::NoPiece(square)
            | IllegalReason::TakesKing(square)
            | IllegalReason::NoMovement(square)
            | IllegalReason::LegBlocked(square)
            | IllegalReason::EyeBlocked(square) => vec![at(square)],
            IllegalReason::NotYourPiece { square, piece: p }
            | IllegalReason::OwnPiece { square, piece: p }
            | IllegalReason::PathBlocked { square, piece: p }
            | IllegalReason::KingInCheck { by: square, piece: p } => {
                let mut facts = piece(p);
                facts.push(at(square));
                facts
            }
            IllegalReason::Geometry { piece: p }
            | IllegalReason::LeavesPalace { piece: p }
            | IllegalReason::CrossesRiver { piece: p }
            | IllegalReason::PawnBackward { piece: p }
            | IllegalReason::PawnSideways { piece: p } => piece(p),
            IllegalReason::TooManyScreens(count) => vec![("count", count.to_string())],
            IllegalReason::NoScreen | IllegalReason::KingsFace => vec![],
        }
    }
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_coded(f, self.code(), &self.facts())
    }
}

/// A move that was refused, with the position it was tried in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalMove {
    pub m: Move,
    pub reason: IllegalReason,
    pub fen: String,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}: {}", self.m, self.fen, self.reason)
    }
}

impl std::error::Error for IllegalMove {}

impl Position {
    /// Why `m` cannot be played here; `None` if it is legal.
    pub fn why_illegal(&self, m: Move) -> Option<IllegalReason> {
        if self.is_legal(m) {
            return None;
        }
        let (from, to) = (m.from(), m.to());
        let Some(piece) = self.piece_at(from) else {
            return Some(IllegalReason::NoPiece(from));
        };
        if piece.color() != self.turn() {
            return Some(IllegalReason::NotYourPiece { square: from, piece });
        }
        if self.king(!self.turn()) == to {
            return Some(IllegalReason::TakesKing(to));
        }
        if from == to {
            return Some(IllegalReason::NoMovement(from));
        }
        if let Some(own) = self.piece_at(to).filter(|p| p.color() == self.turn()) {
            return Some(IllegalReason::OwnPiece { square: to, piece: own });
        }
        Some(match self.why_unreachable(piece, from, to) {
            Some(reason) => reason,
            None => self.why_unsafe(m),
        })
    }

    /// Why a piece of the side to move does not get from one square to another.
    fn why_unreachable(&self, piece: Piece, from: Square, to: Square) -> Option<IllegalReason> {
        let geometry = Some(IllegalReason::Geometry { piece });
        let files = to.file().abs_diff(from.file());
        let ranks = to.rank().abs_diff(from.rank());
        let standing = attacks::standing(piece).contains(to);
        match piece.role() {
            Role::King | Role::Advisor => {
                let step = if piece.role() == Role::King {
                    files + ranks == 1
                } else {
                    files == 1 && ranks == 1
                };
                match (step, standing) {
                    (false, _) => geometry,
                    (true, false) => Some(IllegalReason::LeavesPalace { piece }),
                    (true, true) => None,
                }
            }
            Role::Elephant => {
                if (files, ranks) != (2, 2) {
                    return geometry;
                }
                if !standing {
                    return Some(IllegalReason::CrossesRiver { piece });
                }
                let eye = Square::new((from.file() + to.file()) / 2, (from.rank() + to.rank()) / 2);
                self.piece_at(eye).map(|_| IllegalReason::EyeBlocked(eye))
            }
            Role::Horse => {
                if files + ranks != 3 || files == 0 || ranks == 0 {
                    return geometry;
                }
                let leg = attacks::horse_leg(from, to);
                self.piece_at(leg).map(|_| IllegalReason::LegBlocked(leg))
            }
            Role::Rook | Role::Cannon if files != 0 && ranks != 0 => geometry,
            Role::Rook => self.why_blocked(piece, from, to),
            Role::Cannon if self.piece_at(to).is_none() => self.why_blocked(piece, from, to),
            Role::Cannon => match (attacks::between(from, to) & self.occupied()).count() {
                0 => Some(IllegalReason::NoScreen),
                1 => None,
                count => Some(IllegalReason::TooManyScreens(count)),
            },
            Role::Pawn => {
                if files + ranks != 1 {
                    return geometry;
                }
                let color = piece.color();
                if to.rank_for(color) < from.rank_for(color) {
                    return Some(IllegalReason::PawnBackward { piece });
                }
                let home = files == 1 && from.rank_for(color) < 5;
                home.then_some(IllegalReason::PawnSideways { piece })
            }
        }
    }

    fn why_blocked(&self, piece: Piece, from: Square, to: Square) -> Option<IllegalReason> {
        let blockers = attacks::between(from, to) & self.occupied();
        let nearest = blockers.min_by_key(|s| s.index().abs_diff(from.index()))?;
        Some(IllegalReason::PathBlocked { piece, square: nearest })
    }

    /// What a pseudo-legal move leaves the own king open to.
    fn why_unsafe(&self, m: Move) -> IllegalReason {
        let us = self.turn();
        let king = if self.king(us) == m.from() { m.to() } else { self.king(us) };
        let occupied = self.occupied().without(m.from()).with(m.to());
        let checkers = self.checkers_of(!us, king, occupied) & !Bitboard::of(m.to());
        let facing = self.king(!us);
        match checkers.without(facing).first() {
            Some(by) => IllegalReason::KingInCheck {
                by,
                piece: self.piece_at(by).expect("a checker is a piece"),
            },
            None => IllegalReason::KingsFace,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(fen: &str, m: &str) -> String {
        let position = Position::from_fen(fen).unwrap();
        position.why_illegal(m.parse().unwrap()).map_or("legal".into(), |r| r.to_string())
    }

    #[test]
    fn each_refusal_names_its_cause() {
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
        assert_eq!(reason(start, "h2e2"), "legal");
        assert_eq!(reason(start, "e5e6"), "illegal.no_piece (square: e5)");
        assert_eq!(
            reason(start, "h9g7"),
            "illegal.not_your_piece (color: black, role: horse, square: h9)"
        );
        assert_eq!(reason(start, "b0d1"), "illegal.leg_blocked (square: c0)");
        assert_eq!(
            reason(start, "b0b2"),
            "illegal.own_piece (color: red, role: cannon, square: b2)"
        );
        assert_eq!(reason(start, "a0a3"), "illegal.own_piece (color: red, role: pawn, square: a3)");
        assert_eq!(
            reason(start, "a0a4"),
            "illegal.path_blocked (color: red, role: rook, square: a3)"
        );
        assert_eq!(reason(start, "a3b3"), "illegal.pawn_sideways (color: red, role: pawn)");
        assert_eq!(reason(start, "a3a2"), "illegal.pawn_backward (color: red, role: pawn)");
        assert_eq!(reason(start, "b2b7"), "illegal.no_screen");
        assert_eq!(reason(start, "d0c1"), "illegal.leaves_palace (color: red, role: advisor)");
        assert_eq!(reason(start, "e0e2"), "illegal.geometry (color: red, role: king)");
        let pinned = "4k4/9/9/9/9/9/9/9/4N4/4K4 w";
        assert_eq!(reason(pinned, "e1c2"), "illegal.kings_face");
        let checked = "3k5/9/9/9/4r4/9/9/9/4A4/4K4 w";
        assert_eq!(
            reason(checked, "e1f2"),
            "illegal.king_in_check (color: black, role: rook, square: e5)"
        );
        let river = "3k5/9/9/9/9/2B6/9/9/9/4K4 w";
        assert_eq!(reason(river, "c4e6"), "illegal.crosses_river (color: red, role: elephant)");
        let screens = "3kr4/9/4n4/4p4/9/9/9/9/9/4CK3 w";
        assert_eq!(reason(screens, "e0e9"), "illegal.too_many_screens (count: 2)");
    }
}
