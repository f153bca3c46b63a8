//! Static exchange evaluation: what a series of captures on one square wins.
//!
//! In Xiangqi a piece that leaves its square can become or cease to be a cannon's screen 炮架 and
//! can free or block a horse's leg, so the attackers are found anew after every capture. Pins are
//! not looked at, except the one everybody knows: a king may not take what is still protected, be
//! it by the other king on an open file.

use crate::score::Value;
use chuhe_core::{Bitboard, Color, Move, Position, Role, Square, attacks};

/// The exchange values by role.
pub const VALUES: [Value; 7] = [10_000, 150, 150, 440, 960, 450, 90];

/// Whether the exchange that `m` begins wins at least `threshold` for the side to move.
///
/// `m` must be legal. Both sides take with their cheapest piece and may stop at any time.
pub fn wins_at_least(position: &Position, m: Move, threshold: Value) -> bool {
    let target = m.to();
    let worth = |square| position.piece_at(square).map_or(0, |p| VALUES[p.role().index()]);
    let mut balance = worth(target) - threshold;
    if balance < 0 {
        return false;
    }
    // `balance` is from now on what the side about to take must not fall short of.
    balance = worth(m.from()) - balance;
    if balance <= 0 {
        return true;
    }
    let mut occupied = position.occupied().without(m.from()).with(target);
    let mut side = position.turn();
    let mut wins = true;
    loop {
        side = !side;
        let Some((from, role)) = cheapest_attacker(position, side, target, occupied) else {
            return wins;
        };
        if role == Role::King && is_attacked(position, !side, target, occupied.without(from)) {
            return wins;
        }
        wins = !wins;
        balance = VALUES[role.index()] - balance;
        if balance < wins as Value {
            return wins;
        }
        occupied = occupied.without(from);
    }
}

/// The cheapest piece of `side` that takes on `target`, of those still in `occupied`.
#[inline(always)]
fn cheapest_attacker(
    position: &Position,
    side: Color,
    target: Square,
    occupied: Bitboard,
) -> Option<(Square, Role)> {
    let own = position.by_color(side) & occupied;
    let first = |role, reach: Bitboard| {
        (reach & own & position.by_role(role)).first().map(|square| (square, role))
    };
    // Rook and cannon are looked for last but the king: their lines take longest.
    first(Role::Pawn, attacks::pawn_from(side, target))
        .or_else(|| first(Role::Advisor, attacks::advisor(target)))
        .or_else(|| first(Role::Elephant, attacks::elephant(target, occupied)))
        .or_else(|| first(Role::Horse, attacks::horse_from(target, occupied)))
        .or_else(|| {
            let (rook, cannon) = attacks::rook_and_cannon(target, occupied);
            first(Role::Cannon, cannon).or_else(|| first(Role::Rook, rook))
        })
        .or_else(|| first(Role::King, attacks::king(target)))
}

/// Whether a king on `square` would stand in check from `side`.
fn is_attacked(position: &Position, side: Color, square: Square, occupied: Bitboard) -> bool {
    !(position.attackers(side, square, occupied) & occupied).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::positions;
    use chuhe_core::Piece;

    /// Whom to send first: the cheapest.
    const CHEAPEST_FIRST: [Role; 7] = [
        Role::Pawn,
        Role::Advisor,
        Role::Elephant,
        Role::Horse,
        Role::Cannon,
        Role::Rook,
        Role::King,
    ];

    /// A plain board of letters, with the rules written out step by step: independent of the
    /// tables the fast code uses.
    #[derive(Clone)]
    struct Plain([[Option<Piece>; 9]; 10]);

    impl Plain {
        fn of(position: &Position) -> Plain {
            let mut plain = Plain([[None; 9]; 10]);
            for square in Square::all() {
                plain.0[square.rank() as usize][square.file() as usize] = position.piece_at(square);
            }
            plain
        }

        fn at(&self, file: i32, rank: i32) -> Option<Piece> {
            self.0[rank as usize][file as usize]
        }

        /// Whether the piece on (f, r) reaches (tf, tr), an enemy king facing counting too.
        fn reaches(&self, f: i32, r: i32, tf: i32, tr: i32, facing: bool) -> bool {
            let piece = self.at(f, r).unwrap();
            let (df, dr) = (tf - f, tr - r);
            let palace = |f: i32, r: i32| (3..=5).contains(&f) && (r <= 2 || r >= 7);
            let between = || -> Option<i32> {
                if (df == 0) == (dr == 0) {
                    return None;
                }
                let (sf, sr) = (df.signum(), dr.signum());
                let steps = df.abs() + dr.abs();
                Some((1..steps).filter(|i| self.at(f + sf * i, r + sr * i).is_some()).count() as i32)
            };
            match piece.role() {
                Role::Rook => between() == Some(0),
                Role::Cannon => between() == Some(1),
                Role::King => {
                    (df.abs() + dr.abs() == 1 && palace(tf, tr))
                        || facing
                            && df == 0
                            && dr.abs() > 1
                            && palace(tf, tr)
                            && between() == Some(0)
                }
                Role::Advisor => df.abs() == 1 && dr.abs() == 1 && palace(tf, tr),
                Role::Elephant => {
                    df.abs() == 2
                        && dr.abs() == 2
                        && (r < 5) == (tr < 5)
                        && self.at(f + df / 2, r + dr / 2).is_none()
                }
                Role::Horse => {
                    df.abs() + dr.abs() == 3
                        && df != 0
                        && dr != 0
                        && self.at(f + df / 2, r + dr / 2).is_none()
                }
                Role::Pawn => {
                    let (ahead, crossed) =
                        if piece.color() == Color::Red { (1, r >= 5) } else { (-1, r < 5) };
                    (df == 0 && dr == ahead) || (crossed && dr == 0 && df.abs() == 1)
                }
            }
        }

        fn attackers(&self, side: Color, tf: i32, tr: i32, facing: bool) -> Vec<(i32, i32, Role)> {
            let mut found = Vec::new();
            for r in 0..10 {
                for f in 0..9 {
                    if let Some(piece) = self.at(f, r) {
                        if piece.color() == side && self.reaches(f, r, tf, tr, facing) {
                            found.push((f, r, piece.role()));
                        }
                    }
                }
            }
            found
        }

        /// What `side` wins at best by going on taking on the target, cheapest piece first.
        fn exchange(&self, side: Color, tf: i32, tr: i32) -> Value {
            let attackers = self.attackers(side, tf, tr, false);
            let order = |role: Role| CHEAPEST_FIRST.iter().position(|&r| r == role).unwrap();
            let Some(&(f, r, role)) =
                attackers.iter().min_by_key(|&&(f, r, role)| (order(role), r, f))
            else {
                return 0;
            };
            let taken = VALUES[self.at(tf, tr).unwrap().role().index()];
            let mut after = self.clone();
            after.0[tr as usize][tf as usize] = after.0[r as usize][f as usize].take();
            if role == Role::King && !after.attackers(!side, tf, tr, true).is_empty() {
                return 0;
            }
            (taken - after.exchange(!side, tf, tr)).max(0)
        }

        fn see(&self, m: Move) -> Value {
            let (f, r) = (m.from().file() as usize, m.from().rank() as usize);
            let (tf, tr) = (m.to().file() as usize, m.to().rank() as usize);
            let side = self.0[r][f].unwrap().color();
            let taken = self.0[tr][tf].map_or(0, |p| VALUES[p.role().index()]);
            let mut after = self.clone();
            after.0[tr][tf] = after.0[r][f].take();
            taken - after.exchange(!side, tf as i32, tr as i32)
        }
    }

    #[test]
    fn every_move_agrees_with_captures_played_out_on_a_plain_board() {
        let mut seen = 0;
        for position in positions(1500, 5) {
            let plain = Plain::of(&position);
            for m in position.legal_moves() {
                let value = plain.see(m);
                assert!(wins_at_least(&position, m, value), "{m} {value} {}", position.fen());
                assert!(!wins_at_least(&position, m, value + 1), "{m} {value} {}", position.fen());
                seen += (value != 0) as u32;
            }
        }
        assert!(seen > 10_000, "{seen} exchanges that are not level");
    }

    /// Cases by hand: position, move, what it wins.
    const CASES: [(&str, &str, Value); 8] = [
        // The pawn on e5 is protected by nobody.
        ("3k5/9/9/9/4p4/9/9/4R4/9/5K3 w - - 0 1", "e2e5", 90),
        // The rook behind protects it.
        ("3kr4/9/9/9/4p4/9/9/4R4/9/5K3 w - - 0 1", "e2e5", 90 - 960),
        // A cannon protects through the screen e7.
        ("3kc4/9/4b4/9/4p4/9/9/4R4/9/5K3 w - - 0 1", "e2e5", 90 - 960),
        // A cannon without a screen does not.
        ("3kc4/9/9/9/4p4/9/9/4R4/9/5K3 w - - 0 1", "e2e5", 90),
        // Two rooks on a file against a horse that a rook protects: the first rook that takes
        // is taken, and the second one takes back.
        ("3kr4/9/9/9/4n4/9/9/4R4/4R4/5K3 w - - 0 1", "e2e5", 440 - 960 + 960),
        // The cannon takes over the rook, which then protects it: the black rook stays away.
        ("3k5/4r4/9/9/4p4/9/9/4R4/4C4/5K3 w - - 0 1", "e1e5", 90),
        // The rook was the cannon's screen: once it has gone to e5 and is taken there, the
        // cannon behind it cannot take back.
        ("3kc4/9/4b4/9/4p4/9/9/4R4/4C4/5K3 w - - 0 1", "e2e5", 90 - 960),
        // The king may not take a pawn that the other king protects down the open file.
        ("4k4/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1", "e9f9", 0),
    ];

    #[test]
    fn exchanges_counted_by_hand() {
        for (fen, text, value) in CASES {
            let position = Position::from_fen(fen).unwrap();
            let m = text.parse().unwrap();
            assert!(position.is_legal(m), "{fen} {m}");
            assert!(wins_at_least(&position, m, value), "{fen} {m} wins {value}");
            assert!(!wins_at_least(&position, m, value + 1), "{fen} {m} wins no more than {value}");
        }
    }
}
