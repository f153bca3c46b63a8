//! Repetition 棋例: from the first to the deciding occurrence; what came before never matters.

use super::rules::{CheckSeries, Fault, Look, Repetition};
use super::{Judgement, Termination};
use crate::acts::study::{self, PieceIds, Ply};
use crate::acts::{Act, ActKind};
use crate::board::Board;
use crate::position::Position;
use crate::types::{Color, Move, Role};

/// A ply of the cycle, with the numbers of what it chases.
struct Fact {
    side: Color,
    act: Act,
    targets: u32,
    horse_pinned: u32,
}

pub(super) fn judge(board: &Board, rules: &Repetition) -> Option<Judgement> {
    judge_repetition(board, rules)
        .or_else(|| rules.check_series.and_then(|series| judge_series(board, series)))
        .or_else(|| if rules.nine_moves { judge_nine_moves(board, rules) } else { None })
}

/// Whether the next move may be ruled on although nothing has been repeated.
pub(super) fn may_end_without_repetition(board: &Board, rules: &Repetition) -> bool {
    let now = board.ply();
    let series = rules.check_series.is_some() && now > 1 && board.gave_check(now - 1);
    series || rules.nine_moves && one_piece_moves(board, now.saturating_sub(1), NINE - 1).is_some()
}

/// After how many plies the deciding cycle began, if one is complete.
pub(super) fn cycle_start(board: &Board, rules: &Repetition) -> Option<usize> {
    board.earlier_occurrences().nth((rules.occurrences as usize).checked_sub(2)?)
}

pub(super) fn judge_repetition(board: &Board, rules: &Repetition) -> Option<Judgement> {
    let first = cycle_start(board, rules)?;
    if rules.check_series.is_some() && is_all_checks(board, first) {
        return None;
    }
    let facts = facts(board, first, rules);
    let mut verdict = Verdict::of(facts.iter(), rules);
    let outcome = verdict.loser(rules);
    let agreed = outcome.filter(|_| {
        !rules.every_loop
            || loops(board, first).iter().all(|plies| {
                let part = plies.iter().map(|ply| &facts[ply - first - 1]);
                Verdict::of(part, rules).loser(rules) == outcome
            })
    });
    let proven = agreed.filter(|&loser| is_proven(&facts, loser));
    verdict.undecided =
        proven != agreed || facts.iter().any(|f| f.act.undecided && agreed.is_none());
    let termination = proven.map_or(Termination::Repetition, |loser| {
        let kinds: Vec<ActKind> =
            facts.iter().filter(|f| f.side == loser).map(|f| f.act.kind).collect();
        let fault = verdict.faults[loser.index()].expect("who loses is at fault");
        Termination::of_fault(fault, &kinds)
    });
    Some(Judgement {
        winner: proven.map(|loser| !loser),
        termination,
        cycle: Some((first + 1, board.ply())),
        occurrences: occurrences(board, first),
        evidence: (first + 1..).zip(facts.into_iter().map(|fact| fact.act)).collect(),
        faults: verdict.faults,
        undecided: verdict.undecided,
        claimable: false,
    })
}

/// After how many plies the position stood, from the first occurrence judged to the present one.
fn occurrences(board: &Board, first: usize) -> Vec<usize> {
    let mut found: Vec<usize> = board.earlier_occurrences().filter(|&ply| ply >= first).collect();
    found.reverse();
    found.push(board.ply());
    found
}

/// Whether one side has done nothing but check: where checks are counted their number decides.
fn is_all_checks(board: &Board, first: usize) -> bool {
    let plies = |side| (first + 1..=board.ply()).filter(move |&ply| board.mover(ply) == side);
    Color::ALL.into_iter().any(|side| plies(side).all(|ply| board.gave_check(ply)))
}

/// The loops that a cycle falls into: plies that lead from a position back to it without meeting
/// any position twice. What is left when a loop is taken out closes again.
pub(super) fn loops(board: &Board, first: usize) -> Vec<Vec<usize>> {
    let mut loops = Vec::new();
    let mut path = vec![board.keys()[first]];
    let mut plies = Vec::new();
    for ply in first + 1..=board.ply() {
        let key = board.keys()[ply];
        plies.push(ply);
        if let Some(met) = path.iter().position(|&known| known == key) {
            loops.push(plies.split_off(met));
            path.truncate(met);
        }
        path.push(key);
    }
    loops
}

/// Nobody loses by a ply whose nature was not found out, nor against a side that may be at
/// fault as well.
fn is_proven(facts: &[Fact], loser: Color) -> bool {
    let own = |side| facts.iter().filter(move |f| f.side == side);
    let forbidden =
        |f: &Fact| matches!(f.act.kind, ActKind::Check | ActKind::Kill | ActKind::Chase);
    own(loser).all(|f| !f.act.undecided)
        && (own(!loser).all(|f| !f.act.undecided)
            || own(!loser).any(|f| !f.act.undecided && !forbidden(f)))
}

struct Verdict {
    faults: [Option<&'static Fault>; 2],
    joint: [bool; 2],
    undecided: bool,
}

impl Verdict {
    fn of<'a>(facts: impl Iterator<Item = &'a Fact> + Clone, rules: &Repetition) -> Verdict {
        let faults = Color::ALL.map(|side| fault_of(facts.clone(), side, rules));
        let joint =
            Color::ALL.map(|side| facts.clone().any(|f| f.side == side && f.act.is_joint()));
        Verdict { faults, joint, undecided: false }
    }

    /// Who has to change, and has not.
    fn loser(&self, rules: &Repetition) -> Option<Color> {
        let [red, black] = self.faults.map(|fault| fault.map_or(0, |f| f.level));
        let [red_joint, black_joint] = self.joint;
        match red.cmp(&black) {
            std::cmp::Ordering::Greater => Some(Color::Red),
            std::cmp::Ordering::Less => Some(Color::Black),
            _ if red == 0 || !rules.joint_goes_free || red_joint == black_joint => None,
            _ if black_joint => Some(Color::Red),
            _ => Some(Color::Black),
        }
    }
}

/// The worst fault that every ply of a side amounts to.
fn fault_of<'a>(
    facts: impl Iterator<Item = &'a Fact> + Clone,
    side: Color,
    rules: &Repetition,
) -> Option<&'static Fault> {
    let own = || facts.clone().filter(|f| f.side == side);
    let excused = rules.check_excuses_chase && facts.clone().any(|f| f.act.kind == ActKind::Check);
    let amounts_to = |fault: &&Fault| {
        if excused && fault.kinds.contains(ActKind::Chase) {
            return false;
        }
        if fault.one_target {
            let targets = |f: &Fact| if fault.horse_pinned { f.horse_pinned } else { f.targets };
            own().fold(!0, |common, f| common & targets(f)) != 0 && own().next().is_some()
        } else {
            own().all(|f| fault.kinds.contains(f.act.kind))
        }
    };
    rules.faults.iter().filter(amounts_to).max_by_key(|fault| fault.level)
}

/// How many plies of one cycle are played out; no cycle of a real game comes near it. What is
/// left is undecided.
pub(super) const MOST_LOOKED: usize = 200;

/// What each ply after `first` did.
fn facts(board: &Board, first: usize, rules: &Repetition) -> Vec<Fact> {
    let mut position = board.position_after(first);
    let mut ids = PieceIds::new(&position);
    // A cycle is closed: what comes before its first ply is its last.
    let before_last = board.position_after(board.ply() - 1);
    let mut last = (before_last, *board.moves().last().expect("a cycle has plies"));
    let mut known: Vec<((u64, u64, Move), Act)> = Vec::new();
    let mut facts = Vec::new();
    for (ply, &m) in (first + 1..).zip(&board.moves()[first..]) {
        let same = (last.0.key(), position.key(), m);
        let found = known.iter().find(|(of, _)| *of == same).map(|(_, act)| act.clone());
        let act = found.unwrap_or_else(|| {
            let act = if rules.look == Look::Play && known.len() >= MOST_LOOKED {
                Act { undecided: true, ..Act::plain(ActKind::Idle) }
            } else {
                look(board, ply, Some((&last.0, last.1)), &position, rules.look)
            };
            known.push((same, act.clone()));
            act
        });
        ids.play(m);
        let set = |pinned: bool| {
            let counted = act.attacks.iter().filter(|a| {
                matches!(act.kind, ActKind::Check | ActKind::Chase) && (a.horse_pinned || !pinned)
            });
            counted.fold(0, |set, a| set | ids.bit(a.target.0))
        };
        let (targets, horse_pinned) = (set(false), set(true));
        facts.push(Fact { side: position.turn(), targets, horse_pinned, act });
        last = (position.clone(), m);
        position.make(m);
    }
    facts
}

/// What the move at `ply` did, played in `before`.
pub(super) fn look(
    board: &Board,
    ply: usize,
    last: Option<(&Position, Move)>,
    before: &Position,
    look: Look,
) -> Act {
    let m = board.moves()[ply - 1];
    match look {
        Look::Checks => study::by_checks(board.gave_check(ply)),
        Look::Captures(rules) => study::by_captures(before, m, &rules),
        Look::Play => study::by_play(&Ply { last, before, m }),
    }
}

/// Too many checks in a row by the side that has just moved.
fn judge_series(board: &Board, series: CheckSeries) -> Option<Judgement> {
    let now = board.ply();
    let plies: Vec<usize> =
        (1..=now).rev().step_by(2).take_while(|&ply| board.gave_check(ply)).collect();
    let mut pieces = 0u32;
    let mut position = board.position().clone();
    let mut ids = PieceIds::new(&position);
    let oldest = *plies.last()?;
    for ply in (oldest..=now).rev() {
        let m = board.moves()[ply - 1];
        if board.gave_check(ply) && board.mover(ply) == board.mover(now) {
            pieces |= position.checkers().fold(0, |set, s| set | ids.bit(s));
        }
        position.unmake(m, board.undo(ply));
        ids.unplay(m);
    }
    let most = match pieces.count_ones() {
        1 => series.one_piece,
        2 => series.two_pieces,
        _ => series.more,
    };
    (plies.len() as u32 > most).then(|| Judgement {
        winner: Some(!board.mover(now)),
        cycle: Some((oldest, now)),
        evidence: (oldest..=now)
            .map(|ply| (ply, study::by_checks(board.gave_check(ply))))
            .collect(),
        ..Judgement::plain(None, Termination::CheckSeries)
    })
}

/// How many forbidden moves in a row lose without a repetition, and on how many points.
const NINE: usize = 9;
const POINTS: usize = 3;

/// How often the other side must have done nothing of the kind; our reading.
const OTHER_IDLE: usize = 3;

/// The last so many moves of the side that moved at `ply`, if one piece made them all and nothing
/// irrevocable happened meanwhile.
fn one_piece_moves(board: &Board, ply: usize, count: usize) -> Option<Vec<Move>> {
    let from = ply.checked_sub(2 * count - 1)?;
    if board.reversible_plies() < board.ply() - from {
        return None;
    }
    let own: Vec<Move> = board.moves()[from..ply].iter().step_by(2).copied().collect();
    if !own.windows(2).all(|pair| pair[0].to() == pair[1].from()) {
        return None;
    }
    // Nor has a pawn gone forward: nothing comes round again after that.
    let mut position = board.position_after(from);
    for &m in &board.moves()[from..ply] {
        let pawn = position.piece_at(m.from()).is_some_and(|piece| piece.role() == Role::Pawn);
        if pawn && m.from().file() == m.to().file() {
            return None;
        }
        position.make(m);
    }
    Some(own)
}

/// 九着: the side that has just moved has done nothing but forbidden moves, with one piece and to
/// at least three points, for nine moves.
fn judge_nine_moves(board: &Board, rules: &Repetition) -> Option<Judgement> {
    let now = board.ply();
    let own = one_piece_moves(board, now, NINE)?;
    let mut points: Vec<usize> = own.iter().map(|m| m.to().index()).collect();
    points.sort_unstable();
    points.dedup();
    if points.len() < POINTS {
        return None;
    }
    let from = now - (2 * NINE - 1);
    let act = |ply: usize| {
        let before = board.position_after(ply - 1);
        let earlier = (ply > 1).then(|| (board.position_after(ply - 2), board.moves()[ply - 2]));
        let last = earlier.as_ref().filter(|(p, m)| !p.is_capture(*m)).map(|(p, m)| (p, *m));
        (ply, look(board, ply, last, &before, rules.look))
    };
    let is_idle = |act: &Act| {
        !act.undecided && !matches!(act.kind, ActKind::Check | ActKind::Kill | ActKind::Chase)
    };
    let mut evidence = Vec::new();
    for ply in (from + 1..=now).rev().step_by(2) {
        evidence.push(act(ply));
        if is_idle(&evidence.last()?.1) || evidence.last()?.1.undecided {
            return None;
        }
    }
    let others: Vec<(usize, Act)> = (from + 2..now).step_by(2).map(act).collect();
    if others.iter().filter(|(_, act)| is_idle(act)).count() < OTHER_IDLE {
        return None;
    }
    evidence.extend(others);
    evidence.sort_by_key(|&(ply, _)| ply);
    Some(Judgement {
        winner: Some(!board.mover(now)),
        cycle: Some((from + 1, now)),
        evidence,
        ..Judgement::plain(None, Termination::MixedForbidden)
    })
}
