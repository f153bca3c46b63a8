//! The class of a ply in the Chinese book: check 将, kill 杀, chase 捉, or idle 闲.

use super::forced::{Finder, Win, but_for_check, is_exchange};
use super::ids::Ids;
use super::kill::{Budget, Mate, mate_beginning_with, mate_by_checks};
use super::trade::{Answers, on_square};
use super::value::Balance;
use crate::bitboard::Bitboard;
use crate::position::Position;
use crate::types::{Move, Role};

/// The series of checks looked at for a mate: so many always, so many while the budget lasts, and
/// how many positions that is for one question.
const KILL_CHECKS: (u32, u32) = (5, 8);
const KILL_BUDGET: u32 = 12_000;
const WIN_BUDGET: u32 = 8000;
const ANSWER_BUDGET: u32 = 20_000;

/// What a ply does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    /// 杀: it threatens mate by an unbroken series of checks, of which this is the first.
    Kill(Move),
    /// 捉: it newly threatens to win something.
    Chase(Vec<Win>),
    Idle,
}

/// A ply in its place: the one before it, the position it was played in, and itself.
pub(crate) struct Ply<'a> {
    pub last: Option<(&'a Position, Move)>,
    pub before: &'a Position,
    pub m: Move,
}

/// The class of a ply that gives no check, and whether the search for it was cut short.
pub(crate) fn classify(ply: &Ply<'_>) -> (Class, bool) {
    let mut study = Study::new(ply);
    let class = study.class();
    (class, study.cut_short)
}

struct Study<'a> {
    ply: &'a Ply<'a>,
    /// The position after the ply with the turn passed back: what the mover threatens.
    passed: Position,
    ids_before: Ids,
    ids_after: Ids,
    cut_short: bool,
}

impl<'a> Study<'a> {
    fn new(ply: &'a Ply<'a>) -> Study<'a> {
        let mut passed = ply.before.clone();
        passed.make(ply.m);
        passed.pass_turn();
        let ids_before = Ids::new(ply.before);
        let mut ids_after = ids_before.clone();
        ids_after.play(ply.m);
        Study { ply, passed, ids_before, ids_after, cut_short: false }
    }

    fn class(&mut self) -> Class {
        let before = self.ply.before;
        let king = before.piece_at(self.ply.m.from()).is_some_and(|p| p.role() == Role::King);
        if king && before.in_check() {
            return Class::Idle;
        }
        if let Some(first) = self.new_kill() {
            return Class::Kill(first);
        }
        let chases = self.new_wins();
        if chases.is_empty() { Class::Idle } else { Class::Chase(chases) }
    }

    fn new_kill(&mut self) -> Option<Move> {
        let (passed, before) = (self.passed.clone(), self.ply.before);
        // What begins by taking a piece that stands in exchange the other side can take first.
        let now = self.mate(&passed, |m| !is_exchange(&passed, m))?;
        let stood = self.mate(before, |_| true);
        stood.is_none_or(|stood| stood.checks > now.checks).then_some(now.first)
    }

    fn mate(&mut self, position: &Position, wanted: impl Fn(Move) -> bool) -> Option<Mate> {
        let mut budget = Budget::new(KILL_BUDGET);
        let (found, cut_short) = mate_beginning_with(position, KILL_CHECKS, &mut budget, wanted);
        self.cut_short |= cut_short;
        found
    }

    fn wins(&mut self, position: &Position, ids: &Ids, answers: Answers) -> Vec<Win> {
        let mut budget = Budget::new(WIN_BUDGET);
        let found = Finder { answers, budget: &mut budget }.wins(position, ids);
        self.cut_short |= budget.spent;
        found
    }

    /// What the mover threatens to win now and did not before.
    fn new_wins(&mut self) -> Vec<Win> {
        let (before, passed) = (self.ply.before, self.passed.clone());
        let (old, now) = (self.ids_before.clone(), self.ids_after.clone());
        let mut wins = self.wins(&passed, &now, Answers::Uncovered);
        if wins.iter().any(|win| win.checks > 0) {
            // At the end of a series of checks the other side may take whatever it can.
            let firm = self.wins(&passed, &now, Answers::Captures);
            wins.retain(|win| win.checks == 0 || firm.iter().any(|w| w.target == win.target));
        }
        if wins.is_empty() {
            return wins;
        }
        if before.in_check() {
            let mut stood = but_for_check(before, &old);
            stood.extend(self.own_before_check());
            wins.retain(|win| !is_covered(win, &stood));
        }
        let stood = self.wins(before, &old, Answers::Uncovered);
        let (standing, mut new): (Vec<Win>, Vec<Win>) =
            wins.into_iter().partition(|win| is_covered(win, &stood));
        new.extend(self.made_safe(standing));
        if !new.is_empty() && self.danger() == Danger::Answered {
            // What could be taken before, only not without being mated, stands again.
            new.retain(|win| win.checks > 0 || !before.is_legal(win.first));
        }
        let mut budget = Budget::new(ANSWER_BUDGET);
        new.retain(|win| win.checks > 0 || !self.is_answered_by_kill(win, &mut budget));
        self.cut_short |= budget.spent;
        new
    }

    /// Whether the other side answers the capture with a threat of mate that costs at least as
    /// much, whatever the mover replies: the piece that takes has left a post that it guards 守.
    fn is_answered_by_kill(&self, win: &Win, budget: &mut Budget) -> bool {
        let mut taken = self.passed.clone();
        taken.make(win.first);
        let quiet = taken.legal_moves();
        quiet.iter().filter(|&&q| !taken.is_capture(q) && !taken.gives_check(q)).any(|&q| {
            let mut threat = taken.clone();
            threat.make(q);
            let answers = threat.legal_moves();
            let mut passed = threat.clone();
            passed.pass_turn();
            mate_by_checks(&passed, 2, budget).is_some()
                && answers.iter().all(|&answer| {
                    let mut next = threat.clone();
                    next.make(answer);
                    mate_by_checks(&next, 3, budget).is_some()
                        || most_won(&next, answer, budget) >= win.gain + taken_by(&threat, answer)
                })
        })
    }

    /// What the ply has to do with a danger that the mover was in.
    fn danger(&self) -> Danger {
        let (before, from) = (self.ply.before, self.ply.m.from());
        let mut threat = before.clone();
        threat.pass_turn();
        let king = from == before.king(before.turn());
        let mate = mate_by_checks(&threat, 4, &mut Budget::new(1000)).is_some();
        if king && mate {
            Danger::Answered
        } else if king || mate || !threat.legal_moves_to(Bitboard::of(from)).is_empty() {
            Danger::Escaped
        } else {
            Danger::Elsewhere
        }
    }

    /// What the mover threatened to win before the other side checked, the piece apart that has
    /// moved since.
    fn own_before_check(&mut self) -> Vec<Win> {
        let Some((earlier, last)) = self.ply.last.filter(|(p, _)| !p.in_check()) else {
            return Vec::new();
        };
        let mut passed = earlier.clone();
        passed.pass_turn();
        let mut ids = self.ids_before.clone();
        ids.unplay(last);
        let moved = self.ids_before.of(last.to());
        let mut wins = self.wins(&passed, &ids, Answers::Uncovered);
        wins.retain(|win| win.target != moved);
        wins
    }

    /// Of the wins that stood before the ply, those that could not be had, because taking would
    /// have lost as much elsewhere, and now can: the piece in danger has stepped out of it, or a
    /// mate is parried. To guard another piece is idle, unless something was to be had before,
    /// only less. The mover's own threats only; what the other side has just opened to him is no
    /// chase.
    fn made_safe(&mut self, standing: Vec<Win>) -> Vec<Win> {
        let Some((earlier, last)) = self.ply.last else { return Vec::new() };
        let mover = self.ids_after.bit(self.ply.m.to());
        let takes_part = |win: &Win| {
            win.checks == 0 && (!win.short || (1 << win.attacker | win.helpers) & mover != 0)
        };
        let mut found: Vec<Win> = standing.into_iter().filter(takes_part).collect();
        if found.is_empty() {
            return found;
        }
        let ids = self.ids_before.clone();
        let had = self.wins(self.ply.before, &ids, Answers::Everything);
        found.retain(|win| !is_covered(win, &had));
        if found.is_empty() {
            return found;
        }
        match self.danger() {
            Danger::Answered | Danger::Escaped => {}
            Danger::Elsewhere => found.retain(|win| {
                let part = (1 << win.attacker | win.helpers) & mover != 0;
                part || had.iter().any(|w| w.target == win.target && w.checks == 0)
            }),
        }
        if found.is_empty() {
            return found;
        }
        let (passed, now) = (self.passed.clone(), self.ids_after.clone());
        let has = self.wins(&passed, &now, Answers::Everything);
        found.retain(|win| is_covered(win, &has));
        if found.is_empty() {
            return found;
        }
        let mut passed = earlier.clone();
        passed.pass_turn();
        let mut ids = ids;
        ids.unplay(last);
        let own = self.wins(&passed, &ids, Answers::Uncovered);
        found.retain(|win| own.iter().any(|w| w.target == win.target));
        found
    }
}

/// See [`Study::danger`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Danger {
    /// The king has answered a threat of mate, which is idle as its answer to a check is.
    Answered,
    /// The king or another piece in danger has stepped aside, or mate is parried.
    Escaped,
    Elsewhere,
}

/// What the move takes, as much as it counts.
fn taken_by(position: &Position, m: Move) -> i32 {
    position.piece_at(m.to()).map_or(0, |piece| Balance::default().win(piece, m.to()).gain())
}

/// The most that the side to move can win, taking back what has just moved included.
fn most_won(position: &Position, last: Move, budget: &mut Budget) -> i32 {
    let mut finder = Finder { answers: Answers::Captures, budget };
    let wins = finder.wins(position, &Ids::new(position));
    let back = position.legal_moves_to(Bitboard::of(last.to()));
    let back = back.iter().map(|&m| on_square(position, m).gain());
    wins.iter().map(|win| win.gain).chain(back).max().unwrap_or(0)
}

/// Whether one of the wins is as good as this and as near.
fn is_covered(win: &Win, by: &[Win]) -> bool {
    by.iter().any(|w| w.target == win.target && w.gain >= win.gain && w.checks <= win.checks)
}
