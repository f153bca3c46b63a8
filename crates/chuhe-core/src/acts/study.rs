//! What a ply does, as one way of looking sees it.

use super::chinese::{self, Class};
use super::direct::{self, DirectRules};
use super::forced::Win;
use super::ids::Ids;
use super::{Act, ActKind, Attack, Why, quiet};
use crate::bitboard::Bitboard;
use crate::position::Position;
use crate::types::Move;

pub(crate) use super::chinese::Ply;
pub(crate) use super::ids::Ids as PieceIds;

/// Tells checks from the rest.
pub(crate) fn by_checks(gave_check: bool) -> Act {
    Act::plain(if gave_check { ActKind::Check } else { ActKind::Idle })
}

/// Looks at single captures.
pub(crate) fn by_captures(before: &Position, m: Move, rules: &DirectRules) -> Act {
    let mut passed = before.clone();
    passed.make(m);
    let check = passed.in_check();
    passed.pass_turn();
    let attacks: Vec<Attack> = direct::chases(before, m, rules, Bitboard::ALL)
        .into_iter()
        .filter_map(|(threat, why)| direct::attack(&passed, threat, why))
        .collect();
    let kind = if check { ActKind::Check } else { ActKind::Chase };
    if check || !attacks.is_empty() {
        return Act { kind, attacks, undecided: false };
    }
    quiet::name(before, m)
}

/// Plays exchanges and series of checks to their end.
pub(crate) fn by_play(ply: &Ply<'_>) -> Act {
    let (before, m) = (ply.before, ply.m);
    let mut passed = before.clone();
    passed.make(m);
    if passed.in_check() {
        return by_checks(true);
    }
    passed.pass_turn();
    let mut ids = Ids::new(before);
    ids.play(m);
    let (class, undecided) = chinese::classify(ply);
    match class {
        Class::Kill(first) => {
            let attacks = kill(&passed, first).into_iter().collect();
            Act { kind: ActKind::Kill, attacks, undecided }
        }
        Class::Chase(mut wins) => {
            wins.sort_by_key(|win| (-win.gain, win.checks));
            let mut attacks: Vec<Attack> =
                wins.iter().filter_map(|win| attack(&passed, &ids, win)).collect();
            attacks.dedup();
            Act { kind: ActKind::Chase, attacks, undecided }
        }
        Class::Idle => Act { undecided, ..quiet::name(before, m) },
    }
}

fn kill(passed: &Position, first: Move) -> Option<Attack> {
    let king = passed.king(!passed.turn());
    let by = (first.from(), passed.piece_at(first.from())?);
    let target = (king, passed.piece_at(king)?);
    Some(Attack { by, target, why: Why::Mate, horse_pinned: false })
}

fn attack(passed: &Position, ids: &Ids, win: &Win) -> Option<Attack> {
    let [by, target] = [win.attacker, win.target].map(|id| ids.square(id));
    let (by, target) = (by?, target?);
    let why = if win.short || win.together {
        Why::Joint
    } else if win.checks > 0 {
        Why::ThroughChecks
    } else if win.rooted {
        Why::Stronger
    } else {
        let mut after = passed.clone();
        after.make(Move::new(by, target));
        let guards = after.attackers(after.turn(), target, after.occupied());
        if guards.is_empty() { Why::Rootless } else { Why::FalseRoot }
    };
    Some(Attack {
        by: (by, passed.piece_at(by)?),
        target: (target, passed.piece_at(target)?),
        why,
        horse_pinned: false,
    })
}
