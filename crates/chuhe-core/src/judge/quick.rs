//! Who wins by repetition, without the evidence.

use super::cycle::{MOST_LOOKED, cycle_start, judge_repetition, look, loops};
use super::rules::{Fault, Kinds, Look, Repetition};
use crate::acts::study::PieceIds;
use crate::acts::{ActKind, direct};
use crate::board::Board;
use crate::position::Position;
use crate::types::{Color, Move};

/// The winner by repetition, `Some(None)` being a draw, without the evidence: what a search needs
/// to know. `None` if no position has occurred often enough.
///
/// Looks no further back than it must, and at no more captures than those on pieces that may
/// still turn out to be chased all the time.
pub fn quick_verdict(board: &Board, rules: &Repetition) -> Option<Option<Color>> {
    let whole = || judge_repetition(board, rules).map(|judgement| judgement.winner);
    let first = cycle_start(board, rules)?;
    let loser = match rules.look {
        Look::Checks => return whole(),
        Look::Play => match loser_by_play(board, first, rules) {
            Some(loser) => loser,
            None => return whole(),
        },
        Look::Captures(captures) => {
            let loser = loser_by_captures(board, first, rules, &captures);
            if loser.is_some() && rules.every_loop && !is_one_loop(board, first) {
                return whole();
            }
            loser
        }
    };
    Some(loser.map(|loser| !loser))
}

/// Who loses where plies are played out, which takes long for each: a side is free of all faults
/// with the first ply that belongs to none. `None` if all plies have to be looked at.
fn loser_by_play(board: &Board, first: usize, rules: &Repetition) -> Option<Option<Color>> {
    let whole_cycle = rules.check_series.is_some()
        || rules.check_excuses_chase
        || rules.every_loop
        || rules.faults.iter().any(|fault| fault.one_target);
    if whole_cycle || board.ply() - first > MOST_LOOKED {
        return None;
    }
    let mut positions = vec![board.position_after(first)];
    for &m in &board.moves()[first..] {
        let mut next = positions[positions.len() - 1].clone();
        next.make(m);
        positions.push(next);
    }
    let before = |ply: usize| (&positions[ply - 1 - first], board.moves()[ply - 1]);
    let mut free = [false; 2];
    let mut undecided = false;
    let mut kinds: [Vec<ActKind>; 2] = [Vec::new(), Vec::new()];
    let mut seen = Vec::new();
    for ply in (first + 1..=board.ply()).rev() {
        let side = board.mover(ply).index();
        // A cycle is closed: what comes before its first ply is its last.
        let last = before(if ply > first + 1 { ply - 1 } else { board.ply() });
        let (position, m) = before(ply);
        let name = (last.0.key(), position.key(), m);
        if free[side] || seen.contains(&name) {
            continue;
        }
        seen.push(name);
        let act = look(board, ply, Some(last), position, rules.look);
        undecided |= act.undecided;
        free[side] = act.undecided || !rules.faults.iter().any(|f| f.kinds.contains(act.kind));
        kinds[side].push(act.kind);
        if free == [true; 2] {
            return Some(None);
        }
    }
    let side = Color::ALL.into_iter().find(|side| free[(!*side).index()] && !undecided)?;
    let own = &kinds[side.index()];
    let at_fault = rules.faults.iter().any(|f| own.iter().all(|&kind| f.kinds.contains(kind)));
    Some(at_fault.then_some(side))
}

/// Whether a cycle is one and the same loop over and over.
fn is_one_loop(board: &Board, first: usize) -> bool {
    // Nearly all cycles meet no position twice on their way.
    let met = &board.keys()[first + 1..=board.ply()];
    if (1..met.len()).all(|at| !met[..at].contains(&met[at])) {
        return true;
    }
    let loops = loops(board, first);
    let keys = |plies: &Vec<usize>| plies.iter().map(|&ply| board.keys()[ply]).collect::<Vec<_>>();
    loops.windows(2).all(|pair| keys(&pair[0]) == keys(&pair[1]))
}

fn loser_by_captures(
    board: &Board,
    first: usize,
    rules: &Repetition,
    captures: &direct::DirectRules,
) -> Option<Color> {
    let end = board.ply();
    let mut position = board.position().clone();
    let mut ids = PieceIds::new(&position);
    let mut checks = [true; 2];
    let mut chased = [(!0u32, !0u32); 2];
    if rules.check_excuses_chase && (first + 1..=end).any(|ply| board.gave_check(ply)) {
        chased = [(0, 0); 2];
    }
    for ply in (first + 1..=end).rev() {
        let m = board.moves()[ply - 1];
        let side = board.mover(ply).index();
        checks[side] &= board.gave_check(ply);
        let enemies = position.by_color(position.turn());
        position.unmake(m, board.undo(ply));
        if chased[side].0 != 0 {
            let wanted = ids.squares(chased[side].0, enemies);
            let (mut targets, mut pinned) = (0, 0);
            direct::chases(&position, m, captures, wanted, |threat, _| {
                targets |= ids.bit(threat.to());
                if pinned_rook(&position, m, threat) {
                    pinned |= ids.bit(threat.to());
                }
            });
            chased[side] = (chased[side].0 & targets, chased[side].1 & pinned);
        }
        ids.unplay(m);
        if (0..2).all(|side| !checks[side] && chased[side].0 == 0) {
            return None;
        }
    }
    let level = |side: usize| {
        let amounts_to = |fault: &&Fault| match (fault.one_target, fault.horse_pinned) {
            (false, _) => fault.kinds == Kinds::CHECK && checks[side],
            (true, false) => chased[side].0 != 0,
            (true, true) => chased[side].1 != 0,
        };
        rules.faults.iter().filter(amounts_to).map(|fault| fault.level).max().unwrap_or(0)
    };
    match level(0).cmp(&level(1)) {
        std::cmp::Ordering::Greater => Some(Color::Red),
        std::cmp::Ordering::Less => Some(Color::Black),
        std::cmp::Ordering::Equal => None,
    }
}

fn pinned_rook(before: &Position, m: Move, threat: Move) -> bool {
    let mut passed = before.clone();
    passed.make(m);
    passed.pass_turn();
    direct::is_on_pinned_rook(&passed, threat)
}
