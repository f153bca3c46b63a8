//! Who stands guard over a piece, and why a guard cannot take back: the words of a ruling. A
//! verdict needs none of this.

use super::Why;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::position::Position;
use crate::types::{Move, Role, Square};

/// The guards of what `m` would take that cannot take back, each with the reason.
pub(crate) fn false_guards(position: &Position, m: Move) -> Vec<(Why, Square)> {
    let owner = !position.turn();
    let mut after = position.clone();
    after.make_pseudo_legal(m);
    let guards = |p: &Position| {
        let all = p.attackers(owner, m.to(), p.occupied()).without(m.to());
        all & !(p.by_role(Role::King) & !attacks::king(m.to()))
    };
    let (before, still) = (guards(position), guards(&after));
    let mut found: Vec<(Why, Square)> =
        (before & !still).map(|guard| (Why::FalseRootScreen, guard)).collect();
    found.extend(still.filter_map(|guard| Some((why_not(&after, guard, m.to())?, guard))));
    // The king is the guard that a reader thinks of last.
    found.sort_by_key(|&(_, guard)| after.piece_at(guard).map(|p| p.role() == Role::King));
    found
}

/// Why the guard cannot take on `square`; `None` if it can.
fn why_not(after: &Position, guard: Square, square: Square) -> Option<Why> {
    let back = Move::new(guard, square);
    if after.is_legal(back) {
        return None;
    }
    if after.piece_at(guard)?.role() == Role::King {
        return Some(Why::FalseRootKing);
    }
    if !after.checkers().without(square).is_empty() {
        return Some(Why::FalseRootCheck);
    }
    let mut taken = after.clone();
    taken.make_pseudo_legal(back);
    taken.pass_turn();
    let by = taken.checkers();
    if by.is_empty() {
        return Some(Why::FalseRoot);
    }
    let king = by.filter(|&s| taken.piece_at(s).is_some_and(|p| p.role() == Role::King));
    Some(if king.count() > 0 { Why::FalseRootKing } else { Why::FalseRootPinned })
}

/// A guard that could take back.
pub(crate) fn true_guard(position: &Position, m: Move) -> Option<Square> {
    let mut after = position.clone();
    after.make_pseudo_legal(m);
    after.legal_moves_to(Bitboard::of(m.to())).into_iter().map(Move::from).next()
}
