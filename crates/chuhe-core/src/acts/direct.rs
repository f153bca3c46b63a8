//! Chase 捉 as the Asian and World rules and the engine rule see it: a capture that is newly
//! possible and that nobody can answer by taking back.

use super::roots::{false_guards, true_guard};
use super::value::{is_material, may_chase};
use super::{Attack, Why};
use crate::attacks as reach;
use crate::bitboard::Bitboard;
use crate::position::Position;
use crate::types::{Color, Move, MoveList, Piece, Role, Square};

/// What a rule book says about single captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DirectRules {
    /// Roles that chase a rook even if it has a root.
    pub above_rook: &'static [Role],
    /// Roles that chase a horse or cannon even if it has a root.
    pub above_minor: &'static [Role],
    /// Whether a check that attacks something as well is also a chase of it.
    pub check_may_chase: bool,
}

/// Whether, and why, capturing by the side to move on these squares wins something.
///
/// A check has to be answered first, and what is asked is what stands apart from it: `checkers`
/// are pieces of either side whose check does not count.
pub(crate) fn threats(
    position: &Position,
    rules: &DirectRules,
    targets: Bitboard,
    checkers: Bitboard,
    mut found: impl FnMut(Move, Why),
) {
    let mut look = |m: Move| {
        let (Some(attacker), Some(target)) =
            (position.piece_at(m.from()), position.piece_at(m.to()))
        else {
            return;
        };
        if !may_chase(attacker.role())
            && let Some(why) = wins(position, m, attacker.role(), target.role(), rules, checkers)
        {
            found(m, why);
        }
    };
    if (checkers & position.by_color(!position.turn())).is_empty() {
        position.legal_moves_to(targets).into_iter().for_each(look);
        return;
    }
    for from in position.by_color(position.turn()) {
        for to in targets {
            let m = Move::new(from, to);
            if position.is_pseudo_legal(m) && position.is_safe_but_for(m, checkers) {
                look(m);
            }
        }
    }
}

/// The pieces of a side that can be chased.
pub(crate) fn material(position: &Position, side: Color) -> Bitboard {
    let pawns = position.pieces(side, Role::Pawn);
    let home: Bitboard = pawns.filter(|&s| !is_material(Piece::new(side, Role::Pawn), s)).collect();
    position.by_color(side) & !position.by_role(Role::King) & !home
}

fn wins(
    position: &Position,
    m: Move,
    attacker: Role,
    target: Role,
    rules: &DirectRules,
    checkers: Bitboard,
) -> Option<Why> {
    if attacker == target && could_take_first(position, m, checkers) {
        return None;
    }
    let stronger = match target {
        Role::Rook => rules.above_rook.contains(&attacker),
        Role::Horse | Role::Cannon => rules.above_minor.contains(&attacker),
        _ => false,
    };
    if stronger {
        return Some(Why::Stronger);
    }
    let mut after = position.clone();
    after.make_pseudo_legal(m);
    let us = position.turn();
    let guards = after.attackers(!us, m.to(), after.occupied());
    let guards = guards & !(after.by_role(Role::King) & !reach::king(m.to()));
    if guards.is_empty() {
        return Some(Why::Rootless);
    }
    let rooted = guards.into_iter().any(|guard| {
        // A king may not step into a check, whoever gives it.
        let king = after.king(!us) == guard;
        let back = Move::new(guard, m.to());
        after.is_pseudo_legal(back)
            && after.is_safe_but_for(back, if king { Bitboard::EMPTY } else { checkers })
    });
    (!rooted).then_some(Why::FalseRoot)
}

/// Whether the target of `m` could legally take its attacker, were it to move.
fn could_take_first(position: &Position, m: Move, checkers: Bitboard) -> bool {
    let mut passed = position.clone();
    passed.pass_turn();
    let back = Move::new(m.to(), m.from());
    passed.is_pseudo_legal(back) && passed.is_safe_but_for(back, checkers)
}

/// Whether the rook on `square` is the leg between an enemy horse and its own king.
fn is_pinned_by_horse(position: &Position, square: Square, rook: Piece) -> bool {
    let king = position.king(rook.color());
    rook.role() == Role::Rook
        && reach::horse_geometry(king).any(|by| {
            position.piece_at(by) == Some(Piece::new(!rook.color(), Role::Horse))
                && reach::horse_leg(by, king) == square
        })
}

/// Whether what `m` takes is a rook that is the leg between a horse and its own king.
pub(crate) fn is_on_pinned_rook(position: &Position, m: Move) -> bool {
    position.piece_at(m.to()).is_some_and(|piece| is_pinned_by_horse(position, m.to(), piece))
}

/// The attack that a threat is, told where the pieces stand; once for each guard that cannot
/// take back.
pub(crate) fn attacks(position: &Position, m: Move, why: Why) -> Vec<Attack> {
    match why {
        Why::FalseRoot => {
            let mut all: Vec<Attack> = false_guards(position, m)
                .into_iter()
                .filter_map(|(why, guard)| attack(position, m, why, Some(guard)))
                .collect();
            if all.is_empty() {
                all.extend(attack(position, m, Why::FalseRoot, None));
            }
            all
        }
        Why::Stronger | Why::Rooted | Why::Mutual => {
            attack(position, m, why, true_guard(position, m)).into_iter().collect()
        }
        _ => attack(position, m, why, None).into_iter().collect(),
    }
}

pub(crate) fn attack(
    position: &Position,
    m: Move,
    why: Why,
    guard: Option<Square>,
) -> Option<Attack> {
    let by = (m.from(), position.piece_at(m.from())?);
    let target = (m.to(), position.piece_at(m.to())?);
    let horse_pinned = is_on_pinned_rook(position, m);
    Some(Attack { by, target, why, guard, first: m, horse_pinned })
}

/// What the ply `m` newly threatens among `wanted`: squares after the ply of pieces of the other
/// side. One that was already threatened before, by whomever, is not newly so.
pub(crate) fn chases(
    before: &Position,
    m: Move,
    rules: &DirectRules,
    wanted: Bitboard,
    mut found: impl FnMut(Move, Why),
) {
    let mut passed = before.clone();
    passed.make(m);
    let checkers = passed.checkers();
    if !checkers.is_empty() && !rules.check_may_chase {
        return;
    }
    passed.pass_turn();
    // On the stack: a search asks this often.
    let mut now = [(Move::NULL, Why::Rootless); MoveList::CAPACITY];
    let mut len = 0;
    let targets = material(&passed, !passed.turn()) & wanted;
    threats(&passed, rules, targets, checkers, |m, why| {
        now[len] = (m, why);
        len += 1;
    });
    if len == 0 {
        return;
    }
    let again: Bitboard = now[..len].iter().map(|(m, _)| m.to()).collect();
    let mut old = Bitboard::EMPTY;
    // What stood before a check and stands again after it is not new.
    threats(before, rules, again, before.checkers(), |m, _| old = old.with(m.to()));
    now[..len].iter().filter(|(m, _)| !old.contains(m.to())).for_each(|&(m, why)| found(m, why));
}
