//! Names for what is neither check nor kill nor chase: 兑 献 拦 跟 闲. No rule book forbids any of
//! them; they are told to the reader of a ruling.

use super::direct::{self, material};
use super::value::{may_chase, worth};
use super::{Act, ActKind, Attack, Why};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::position::Position;
use crate::types::{Move, Role};

/// The name of an idle ply.
pub(crate) fn name(before: &Position, m: Move) -> Act {
    let mut after = before.clone();
    after.make(m);
    let mut passed = after.clone();
    passed.pass_turn();
    let fresh: Vec<Attack> = passed
        .legal_moves_to(material(&passed, !passed.turn()))
        .into_iter()
        .filter(|&t| t.from() == m.to() || !stood(before, t))
        .flat_map(|t| direct::attacks(&passed, t, why(&passed, &after, t)))
        .filter(|a| !may_chase(a.by.1.role()))
        .collect();
    let only = |why: Why| fresh.iter().copied().filter(|a| a.why == why).collect::<Vec<_>>();
    let act = |kind, attacks| Act { kind, attacks, undecided: false };
    let mutual = only(Why::Mutual);
    if !mutual.is_empty() {
        return act(ActKind::Exchange, mutual);
    }
    if is_offered(&after, m) {
        return Act::plain(ActKind::Offer);
    }
    let rooted = only(Why::Rooted);
    if !rooted.is_empty() {
        return act(ActKind::Follow, rooted);
    }
    Act::plain(if cuts_a_line(before, &after, m) { ActKind::Block } else { ActKind::Idle })
}

/// Whether a capture was possible before, apart from a check that had to be answered.
fn stood(before: &Position, t: Move) -> bool {
    before.is_pseudo_legal(t) && before.is_safe_but_for(t, before.checkers())
}

fn why(passed: &Position, after: &Position, t: Move) -> Why {
    let role = |s| passed.piece_at(s).map(|p| p.role());
    if role(t.from()) == role(t.to()) && after.is_legal(Move::new(t.to(), t.from())) {
        return Why::Mutual;
    }
    let mut taken = passed.clone();
    taken.make(t);
    let rooted = !taken.legal_moves_to(Bitboard::of(t.to())).is_empty();
    if rooted { Why::Rooted } else { Why::Rootless }
}

/// Whether the piece just moved can be taken for nothing, or by something less.
fn is_offered(after: &Position, m: Move) -> bool {
    let value = |s| after.piece_at(s).map_or(0, |p| worth(p.role()));
    value(m.to()) > 0
        && after.piece_at(m.to()).is_some_and(|p| p.role() != Role::King)
        && after.legal_moves_to(Bitboard::of(m.to())).into_iter().any(|t| {
            let mut taken = after.clone();
            taken.make(t);
            value(t.from()) < value(m.to()) || taken.legal_moves_to(Bitboard::of(m.to())).is_empty()
        })
}

/// Whether the piece just moved stands between an enemy rook or cannon and something of its own
/// that was attacked along that line.
fn cuts_a_line(before: &Position, after: &Position, m: Move) -> bool {
    let us = before.turn();
    let lines = attacks::lines(m.to()) & after.by_color(!us);
    lines.filter(|&by| is_line_piece(after, by)).any(|by| {
        let piece = after.piece_at(by).expect("an enemy stands there");
        let reach = |p: &Position| attacks::of(piece, by, p.occupied());
        (reach(before) & before.by_color(us) & !reach(after))
            .without(m.from())
            .any(|s| attacks::between(by, s).contains(m.to()))
    })
}

fn is_line_piece(position: &Position, square: crate::types::Square) -> bool {
    position.piece_at(square).is_some_and(|p| matches!(p.role(), Role::Rook | Role::Cannon))
}
