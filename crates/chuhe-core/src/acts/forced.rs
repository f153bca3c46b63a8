//! What a side could win, as the Chinese book looks at it: by a capture and the exchange after
//! it, or at the end of a series of checks.

use super::ids::Ids;
use super::kill::{Budget, checks, mate_by_checks};
use super::trade::{Answers, supporters, trade};
use super::value::{Balance, is_material, may_chase, worth};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::position::Position;
use crate::types::{Move, Role};
use std::cmp::Ordering;

/// How many checks may lead to a capture.
const CHECKS: u8 = 4;

/// One way to win something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Win {
    /// The first move of it.
    pub first: Move,
    /// Who takes at the end, and what, by number.
    pub attacker: u8,
    pub target: u8,
    pub target_role: Role,
    pub gain: i32,
    /// The other side can take back.
    pub rooted: bool,
    /// It can, and only taking again with another piece gains by it 少根.
    pub short: bool,
    /// Another piece has a part in it: it gives the check, or carries the cannon 联合捉.
    pub together: bool,
    /// How many checks come first.
    pub checks: u8,
    /// Who would take again if the other side took back: a set of numbers.
    pub helpers: u32,
}

impl Win {
    /// Whether it takes several pieces 联合捉, 少根.
    pub const fn is_joint(&self) -> bool {
        self.short || self.together
    }
}

/// Looks for wins within a number of positions.
pub(crate) struct Finder<'a> {
    pub answers: Answers,
    pub budget: &'a mut Budget,
}

impl Finder<'_> {
    /// Everything that the side to move can win.
    pub fn wins(&mut self, position: &Position, ids: &Ids) -> Vec<Win> {
        let mut found = self.captures(position, ids, Balance::default());
        for m in checks(position) {
            // What stands in exchange the other side could take first, check or no check.
            if !is_exchange(position, m) {
                let least = self.by_check(position, ids, m, Balance::default(), CHECKS, 1);
                let (another, mover) = (is_check_by_another(position, m), ids.of(m.from()));
                let whole = least.into_iter().flatten();
                found.extend(whole.map(|win| {
                    let together =
                        win.together || another || !position.is_capture(m) && win.attacker != mover;
                    Win { first: m, together, ..win }
                }));
            }
        }
        let pairs: Vec<(u8, u8)> = position
            .captures()
            .into_iter()
            .filter(|&m| is_exchange(position, m))
            .map(|m| (ids.of(m.from()), ids.of(m.to())))
            .collect();
        found.retain(|win| {
            !pairs.iter().any(|&(by, target)| {
                target == win.target && (by == win.attacker || win.short && win.helpers == 1 << by)
            })
        });
        found
    }

    fn captures(&mut self, position: &Position, ids: &Ids, account: Balance) -> Vec<Win> {
        let victims: Bitboard = position
            .by_color(!position.turn())
            .filter(|&s| position.piece_at(s).is_some_and(|piece| is_material(piece, s)))
            .collect();
        let mut found = Vec::new();
        for m in position.legal_moves_to(victims) {
            if !self.budget.take() {
                break;
            }
            found.extend(self.capture(position, ids, m, account));
        }
        found
    }

    fn capture(
        &mut self,
        position: &Position,
        ids: &Ids,
        m: Move,
        account: Balance,
    ) -> Option<Win> {
        let [attacker, target] =
            [m.from(), m.to()].map(|s| position.piece_at(s).expect("a capture").role());
        let result = trade(position, m, account, self.answers);
        // A piece that is needed elsewhere, but wins as much as it loses there, is no less a chaser.
        let even = result.on_square > 0 && result.whole == 0 && self.answers == Answers::Uncovered;
        if result.whole <= 0 && !even {
            return None;
        }
        let mut after = position.clone();
        after.make_pseudo_legal(m);
        let in_vain =
            position.is_legal(m) && mate_by_checks(&after, 4, &mut Budget::new(1000)).is_some();
        if in_vain {
            return None;
        }
        let mut gain = result.whole.max(1);
        if self.answers == Answers::Everything {
            gain -= best_by_checks(&after);
            if gain <= 0 {
                return None;
            }
        }
        let rooted = !after.legal_moves_to(Bitboard::of(m.to())).is_empty();
        if rooted && target == Role::Pawn
            || may_chase(attacker) && companions(position, m).is_empty()
        {
            return None;
        }
        Some(Win {
            first: m,
            attacker: ids.of(m.from()),
            target: ids.of(m.to()),
            target_role: target,
            gain,
            rooted,
            short: rooted && worth(attacker) >= worth(target),
            together: may_chase(attacker)
                || attacker == Role::Cannon && is_taken_together(position, &after, m),
            checks: 0,
            helpers: supporters(&after, m.to()).fold(0, |set, s| set | ids.bit(s)),
        })
    }

    /// The least that the check `m` leads to whatever the answer; all least wins are listed.
    fn by_check(
        &mut self,
        position: &Position,
        ids: &Ids,
        m: Move,
        account: Balance,
        left: u8,
        nth: u8,
    ) -> Option<Vec<Win>> {
        if !self.budget.take() {
            return None;
        }
        let entered = |position: &Position, account: Balance, m: Move, ours| {
            position.piece_at(m.to()).map_or(account, |p| account.entered(p, m.to(), ours))
        };
        let account = entered(position, account, m, true);
        let mut ids = ids.clone();
        ids.play(m);
        let mut after = position.clone();
        after.make(m);
        let mut least: Vec<Win> = Vec::new();
        for reply in after.legal_moves() {
            let account = entered(&after, account, reply, false);
            let mut next = after.clone();
            next.make(reply);
            let mut ids = ids.clone();
            ids.play(reply);
            match self.best_after(&next, &ids, account, left, nth)? {
                Best::Mate => {}
                Best::Wins(wins) => {
                    match wins[0].gain.cmp(&least.first().map_or(i32::MAX, |l| l.gain)) {
                        Ordering::Greater => {}
                        Ordering::Equal => least.extend(wins),
                        Ordering::Less => least = wins,
                    }
                }
            }
        }
        (!least.is_empty()).then_some(least)
    }

    fn best_after(
        &mut self,
        next: &Position,
        ids: &Ids,
        account: Balance,
        left: u8,
        nth: u8,
    ) -> Option<Best> {
        let mut direct = self.captures(next, ids, account);
        if !direct.is_empty() {
            direct.iter_mut().for_each(|win| win.checks = nth);
            return Some(Best::Wins(greatest(direct)));
        }
        if mate_by_checks(next, 1, self.budget).is_some() {
            return Some(Best::Mate);
        }
        if left <= 1 {
            return None;
        }
        let deeper: Vec<Win> = checks(next)
            .into_iter()
            .filter_map(|m| self.by_check(next, ids, m, account, left - 1, nth + 1))
            .flatten()
            .collect();
        (!deeper.is_empty()).then(|| Best::Wins(greatest(deeper)))
    }
}

/// Those of the wins that gain most; there is at least one.
fn greatest(mut wins: Vec<Win>) -> Vec<Win> {
    let most = wins.iter().map(|win| win.gain).fold(0, i32::max);
    wins.retain(|win| win.gain == most);
    wins.sort_unstable_by_key(|win| (win.target, win.attacker, win.checks));
    wins.dedup_by_key(|win| (win.target, win.attacker, win.checks));
    wins
}

enum Best {
    Mate,
    /// All that gain most.
    Wins(Vec<Win>),
}

/// The captures that would win something if the side to move were not in check.
pub(crate) fn but_for_check(position: &Position, ids: &Ids) -> Vec<Win> {
    let (us, mut budget) = (position.turn(), Budget::new(1000));
    let mut finder = Finder { answers: Answers::Uncovered, budget: &mut budget };
    let mut found = Vec::new();
    for from in position.by_color(us) {
        for to in position.by_color(!us) {
            let m = Move::new(from, to);
            let material = position.piece_at(to).is_some_and(|piece| is_material(piece, to));
            if material && position.is_pseudo_legal(m) {
                found.extend(finder.capture(position, ids, m, Balance::default()));
            }
        }
    }
    found
}

/// Whether `m` takes a piece of the same worth that could as well take first 兑, and would not be
/// mated for it.
pub(crate) fn is_exchange(position: &Position, m: Move) -> bool {
    let worth_at = |square| position.piece_at(square).map(|p| worth(p.role()));
    if worth_at(m.from()) != worth_at(m.to()) {
        return false;
    }
    let back = Move::new(m.to(), m.from());
    let mut passed = position.clone();
    passed.pass_turn();
    passed.is_legal(back) && {
        passed.make(back);
        mate_by_checks(&passed, 3, &mut Budget::new(500)).is_none()
    }
}

/// The pieces that stand by a king or pawn that takes, so that they chase together: they attack
/// the same target, or protect the pawn where it stands.
pub(crate) fn companions(position: &Position, m: Move) -> Bitboard {
    let us = position.turn();
    let occupied = position.occupied();
    let there = position.attackers(us, m.to(), occupied.without(m.from()));
    let here = position.attackers(us, m.from(), occupied);
    let here = if m.from() == position.king(us) { Bitboard::EMPTY } else { here };
    (there | here)
        .without(m.from())
        .filter(|&s| position.piece_at(s).is_some_and(|piece| !may_chase(piece.role())))
        .collect()
}

/// Whether a cannon takes over a rook, horse or cannon of its own side that does more than stand
/// there: it is held against the target by yet another piece, or keeps a guard from taking back.
fn is_taken_together(position: &Position, after: &Position, m: Move) -> bool {
    let us = position.turn();
    let strong = [Role::Rook, Role::Horse, Role::Cannon].map(|role| position.pieces(us, role));
    let strong = strong.into_iter().fold(Bitboard::EMPTY, |all, some| all | some);
    let Some(screen) = (attacks::between(m.from(), m.to()) & strong).first() else {
        return false;
    };
    let mut passed = position.clone();
    passed.pass_turn();
    let held = passed.is_pseudo_legal(Move::new(m.to(), screen))
        && !(position.attackers(us, screen, position.occupied()) & strong).is_empty();
    let near = after.by_role(Role::King) & attacks::king(m.to());
    let guards = after.attackers(!us, m.to(), after.occupied()) & !after.by_role(Role::King) | near;
    held || !(guards & after.by_color(!us)).is_empty()
}

/// Whether the check `m` is given by another piece than the one that moves.
fn is_check_by_another(position: &Position, m: Move) -> bool {
    let mut after = position.clone();
    after.make(m);
    !after.checkers().contains(m.to())
}

/// The most the side to move can win by a few checks and a capture.
fn best_by_checks(position: &Position) -> i32 {
    let ids = Ids::new(position);
    let mut budget = Budget::new(600);
    let mut finder = Finder { answers: Answers::Uncovered, budget: &mut budget };
    checks(position)
        .into_iter()
        .filter_map(|m| finder.by_check(position, &ids, m, Balance::default(), CHECKS, 1))
        .map(|least| least[0].gain)
        .fold(0, i32::max)
}
