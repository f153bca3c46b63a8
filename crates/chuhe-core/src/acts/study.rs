//! What a ply does, as one way of looking sees it.

use super::chinese::{self, Class};
use super::direct::{self, DirectRules};
use super::forced::{Win, companions};
use super::ids::Ids;
use super::roots::{false_guards, true_guard};
use super::value::{may_chase, worth};
use super::{Act, ActKind, Attack, Why, quiet};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::position::Position;
use crate::types::{Move, Role, Square};

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
    let mut attacks: Vec<Attack> = Vec::new();
    direct::chases(before, m, rules, Bitboard::ALL, |threat, why| {
        attacks.extend(direct::attacks(&passed, threat, why));
    });
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
            wins.sort_by_key(|win| {
                (-win.gain, -worth(win.target_role), win.checks, win.is_joint())
            });
            Act { kind: ActKind::Chase, attacks: told(&passed, &ids, &wins), undecided }
        }
        Class::Idle => Act { undecided, ..quiet::name(before, m) },
    }
}

fn kill(passed: &Position, first: Move) -> Option<Attack> {
    let king = passed.king(!passed.turn());
    let by = (first.from(), passed.piece_at(first.from())?);
    let target = (king, passed.piece_at(king)?);
    Some(Attack { by, target, why: Why::Mate, guard: None, first, horse_pinned: false })
}

/// The attacks that wins are made of, each once. How something could be won by checks as well is
/// not told of what can be taken at once.
fn told(passed: &Position, ids: &Ids, wins: &[Win]) -> Vec<Attack> {
    let mut told: Vec<Attack> = Vec::new();
    let at_once = |target| wins.iter().any(|win| win.checks == 0 && win.target == target);
    for (nth, win) in wins.iter().enumerate() {
        if nth > 0 && win.checks > 0 && at_once(win.target) {
            continue;
        }
        for attack in parts(passed, ids, win) {
            let known = |a: &Attack| Attack { first: attack.first, ..*a } == attack;
            if !told.iter().any(known) {
                told.push(attack);
            }
        }
    }
    told
}

/// The attacks that a win is made of: the taker's first, then those that help it.
fn parts(passed: &Position, ids: &Ids, win: &Win) -> Vec<Attack> {
    let [by, target] = [win.attacker, win.target].map(|id| ids.square(id));
    let (Some(by), Some(target)) = (by, target) else { return Vec::new() };
    let tell = |by: Square, why, guard| {
        let pieces = passed.piece_at(by).zip(passed.piece_at(target))?;
        let (by, target) = ((by, pieces.0), (target, pieces.1));
        Some(Attack { by, target, why, guard, first: win.first, horse_pinned: false })
    };
    let capture = Move::new(by, target);
    let guard = || if win.checks == 0 { true_guard(passed, capture) } else { None };
    if win.is_joint() {
        let helpers = ids.squares(win.helpers, passed.by_color(passed.turn())).without(by);
        let first = (win.checks > 0).then(|| win.first.from()).filter(|&s| s != by);
        let at_once = win.checks == 0;
        let screen = if at_once { screen(passed, capture) } else { None };
        let beside = passed.piece_at(by).filter(|piece| at_once && may_chase(piece.role()));
        let beside = beside.map_or(Bitboard::EMPTY, |_| companions(passed, capture));
        return std::iter::once(by)
            .chain(helpers)
            .chain(first)
            .chain(screen)
            .chain(beside)
            .filter_map(|by| tell(by, Why::Joint, guard()))
            .collect();
    }
    let why = if win.checks > 0 {
        Why::ThroughChecks
    } else if win.rooted {
        Why::Stronger
    } else if false_guards(passed, capture).is_empty() {
        Why::Rootless
    } else {
        Why::FalseRoot
    };
    if why == Why::FalseRoot {
        return direct::attacks(passed, capture, why);
    }
    tell(by, why, guard()).into_iter().collect()
}

/// The piece over which a cannon takes, if it is of the cannon's side.
fn screen(passed: &Position, capture: Move) -> Option<Square> {
    let cannon = passed.piece_at(capture.from())?.role() == Role::Cannon;
    let ours = attacks::between(capture.from(), capture.to()) & passed.by_color(passed.turn());
    ours.first().filter(|_| cannon)
}
